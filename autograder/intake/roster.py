"""The class list: a CSV file whose columns are all the names that a student goes by."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from autograder.csv_files import CsvFile, read_csv_file
from autograder.errors import IntakeError
from autograder.intake.column_names import CANVAS, MOODLE, english_columns, plain_name
from autograder.intake.names import normalise_name, safe_student

IDS = ("student", "student_id", "id", "username")  # the last in rosters of Classroom 50
MOODLE_IDS = ("Username", "ID number", "Identifier")
ALMOST = 0.8  # of the letters of two names that are almost the same
REPOSITORIES, LOGIN = re.compile("git(?:hub|lab)"), re.compile("login|user")  # in the names of columns


class Roster:
    """Finds a student's id by any name that a download uses.

    A name as it is written goes before other forms of it, so that `Anna Lee` and `Anna_Lee` may be two students. What
    students may choose themselves is looked up more strictly than what a platform calls them.

    Args:
        rows: for each id, the student's other names.
        numbers: for each id, the student's numbers on Canvas, where the roster has a column for them.
        accounts: for each id, the accounts whose clones are the student's; by default the id.
    """

    def __init__(
        self,
        rows: dict[str, tuple[str, ...]],
        numbers: Mapping[str, str] | None = None,
        accounts: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.students = tuple(rows)
        self.names = rows
        self.numbers = numbers or {}
        everybodys = {student: (student, *names) for student, names in rows.items()}
        self._exact = _owners(everybodys, lambda name: {name})
        self._ids = _owners(everybodys, lambda name: _forms(name, _simple))
        self._written = _owners(everybodys, lambda name: _forms(name, _plain))
        accounts = accounts or {student: (student,) for student in rows}
        self._accounts = _owners(accounts, lambda name: {name})
        self._folded_accounts = _owners(accounts, lambda name: {name.casefold()})

    def find(self, names: Iterable[str]) -> str | None:
        """Return the student that one of `names` belongs to: the first name that is not shared with another student."""
        found = (self._exact.get(name) or self._ids.get(_simple(name)) for name in names)
        return next(filter(None, found), None)

    def find_written(self, name: str) -> str | None:
        """Return the student whom a folder or archive is called after: letters that only look alike are others."""
        return self._exact.get(name) or self._written.get(_plain(name))

    def find_account(self, login: str) -> str | None:
        """Return the student whose account this is; anybody may have an account that is called like another student."""
        return self._accounts.get(login) or self._folded_accounts.get(login.casefold())

    def names_of(self, name: str) -> tuple[str, ...]:
        """Return the id and all other names of the student who has exactly this name; empty if there is none."""
        student = self._exact.get(name)
        return (student, *self.names[student]) if student else ()

    def is_shared(self, name: str) -> bool:
        """Whether several students have this name."""
        return self._ids.get(_simple(name), name) is None

    def suggestion(self, name: str, others: Collection[str] = ()) -> str:
        """Return a question whether a name is meant for a student with such a name; empty if there is none.

        Args:
            name: the name.
            others: students who may have a name that is only almost the same.
        """
        almost = [student for student in self.students if student in others and self._is_almost(name, student)]
        names = [
            f"{student} ({self.names[student][0]})" if self.names[student] else student
            for student in self.similar(name) or almost
        ]
        return f"; did you mean {' or '.join(names)}? Then give the student this name in the roster" if names else ""

    def _is_almost(self, name: str, student: str) -> bool:
        own = [_letters(other) for other in (student, *self.names[student])]
        return bool(get_close_matches(_letters(name), own, n=1, cutoff=ALMOST))

    def similar(self, name: str) -> list[str]:
        """Return the students of whom a name has the same words in any order, whatever number is behind it."""
        words = _words(name)
        return [
            student
            for student, names in self.names.items()
            if words and any(_words(other) == words for other in (student, *names))
        ]


def read_roster(path: Path) -> Roster:
    """Read a roster: a column `student` (or `id`), and any others: name, email, login, canvas, moodle, github.

    Moodle's list of participants in any language is one too.

    Raises:
        IntakeError: the file cannot be read, has no such column, or an id is listed twice or cannot name a folder.
    """
    table = read_csv_file(path, IntakeError, advice="name a CSV file with --roster", content="the roster")
    require_single_columns(path, table)
    rows = _rows(path, table)
    numbers = {student: cell for student, cell in _cells(table, re.compile("canvas")) if cell.isdecimal()}
    accounts: dict[str, tuple[str, ...]] = {}
    for student, cell in _cells(table, REPOSITORIES):
        accounts[student] = (*accounts.get(student, ()), *([] if cell.isdecimal() else [cell]))
    known = {student for student, logins in accounts.items() if logins}
    taken = {login.casefold() for logins in accounts.values() for login in logins}
    for student, cell in (*zip(rows, rows, strict=True), *_cells(table, LOGIN)):
        if student not in known and cell.casefold() not in taken:
            accounts[student] = (*accounts.get(student, ()), cell)
    return Roster(rows, numbers, accounts)


def id_column(header: Sequence[str]) -> str:
    """Return the column of a table of people that has their ids, in any language of Moodle; empty if there is none."""
    plain = {plain_name(name): name for name in reversed(header)}
    own = (plain.get(plain_name(name), "") for name in IDS)
    moodle, canvas = english_columns(header, MOODLE), english_columns(header, CANVAS)
    others = (*(moodle.get(name, "") for name in MOODLE_IDS), canvas.get("Student", ""))
    return next(filter(None, (*own, *others)), "")


def _cells(table: CsvFile, column: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield the id of each student with what is in the columns whose name contains a word, where they are filled."""
    key = id_column(table.header)
    wanted = [name for name in table.header if column.search(name.lower())]
    cells = ((row[key].strip(), row[name].strip()) for _, row in table.records() for name in wanted)
    return ((student, cell) for student, cell in cells if cell)


def _rows(path: Path, table: CsvFile) -> dict[str, tuple[str, ...]]:
    key = id_column(table.header)
    known = english_columns(table.header, MOODLE)
    parts = [known[word] for word in ("First name", "Surname") if word in known]
    if not key or not table.rows:
        raise IntakeError(f"{path}: has no students or no column called student; expected student,name,email,…")
    students: dict[str, tuple[str, ...]] = {}
    for number, row in table.records():
        student = row[key].strip()
        if not student:
            continue
        if safe_student(student) != student:
            raise IntakeError(f"{path}, line {number}: {student!r} cannot name a folder; use letters, digits, - and _")
        if student in students:
            raise IntakeError(f"{path}, line {number}: {student!r} is listed twice")
        others = (value.strip() for name, value in row.items() if name and name != key and value.strip())
        full = " ".join(row[part].strip() for part in parts).strip()
        students[student] = tuple(dict.fromkeys(filter(None, (*others, full))))
    return students


def require_single_columns(path: Path, table: CsvFile) -> None:
    """Refuse a table of people with two columns of one name, of which only one would be read.

    Raises:
        IntakeError: it has such columns.
    """
    for name, count in Counter(name.strip().casefold() for name in table.header if name.strip()).items():
        if count > 1:
            raise IntakeError(f"{path}: has {count} columns called {name}; give each a name of its own")


def _letters(name: str) -> str:
    """Return the letters of a name, without accents and numbers."""
    text = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in text if letter.isalpha())


def _words(name: str) -> list[str]:
    return sorted(word for word in normalise_name(name).split("_") if not word.isdecimal())


def _owners(names: Mapping[str, Iterable[str]], forms: Callable[[str], set[str]]) -> dict[str, str | None]:
    """Return the student who has a form of a name; None where several have it."""
    owners: dict[str, str | None] = {}
    for student, own in names.items():
        for form in {form for name in own if name for form in forms(name)}:
            owners[form] = student if owners.get(form, student) == student else None
    return owners


def _simple(name: str) -> str:
    text = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in text if letter.isalnum() or letter in "@._-")


def _plain(name: str) -> str:
    """Return a name without capitals, blanks and signs, and with the letters that cannot be seen."""
    text = unicodedata.normalize("NFC", name).casefold()
    unseen = {letter for letter in text if not (letter.isprintable() or letter.isspace())}
    return "".join(letter for letter in text if letter.isalnum() or letter in "@._-" or letter in unseen)


def _forms(name: str, simple: Callable[[str], str]) -> set[str]:
    """Return the forms of a name: as it is, first and last name joined either way, an address before the @."""
    words = [word for word in re.split(r"[\s,]+", name) if word]
    forms = {simple(name), name.split("@", maxsplit=1)[0] if "@" in name else ""}
    if len(words) > 1:
        turned = [*words[1:], words[0]] if "," in name else [words[-1], *words[:-1]]
        straight = turned if "," not in name else [*words[1:], words[0]]
        forms |= {simple("".join(order)) for order in (words, turned, straight)}
        forms |= {simple("_".join(words)), simple("-".join(words))}
    return {form for form in forms if form}
