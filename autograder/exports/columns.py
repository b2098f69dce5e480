"""Which column of a platform's file belongs to which assignment."""

import re
from collections.abc import Mapping, Sequence

from autograder.course import Course
from autograder.exports.graded import ExportError
from autograder.intake.names import assignment_of, normalise_name

# Canvas adds the number of the assignment; Moodle the kind of activity, and that it shows points.
DRESSED = re.compile(r"(?:\w+:\s*)?(?P<name>.*\S)\s*\((?:\d+|Real)\)\s*")


def column_of(assignment: str, columns: Sequence[str], course: Course, chosen: Mapping[str, str]) -> str | None:
    """The column that was chosen, or the only one that is called like the assignment; None where there is none.

    Raises:
        ExportError: the chosen column does not exist, or several are called so.
    """
    if (name := chosen.get(assignment)) is not None:
        matches = [column for column in columns if name in (column, _name(column))]
        if len(matches) != 1:
            raise ExportError(f"--column {assignment}={name}: the file has {len(matches)} columns called so")
        return matches[0]
    title = normalise_name(course.assignment(assignment).title)
    matches = [column for column in columns if _means(_name(column), assignment, title, course)]
    if len(matches) > 1:
        names = ", ".join(map(repr, matches))
        raise ExportError(f"{assignment}: could be any of {names}; choose with --column {assignment}=NAME")
    return matches[0] if matches else None


def _name(column: str) -> str:
    found = DRESSED.fullmatch(column)
    return found["name"] if found else column.strip()


def _means(name: str, assignment: str, title: str, course: Course) -> bool:
    found = assignment_of(name, course)
    return (found is not None and found.id == assignment) or normalise_name(name) == title
