"""Hidden checks of 02_causal: what a bias on the keys and a bias on the queries do."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks.answer import Answer
from autograder.checks.api import check
from autograder.checks.formulas import agree_contents, fit, keeps_still, witness
from autograder.checks.judge import hold
from autograder.checks.sizes import numbers
from autograder.checks.student import Student
from autograder.oracle.formulas import shift_by_key_bias
from autograder.oracle.witnesses import effect_of_query_bias

SHIFT = "Multiply out the score of a query and a key with a bias."


@check("key_bias_shift.values", "the shift of every row", points=0.4, hint=SHIFT)
def test_key_bias_shift_values(student: Student) -> None:
    for T, d_k in ((7, 5), (3, 5), (5, 5)):
        queries, key_bias = numbers(T, d_k, seed=1), numbers(d_k, seed=2)
        agree_contents(student.key_bias_shift(queries, key_bias), shift_by_key_bias(queries, key_bias))


@check("key_bias_shift.any_size", "any sizes", points=0.4, hint=SHIFT)
@given(T=st.integers(2, 8), d_k=st.integers(2, 8), seed=st.integers(0, 99))
def test_key_bias_shift_any_size(student: Student, T: int, d_k: int, seed: int) -> None:
    queries, key_bias = numbers(T, d_k, seed=seed), numbers(d_k, seed=seed + 1)
    agree_contents(student.key_bias_shift(queries, key_bias), shift_by_key_bias(queries, key_bias))


@check(
    "key_bias_shift.leaves_alone",
    "inputs in float64, given by name, stay as they are, however they lie in memory",
    points=0.1,
    level="robustness",
    hint="Write into a new tensor, and keep the names of the arguments.",
)
def test_key_bias_shift_leaves_alone(student: Student) -> None:
    queries = numbers(5, 4, seed=3, dtype=torch.float64).transpose(0, 1)
    key_bias = numbers(5, seed=4, dtype=torch.float64)
    answer = student.key_bias_shift(key_bias=key_bias, queries=queries)
    agree_contents(answer, shift_by_key_bias(queries, key_bias))
    keeps_still(answer)


@check(
    "key_bias_shift.sizes_of_one",
    "one token and width 1",
    points=0.1,
    level="robustness",
    hint="The result has one dimension, whatever the sizes.",
)
def test_key_bias_shift_sizes_of_one(student: Student) -> None:
    for T, d_k in ((1, 4), (4, 1), (1, 1)):
        queries, key_bias = numbers(T, d_k, seed=5), numbers(d_k, seed=6)
        agree_contents(student.key_bias_shift(queries, key_bias), shift_by_key_bias(queries, key_bias))


def bias_matters(answer: Answer) -> None:
    """The bias on the queries changes the weights."""
    x, W_Q, W_K, b_Q = witness(answer, "x", "W_Q", "W_K", "b_Q")
    fit(answer, W_Q.shape, W_K.shape, "W_Q and W_K differ in shape")
    fit(answer, x.shape[1:], W_Q.shape[:1], "the width of x is not that of W_Q")
    fit(answer, b_Q.shape, W_Q.shape[1:], "the width of b_Q is not that of the queries")
    largest = effect_of_query_bias(x, W_Q, W_K, b_Q)
    told = f"the bias changes no weight by more than {largest:.3g}, expected more than 0.001"
    hold(largest > 1e-3, f"{answer.called}: {told}")


@check(
    "query_bias_counterexample.witness",
    "a bias on the queries changes the weights",
    points=0.8,
    hint="By how much does the score of each key change?",
)
def test_query_bias_counterexample_witness(student: Student) -> None:
    bias_matters(student.query_bias_counterexample())


@check(
    "query_bias_counterexample.every_time",
    "floats, and no random numbers",
    points=0.2,
    level="robustness",
    hint="Write the tensors down as floats, and leave chance out of it.",
)
def test_query_bias_counterexample_every_time(student: Student) -> None:
    answer = student.definition("query_bias_counterexample").calls((), ())
    bias_matters(answer)
    keeps_still(answer)
