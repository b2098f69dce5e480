"""Rules in a file of the instructor's own, in place of those in the course file."""

from dataclasses import replace
from pathlib import Path

from autograder.course.load_policies import load_policies
from autograder.course.model import Course, CourseError
from autograder.course.tables import read_toml


def under_rules(course: Course, path: Path | None) -> Course:
    """The course under the rules of a file; without one, under its own.

    Raises:
        CourseError: the file cannot be read, holds anything else, or a rule in it is mistaken.
    """
    if path is None:
        return course
    data = read_toml(path)
    if strange := sorted(set(data) - {"policies"}):
        raise CourseError(f"{path}: has an entry {strange[0]!r}; rules stand in a table [policies], and nothing else")
    if "policies" not in data:
        raise CourseError(f"{path}: has no table [policies]; begin with that line (docs/policies.md)")
    try:
        return replace(course, policies=load_policies(data["policies"], course.assignments))
    except CourseError as error:
        raise CourseError(f"{path}: {error}") from error
