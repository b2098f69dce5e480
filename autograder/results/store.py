"""What is graded, kept: one SQLite file beside the results, so that nothing is graded twice and nothing is forgotten.

A grading is found by its cache key (`execution.cache_key`). Rows are only added, never changed: the
file is the history of a class too. A grading is on disk before anybody hears of it; what was in flight when the
power failed is graded again, and files in folders that are not what was written there are written again.
"""

import contextlib
import fcntl
import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from autograder.errors import AutograderError
from autograder.results.files import sync
from autograder.results.model import Json
from autograder.results.packing import packed, unpacked
from autograder.results.tables import TABLES, VERSION

PLACE = ".autograder"  # inside the folder of results
Key = tuple[str, str]  # student, assignment


class StoreError(AutograderError):
    """The store cannot be used; one sentence that says what to do."""


@dataclass(frozen=True)
class Shown:
    """What stands in the folder of one student and assignment."""

    grading: int
    submission: str  # its sha256
    look: str  # hash of what made the pages
    digest: str  # hash of the files as they were written
    brief: Json
    held: bool = False  # kept by a regrade, because a newer grading gives less


class Store:
    """The gradings of one folder of results; one process at a time."""

    def __init__(self, out: Path) -> None:
        self._path = out / PLACE / "store.db"
        self._run = 0

    def __enter__(self) -> Self:
        try:
            self._make_place()
            self._lock = (self._path.parent / "lock").open("w")
            fcntl.lockf(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._lock.close()
            raise StoreError(f"{self._path.parents[1]}: another run is writing there; wait for its end") from error
        except OSError as error:
            raise StoreError(f"{self._path.parent}: cannot be written ({error.strerror})") from error
        try:
            self._open()
        except sqlite3.Error as error:
            self._lock.close()
            raise self._unreadable(error) from error
        return self

    def __exit__(self, *exc_info: object) -> None:
        with contextlib.suppress(sqlite3.Error):  # what stands in folders is written down again by the next run
            self._commit()
        self._db.close()
        self._lock.close()

    def _make_place(self) -> None:
        """The folder; a new one is on disk before anything is said to be kept there."""
        place = self._path.parent
        if not place.is_dir():
            place.mkdir(parents=True, exist_ok=True)
            for folder in place.parents[:2]:
                sync(folder)

    def _open(self) -> None:
        self._db = sqlite3.connect(self._path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=TRUNCATE")  # a write-ahead log is not for network file systems
        self._db.execute("PRAGMA synchronous=FULL")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            self._db.executescript(f"BEGIN;{TABLES}PRAGMA user_version={VERSION};COMMIT;")
        elif version != VERSION:
            raise sqlite3.DatabaseError(f"it is of version {version}, not {VERSION}")

    def begin(self, command: str, terms: Json) -> None:
        """What is added from here on belongs to a new run."""
        row = (datetime.now(UTC).isoformat(timespec="seconds"), command, json.dumps(terms, sort_keys=True))
        self._run = self._insert("INSERT INTO run (began, command, terms) VALUES (?, ?, ?)", row)
        self._commit()

    def add(self, address: str, result: Json) -> int:
        """Keep a grading; it is on disk when this returns."""
        row = (self._run, address, result["student"], result["assignment"], result["submission"]["sha256"])
        number = self._insert(
            "INSERT INTO grading (run, address, student, assignment, submission, text) VALUES (?, ?, ?, ?, ?, ?)",
            (*row, packed(result)),
        )
        self._commit()
        return number

    def show(self, key: Key, shown: Shown) -> None:
        """Write down what stands in a folder now; on disk with the next grading, or at the end."""
        row = (*key, shown.grading, shown.held, shown.look, shown.digest, packed(shown.brief))
        self._insert(
            "INSERT INTO shown (run, student, assignment, grading, held, look, digest, brief)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (self._run, *row),
        )

    def moved(self, grading: int, move: Json) -> None:
        """Write down that a grading has replaced one of the same submission that gave another score."""
        self._insert(
            "INSERT INTO move (run, grading, text) VALUES (?, ?, ?)",
            (self._run, grading, json.dumps(move, sort_keys=True)),
        )

    def find(self) -> dict[str, int]:
        """The latest grading of every address."""
        return dict(self._rows("SELECT address, max(id) FROM grading GROUP BY address"))

    def shown(self) -> dict[Key, Shown]:
        """What stands in each folder."""
        rows = self._rows(
            "SELECT s.student, s.assignment, s.grading, g.submission, s.look, s.digest, s.brief, s.held"
            " FROM shown s JOIN grading g ON g.id = s.grading"
            " WHERE s.id IN (SELECT max(id) FROM shown GROUP BY student, assignment)"
        )
        with self._reading():
            return {
                (student, assignment): Shown(grading, submission, look, digest, unpacked(brief), bool(held))
                for student, assignment, grading, submission, look, digest, brief, held in rows
            }

    def held(self) -> dict[Key, tuple[int, str]]:
        """What a regrade has kept: the grading that stands, and the sha256 of its submission."""
        rows = self._rows(
            "SELECT s.student, s.assignment, s.grading, g.submission FROM shown s JOIN grading g ON g.id = s.grading"
            " WHERE s.held AND s.id IN (SELECT max(id) FROM shown GROUP BY student, assignment)"
        )
        return {(student, assignment): (grading, submission) for student, assignment, grading, submission in rows}

    def moves(self) -> list[Json]:
        """The moves whose gradings still stand, in order of student and assignment."""
        rows = self._rows(
            "SELECT m.text FROM move m JOIN shown s ON s.grading = m.grading"
            " WHERE s.id IN (SELECT max(id) FROM shown GROUP BY student, assignment)"
            " AND m.id IN (SELECT max(id) FROM move GROUP BY grading) ORDER BY s.student, s.assignment"
        )
        with self._reading():
            return [json.loads(text) for (text,) in rows]

    def result(self, grading: int) -> Json:
        """A kept grading."""
        rows = self._rows("SELECT text FROM grading WHERE id = ?", grading)
        with self._reading():
            ((text,),) = rows
            return unpacked(text)

    def _rows(self, statement: str, *values: object) -> list[Any]:
        with self._reading():
            return self._db.execute(statement, values).fetchall()

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: Exception) -> StoreError:
        return StoreError(f"{self._path}: cannot be read ({error}); move it away, and everything is graded anew")

    def _insert(self, statement: str, row: Sequence[object]) -> int:
        try:
            if not self._db.in_transaction:
                self._db.execute("BEGIN")
            return int(self._db.execute(statement, row).lastrowid or 0)
        except sqlite3.Error as error:
            raise self._unwritable(error) from error

    def _commit(self) -> None:
        if self._db.in_transaction:
            try:
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                raise self._unwritable(error) from error

    def _unwritable(self, error: sqlite3.Error) -> StoreError:
        if not self._path.exists():
            told = "was removed while results were written there; the same command makes it anew, and grades everything"
            return StoreError(f"{self._path.parents[1]}: {told}")
        return StoreError(f"{self._path}: cannot be written ({error})")
