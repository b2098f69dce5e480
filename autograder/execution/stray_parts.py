"""Leaves out that nobody else handed in what one student handed in by mistake."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from autograder.intake.submission import Intake, Submission
from autograder.results.class_parts import parts_of_class


def without_stray_parts(
    intake: Intake, earlier: Collection[tuple[str, str]]
) -> tuple[tuple[Submission, ...], list[str]]:
    """Leave out that others did not hand in what is no part of the class.

    Args:
        intake: the submissions of a call that names no assignment.
        earlier: student and assignment of everything that was handed in earlier.

    Returns:
        The submissions that remain, and a sentence for each assignment that is no part of the class.
    """
    arrived = [(item.student, item.assignment) for item in intake.submissions if not item.is_absent]
    parts = parts_of_class([*arrived, *earlier])
    kept = tuple(item for item in intake.submissions if item.assignment in parts or not item.is_absent)
    return kept, list(_stray_notes(arrived, parts))


def _stray_notes(arrived: Iterable[tuple[str, str]], parts: Collection[str]) -> Iterator[str]:
    students = defaultdict(list)
    for student, assignment in arrived:
        students[assignment].append(student)
    for assignment in sorted(students.keys() - parts):
        names = ", ".join(students[assignment])
        yield f"{assignment}: only {names} handed it in; it counts for nobody else (--assignment {assignment})"
