"""The file of nbgrader's gradebook: worked on in a copy, written back as a whole."""

import os
import shutil
import sqlite3
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from autograder.exports.graded import ExportError
from autograder.results.files import put_in_place

PATIENCE = 20.0  # seconds that somebody else may keep the database locked
COUNTER = slice(24, 28)  # of the file's head: SQLite adds 1 with every change


@contextmanager
def opened(copy: Path, path: Path) -> Iterator[Any]:
    """Nbgrader's own Gradebook on a copy; mistakes name the file that the copy is of."""
    from nbgrader.api import Gradebook  # noqa: PLC0415 - slow, and only where nbgrader is used
    from sqlalchemy import text  # noqa: PLC0415 - the same
    from sqlalchemy.exc import SAWarning, SQLAlchemyError  # noqa: PLC0415 - the same

    try:
        with _tools_on_path():
            book = Gradebook(f"sqlite:///{copy}")
        with closing(book), warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # nbgrader's own way of adding submissions
            book.db.execute(text("PRAGMA synchronous = OFF"))  # a copy is worth nothing until it is whole
            yield book
    except (SQLAlchemyError, OSError) as error:
        reason = str(error).split("\n", maxsplit=1)[0]
        raise ExportError(f"{path}: cannot be used as nbgrader's gradebook ({reason})") from error


@contextmanager
def looked_at(path: Path) -> Iterator[Any]:
    """The gradebook, to be read only."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "gradebook.db"
        _copy(path, copy)
        with opened(copy, path) as book:
            yield book


@contextmanager
def aside(path: Path) -> Iterator[Path]:
    """A copy to work on that is put into the database when all went well.

    An existing file is filled in one transaction of SQLite's, not replaced: a running formgrader keeps it open.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        copy = folder / path.name
        before = _state(path)
        if path.exists():
            _copy(path, copy)
        yield copy
        if _state(path) != before:
            raise ExportError(f"{path}: somebody else has changed it meanwhile; nothing is written, run this again")
        if path.exists():
            _copy(copy, path)
        else:
            put_in_place(copy, path, at_once=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _state(path: Path) -> bytes:
    if not path.exists():
        return b""
    with path.open("rb") as file:
        return file.read(100)[COUNTER]


def _copy(path: Path, copy: Path) -> None:
    """A consistent copy, even while somebody else writes; over an existing database, in one transaction."""
    end = time.monotonic() + PATIENCE

    def wait(status: int, *_: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > end:
            raise sqlite3.OperationalError("somebody else is writing to it")

    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as old, closing(sqlite3.connect(copy)) as new:
            old.backup(new, progress=wait)
    except sqlite3.OperationalError as error:
        raise ExportError(f"{path}: cannot be copied ({error}); end what uses the gradebook, run this again") from error
    except sqlite3.Error as error:
        raise ExportError(f"{path}: is no SQLite database ({error}); name nbgrader's gradebook.db") from error


@contextmanager
def _tools_on_path() -> Iterator[None]:
    """Nbgrader calls `alembic` by name to make a database; it lies beside this Python."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), before])
    try:
        yield
    finally:
        os.environ["PATH"] = before
