"""Pictures for notebooks: matrices as coloured tables, which need no library, and curves, which need matplotlib.

In a terminal, they are printed as text.
"""

import io
import math
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import Any

from torch import Tensor

from .show import hidden_cells, largest_of

MOST = 16  # rows and columns that are shown
UP, DOWN = "31,119,180", "214,96,30"  # blue for positive, orange for negative: colour-blind people see them differ
HIDDEN = "128,128,128"  # grey: masked
CELL = "padding:.25em .5em;text-align:right"


@dataclass(frozen=True)
class HeatTable:
    """A matrix as a table: the larger a number among its own, the stronger the colour; masked cells are grey."""

    matrix: Tensor
    rows: Sequence[str] = ()
    columns: Sequence[str] = ()
    title: str = ""
    wrong: Sequence[Sequence[bool]] = ()

    def __repr__(self) -> str:
        names = list(self.rows) or [""] * len(self.matrix)
        cells = [[_text(value) for value in line] for line in self.matrix.tolist()]
        heads = [list(self.columns)] if self.columns else []
        width = max(len(text) for line in [*heads, *cells] for text in line)
        left = max(len(name) for name in names)
        lines = [[" " * left, *heads[0]]] if heads else []
        lines += [[f"{name:<{left}}", *line] for name, line in zip(names, cells, strict=True)]
        return "\n".join([self.title, *("  ".join([line[0], *(f"{x:>{width}}" for x in line[1:])]) for line in lines)])

    def _repr_html_(self) -> str:
        top = "".join(f"<th scope='col' style='{CELL}'>{escape(name)}</th>" for name in self.columns)
        corner = "<td></td>" if self.rows else ""
        head = f"<tr>{corner}{top}</tr>" if top else ""
        caption = f"<caption style='caption-side:top;font-weight:bold'>{escape(self.title)}</caption>"
        hidden, largest = hidden_cells(self.matrix).tolist(), largest_of(self.matrix)
        body = "".join(self._line(place, hidden[place], largest) for place in range(len(self.matrix)))
        return f"<table style='border-collapse:collapse;margin:.5em'>{caption}{head}{body}</table>"

    def _line(self, place: int, hidden: Sequence[bool], largest: float) -> str:
        name = f"<th scope='row' style='{CELL}'>{escape(self.rows[place])}</th>" if self.rows else ""
        marks = self.wrong[place] if self.wrong else [False] * self.matrix.shape[1]
        values = self.matrix[place].tolist()
        colours = [_colour(value, largest, hidden=grey) for value, grey in zip(values, hidden, strict=True)]
        cells = "".join(_cell(*parts) for parts in zip(values, colours, marks, strict=True))
        return f"<tr style='background:none'>{name}{cells}</tr>"


def _colour(value: Any, largest: float, *, hidden: bool) -> str:
    if hidden:
        return f"rgba({HIDDEN},0.35)"
    strength = 0.6 * abs(value) / largest if largest and math.isfinite(value) else 0.0
    return f"rgba({UP if value > 0 else DOWN},{strength:.2f})"


def _cell(value: Any, colour: str, wrong: bool) -> str:
    ring = ";outline:2px solid crimson;outline-offset:-2px" if wrong else ""
    return f"<td style='{CELL};background:{colour}{ring}'>{_text(value)}{' ✗' if wrong else ''}</td>"


@dataclass(frozen=True)
class Row:
    """Tables beside each other."""

    tables: Sequence[HeatTable]

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self.tables))

    def _repr_html_(self) -> str:
        return side_by_side(self.tables)


def side_by_side(tables: Sequence[HeatTable]) -> str:
    """Return HTML with the tables beside each other, wrapped if the window is narrow."""
    return f"<div style='display:flex;flex-wrap:wrap;gap:1em'>{''.join(table._repr_html_() for table in tables)}</div>"


def heat_map(
    *matrices: Tensor, rows: Sequence[str] = (), columns: Sequence[str] = (), titles: Sequence[str] = ()
) -> None:
    """Show matrices beside each other, each with the strongest colour for its own largest number.

    `rows` and `columns` are written at the edges, such as the words of a sentence; larger matrices are cut.
    """
    plain = [matrix.detach().to("cpu")[:MOST, :MOST] for matrix in matrices]
    names = [*titles, *[""] * (len(plain) - len(titles))]
    tables = [
        HeatTable(matrix, rows[: len(matrix)], columns[: matrix.shape[1]], name)
        for matrix, name in zip(plain, names, strict=True)
    ]
    _show(Row(tables))


@dataclass(frozen=True)
class Curves:
    """A picture, and a description of it in words."""

    png: bytes
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_png_(self) -> bytes:
        return self.png


def curves(
    lines: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    *,
    across: str,
    up: str,
    log: Sequence[str] = (),
) -> None:
    """Draw lines, each `name: (numbers across, numbers up)`; `log` names the axes, "x" and "y", that are logarithmic.

    Without matplotlib, the first and the last point of each line are printed.
    """
    ends = [f"{name}: from {ys[0]:.4g} to {ys[-1]:.4g}" for name, (_, ys) in lines.items()]
    text = "\n".join([f"{up}, by {across}", *ends])
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - a notebook works without it
    except ImportError:
        print(f"{text}\n(`pip install matplotlib` draws it)")  # noqa: T201 - what the cell shows
        return
    figure = Figure(figsize=(6, 3.2), layout="constrained")
    axes = figure.subplots()
    for place, (name, (xs, ys)) in enumerate(lines.items()):
        axes.plot(xs, ys, label=name, linestyle=("-", "--", ":", "-.")[place % 4])
    axes.set(
        xlabel=across, ylabel=up, xscale="log" if "x" in log else "linear", yscale="log" if "y" in log else "linear"
    )
    axes.legend()
    axes.grid(alpha=0.3)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=110)
    _show(Curves(buffer.getvalue(), text))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "True" if value else "·"
    if not math.isfinite(value):
        return str(value).replace("inf", "∞")
    if isinstance(value, int) or value == 0:  # a number that is exactly 0 looks different from one that is nearly 0
        return str(int(value))
    return f"{value:.2f}".replace("-0.00", "0.00")


def _show(drawn: Any) -> None:
    try:
        from IPython.display import display  # noqa: PLC0415 - a terminal works without it
    except ImportError:
        print(drawn)  # noqa: T201 - what the cell shows
    else:
        display(drawn)


@contextmanager
def picture() -> Iterator[None]:
    """Draw with your own code; if it is not written yet, or raises an error, say so and go on."""
    try:
        yield
    except NotImplementedError as error:
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        missing = frame.f_code.co_qualname.split(".")[0]
        print(f"a picture appears here when {missing} is written")  # noqa: T201 - what the cell shows
    except Exception as error:  # noqa: BLE001 - a student's code may raise anything
        print(f"no picture yet: {type(error).__name__}: {error}")  # noqa: T201 - the same
