"""A submitted notebook as formgrader is to show it. Runs where notebooks are parsed: in a process that may be lost.

What nbgrader's own autograding does before it runs a notebook is done here without running it: outputs are cleared,
locked cells get their text back, cells that claim a name twice lose it. The check cells then say what the wall found.
And what formgrader would run as a part of its own page, with the rights of the instructor, is only shown.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

TAG = re.compile(r"<(?=[A-Za-z/!?])")
METADATA = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


@dataclass(frozen=True)
class Source:
    """A cell as it was released, by nbgrader's gradebook."""

    name: str
    kind: str  # code or markdown
    text: str
    checksum: str | None
    locked: bool
    points: float | None  # where it is graded
    solution: bool
    task: bool

    @property
    def marks(self) -> dict[str, Any]:
        """What nbgrader keeps in the cell."""
        marks = {"grade_id": self.name, "schema_version": 3, "locked": self.locked, "solution": self.solution}
        marks |= {"grade": self.points is not None and not self.task, "task": self.task}
        marks |= {"points": self.points} if self.points is not None else {}
        return marks | ({"checksum": self.checksum} if self.checksum else {})


@dataclass(frozen=True)
class Tidy:
    """The notebook, and which answers that a person grades are still as they were released."""

    text: str
    unanswered: frozenset[str]


def tidy(notebook: bytes, sources: Sequence[Source], said: Mapping[str, str]) -> Tidy:
    """Cells of nbgrader's as they were released, with what is said about them; all other cells without outputs."""
    import nbformat  # noqa: PLC0415 - only where there are notebooks

    tree = nbformat.reads(notebook.decode("utf-8-sig"), as_version=4)  # type: ignore[no-untyped-call]
    known = {source.name: source for source in sources}
    unanswered: set[str] = set()
    for cell in reversed(tree.cells):  # of two that claim a name, the later one has it
        source = known.pop(_name(cell), None)
        _clear(cell)
        if source is not None:
            _restore(cell, source, said.get(source.name, ""))
            if source.solution and source.points is not None and _checksum(cell) == source.checksum:
                unanswered.add(source.name)
        if source is None or not source.locked:
            _defuse(cell)
    lost = [source for source in sources if source.name in known and source.locked and source.points is not None]
    tree.cells += [_made(source, said.get(source.name, "")) for source in lost]
    tree.metadata = type(tree)(METADATA)
    for number, cell in enumerate(tree.cells, start=1):
        cell.id = f"cell-{number}"  # it stands in the page, and was the student's to choose
    return Tidy(str(nbformat.writes(tree, version=4)), frozenset(unanswered))  # type: ignore[no-untyped-call]


def _name(cell: Any) -> str:
    marks = cell.metadata.get("nbgrader", {})
    name = marks.get("grade_id", "") if isinstance(marks, dict) else ""
    return name if isinstance(name, str) else ""


def _defuse(cell: Any) -> None:
    """Markup of the student's is text: markdown and raw cells would put it into the page as it is."""
    if cell.cell_type == "raw":
        cell.cell_type = "markdown"
    if cell.cell_type == "markdown":
        cell.source = TAG.sub("&lt;", cell.source)


def _clear(cell: Any) -> None:
    cell.metadata = type(cell)()
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None


def _restore(cell: Any, source: Source, said: str) -> None:
    if cell.cell_type != source.kind:
        text, identity = cell.source, cell.get("id", source.name)
        cell.clear()
        cell.update(_empty(source.kind), source=text, id=identity)
    cell.metadata = type(cell)(nbgrader=type(cell)(source.marks))
    if source.locked:
        cell.source = source.text
    if said and source.kind == "code":
        cell.outputs = [_output(said)]


def _made(source: Source, said: str) -> Any:
    cell = _empty(source.kind)
    _restore(cell, source, said)
    cell.source = source.text
    return cell


def _empty(kind: str) -> Any:
    import nbformat.v4  # noqa: PLC0415 - as above

    return (nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell)()  # type: ignore[no-untyped-call]


def _output(said: str) -> Any:
    import nbformat.v4  # noqa: PLC0415 - as above

    return nbformat.v4.new_output("stream", name="stdout", text=said)  # type: ignore[no-untyped-call]


def _checksum(cell: Any) -> str:
    from nbgrader.utils import compute_checksum  # noqa: PLC0415 - only where there are answers for a person

    return str(compute_checksum(cell))
