"""Asks the *Guess first* of a part in the terminal, and draws the answer with the student's own code.

Question and answer are two cells of the part's notebook: in the files there is only the question.
"""

import json
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

from .figures import WIDTH, Chart, chart_lines
from .loading import Folder
from .pictures import heat_map, picture

GUESS = "example_guess"  # the name of the guess in the cell that draws the answer
BLANK = f'{GUESS} = "..."'
HOW = " Write your guess"  # from here on, the text says where to type it


def ask(folder: Path) -> None:
    """Ask for a guess and draw the answer; say why where that is not possible."""
    try:
        question, answer = _cells(folder / f"{folder.name}.ipynb")
    except (OSError, ValueError, LookupError, StopIteration):
        _say(f"{folder.name}/{folder.name}.ipynb, which has the question and its answer, is not as it was handed out.")
        return
    files, stem = Folder(folder), folder.name.partition("_")[2]
    names: dict[str, Any] = {"torch": torch, **vars(files.load(stem))}
    if stem in files.problems:
        _say(files.problems[stem])
        return
    _say(question)
    typed = input("\nyour guess: ") if sys.stdin.isatty() else ""
    names |= {"picture": picture, "heat_map": heat_map, "curves": _curves, GUESS: typed}
    exec(compile(answer.replace(BLANK, ""), "the answer", "exec", dont_inherit=True), names)  # noqa: S102 - the student's own


def _cells(notebook: Path) -> tuple[str, str]:
    """Return the question of a notebook, and the code that draws its answer."""
    cells = ["".join(cell["source"]) for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]]
    place = next(place for place, text in enumerate(cells) if BLANK in text)
    return cells[place - 1].replace("\n", " ").replace("**", "").partition(HOW)[0], cells[place]


def _curves(
    lines: Mapping[str, tuple[Sequence[float], Sequence[float]]], *, across: str, up: str, log: Sequence[str] = ()
) -> None:
    points = {name: [*zip(xs, ys, strict=True)] for name, (xs, ys) in lines.items()}
    print(*chart_lines(Chart(points, across, up, log="".join(log))), sep="\n")  # noqa: T201 - the answer


def _say(text: str) -> None:
    print(*textwrap.wrap(text, WIDTH), sep="\n")  # noqa: T201 - what the command says
