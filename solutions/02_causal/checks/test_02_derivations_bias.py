"""Hidden checks of 02_causal: what a bias on the keys and a bias on the queries do."""

from autograder.checking.answer import Answer
from autograder.checking.assertions import assert_close, require
from autograder.checking.formulas import assert_at_every_seed, assert_float_dtypes, assert_sizes_match, witness
from autograder.checking.registry import check
from autograder.checking.samples import MOST_TOKENS, sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.student import Student
from solutions.shared.reference.formulas import shift_by_key_bias
from solutions.shared.reference.witnesses import effect_of_query_bias

SHIFT = "Multiply out the score of a query and a key with a bias."


def lengths_alone(student: Student) -> None:
    """Ask each length by itself: many programs take every product in Python, which is slow for two long ones."""
    for T, d_k in ((MOST_TOKENS, 5), (7, MOST_TOKENS), (MOST_TOKENS - 1, 8), (8, MOST_TOKENS - 1)):
        queries, bias = sample(T, d_k, seed=14), sample(d_k, seed=15)
        question = student.definition("key_bias_shift")
        answer = (question if T % 2 else question.in_use()).call(queries, bias)
        assert_close(answer, shift_by_key_bias(queries, bias))


spec(
    "key_bias_shift",
    inputs={"queries": "T d_k", "key_bias": "d_k"},
    leading="none",
    sizes={"T": 7, "d_k": 5},
    reference=shift_by_key_bias,
    without=("second_call", "equal_sizes", "extremes", "longest"),
    checks={
        "values": CheckText("the shift of every row", SHIFT, points=0.5, also=(lengths_alone,)),
        "sizes": CheckText("any sizes", SHIFT, points=0.55, id="any_size"),
        "leaves_alone": CheckText(
            "the inputs stay as they are, however they lie in memory, and gradients flow to them",
            "Write into a new tensor, and stay in torch.",
            points=0.05,
            also=("gradient",),
        ),
        "width_and_device": CheckText("dtype and device follow the inputs", points=0.05),
        "sizes_of_one": CheckText(
            "one token and width 1", "The result has one dimension, whatever the sizes.", points=0.05
        ),
        "names": CheckText(points=0.05),
    },
)


def bias_matters(answer: Answer) -> None:
    """The bias on the queries changes the weights."""
    x, W_Q, W_K, b_Q = witness(answer, "x", "W_Q", "W_K", "b_Q")
    assert_sizes_match(answer, W_Q.shape, W_K.shape, "W_Q and W_K differ in shape")
    assert_sizes_match(answer, x.shape[1:], W_Q.shape[:1], "the width of x is not that of W_Q")
    assert_sizes_match(answer, b_Q.shape, W_Q.shape[1:], "the width of b_Q is not that of the queries")
    largest = effect_of_query_bias(x, W_Q, W_K, b_Q)
    change = (
        f"the bias changes no weight by more than {largest:.3g}" if largest else "the bias changes no weight at all"
    )
    told = f"{change}; one of them should change by more than 0.001"
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
    "floats, every time, and nothing else changes",
    points=0.25,
    level="robustness",
    hint="Write the tensors down as floats, and choose numbers that need no luck.",
)
def test_query_bias_counterexample_every_time(student: Student) -> None:
    def shows(answer: Answer) -> None:
        bias_matters(answer)
        assert_float_dtypes(answer)

    assert_at_every_seed(student.definition("query_bias_counterexample"), shows)
