"""Assertions about returned values: type, shape, dtype, and numbers within a tolerance.

Each raises `CheckFailedError` with the outcome (`wrong shape`, say) and a sentence for the student.
"""

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from msgspec.structs import replace
from torch import Tensor

from autograder.checking.answer import Answer, names_request
from autograder.checking.describe import (
    describe_dtype,
    describe_type,
    describe_value,
    is_single_number,
    name_part,
    type_symptom,
)
from autograder.checking.failures import CheckFailedError
from autograder.checking.named_outputs import outputs_of
from autograder.results.failure import INFINITE, NOT_FINITE, VALUES, Counts, Failure, SurfacedError
from autograder.sandbox.host.student_text import StudentText, detail, quoted_shape, unmarked
from autograder.wording import counted, joined

Pair = tuple[Tensor, Tensor]


@dataclass(frozen=True)
class Tolerance:
    """|got - expected| <= absolute + relative · |expected|."""

    absolute: float
    relative: float


# float32 values of order 1: accepts every right order of operations (exp of a difference, renormalising after softmax).
FLOAT32 = Tolerance(1e-4, 1e-4)
# float32 around 1e4: neighbouring numbers are 1e-3 apart. x - logsumexp(x) has this error and x - max(x) does not;
# both are right.
LARGE = Tolerance(2e-3, 2e-3)
# float64: torch.sqrt(torch.tensor(d_k)) is a float32 constant in an otherwise exact program, hence not 1e-9.
FLOAT64 = Tolerance(1e-6, 1e-6)
# Shares down to 1e-9 in float64, with the same constant.
SHARES = Tolerance(1e-9, 1e-4)
# bfloat16 has 8 significant bits.
BFLOAT16 = Tolerance(4e-2, 4e-2)
# Numbers printed with 4 decimals.
PRINTED = Tolerance(1.5e-4, 0.0)
# Numbers computed by a formula.
FORMULA = Tolerance(1e-6, 1e-5)

ORDINALS = ("first", "second", "third")
ANY_WIDTH = {"bool": "bool", "complex": "a complex dtype", "float": "a float dtype", "int": "an integer dtype"}


def require(
    condition: object, message: str, outcome: str = "wrong values", symptom: str = "", parameter: str = ""
) -> None:
    """Raise `CheckFailedError` with this message, outcome, symptom and parameter unless the condition holds."""
    if not condition:
        raise CheckFailedError(outcome, message, symptom=symptom, parameter=parameter)


@names_request
def assert_close(
    answer: Answer, expected: Tensor, tolerance: Tolerance = FLOAT32, *, dtype: torch.dtype | None = None
) -> None:
    """Require that the last value of `answer` is the tensor `expected`.

    Args:
        answer: the answer.
        expected: a tensor of the required shape.
        tolerance: for the numbers.
        dtype: the required dtype; by default any dtype of the same kind (float, integer, bool, complex) passes.

    Raises:
        CheckFailedError: the first mismatch in this order: type, shape, dtype, finiteness, values.
    """
    assert_tensor(answer.value, expected, tolerance, called=answer.called, dtype=dtype)


def assert_tensor(
    got: Any, expected: Tensor, tolerance: Tolerance, *, called: str, dtype: torch.dtype | None = None, what: str = ""
) -> None:
    """Require that `got` is the tensor `expected`, as `assert_close` does; `what` names a part of the result."""
    with _about_part(what):
        _agree(got, expected, tolerance, name_part(called, what), dtype)


@contextlib.contextmanager
def _about_part(what: str) -> Iterator[None]:
    """Attach the name of the part of a result to any `CheckFailedError` about it."""
    try:
        yield
    except CheckFailedError as failure:
        failure.record = replace(failure.record, part=unmarked(what))
        raise


def _agree(got: Any, expected: Tensor, tolerance: Tolerance, name: str, dtype: torch.dtype | None) -> None:
    got = as_tensor(got, name)
    if got.shape != expected.shape:
        text = f"{name} has shape {detail(_shape(got))}, expected {detail(_shape(expected))}"
        raise CheckFailedError("wrong shape", text, got=got, expected=expected)
    if (dtype is not None and got.dtype is not dtype) or _kind(got) != _kind(expected):
        wanted = describe_dtype(dtype) if dtype else ANY_WIDTH[_kind(expected)]
        text = f"{name} has dtype {describe_dtype(got.dtype)}, expected {wanted}"
        symptom = "not int64" if dtype is torch.int64 else ""
        raise CheckFailedError("wrong dtype", text, got=got, expected=expected, symptom=symptom)
    _agree_finite(got.detach(), expected.detach(), tolerance, name)
    _agree_values(got.detach(), expected.detach(), tolerance, name)


def as_tensor(got: Any, name: str) -> Tensor:
    """Return `got`; fail unless it is a tensor."""
    if not isinstance(got, Tensor):
        text = f"{name} is {describe_type(got)}, expected a Tensor"
        raise CheckFailedError("wrong type", text, got=got, symptom=type_symptom(got))
    return got


@names_request
def assert_gradients(
    answer: Answer, inputs: Sequence[Tensor], parameters: dict[str, Tensor], tolerance: Tolerance = FLOAT64
) -> None:
    """Require gradients of the inputs that have `requires_grad`, in order, and of the named parameters."""
    called = answer.called
    connected = answer.connected or not (inputs or parameters)
    require(connected, f"no gradient flows through {called}", symptom="no gradient")
    of_inputs = zip(answer.input_grads, inputs, strict=True)
    gradients = {f"the {ORDINALS[place]} input": pair for place, pair in enumerate(of_inputs)}
    gradients |= {name: (answer.parameter_grads.get(name), expected) for name, expected in parameters.items()}
    _require_all_gradients(gradients, tolerance, called)
    for name, (grad, expected) in gradients.items():
        _agree_gradient(grad, expected, tolerance, called, f"the gradient of {name}")


@names_request
def assert_raised(answer: Answer, kind: str, *, mention: str = "") -> None:
    """Require that the call raised this exception (or a subclass), with a text that contains `mention`."""
    called, raised = answer.called, answer.raised
    if raised is None or raised.get("not_attempted"):
        answer.response  # noqa: B018 - fails if the definition is missing or a stub
        raise CheckFailedError("wrong values", f"{called} raises nothing, expected {kind}")
    if kind not in raised.get("chain", ()):
        error = SurfacedError(StudentText(raised.get("type")))
        text = f"{called} raises {error.type}, expected {kind}"
        raise CheckFailedError("wrong values", text, record=Failure(exception=error))
    require(mention in str(raised.get("text")), f"{called} raises {kind} with a text that does not name {mention!r}")


Gradients = Mapping[str, tuple[Any, Tensor]]  # by what they are gradients of: what came, and what is right


def _require_all_gradients(gradients: Gradients, tolerance: Tolerance, called: str) -> None:
    """Require that no gradient is missing; if one is, say which others are right."""
    missing = [name for name, (grad, expected) in gradients.items() if grad is None and bool(expected.any())]
    if not missing:
        return
    right = [name for name, pair in gradients.items() if name not in missing and _is_right(*pair, tolerance)]
    several = f"the gradients of {joined(missing)} are" if len(missing) > 1 else f"the gradient of {missing[0]} is"
    others = f"those of {joined(right)} are right" if len(right) > 1 else f"that of {joined(right)} is right"
    raise CheckFailedError(
        "wrong values", f"{called}: {several} missing{f'; {others}' if right else ''}", symptom="gradient missing"
    )


def _is_right(grad: Any, expected: Tensor, tolerance: Tolerance) -> bool:
    try:
        _agree_gradient(grad, expected, tolerance, "", "")
    except CheckFailedError:
        return False
    return grad is not None


def _agree_gradient(grad: Any, expected: Tensor, tolerance: Tolerance, called: str, what: str) -> None:
    if grad is None and not expected.any():
        return
    try:
        assert_tensor(grad, expected, tolerance, called=called, what=what)
    except CheckFailedError as failure:
        failure.record = replace(failure.record, is_gradient=True)
        raise


def _agree_finite(got: Tensor, expected: Tensor, tolerance: Tolerance, name: str) -> None:
    a, b = _exact(got), _exact(expected)
    has_infinite = not torch.isfinite(b).all()  # then an infinite number elsewhere is a wrong value like others
    not_finite = (torch.isnan(a) if has_infinite else ~torch.isfinite(a)) & (a != b)
    if not_finite.any():
        what, several = _what_is_not_finite(a, not_finite), a.numel() > 1
        record = Failure(NOT_FINITE, counts=_counts(not_finite, what=what) if several else None)
        text = f"{name}: " if several else f"{name} is {what}"
        wrong = _is_wrong(_distance(a, b), b, tolerance) & _matrices_with(not_finite)
        raise CheckFailedError("not finite", text, got=got, expected=expected, wrong=wrong | not_finite, record=record)


def _matrices_with(marked: Tensor) -> Tensor:
    """Return which numbers stand in a matrix with a marked one, as a mask that broadcasts."""
    return marked.any(-1, keepdim=True).any(-2, keepdim=True) if marked.dim() > 1 else marked.any()


def _what_is_not_finite(values: Tensor, not_finite: Tensor) -> str:
    undefined = values[not_finite].isnan()
    return "NaN" if undefined.all() else "NaN or infinite" if undefined.any() else "infinite"


def _agree_values(got: Tensor, expected: Tensor, tolerance: Tolerance, name: str) -> None:
    a, b = _exact(got), _exact(expected)
    distance = _distance(a, b)
    wrong = _is_wrong(distance, b, tolerance)
    if wrong.any():
        far = "" if expected.dtype is torch.bool else _how_far(distance)  # True and False differ by nothing else than 1
        own = describe_value(got.item()) if is_single_number(got) else ""
        record = Failure(VALUES, counts=_counts(wrong, largest=far, got=own))
        raise CheckFailedError("wrong values", f"{name}: ", got=got, expected=expected, wrong=wrong, record=record)


def _distance(a: Tensor, b: Tensor) -> Tensor:
    """Return how far numbers are apart; an infinite one has no distance from itself."""
    same = torch.isinf(b) & (a == b)
    return torch.where(same, torch.zeros_like(a), (a - b).abs())


def _is_wrong(distance: Tensor, expected: Tensor, tolerance: Tolerance) -> Tensor:
    return ~(distance <= tolerance.absolute + tolerance.relative * expected.abs().nan_to_num(0.0, 0.0, 0.0))


def _counts(wrong: Tensor, **more: str) -> Counts:
    """Count the numbers that are wrong, and locate the first one if it is not the first of all."""
    count = int(wrong.sum())
    return Counts(count, wrong.numel(), first=() if count == wrong.numel() else _first(wrong), **more)


def _how_far(distance: Tensor) -> str:
    """The largest difference, in words; an infinite one is not printed as a number."""
    largest = distance.max().item()
    return f"{largest:.3g}" if math.isfinite(largest) else INFINITE


def _exact(value: Tensor) -> Tensor:
    return value.to(torch.complex128).abs() if value.is_complex() else value.to(torch.float64)


def _kind(value: Tensor) -> str:
    if value.dtype is torch.bool:
        return "bool"
    if value.is_complex():
        return "complex"
    return "float" if value.is_floating_point() else "int"


def _first(mask: Tensor) -> tuple[int, ...]:
    return tuple(int(index) for index in mask.nonzero()[0])


def _shape(value: Tensor) -> str:
    return quoted_shape(value.shape)


TOO_LARGE = 10**300  # near the largest float; no expected answer is so large


@names_request
def assert_number(answer: Answer, expected: float, tolerance: Tolerance = FORMULA) -> None:
    """Require that the last value is this number: an int, a float, or a tensor or numpy scalar with one element."""
    assert_plain(answer.value, expected, tolerance, called=answer.called)


def assert_plain(got: Any, expected: float, tolerance: Tolerance = FORMULA, *, called: str, what: str = "") -> None:
    """Require that `got` is the number `expected`; `what` names a part of the result."""
    name = name_part(called, what)
    with _about_part(what):
        _agree_number(as_number(got, name), expected, tolerance, name)


def _agree_number(value: float, expected: float, tolerance: Tolerance, name: str) -> None:
    if isinstance(value, int) and abs(value) > TOO_LARGE:
        text = f"{name} is {detail(describe_value(value))}"
        raise CheckFailedError("wrong values", text, got=value, expected=expected)
    if not math.isfinite(value):
        raise CheckFailedError(
            "not finite", f"{name} is {value}, expected a finite number", got=value, expected=expected
        )
    if abs(value - expected) > tolerance.absolute + tolerance.relative * abs(expected):
        side = "small" if value < expected else "large"
        text = f"{name} is {detail(describe_value(value))}, which is too {side}"
        raise CheckFailedError("wrong values", text, got=value, expected=expected)


@names_request
def assert_numbers(answer: Answer, expected: Sequence[float], tolerance: Tolerance = FORMULA) -> None:
    """Require that the last value is a tuple, list or Size of these numbers."""
    got = as_sequence(answer.value, answer.called)
    if len(got) != len(expected):
        text = f"{answer.called} has {detail(counted(len(got), 'number'))}, expected {detail(len(expected))}"
        raise CheckFailedError("wrong shape", text, got=got, expected=expected)
    for place, (item, wanted) in enumerate(zip(got, expected, strict=True)):
        assert_plain(item, wanted, tolerance, called=answer.called, what=f"number {detail(place)}")


def as_number(got: Any, name: str) -> float:
    """Return `got` as a number; fail unless it is one. A bool is not a number."""
    value = got.item() if isinstance(got, Tensor) and _is_scalar(got) else got
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise CheckFailedError("wrong type", f"{name} is {describe_type(value)}, expected a number", got=value)
    return value


def as_sequence(got: Any, name: str) -> Sequence[Any]:
    """Return `got`; fail unless it is a list or tuple."""
    if not isinstance(got, list | tuple):
        raise CheckFailedError("wrong type", f"{name} is {describe_type(got)}, expected a list or tuple", got=got)
    return got


def _is_scalar(tensor: Tensor) -> bool:
    return tensor.numel() == 1 and tensor.dtype is not torch.bool and not tensor.is_complex()


def as_pair(got: object, called: str) -> Pair:
    """Return a result of two tensors, (output, attention weights); fail unless it is such a pair."""
    first, second = outputs_of(got, ("out", "weights"), called)
    return as_tensor(first, f"{called}: out"), as_tensor(second, f"{called}: weights")
