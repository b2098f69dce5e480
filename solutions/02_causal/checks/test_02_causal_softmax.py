"""Hidden checks of 02_causal: masked_softmax."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import LARGE, PRINTED, assert_close
from autograder.checking.layers import gradients
from autograder.checking.own_values import (
    KEEP_NAMES,
    Plain,
    assert_again,
    assert_by_name,
    assert_elsewhere,
    assert_in_widths,
    plain,
    rounded,
)
from autograder.checking.registry import check
from autograder.checking.robustness import assert_each, assert_gradients_in_double, assert_on_meta, assert_pure
from autograder.checking.samples import D_K, MOST_TOKENS, B, T, leaf, non_contiguous, sample
from autograder.checking.student import Student
from solutions.shared.causal import hides_the_future
from solutions.shared.figures import ATTENTION_SCORES, BY_HAND_SCORES, BY_HAND_WEIGHTS, CAUSAL_WEIGHTS, UNIFORM_ROWS
from solutions.shared.reference.attention import is_hidden, masked_softmax

LEADING = st.sampled_from(([], [2], [3], [3, 2], [2, 3], [2, 3, 2]))
SIZE = st.integers(1, 5)


@check(
    "masked_softmax.values",
    "a distribution over the keys that are not later, in every call",
    points=1.0,
    hint="What is hidden before the softmax, and by which number?",
)
def test_masked_values(student: Student) -> None:
    for shape in ((B, T, T), (MOST_TOKENS, MOST_TOKENS)):
        scores = sample(*shape, seed=11, scale=2.0)
        assert_close(student.masked_softmax(scores, D_K), masked_softmax(scores, D_K))
    several = [sample(*shape, seed=seed) for seed, shape in ((22, (4, 4)), (23, (4, 4)), (24, (3, 3)))]
    answer = student.definition("masked_softmax").calls(*((scores, D_K) for scores in several))
    assert_each(answer, [masked_softmax(scores, D_K) for scores in several])


@check("masked_softmax.scale", "the scale follows d_k", points=0.4, hint="How does a score grow with d_k?")
@given(d_k=st.sampled_from((5, 2, 3, 7, 10, 24, 64)), t=SIZE)
def test_masked_scale(student: Student, d_k: int, t: int) -> None:
    scores = sample(2, t, t, seed=12, scale=d_k**0.5)
    assert_close(student.masked_softmax(scores, d_k), masked_softmax(scores, d_k))


@check(
    "masked_softmax.leading",
    "any leading dimensions, each matrix masked by itself",
    points=0.3,
    hint="Which dimensions are the queries and the keys, whatever stands before them?",
)
@given(leading=LEADING, t=SIZE)
def test_masked_leading(student: Student, leading: list[int], t: int) -> None:
    scores = sample(*leading, t, t, seed=13, scale=2.0)
    assert_close(student.masked_softmax(scores, D_K), masked_softmax(scores, D_K))


@check(
    "masked_softmax.gradient",
    "gradients of the visible scores, none of the hidden ones",
    points=1.0,
    hint="Stay in torch, detach nothing, change nothing in place.",
)
def test_masked_gradient(student: Student) -> None:
    scores, cotangent = (sample(B, T, T, seed=seed, dtype=torch.float64) for seed in (14, 15))
    expected = gradients(lambda omega: masked_softmax(omega, D_K), [scores], [cotangent])
    assert_gradients_in_double(
        lambda dtype: student.masked_softmax(leaf(scores, dtype), D_K, cotangents=[cotangent.to(dtype)]),
        expected,
    )


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


@check("masked_softmax.printed", "the weights that the sources print", points=0.1, hint="There, d_k is 2.")
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


@check(
    "masked_softmax.width_and_device",
    "dtype and device follow the scores",
    points=0.25,
    level="robustness",
    hint="Whatever is made on the way belongs where the scores are, and is of their kind.",
)
def test_masked_width_and_device(student: Student) -> None:
    (scores,) = rounded(sample(T, T, seed=18))
    known = plain(student.masked_softmax(scores, D_K), masked_softmax(scores, D_K))
    assert_in_widths(lambda dtype: student.masked_softmax(scores.to(dtype), D_K), known)
    assert_on_meta(student.masked_softmax(scores.to("meta"), D_K), T, T)


@check(
    "masked_softmax.leaves_alone",
    "the scores stay as they are, however they lie in memory and where sizes are one",
    points=0.2,
    level="robustness",
    hint="Write into a new tensor, and keep every dimension.",
)
def test_masked_leaves_alone(student: Student) -> None:
    known, turned = plain_weights(student), non_contiguous(plain_scores())
    question = student.definition("masked_softmax").seeded(8_341)  # no seed that programs use
    answer = question.call(turned, D_K)
    assert_again(answer, known)
    assert_pure(answer)
    for scores in (turned[:1], sample(B, 1, 1, seed=20), sample(1, 1, 1, seed=21)):
        answer = question.call(scores, D_K)
        assert_elsewhere(answer, known, masked_softmax(scores, D_K))
        assert_pure(answer)


@check(
    "masked_softmax.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_masked_names(student: Student) -> None:
    scores = plain_scores()
    assert_by_name(student.masked_softmax(d_k=D_K, scores=scores), student.masked_softmax(scores, D_K))
