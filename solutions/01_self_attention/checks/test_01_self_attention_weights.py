"""Hidden checks of 01_self_attention: from scores to weights."""

import math

import torch
from hypothesis import given
from hypothesis import strategies as st

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
from autograder.checking.samples import D_K, MOST_TOKENS, B, T, leaf, sample
from autograder.checking.student import Student
from solutions.shared.figures import ATTENTION_SCORES, ATTENTION_WEIGHTS
from solutions.shared.reference.attention import attention_weights

SMALLEST = torch.finfo(torch.float32).min
T_K = 4  # differs from T: queries and keys need not be as many
LEADING = st.sampled_from(([], [2], [3], [3, 2], [2, 3], [2, 2, 3]))
SIZE = st.integers(2, 5)


@check(
    "attention_weights.values",
    "a distribution over the keys, in every call",
    points=0.75,
    hint="Over what does the softmax run?",
)
def test_weights_values(student: Student) -> None:
    for b, t, t_k in ((B, T, T_K), (B, 9, MOST_TOKENS), (B, MOST_TOKENS, 9)):
        scores = sample(b, t, t_k, seed=1, scale=3.0)
        assert_close(student.attention_weights(scores, D_K), attention_weights(scores, math.sqrt(D_K)))
    several = [sample(*shape, seed=seed) for seed, shape in ((8, (3, 5)), (9, (3, 5)), (10, (2, 5)))]
    answer = student.definition("attention_weights").calls(*((scores, D_K) for scores in several))
    assert_each(answer, [attention_weights(scores, math.sqrt(D_K)) for scores in several])


@check("attention_weights.scale", "the scale follows d_k", points=0.5, hint="How does a score grow with d_k?")
@given(d_k=st.sampled_from((5, 2, 3, 7, 10, 24, 64)), t_q=SIZE, t_k=SIZE)
def test_weights_scale(student: Student, d_k: int, t_q: int, t_k: int) -> None:
    scores = sample(t_q, t_k, seed=2, scale=math.sqrt(d_k))
    assert_close(student.attention_weights(scores, d_k), attention_weights(scores, math.sqrt(d_k)))


@check("attention_weights.leading", "any leading dimensions", points=0.2, hint="Which dimension holds the keys?")
@given(leading=LEADING, t_q=SIZE, t_k=SIZE)
def test_weights_leading(student: Student, leading: list[int], t_q: int, t_k: int) -> None:
    scores = sample(*leading, t_q, t_k, seed=3, scale=2.0)
    assert_close(student.attention_weights(scores, D_K), attention_weights(scores, math.sqrt(D_K)))


@check("attention_weights.gradient", "gradients of the scores", points=0.75, hint="Stay in torch, detach nothing.")
def test_weights_gradient(student: Student) -> None:
    scores, cotangent = (sample(B, T, T_K, seed=seed, dtype=torch.float64) for seed in (4, 5))
    expected = gradients(lambda omega: attention_weights(omega, math.sqrt(D_K)), [scores], [cotangent])
    assert_gradients_in_double(
        lambda dtype: student.attention_weights(leaf(scores, dtype), D_K, cotangents=[cotangent.to(dtype)]),
        expected,
    )


@check("attention_weights.printed", "the article's six by six weights", points=0.1, hint="There, d_k is 2.")
def test_weights_printed(student: Student) -> None:
    assert_close(student.attention_weights(ATTENTION_SCORES, 2), ATTENTION_WEIGHTS, PRINTED)


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


def plain_weights(student: Student) -> Plain:
    """What the student makes of small scores."""
    scores = sample(3, 4, seed=11)
    return plain(student.attention_weights(scores, 16), attention_weights(scores, 4.0))


@check(
    "attention_weights.width_and_device",
    "dtype and device follow the scores",
    points=0.2,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_weights_width_and_device(student: Student) -> None:
    (scores,) = rounded(sample(T, T_K, seed=6))
    known = plain(student.attention_weights(scores, D_K), attention_weights(scores, math.sqrt(D_K)))
    assert_in_widths(lambda dtype: student.attention_weights(scores.to(dtype), D_K), known)
    assert_on_meta(student.attention_weights(scores.to("meta"), D_K), T, T_K)


@check(
    "attention_weights.leaves_alone",
    "the scores stay as they are, however they lie in memory and where sizes are one",
    points=0.15,
    level="robustness",
    hint="Write into a new tensor, and keep every dimension.",
)
def test_weights_leaves_alone(student: Student) -> None:
    turned = sample(B, T_K, T, seed=7).transpose(-2, -1)
    known = plain(student.attention_weights(turned.contiguous(), D_K), attention_weights(turned, math.sqrt(D_K)))
    answer = student.attention_weights(turned, D_K)
    assert_again(answer, known)
    assert_pure(answer)
    for scores in (turned[:1], turned[:, :1], turned[..., :1], turned[:1, :1], turned[:1, :, :1], turned[:, :1, :1]):
        answer = student.attention_weights(scores, D_K)
        assert_elsewhere(answer, known, attention_weights(scores, math.sqrt(D_K)))
        assert_pure(answer)


@check(
    "attention_weights.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_weights_names(student: Student) -> None:
    scores = sample(2, 3, seed=12)
    assert_by_name(student.attention_weights(d_k=D_K, scores=scores), student.attention_weights(scores, D_K))
