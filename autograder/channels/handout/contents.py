"""Which files a handout holds: those named here and no others."""

from collections.abc import Iterable
from pathlib import Path

from autograder.authoring.generated import PUBLIC, kit_files, public_tests
from autograder.authoring.handout import NOTE
from autograder.authoring.sync import made_from
from autograder.channels.handout.documents import github_documents, student_documents
from autograder.course import Assignment, Course
from autograder.errors import AutograderError
from autograder.variants.words import with_slots

LEARNT = "_support/wrong_results"

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
    files = kit_files() | {f"{LEARNT}/{path.name}": path for path in _learnt(course)}
    for assignment in chosen:
        own = public_tests(course, assignment)
        if missing := [file for file in assignment.files if f"{assignment.id}/test_{file}" not in own]:
            place = f"solutions/{assignment.id}/{PUBLIC}/test_{missing[0]}"
            raise HandoutError(f"{place} is missing; write its public tests")
        files |= own
    return {f"assignments/{name}": path.read_bytes() for name, path in files.items()}


def _learnt(course: Course) -> list[Path]:
    """What wrong results look like: made by `autograder sync` from wrong programs."""
    return sorted((course.assignments_folder / LEARNT).glob("*.json"))
