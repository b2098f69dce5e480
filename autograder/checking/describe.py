"""How calls and values are put into words: shapes instead of numbers where there are many."""

from typing import Any

import torch
from torch import Tensor

from autograder.sandbox.host.student_text import OPEN, StudentText, quoted, unmarked

LONGEST = 60  # letters of a value
MOST_DIGITS = 18  # of a whole number that is written out: counts have fewer, and more of them could spell anything


def describe_value(value: Any) -> str:
    """One short phrase for any value that crossed the wire."""
    if isinstance(value, Tensor):
        return _describe_tensor(value)
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, dict) and "$" in value:
        return f"{value.get('name') or value.get('kind') or value['$']}"
    if isinstance(value, torch.dtype):
        return str(value)
    if isinstance(value, list | tuple):
        text = ", ".join(describe_value(item) for item in value[:8]) + (", …" if len(value) > 8 else "")
        return f"[{text}]" if isinstance(value, list) else f"({text})"
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        return _rounded(value)
    text = repr(value)
    plain = unmarked(text)
    short = plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"
    return quoted(short) if OPEN in text else short


def _rounded(value: int) -> str:
    """A number of many digits; also of more than a float can have."""
    digits = str(abs(value))
    fraction = digits[1:6].rstrip("0")
    return f"{'-' if value < 0 else ''}{digits[0]}{'.' if fraction else ''}{fraction}e+{len(digits) - 1}"


def describe_type(value: Any) -> str:
    """What a value is, where another type was expected."""
    if value is None:
        return "nothing (None)"
    kind = "str" if isinstance(value, StudentText) else type(value).__name__
    return f"of type {getattr(value, 'type_name', kind)}"


def describe_dtype(dtype: torch.dtype) -> str:
    """`float32`, as a message has it."""
    return str(dtype).removeprefix("torch.")


def name_part(called: str, what: str) -> str:
    """What is judged: the result of a call, or `what` of it."""
    return f"{called}: {what}" if what else called


def _describe_tensor(value: Tensor) -> str:
    if value.dim() == 0 and value.device.type != "meta":
        return f"tensor({value.item():g})" if value.dtype is not torch.bool else f"tensor({bool(value)})"
    kind = "" if value.dtype is torch.float32 else f" {describe_dtype(value.dtype)}"
    place = " on meta" if value.device.type == "meta" else ""
    return f"<{' × '.join(map(str, value.shape))}{kind}{place}>"


def describe_call(recipe: dict[str, Any]) -> str:
    """The last call of a recipe as a student would write it, with tensors as their shapes.

    Methods that were called between (`eval`, `state_dict`) are left out: what is judged is what the call itself did.
    """
    text = str(recipe["target"])
    if recipe.get("init") is not None:
        text += f"({_arguments(recipe['init'], recipe.get('init_named', {}))})"
    calls = [call for call in recipe["calls"] if not call.get("method")]
    if calls:
        last = calls[-1]
        text += f"({_arguments(last['args'], last['named'])})"
    return text


def describe_one_call(recipe: dict[str, Any], place: int) -> str:
    """One of the calls of a recipe, with its own arguments."""
    calls = recipe["calls"]
    told = f"{describe_call(recipe | {'calls': calls[: place + 1]})} in call {place + 1} of {len(calls)}"
    return told if recipe.get("init") is None else f"{told} on the same object"


def _arguments(args: list[Any], named: dict[str, Any]) -> str:
    return ", ".join(
        [*map(describe_value, args), *(f"{name}={describe_value(value)}" for name, value in named.items())]
    )
