"""A page that a payoff writes: its sentences and pictures, at the same time in the terminal and in one HTML file."""

import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path

from torch import Tensor

from . import vector
from .figures import WIDTH, Chart, Weights, beside, can_shade, chart_lines
from .viewer import viewer_page

PICTURES = Path(__file__).resolve().parents[2] / "pictures"  # beside `assignments`: nothing of it is handed in
_display: list[Callable[[str], None]] = []  # in a notebook, what shows HTML below the cell


class Page:
    """Prints what is said and drawn, and keeps it for the file `pictures/NAME.html`."""

    def __init__(self, name: str, title: str) -> None:
        self._name, self._title = name, title
        self._parts: list[str] = []

    def say(self, text: str) -> None:
        """Add a paragraph."""
        self._parts.append(f"<p>{escape(text)}</p>")
        _print("", *textwrap.wrap(text, WIDTH, break_on_hyphens=False))

    def line(self, text: str) -> None:
        """Add a line that stays as it is, such as one of a table."""
        self._parts.append(f"<pre>{escape(text)}</pre>")
        _print(text)

    def weights(self, *maps: Weights, note: str = "") -> None:
        """Add weights, beside each other; `note` says in words what can be seen."""
        pictures = [
            vector.svg(*vector.map_markup(each), f"weights, {each.title}. {note}".rstrip(". ")) for each in maps
        ]
        self._draw(vector.row(pictures), lambda: beside(maps, shades=can_shade(sys.stdout)), note)

    def chart(self, chart: Chart, note: str = "") -> None:
        """Add a chart; `note` says in words what can be seen."""
        ends = "; ".join(f"{name}: {points[0][1]:.3g} to {points[-1][1]:.3g}" for name, points in chart.lines.items())
        picture = vector.svg(*vector.chart_markup(chart), f"{chart.up} by {chart.across}: {ends}. {note}".rstrip(". "))
        self._draw(picture, lambda: chart_lines(chart), note)

    def _draw(self, html: str, lines: Callable[[], list[str]], note: str) -> None:
        self._parts.append(html)
        if _display:
            _display[-1](vector.fragment(html))
        else:
            _print("", *lines())
        if note:
            self.say(note)

    def viewer(self, tokens: Sequence[str], heads: Mapping[str, Tensor]) -> None:
        """Write `pictures/NAME_heads.html`, on which one points at a token and sees where each head looks."""
        _write(PICTURES / f"{self._name}_heads.html", viewer_page(self._title, tokens, heads), "to point at tokens")

    def finish(self) -> None:
        """Write the file, and say where it is; in a notebook, the pictures are below the cell."""
        if _display:
            return
        page = vector.page(self._title, _joined(self._parts))
        _write(PICTURES / f"{self._name}.html", page, "the same as a picture")


def _write(path: Path, html: str, what: str) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(html, encoding="utf-8")
    except OSError as error:
        _print("", f"{path} cannot be written: {error.strerror}")
    else:
        _print("", f"{what}, in a browser: {_short(path)}")


def show_html(display: Callable[[str], None] | None) -> None:
    """Show pictures by this function, as in a notebook; None: in characters, and in a file."""
    _display[:] = [display] if display else []


def _joined(parts: list[str]) -> str:
    """Join the parts of a page; lines that follow each other are one block."""
    return "\n".join(parts).replace("</pre>\n<pre>", "\n")


def _short(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _print(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201 - a payoff prints what it finds
