"""The output of a check in a notebook: a line for each exercise; for a failed test, its message and two heat maps."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from torch import Tensor

from .pictures import MOST, HeatTable, side_by_side

MESSAGE = "white-space:pre;overflow-x:auto;font-family:monospace;margin:0 0 .5em 1.5em"
SIGNS = (("not attempted", "○"), ("no public test", "○"), ("wrong", "✗"), ("begun", "◐"), ("does not load", "✗"))


@dataclass(frozen=True)
class Failure:
    """A test that did not pass: its message, what it printed, and what differed."""

    test: str
    message: str
    printed: str
    difference: Any = None


@dataclass(frozen=True)
class Sheet:
    """The output: HTML in Jupyter, text elsewhere."""

    lines: Sequence[tuple[str, str]]
    failures: Sequence[Failure] = field(default=())

    def __repr__(self) -> str:
        heads = [f"{_sign(text)} {name}: {text}" for name, text in self.lines]
        parts = [f"\n{item.test}\n{item.message}{_printed(item)}" for item in self.failures]
        return "\n".join([*heads, *parts])

    def _repr_html_(self) -> str:
        heads = "<br>".join(f"{_sign(text)} <b>{escape(name)}</b>: {escape(text)}" for name, text in self.lines)
        parts = "".join(_html(item, opened=place == 0) for place, item in enumerate(self.failures))
        return f"<div>{heads}{parts}</div>"


def _sign(text: str) -> str:
    return next((sign for start, sign in SIGNS if text.startswith(start)), "✓")


def _printed(item: Failure) -> str:
    return f"\nprinted\n{item.printed.rstrip()}" if item.printed.strip() else ""


def _html(item: Failure, *, opened: bool) -> str:
    """Return a failure as HTML; only the first one is unfolded, to show one mistake at a time."""
    text = f"<div style='{MESSAGE}'>{escape(item.message + _printed(item))}</div>"
    tables = _tables(item.difference)
    drawn = side_by_side(tables) if tables else ""
    head = f"<summary><b>{escape(item.test)}</b></summary>"
    return f"<details{' open' if opened else ''} style='margin-top:.5em'>{head}{text}{drawn}</details>"


def _tables(difference: Any) -> list[HeatTable]:
    """Return yours and expected if both are matrices; of a larger tensor, the matrix with the first wrong number."""
    parts = [getattr(difference, name, None) for name in ("got", "expected", "wrong")]
    tensors = [value for value in parts if isinstance(value, Tensor) and value.dim() > 1]
    if len(tensors) < len(parts):
        return []
    got, expected, wrong = tensors
    place = tuple(wrong.nonzero()[0].tolist())[:-2]
    matrices = [value.detach()[place] for value in (got, expected)]
    if got.shape != expected.shape or max(expected.shape[-2:]) > MOST or any(item.is_complex() for item in matrices):
        return []
    titles = ("yours", "expected")
    marks = wrong[place].tolist()
    return [HeatTable(item, title=title, wrong=marks) for item, title in zip(matrices, titles, strict=True)]
