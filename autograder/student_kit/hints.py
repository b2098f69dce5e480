"""Hints: what a result looks like, a question, and more with `--hints 2` and `3`.

Of a wrong result that is not known, nothing is guessed: what can be seen of it is said at once, if there is anything.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from torch import Tensor

from .causes import on_names
from .compare import Difference
from .drawing import Canvas, first_of
from .loading import PARSE_ERRORS, Folder
from .lookalikes import Lookalike
from .observe import observations
from .options import LEVELS
from .show import labelled, show

QUESTIONS = {
    "wrong type": "What does the text ask for, and does every way through the function return that?",
    "wrong shape": "Write the shape of every tensor beside the line that makes it.",
    "wrong dtype": "Which line is the first to make a tensor of this dtype?",
    "wrong device": "Which line makes a tensor without saying where?",
    "wrong gradient": "Which step on the way from there to the result leaves the numbers and loses the gradient?",
    "not finite": "Which line makes the first NaN or infinity? Print the tensors in front of it.",
}
NOTHING_RETURNED = "Does every way through the function end in a return?"
VAGUE = "a mistake of the shape"  # of a wrong shape, that says nothing


@dataclass(frozen=True)
class View:
    """How many hints to show, and what the terminal can show."""

    canvas: Canvas = field(default_factory=Canvas)
    hints: int = 1


def advice(difference: Difference, lookalike: Lookalike | None, level: int) -> list[str]:
    """Return the hints on a difference."""
    if lookalike and difference.kind == "wrong shape" and lookalike.text == VAGUE:
        lookalike = None
    lines = labelled("looks like", lookalike.text, most=2) if lookalike else []
    names = on_names(difference)
    lines += [line for text in names for line in labelled("notice", text, most=2)]
    seen = [] if names else observations(difference.got, difference.expected, difference.called)
    question = "" if names else _question(difference, lookalike, seen)
    lines += labelled("hint", question, most=2) if question else []
    # Where nothing is known, what can be seen is better than nothing.
    shown = seen if level >= LEVELS[1] else [] if lines else seen[:1]
    lines += [line for text in shown for line in labelled("notice", text, most=2)]
    return lines + (_off_by(difference) if level >= LEVELS[2] else [])


def _question(difference: Difference, lookalike: Lookalike | None, seen: Sequence[str]) -> str:
    """Return the question to ask; none where a general one would say less than what is known or can be seen."""
    general = NOTHING_RETURNED if difference.got is None else QUESTIONS.get(difference.kind, "")
    own = (lookalike and lookalike.hint) or general
    return "" if own == QUESTIONS["wrong shape"] and (lookalike or seen) else own


def _off_by(difference: Difference) -> list[str]:
    got, expected = difference.got, difference.expected
    if not isinstance(got, Tensor) or not isinstance(expected, Tensor) or difference.wrong is None:
        return []
    if not got.is_floating_point() or not expected.is_floating_point():
        return []
    return show("off by", (got.double() - expected.double()).detach(), first_of(difference.wrong))


def what_to_read(folder: Folder, exercise: str) -> list[str]:
    """Return where the exercise is defined, and its docstring."""
    for path in folder.files.values():
        node = definition(path.read_bytes(), exercise)
        if node is not None:
            text = " ".join((ast.get_docstring(node) or "").split())
            place = f"{folder.name}/{path.name}, line {node.lineno}"
            return labelled("read", f"{place}: {text}".removesuffix(": "), most=4)
    return []


def definition(text: str | bytes, name: str) -> ast.FunctionDef | ast.ClassDef | None:
    """Return the last top-level function or class of this name; None if there is none, or it does not parse."""
    try:
        body = ast.parse(text).body
    except PARSE_ERRORS:
        from .mending import mend  # noqa: PLC0415 - mostly everything parses

        body = ast.parse(mend(text if isinstance(text, str) else text.decode(errors="replace"), "").text).body
    nodes = [node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name]
    return nodes[-1] if nodes else None
