"""Hidden checks of 01_self_attention: from scores to weights."""

import functools
import math

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import LARGE, PRINTED, assert_close, require
from autograder.checking.own_values import Plain, assert_elsewhere, plain
from autograder.checking.registry import check
from autograder.checking.samples import sample
from autograder.checking.specs import CheckText, Drawn, Example, Places, spec
from autograder.checking.student import Student
from solutions.shared.figures import ATTENTION_SCORES, ATTENTION_WEIGHTS
from solutions.shared.reference.attention import attention_weights

SMALLEST = torch.finfo(torch.float32).min
SIZE = st.integers(2, 5)


def weights_of(scores: Tensor, d_k: int) -> Tensor:
    """The reference with the arguments of the exercise."""
    return attention_weights(scores, math.sqrt(d_k))


spec(
    "attention_weights",
    inputs={"scores": "T_q T_k"},
    arguments={"d_k": "d_k"},
    draws={"scores": functools.partial(sample, scale=2.0)},
    reference=weights_of,
    without=("sizes", "equal_sizes", "extremes"),
    more={
        "scale": Drawn(
            "the scale follows d_k",
            "How does a score grow with d_k?",
            0.5,
            {"d_k": st.sampled_from((5, 2, 3, 7, 10, 24, 64)), "t_q": SIZE, "t_k": SIZE},
            lambda d_k, t_q, t_k: (sample(t_q, t_k, seed=2, scale=math.sqrt(d_k)), d_k),
        ),
        "printed": Places(
            "the article's six by six weights",
            "There, d_k is 2.",
            0.1,
            [Example((ATTENTION_SCORES, 2), ATTENTION_WEIGHTS)],
            tolerance=PRINTED,
        ),
    },
    checks={
        "values": CheckText(
            "a distribution over the keys, in every call",
            "Over what does the softmax run?",
            points=0.75,
            also=("longest", "second_call"),
        ),
        "leading": CheckText(hint="Which dimension holds the keys?", points=0.2),
        "gradient": CheckText("gradients of the scores", "Stay in torch, detach nothing.", points=0.75),
        "width_and_device": CheckText("dtype and device follow the scores", points=0.2),
        "leaves_alone": CheckText(
            "the scores stay as they are, however they lie in memory and where sizes are one",
            "Write into a new tensor, and keep every dimension.",
            points=0.15,
            also=("sizes_of_one",),
        ),
        "names": CheckText(points=0.05),
    },
)


@check(
    "attention_weights.large_scores",
    "scores of ±1e4 give the right finite weights, and -inf beside the most negative score gets none",
    points=0.3,
    level="robustness",
    hint="How large may an exponent be before exp overflows?",
)
def test_weights_large_scores(student: Student) -> None:
    known = plain_weights(student)
    rows = [[1e4, 1e4 - 4, -1e4, 0.0], [-1e4, -1e4 + 4, -1e4 + 8, -1e4], [0.0, 4.0, 8.0, 2.0]]
    scores = torch.tensor([rows, rows[::-1]])
    assert_elsewhere(student.attention_weights(scores, 16), known, attention_weights(scores, 4.0), LARGE)
    far = torch.tensor([[-math.inf, SMALLEST, -math.inf], [SMALLEST, -math.inf, 1.0], [-math.inf, 2.0, 4.0]])
    answer = student.attention_weights(far, 16)
    if known.right:  # a scale that is not right may make such a score infinite
        assert_close(answer, attention_weights(far, 4.0))
        hidden = answer.value[torch.isinf(far)]
        require(not hidden.any(), f"{answer.called}: a score of -inf does not get exactly 0")


def plain_weights(student: Student) -> Plain:
    """What the student makes of small scores."""
    scores = sample(3, 4, seed=11)
    return plain(student.attention_weights(scores, 16), attention_weights(scores, 4.0))
