"""Hidden checks of 02_causal: masked_softmax."""

import functools

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import LARGE, PRINTED, assert_close
from autograder.checking.own_values import Plain, assert_elsewhere, plain
from autograder.checking.registry import check
from autograder.checking.samples import D_K, B, T, sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.student import Student
from solutions.shared.causal import hides_the_future
from solutions.shared.figures import ATTENTION_SCORES, BY_HAND_SCORES, BY_HAND_WEIGHTS, CAUSAL_WEIGHTS, UNIFORM_ROWS
from solutions.shared.reference.attention import is_hidden, masked_softmax

SIZE = st.integers(1, 5)

spec(
    "masked_softmax",
    inputs={"scores": "T T"},
    arguments={"d_k": "d_k"},
    sizes={"T": 7, "d_k": 5},
    draws={"scores": functools.partial(sample, scale=2.0)},
    reference=masked_softmax,
    without=("sizes", "equal_sizes", "extremes"),
    checks={
        "values": CheckText(
            "a distribution over the keys that are not later, in every call",
            "What is hidden before the softmax, and by which number?",
            points=1.0,
            also=("longest", "second_call"),
        ),
        "leading": CheckText(
            "any leading dimensions, each matrix masked by itself",
            "Which dimensions are the queries and the keys, whatever stands before them?",
            points=0.3,
        ),
        "gradient": CheckText(
            "gradients of the visible scores, none of the hidden ones",
            "Stay in torch, detach nothing, change nothing in place.",
            points=1.0,
        ),
        "width_and_device": CheckText(
            "dtype and device follow the scores",
            "Whatever is made on the way belongs where the scores are, and is of their kind.",
            points=0.25,
        ),
        "leaves_alone": CheckText(
            "the scores stay as they are, however they lie in memory and where sizes are one",
            "Write into a new tensor, and keep every dimension.",
            points=0.2,
            also=("sizes_of_one",),
        ),
        "names": CheckText(points=0.05),
    },
)


@check("masked_softmax.scale", "the scale follows d_k", points=0.4, hint="How does a score grow with d_k?")
@given(d_k=st.sampled_from((5, 2, 3, 7, 10, 24, 64)), t=SIZE)
def test_masked_scale(student: Student, d_k: int, t: int) -> None:
    scores = sample(2, t, t, seed=12, scale=d_k**0.5)
    assert_close(student.masked_softmax(scores, d_k), masked_softmax(scores, d_k))


@check(
    "masked_softmax.future",
    "later scores get weights of exactly 0 and matter to nothing",
    points=0.4,
    hint="Which number gives exactly 0 under the exponential?",
)
def test_masked_future(student: Student) -> None:
    scores = sample(3, 3, 3, seed=16, scale=2.0)
    moved = torch.where(is_hidden(3), scores + sample(3, 3, 3, seed=17), scores)
    for given_scores in (scores, moved):
        answer = student.masked_softmax(given_scores, D_K)
        assert_close(answer, masked_softmax(scores, D_K))
        hides_the_future(answer.value, answer.called)


@check(
    "masked_softmax.printed",
    "the weights that the sources print",
    points=0.1,
    hint="Work one row of the example out by hand; d_k is 2.",
)
def test_masked_printed(student: Student) -> None:
    assert_close(student.masked_softmax(ATTENTION_SCORES, 2), CAUSAL_WEIGHTS, PRINTED)
    assert_close(student.masked_softmax(BY_HAND_SCORES, 2), BY_HAND_WEIGHTS, PRINTED)
    assert_close(student.masked_softmax(torch.full((3, 3), 0.7), 3), UNIFORM_ROWS, PRINTED)


def plain_scores() -> Tensor:
    """Scores of order 1, as in the first check."""
    return sample(B, T, T, seed=11, scale=2.0)


def plain_weights(student: Student, d_k: int = D_K) -> Plain:
    """What the student's function makes of them."""
    scores = plain_scores()
    return plain(student.masked_softmax(scores, d_k), masked_softmax(scores, d_k))


@check(
    "masked_softmax.large_scores",
    "scores of ±1e4 give the right finite weights",
    points=0.3,
    level="robustness",
    hint="How large may an exponent be before exp overflows, and what is small enough to hide any score?",
)
def test_masked_large_scores(student: Student) -> None:
    known = plain_weights(student, 16)
    rows = [[-1e4, 1e4, 0.0, 1e4], [-1e4, -1e4 + 4, 1e4, 1e4], [1e4, 1e4 - 4, 1e4 + 4, -1e4], [-1e4, 0.0, 4.0, 8.0]]
    scores = torch.tensor([rows, [[-1e4] * 4] * 4])
    for d_k in (16, 4):
        assert_elsewhere(student.masked_softmax(scores, d_k), known, masked_softmax(scores, d_k), LARGE)
