"""The course file, read and validated as a whole."""

import functools
from dataclasses import replace
from pathlib import Path

from autograder.course.find import COURSE_FILE, course_folder
from autograder.course.load_assignments import load_assignments
from autograder.course.load_library_rules import load_library_rules
from autograder.course.load_limits import load_limits
from autograder.course.load_policies import load_policies
from autograder.course.load_visibility import load_visibility
from autograder.course.model import FAMILIES, Assignment, Course, CourseError
from autograder.course.tables import Table, as_list, as_positive, as_table, as_text, needed, read_toml

KEYS = ("title", "total", "families", "rules", "assignment", "limits", "visibility", "policies")


def load_course(folder: Path | None = None) -> Course:
    """Read and validate the data of a course; without a folder, of the course that this process grades.

    Raises:
        CourseError: the file cannot be read, or an entry is missing, unknown, of the wrong kind or contradicts another.
    """
    return _load(folder or course_folder())


@functools.cache
def _load(folder: Path) -> Course:
    path = folder / COURSE_FILE
    data = read_toml(path, path.name)
    try:
        return replace(_course(as_table(data, "the file", KEYS)), folder=folder)
    except CourseError as error:
        raise CourseError(f"{path.name}: {error}") from error


def _course(data: Table) -> Course:
    rules = load_library_rules(data.get("rules", {}))
    assignments = load_assignments(needed(data, "assignment", "the file"), rules)
    visibility = load_visibility(data.get("visibility", {}), [assignment.id for assignment in assignments])
    course = Course(
        as_text(needed(data, "title", "the file"), "title"),
        assignments,
        load_limits(needed(data, "limits", "the file")),
        *visibility,
        load_policies(data.get("policies", {}), assignments),
        _families(data),
        rules=rules,
    )
    _check_points(assignments, as_positive(needed(data, "total", "the file"), "total"))
    return course


def _families(data: Table) -> tuple[str, ...]:
    """Families of mistakes that the course has besides the usual ones."""
    names = tuple(as_text(name, "families") for name in as_list(data.get("families", []), "families"))
    for name in names:
        if name in FAMILIES or names.count(name) > 1:
            raise CourseError(f"families: {name!r} is a family already")
        if not name.isidentifier():
            raise CourseError(f"families: is {name!r}, expected one word of letters, digits and _")
    return names


def _check_points(assignments: tuple[Assignment, ...], total: float) -> None:
    points = round(sum(assignment.points for assignment in assignments), 2)
    if points != total:
        raise CourseError(f"the points sum to {points:g}, not to {total:g}")
