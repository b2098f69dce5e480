"""Formats values as text for a screen of 80 columns."""

import math
import textwrap
from fractions import Fraction
from typing import Any

import torch
from torch import Tensor

WIDTH = 80
INDENT = 12  # of the text after a label
ROWS = 6  # of a matrix; others are left out
LONGEST = 4  # lines of a value that is not a tensor
EXACT = 1e15  # below it, a float has all digits of a whole number

SORTS = (
    (bool, "True or False"),
    (int | float | Fraction, "a number"),
    (Tensor, "a tensor"),
    (list | tuple, "a list or tuple"),
    (str, "a text"),
)


class Said(str):
    """A description in place of a value, shown as it is."""

    __slots__ = ()


def sort_of(value: Any) -> str:
    """Return the kind of `value` in words; a tensor or numpy scalar with one number is a number."""
    if value is None:
        return "None"
    if callable(getattr(value, "item", None)) and _has_one_number(value):
        value = value.item()
    for types, words in SORTS:
        if isinstance(value, types):
            return words
    return f"of the type {type(value).__name__}"


def _has_one_number(value: Any) -> bool:
    if isinstance(value, Tensor):
        return value.numel() == 1 and value.device.type != "meta"
    return getattr(value, "shape", None) == ()


def labelled(label: str, text: str, *, most: int = LONGEST) -> list[str]:
    """Return `text` after its label, wrapped to at most `most` lines."""
    lines = textwrap.wrap(text, WIDTH - INDENT, max_lines=most, placeholder=" …", break_on_hyphens=False) or [""]
    heads = [label, *[""] * (len(lines) - 1)]
    return [f"{head:<{INDENT}}{line}" for head, line in zip(heads, lines, strict=True)]


def show(label: str, value: Any, focus: tuple[int, ...] = ()) -> list[str]:
    """Return `value` after its label; of a large tensor, only the numbers around `focus`."""
    if not isinstance(value, Tensor):
        return labelled(label, _short(value))
    head = head_of(value)
    if value.device.type != "cpu":
        return labelled(label, f"{head}, on {value.device.type}")
    if value.dim() == 0:
        return labelled(label, f"{head}: {show_number(value)}")
    if value.numel() == 0:
        return labelled(label, f"{head}: empty")
    return _matrix(label, head, value.detach(), focus or (0,) * value.dim())


def head_of(value: Tensor) -> str:
    """Describe a tensor without its numbers."""
    return f"tensor of shape {tuple(value.shape)}, {str(value.dtype).removeprefix('torch.')}"


def _matrix(label: str, head: str, value: Tensor, focus: tuple[int, ...]) -> list[str]:
    """Return the matrix of the last two dimensions at `focus`, cut to what fits."""
    matrix = value[focus[:-2]] if value.dim() > 1 else value.unsqueeze(0)  # (rows, columns)
    row, column = (focus[-2] if value.dim() > 1 else 0), focus[-1]
    rows = _window(row, len(matrix), ROWS)
    # How many columns fit depends on the width of the numbers shown: take the widest of these rows.
    width = max(len(cell) for line in _cells(matrix[rows.start : rows.stop]) for cell in line)
    columns = _window(column, matrix.shape[1], max(1, (WIDTH - INDENT) // (width + 2)))
    cells = _cells(matrix[rows.start : rows.stop, columns.start : columns.stop])
    place = [f"at {bracket(focus[:-2])}" if value.dim() > 2 else ""]
    place += [_part("rows", rows, len(matrix)), _part("columns", columns, matrix.shape[1])]
    lines = ["  ".join(f"{cell:>{width}}" for cell in line) for line in cells]
    title = "; ".join(filter(None, [head, ", ".join(filter(None, place))]))
    return [*labelled(label, title, most=2), *(" " * INDENT + line for line in lines)]


def _window(center: int, size: int, most: int) -> range:
    start = min(max(0, center - most // 2), max(0, size - most))
    return range(start, min(size, start + most))


def _part(name: str, shown: range, size: int) -> str:
    return "" if len(shown) == size else f"{name} {shown.start} to {shown.stop - 1} of {size}"


def _cells(matrix: Tensor) -> list[list[str]]:
    if not matrix.is_floating_point():
        return [[str(number) for number in line] for line in matrix.tolist()]
    numbers = matrix.tolist()
    sizes = [abs(number) for line in numbers for number in line if math.isfinite(number) and number]
    if sizes and 1e5 <= max(sizes) < EXACT and all(size.is_integer() for size in sizes):
        return [[show_number(number) for number in line] for line in numbers]
    fixed = not sizes or (max(sizes) < 1e5 and min(sizes) >= 1e-3)
    return [[_cell(number, ".4f" if fixed else ".4g") for number in line] for line in numbers]


def _cell(number: float, form: str) -> str:
    return f"{number:{form}}" if number else "0"  # also -0.0; what is exactly 0 looks different from what is nearly 0


def hidden_cells(matrix: Tensor) -> Tensor:
    """Return which cells of a matrix are masked.

    They are True in a mask of truth values and -inf in scores; in weights, the zeros above the diagonal if all of them
    are exactly 0 and something below the diagonal is not.
    """
    if matrix.dtype is torch.bool:
        return matrix
    later = torch.ones_like(matrix, dtype=torch.bool).triu(diagonal=1)
    causal = matrix.shape[0] == matrix.shape[1] and not bool(matrix[later].any()) and bool(matrix.tril(-1).any())
    return torch.isneginf(matrix) | (later & causal) if matrix.is_floating_point() else later & causal


def largest_of(matrix: Tensor) -> float:
    """Return the largest size of a finite number in a matrix; 0 if there is none."""
    sizes = matrix[torch.isfinite(matrix)].double().abs()
    return float(sizes.max()) if sizes.numel() else 0.0


def bracket(index: tuple[int, ...]) -> str:
    """Format an index: `[0, 2]`."""
    return f"[{', '.join(map(str, index))}]"


def show_number(value: Any) -> str:
    """Format a number, or a tensor of one number, with six digits; a whole one with all of its own."""
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        return str(int(value))
    return f"{value:.6g}" if isinstance(value, float | complex) else str(value)


def _short(value: Any) -> str:
    if value is None:
        return "None (nothing is returned)"
    if isinstance(value, int | float | complex):
        return show_number(value)
    if isinstance(value, Tensor):
        return f"tensor{tuple(value.shape)}" if value.numel() != 1 else show_number(value.detach())
    if isinstance(value, torch.dtype | torch.device | Said):
        return str(value)
    if isinstance(value, list | tuple):
        inside = ", ".join(_short(item) for item in value[:50]) + (", …" if len(value) > 50 else "")
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' if len(value) == 1 else ''})"
    try:
        return repr(value) if isinstance(value, str | dict) else f"{type(value).__name__}: {value!r}"
    except Exception:  # noqa: BLE001 - a __repr__ of the student's own may raise anything
        return f"a {type(value).__name__}"
