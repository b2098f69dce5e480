"""Hidden checks of 01_self_attention: the two products, scores and context vectors."""

from torch import Tensor

from autograder.checking.samples import sample
from autograder.checking.specs import CheckText, Example, Places, spec
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
    without=("sizes", "equal_sizes"),
    more={
        "matrices": Places(
            "two matrices without a batch",
            "Two dimensions are enough.",
            0.15,
            [(sample(4, 5, seed=5), sample(7, 5, seed=6))],
        ),
        "printed": Places(
            "the example worked by hand",
            "Work one score out by hand.",
            0.1,
            [Example((BY_HAND_INPUT, BY_HAND_INPUT), BY_HAND_SCORES)],
            for_message="figures that can be worked out by hand or read in the source",
        ),
    },
    checks={
        "values": CheckText(
            "every query meets every key, in every call",
            "Which two vectors make one score?",
            points=0.5,
            also=("longest", "second_call", "extremes"),
        ),
        "leading": CheckText("any leading dimensions", "Which two dimensions of keys change places?", points=0.35),
        "gradient": CheckText("gradients of queries and keys", DETACH_NOTHING, points=0.5),
        "width_and_device": CheckText(points=0.15),
        "leaves_alone": CheckText(ALONE, KEEP_DIMENSIONS, points=0.2, also=("sizes_of_one",)),
        "names": CheckText(points=0.05),
    },
)


spec(
    "context_vectors",
    inputs={"weights": "T_q T_k", "values": "T_k d_v"},
    draws={"weights": distribution},
    reference=context_vectors,
    without=("sizes", "equal_sizes", "extremes"),
    more={
        "given_weights": Places(
            "the weights are used as they are given",
            "Whoever calls has normalised the weights, or has a reason not to.",
            0.25,
            [(sample(7, 4, seed=6), sample(4, 3, seed=7))],
        ),
    },
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
