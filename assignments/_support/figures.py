"""What payoffs draw: weights of attention, and lines over steps; in characters for a terminal."""

import math
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from torch import Tensor

from .drawing import shows_shades
from .show import hidden_cells

WIDTH = 80
GAP = 3  # columns between two drawings
SHADES = {True: "·░▒▓█", False: ".-+*#"}  # with and without the signs of UTF-8
MARKS = "ox+*#@%&"  # of the lines in a chart
CHART = (62, 12)  # columns and rows of a chart


@dataclass(frozen=True)
class Weights:
    """Weights between 0 and 1, a row for each token that looks, with a title and names at the edges."""

    matrix: Tensor
    title: str
    rows: Sequence[str] = ()
    columns: Sequence[str] = ()

    def cells(self) -> list[list[float | None]]:
        """Return the weights; None where a mask hides them."""
        hidden = hidden_cells(self.matrix.detach()).tolist()
        lines = zip(self.matrix.detach().tolist(), hidden, strict=True)
        return [[None if grey else value for value, grey in zip(*line, strict=True)] for line in lines]


@dataclass(frozen=True)
class Chart:
    """Lines, each `name: points`; `levels` are heights to compare with, and `log` names logarithmic axes ("x", "y")."""

    lines: Mapping[str, Sequence[tuple[float, float]]]
    across: str
    up: str
    levels: Mapping[str, float] = field(default_factory=dict)
    log: str = ""

    def scaled(self, axis: str, value: float) -> float:
        """Return a number as its axis has it."""
        return math.log10(max(value, 1e-12)) if axis in self.log else value

    def ends(self, axis: str) -> tuple[float, float]:
        """Return the smallest and the largest number on an axis."""
        points = [point["xy".index(axis)] for line in self.lines.values() for point in line]
        points += self.levels.values() if axis == "y" else ()
        finite = [value for value in points if math.isfinite(value)] or [0.0]
        low = 0.0 if axis == "y" and not self.log.count("y") and min(finite) > 0 else min(finite)
        return (low, max(finite)) if max(finite) > low else (low, low + 1)

    def share(self, axis: str, value: float) -> float:
        """Return where a number is on its axis, between 0 and 1."""
        low, high = (self.scaled(axis, end) for end in self.ends(axis))
        return min(1.0, max(0.0, (self.scaled(axis, value) - low) / (high - low)))


def can_shade(stream: TextIO | None) -> bool:
    """Whether a stream can encode the shades of weights."""
    return shows_shades(stream, SHADES[True])


def beside(maps: Sequence[Weights], *, shades: bool) -> list[str]:
    """Draw weights beside each other where they fit into the width of a terminal, else one below the other."""
    for width in (2, 1):
        drawn = [map_lines(each, width, shades=shades) for each in maps]
        widths = [max(map(len, lines)) for lines in drawn]
        if sum(widths) + GAP * (len(widths) - 1) <= WIDTH:
            height = max(map(len, drawn))
            rows = ([lines[place] if place < len(lines) else "" for lines in drawn] for place in range(height))
            padded = ([f"{line:<{width}}" for line, width in zip(row, widths, strict=True)] for row in rows)
            return [(" " * GAP).join(row).rstrip() for row in padded]
    return [line for each in maps for line in [*map_lines(each, shades=shades), ""]][:-1]


def map_lines(weights: Weights, width: int = 2, *, shades: bool) -> list[str]:
    """Draw weights, the darker the larger; what a mask hides is left empty.

    A weight takes `width` columns, or more where the names of the columns are longer.
    """
    signs, cells = SHADES[shades], weights.cells()
    left = max((len(name) for name in weights.rows), default=0)
    room = (WIDTH - left) // max(1, len(cells[0])) - 1
    columns = [name[: max(1, room)] for name in weights.columns]
    longest = max((len(name) for name in columns), default=1)
    width, space = (longest, " ") if longest > 1 else (min(width, room + 1), "")
    names = [*weights.rows, *[""] * (len(cells) - len(weights.rows))]
    head = [" " * (left + 1) + space.join(f"{name:<{width}}" for name in columns)] if columns else []
    body = [
        f"{name:>{left}} " + space.join(_sign(value, signs) * width for value in line)
        for name, line in zip(names, cells, strict=True)
    ]
    return [weights.title, *(line.rstrip() for line in [*head, *body])]


def _sign(value: float | None, signs: str) -> str:
    return " " if value is None else signs[min(4, max(0, int(4 * value + 0.75)))] if math.isfinite(value) else "?"


def chart_lines(chart: Chart) -> list[str]:
    """Draw lines with a mark for each, and a dash at each level."""
    columns, rows = CHART
    field_ = [[" "] * columns for _ in range(rows)]
    for height in chart.levels.values():
        field_[_row(chart, height)] = ["-"] * columns
    marks = dict(zip(chart.lines, MARKS * len(chart.lines), strict=False))
    for name, points in chart.lines.items():
        for x, y in points:
            if math.isfinite(y):
                field_[_row(chart, y)][round(chart.share("x", x) * (columns - 1))] = marks[name]
    (left, right), (low, high) = chart.ends("x"), chart.ends("y")
    edge = {0: f"{high:.4g}", rows - 1: f"{low:.4g}"} | {
        _row(chart, height): f"{height:.4g}" for height in chart.levels.values()
    }
    body = [f"{edge.get(place, ''):>8} |{''.join(line)}".rstrip() for place, line in enumerate(field_)]
    foot = f"{left:.4g}{chart.across:^{columns - 12}}{right:.4g}"
    keys = [f"{mark} {name}" for name, mark in marks.items()]
    keys += [f"- {name} ({height:.4g})" for name, height in chart.levels.items()]
    legend = textwrap.wrap("   ".join(key.replace(" ", "\0") for key in keys), WIDTH - 10)
    return [chart.up, *body, *(" " * 10 + line.replace("\0", " ") for line in (foot, *legend))]


def _row(chart: Chart, height: float) -> int:
    return round((1 - chart.share("y", height)) * (CHART[1] - 1))
