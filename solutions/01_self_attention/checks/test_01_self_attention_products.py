"""Hidden checks of 01_self_attention: the two products, scores and context vectors."""

from torch import Tensor

from autograder.checking.assertions import assert_close
from autograder.checking.registry import check
from autograder.checking.samples import sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.student import Student
from solutions.shared.figures import BY_HAND_INPUT, BY_HAND_SCORES
from solutions.shared.reference.attention import attention_scores, context_vectors, softmax

ALONE = "the inputs stay as they are, however they lie in memory and where sizes are one"
KEEP_DIMENSIONS = "Write into a new tensor, and keep every dimension."
DETACH_NOTHING = "Stay in torch, detach nothing."


def distribution(*shape: int, seed: int) -> Tensor:
    """Return positive numbers that sum to 1 in each row."""
    return softmax(sample(*shape, seed=seed), -1).float()


spec(
    "attention_scores",
    inputs={"queries": "T_q d_k", "keys": "T_k d_k"},
    sizes={"T_q": 7, "T_k": 6, "d_k": 5},
    reference=attention_scores,
    without=("sizes", "equal_sizes", "extremes"),
    checks={
        "values": CheckText(
            "every query meets every key, in every call",
            "Which two vectors make one score?",
            points=0.5,
            also=("longest", "second_call"),
        ),
        "leading": CheckText("any leading dimensions", "Which two dimensions of keys change places?", points=0.35),
        "gradient": CheckText("gradients of queries and keys", DETACH_NOTHING, points=0.5),
        "width_and_device": CheckText(points=0.15),
        "leaves_alone": CheckText(ALONE, KEEP_DIMENSIONS, points=0.2, also=("sizes_of_one",)),
        "names": CheckText(points=0.05),
    },
)


@check("attention_scores.matrices", "two matrices without a batch", points=0.15, hint="Two dimensions are enough.")
def test_scores_matrices(student: Student) -> None:
    queries, keys = sample(4, 5, seed=5), sample(7, 5, seed=6)
    assert_close(student.attention_scores(queries, keys), attention_scores(queries, keys))


@check(
    "attention_scores.printed",
    "the example worked by hand",
    points=0.1,
    hint="Work one score out by hand.",
    for_message="figures that can be worked out by hand or read in the source",
)
def test_scores_printed(student: Student) -> None:
    assert_close(student.attention_scores(BY_HAND_INPUT, BY_HAND_INPUT), BY_HAND_SCORES)


spec(
    "context_vectors",
    inputs={"weights": "T_q T_k", "values": "T_k d_v"},
    draws={"weights": distribution},
    reference=context_vectors,
    without=("sizes", "equal_sizes", "extremes"),
    checks={
        "values": CheckText(
            "a weighted mean of the values, in every call",
            "What does weight (i, j) multiply?",
            points=0.5,
            also=("longest", "second_call"),
        ),
        "leading": CheckText("any leading dimensions", "Which dimension is summed?", points=0.35),
        "gradient": CheckText("gradients of weights and values", DETACH_NOTHING, points=0.5),
        "width_and_device": CheckText("dtype and device follow the inputs", points=0.15),
        "leaves_alone": CheckText(ALONE, KEEP_DIMENSIONS, points=0.2, also=("sizes_of_one",)),
        "names": CheckText(points=0.05),
    },
)


@check(
    "context_vectors.given_weights",
    "the weights are used as they are given",
    points=0.25,
    hint="Whoever calls has normalised the weights, or has a reason not to.",
)
def test_context_given_weights(student: Student) -> None:
    weights, values = sample(7, 4, seed=6), sample(4, 3, seed=7)
    assert_close(student.context_vectors(weights, values), context_vectors(weights, values))
