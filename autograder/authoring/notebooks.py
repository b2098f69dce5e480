"""Generates the notebook of an assignment: the cells of its files, with a check cell after each exercise."""

import json
from collections.abc import Iterator, Mapping
from string import Template
from typing import Any

from autograder.authoring.cells import PICTURE_TAG
from autograder.course import Assignment, Exercise

PAYOFF_CELL = "show()"  # a cell that runs the payoff of the part
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

SETUP = Template("""# Run this cell first: the cells behind the exercises need it.
# Where a library is missing, remove `# ` before the next line, once. Colab and Kaggle have torch already, a codespace
# has everything. Elsewhere on Linux, torch comes with gigabytes for graphics cards, which nothing here needs: the page
# *Start Locally* of pytorch.org has the line for the CPU.
# %pip install -q torch numpy pytest hypothesis matplotlib
import sys
from pathlib import Path

# The course's folder is here, above, or, where a handout was unzipped, one or two levels below.
_here, _kit = Path.cwd(), "assignments/_support"
_below = [path for top in (_here, Path("/kaggle/input")) for up in ("*", "*/*") for path in top.glob(f"{up}/{_kit}")]
course = next((path for path in (_here, *_here.parents) if (path / _kit).is_dir()), _below and _below[0].parents[1])
assert course, f"upload the zip of the course to {_here}, unzip it there with !unzip -q NAME.zip, and run this again"
sys.path.insert(0, str(course))

from assignments._support.notebook import Checks, Show, curves, heat_map, picture

check, show = Checks("$assignment", globals()), Show("$assignment", globals())""")

ABOUT = """> **In this notebook**, a cell behind every exercise checks what you wrote, and draws *yours* beside
> *expected* where they differ. Other cells draw what your own code computes. An exercise that you have not started is
> *not attempted*, which is no mistake: running all cells always works. `check("name", hints=2)` says more, `hints=3`
> most."""

END = """## Where you are

Passing everything here is a good sign, not the grade: hidden checks run when graded."""


def student_notebook(assignment: Assignment, parts: Mapping[str, Any], *, strict: bool = False) -> str:
    """Return one notebook without outputs, always the same bytes.

    Args:
        assignment: the assignment.
        parts: the notebook of each of its files, by file name.
        strict: for nbgrader: check cells have points, cannot be edited, and raise an error if a check fails.
    """
    cells = list(_cells(assignment, parts, strict=strict))
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cells(assignment: Assignment, parts: Mapping[str, Any], *, strict: bool) -> Iterator[dict[str, Any]]:
    exercises = {f"code-{exercise.name}": exercise for exercise in assignment.exercises}
    has_setup = False
    for file, part in parts.items():
        for place, cell in enumerate(part.cells):
            if strict and cell.source.strip() == PAYOFF_CELL:  # it trains, for nobody where notebooks are graded
                continue
            if cell.cell_type == "code" and not has_setup:
                yield _markdown(ABOUT, "about")
                yield _code(SETUP.substitute(assignment=assignment.id), "setup", {"tags": [PICTURE_TAG]})
                has_setup = True
            metadata = {key: value for key, value in cell.metadata.items() if key in ("nbgrader", "tags")}
            make = _code if cell.cell_type == "code" else _markdown
            source = _with_points(cell.source, assignment) if strict else cell.source
            yield make(source, f"{file.removesuffix('.py')}-{place}", metadata)
            exercise = exercises.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
            if exercise is not None:
                yield _check_cell(exercise, strict=strict)
    yield _markdown(END, "where-you-are")
    yield _code("check()", "check-all", {"tags": [PICTURE_TAG]})


def _with_points(text: str, assignment: Assignment) -> str:
    """Add the points to the headings of exercises.

    A heading that is only the name would get the anchor that formgrader uses for the cell of that name.
    """
    for exercise in assignment.exercises:
        heading = f"## `{exercise.name}`\n"
        text = text.replace(heading, f"{heading.rstrip()} ({exercise.points:g} points)\n")
    return text


def _check_cell(exercise: Exercise, *, strict: bool) -> dict[str, Any]:
    metadata: dict[str, Any] = {"tags": [PICTURE_TAG]}
    if strict:
        metadata["nbgrader"] = _graded_metadata(exercise)
    must_pass = ", must_pass=True" if strict else ""
    return _code(f'check("{exercise.name}"{must_pass})', f"check-{exercise.name}", metadata)


def _graded_metadata(exercise: Exercise) -> dict[str, Any]:
    """Return nbgrader's metadata for the cell that has the points of an exercise."""
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
    """Return a cell with an id that does not change from run to run."""
    lines = source.splitlines(keepends=True)
    return {"cell_type": "markdown", "id": name, "metadata": dict(metadata), "source": lines}
