"""Reads the work of one student for one assignment, from whatever `grade` would understand."""

from pathlib import Path

from autograder.course import Assignment, Course
from autograder.intake.entries import IntakeError
from autograder.intake.read import read_class
from autograder.intake.submission import Submission


def read_single(path: Path, course: Course, assignment: Assignment | None = None) -> Submission:
    """Read one submission: a folder, an archive, a notebook or a file.

    Args:
        path: what the student handed in.
        course: the course that it was handed in for.
        assignment: the part it is for; by default the one that `path` or a folder in it is named after.

    Raises:
        IntakeError: it cannot be read, or it is not the work of one student for one part.
    """
    intake = read_class(path, course, (assignment,) if assignment else ())
    submissions = [item for item in intake.submissions if item.sources or item.missing]
    if not submissions:
        advice = assignment.id if assignment else "a part of the course; name the part with --assignment"
        raise IntakeError(f"{path}: nothing in it belongs to {advice}")
    students = list(dict.fromkeys(item.student for item in submissions))
    if len(students) > 1:
        raise IntakeError(f"{path}: contains the work of {len(students)} students; name the folder of one of them")
    if len(submissions) > 1:
        parts = ", ".join(item.assignment for item in submissions)
        raise IntakeError(f"{path}: contains several parts ({parts}); name one with --assignment")
    return submissions[0]
