"""Values of a recipe as Python code, exact: what is read back is what the check gave."""

from typing import Any

import torch
from torch import Tensor

INFERRED = (torch.float32, torch.int64, torch.bool)  # what torch.tensor makes of numbers as they are written
FUNCTIONS = ("sin", "cos", "exp")


class NoCodeError(ValueError):
    """A value that no short code makes."""


def size_of(value: Any) -> int:
    """How many numbers the code of a value holds."""
    if isinstance(value, Tensor):
        return 1 if value.device.type == "meta" else value.numel()
    if isinstance(value, dict):
        return sum(size_of(item) for pair in value.items() for item in pair)
    if isinstance(value, list | tuple):
        return sum(map(size_of, value))
    return 1 + len(value) // 20 if isinstance(value, str) else 1


def literal(value: Any) -> str:
    """The code of one value.

    Raises:
        NoCodeError: a model, or anything else that takes more than an expression.
    """
    if isinstance(value, Tensor):
        return _tensor(value)
    if isinstance(value, dict):
        return _described(value) if "$" in value else _mapping(value)
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' if len(value) == 1 else ''})"
    if value is None or isinstance(value, bool | int | str):
        return repr(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, torch.dtype):
        return str(value)
    raise NoCodeError(type(value).__name__)


def _mapping(value: dict[Any, Any]) -> str:
    return f"{{{', '.join(f'{literal(key)}: {literal(item)}' for key, item in value.items())}}}"


def _described(value: dict[str, Any]) -> str:
    kind = value["$"]
    if kind == "device":
        return f"torch.device({value['name']!r})"
    if kind == "polynomial":
        powers = ("", " * x", *(f" * x**{power}" for power in range(2, len(value["coefficients"]))))
        terms = zip(value["coefficients"], powers, strict=False)
        return f"lambda x: {' + '.join(f'{literal(number)}{power}' for number, power in terms)}"
    if kind == "function" and value["name"] in FUNCTIONS:
        return f"math.{value['name']}"
    raise NoCodeError(str(kind))


def _tensor(value: Tensor) -> str:
    grad = ", requires_grad=True" if value.requires_grad else ""
    kind = "" if value.dtype in INFERRED else f", dtype={value.dtype}"
    if value.device.type == "meta":
        return f'torch.empty({list(value.shape)}{kind}, device="meta"{grad})'
    if not value.numel():
        kind = "" if value.dtype is torch.float32 else f", dtype={value.dtype}"
        return f"torch.empty({list(value.shape)}{kind}{grad})"
    return f"torch.tensor({_lines(value.detach())}{kind}{grad})"


def _lines(value: Tensor) -> str:
    """One line for each row."""
    if value.dim() < 2:
        return _nested(value, 0)
    rows = ",\n    ".join(_nested(part, 5) for part in value)
    return f"[\n    {rows},\n]"


def _nested(value: Tensor, indent: int) -> str:
    if value.dim() == 0:
        return _item(value)
    between = ", " if value.dim() == 1 else ",\n" + " " * indent
    return f"[{between.join(_nested(part, indent + 1) for part in value)}]"


def _item(value: Tensor) -> str:
    """The shortest text that gives this very number in its own dtype."""
    item = value.item()
    if not isinstance(item, float):
        return repr(item)
    short = (f"{item:.{digits}g}" for digits in range(1, 18))
    exact = (text for text in short if torch.equal(torch.tensor(float(text), dtype=value.dtype), value))
    return _number(float(next(exact, "nan")))


def _number(value: float) -> str:
    text = repr(value)
    return f'float("{text}")' if text in ("nan", "inf", "-inf") else text
