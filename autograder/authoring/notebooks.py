"""The notebook of an assignment: the cells of its files, and between them those that check and draw."""

import json
from collections.abc import Iterator, Mapping
from string import Template
from typing import Any

from autograder.authoring.cells import PICTURE_TAG
from autograder.course import Assignment, Exercise

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

SETUP = Template("""# Run this cell first: the cells behind the exercises need it.
import sys
from pathlib import Path

course = next((p for p in (Path.cwd(), *Path.cwd().parents) if (p / "assignments" / "_support").is_dir()), None)
assert course, "open this notebook where it lies: in assignments/$assignment of the course's folder"
sys.path.insert(0, str(course))

from assignments._support.notebook import Checks, curves, heat_map, picture

check = Checks("$assignment", globals())""")

ABOUT = """> **In this notebook**, a cell behind every exercise checks what you wrote, and draws *yours* beside
> *expected* where they differ. Other cells draw what your own code computes. An exercise that you have not started is
> *not attempted*, which is no mistake: running all cells always works. `check("name", hints=2)` says more, `hints=3`
> most."""

END = """## Where you are

Passing everything here is a good sign, not the grade: hidden checks run when graded."""


def student_notebook(assignment: Assignment, parts: Mapping[str, Any], *, strict: bool = False) -> str:
    """The cells of all files of an assignment, by file name, as one notebook without outputs; always the same bytes.

    With `strict`, for nbgrader: a check that does not pass is an error, carries points and cannot be edited.
    """
    cells = list(_cells(assignment, parts, strict=strict))
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cells(assignment: Assignment, parts: Mapping[str, Any], *, strict: bool) -> Iterator[dict[str, Any]]:
    exercises = {f"code-{exercise.name}": exercise for exercise in assignment.exercises}
    ready = False
    for file, part in parts.items():
        for place, cell in enumerate(part.cells):
            if cell.cell_type == "code" and not ready:
                yield _markdown(ABOUT, "about")
                yield _code(SETUP.substitute(assignment=assignment.id), "setup", {"tags": [PICTURE_TAG]})
                ready = True
            kept = {key: value for key, value in cell.metadata.items() if key in ("nbgrader", "tags")}
            make = _code if cell.cell_type == "code" else _markdown
            source = _with_points(cell.source, assignment) if strict else cell.source
            yield make(source, f"{file.removesuffix('.py')}-{place}", kept)
            exercise = exercises.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
            if exercise is not None:
                yield _check(exercise, strict=strict)
    yield _markdown(END, "where-you-are")
    yield _code("check()", "check-all", {"tags": [PICTURE_TAG]})


def _with_points(text: str, assignment: Assignment) -> str:
    """Headings say what an exercise is worth, and so are no anchors of the cells' names: formgrader looks for these."""
    for exercise in assignment.exercises:
        heading = f"## `{exercise.name}`\n"
        text = text.replace(heading, f"{heading.rstrip()} ({exercise.points:g} points)\n")
    return text


def _check(exercise: Exercise, *, strict: bool) -> dict[str, Any]:
    metadata: dict[str, Any] = {"tags": [PICTURE_TAG]}
    if strict:
        metadata["nbgrader"] = _graded_cell(exercise)
    must = ", must_pass=True" if strict else ""
    return _code(f'check("{exercise.name}"{must})', f"check-{exercise.name}", metadata)


def _graded_cell(exercise: Exercise) -> dict[str, Any]:
    """A cell of nbgrader's that carries the points of an exercise."""
    return {
        "grade": True,
        "grade_id": exercise.name,
        "locked": True,
        "points": exercise.points,
        "schema_version": 3,
        "solution": False,
        "task": False,
    }


def _code(source: str, name: str, metadata: Mapping[str, Any]) -> dict[str, Any]:
    return {**_markdown(source, name, metadata), "cell_type": "code", "execution_count": None, "outputs": []}


def _markdown(source: str, name: str, metadata: Mapping[str, Any] = {}) -> dict[str, Any]:
    """A cell with an id that does not change from run to run."""
    lines = source.splitlines(keepends=True)
    return {"cell_type": "markdown", "id": name, "metadata": dict(metadata), "source": lines}
