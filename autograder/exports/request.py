"""The request to an export, and the changes that it makes in the platform's file."""

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from autograder.course import Course
from autograder.exports.class_results import ClassResults, ExportError, is_exported, scaled_score
from autograder.exports.csv_table import CsvTable
from autograder.exports.matching import (
    MatchedRows,
    NamesByStudent,
    choice_of_column,
    fits_another,
    is_named,
    match_column,
)
from autograder.results.model import Json
from autograder.wording import first_of

MAX_LINES = 10  # of one kind in a summary
CANVAS_EXCUSED = "EX"  # in a cell of Canvas: the student need not hand in
NO_GRADE = "-"  # in a cell of Moodle


@dataclass(frozen=True)
class ExportRequest:
    """The results, the platform's own file if there is one, and how to match the two."""

    graded: ClassResults
    course: Course
    table: CsvTable | None = None  # the platform's file
    names: NamesByStudent = field(default_factory=dict)  # further names of students, from the roster
    columns: Mapping[str, str] = field(default_factory=dict)  # chosen with `--column`, by assignment
    zeros: bool = False  # write 0 for what was not handed in, instead of an empty cell
    scale: bool = False  # scale scores to the platform's maximum
    command: tuple[str, ...] = ("autograder", "export")  # the words of the command that is run

    def cell(self, result: Json | None, maximum: str = "") -> str:
        """Return the cell for a result: its score out of the platform's maximum; empty if nothing is exported.

        Raises:
            ExportError: the maxima differ and scores are not to be scaled.
        """
        if result is None or not is_exported(result, zeros=self.zeros):
            return ""
        return f"{scaled_score(result, self._maximum(result, maximum)):g}".replace(".", self._decimal_sign)

    @functools.cached_property
    def _decimal_sign(self) -> str:
        """What the platform's file writes between a number and its decimals."""
        return "," if self.table is not None and self.table.has_decimal_commas else "."

    def _maximum(self, result: Json, text: str) -> float | None:
        try:
            maximum = float(text.replace(",", "."))
        except ValueError:
            return None
        if maximum != result["max_score"] and not self.scale:
            problem = f"{result['assignment']} is worth {result['max_score']:g} here and {maximum:g} in the file"
            raise ExportError(f"{problem}; change it there, or say --scale")
        return maximum


@dataclass(frozen=True)
class CellChange:
    """A cell that an export changes."""

    student: str  # as the platform's file names them
    column: str
    before: str
    after: str

    @property
    def line(self) -> str:
        """The change in one line, with the first line of its text only."""
        text = f"{self.student}: {self.column}: {self.before or 'empty'} -> {self.after}"
        return text.split("\n", maxsplit=1)[0]


@dataclass
class ExportChanges:
    """All changed cells, how many stay the same or are excused, and which students have no row, several, or no result.

    Those without a result are in the platform's file, as it names them.
    """

    changed: list[CellChange] = field(default_factory=list)
    same: int = 0
    excused: int = 0
    unmatched: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)
    without_result: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def put(self, row: dict[str, str], student: str, column: str, after: str) -> None:
        """Write a cell and record what it was; a cell of the same value, or that excuses, is left as it is."""
        before = row.get(column, "")
        before = "" if before.strip() == NO_GRADE else before
        if before.strip().upper() == CANVAS_EXCUSED:
            self.excused += 1
            self.remarks.append(f"{student}: {column}: excused ({CANVAS_EXCUSED}), left as it is")
            return
        if same_value(before, after):
            self.same += 1
            return
        row[column] = after
        self.changed.append(CellChange(student, column, before, after))

    def excuse(self, row: dict[str, str], student: str, column: str, mark: str) -> None:
        """Write what the platform has in the cell of an excused student, and record what it was, if it was a grade."""
        before = row.get(column, "")
        self.excused += 1
        if before.strip().upper() == mark or (mark == NO_GRADE and not before.strip()):
            return
        row[column] = mark
        if mark or before.strip() != NO_GRADE:
            self.changed.append(CellChange(student, column, before, mark or "empty"))

    def lines(self) -> list[str]:
        """Return one line for each changed cell."""
        return [change.line for change in self.changed]

    def overview(self) -> list[str]:
        """Return one line for each column with counts, then one for each cell that had another value before."""
        filled = Counter(change.column for change in self.changed if not change.before)
        replaced = Counter(change.column for change in self.changed if change.before)
        columns = dict.fromkeys(change.column for change in self.changed)
        counts = [f"{name}: {filled[name]} filled, {replaced[name]} changed" for name in columns]
        return counts + shortened([change.line for change in self.changed if change.before])

    def summary(self) -> str:
        """Return how many cells change."""
        filled = sum(not change.before for change in self.changed)
        text = f"cells: {filled} filled, {len(self.changed) - filled} changed, {self.same} as before"
        text += f", {self.excused} excused" if self.excused else ""
        text += f"; students not found: {len(self.unmatched)}" if self.unmatched else ""
        text += f"; in the file without a result: {len(self.without_result)}" if self.without_result else ""
        return text + (f"; twice in the gradebook: {len(self.repeated)}" if self.repeated else "")


def gradebook_column(
    assignment: str, columns: Sequence[str], request: ExportRequest, changes: ExportChanges, new: str
) -> str:
    """Return the column of an assignment in a gradebook; if there is none, its id, the name of a new one.

    A remark says if it is a new one, or if only its number tells which assignment it is for.

    Args:
        assignment: its id.
        columns: those that are not about students.
        request: the request.
        changes: gets the remark.
        new: what the platform does with a new column.

    Raises:
        ExportError: the chosen column does not exist, or several columns match.
    """
    chosen = assignment in request.columns
    free = [name for name in columns if chosen or name not in request.columns.values()]
    column = match_column(assignment, free, request.course, request.columns, request.command)
    if column is None:
        others = [name for name in free if not fits_another(name, assignment, request.course)]
        choice = f": {choice_of_column(assignment, others, request.command)}" if others else ""
        changes.remarks.append(f"{assignment}: no column has this name; {new}, unless you name one{choice}")
    elif not chosen and not is_named(column, assignment, request.course):
        changes.remarks.append(f"{assignment}: goes into {column!r}, by its number; --column names another one")
    return column or assignment


def display_names(rows: Mapping[str, Mapping[str, str]], column: str) -> dict[str, str]:
    """Return what to call each student in a message: the name in the file, with the id where two have the same.

    Args:
        rows: the row of each student.
        column: the column with names.
    """
    names = {student: row.get(column) or student for student, row in rows.items()}
    shared = Counter(names.values())
    return {student: name if shared[name] == 1 else f"{name} ({student})" for student, name in names.items()}


def same_value(before: str, after: str) -> bool:
    """Return whether two cells have the same value, as 17.50, 17,5 and 17.5 do."""
    try:
        return float(before.replace(",", ".")) == float(after.replace(",", "."))
    except ValueError:
        return before == after


def matched_changes(students: Sequence[str], matches: MatchedRows) -> ExportChanges:
    """Return no changes yet, with the students who have no row and those who have several."""
    found = {*matches.rows, *matches.repeated}
    return ExportChanges(unmatched=[student for student in students if student not in found], repeated=matches.repeated)


def shortened(lines: Sequence[str]) -> list[str]:
    """Return the first lines of a summary, and how many more there are."""
    more = len(lines) - MAX_LINES
    return [*lines[:MAX_LINES], *([f"and {more} more; without --summary all are listed"] if more > 0 else [])]


def unmatched_notes(changes: ExportChanges, where: str) -> list[str]:
    """Return a sentence for each student who is not in the file, or in it twice."""
    missing = "name this student in the roster, or enter the score by hand"
    twice = "remove the row that is too many, or name this student's number in the roster"
    others = [first_of(changes.without_result, MAX_LINES)] if changes.without_result else []
    return [
        *(f"{student}: not found in {where}; {missing}" for student in changes.unmatched),
        *(f"in {where}, and without a result here: {names}" for names in others),
        *(f"{student}: twice in the gradebook {where}; {twice}" for student in changes.repeated),
    ]
