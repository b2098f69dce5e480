"""Hidden checks of 01_self_attention: the derivatives of a softmax, and two witnesses."""

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import require
from autograder.checking.formulas import assert_at_every_seed, assert_contents, assert_sizes_match, witness
from autograder.checking.registry import check
from autograder.checking.samples import sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.student import Student
from solutions.shared.reference.formulas import jacobian_at
from solutions.shared.reference.witnesses import asymmetry, largest_weights

EVERY_TIME = "Whatever is drawn, the witness shows it: choose numbers that need no luck."
ENTRIES = "Differentiate one share by one entry, once for equal and once for different places."


def shares(n: int, seed: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """What a softmax may return, no share near 0."""
    return torch.softmax(sample(n, seed=seed, dtype=torch.float64), -1).to(dtype)


spec(
    "softmax_jacobian",
    inputs={"p": "n"},
    leading="none",
    sizes={"n": 5},
    draws={"p": shares},
    reference=jacobian_at,
    without=("gradient", "second_call", "equal_sizes", "extremes", "sizes_of_one"),
    checks={
        "values": CheckText("the derivatives at unequal shares", ENTRIES, points=0.5, also=("longest",)),
        "sizes": CheckText("any number of shares", ENTRIES, points=0.55, id="any_size"),
        "width_and_device": CheckText(
            "dtype and device follow the shares",
            "Whatever is made on the way belongs where the shares are, and is of their kind.",
            points=0.05,
        ),
        "leaves_alone": CheckText("the shares stay as they are", "Write into a new tensor.", points=0.05),
        "names": CheckText("the argument has the name of the text", points=0.05),
    },
)


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
    "every time, and nothing else changes",
    points=0.1,
    level="robustness",
    hint=EVERY_TIME,
)
def test_saturating_queries_keys_every_time(student: Student) -> None:
    assert_at_every_seed(student.definition("saturating_queries_keys"), saturates)


def is_asymmetric(answer: Answer) -> None:
    """The projections make scores asymmetric."""
    x, W_query, W_key = witness(answer, "x", "W_query", "W_key")
    assert_sizes_match(answer, W_query.shape, W_key.shape, "W_query and W_key differ in shape")
    assert_sizes_match(answer, x.shape[1:], W_query.shape[:1], "the width of x is not that of W_query")
    largest = asymmetry(x, W_query, W_key)
    distance = f"differ by {largest:.3g} at most" if largest else "are equal for all i and j"
    told = f"scores[i, j] and scores[j, i] {distance}; one pair should differ by more than 0.001"
    require(largest > 1e-3, f"{answer.called}: {told}")


@check(
    "asymmetric_scores.witness",
    "the scores are asymmetric",
    points=0.6,
    hint="For which two matrices would the scores be symmetric?",
)
def test_asymmetric_scores_witness(student: Student) -> None:
    is_asymmetric(student.asymmetric_scores())


@check(
    "asymmetric_scores.every_time",
    "every time, and nothing else changes",
    points=0.15,
    level="robustness",
    hint=EVERY_TIME,
)
def test_asymmetric_scores_every_time(student: Student) -> None:
    assert_at_every_seed(student.definition("asymmetric_scores"), is_asymmetric)
