"""Matches the rows of a platform's file to students, and its columns to assignments."""

import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.course import Course
from autograder.exports.class_results import ExportError
from autograder.exports.csv_table import CsvTable
from autograder.intake.column_names import PARTICIPANT
from autograder.intake.names import assignment_of, normalise_name
from autograder.intake.roster import Roster
from autograder.wording import first_of

NamesByStudent = dict[str, tuple[str, ...]]
# Canvas appends the number of the assignment to its name; Moodle adds the kind of activity and `(Real)`.
DECORATED = re.compile(r"(?:\w+:\s*)?(?P<name>.*\S)\s*\((?:\d+|Real)\)\s*")
NUMBERED = re.compile(  # in a normalised name
    r"(?P<kind>(?:hw|homework|assignment|part|exercises?|ex|lab|problem_set|pset|project)_?)?"
    r"0*(?P<number>\d+)(?:_(?P<rest>\D.*))?"
)
MAX_COLUMNS = 8  # that a sentence lists
SHORTEST_WORD = 3  # letters of a word by which a name is recognised


def match_column(
    assignment: str, columns: Sequence[str], course: Course, chosen: Mapping[str, str], command: Sequence[str] = ()
) -> str | None:
    """Return the chosen column of an assignment, else the only one that has its name, else that has its number.

    None if there is none. A name is the assignment's id, topic or title; a number is that of `HW2`, `Homework 2: masks`
    or `02 Causal attention`, unless the rest of it names another assignment.

    Args:
        assignment: its id.
        columns: the names of all columns.
        course: the course.
        chosen: the columns named with `--column`, by assignment.
        command: the words of the command that is run, for the sentence of an error.

    Raises:
        ExportError: the chosen column does not exist, or several columns match.
    """
    if (name := chosen.get(assignment)) is not None:
        matches = [column for column in columns if name in (column, _name(column))]
        if len(matches) != 1:
            raise ExportError(f"--column {assignment}={name}: the file has {len(matches)} columns of that name")
        return matches[0]
    matches = [column for column in columns if is_named(column, assignment, course)]
    matches = matches or [column for column in columns if _numbered(column, course) == assignment]
    if len(matches) > 1:
        raise ExportError(f"{assignment}: could be any of {choice_of_column(assignment, matches, command)}")
    return matches[0] if matches else None


def choice_of_column(assignment: str, columns: Sequence[str], command: Sequence[str]) -> str:
    """Return the columns that an assignment may have, and the command that chooses the first of them.

    Args:
        assignment: its id.
        columns: the names of at least one column.
        command: the words of the command that is run.
    """
    option = shlex.join([*command, "--column", f"{assignment}={columns[0]}"])
    return f"{first_of(map(repr, columns), MAX_COLUMNS)}; choose with --column, for example: {option}"


def _name(column: str) -> str:
    match = DECORATED.fullmatch(column)
    return match["name"] if match else column.strip()


def fits_another(column: str, assignment: str, course: Course) -> bool:
    """Return whether a column has the name or the number of another assignment."""
    return (_named(_name(column), course) or _numbered(column, course) or assignment) != assignment


def is_named(column: str, assignment: str, course: Course) -> bool:
    """Return whether a column has an assignment's id, topic or title as its name."""
    return _named(_name(column), course) == assignment


def _named(name: str, course: Course) -> str | None:
    """Return the assignment of which a name is the id, the topic or the title."""
    if match := assignment_of(name, course):
        return match.id
    titles = {normalise_name(assignment.title): assignment.id for assignment in course}
    return titles.get(normalise_name(name))


def _numbered(column: str, course: Course) -> str | None:
    """Return the assignment whose number a column has, alone, with a word such as `HW`, or before its own name."""
    whole = re.sub(r"\((?:\d+|Real)\)\s*$", "", column)
    matches = [NUMBERED.fullmatch(normalise_name(name)) for name in (whole, _name(column))]
    match = next(filter(None, matches), None)
    if match is None:
        return None
    numbers = {assignment.id.split("_", 1)[0].lstrip("0"): assignment.id for assignment in course}
    found = numbers.get(match["number"].lstrip("0"))
    rest = _named(match["rest"], course) if match["rest"] else found
    return found if rest == found or (match["kind"] and rest is None) else None


@dataclass(frozen=True)
class MatchedRows:
    """The rows of a platform's file by student.

    Attributes:
        rows: the row of each student who has one.
        repeated: the students of whom several rows may be meant.
    """

    rows: dict[str, dict[str, str]]
    repeated: list[str]


def match_rows(
    table: CsvTable, columns: Sequence[str], students: Sequence[str], further_names: NamesByStudent
) -> MatchedRows:
    """Return the row of each student who has one, found by the student's id, parts of it, or the roster's names.

    Args:
        table: the platform's file.
        columns: those that name students.
        students: the ids of the students to find.
        further_names: names of students from the roster.

    Raises:
        ExportError: two students have the same row.
    """
    keys = {f"row {number}": row for number, row in enumerate(table.rows)}
    names = Roster({key: tuple(filter(None, (_plain(row[name]) for name in columns))) for key, row in keys.items()})
    exact = {name: key for column in reversed(columns) for name, key in _unique(keys, column).items()}
    rows: dict[str, dict[str, str]] = {}
    repeated: list[str] = []
    owners: dict[str, str] = {}
    for student in students:
        number, name = _parts(student) or ("", "")
        owner = names.find([number]) if number else None
        fitting = [number] if owner is not None and _fits(name, names.names[owner]) else []
        own = [student, *further_names.get(student, ()), *fitting, *filter(None, [name])]
        key = exact.get(student) or names.find(own)
        if key is None:
            repeated += [student] if any(map(names.is_shared, own)) else []
            continue
        if key in owners:
            pair = (owners[key], student)
            raise ExportError(f"{' and '.join(pair)} are the same row of the file; {_way_out(pair, further_names)}")
        owners[key] = student
        rows[student] = keys[key]
    return MatchedRows(rows, repeated)


def _way_out(students: Sequence[str], listed: NamesByStudent) -> str:
    """Return how to tell students of the same row apart; one who is not in the roster is probably a second name."""
    others = [student for student in students if listed and student not in listed]
    options = shlex.join(word for student in others for word in ("--student", student))
    return (
        f"take out who is not in the roster: autograder remove GRADED {options}"
        if others
        else ("tell them apart with --roster")
    )


def columns_of_students(table: CsvTable, students: Sequence[str], further_names: NamesByStudent) -> list[str]:
    """Return the columns whose cells name students, for a file in a language whose words are not known.

    Args:
        table: the platform's file.
        students: the ids of the students.
        further_names: names of students from the roster.
    """
    known = Roster({student: (*further_names.get(student, ()), *_parts(student)) for student in students})
    counts = {
        column: sum(known.find((_plain(row[column]),)) is not None for row in table.rows if row[column].strip())
        for column in table.columns
    }
    most = max(counts.values(), default=0)
    return [column for column, count in counts.items() if count and 2 * count >= most]


def _unique(rows: Mapping[str, Mapping[str, str]], column: str) -> dict[str, str]:
    """Return the key of the row of each cell that no other row has."""
    cells = {key: _plain(row[column]) for key, row in rows.items()}
    counts = Counter(cells.values())
    return {cell: key for key, cell in cells.items() if counts[cell] == 1}


def _plain(cell: str) -> str:
    """Return a cell without a spreadsheet's apostrophe and without Moodle's `Participant` before a number."""
    return PARTICIPANT.sub("", cell.strip().removeprefix("'"), count=1)


def _parts(student: str) -> tuple[str, ...]:
    """Return the number and the name in an id made from a download: `lovelaceada_4711`, `Ada_Lovelace_17`."""
    match = re.fullmatch(r"(?P<name>.+)_(?P<id>\d+)", student)
    return (match["id"], match["name"].replace("_", " ")) if match else ()


def _fits(name: str, cells: Sequence[str]) -> bool:
    """Whether the name in an id may be that of a row with the same number; students choose the names of their files.

    Canvas joins the words of a name, Moodle may have them in several cells. A row without letters fits any name.
    """
    written = "".join(normalise_name(name).split("_"))
    words = [
        word for cell in cells for word in (*normalise_name(cell).split("_"), normalise_name(cell).replace("_", ""))
    ]
    named = [word for word in words if word and not word.isdecimal()]
    return not named or any(word in written for word in named if len(word) >= SHORTEST_WORD or word == written)
