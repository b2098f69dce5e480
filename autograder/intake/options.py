"""The options of all commands that read submissions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path

from autograder.course import Course
from autograder.course.policies import in_zone
from autograder.errors import IntakeError
from autograder.intake.groups import read_groups
from autograder.intake.read import read_class
from autograder.intake.roster import read_roster
from autograder.intake.spool import SourceSpool
from autograder.intake.submission import Intake
from autograder.intake.time_text import iso_time
from autograder.intake.times import read_times

NO_DATE = "none"  # in place of a due date


@dataclass(frozen=True)
class IntakeOptions:
    """What to read, and how to interpret students' names and dates.

    Attributes:
        submissions: a folder, archive or download of a class or a student.
        assignment: take only these assignments; if empty, those of the class (`policies.parts`), or all.
        roster: the class list.
        due: due dates as they are written on the command line: `02=2026-03-01T23:59`, or `02=none`.
        times: reports with times as they are written on the command line: `worksheet.csv`, `02=worksheet.csv`.
        groups: the file of groups.
    """

    submissions: Path
    assignment: Sequence[str] = ()
    roster: Path | None = None
    due: Sequence[str] = ()
    times: Sequence[str] = ()
    groups: Path | None = None


def read_intake(options: IntakeOptions, course: Course, spool: SourceSpool | None = None) -> Intake:
    """Read the submissions.

    Args:
        options: what to read.
        course: the course.
        spool: where the files are kept; by default in memory.

    Raises:
        IntakeError: they cannot be read, or an option is invalid.
        CourseError: an assignment does not belong to this course.
    """
    wanted = tuple(course.assignment(name) for name in options.assignment or course.policies.parts)
    roster = read_roster(options.roster) if options.roster else None
    due = course.policies.due | due_dates(options.due, course)
    times = read_times(options.times, course, wanted) if options.times else None
    groups = read_groups(options.groups, course) if options.groups else None
    return read_class(options.submissions, course, wanted, roster, due, times=times, groups=groups, spool=spool)


def only_students(intake: Intake, students: Sequence[str]) -> Intake:
    """Return the submissions of some students; all of them if none is named.

    Raises:
        IntakeError: a student has no submission and is not in the roster.
    """
    if not students:
        return intake
    known = sorted({item.student for item in intake.submissions})
    if unknown := next((student for student in students if student not in known), None):
        similar = get_close_matches(unknown, known, n=1)
        hint = f"; did you mean {similar[0]}?" if similar else "; `autograder intake` lists the students"
        raise IntakeError(f"--student {unknown}: nobody in the submissions has this id{hint}")
    return replace(intake, submissions=tuple(item for item in intake.submissions if item.student in students))


def due_dates(texts: Sequence[str], course: Course) -> dict[str, datetime]:
    """The due date of each assignment in the zone of the class, from texts such as `02=2026-03-01T23:59`.

    Raises:
        IntakeError: a text has another form.
        CourseError: an assignment does not belong to this course.
    """
    dates: dict[str, datetime] = {}
    for text in texts:
        name, _, date = text.partition("=")
        assignment = course.assignment(name).id
        if date == NO_DATE:
            dates.pop(assignment, None)
            continue
        try:
            dates[assignment] = in_zone(iso_time(date), course.policies.zone)
        except ValueError as error:
            expected = "expected a date with a time after an assignment: 02=2026-03-01T23:59"
            raise IntakeError(f"--due {text}: {expected}") from error
    return dates
