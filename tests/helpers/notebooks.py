"""How tests run a notebook: in a handout of its own, with a real kernel."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.authoring.cells import read_solution
from autograder.authoring.notebooks import student_notebook
from autograder.course import Assignment
from tests.helpers.paths import ROOT


def solved(assignment: Assignment) -> dict[str, Any]:
    """The notebook of an assignment with its solutions."""
    from autograder.authoring.clearing import solution_notebook  # noqa: PLC0415 - slow, and not needed to collect

    folder = ROOT / "solutions" / assignment.id
    parts = {file: solution_notebook(read_solution(folder, file)) for file in assignment.files}
    return json.loads(student_notebook(assignment, parts))


@dataclass(frozen=True)
class Shown:
    """What a cell shows: as text, as HTML, and whether there is a picture."""

    text: str
    html: str
    png: bool


def run(notebook: dict[str, Any], folder: Path) -> dict[str, Shown]:
    """Run all cells in `folder`; what each code cell shows, by its id. An error in a cell is an error here."""
    import nbformat  # noqa: PLC0415 - the same
    from nbclient import NotebookClient  # noqa: PLC0415 - the same

    read = nbformat.reads(json.dumps(notebook), as_version=4)
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(read, timeout=120, kernel_name="python3", resources=resources).execute()
    return {cell.id: _shown(cell.outputs) for cell in read.cells if cell.cell_type == "code"}


def _shown(outputs: list[Any]) -> Shown:
    data = [output.get("data", {}) for output in outputs]
    texts = [output.get("text", "") or item.get("text/plain", "") for output, item in zip(outputs, data, strict=True)]
    htmls = [item.get("text/html", "") for item in data]
    return Shown("\n".join(texts), "\n".join(htmls), any("image/png" in item for item in data))
