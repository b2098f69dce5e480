"""Hidden checks of 02_causal: mask_and_renormalize and masked_softmax."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checks.api import check
from autograder.checks.causal import hides_the_future
from autograder.checks.causal_figures import BY_HAND_WEIGHTS, CAUSAL_WEIGHTS, UNIFORM_ROWS
from autograder.checks.figures import ATTENTION_SCORES, ATTENTION_WEIGHTS, BY_HAND_SCORES
from autograder.checks.judge import PRINTED, agree, agree_tensor, as_tensor, hold
from autograder.checks.robust import (
    agree_gradients_in_double,
    agree_in_each_width,
    agree_on_meta,
    leaves_alone,
    own_tolerance,
)
from autograder.checks.sizes import D_K, B, T, numbers
from autograder.checks.student import Student
from autograder.oracle.attention import softmax
from autograder.oracle.causal import is_hidden, mask_and_renormalize, masked_softmax
from autograder.oracle.gradients import gradients

LEADING = st.sampled_from(([], [2], [3], [3, 2], [2, 3], [2, 3, 2]))
SIZE = st.integers(1, 5)


def stochastic(*shape: int, seed: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """Weights whose rows sum to 1."""
    return softmax(numbers(*shape, seed=seed)).to(dtype)


@check(
    "mask_and_renormalize.values",
    "the lower triangle, each row summing to 1 again",
    points=0.7,
    hint="Over which dimension does a row sum to 1?",
)
def test_renormalize_values(student: Student) -> None:
    weights = stochastic(B, T, T, seed=1)
    agree(student.mask_and_renormalize(weights), mask_and_renormalize(weights))


@check(
    "mask_and_renormalize.leading",
    "any leading dimensions, each row on its own",
    points=0.5,
    hint="Which dimensions are the queries and the keys, whatever stands before them?",
)
@given(leading=LEADING, t=SIZE)
def test_renormalize_leading(student: Student, leading: list[int], t: int) -> None:
    weights = stochastic(*leading, t, t, seed=2)
    agree(student.mask_and_renormalize(weights), mask_and_renormalize(weights))


@check(
    "mask_and_renormalize.gradient",
    "gradients of the weights, through the sum too",
    points=0.7,
    hint="A row's sum depends on every visible weight of the row.",
)
def test_renormalize_gradient(student: Student) -> None:
    weights, cotangent = stochastic(B, T, T, seed=3, dtype=torch.float64), numbers(B, T, T, seed=4, dtype=torch.float64)
    (expected,) = gradients(mask_and_renormalize, [weights], [cotangent])
    answer = student.mask_and_renormalize(weights.requires_grad_(), cotangents=[cotangent])
    hold(answer.connected, f"no gradient flows through {answer.called}")
    got = as_tensor(next(iter(answer.input_grads), None), f"{answer.called}: the gradient of input 0")
    # Only changes that keep the rows' sums at 1 have a meaning: a row's mean of the gradient is left open.
    hold(got.shape == expected.shape, f"{answer.called}: the gradient has another shape than the input")
    got, expected = (grad - grad.mean(-1, keepdim=True) for grad in (got, expected))
    tolerance = own_tolerance(answer.value)
    agree_tensor(got, expected, tolerance, called=answer.called, what="the gradient of input 0")


@check(
    "mask_and_renormalize.printed",
    "the article's six by six causal weights",
    points=0.2,
    hint="There, the unmasked weights of the article are cut and renormalised.",
)
def test_renormalize_printed(student: Student) -> None:
    agree(student.mask_and_renormalize(ATTENTION_WEIGHTS), CAUSAL_WEIGHTS, PRINTED)
    agree(student.mask_and_renormalize(torch.full((3, 3), 1 / 3)), UNIFORM_ROWS, PRINTED)


@check(
    "mask_and_renormalize.future",
    "later weights become 0 and matter to nothing",
    points=0.3,
    hint="What may row i of the result depend on?",
)
def test_renormalize_future(student: Student) -> None:
    weights = stochastic(3, 3, 3, seed=5)  # as many matrices as rows: sums along the wrong dimension fit unnoticed
    moved = weights.clone()
    moved[:, 0, 1:] = weights[:, 0, 1:].flip(-1)
    for given_weights in (weights, moved):
        answer = student.mask_and_renormalize(given_weights)
        agree(answer, mask_and_renormalize(weights))
        hides_the_future(answer.value, answer.called)


@check(
    "mask_and_renormalize.small_sums",
    "rows with little visible weight sum to 1 as well",
    points=0.2,
    level="robustness",
    hint="What does a row of very small numbers become when it is divided by its sum?",
)
def test_renormalize_small_sums(student: Student) -> None:
    rows = [[1e-4, 1 - 1e-4, 0.0], [2e-5, 3e-5, 1 - 5e-5], [0.25, 0.0, 0.75]]
    weights = torch.tensor(rows, dtype=torch.float64)
    agree(student.mask_and_renormalize(weights), mask_and_renormalize(weights))


@check(
    "mask_and_renormalize.width_and_device",
    "dtype and device follow the weights",
    points=0.2,
    level="robustness",
    hint="Whatever is made on the way belongs where the weights are, and is of their kind.",
)
def test_renormalize_width_and_device(student: Student) -> None:
    weights = stochastic(T, T, seed=6, dtype=torch.float64)
    agree_in_each_width(
        lambda dtype: student.mask_and_renormalize(weights.to(dtype)),
        lambda dtype: mask_and_renormalize(weights.to(dtype)),
    )
    agree_on_meta(student.mask_and_renormalize(weights.float().to("meta")), T, T)


@check(
    "mask_and_renormalize.leaves_alone",
    "the weights stay as they are, however they lie in memory and where sizes are one",
    points=0.2,
    level="robustness",
    hint="Write into a new tensor, and keep every dimension.",
)
def test_renormalize_leaves_alone(student: Student) -> None:
    turned = stochastic(T, B, T, seed=7).transpose(0, 1)
    for weights in (turned, turned[:1], torch.ones(B, 1, 1), torch.ones(1, 1, 1)):
        answer = student.mask_and_renormalize(weights)
        agree(answer, mask_and_renormalize(weights))
        leaves_alone(answer)


@check(
    "masked_softmax.values",
    "a distribution over the keys that are not later",
    points=0.8,
    hint="What is hidden before the softmax, and by which number?",
)
def test_masked_values(student: Student) -> None:
    scores = numbers(B, T, T, seed=11, scale=2.0)
    agree(student.masked_softmax(scores, D_K), masked_softmax(scores, D_K))


@check("masked_softmax.scale", "the scale follows d_k", points=0.5, hint="How does a score grow with d_k?")
@given(d_k=st.sampled_from((5, 2, 3, 7, 10, 24, 64)), t=SIZE)
def test_masked_scale(student: Student, d_k: int, t: int) -> None:
    scores = numbers(2, t, t, seed=12, scale=d_k**0.5)
    agree(student.masked_softmax(scores=scores, d_k=d_k), masked_softmax(scores, d_k))


@check(
    "masked_softmax.leading",
    "any leading dimensions, each matrix masked by itself",
    points=0.4,
    hint="Which dimensions are the queries and the keys, whatever stands before them?",
)
@given(leading=LEADING, t=SIZE)
def test_masked_leading(student: Student, leading: list[int], t: int) -> None:
    scores = numbers(*leading, t, t, seed=13, scale=2.0)
    agree(student.masked_softmax(scores, D_K), masked_softmax(scores, D_K))


@check(
    "masked_softmax.gradient",
    "gradients of the visible scores, none of the hidden ones",
    points=0.8,
    hint="Stay in torch, detach nothing, change nothing in place.",
)
def test_masked_gradient(student: Student) -> None:
    scores, cotangent = (numbers(B, T, T, seed=seed, dtype=torch.float64) for seed in (14, 15))
    expected = gradients(lambda omega: masked_softmax(omega, D_K), [scores], [cotangent])
    agree_gradients_in_double(
        lambda dtype: student.masked_softmax(scores.to(dtype).requires_grad_(), D_K, cotangents=[cotangent.to(dtype)]),
        expected,
    )


@check(
    "masked_softmax.future",
    "later scores get weights of exactly 0 and matter to nothing",
    points=0.5,
    hint="Which number gives exactly 0 under the exponential?",
)
def test_masked_future(student: Student) -> None:
    scores = numbers(3, 3, 3, seed=16, scale=2.0)
    moved = torch.where(is_hidden(3), scores + numbers(3, 3, 3, seed=17), scores)
    for given_scores in (scores, moved):
        answer = student.masked_softmax(given_scores, D_K)
        agree(answer, masked_softmax(scores, D_K))
        hides_the_future(answer.value, answer.called)


@check("masked_softmax.printed", "the weights that the sources print", points=0.2, hint="There, d_k is 2.")
def test_masked_printed(student: Student) -> None:
    agree(student.masked_softmax(ATTENTION_SCORES, 2), CAUSAL_WEIGHTS, PRINTED)
    agree(student.masked_softmax(BY_HAND_SCORES, 2), BY_HAND_WEIGHTS, PRINTED)
    agree(student.masked_softmax(torch.full((3, 3), 0.7), 3), UNIFORM_ROWS, PRINTED)


@check(
    "masked_softmax.large_scores",
    "scores of ±1e4 give the right finite weights",
    points=0.3,
    level="robustness",
    hint="How large may an exponent be before exp overflows, and what is small enough to hide any score?",
)
def test_masked_large_scores(student: Student) -> None:
    rows = [[-1e4, 1e4, 0.0, 1e4], [-1e4, -1e4 + 4, 1e4, 1e4], [1e4, 1e4 - 4, 1e4 + 4, -1e4], [-1e4, 0.0, 4.0, 8.0]]
    scores = torch.tensor([rows, [[-1e4] * 4] * 4])
    for d_k in (16, 1):
        agree(student.masked_softmax(scores, d_k), masked_softmax(scores, d_k))


@check(
    "masked_softmax.width_and_device",
    "dtype and device follow the scores",
    points=0.3,
    level="robustness",
    hint="Whatever is made on the way belongs where the scores are, and is of their kind.",
)
def test_masked_width_and_device(student: Student) -> None:
    scores = numbers(T, T, seed=18)
    agree_in_each_width(
        lambda dtype: student.masked_softmax(scores.to(dtype), D_K),
        lambda dtype: masked_softmax(scores.to(dtype), D_K),
    )
    agree_on_meta(student.masked_softmax(scores.to("meta"), D_K), T, T)


@check(
    "masked_softmax.leaves_alone",
    "the scores stay as they are, however they lie in memory and where sizes are one",
    points=0.2,
    level="robustness",
    hint="Write into a new tensor, and keep every dimension.",
)
def test_masked_leaves_alone(student: Student) -> None:
    turned = numbers(B, T, T, seed=19).transpose(-2, -1)
    for scores in (turned, turned[:1], turned[:, :1, :1], turned[:1, :1, :1]):
        answer = student.masked_softmax(scores, D_K)
        agree(answer, masked_softmax(scores, D_K))
        leaves_alone(answer)
