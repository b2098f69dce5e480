"""From the submissions of a course folder to submissions of this course."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from autograder.channels.nbgrader.folders import Folders, read_folders
from autograder.course import Course
from autograder.exports.database import looked_at
from autograder.exports.graded import ExportError
from autograder.intake.entries import IntakeError
from autograder.intake.layout import StudentBundle
from autograder.intake.names import safe_student
from autograder.intake.options import IntakeOptions, due_dates
from autograder.intake.read import bundle_from_folder, read_bundles
from autograder.intake.submission import Intake


@dataclass(frozen=True)
class Taken:
    """What is graded, and where it came from."""

    folders: Folders
    intake: Intake
    students: dict[str, str] = field(default_factory=dict)  # the name that is graded under: nbgrader's


def take_course(options: IntakeOptions, course: Course) -> Taken:
    """Read every submission of the course folder that the options name.

    Raises:
        IntakeError: nothing is there to be graded, or an option does not fit.
        CourseError: an assignment is not of this course.
    """
    if options.roster:
        raise IntakeError("--roster: the students of a course of nbgrader's are called as nbgrader calls them")
    folders = read_folders(options.submissions)
    if not folders.database.parent.is_dir():
        raise IntakeError(f"{folders.database}: the gradebook's folder is not there; mend the settings of the course")
    wanted = tuple(course.assignment(name) for name in options.assignment)
    names = {item.id for item in wanted or course}
    found = list(folders.handed_in())
    mine = [(student, name) for student, name in found if name in names]
    if not mine:
        place = folders.submitted("STUDENT", "ASSIGNMENT")
        raise IntakeError(f"{options.submissions}: nothing is handed in; expected {place.relative_to(folders.course)}")
    students = _named(student for student, _ in mine)
    graded_under = {theirs: ours for ours, theirs in students.items()}
    due = _dates(folders, names) | course.policies.due | due_dates(options.due, course)
    intake = read_bundles(_piles(folders, mine, graded_under), course, wanted, due)
    there = {(graded_under[student], name) for student, name in mine}
    submissions = tuple(item for item in intake.submissions if (item.student, item.assignment) in there)
    strange = () if wanted else _strange(found, names)
    return Taken(folders, replace(intake, submissions=submissions, ignored=(*strange, *intake.ignored)), students)


def _dates(folders: Folders, names: Collection[str]) -> dict[str, datetime]:
    """The due dates that formgrader shows, in the class's own time; nbgrader keeps them in UTC."""
    if not folders.database.exists():
        return {}
    try:
        with looked_at(folders.database) as book:
            found = {item.name: item.duedate for item in book.assignments if item.name in names and item.duedate}
    except ExportError as error:
        raise IntakeError(str(error)) from error
    return {name: date.replace(tzinfo=UTC).astimezone().replace(tzinfo=None) for name, date in found.items()}


def _piles(folders: Folders, mine: Iterable[tuple[str, str]], graded_under: dict[str, str]) -> dict[str, StudentBundle]:
    """What each student handed in, all assignments together."""
    piles = {student: StudentBundle(student) for student in sorted(graded_under.values())}
    for student, name in mine:
        pile, part = piles[graded_under[student]], bundle_from_folder(student, folders.submitted(student, name), name)
        pile.entries += part.entries
        pile.problems += part.problems
    return piles


def _named(students: Iterable[str]) -> dict[str, str]:
    """A name that any system takes as a folder's for each of nbgrader's names."""
    names: dict[str, str] = {}
    for student in dict.fromkeys(students):
        name, number = safe_student(student), 2
        while name in names:
            name, number = f"{safe_student(student)}_{number}", number + 1
        names[name] = student
    return names


def _strange(found: list[tuple[str, str]], names: set[str]) -> tuple[str, ...]:
    others = dict.fromkeys(name for _, name in found if name not in names)
    return tuple(f"{name}: no assignment of the course is called so, left to nbgrader" for name in others)
