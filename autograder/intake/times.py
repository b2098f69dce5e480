"""When submissions were handed in, by reports of platforms: `--times CSV` (docs/reference/times.md)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from autograder.course import Assignment, Course
from autograder.csv_files import read_csv_file
from autograder.errors import IntakeError
from autograder.intake.column_names import MOODLE, MOODLE_PEOPLE, PARTICIPANT, english_columns
from autograder.intake.downloads import part_of_download
from autograder.intake.names import normalise_name
from autograder.intake.roster import Roster
from autograder.intake.time_text import not_understood, parse_time

TIME_COLUMNS = (
    *("handed_in", "submitted", "submitted_at", "submission_time", "submission_date", "submitted_date"),
    *("last_modified_submission", "datetime", "time"),
)
ASSIGNMENT_COLUMNS = ("assignment", "assignment_name", "assignment_title", "part")
NAMES = ("name", "id", "mail", "login", "student", "user", "number", "canvas", "moodle", "github")
NO_NAMES = ("submission", "submitted", "section", "course", "file", "url")
NO_TIME = {"", "-", "n/a", "none", "null", "missing"}


@dataclass(frozen=True)
class ReportedTime:
    """A row of a report: somebody handed in an assignment.

    Attributes:
        place: the file and the line, for messages.
        names: everything in the row that may name the student.
        assignment: the assignment.
        time: when, in the zone of the class.
    """

    place: str
    names: tuple[str, ...]
    assignment: str
    time: datetime

    @property
    def display_name(self) -> str:
        """The first name without a digit, since platforms put their numbers first."""
        return next((name for name in self.names if not re.search(r"\d", name)), self.names[0])

    @property
    def full_name(self) -> str:
        """The display name with the first other name, which tells namesakes apart."""
        others = [name for name in self.names if name != self.display_name]
        return f"{self.display_name} ({others[0]})" if others else self.display_name


class ReportedTimes:
    """Finds the time at which a student handed in; of several, the last.

    Args:
        rows: the rows of all reports.
    """

    def __init__(self, rows: Sequence[ReportedTime] = ()) -> None:
        self._last: dict[str, dict[str, ReportedTime]] = {}  # by assignment, then by person
        for row in rows:
            people = self._last.setdefault(row.assignment, {})
            person = "\n".join(row.names)
            people[person] = max(row, people.get(person, row), key=lambda item: item.time)
        self._rosters = {
            assignment: Roster({person: row.names for person, row in people.items()})
            for assignment, people in self._last.items()
        }
        self._found: set[tuple[str, str]] = set()
        self._shared: set[tuple[str, str]] = set()

    def leave_out_shared(self, names: Mapping[str, Sequence[str]]) -> list[str]:
        """Leave out the times of a person whom several students may be, and return a sentence about each.

        Args:
            names: the names of each student, best first, by id.
        """
        sentences: list[str] = []
        for assignment, roster in self._rosters.items():
            students: dict[str, list[str]] = {}
            for student, own in names.items():
                if (person := roster.find((student, *own))) is not None:
                    students.setdefault(person, []).append(student)
            for person, several in students.items():
                if len(several) > 1:
                    self._shared.add((assignment, person))
                    row = self._last[assignment][person]
                    who = f"{row.place}: {row.full_name} may be {' or '.join(sorted(several))}"
                    sentences.append(f"{who}, so the time counts for none; add a column with their ids")
        return sentences

    def names_of(self, number: str, assignment: str) -> tuple[str, ...]:
        """Return the names in the row of a participant, such as the mail, which tells namesakes apart.

        Args:
            number: the number of the participant on Moodle, which is another one in each assignment.
            assignment: the id of the assignment; empty if it is not known, which only matters if there are several.
        """
        known = [assignment] if assignment else list(self._last) if len(self._last) == 1 else []
        rows = (row for name in known for row in self._last.get(name, {}).values())
        return next((row.names for row in rows if f"Participant {number}" in row.names), ())

    def find(self, names: Iterable[str], assignment: str) -> datetime | None:
        """Return when a student handed in an assignment.

        Args:
            names: the names of the student, best first.
            assignment: the id of the assignment.
        """
        roster = self._rosters.get(assignment)
        person = roster.find(names) if roster else None
        if person is None:
            return None
        self._found.add((assignment, person))
        if (assignment, person) in self._shared:
            return None
        return self._last[assignment][person].time

    def claim(self, names: Sequence[str]) -> None:
        """Record that something of a student arrived, although nobody knows for which assignment."""
        for assignment in self._last:
            self.find(names, assignment)

    def unclaimed(self) -> list[str]:
        """Return a sentence for each person who handed in according to a report, and of whom nothing was received."""
        sentences: list[str] = []
        for assignment, people in self._last.items():
            shared = Counter(row.display_name for row in people.values())
            for person, row in people.items():
                if (assignment, person) not in self._found:
                    name = row.display_name if shared[row.display_name] == 1 else row.full_name
                    sentences.append(
                        f"{row.place}: {name} handed in {assignment}, and nothing of it is in the submissions"
                    )
        return sentences


def read_times(texts: Sequence[str], course: Course, wanted: Sequence[Assignment]) -> ReportedTimes:
    """Read reports as they are named on the command line: `worksheet.csv`, or `02=worksheet.csv` for one assignment.

    Raises:
        IntakeError: a report cannot be read, or does not say what it is about.
        CourseError: an assignment does not belong to this course.
    """
    rows: list[ReportedTime] = []
    for text in texts:
        name, separator, rest = text.partition("=")
        path = Path(rest if separator else text)
        only = course.assignment(name) if separator else part_of_download(path.stem, course)
        rows += _read_report(path, course, only or (wanted[0] if len(wanted) == 1 else None))
    return ReportedTimes(rows)


def _read_report(path: Path, course: Course, assignment: Assignment | None) -> Iterator[ReportedTime]:
    table = read_csv_file(path, IntakeError, advice="name a CSV file with --times", content="the report")
    columns = {normalise_name(name): name for name in table.header if name}
    known = english_columns(table.header, MOODLE)
    moment = next((columns[name] for name in TIME_COLUMNS if name in columns), None)
    moment = moment or known.get("Last modified (submission)")
    if moment is None:
        expected = ", ".join(TIME_COLUMNS[:3])
        raise IntakeError(f"{path}: has no column with times; expected one of {expected}, Last modified (submission)")
    part = next((columns[name] for name in ASSIGNMENT_COLUMNS if name in columns), None)
    if part is None and assignment is None:
        raise IntakeError(f"{path}: does not say which assignment it is about; name it: --times 02={path}")
    by_language = {known[name] for name in MOODLE_PEOPLE if name in known}
    people = [columns[name] for name in columns if _names_students(name) or columns[name] in by_language]
    for number, row in table.records():
        place = f"{path}, line {number}"
        found = part_of_download(row[part], course) if part else assignment
        if found is not None and (time := _time_in_cell(row[moment], place, course.policies.zone)) is not None:
            cells = [row[key].strip() for key in people if row[key].strip() and key not in (moment, part)]
            names = tuple(PARTICIPANT.sub("Participant ", cell, count=1) for cell in cells)
            yield ReportedTime(place, names, found.id, time)


def _names_students(column: str) -> bool:
    """Whether a column has names of students; a score must not be taken for a number of somebody."""
    return any(word in column for word in NAMES) and not any(word in column for word in NO_NAMES)


def _time_in_cell(text: str, place: str, zone: ZoneInfo) -> datetime | None:
    if text.strip().casefold() in NO_TIME:
        return None
    time = parse_time(text, zone)
    if time is None:
        raise IntakeError(f"{place}: {not_understood(text)}")
    return time
