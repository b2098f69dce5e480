"""Solutions taken out by nbgrader's own preprocessor, between jupytext's reading and writing."""

from typing import Any

import jupytext
from nbgrader.preprocessors.clearsolutions import ClearSolutions

from autograder.authoring.cells import HEADING, PICTURE_TAG, Source

STUB = "raise NotImplementedError  # your code here"
NO_HEADER = {"notebook_metadata_filter": "-all", "cell_metadata_filter": "-all"}


def marked(source: Source) -> Any:
    """The notebook of a file with its solutions; cells of exercises carry nbgrader's metadata."""
    notebook = jupytext.reads(source.text, fmt="py:percent")
    posed: str | None = None
    for cell in notebook.cells:
        if cell.cell_type == "code" and posed is not None:
            cell.metadata["nbgrader"] = solution_cell(posed)
        found = HEADING.fullmatch(cell.source.split("\n", maxsplit=1)[0]) if cell.cell_type == "markdown" else None
        posed = found["name"] if found else None
    return notebook


def cleared(source: Source) -> Any:
    """The same with stubs in place of solutions."""
    notebook, _ = ClearSolutions(code_stub={"python": STUB}).preprocess(marked(source), {})
    return notebook


def solution_cell(exercise: str) -> dict[str, Any]:
    """What nbgrader wants to know of a cell that the student fills in; its points belong to the check behind it."""
    return {
        "grade": False,
        "grade_id": f"code-{exercise}",
        "locked": False,
        "schema_version": 3,
        "solution": True,
        "task": False,
    }


def stub(notebook: Any) -> str:
    """A cleared notebook as a py:percent file without a header, and without the pictures."""
    kept = [cell for cell in notebook.cells if PICTURE_TAG not in cell.metadata.get("tags", [])]
    plain = {**notebook, "cells": kept, "metadata": {**notebook.metadata, "jupytext": NO_HEADER}}
    return str(jupytext.writes(type(notebook)(plain), fmt="py:percent")).rstrip("\n") + "\n"
