"""Hidden checks of 02_causal: what a bias on the keys and a bias on the queries do."""

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.answer import Answer
from autograder.checking.assertions import require
from autograder.checking.formulas import assert_contents, assert_pure_floats, assert_sizes_match, witness
from autograder.checking.own_values import (
    KEEP_NAMES,
    assert_again,
    assert_by_name,
    assert_elsewhere,
    assert_in_widths,
    plain,
    rounded,
)
from autograder.checking.registry import check
from autograder.checking.robustness import assert_on_meta
from autograder.checking.samples import MOST_TOKENS, non_contiguous, sample
from autograder.checking.student import Student
from solutions.shared.reference.formulas import shift_by_key_bias
from solutions.shared.reference.witnesses import effect_of_query_bias

SHIFT = "Multiply out the score of a query and a key with a bias."


@check("key_bias_shift.values", "the shift of every row", points=0.5, hint=SHIFT)
def test_key_bias_shift_values(student: Student) -> None:
    for T, d_k in ((7, 5), (3, 5), (5, 5), (MOST_TOKENS, 5)):
        queries, key_bias = sample(T, d_k, seed=1), sample(d_k, seed=2)
        assert_contents(student.key_bias_shift(queries, key_bias), shift_by_key_bias(queries, key_bias))


@check("key_bias_shift.any_size", "any sizes", points=0.55, hint=SHIFT)
@given(T=st.integers(2, 8), d_k=st.integers(2, 8), seed=st.integers(0, 99))
def test_key_bias_shift_any_size(student: Student, T: int, d_k: int, seed: int) -> None:
    queries, key_bias = sample(T, d_k, seed=seed), sample(d_k, seed=seed + 1)
    assert_contents(student.key_bias_shift(queries, key_bias), shift_by_key_bias(queries, key_bias))


@check(
    "key_bias_shift.leaves_alone",
    "the inputs stay as they are, however they lie in memory",
    points=0.05,
    level="robustness",
    hint="Write into a new tensor.",
)
def test_key_bias_shift_leaves_alone(student: Student) -> None:
    queries, key_bias = non_contiguous(sample(7, 5, seed=1)), sample(5, seed=2)
    right = shift_by_key_bias(queries, key_bias).float()
    known = plain(student.key_bias_shift(queries.contiguous(), key_bias), right)
    answer = student.key_bias_shift(queries, key_bias)
    assert_again(answer, known)
    assert_pure_floats(answer)


@check(
    "key_bias_shift.width_and_device",
    "dtype and device follow the inputs",
    points=0.05,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_key_bias_shift_width_and_device(student: Student) -> None:
    queries, key_bias = rounded(sample(4, 5, seed=7, scale=0.5), sample(5, seed=8, scale=0.5))
    known = plain(student.key_bias_shift(queries, key_bias), shift_by_key_bias(queries, key_bias).float())
    assert_in_widths(lambda dtype: student.key_bias_shift(queries.to(dtype), key_bias.to(dtype)), known)
    assert_on_meta(student.key_bias_shift(queries.to("meta"), key_bias.to("meta")), 4)


@check(
    "key_bias_shift.sizes_of_one",
    "one token and width 1",
    points=0.05,
    level="robustness",
    hint="The result has one dimension, whatever the sizes.",
)
def test_key_bias_shift_sizes_of_one(student: Student) -> None:
    queries, key_bias = sample(7, 5, seed=1), sample(5, seed=2)
    known = plain(student.key_bias_shift(queries, key_bias), shift_by_key_bias(queries, key_bias).float())
    for T, d_k in ((1, 4), (4, 1), (1, 1)):
        queries, key_bias = sample(T, d_k, seed=5), sample(d_k, seed=6)
        right = shift_by_key_bias(queries, key_bias).float()
        assert_elsewhere(student.key_bias_shift(queries, key_bias), known, right)


@check(
    "key_bias_shift.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_key_bias_shift_names(student: Student) -> None:
    queries, key_bias = sample(7, 5, seed=1), sample(5, seed=2)
    named = student.key_bias_shift(key_bias=key_bias, queries=queries)
    assert_by_name(named, student.key_bias_shift(queries, key_bias))


def bias_matters(answer: Answer) -> None:
    """The bias on the queries changes the weights."""
    x, W_Q, W_K, b_Q = witness(answer, "x", "W_Q", "W_K", "b_Q")
    assert_sizes_match(answer, W_Q.shape, W_K.shape, "W_Q and W_K differ in shape")
    assert_sizes_match(answer, x.shape[1:], W_Q.shape[:1], "the width of x is not that of W_Q")
    assert_sizes_match(answer, b_Q.shape, W_Q.shape[1:], "the width of b_Q is not that of the queries")
    largest = effect_of_query_bias(x, W_Q, W_K, b_Q)
    told = f"the bias changes no weight by more than {largest:.3g}, expected more than 0.001"
    require(largest > 1e-3, f"{answer.called}: {told}")


@check(
    "query_bias_counterexample.witness",
    "a bias on the queries changes the weights",
    points=1,
    hint="By how much does the score of each key change?",
)
def test_query_bias_counterexample_witness(student: Student) -> None:
    bias_matters(student.query_bias_counterexample())


@check(
    "query_bias_counterexample.every_time",
    "floats, and no random numbers",
    points=0.25,
    level="robustness",
    hint="Write the tensors down as floats, and leave chance out of it.",
)
def test_query_bias_counterexample_every_time(student: Student) -> None:
    answer = student.definition("query_bias_counterexample").calls((), ())
    bias_matters(answer)
    assert_pure_floats(answer)
