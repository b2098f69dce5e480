"""Solutions taken out by nbgrader's own preprocessor, between jupytext's reading and writing."""

import json
from typing import Any

import jupytext
from nbgrader.preprocessors.clearsolutions import ClearSolutions

from autograder.authoring.cells import HEADING, Source

STUB = "raise NotImplementedError  # your code here"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
NO_HEADER = {"notebook_metadata_filter": "-all", "cell_metadata_filter": "-all"}


def cleared(source: Source) -> Any:
    """The notebook of a file, with stubs in place of solutions; cells of exercises carry nbgrader's metadata."""
    notebook = jupytext.reads(source.text, fmt="py:percent")
    posed: str | None = None
    for cell in notebook.cells:
        if cell.cell_type == "code" and posed is not None:
            cell.metadata["nbgrader"] = solution_cell(posed)
        found = HEADING.fullmatch(cell.source.split("\n", maxsplit=1)[0]) if cell.cell_type == "markdown" else None
        posed = found["name"] if found else None
    notebook, _ = ClearSolutions(code_stub={"python": STUB}).preprocess(notebook, {})
    return notebook


def solution_cell(exercise: str) -> dict[str, Any]:
    """What nbgrader wants to know of a cell that the student fills in; points come from this project's own grader."""
    return {
        "grade": False,
        "grade_id": exercise,
        "locked": False,
        "schema_version": 3,
        "solution": True,
        "task": False,
    }


def stub(notebook: Any) -> str:
    """A cleared notebook as a py:percent file without a header."""
    notebook.metadata["jupytext"] = NO_HEADER
    return str(jupytext.writes(notebook, fmt="py:percent"))


def student_notebook(parts: dict[str, Any]) -> str:
    """The cells of all files of an assignment, by file name, as one notebook without outputs; always the same bytes."""
    cells = [
        _cell(cell, f"{file.removesuffix('.py')}-{place}")
        for file, part in parts.items()
        for place, cell in enumerate(part.cells)
    ]
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cell(cell: Any, name: str) -> dict[str, Any]:
    """A cell with an id that does not change from run to run, and only nbgrader's metadata."""
    code: dict[str, Any] = {"execution_count": None, "outputs": []} if cell.cell_type == "code" else {}
    return {
        "cell_type": cell.cell_type,
        "id": name,
        "metadata": {key: value for key, value in cell.metadata.items() if key == "nbgrader"},
        "source": cell.source.splitlines(keepends=True),
        **code,
    }
