"""Collect submissions from a course folder of nbgrader."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

from autograder.course import Course
from autograder.course.policies import in_zone
from autograder.errors import IntakeError
from autograder.exports.class_results import ExportError
from autograder.exports.nbgrader import read_gradebook
from autograder.intake.layout import StudentBundle
from autograder.intake.names import safe_student
from autograder.intake.options import IntakeOptions, due_dates
from autograder.intake.read import bundle_from_folder, free_name, read_bundles
from autograder.intake.spool import SourceSpool
from autograder.intake.submission import Intake

CONFIG = "nbgrader_config.py"
SQLITE = "sqlite:///"


@dataclass(frozen=True)
class CourseFolder:
    """A course folder of nbgrader, with paths from nbgrader's CourseDirectory."""

    course: Path
    directory: Any

    @property
    def database(self) -> Path:
        """The file of the gradebook.

        Raises:
            IntakeError: the gradebook is not in a file.
        """
        url = str(self.directory.db_url)
        if not url.startswith(SQLITE):
            kind = url.split(":", maxsplit=1)[0]
            raise IntakeError(f"{self.course / CONFIG}: the gradebook is in {kind}; only SQLite files are written")
        return Path(url.removeprefix(SQLITE))

    def submitted(self, student: str, assignment: str) -> Path:
        """Return the folder of the files that a student handed in."""
        return self._path(self.directory.submitted_directory, student, assignment)

    def autograded(self, student: str, assignment: str) -> Path:
        """Return the folder of the notebook that formgrader shows."""
        return self._path(self.directory.autograded_directory, student, assignment)

    def feedback(self, student: str, assignment: str) -> Path:
        """Return the folder of the page that is released to a student."""
        return self._path(self.directory.feedback_directory, student, assignment)

    def _path(self, step: str, student: str, assignment: str) -> Path:
        return Path(self.directory.format_path(step, student, assignment))

    def submissions(self) -> Iterator[tuple[str, str]]:
        """Yield every (student, assignment) that has a folder of submitted files, in order."""
        step = self.directory.submitted_directory
        named = self.directory.format_path(step, "(?P<student_id>[^/]+)", "(?P<assignment_id>[^/]+)", escape=True)
        pattern = self._path(step, "*", "*").relative_to(self.course)
        for path in sorted(self.course.glob(pattern.as_posix())):
            match = re.fullmatch(named, str(path))
            if match and path.is_dir() and not path.is_symlink() and not path.name.startswith("."):
                yield match["student_id"], match["assignment_id"]


def read_course_folder(course: Path) -> CourseFolder:
    """Read the settings of a course folder; they are a program of the instructor's, which is run.

    Raises:
        IntakeError: it is no course folder, or its settings do not work.
    """
    from nbgrader.coursedir import CourseDirectory  # noqa: PLC0415 - slow, and only where nbgrader is used
    from traitlets.config import Config  # noqa: PLC0415 - the same
    from traitlets.config.loader import PyFileConfigLoader  # noqa: PLC0415 - the same

    root = course.resolve()
    if not root.is_dir():
        raise IntakeError(f"{course}: not a folder; name the course folder of nbgrader")
    config = Config()
    if (root / CONFIG).is_file():
        try:
            config = PyFileConfigLoader(CONFIG, path=str(root)).load_config()
        except Exception as error:  # the instructor's program may raise anything
            raise IntakeError(f"{course / CONFIG}: does not work ({type(error).__name__}: {error})") from error
    return CourseFolder(root, CourseDirectory(config=config, root=str(root)))


@dataclass(frozen=True)
class CollectedSubmissions:
    """The submissions of a course folder."""

    folder: CourseFolder
    intake: Intake
    students: dict[str, str] = field(default_factory=dict)  # nbgrader's name of a student by the name in results
    due: dict[str, datetime] = field(default_factory=dict)  # by assignment


def collect_submissions(options: IntakeOptions, course: Course, spool: SourceSpool) -> CollectedSubmissions:
    """Read every submission in the course folder that the options name.

    Args:
        options: what to read.
        course: the course.
        spool: where the files are kept.

    Raises:
        IntakeError: nothing is handed in, or an option does not fit.
        CourseError: an assignment is not of this course.
    """
    if options.roster:
        raise IntakeError("--roster: in a course folder of nbgrader, students have the names that nbgrader gives them")
    if options.times:
        raise IntakeError("--times: in a course folder of nbgrader, each submission contains its time")
    if options.groups:
        raise IntakeError("--groups: in a course folder of nbgrader, everybody hands in alone")
    folder = read_course_folder(options.submissions)
    if not folder.database.parent.is_dir():
        raise IntakeError(f"{folder.database}: the folder of the gradebook does not exist; correct nbgrader's settings")
    wanted = tuple(course.assignment(name) for name in options.assignment)
    names = {item.id for item in wanted or course}
    submitted = list(folder.submissions())
    chosen = [(student, name) for student, name in submitted if name in names]
    if not chosen:
        place = folder.submitted("STUDENT", "ASSIGNMENT")
        raise IntakeError(f"{options.submissions}: nothing is handed in; expected {place.relative_to(folder.course)}")
    students = _safe_names(student for student, _ in chosen)
    due = _due_dates(folder, names, course.policies.zone) | course.policies.due | due_dates(options.due, course)
    safe = {theirs: ours for ours, theirs in students.items()}
    intake = read_bundles(_bundles(folder, chosen, safe), course, wanted, due, spool)
    present = {(safe[student], name) for student, name in chosen}
    submissions = tuple(item for item in intake.submissions if (item.student, item.assignment) in present)
    unknown = () if wanted else _unknown_assignments(submitted, names)
    intake = replace(intake, submissions=submissions, ignored=(*unknown, *intake.ignored))
    return CollectedSubmissions(folder, intake, students, due)


def _due_dates(folder: CourseFolder, names: Collection[str], zone: tzinfo) -> dict[str, datetime]:
    """Return the due dates that formgrader shows, in the zone of the class; nbgrader keeps them in UTC."""
    if not folder.database.exists():
        return {}
    try:
        with read_gradebook(folder.database) as book:
            dates = {item.name: item.duedate for item in book.assignments if item.name in names and item.duedate}
    except ExportError as error:
        raise IntakeError(str(error)) from error
    return {name: in_zone(date.replace(tzinfo=UTC), zone) for name, date in dates.items()}


def _bundles(
    folder: CourseFolder, submitted: Iterable[tuple[str, str]], safe: dict[str, str]
) -> dict[str, StudentBundle]:
    """Return the files of each student, all assignments together."""
    bundles = {student: StudentBundle(student) for student in sorted(safe.values())}
    for student, name in submitted:
        bundle, part = bundles[safe[student]], bundle_from_folder(student, folder.submitted(student, name), name)
        bundle.entries += part.entries
        bundle.problems += part.problems
    return bundles


def _safe_names(students: Iterable[str]) -> dict[str, str]:
    """Return nbgrader's name of each student, by a name that any system accepts for a folder."""
    names: dict[str, str] = {}
    for student in dict.fromkeys(students):
        names[free_name(safe_student(student), names)] = student
    return names


def _unknown_assignments(submitted: list[tuple[str, str]], names: set[str]) -> tuple[str, ...]:
    others = dict.fromkeys(name for _, name in submitted if name not in names)
    return tuple(f"{name}: the course has no assignment of this name, left to nbgrader" for name in others)
