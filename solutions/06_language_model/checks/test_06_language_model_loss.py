"""Hidden checks of 06_language_model: cross_entropy."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import LARGE, assert_close
from autograder.checking.layers import gradients
from autograder.checking.own_values import KEEP_NAMES, assert_calls_as_alone, assert_elsewhere, plain
from autograder.checking.registry import check
from autograder.checking.robustness import (
    assert_gradients_in_double,
    assert_keeps_dtype,
    assert_on_meta,
    assert_pure,
    assert_result_by_name,
    assert_same_as_own,
    coarse,
    shifted,
)
from autograder.checking.samples import B, T, leaf, non_contiguous, sample
from autograder.checking.student import Student
from solutions.shared.language import ROUNDED_TO_FLOAT32, VOCAB, some_ids
from solutions.shared.reference.language import cross_entropy

SURPRISE = "How surprised is the model by one target, and how many targets are there?"
LEADING: tuple[list[int], ...] = ([], [3], [2, 3], [2, 1, 3])


def drawn(*leading: int, vocab_size: int = VOCAB, seed: int = 1, scale: float = 2.0) -> tuple[Tensor, Tensor]:
    """Logits and targets."""
    return sample(*leading, vocab_size, seed=seed, scale=scale), some_ids(*leading, seed=seed, vocab_size=vocab_size)


@check("cross_entropy.values", "the mean surprise of a batch", points=0.6, hint=SURPRISE)
def test_loss_values(student: Student) -> None:
    for shape, scale in (((B, T), 2.0), ((3, 5), 0.3), ((2, 40), 4.0)):
        logits, targets = drawn(*shape, scale=scale)
        assert_close(student.cross_entropy(logits, targets), cross_entropy(logits, targets))


@check(
    "cross_entropy.leading",
    "any leading dimensions, one target included",
    points=0.35,
    hint="The mean is taken over all targets, wherever they stand.",
)
@given(leading=st.sampled_from(LEADING), vocab_size=st.integers(1, 6), seed=st.integers(0, 20))
def test_loss_leading(student: Student, leading: list[int], vocab_size: int, seed: int) -> None:
    logits, targets = drawn(*leading, vocab_size=vocab_size, seed=seed)
    assert_close(student.cross_entropy(logits, targets), cross_entropy(logits, targets))


@check(
    "cross_entropy.equal_sizes",
    "as many tokens, texts or positions as entries in the vocabulary: no dimension is taken for another",
    points=0.2,
    hint="Count dimensions from the end: the vocabulary is the last one.",
    for_message="a dimension of the same size is the likely reason",
)
def test_loss_equal_sizes(student: Student) -> None:
    for shape, vocab_size in (((4, 5), 5), ((4, 5), 4), ((4, 4), 4), ((3, 1), 3), ((1, 3), 3)):
        logits, targets = drawn(*shape, vocab_size=vocab_size, seed=3)
        assert_close(student.cross_entropy(logits, targets), cross_entropy(logits, targets))


@check(
    "cross_entropy.gradient",
    "gradients of the logits",
    points=0.75,
    hint="Every logit of a row has a part in the loss: stay in torch, and detach nothing.",
)
def test_loss_gradient(student: Student) -> None:
    for shape in ((B, T), (4,)):
        logits, targets = drawn(*shape, seed=4)
        cotangent = torch.tensor(1.5, dtype=torch.float64)
        expected = gradients(lambda z, y=targets: cross_entropy(z, y), [logits.double()], [cotangent])

        def ask(dtype: torch.dtype, logits: Tensor = logits, targets: Tensor = targets) -> Answer:
            cotangents = [torch.tensor(1.5, dtype=dtype)]
            return student.cross_entropy(leaf(logits, dtype), targets, cotangents=cotangents)  # type: ignore[no-any-return]

        assert_gradients_in_double(ask, expected)


@check(
    "cross_entropy.repeated",
    "every call has the loss of its own logits and targets",
    points=0.45,
    hint="Nothing is kept from one call to the next.",
)
def test_loss_repeated(student: Student) -> None:
    pairs = [drawn(B, T, seed=5), drawn(B, T, seed=6), drawn(3, 4, seed=7), drawn(B, T, seed=5)]
    right = [cross_entropy(*pair).float() for pair in pairs]
    assert_calls_as_alone(student.definition("cross_entropy"), *pairs, right=right)


@check(
    "cross_entropy.large_logits",
    "logits of ±1e4 give the right finite loss",
    points=0.3,
    level="robustness",
    hint="What is the logarithm of a probability that was rounded to 0?",
)
def test_loss_large_logits(student: Student) -> None:
    rows = [[1e4, -1e4, 0.0], [-1e4, -1e4 + 1, -1e4 + 3], [0.0, 1e4, 1e4], [200.0, 0.0, -200.0], [0.0, 1e4, -1e4]]
    usual = drawn(3, 5, seed=2)
    known = plain(student.cross_entropy(*usual), cross_entropy(*usual))
    logits = torch.tensor(rows)
    near = torch.tensor([[1e4, 1e4 - 1, 1e4 - 2], [-1e4, -1e4 + 1, -1e4 + 3]])
    pairs = [(logits, targets) for targets in ([0, 2, 1, 0, 1], [1, 0, 0, 2, 2], [2, 1, 2, 1, 0])]
    for item, targets in [*pairs, (near, [1, 0])]:
        ids = torch.tensor(targets)
        assert_elsewhere(student.cross_entropy(item, ids), known, cross_entropy(item, ids), LARGE)


@check(
    "cross_entropy.width_and_device",
    "a scalar of the dtype and on the device of the logits",
    points=0.2,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_loss_width_and_device(student: Student) -> None:
    logits, targets = drawn(B, T, seed=8, scale=1.0)
    logits, targets[0, 0] = coarse(logits), 0  # the logit that moves is that of a target

    def ask(dtype: torch.dtype, step: float) -> Answer:
        return student.cross_entropy(shifted(logits, dtype, step), targets)  # type: ignore[no-any-return]

    assert_keeps_dtype(ask, ROUNDED_TO_FLOAT32 / 100)  # the mean hides the rounding of one row
    assert_on_meta(student.cross_entropy(logits.to("meta"), targets.to("meta")))


@check(
    "cross_entropy.leaves_alone",
    "logits and targets stay as they are, however they lie in memory",
    points=0.1,
    level="robustness",
    hint="Write into a new tensor.",
)
def test_loss_leaves_alone(student: Student) -> None:
    logits, targets = drawn(4, T, seed=9)
    turned = student.cross_entropy(non_contiguous(logits), non_contiguous(targets))
    contiguous = student.cross_entropy(logits, targets)
    assert_same_as_own(turned, contiguous, "gives something else where its input has another layout in memory")
    assert_pure(turned)


@check(
    "cross_entropy.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_loss_names(student: Student) -> None:
    logits, targets = drawn(B, T, seed=10)
    assert_result_by_name(student, "cross_entropy", logits=logits, targets=targets)
