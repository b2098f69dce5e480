"""Describes calls and values in messages; large tensors are described by their shapes."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from autograder.sandbox.guest.unsent import UnsentTensor
from autograder.sandbox.guest.wire import NumpyArray
from autograder.sandbox.host.student_text import OPEN, StudentText, as_call, detail, quoted, unmarked

MAX_VALUE = 60  # characters of a value
WRITTEN_OUT = 8  # numbers of an array that are all shown
SIGNIFICANT = 12  # digits of a number that is an argument
MAX_DIGITS = 18  # of an integer that is written out: counts have fewer, and a longer one could encode a message


def describe_value(value: Any) -> str:
    """Describe any value of a request or response in a short phrase."""
    if isinstance(value, Tensor):
        return _describe_tensor(value)
    if isinstance(value, NumpyArray | np.ndarray):
        return _describe_array(value)
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, dict) and "$" in value:
        return f"{value.get('name') or value.get('kind') or value['$']}"
    if isinstance(value, torch.dtype):
        return str(value)
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(describe_value, value))[:8])}{', …' if len(value) > 8 else ''}}}"
    if isinstance(value, list | tuple):
        text = ", ".join(describe_value(item) for item in value[:8]) + (", …" if len(value) > 8 else "")
        return f"[{text}]" if isinstance(value, list) else f"({text})"
    if isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
        return _rounded(value)
    text = repr(value)
    plain = unmarked(text)
    short = plain if len(plain) <= MAX_VALUE else plain[: MAX_VALUE - 1] + "…"
    return quoted(short) if OPEN in text else short


def is_single_number(value: Any) -> bool:
    """Whether a value is a tensor with one number that can be read, and no truth value."""
    return isinstance(value, Tensor) and value.numel() == 1 and _is_real(value)


def _is_real(value: Tensor) -> bool:
    return value.dtype is not torch.bool and not value.is_complex()


def _rounded(value: int) -> str:
    """Format a large integer like `1.23e+20`, even one that exceeds the range of floats."""
    digits = str(abs(value))
    fraction = digits[1:6].rstrip("0")
    return f"{'-' if value < 0 else ''}{digits[0]}{'.' if fraction else ''}{fraction}e+{len(digits) - 1}"


def describe_type(value: Any) -> str:
    """Describe a value by its type, where another type was expected."""
    if value is None:
        return "nothing (None)"
    return f"of type {_type_name(value)}"


def _type_name(value: Any) -> str:
    kind = "str" if isinstance(value, StudentText) else type(value).__name__
    return str(getattr(value, "type_name", kind))


RETURNED_SYMPTOMS = {
    "list": "list returned",
    "tuple": "list returned",
    "str": "text returned",
    "NumpyArray": "numpy array returned",
    "dict": "container returned",
    "set": "container returned",
    "generator": "container returned",
}


def type_symptom(value: Any) -> str:
    """Return the symptom of a value of another type than a tensor; empty if its type is none by itself."""
    return "nothing returned" if value is None else RETURNED_SYMPTOMS.get(_type_name(value), "")


def describe_dtype(dtype: torch.dtype) -> str:
    """Name a dtype without the prefix: `float32`."""
    return str(dtype).removeprefix("torch.")


def name_part(called: str, what: str) -> str:
    """Name the result of a call, or the part `what` of it."""
    return f"{called}: {what}" if what else called


def _describe_array(value: NumpyArray | np.ndarray[Any, Any]) -> str:
    """Describe an array by its numbers if they are few, as numpy prints them, else by its shape."""
    values = value.values if isinstance(value, NumpyArray) else torch.from_numpy(np.array(value, order="C"))
    if values.numel() <= WRITTEN_OUT and not isinstance(values, UnsentTensor):
        return f"array({describe_value(values.tolist())})"
    return f"<{' × '.join(map(str, values.shape))} array of {describe_dtype(values.dtype)}>"


def _describe_tensor(value: Tensor) -> str:
    if value.dim() == 0:
        return f"tensor({value.item():g})" if value.dtype is not torch.bool else f"tensor({bool(value)})"
    kind = "" if value.dtype is torch.float32 else f" {describe_dtype(value.dtype)}"
    return f"<{' × '.join(map(str, value.shape))}{kind}>"


def describe_call(request: dict[str, Any]) -> str:
    """Describe the last call of a request as a student would write it, with tensors as their shapes.

    Calls of other methods (`eval`, `state_dict`) are left out, because the check is about the call itself.
    """
    text = str(request["target"])
    if request.get("init") is not None:
        text += f"({_arguments(request['init'], request.get('init_named', {}))})"
    state = ""
    calls = [call for call in request["calls"] if not call.get("method")]
    if calls:
        last = calls[-1]
        text, state = f"{text}({_arguments(last['args'], last['named'])})", _state(request, last)
    if calls or request.get("init") is not None:
        text = as_call(text)
    return f"{text}{state}{' on a GPU' if request.get('stand_in') else ''}"


def _state(request: dict[str, Any], call: dict[str, Any]) -> str:
    """Return in which state a call is made, if that is not the usual one."""
    if call.get("recording", request.get("recording", True)):
        return " in evaluation mode" if call.get("training") is False else ""
    trained = request.get("init") is None or call.get("training", request.get("training")) is not False
    return " under torch.no_grad()" if trained else " in evaluation mode under torch.no_grad()"


def describe_one_call(request: dict[str, Any], place: int) -> str:
    """Describe one of several calls of a request, with its own arguments."""
    calls = request["calls"]
    number = f" in call {place + 1} of {len(calls)}{'' if request.get('init') is None else ' on the same object'}"
    return f"{describe_call(request | {'calls': calls[: place + 1]})}{detail(number)}"


def _arguments(args: list[Any], named: dict[str, Any]) -> str:
    return ", ".join([*map(_argument, args), *(f"{name}={_argument(value)}" for name, value in named.items())])


def _argument(value: Any) -> str:
    """Describe an argument so that a call with what is written gives the same: 0.249999 is not 0.25."""
    return f"{value:.{SIGNIFICANT}g}" if isinstance(value, float) else describe_value(value)
