"""Hidden checks of 01_self_attention: the derivatives of a softmax, and two witnesses."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import require
from autograder.checking.formulas import assert_contents, assert_pure_floats, assert_sizes_match, witness
from autograder.checking.own_values import KEEP_NAMES, assert_by_name, assert_in_widths, plain
from autograder.checking.registry import check
from autograder.checking.robustness import assert_on_meta, assert_pure
from autograder.checking.samples import MOST_TOKENS, sample
from autograder.checking.student import Student
from solutions.shared.reference.formulas import jacobian_at
from solutions.shared.reference.witnesses import asymmetry, largest_weights

EVERY_TIME = "Write the numbers down, and leave chance out of it."
ENTRIES = "Differentiate one share by one entry, once for equal and once for different places."


def shares(n: int, seed: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """What a softmax may return, no share near 0."""
    return torch.softmax(sample(n, seed=seed, dtype=torch.float64), -1).to(dtype)


@check("softmax_jacobian.values", "the derivatives at unequal shares", points=0.5, hint=ENTRIES)
def test_softmax_jacobian_values(student: Student) -> None:
    for p in (shares(5, seed=1), shares(MOST_TOKENS, seed=3), torch.tensor([0.7, 0.1, 0.2]), torch.full((4,), 0.25)):
        assert_contents(student.softmax_jacobian(p), jacobian_at(p))


@check("softmax_jacobian.any_size", "any number of shares", points=0.55, hint=ENTRIES)
@given(n=st.integers(2, 7), seed=st.integers(0, 99))
def test_softmax_jacobian_any_size(student: Student, n: int, seed: int) -> None:
    p = shares(n, seed)
    assert_contents(student.softmax_jacobian(p), jacobian_at(p))


@check(
    "softmax_jacobian.saturated",
    "shares of exactly 0 and 1, and one share alone",
    points=0.05,
    level="robustness",
    hint="Nothing needs to be divided by a share, and one share alone still gives a matrix.",
)
def test_softmax_jacobian_saturated(student: Student) -> None:
    for p in (torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.5, 0.0, 0.5, 0.0]), torch.tensor([1.0])):
        assert_contents(student.softmax_jacobian(p), jacobian_at(p))


@check(
    "softmax_jacobian.width_and_device",
    "dtype and device follow the shares",
    points=0.05,
    level="robustness",
    hint="Whatever is made on the way belongs where the shares are, and is of their kind.",
)
def test_softmax_jacobian_width_and_device(student: Student) -> None:
    p = torch.tensor([0.5, 0.125, 0.25, 0.125])
    known = plain(student.softmax_jacobian(p), jacobian_at(p).float())
    assert_in_widths(lambda dtype: student.softmax_jacobian(p.to(dtype)), known)
    assert_on_meta(student.softmax_jacobian(p.to("meta")), 4, 4)


@check(
    "softmax_jacobian.leaves_alone",
    "the shares stay as they are",
    points=0.05,
    level="robustness",
    hint="Write into a new tensor.",
)
def test_softmax_jacobian_leaves_alone(student: Student) -> None:
    p = shares(3, seed=2)
    answer = student.softmax_jacobian(p)
    plain(answer, jacobian_at(p).float())
    assert_pure_floats(answer)


@check(
    "softmax_jacobian.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_softmax_jacobian_names(student: Student) -> None:
    assert_by_name(student.softmax_jacobian(p=shares(3, seed=4)), student.softmax_jacobian(shares(3, seed=4)))


def saturates(answer: Answer) -> tuple[Tensor, Tensor]:
    """Queries and keys show what the text asks for."""
    queries, keys = witness(answer, "queries", "keys")
    assert_sizes_match(answer, queries.shape[1:], keys.shape[1:], "queries and keys differ in width")
    require(
        len(keys) >= 2,
        f"{answer.called} has fewer than two keys, and one key always gets all of the weight",
        "wrong shape",
    )
    plain, scaled = largest_weights(queries, keys)
    require(plain > 0.99, f"{answer.called}: without the scale, the largest weight is {plain:.4f}, expected above 0.99")
    require(scaled < 0.9, f"{answer.called}: with the scale, the largest weight is {scaled:.4f}, expected below 0.9")
    return queries, keys


@check(
    "saturating_queries_keys.witness",
    "softmax saturates without the scale and not with it",
    points=0.8,
    hint="By which factor does the scale bring two scores closer together?",
)
def test_saturating_queries_keys_witness(student: Student) -> None:
    saturates(student.saturating_queries_keys())


@check(
    "saturating_queries_keys.tokens",
    "queries and keys belong to the same tokens",
    points=0.1,
    level="robustness",
    hint="Every token has a query and a key.",
)
def test_saturating_queries_keys_tokens(student: Student) -> None:
    answer = student.saturating_queries_keys()
    queries, keys = saturates(answer)
    assert_sizes_match(answer, queries.shape, keys.shape, "queries and keys differ in shape")


@check(
    "saturating_queries_keys.every_time",
    "no random numbers",
    points=0.1,
    level="robustness",
    hint=EVERY_TIME,
)
def test_saturating_queries_keys_every_time(student: Student) -> None:
    answer = student.definition("saturating_queries_keys").calls((), ())
    saturates(answer)
    assert_pure(answer)


def is_asymmetric(answer: Answer) -> None:
    """The projections make scores asymmetric."""
    x, W_query, W_key = witness(answer, "x", "W_query", "W_key")
    assert_sizes_match(answer, W_query.shape, W_key.shape, "W_query and W_key differ in shape")
    assert_sizes_match(answer, x.shape[1:], W_query.shape[:1], "the width of x is not that of W_query")
    largest = asymmetry(x, W_query, W_key)
    told = f"scores[i, j] and scores[j, i] differ by {largest:.3g} at most, expected more than 0.001"
    require(largest > 1e-3, f"{answer.called}: {told}")


@check(
    "asymmetric_scores.witness",
    "the scores are asymmetric",
    points=0.6,
    hint="For which two matrices would the scores be symmetric?",
)
def test_asymmetric_scores_witness(student: Student) -> None:
    is_asymmetric(student.asymmetric_scores())


@check("asymmetric_scores.every_time", "no random numbers", points=0.15, level="robustness", hint=EVERY_TIME)
def test_asymmetric_scores_every_time(student: Student) -> None:
    answer = student.definition("asymmetric_scores").calls((), ())
    is_asymmetric(answer)
    assert_pure(answer)
