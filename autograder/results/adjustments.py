"""Corrections of scores by hand: `adjustments.csv` in the output folder, which a person may edit.

A student who is excused from an assignment is a row there too, whose score is `excused`.

A correction is never removed: one that was undone stays, with who undid it and when, and has no effect.
"""

import hashlib
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from autograder.csv_files import CsvFile, read_csv_file
from autograder.errors import AutograderError
from autograder.printable import printable
from autograder.results.csv_cells import csv_text, unescape_cell
from autograder.results.files import write_text
from autograder.wording import counted

FILE_NAME = "adjustments.csv"
REQUIRED = ("student", "assignment")
MAX_POINTS = 1e6
EXCUSED = "excused"  # in the column of scores
COMMENT = "comment"
NUMBERS = re.compile(r"\s*\d+(\s*-\s*\d+)?(\s*,\s*\d+(\s*-\s*\d+)?)*\s*")


class AdjustmentError(AutograderError):
    """A correction cannot be read or made; the message is one sentence that says what to do."""


@dataclass(frozen=True)
class Adjustment:
    """One correction: points that are added, or the score that counts instead; with neither, the student is excused.

    One that adds 0 points is a comment: it changes no score, and the student reads its text.

    Attributes:
        student: the student.
        assignment: the id of the assignment.
        exercise: the exercise; empty for the assignment as a whole.
        points: what is added, or None.
        score: what counts instead of the automatic score, or None.
        reason: why, for everybody who reads the page; may be empty if it is a comment.
        comment: more words for the student; may be empty.
        author: who made it; may be empty.
        date: when; may be empty.
        undone: who undid it, and when; empty if it counts.
        number: its number in the file, from 1, by which `--undo` finds it.
    """

    student: str
    assignment: str
    exercise: str = ""
    points: float | None = None
    score: float | None = None
    reason: str = ""
    comment: str = ""
    author: str = ""
    date: str = ""
    undone: str = ""
    number: int = 0

    @property
    def excuses(self) -> bool:
        """Whether the assignment does not count for the student."""
        return self.points is None and self.score is None

    @property
    def is_comment(self) -> bool:
        """Whether it changes no score."""
        return self.points == 0 and self.score is None

    @property
    def text(self) -> str:
        """What the student reads: the reason and the comment."""
        return ". ".join(filter(None, (self.reason, self.comment)))

    @property
    def change(self) -> str:
        """What it does: `+1`, `= 3.5`, `excused` or `comment`."""
        if self.excuses:
            return EXCUSED
        if self.is_comment:
            return COMMENT
        return f"{self.points:+g}" if self.score is None else f"= {self.score:g}"

    @property
    def content(self) -> tuple[object, ...]:
        """What it changes and why, without who made it and when."""
        place = (self.student, self.assignment, self.exercise)
        return (*place, self.points, self.score, self.reason, self.comment)

    @property
    def signature(self) -> str:
        """Its number, author and date: `correction 3, C. Curie, 2026-03-02`."""
        return ", ".join(filter(None, (f"correction {self.number}", self.author, self.date)))


COLUMNS = tuple(item.name for item in fields(Adjustment) if item.name != "number")


@dataclass(frozen=True)
class Adjustments:
    """All corrections of an output folder, in the order of the file."""

    all: tuple[Adjustment, ...] = ()
    _by_key: dict[tuple[str, str], list[Adjustment]] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        for item in self.all:
            if not item.undone:
                self._by_key.setdefault((item.student, item.assignment), []).append(item)

    def of(self, student: str, assignment: str) -> tuple[Adjustment, ...]:
        """Return the corrections of one result that count, in order."""
        return tuple(self._by_key.get((student, assignment), ()))

    @property
    def keys(self) -> Collection[tuple[str, str]]:
        """The students and assignments with a correction that counts."""
        return self._by_key.keys()

    @property
    def excused(self) -> frozenset[tuple[str, str]]:
        """The students and assignments that do not count."""
        return frozenset(key for key, items in self._by_key.items() if any(item.excuses for item in items))

    def hash_of(self, student: str, assignment: str) -> str:
        """Hash the corrections of one result; empty if there are none."""
        return _hash(self.of(student, assignment))

    @property
    def hash(self) -> str:
        """Hash all corrections that count; empty if there are none."""
        return _hash(item for item in self.all if not item.undone)

    def added(self, adjustment: Adjustment) -> "Adjustments":
        """Return these corrections and one more."""
        return Adjustments((*self.all, replace(adjustment, number=len(self.all) + 1)))

    def numbered(self, text: str) -> list[Adjustment]:
        """Return the corrections with the numbers in a text such as `2` or `2-5,8`; of several, those that count.

        Raises:
            AdjustmentError: it is no such text, there is no correction with such a number, or all were undone before.
        """
        if not NUMBERS.fullmatch(text):
            raise AdjustmentError(f"--undo {text}: expected numbers of corrections, such as 2 or 2-5,8")
        ends = [part.partition("-") for part in text.replace(" ", "").split(",")]
        ranges = [(int(first), int(last or first)) for first, _, last in ends]
        if not all(1 <= first <= last <= len(self.all) for first, last in ranges):
            count = counted(len(self.all), "correction")
            raise AdjustmentError(f"--undo {text}: the file has {count}; `adjust` alone lists them")
        items = [item for item in self.all if any(first <= item.number <= last for first, last in ranges)]
        if all(item.undone for item in items):
            raise AdjustmentError(f"--undo {text}: was undone already ({items[0].undone})")
        return [item for item in items if not item.undone]

    def undone(self, items: Collection[Adjustment], by: str) -> "Adjustments":
        """Return these corrections, of which some have no effect any more.

        Args:
            items: those.
            by: who undoes them, and when.
        """
        return Adjustments(tuple(replace(one, undone=by) if one in items else one for one in self.all))

    def same_as(self, adjustment: Adjustment) -> Adjustment | None:
        """Return a correction that counts and has the same content; None if there is none."""
        mine = self.of(adjustment.student, adjustment.assignment)
        return next((item for item in mine if item.content == adjustment.content), None)


def read_corrections(path: Path, exercises: Mapping[str, Collection[str]]) -> list[Adjustment]:
    """Read corrections to be added, such as those that a review page saved; columns that are not needed may be missing.

    Args:
        path: a CSV file with the columns student, assignment, reason, and exercise, points, score, comment or author.
        exercises: the names of the exercises of each assignment.

    Raises:
        AdjustmentError: the file cannot be read, or a line in it is wrong.
    """
    table = read_csv_file(path, AdjustmentError, advice="name a CSV file with --from")
    header = set(table.header)
    if wrong := sorted(({*REQUIRED, "reason"} - header) | (header - set(COLUMNS))):
        raise AdjustmentError(f"{path}: expected columns of {', '.join(COLUMNS)}; look at {wrong[0]!r}")
    return [item for item in _rows(path, table, exercises) if not item.undone]


def _hash(items: Iterable[Adjustment]) -> str:
    text = "\n".join(repr(item) for item in items)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() if text else ""


def read_adjustments(out: Path, exercises: Mapping[str, Collection[str]]) -> Adjustments:
    """Read the corrections of an output folder; none if there is no file.

    Args:
        out: the output folder.
        exercises: the names of the exercises of each assignment.

    Raises:
        AdjustmentError: the file cannot be read, or a line in it is wrong.
    """
    path = out / FILE_NAME
    if not path.exists() and not path.is_symlink():
        return Adjustments()
    table = read_csv_file(path, AdjustmentError)
    if not any(table.header):
        raise AdjustmentError(f"{path}: is empty; put the file back, or remove it if there are no corrections")
    return Adjustments(tuple(_parsed(path, table, exercises)))


def write_adjustments(out: Path, adjustments: Adjustments) -> None:
    """Write the corrections; they are on disk when this returns."""
    rows = (
        [EXCUSED if name == "score" and item.excuses else _cell(getattr(item, name)) for name in COLUMNS]
        for item in adjustments.all
    )
    write_text(out / FILE_NAME, csv_text([COLUMNS, *rows]), durable=True)


def _cell(value: object) -> str | None:
    """Return a number as it is shown, and anything else as text."""
    if value is None:
        return None
    return f"{value:g}" if isinstance(value, float) else str(value)


def _parsed(path: Path, table: CsvFile, exercises: Mapping[str, Collection[str]]) -> Iterator[Adjustment]:
    if wrong := sorted(set(table.header) ^ set(COLUMNS)):
        raise AdjustmentError(f"{path}: expected the columns {', '.join(COLUMNS)}; look at {wrong[0]!r}")
    if not table.whole and table.rows:  # of a line that was cut off, all cells may be there, but not a whole last one
        hint = "put the file back, or complete the line and end it with a line break"
        raise AdjustmentError(f"{path}, line {table.rows[-1][0]}: is cut off; {hint}")
    if wide := next((line for line, cells in table.rows if len(cells) > len(table.header)), None):
        raise AdjustmentError(f"{path}, line {wide}: has more cells than columns; put quotes around a comma")
    yield from _rows(path, table, exercises)


def _rows(path: Path, table: CsvFile, exercises: Mapping[str, Collection[str]]) -> Iterator[Adjustment]:
    for number, (line, row) in enumerate(table.records(), start=1):
        cells = {name: unescape_cell(printable(row.get(name, "").strip())) for name in COLUMNS}
        try:
            yield _checked(cells, number, exercises)
        except AdjustmentError as error:
            raise AdjustmentError(f"{path}, line {line}: {error}") from error


def _checked(cells: Mapping[str, str], number: int, exercises: Mapping[str, Collection[str]]) -> Adjustment:
    """Return the correction of a line.

    Raises:
        AdjustmentError: a cell is empty or wrong.
    """
    if empty := next((name for name in REQUIRED if not cells[name]), ""):
        raise AdjustmentError(f"{empty} is empty")
    matches = [name for name in exercises if name == cells["assignment"]]
    matches = matches or [name for name in exercises if name.startswith(cells["assignment"])]
    if len(matches) != 1:
        raise AdjustmentError(f"assignment {cells['assignment']!r} is none of {', '.join(exercises)}")
    if cells["exercise"] and cells["exercise"] not in exercises[matches[0]]:
        raise AdjustmentError(f"{matches[0]} has no exercise {cells['exercise']!r}")
    added = cells["points"] or ("0" if cells["comment"] and not cells["score"] else "")
    if bool(added) == bool(cells["score"]):
        raise AdjustmentError(f"fill in either points (what is added) or score (what counts instead, or {EXCUSED})")
    excused = cells["score"].casefold() == EXCUSED
    if excused and cells["exercise"]:
        raise AdjustmentError(f"score is {EXCUSED!r}, which is said of a whole assignment; leave exercise empty")
    numbers = {"points": added, "score": "" if excused else cells["score"]}
    points, score = (_number(name, text) if text else None for name, text in numbers.items())
    place = (cells["student"], matches[0], cells["exercise"])
    said = (cells["reason"], cells["comment"], cells["author"], cells["date"], cells["undone"])
    made = Adjustment(*place, points, score, *said, number=number)
    if not (made.text if made.is_comment else made.reason):
        raise AdjustmentError("reason is empty")
    return made


def _number(name: str, text: str) -> float:
    try:
        value = float(text.replace(",", ".").replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        value = math.nan
    if not abs(value) <= MAX_POINTS or (name == "score" and value < 0):
        raise AdjustmentError(f"{name} is {text!r}, expected a number such as {'3.5' if name == 'score' else '-0.5'}")
    return value
