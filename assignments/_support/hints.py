"""Hints: what a result looks like, a question, and more with `--hints 2` and `3`.

Of a wrong result that is not known, nothing is guessed: what can be seen of it is said at once, if there is anything.
"""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

from torch import Tensor

from .compare import Difference
from .drawing import Canvas, first_of
from .loading import Folder
from .lookalikes import Lookalike
from .observe import observations
from .options import LEVELS
from .show import labelled, show

QUESTIONS = {
    "wrong type": "What does the text ask for, and does every way through the function return that?",
    "wrong shape": "Write the shape of every tensor beside the line that makes it.",
    "wrong dtype": "Which line makes a tensor whose dtype is not that of the input?",
    "wrong device": "Which line makes a tensor without saying where?",
    "wrong gradient": "Which step on the way from there to the result leaves the numbers and loses the gradient?",
    "not finite": "Which line makes the first NaN or infinity? Print the tensors in front of it.",
}
SHAPES = re.compile(r"\b(size|sizes|shape|shapes|dimension|dim)\b", re.IGNORECASE)


@dataclass(frozen=True)
class View:
    """How many hints to show, and what the terminal can show."""

    canvas: Canvas = field(default_factory=Canvas)
    hints: int = 1


def advice(difference: Difference, lookalike: Lookalike | None, level: int) -> list[str]:
    """Return the hints on a difference."""
    lines = labelled("looks like", lookalike.text, most=2) if lookalike else []
    question = (lookalike and lookalike.hint) or QUESTIONS.get(difference.kind, "")
    lines += labelled("hint", question, most=2) if question else []
    if level >= LEVELS[1] or not lines:
        seen = observations(difference.got, difference.expected)
        shown = (
            seen if level >= LEVELS[1] else seen[:1]
        )  # where nothing is known, what can be seen is better than nothing
        lines += [line for text in shown for line in labelled("notice", text, most=2)]
    return lines + (_off_by(difference) if level >= LEVELS[2] else [])


def _off_by(difference: Difference) -> list[str]:
    got, expected = difference.got, difference.expected
    if not isinstance(got, Tensor) or not isinstance(expected, Tensor) or difference.wrong is None:
        return []
    if not got.is_floating_point() or not expected.is_floating_point():
        return []
    return show("off by", (got.double() - expected.double()).detach(), first_of(difference.wrong))


def advice_on_error(error: BaseException) -> list[str]:
    """Return the hints on an error that stopped the student's code."""
    about_shapes = isinstance(error, RuntimeError | IndexError) and SHAPES.search(str(error))
    return labelled("hint", QUESTIONS["wrong shape"]) if about_shapes else []


def what_to_read(folder: Folder, exercise: str) -> list[str]:
    """Return where the exercise is defined, and its docstring."""
    for path in folder.files.values():
        node = definition(path, exercise)
        if node is not None:
            text = " ".join((ast.get_docstring(node) or "").split())
            place = f"{folder.name}/{path.name}, line {node.lineno}"
            return labelled("read", f"{place}: {text}".removesuffix(": "), most=4)
    return []


def definition(path: Path, name: str) -> ast.FunctionDef | ast.ClassDef | None:
    """Return the last top-level function or class of this name; None if the file has none, or does not parse."""
    try:
        body = ast.parse(path.read_bytes()).body
    except (SyntaxError, ValueError):
        return None
    nodes = [node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name]
    return nodes[-1] if nodes else None
