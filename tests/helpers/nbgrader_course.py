"""A course folder of nbgrader's, and what students hand in there."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

TIMESTAMP = "2026-03-01 12:00:00 UTC"


def nbgrader(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run nbgrader's own command."""
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}  # it starts alembic
    command = [sys.executable, "-m", "nbgrader", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@contextmanager
def gradebook(path: Path) -> Iterator[Any]:
    from nbgrader.api import Gradebook  # noqa: PLC0415 - slow

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        opened = Gradebook(f"sqlite:///{path}")
    with closing(opened):
        yield opened


def scores(course: Path, part: str) -> dict[str, dict[str, float]]:
    """What the gradebook says: student, exercise, score."""
    with gradebook(course / "gradebook.db") as book:
        return {
            submission.student.id: {grade.name: grade.score for grade in submission.notebooks[0].grades}
            for submission in book.assignment_submissions(part)
        }


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def answers(notebook: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The cells that students fill in, by exercise."""
    marks = {id(cell): cell["metadata"].get("nbgrader", {}).get("grade_id", "") for cell in notebook["cells"]}
    return {
        marks[id(cell)].removeprefix("code-"): cell for cell in notebook["cells"] if marks[id(cell)].startswith("code-")
    }


def hand_in(course: Path, student: str, part: str, change: Callable[[dict[str, Any]], None]) -> Path:
    """The released notebook with what the student does to it."""
    notebook = read(course / "release" / part / f"{part}.ipynb")
    change(notebook)
    path = course / "submitted" / student / part / f"{part}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    (path.parent / "timestamp.txt").write_text(TIMESTAMP)
    return path


def solve(course: Path, part: str, names: Collection[str]) -> Callable[[dict[str, Any]], None]:
    """Put the solutions of some exercises into their cells."""
    solutions = answers(read(course / "source" / part / f"{part}.ipynb"))

    def change(notebook: dict[str, Any]) -> None:
        for name, cell in answers(notebook).items():
            if name in names:
                cell["source"] = solutions[name]["source"]

    return change


def write(exercises: Mapping[str, Collection[str]], sources: Mapping[str, bytes]) -> Callable[[dict[str, Any]], None]:
    """Put whole files into the first cell of each file; the other cells of the file are left empty."""

    def change(notebook: dict[str, Any]) -> None:
        cells = answers(notebook)
        for file, names in exercises.items():
            texts = iter([sources[file].decode()] if file in sources else [])
            for name in names:
                cells[name]["source"] = next(texts, "# above")

    return change
