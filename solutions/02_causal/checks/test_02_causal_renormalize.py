"""Hidden checks of 02_causal: mask_and_renormalize."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import PRINTED, assert_close
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
from autograder.checking.robustness import assert_each, assert_on_meta, assert_pure
from autograder.checking.samples import MOST_TOKENS, B, T, leaf, non_contiguous, sample
from autograder.checking.student import Student
from solutions.shared.causal import assert_gradient_within_rows, hides_the_future
from solutions.shared.figures import ATTENTION_WEIGHTS, CAUSAL_WEIGHTS, UNIFORM_ROWS
from solutions.shared.reference.attention import mask_and_renormalize, softmax

LEADING = st.sampled_from(([], [2], [3], [3, 2], [2, 3], [2, 3, 2]))
SIZE = st.integers(1, 5)


def stochastic(*shape: int, seed: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """Weights whose rows sum to 1."""
    return softmax(sample(*shape, seed=seed)).to(dtype)


@check(
    "mask_and_renormalize.values",
    "the lower triangle, each row summing to 1 again, in every call",
    points=0.65,
    hint="Over which dimension does a row sum to 1?",
)
def test_renormalize_values(student: Student) -> None:
    on_itself = 6.0 * torch.eye(MOST_TOKENS)  # so that no row has little left: that has a check of its own
    long = softmax(sample(MOST_TOKENS, MOST_TOKENS, seed=1) + on_itself).float()
    for weights in (stochastic(B, T, T, seed=1), long):
        assert_close(student.mask_and_renormalize(weights), mask_and_renormalize(weights))
    several = [stochastic(*shape, seed=seed) for seed, shape in ((8, (4, 4)), (9, (4, 4)), (10, (3, 3)))]
    answer = student.definition("mask_and_renormalize").calls(*((weights,) for weights in several))
    assert_each(answer, [mask_and_renormalize(weights) for weights in several])


@check(
    "mask_and_renormalize.leading",
    "any leading dimensions, each row on its own",
    points=0.3,
    hint="Which dimensions are the queries and the keys, whatever stands before them?",
)
@given(leading=LEADING, t=SIZE)
def test_renormalize_leading(student: Student, leading: list[int], t: int) -> None:
    weights = stochastic(*leading, t, t, seed=2)
    assert_close(student.mask_and_renormalize(weights), mask_and_renormalize(weights))


@check(
    "mask_and_renormalize.gradient",
    "gradients of the weights, through the sum too",
    points=0.65,
    hint="A row's sum depends on every visible weight of the row.",
)
def test_renormalize_gradient(student: Student) -> None:
    weights, cotangent = softmax(sample(B, T, T, seed=3, scale=0.3)), sample(B, T, T, seed=4, dtype=torch.float64)
    (expected,) = gradients(mask_and_renormalize, [weights], [cotangent])
    assert_gradient_within_rows(
        lambda dtype: student.mask_and_renormalize(leaf(weights, dtype), cotangents=[cotangent.to(dtype)]),
        expected,
    )


@check(
    "mask_and_renormalize.printed",
    "the article's six by six causal weights",
    points=0.1,
    hint="There, the unmasked weights of the article are cut and renormalised.",
)
def test_renormalize_printed(student: Student) -> None:
    assert_close(student.mask_and_renormalize(ATTENTION_WEIGHTS), CAUSAL_WEIGHTS, PRINTED)
    assert_close(student.mask_and_renormalize(torch.full((3, 3), 1 / 3)), UNIFORM_ROWS, PRINTED)


@check(
    "mask_and_renormalize.future",
    "later weights become 0 and matter to nothing",
    points=0.35,
    hint="What may row i of the result depend on?",
    for_message="names the rows that see too much",
)
def test_renormalize_future(student: Student) -> None:
    weights = stochastic(3, 3, 3, seed=5)  # as many matrices as rows: sums along the wrong dimension fit unnoticed
    moved = weights.clone()
    moved[:, 0, 1:] = weights[:, 0, 1:].flip(-1)
    for given_weights in (weights, moved):
        answer = student.mask_and_renormalize(given_weights)
        assert_close(answer, mask_and_renormalize(weights))
        hides_the_future(answer.value, answer.called)


def plain_weights(student: Student) -> Plain:
    """What the student's function makes of the weights of the first check."""
    weights = stochastic(B, T, T, seed=1)
    return plain(student.mask_and_renormalize(weights), mask_and_renormalize(weights))


@check(
    "mask_and_renormalize.small_sums",
    "rows with little visible weight sum to 1 as well",
    points=0.1,
    level="robustness",
    hint="What does a row of very small numbers become when it is divided by its sum?",
)
def test_renormalize_small_sums(student: Student) -> None:
    known = plain_weights(student)
    rows = [[1e-4, 1 - 1e-4, 0.0], [2e-5, 3e-5, 1 - 5e-5], [0.25, 0.0, 0.75]]
    weights = torch.tensor(rows, dtype=torch.float64)
    assert_elsewhere(student.mask_and_renormalize(weights), known, mask_and_renormalize(weights))


@check(
    "mask_and_renormalize.width_and_device",
    "dtype and device follow the weights",
    points=0.15,
    level="robustness",
    hint="Whatever is made on the way belongs where the weights are, and is of their kind.",
)
def test_renormalize_width_and_device(student: Student) -> None:
    (weights,) = rounded(stochastic(T, T, seed=6))
    known = plain(student.mask_and_renormalize(weights), mask_and_renormalize(weights))
    assert_in_widths(lambda dtype: student.mask_and_renormalize(weights.to(dtype)), known)
    assert_on_meta(student.mask_and_renormalize(weights.to("meta")), T, T)


@check(
    "mask_and_renormalize.leaves_alone",
    "the weights stay as they are, however they lie in memory and where sizes are one",
    points=0.15,
    level="robustness",
    hint="Write into a new tensor, and keep every dimension.",
)
def test_renormalize_leaves_alone(student: Student) -> None:
    known, turned = plain_weights(student), non_contiguous(stochastic(B, T, T, seed=1), (0, 1))
    question = student.definition("mask_and_renormalize").seeded(8_341)  # no seed that programs use
    answer = question.call(turned)
    assert_again(answer, known)
    assert_pure(answer)
    for weights in (turned[:1], torch.ones(B, 1, 1), torch.ones(1, 1, 1)):
        answer = question.call(weights)
        assert_elsewhere(answer, known, mask_and_renormalize(weights))
        assert_pure(answer)


@check(
    "mask_and_renormalize.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_renormalize_names(student: Student) -> None:
    weights = stochastic(B, T, T, seed=1)
    assert_by_name(student.mask_and_renormalize(weights=weights), student.mask_and_renormalize(weights))
