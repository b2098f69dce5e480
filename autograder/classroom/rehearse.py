from collections.abc import Iterable
from pathlib import Path

from autograder.checks.catalogue import checks_of
from autograder.checks.rehearsal import Rehearsed, rehearse
from autograder.checks.verdict import Verdict
from autograder.course import Assignment, CourseError
from autograder.sandbox.inprocess import InProcess

SOLUTIONS = Path(__file__).parents[2] / "solutions"

Rehearsals = dict[tuple[str, str], tuple[Rehearsed, ...]]


def rehearse_all(assignments: Iterable[Assignment]) -> Rehearsals:
    """Run every check on the solution once and keep what it asks.

    Raises:
        CourseError: a check fails on the solution, or the solution is not there.
    """
    return {
        (assignment.id, name): checks
        for assignment in assignments
        for name, checks in _rehearse_assignment(assignment).items()
    }


def _rehearse_assignment(assignment: Assignment) -> dict[str, tuple[Rehearsed, ...]]:
    solutions: dict[str, InProcess] = {}
    rehearsed: dict[str, tuple[Rehearsed, ...]] = {}
    for exercise in assignment.exercises:
        if exercise.file not in solutions:
            solutions[exercise.file] = _solution(assignment, exercise.file)
        checks = checks_of(assignment.id)[exercise.name]
        try:
            rehearsed[exercise.name] = tuple(rehearse(check, solutions[exercise.file]) for check in checks)
        except Verdict as verdict:
            raise CourseError(
                f"{assignment.id}.{exercise.name}: the solution fails its own check: {verdict}"
            ) from verdict
    return rehearsed


def _solution(assignment: Assignment, file: str) -> InProcess:
    folder = SOLUTIONS / assignment.id
    if not (folder / file).is_file():
        raise CourseError(f"solutions/{assignment.id}/{file} is missing; the checks are rehearsed on it")
    return InProcess(folder, file)
