"""Hidden checks of convolve and Conv1d: sums in loops, and torch's gradients of them."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder import FLOAT64, Student, assert_close, check, require, sample
from autograder.checking.registry import PLAIN_VALUES

SLIDE = "Write the first two sums for three weights and five numbers out by hand."


def convolved(x: Tensor, weight: Tensor) -> Tensor:
    """The convolution, one place at a time."""
    k = len(weight)
    sums = [torch.stack([weight[j] * x[..., i + j] for j in range(k)]).sum(0) for i in range(x.shape[-1] - k + 1)]
    return torch.stack(sums, dim=-1)


def gradients(x: Tensor, weight: Tensor, grad: Tensor) -> tuple[Tensor, Tensor]:
    """The gradients of input and weight, by torch."""
    x, weight = x.clone().requires_grad_(), weight.clone().requires_grad_()
    of_x, of_weight = torch.autograd.grad(convolved(x, weight), (x, weight), grad)
    return of_x, of_weight


def doubles(*shape: int, seed: int) -> Tensor:
    """Numbers of double precision."""
    return sample(*shape, seed=seed).double()


@check("convolve.values", "a row of numbers", points=0.8, hint=SLIDE, for_message="a single row")
def test_convolve_values(student: Student) -> None:
    for n, k in ((7, 3), (5, 2), (9, 4)):
        x, weight = sample(n, seed=n), sample(k, seed=20 + k)
        assert_close(student.convolve(x, weight), convolved(x, weight))


@check("convolve.leading", "several rows at once", points=0.4, hint="Along which dimension does the weight slide?")
def test_convolve_leading(student: Student) -> None:
    for shape in ((2, 6), (3, 2, 5)):
        x, weight = sample(*shape, seed=1), sample(3, seed=2)
        assert_close(student.convolve(x, weight), convolved(x, weight))


@check("convolve.any_size", "any sizes", points=0.4, hint="How many places are there if the weight is as long as x?")
@given(k=st.integers(1, 4), more=st.integers(0, 4), rows=st.integers(1, 3))
def test_convolve_any_size(student: Student, k: int, more: int, rows: int) -> None:
    x, weight = sample(rows, k + more, seed=3), sample(k, seed=4)
    assert_close(student.convolve(x, weight), convolved(x, weight))


@check(
    "convolve.dtype", "double precision stays", points=0.2, level="robustness", hint="Which line makes a new tensor?"
)
def test_convolve_dtype(student: Student) -> None:
    x, weight = doubles(6, seed=5), doubles(3, seed=6)
    assert_close(student.convolve(x, weight), convolved(x, weight), FLOAT64, dtype=torch.float64)


@check(
    "convolve.inputs", "its inputs stay", points=0.2, level="robustness", hint="Which line changes a tensor in place?"
)
def test_convolve_inputs(student: Student) -> None:
    answer = student.convolve(sample(6, seed=7), sample(3, seed=8))
    require(answer.untouched, f"{answer.called} changes its inputs", symptom="input changed")


@check("Conv1d.forward", "the convolution", points=0.8, hint=SLIDE, for_message=PLAIN_VALUES)
def test_forward(student: Student) -> None:
    for shape, k in (((7,), 3), ((2, 6), 2), ((2, 3, 5), 4), ((1, 3), 3)):
        x, weight = doubles(*shape, seed=1), doubles(k, seed=2)
        script = student.script()
        assert_close(script.answer(script.Conv1d(weight)(x)), convolved(x, weight), FLOAT64, dtype=torch.float64)


def require_backward(student: Student, shape: tuple[int, ...], k: int, *, of_weight: bool, seed: int = 3) -> None:
    """Require the gradient of the weight or of the input."""
    x, weight = doubles(*shape, seed=seed), doubles(k, seed=seed + 1)
    grad = doubles(*shape[:-1], shape[-1] - k + 1, seed=seed + 2)
    script = student.script()
    conv = script.Conv1d(weight)
    conv(x)
    of_x = conv.backward(grad)
    answer = script.answer(conv.grad if of_weight else of_x)
    assert_close(answer, gradients(x, weight, grad)[of_weight], FLOAT64)


@check("Conv1d.of_input", "the gradient of the input", points=1.2, hint="Which results does one input take part in?")
def test_of_input(student: Student) -> None:
    for n, k in ((7, 3), (5, 2), (6, 4), (3, 3)):
        require_backward(student, (n,), k, of_weight=False)


@check(
    "Conv1d.of_weight",
    "the gradient of the weight",
    points=1.2,
    hint="Which inputs does one weight meet?",
    for_message="a single row",
)
def test_of_weight(student: Student) -> None:
    for n, k in ((7, 3), (5, 2), (6, 4), (3, 3)):
        require_backward(student, (n,), k, of_weight=True)


@check(
    "Conv1d.rows",
    "the gradients of several rows",
    points=0.8,
    hint="All rows share one weight: what of their gradients?",
)
def test_rows(student: Student) -> None:
    for of_weight in (False, True):
        require_backward(student, (2, 6), 3, of_weight=of_weight)
        require_backward(student, (2, 3, 5), 2, of_weight=of_weight)


@check("Conv1d.adds", "the gradient of the weight adds up", points=0.4, hint="Is the gradient set, or added to?")
def test_adds(student: Student) -> None:
    x, weight, grad = doubles(6, seed=4), doubles(3, seed=5), doubles(4, seed=6)
    script = student.script()
    conv = script.Conv1d(weight)
    for _ in range(2):
        conv(x)
        conv.backward(grad)
    assert_close(script.answer(conv.grad), 2 * gradients(x, weight, grad)[1], FLOAT64)


@check(
    "Conv1d.last_call",
    "a gradient belongs to the last call",
    points=0.4,
    level="robustness",
    hint="Which input does the object remember?",
)
def test_last_call(student: Student) -> None:
    weight, grad = doubles(2, seed=5), doubles(5, seed=6)
    x = doubles(6, seed=8)
    script = student.script()
    conv = script.Conv1d(weight)
    conv(doubles(6, seed=7))
    conv(x)
    conv.backward(grad)
    assert_close(script.answer(conv.grad), gradients(x, weight, grad)[1], FLOAT64)


@check(
    "Conv1d.gradient_stays",
    "the gradient that comes in stays",
    points=0.2,
    level="robustness",
    hint="Which line changes a tensor in place?",
)
def test_gradient_stays(student: Student) -> None:
    numbers = doubles(4, seed=6)
    script = student.script()
    conv, grad = script.Conv1d(doubles(3, seed=5)), script.value(numbers)
    conv(doubles(6, seed=4))
    conv.backward(grad)
    assert_close(script.answer(grad * 1.0), numbers, FLOAT64)
