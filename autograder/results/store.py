"""The store: an SQLite file beside the results, so that no submission is graded twice and the history is kept.

A grading is looked up by its cache key. Rows are only added; only a grading without lines gets those that are found
later. A grading is durable before it is reported; gradings that are ready at about the same time share a transaction.
After a power failure, unfinished submissions are graded again, and files that differ from the published state are
written again.
"""

import contextlib
import json
import sqlite3
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, overload

from autograder.errors import AutograderError
from autograder.intake.spool import files_hash
from autograder.results.files import sync_path
from autograder.results.model import Json

STORE_DIR = ".autograder"  # in the folder of results
RESULT_FILES = ("result.json", "feedback.md", "feedback.html")  # in the folder of one student and assignment
ResultKey = tuple[str, str]  # student, assignment
REMOVED = 0  # in place of a grading's number
TOO_SHORT = "SQLITE_IOERR_SHORT_READ"
HALF_WRITTEN = "SQLITE_READONLY_ROLLBACK"  # a writer was killed, and only a writer can undo what it did
VERSION = 1  # of the tables; other tables need another version
TABLES = """
CREATE TABLE run (id INTEGER PRIMARY KEY, began TEXT, command TEXT, terms TEXT);
CREATE TABLE grading (
    id INTEGER PRIMARY KEY, run INTEGER, address TEXT, student TEXT, assignment TEXT, submission TEXT, text BLOB);
CREATE INDEX grading_address ON grading (address);
CREATE TABLE shown (
    id INTEGER PRIMARY KEY, run INTEGER, student TEXT, assignment TEXT, grading INTEGER, held INTEGER,
    look TEXT, digest TEXT, brief BLOB);
CREATE TABLE move (id INTEGER PRIMARY KEY, run INTEGER, grading INTEGER, text TEXT);
"""
# Older versions of this package leave these tables as they are: the files that were graded, by the sha256 of the
# submission, all else that is known of it, judgements whose lines can be looked for again, and finished ones that can
# be told in other words, by their keys.
LATER_TABLES = """
CREATE TABLE IF NOT EXISTS source (submission TEXT PRIMARY KEY, files BLOB);
CREATE TABLE IF NOT EXISTS hand_in (
    student TEXT, assignment TEXT, submission TEXT, facts BLOB, PRIMARY KEY (student, assignment, submission));
CREATE TABLE IF NOT EXISTS judgement (address TEXT PRIMARY KEY, content BLOB);
CREATE TABLE IF NOT EXISTS untold (address TEXT PRIMARY KEY, content BLOB);
"""


def result_key(result: Json) -> ResultKey:
    """Return the key of a result or of its summary, which is also its place in tables."""
    return result["student"], result["assignment"]


class StoreError(AutograderError):
    """The store cannot be used; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class PublishedState:
    """The content of the folder of one student and assignment.

    Attributes:
        grading: the number of the grading in the store.
        submission: the sha256 of the submission.
        page_hash: the hash of everything that decides what pages look like.
        files_hash: the hash of `RESULT_FILES` as they were written.
        pinned: whether a regrade kept this grading although a newer one gives less.
        record: the number of the record in the store, which also has the summary of the result (`Store.summary`).
    """

    grading: int
    submission: str
    page_hash: str
    files_hash: str
    pinned: bool = False
    record: int = 0

    def is_in(self, folder: Path) -> bool:
        """Whether the files in a folder are exactly those that were written."""
        try:
            return files_hash({name: (folder / name).read_bytes() for name in RESULT_FILES}) == self.files_hash
        except OSError:
            return False


class Store:
    """The gradings of one output folder, as a context manager; only one process can have it open for writing.

    All methods raise `StoreError` if the file cannot be read or written.

    Args:
        out: the output folder.
        read_only: write nothing, and wait for nobody: the folder may be read-only, or a run may be writing there.
    """

    def __init__(self, out: Path, *, read_only: bool = False) -> None:
        self._path = out / STORE_DIR / "store.db"
        self._run = 0
        self._read_only = read_only

    def __enter__(self) -> Self:
        if not self._read_only:
            self._take_lock()
        try:
            self._open_to_read() if self._read_only else self._open()
        except sqlite3.Error as error:
            self._close_lock()
            raise self._unreadable(error) from error
        return self

    def _take_lock(self) -> None:
        """Make the store's folder if there is none, and keep other writers out."""
        import fcntl  # noqa: PLC0415 - Windows does not have it, and results can be read there

        try:
            self._make_folder()
            self._lock = (self._path.parent / "lock").open("w")
            fcntl.lockf(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._lock.close()
            raise StoreError(f"{self._path.parents[1]}: another run is writing there; wait for its end") from error
        except OSError as error:
            raise StoreError(f"{self._path.parent}: cannot be written ({error.strerror})") from error

    def _close_lock(self) -> None:
        if not self._read_only:
            self._lock.close()

    def __exit__(self, *exc_info: object) -> None:
        with contextlib.suppress(sqlite3.Error):  # the next run records again what folders contain
            self._commit()
        self._db.close()
        self._close_lock()

    def _make_folder(self) -> None:
        """Make the store's folder if there is none, durably."""
        folder = self._path.parent
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            for parent in folder.parents[:2]:
                sync_path(parent)

    def _open(self) -> None:
        self._db = sqlite3.connect(self._path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=TRUNCATE")  # a write-ahead log does not work on network file systems
        self._db.execute("PRAGMA synchronous=FULL")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            self._db.executescript(f"BEGIN;{TABLES}PRAGMA user_version={VERSION};COMMIT;")
        elif version != VERSION:
            raise sqlite3.DatabaseError(f"it is of version {version}, not {VERSION}")
        self._db.executescript(LATER_TABLES)

    def _open_to_read(self) -> None:
        self._db = sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            raise sqlite3.DatabaseError(f"it is of version {version}, not {VERSION}")

    def begin_run(self, command: str, environment: Json) -> None:
        """Begin a new run; everything that is added later belongs to it."""
        row = (datetime.now(UTC).isoformat(timespec="seconds"), command, json.dumps(environment, sort_keys=True))
        self._run = self._insert("INSERT INTO run (began, command, terms) VALUES (?, ?, ?)", row)
        self._commit()

    def add(self, cache_key: str, result: Json) -> int:
        """Add a grading and return its number; it is on disk when this returns."""
        return self.add_all([(cache_key, result)])[0]

    def add_all(self, gradings: Iterable[tuple[str, Json]]) -> list[int]:
        """Add gradings, each with its cache key, and return their numbers; all are on disk when this returns.

        They share one transaction, which makes SQLite wait for the disk five times, however many they are.
        """
        numbers = [self._add(cache_key, result) for cache_key, result in gradings]
        self._commit()
        return numbers

    def add_variant(self, grading: int, result: Json) -> int:
        """Add a result that differs from that of a grading in nothing that was graded; return its number.

        Its cache key is the same, so that the next run finds it. On disk when this returns.
        """
        ((cache_key,),) = self._rows("SELECT address FROM grading WHERE id = ?", grading)
        return self.add(cache_key, result)

    def complete_all(self, gradings: Iterable[tuple[int, str, Json]]) -> None:
        """Put results with their reasons in place of those that had only points; on disk when this returns.

        Args:
            gradings: the number of each grading, its cache key, and the result.
        """
        for number, cache_key, result in gradings:
            self._insert("UPDATE grading SET address = ?, text = ? WHERE id = ?", (cache_key, compress(result), number))
        self._commit()

    def keep_judgements(self, judgements: Iterable[tuple[str, bytes]]) -> None:
        """Keep judgements, each under the key of its verdict; on disk when gradings are that are added next."""
        for row in judgements:
            self._insert("INSERT OR REPLACE INTO judgement (address, content) VALUES (?, ?)", row)

    def keep_untold(self, results: Iterable[tuple[str, bytes]]) -> None:
        """Keep finished results, each under its key without words; on disk when gradings are that are added next."""
        for row in results:
            self._insert("INSERT OR REPLACE INTO untold (address, content) VALUES (?, ?)", row)

    def judgement(self, verdict_key: str) -> bytes | None:
        """Return a judgement; None if there is none."""
        return self._content("SELECT content FROM judgement WHERE address = ?", verdict_key)

    def untold(self, cache_key: str) -> bytes | None:
        """Return a finished result; None if there is none."""
        return self._content("SELECT content FROM untold WHERE address = ?", cache_key)

    def _content(self, statement: str, key: str) -> bytes | None:
        rows = self._rows(statement, key)
        return rows[0][0] if rows else None

    def _add(self, cache_key: str, result: Json) -> int:
        row = (self._run, cache_key, result["student"], result["assignment"], result["submission"]["sha256"])
        return self._insert(
            "INSERT INTO grading (run, address, student, assignment, submission, text) VALUES (?, ?, ?, ?, ?, ?)",
            (*row, compress(result)),
        )

    def add_sources(self, submissions: Iterable[tuple[str, Mapping[str, bytes]]]) -> None:
        """Keep the graded files of submissions, each by its sha256; those that are kept already are not written again.

        They are on disk when this returns.
        """
        kept = set(self.kept_sources())
        for sha256, files in submissions:
            if files and sha256 not in kept:
                text = compress({name: data.decode("latin-1") for name, data in files.items()})
                self._insert("INSERT INTO source (submission, files) VALUES (?, ?)", (sha256, text))
                kept.add(sha256)
        self._commit()

    def add_hand_ins(self, hand_ins: Iterable[tuple[ResultKey, str, Json]]) -> None:
        """Keep what is known of submissions besides their files: of each the key, the sha256 and the facts.

        Facts that are kept already are replaced. On disk when this returns.
        """
        for key, sha256, facts in hand_ins:
            row = (*key, sha256, compress(facts))
            self._insert("INSERT OR REPLACE INTO hand_in VALUES (?, ?, ?, ?)", row)
        self._commit()

    def hand_in(self, key: ResultKey, sha256: str) -> Json | None:
        """Return what is known of a submission besides its files; None if an older version has graded it."""
        if not self._has_table("hand_in"):
            return None
        rows = self._rows(
            "SELECT facts FROM hand_in WHERE student = ? AND assignment = ? AND submission = ?", *key, sha256
        )
        with self._reading():
            return next((decompress(facts) for (facts,) in rows), None)

    def published_before(self) -> frozenset[tuple[ResultKey, str]]:
        """Return every submission that has counted at some time, by key and sha256."""
        rows = self._rows(
            "SELECT DISTINCT s.student, s.assignment, g.submission FROM shown s JOIN grading g ON g.id = s.grading"
        )
        return frozenset(((student, assignment), sha256) for student, assignment, sha256 in rows)

    def kept_sources(self) -> frozenset[str]:
        """Return the sha256 of each submission whose files are kept."""
        return frozenset(sha256 for (sha256,) in self._rows("SELECT submission FROM source"))

    def sources(self, sha256: str) -> dict[str, bytes]:
        """Return the graded files of a submission; none if they are not kept."""
        if not self._has_table("source"):
            return {}
        rows = self._rows("SELECT files FROM source WHERE submission = ?", sha256)
        with self._reading():
            return {name: text.encode("latin-1") for (data,) in rows for name, text in decompress(data).items()}

    def set_published(self, key: ResultKey, state: PublishedState, summary: Json) -> PublishedState:
        """Record the state of a folder and the summary of its result (`results.summary`); return it with its record.

        It is on disk after the next `add`, or when the store is closed.
        """
        row = (*key, state.grading, state.pinned, state.page_hash, state.files_hash, compress(summary))
        record = self._insert(
            "INSERT INTO shown (run, student, assignment, grading, held, look, digest, brief)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (self._run, *row),
        )
        return replace(state, record=record)

    def remove(self, key: ResultKey) -> None:
        """Record that a result does not belong to the class any more; its gradings stay. On disk when this returns."""
        self._insert(
            "INSERT INTO shown (run, student, assignment, grading, held) VALUES (?, ?, ?, ?, 0)",
            (self._run, *key, REMOVED),
        )
        self._commit()

    def removed(self) -> list[ResultKey]:
        """Return the results that were removed and have not come back since, in order."""
        rows = self._rows(
            "SELECT student, assignment FROM shown WHERE grading = ?"
            " AND id IN (SELECT max(id) FROM shown GROUP BY student, assignment) ORDER BY student, assignment",
            REMOVED,
        )
        return [(student, assignment) for student, assignment in rows]

    def bring_back(self, key: ResultKey) -> None:
        """Record the state of a removed result as it was before it was removed. On disk when this returns."""
        self._insert(
            "INSERT INTO shown (run, student, assignment, grading, held, look, digest, brief)"
            " SELECT ?, student, assignment, grading, held, look, digest, brief FROM shown WHERE id ="
            " (SELECT max(id) FROM shown WHERE student = ? AND assignment = ? AND grading != ?)",
            (self._run, *key, REMOVED),
        )
        self._commit()

    def add_score_change(self, grading: int, change: Json) -> None:
        """Record how a grading changed the score of the same submission (`ScoreChange.to_json`)."""
        self._insert(
            "INSERT INTO move (run, grading, text) VALUES (?, ?, ?)",
            (self._run, grading, json.dumps(change, sort_keys=True)),
        )

    def latest_grading(self, cache_key: str) -> int | None:
        """Return the number of the latest grading with a cache key; None if there is none."""
        ((number,),) = self._rows("SELECT max(id) FROM grading WHERE address = ?", cache_key)
        return None if number is None else int(number)

    def published(self) -> dict[ResultKey, PublishedState]:
        """Return the state of each folder."""
        with self._reading():
            rows = self._db.execute(
                "SELECT s.student, s.assignment, s.grading, g.submission, s.look, s.digest, s.held, s.id"
                " FROM shown s JOIN grading g ON g.id = s.grading"
                " WHERE s.id IN (SELECT max(id) FROM shown GROUP BY student, assignment)"
            )
            return {
                (student, sys.intern(assignment)): PublishedState(
                    grading, submission, sys.intern(page_hash), files_hash, bool(pinned), record
                )
                for student, assignment, grading, submission, page_hash, files_hash, pinned, record in rows
            }

    def summary(self, state: PublishedState) -> Json:
        """Return the summary of the result in a folder."""
        rows = self._rows("SELECT brief FROM shown WHERE id = ?", state.record)
        with self._reading():
            ((brief,),) = rows
            return decompress(brief)

    def pinned(self) -> dict[ResultKey, tuple[int, str]]:
        """Return the gradings that a regrade kept: the number of each, and the sha256 of its submission."""
        rows = self._rows(
            "SELECT s.student, s.assignment, s.grading, g.submission FROM shown s JOIN grading g ON g.id = s.grading"
            " WHERE s.held AND s.id IN (SELECT max(id) FROM shown GROUP BY student, assignment)"
        )
        return {(student, assignment): (grading, submission) for student, assignment, grading, submission in rows}

    def score_changes(self) -> list[Json]:
        """Return the score changes whose gradings are still published, in order of student and assignment."""
        rows = self._rows(
            "SELECT m.text FROM move m JOIN shown s ON s.grading = m.grading"
            " WHERE s.id IN (SELECT max(id) FROM shown GROUP BY student, assignment)"
            " AND m.id IN (SELECT max(id) FROM move GROUP BY grading) ORDER BY s.student, s.assignment"
        )
        with self._reading():
            return [json.loads(text) for (text,) in rows]

    def result(self, grading: int) -> Json:
        """Return the result of a grading by its number."""
        rows = self._rows("SELECT text FROM grading WHERE id = ?", grading)
        with self._reading():
            ((text,),) = rows
            return decompress(text)

    def _has_table(self, name: str) -> bool:
        """Whether there is a table; not if an older version wrote the file, and nothing has been written since."""
        return bool(self._rows("SELECT name FROM sqlite_master WHERE name = ?", name))

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
        if getattr(error, "sqlite_errorname", "") == HALF_WRITTEN:
            out = self._path.parents[1]
            return StoreError(f"{self._path}: a run was killed while it wrote; `autograder adjust {out}` puts it right")
        if (name := getattr(error, "sqlite_errorname", "")).startswith("SQLITE_IOERR") and name != TOO_SHORT:
            why = "the disk, or a limit of this shell (ulimit -a), does not let it be read or written"
            return StoreError(f"{self._path}: {why} ({error}); the results in it are not lost")
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
            hint = "was removed while results were written there; the same command makes it anew, and grades everything"
            return StoreError(f"{self._path.parents[1]}: {hint}")
        return StoreError(f"{self._path}: cannot be written ({error})")


class StoredSummaries(Sequence[Json]):
    """The summaries of published results, read from the store whenever they are asked for: none stays in memory.

    Args:
        store: the store, which must be open as long as summaries are read.
        states: what is published.
    """

    def __init__(self, store: Store, states: Iterable[PublishedState]) -> None:
        self._store = store
        self._states = list(states)

    @overload
    def __getitem__(self, place: int) -> Json: ...

    @overload
    def __getitem__(self, place: slice) -> "StoredSummaries": ...

    def __getitem__(self, place: int | slice) -> "Json | StoredSummaries":
        if isinstance(place, slice):
            return StoredSummaries(self._store, self._states[place])
        return self._store.summary(self._states[place])

    def __len__(self) -> int:
        return len(self._states)


def compress(data: Json) -> bytes:
    """Return the compressed JSON of *data*, in its order, so that pages are the same; zlib adds a checksum."""
    return zlib.compress(json.dumps(data).encode())


def decompress(data: bytes) -> Json:
    """Return the data that `compress` was given.

    Raises:
        ValueError: the bytes are damaged or incomplete.
    """
    try:
        content: Json = json.loads(zlib.decompress(data))
    except (TypeError, zlib.error) as error:
        raise ValueError(str(error)) from error
    return content
