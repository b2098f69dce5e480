"""Whatever was named on the command line becomes submissions: folder, archive, notebook or file; class or student."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

from autograder.course import Assignment, Course
from autograder.intake.archives import archive_entries, is_archive
from autograder.intake.entries import Entry, IntakeError, UnreadableError
from autograder.intake.folder import folder_entries
from autograder.intake.layout import Pile, piles
from autograder.intake.limits import class_budget, student_budget
from autograder.intake.names import NOTEBOOK, PYTHON, assignment_of, safe_student
from autograder.intake.notebook import NotebookReader
from autograder.intake.roster import Roster
from autograder.intake.student import StudentReader, Work
from autograder.intake.submission import Intake, Submission


def read_class(
    path: Path,
    course: Course,
    wanted: tuple[Assignment, ...],
    roster: Roster | None = None,
    due: Mapping[str, datetime] | None = None,
) -> Intake:
    """Read all submissions in `path`; with `wanted` empty, of every assignment that anybody handed in.

    Raises:
        IntakeError: `path` is nothing that can be read, or holds nobody's work.
    """
    hint = wanted[0] if len(wanted) == 1 else assignment_of(path.name, course)
    with ExitStack() as stack:
        entries = list(_entries(path, stack))
        found, aside = piles(entries, course, path.resolve().name)
        if not found:
            expected = f"expected {path.name}/<student>/<assignment>/<file>.py"
            raise IntakeError(f"{path}: holds no folder of a student; {expected}")
        reader = StudentReader(course, hint, due or {}, stack.enter_context(NotebookReader()))
        works: dict[str, Work] = {}
        for pile, student in _named(found, roster, aside):
            works[student] = reader.read(pile, student)
    graded = wanted or tuple(item for item in course if any(item.id in work.submissions for work in works.values()))
    return _intake(path, graded, works, roster, aside)


def read_known(
    found: Mapping[str, Pile],
    course: Course,
    wanted: tuple[Assignment, ...] = (),
    due: Mapping[str, datetime] | None = None,
) -> Intake:
    """Read what a platform has sorted by student already: nothing is to be guessed about who is who."""
    hint = wanted[0] if len(wanted) == 1 else None
    with NotebookReader() as notebooks:
        reader = StudentReader(course, hint, due or {}, notebooks)
        works = {student: reader.read(pile, student) for student, pile in found.items()}
    graded = wanted or tuple(item for item in course if any(item.id in work.submissions for work in works.values()))
    return _intake(Path(), graded, works, None, [])


def pile_of(student: str, folder: Path, *below: str) -> Pile:
    """A student's pile from one folder; with `below`, as if it lay in folders of these names."""
    pile = Pile(student)
    try:
        pile.entries += (entry.below(*below) for entry in folder_entries(folder, student_budget()))
    except UnreadableError as error:
        pile.problems.append(f"what was handed in {error}")
    return pile


def _entries(path: Path, stack: ExitStack) -> Iterator[Entry]:
    """The top level of what was named."""
    budget = class_budget()
    try:
        if path.is_dir():
            yield from folder_entries(path, budget)
        elif path.is_file() and is_archive(path):
            yield from archive_entries(stack.enter_context(path.open("rb")), budget)
        elif path.is_file() and (NOTEBOOK.search(path.name) or PYTHON.search(path.name)):
            yield from (entry for entry in folder_entries(path.parent, budget) if entry.parts == (path.name,))
        else:
            raise IntakeError(f"{path}: not a folder, an archive or a notebook; name the folder of the class")
    except UnreadableError as error:
        raise IntakeError(f"{path}: {error}") from error
    except OSError as error:
        raise IntakeError(f"{path}: cannot be read ({error.strerror})") from error


def _named(found: list[Pile], roster: Roster | None, aside: list[str]) -> Iterator[tuple[Pile, str]]:
    """Each pile with the name it is graded under; piles of the same student are put together."""
    together: dict[str, Pile] = {}
    for pile in found:
        student = roster.find((pile.key, *pile.aliases)) if roster else None
        if roster and student is None:
            aside.append(f"{pile.key}: not in the roster, graded under this name")
        name = student or safe_student(pile.key)
        if name not in together:
            together[name] = pile
        elif student:
            together[name].entries += pile.entries
            together[name].problems += pile.problems
        else:
            free = _free(name, together)
            aside.append(f"{pile.key}: another student has this name too, graded under {free}")
            together[free] = pile
    yield from ((pile, name) for name, pile in sorted(together.items()))


def _free(name: str, taken: Mapping[str, object]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


def _intake(
    path: Path, graded: tuple[Assignment, ...], works: dict[str, Work], roster: Roster | None, aside: list[str]
) -> Intake:
    """Everybody's submission of every assignment that is graded, handed in or not."""
    problems = [f"{student}: {problem}" for student, work in works.items() for problem in work.problems]
    if not graded and problems:
        raise IntakeError(f"{path}: nothing in it can be graded ({problems[0]}); name what is graded with --assignment")
    students = sorted({*works, *(roster.students if roster else ())})
    submissions = [_of(works.get(student), student, item) for student in students for item in graded]
    strange = [line for work in works.values() for line in work.left_aside]
    return Intake(tuple(submissions), tuple(aside + strange + problems))


def _of(work: Work | None, student: str, assignment: Assignment) -> Submission:
    """What was handed in for an assignment, or why nothing was."""
    if work is None:
        return Submission(student, assignment.id, {})
    if assignment.id in work.submissions:
        return work.submissions[assignment.id]
    missing = {file: "; ".join([f"{file}: was not handed in", *work.problems]) for file in assignment.files}
    return Submission(student, assignment.id, {}, (), missing if work.problems else {})
