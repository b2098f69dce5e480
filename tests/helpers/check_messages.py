"""The sentences that a check can end with: those that stand in the source, and the place of each that is said."""

import ast
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from autograder.checking.failures import CheckFailedError
from autograder.sandbox.host.student_text import unmarked
from tests.helpers.paths import ROOT

PLACES = ("autograder/checking/*.py", "solutions/*/checks/*.py", "solutions/shared/*.py")
Place = tuple[str, int]  # file and line


@dataclass(frozen=True, order=True)
class Sentence:
    """`require(…)` or `CheckFailedError(…)` somewhere in the checks."""

    file: str
    first: int  # line
    last: int
    words: str  # as they stand in the source

    def said_at(self, places: Iterable[Place]) -> bool:
        """Whether one of these places is this one."""
        return any(file == self.file and self.first <= line <= self.last for file, line in places)

    def __str__(self) -> str:
        return f"{self.file}, line {self.first}: {self.words}"


def all_sentences() -> list[Sentence]:
    """Every sentence in the source of the checks, those of `require` itself left out."""
    return sorted(sentence for place in PLACES for path in ROOT.glob(place) for sentence in _sentences(path))


def _sentences(path: Path) -> Iterator[Sentence]:
    todo: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef) and node.name == "require":
            continue
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("require", "CheckFailedError")
        ):
            words = ast.unparse(node.args[1])
            yield Sentence(path.name, node.lineno, node.end_lineno or node.lineno, words)
        todo += ast.iter_child_nodes(node)


@contextmanager
def places_noted() -> Iterator[None]:
    """As long as this holds, a verdict remembers where it was passed."""
    plain = CheckFailedError.__init__

    def noting(self: CheckFailedError, *args: Any, **named: Any) -> None:
        frame = sys._getframe(1)
        while frame.f_code.co_name == "require" and frame.f_back is not None:
            frame = frame.f_back
        vars(self)["place"] = (Path(frame.f_code.co_filename).name, frame.f_lineno)
        plain(self, *args, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CheckFailedError, "__init__", noting)
        yield


def place_of(verdict: CheckFailedError) -> Place:
    """Where it was passed."""
    place: Place = vars(verdict)["place"]
    return place


def as_read(verdict: CheckFailedError) -> str:
    """The outcome and the sentence at 80 columns; a line of a file moves whenever something above it does."""
    text = re.sub(r"\bline \d+:", "line …:", f"{verdict.outcome}: {unmarked(verdict.message)}")
    return textwrap.fill(text, 80, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)
