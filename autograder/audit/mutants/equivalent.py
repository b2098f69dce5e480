"""The reviewed list of changes that change nothing a caller may rely on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autograder.course import CourseError, load_course
from autograder.course.tables import as_list, as_table, as_text, needed, read_toml

LIST = "shared/equivalent_mutants.toml"  # in the folder of the solutions


def read_equivalents(path: Path | None = None) -> dict[tuple[str, str], str]:
    """The reason for each (`assignment/exercise`, change).

    Raises:
        CourseError: the file cannot be read, or an entry is missing, unknown, of the wrong kind, or there twice.
    """
    path = path or load_course().solutions_folder / LIST
    data = read_toml(path, path.name)
    found: dict[tuple[str, str], str] = {}
    try:
        for entry in as_list(as_table(data, "the file", ("equivalent",)).get("equivalent", []), "equivalent"):
            _add(found, entry)
    except CourseError as error:
        raise CourseError(f"{path.name}: {error}") from error
    return found


def _add(found: dict[tuple[str, str], str], data: Any) -> None:
    entry = as_table(data, "equivalent", ("exercise", "reason", "changes"))
    exercise = as_text(needed(entry, "exercise", "equivalent"), "equivalent: exercise")
    load_course().exercise(*_names(exercise))
    place = f"equivalent of {exercise}"
    reason = as_text(needed(entry, "reason", place), f"{place}: reason")
    for change in as_list(needed(entry, "changes", place), f"{place}: changes"):
        if (exercise, as_text(change, f"{place}: changes")) in found:
            raise CourseError(f"{place}: {change!r} stands there twice")
        found[exercise, change] = reason


def _names(exercise: str) -> tuple[str, str]:
    assignment, _, name = exercise.partition("/")
    return assignment, name


def stale(listed: Sequence[tuple[str, str]], judged: Sequence[str], survived: Sequence[tuple[str, str]]) -> list[str]:
    """Listed changes of judged exercises that no mutant survives with: the line is another, or a check sees them."""
    return [
        f"{exercise}: {change}"
        for exercise, change in listed
        if exercise in judged and (exercise, change) not in survived
    ]
