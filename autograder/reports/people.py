"""Names, sections and mails from the class list that is kept with the results: for instructors only."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.csv_files import read_csv_file
from autograder.errors import AutograderError
from autograder.intake.column_names import MOODLE, english_columns, plain_name
from autograder.intake.roster import id_column
from autograder.policies.totals import CourseTotal, by_student
from autograder.reports.grades_table import TOTAL_COLUMNS, total_cells
from autograder.results.csv_cells import csv_text
from autograder.results.model import Json
from autograder.results.store import STORE_DIR
from autograder.results.summary import EXCUSED

ROSTER_FILE = "roster.csv"  # in the folder of the store
PEOPLE_FILE = "people.csv"  # in the output folder
NAMES = ("name", "fullname", "displayname", "studentname")
SECTIONS = ("section", "tutorial", "lab", "group", "class", "sektion", "gruppe", "tutorium")


@dataclass(frozen=True)
class Person:
    """What the class list says about a student; each text may be empty."""

    name: str = ""
    section: str = ""
    email: str = ""

    def __str__(self) -> str:
        section = f"section {self.section}" if self.section else ""
        return ", ".join(filter(None, (self.name, section, self.email)))


def read_people(out: Path) -> dict[str, Person]:
    """Return the people in the class list of an output folder by id; none if there is no list, or no longer one."""
    path = out / STORE_DIR / ROSTER_FILE
    try:
        return people_in(path) if path.is_file() else {}
    except AutograderError:
        return {}


def people_in(path: Path) -> dict[str, Person]:
    """Return the people in a class list by id.

    Raises:
        AutograderError: it cannot be read.
    """
    table = read_csv_file(path, AutograderError)
    plain = {plain_name(name): name for name in reversed(table.header)}
    known = english_columns(table.header, MOODLE)
    key = id_column(table.header)
    name = next((plain[word] for word in NAMES if word in plain), known.get("Full name", ""))
    parts = [known[word] for word in ("First name", "Surname") if word in known]
    section = next((plain[word] for word in SECTIONS if word in plain), "")
    email = known.get("Email address", plain.get("mail", ""))
    return {
        row[key].strip(): Person(
            (row.get(name, "") or " ".join(row[part] for part in parts)).strip(),
            row.get(section, "").strip(),
            row.get(email, "").strip(),
        )
        for _, row in table.records()
        if key and row[key].strip()
    }


def people_csv(people: Mapping[str, Person], results: Collection[Json], total: CourseTotal) -> str:
    """Return the table of a class with names, sections and mails: a row for each student, a column for each part.

    Args:
        people: the students of the class list.
        results: those of the class, in order of students.
        total: adds them up, for the last columns.
    """
    students: dict[str, list[Json]] = {student: [] for student in people}
    students |= dict(by_student(results))
    parts = sorted({result["assignment"] for result in results})
    rows = []
    for student, own in sorted(students.items()):
        person = people.get(student, Person())
        scores = {item["assignment"]: EXCUSED if "excused" in item else item["score"] for item in own}
        about = [student, person.name, person.section, person.email]
        rows.append([*about, *(scores.get(part) for part in parts), *total_cells(total, own)])
    return csv_text([["student", "name", "section", "email", *parts, *TOTAL_COLUMNS], *rows])
