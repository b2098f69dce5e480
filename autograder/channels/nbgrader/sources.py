"""The cells of an assignment as nbgrader's gradebook knows them; where nothing was generated, those of this course."""

from typing import Any

from autograder.channels.nbgrader.tidy import Source
from autograder.course import Assignment


def sources_of(book: Any, assignment: Assignment) -> list[Source]:
    """In order of the released notebook."""
    notebook = book.find_notebook(assignment.id, assignment.id)
    points = {cell.name: float(cell.max_score) for cell in [*notebook.grade_cells, *notebook.task_cells]}
    solutions = {cell.name for cell in notebook.solution_cells}
    tasks = {cell.name for cell in notebook.task_cells}
    found = {
        cell.name: Source(
            cell.name,
            str(cell.cell_type),
            cell.source or "",
            cell.checksum,
            bool(cell.locked),
            points.get(cell.name),
            cell.name in solutions,
            cell.name in tasks,
        )
        for cell in notebook.source_cells
    }
    return list((_of_course(assignment) | found).values())


def _of_course(assignment: Assignment) -> dict[str, Source]:
    """The check cells, as `autograder nbgrader build` makes them."""
    return {
        exercise.name: Source(
            exercise.name,
            "code",
            f'check("{exercise.name}", must_pass=True)',
            None,
            locked=True,
            points=exercise.points,
            solution=False,
            task=False,
        )
        for exercise in assignment.exercises
    }
