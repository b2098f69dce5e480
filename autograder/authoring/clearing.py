"""Removes solutions with nbgrader's own preprocessor; jupytext reads and writes the files."""

from typing import Any

import jupytext
from nbgrader.preprocessors.clearsolutions import ClearSolutions

from autograder.authoring.cells import PICTURE_TAG, Source, heading_exercise

STUB = "raise NotImplementedError  # your code here"
NO_HEADER = {"notebook_metadata_filter": "-all", "cell_metadata_filter": "-all"}


def solution_notebook(source: Source) -> Any:
    """Return the notebook of a file with its solutions; the cells of exercises have nbgrader's metadata."""
    notebook = jupytext.reads(source.text, fmt="py:percent")
    exercise: str | None = None
    for cell in notebook.cells:
        if cell.cell_type == "code" and exercise is not None:
            cell.metadata["nbgrader"] = _solution_metadata(exercise)
        exercise = heading_exercise(cell.source) if cell.cell_type == "markdown" else None
    return notebook


def stub_notebook(source: Source) -> Any:
    """Return the same notebook with stubs in place of solutions."""
    notebook, _ = ClearSolutions(code_stub={"python": STUB}).preprocess(solution_notebook(source), {})
    return notebook


def _solution_metadata(exercise: str) -> dict[str, Any]:
    """Return nbgrader's metadata for a cell that the student fills in; the points are in the check cell after it."""
    return {
        "grade": False,
        "grade_id": f"code-{exercise}",
        "locked": False,
        "schema_version": 3,
        "solution": True,
        "task": False,
    }


def stub_text(notebook: Any) -> str:
    """Return a stub notebook as a py:percent file without header and pictures."""
    kept = [cell for cell in notebook.cells if PICTURE_TAG not in cell.metadata.get("tags", [])]
    plain = {**notebook, "cells": kept, "metadata": {**notebook.metadata, "jupytext": NO_HEADER}}
    return str(jupytext.writes(type(notebook)(plain), fmt="py:percent")).rstrip("\n") + "\n"
