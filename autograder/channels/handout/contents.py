"""Which files a handout holds: those named here and no others."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from autograder.authoring.handout import NOTE
from autograder.authoring.sync import made_from
from autograder.channels.handout.documents import github_documents, student_documents
from autograder.course import Assignment, Course
from autograder.errors import AutograderError
from autograder.variants.words import with_slots

SUPPORT = ("_support/**/*.py", "_support/**/*.json", "conftest.py", "watch.py")

Contents = dict[str, bytes]  # by path below the handout's top folder


class HandoutError(AutograderError):
    """A handout cannot be made; one sentence for each reason."""


def contents(course: Course, *, github: bool = False, slots: bool = False) -> Contents:
    """Every file of the handout: made from solutions/ at this moment, so that no edited stub can slip in.

    With `slots`, texts of derivations hold a place for each student's own sizes.

    Raises:
        HandoutError: an exercise has no public tests.
        SyncError: a solution file has a mistake.
    """
    solutions = course.solutions_folder
    made = made_from(solutions, course, with_slots) if slots else made_from(solutions, course)
    texts = {f"assignments/{path}": text.removeprefix(f"{NOTE}\n\n").encode() for path, text in made.items()}
    texts |= public_files(course, course)
    texts |= student_documents(course, course.folder) | (github_documents(course) if github else {})
    return dict(sorted(texts.items()))


def public_files(course: Course, chosen: Iterable[Assignment]) -> Contents:
    """The public tests of some assignments and what they need, by their paths below the top folder.

    Raises:
        HandoutError: an exercise has no public tests.
    """
    assignments = course.assignments_folder
    files = [path for pattern in SUPPORT for path in assignments.glob(pattern)]
    files += [path for assignment in chosen for path in _public_tests(assignments, assignment)]
    return {path.relative_to(course.folder).as_posix(): path.read_bytes() for path in files}


def _public_tests(assignments: Path, assignment: Assignment) -> Iterator[Path]:
    """The tests of each file of an assignment, by the name that its file gives them."""
    for file in assignment.files:
        path = assignments / assignment.id / f"test_{file}"
        if not path.is_file():
            raise HandoutError(f"{assignments.name}/{assignment.id}/{path.name} is missing; write its public tests")
        yield path
