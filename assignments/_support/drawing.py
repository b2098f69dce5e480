"""Draws two matrices beside each other: shades show the pattern, a star marks what differs."""

import math
from dataclasses import dataclass
from typing import TextIO

import torch
from torch import Tensor

from .show import ROWS, WIDTH, bracket, head_of, hidden_cells, labelled, largest_of, show

SHADES = " ░▒▓█"
GAP = "   "
PLAIN, WRONG, RIGHT, GREY = "", "31", "32", "90"  # grey: masked
Texts = list[list[str]]


@dataclass(frozen=True)
class Canvas:
    """What the terminal can show."""

    colour: bool = False
    shades: bool = False

    def paint(self, text: str, colour: str) -> str:
        """Return `text` in a colour, if the terminal has colours."""
        return f"\033[{colour}m{text}\033[0m" if self.colour and colour else text


def shows_shades(stream: TextIO | None, shades: str = SHADES) -> bool:
    """Whether a stream can encode the shades."""
    try:
        shades.encode(getattr(stream, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True)
class Layout:
    """The width of a number, and the space before the next one."""

    canvas: Canvas
    width: int
    space: int


def draw(got: object, expected: object, wrong: Tensor | None, canvas: Canvas) -> list[str]:
    """Draw both values beside each other if they are matrices that fit, else one below the other.

    `wrong` marks the numbers that differ; of a larger tensor, the matrix with the first of these is drawn.
    """
    focus = first_of(wrong)
    if wrong is not None and isinstance(got, Tensor) and isinstance(expected, Tensor) and _comparable(got, expected):
        shown = torch.where(wrong | (expected != 0), got.detach(), expected.detach().to(got.dtype))  # a right 0 is 0
        lines = _beside(_matrix(shown, focus), _matrix(expected, focus), _matrix(wrong, focus), canvas)
        if lines:
            place = f"; at {bracket(focus[:-2])}" if got.dim() > 2 else ""
            note = "; █ True, · False" if _drawn_bools(got, canvas) else ""
            return [*labelled("result", f"{head_of(got)}{place}{note}; * differs", most=2), *lines]
    return [*show("got", got, focus), *show("expected", expected, focus)]


def first_of(wrong: Tensor | None) -> tuple[int, ...]:
    """Return the index of the first number that differs; empty if no numbers were compared."""
    return () if wrong is None else tuple(int(place) for place in wrong.nonzero()[0])


def _comparable(got: Tensor, expected: Tensor) -> bool:
    return (
        got.shape == expected.shape
        and got.device.type == expected.device.type == "cpu"
        and (got.dtype is torch.bool) == (expected.dtype is torch.bool)
        and not (got.is_complex() or expected.is_complex())
        and got.dim() > 0
        and got.numel() > 1
    )


def _matrix(value: Tensor, focus: tuple[int, ...]) -> Tensor:
    value = value.detach()
    return value[focus[:-2]] if value.dim() > 1 else value.unsqueeze(0)  # (rows, columns)


def _beside(got: Tensor, expected: Tensor, wrong: Tensor, canvas: Canvas) -> list[str]:
    """Return the lines; none if the matrices do not fit, or look alike at the first number that differs."""
    row, column = first_of(wrong)
    if len(got) > ROWS or got.shape[1] * 8 > WIDTH:
        return []
    for digits in (4, 3, 2):
        cells = [_texts(matrix, digits, canvas) for matrix in (got, expected)]
        width = max(len(text) for texts in cells for line in texts for text in line)
        room = (WIDTH - len(GAP)) // 2 // got.shape[1] - width - len("░*")
        if room >= 0 and cells[0][row][column] != cells[1][row][column]:
            return _table((got, expected), cells, wrong.tolist(), Layout(canvas, width, min(room, 1)))
    return []


def _table(pair: tuple[Tensor, Tensor], cells: list[Texts], wrong: list[list[bool]], layout: Layout) -> list[str]:
    got, expected = (
        [_line(*line, layout) for line in zip(_shades(matrix, layout.canvas), texts, colours, wrong, strict=True)]
        for matrix, texts, colours in zip(pair, cells, _colours(pair, wrong), strict=True)
    )
    span = len(wrong[0]) * (layout.width + len("░*") + layout.space) - layout.space
    pairs = zip(got, expected, strict=True)
    return [f"{'got':<{span}}{GAP}expected", *(f"{left}{GAP}{right}".rstrip() for left, right in pairs)]


def _colours(pair: tuple[Tensor, Tensor], wrong: list[list[bool]]) -> list[Texts]:
    """Return the colour of each cell of both matrices: of the wrong ones, else grey of the masked ones."""
    return [
        [
            [colour if bad else GREY if hidden else PLAIN for bad, hidden in zip(*line, strict=True)]
            for line in zip(wrong, hidden_cells(matrix).tolist(), strict=True)
        ]
        for matrix, colour in zip(pair, (WRONG, RIGHT), strict=True)
    ]


def _shades(matrix: Tensor, canvas: Canvas) -> Texts:
    """Return a sign for each cell: the larger a number among those of its own matrix, the darker."""
    largest = largest_of(matrix)
    return [[_shade(value, largest, canvas) for value in line] for line in matrix.tolist()]


def _line(shades: list[str], texts: list[str], colours: list[str], wrong: list[bool], layout: Layout) -> str:
    return (" " * layout.space).join(
        layout.canvas.paint(f"{shade}{text:>{layout.width}}{'*' if bad else ' '}", colour)
        for shade, text, colour, bad in zip(shades, texts, colours, wrong, strict=True)
    )


def _texts(matrix: Tensor, digits: int, canvas: Canvas) -> Texts:
    if matrix.dtype is torch.bool:
        names = ("·", "█") if canvas.shades else ("False", "True")
        return [[names[value] for value in line] for line in matrix.tolist()]
    if not matrix.is_floating_point():
        return [[str(value) for value in line] for line in matrix.tolist()]
    return [[_number(value, digits) for value in line] for line in matrix.tolist()]


def _number(value: float, digits: int) -> str:
    if value == 0:  # also -0.0; what is exactly 0 looks different from what is nearly 0
        return "0"
    text = f"{value:.{digits}f}"
    small = not float(text)  # 0.0001 is not 0.00
    if small or (math.isfinite(value) and abs(value) >= 1e5):
        return f"{value:.0e}".replace("e+", "e").replace("e0", "e").replace("e-0", "e-")
    return text


def _shade(value: float, largest: float, canvas: Canvas) -> str:
    if not canvas.shades or isinstance(value, bool) or not math.isfinite(value) or not largest:
        return " "
    return SHADES[math.ceil(abs(value) / largest * (len(SHADES) - 1) - 1e-9)]


def _drawn_bools(value: Tensor, canvas: Canvas) -> bool:
    return value.dtype is torch.bool and canvas.shades
