"""Files and folders as students handed them in: an `Entry` each, read within bounds.

Folders on disk and archives (`archives`) both become entries; from there on they are treated alike.
"""

import codecs
import importlib.util
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from autograder.errors import AutograderError
from autograder.intake.names import MAX_NAME, MAX_PARTS, is_junk
from autograder.printable import printable

MB = 1 << 20
MAX_FILE = MB
MAX_NOTEBOOK = 16 * MB
MAX_NESTED = 32 * MB
MAX_DEPTH = 3
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
LINK = "is a link, which is not followed; hand in the file itself"
SAVE_AGAIN = "open it in your editor, save it as UTF-8, and hand it in again"
NOT_A_FILE = "is not a regular file; hand in a regular file with this name"


class UnreadableError(ValueError):
    """A file or archive cannot be read; the message continues a sentence that begins with its name."""


def unforeseen(error: Exception) -> str:
    """Say that something cannot be read, after an error that nothing here expects: it must not end the class.

    Raises:
        AutograderError: the error is one, and so no fault of what is read; so is a library that is not installed.
    """
    if isinstance(error, (AutograderError, ImportError)):
        raise error
    return f"cannot be read ({type(error).__name__}); hand in the files of the exercise only, in one zip"


@dataclass(frozen=True)
class Channel:
    """How a hand-in came.

    Attributes:
        download: the download of many students; empty for what is at the top of everything.
        place: the student's folder or archive, as messages call it.
        time: when it was handed in, if the platform says so.
    """

    download: str
    place: str
    time: datetime | None = None

    def __str__(self) -> str:
        return printable("/".join(filter(None, (self.download, self.place))))

    def is_called(self, folder: str) -> bool:
        """Whether this is the name of the download, below which its files are."""
        return printable(self.download.rsplit("/", maxsplit=1)[-1]) == folder


@dataclass(frozen=True)
class Entry:
    """A file or folder, under the name that its student gave it.

    Attributes:
        parts: the path, from the top of what was read; each part as it is written, until it is known whose it is.
        size: bytes; 0 for a folder.
        take: returns the first bytes of the content, at most as many as requested.
        problem: why it cannot be read, whatever its size; empty where it can.
        folder: whether it is a folder.
        late: whether the platform that it was downloaded from marked it as late.
        path: where it is, if it is a file on disk.
        channel: how it came, where hand-ins came in several ways.
    """

    parts: tuple[str, ...]
    size: int = 0
    take: Callable[[int], bytes] = lambda limit: b"\0"[:limit]
    problem: str = ""
    folder: bool = False
    late: bool = False
    path: Path | None = None
    channel: Channel | None = None

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.parts[-1]

    def below(self, *parts: str) -> "Entry":
        """Return the same entry inside a folder."""
        return replace(self, parts=(*parts, *self.parts))

    def without(self, depth: int) -> "Entry":
        """Return the same entry without the first `depth` parts of its path."""
        return replace(self, parts=self.parts[depth:])

    def printed(self) -> "Entry":
        """Return the same entry under a name that results may contain; what students wrote need not even be text."""
        parts = tuple(printable(part, MAX_NAME) for part in self.parts)
        return self if parts == self.parts else replace(self, parts=parts)

    def read(self, limit: int) -> bytes:
        """Return the content, never with more than `limit` bytes in memory.

        Raises:
            UnreadableError: it is not a regular file, too large, or damaged.
        """
        if self.folder:
            raise UnreadableError("is a folder; hand in a file with this name")
        if self.problem:
            raise UnreadableError(self.problem)
        data = b"" if self.size > limit else self.take(limit + 1)
        if max(self.size, len(data)) > limit:
            size, allowed = megabytes(max(self.size, len(data))), megabytes(limit)
            raise UnreadableError(f"has {'' if size == allowed else f'{size}, '}more than the {allowed} allowed")
        return data


def megabytes(size: int) -> str:
    """Format a size for a message."""
    return f"{size / (1 << 20):.0f} MB" if size >= 1 << 20 else f"{size / 1024:.0f} KB"


@dataclass
class ReadBudget:
    """How much more may be read of one student's work, or of a whole download; protects against archive bombs.

    Attributes:
        members: files and folders.
        bytes_kept: bytes in memory at once.
        bytes_unpacked: bytes that one archive may unpack to.
        ratio: how many times its size an archive may unpack to, beyond the first 16 MB.
        bytes_streamed: bytes that all tar archives together may unpack to, which are read from beginning to end.
    """

    members: int
    bytes_kept: int
    bytes_unpacked: int
    ratio: int = 200
    bytes_streamed: int = 512 * MB

    def count_members(self, number: int) -> None:
        """Count members of an archive or files of a folder.

        Raises:
            UnreadableError: there are too many in all.
        """
        self.members -= number
        if self.members < 0:
            raise UnreadableError("contains too many files; hand in the files of the exercise only")

    def keep(self, size: int) -> None:
        """Count bytes that stay in memory.

        Raises:
            UnreadableError: too much would be in memory at once.
        """
        self.bytes_kept -= size
        if self.bytes_kept < 0:
            raise UnreadableError("is too large to be read; hand in the files of the exercise only")

    def stream(self, size: int) -> None:
        """Count bytes that a tar archive unpacks to.

        Raises:
            UnreadableError: all of them together unpack to too much.
        """
        self.bytes_streamed -= size
        if self.bytes_streamed < 0:
            raise UnreadableError("is in archives that unpack to too much together; hand in one zip")

    def check_unpacked(self, unpacked: int, packed: int) -> None:
        """Compare the unpacked size of an archive so far with its packed size.

        Raises:
            UnreadableError: it unpacks to too much, absolutely or relative to its size.
        """
        if unpacked > self.bytes_unpacked:
            raise UnreadableError(f"unpacks to more than {megabytes(self.bytes_unpacked)}")
        if unpacked > 16 * MB and unpacked > self.ratio * max(packed, 1):
            raise UnreadableError(f"unpacks to more than {self.ratio} times its size")


def student_budget() -> ReadBudget:
    """Return the budget for everything that one student handed in."""
    return ReadBudget(members=20_000, bytes_kept=64 * MB, bytes_unpacked=256 * MB)


def class_budget() -> ReadBudget:
    """Return the budget for the download of a whole class."""
    return ReadBudget(
        members=200_000, bytes_kept=256 * MB, bytes_unpacked=4096 * MB, ratio=1000, bytes_streamed=16384 * MB
    )


def normalise_text(data: bytes) -> tuple[bytes, list[str]]:
    """Return a text as UTF-8 without a byte-order mark and with Unix line endings.

    Returns:
        The text, and a note for each thing that was changed. Text that cannot be decoded is returned unchanged.
    """
    notes: list[str] = []
    for mark, name in MARKS:
        if data.startswith(mark):
            try:
                data = data.decode(name).encode()
            except UnicodeDecodeError:
                return data, notes
            notes.append(f"read as {name.upper()}")
            break
    if data.startswith(codecs.BOM_UTF8):
        data = data.removeprefix(codecs.BOM_UTF8)
        notes.append("BOM removed")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        notes.append("line endings normalised")
    return data, notes


def require_program_text(data: bytes) -> None:
    """Make sure that a file with the name of a program is text, whatever it says.

    Raises:
        UnreadableError: it has NUL bytes, or cannot be decoded as UTF-8 or as the encoding that it names.
    """
    if b"\0" in data:
        raise UnreadableError(f"is not text, but has NUL bytes; {SAVE_AGAIN}")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        try:
            importlib.util.decode_source(data)
        except (SyntaxError, ValueError, LookupError):
            raise UnreadableError(f"is not text in UTF-8; {SAVE_AGAIN}") from error


def folder_entries(folder: Path, budget: ReadBudget, parts: tuple[str, ...] = ()) -> Iterator[Entry]:
    """Yield everything below `folder` in order of names; what systems and tools leave behind is left out.

    Links are named and never followed.

    Args:
        folder: a folder on disk.
        budget: is charged for every file.
        parts: the path of `folder` in the entries.

    Raises:
        UnreadableError: there are too many files.
    """
    try:
        items = sorted(folder.iterdir())
    except OSError as error:
        yield Entry(parts or (folder.name,), problem=f"cannot be read ({error.strerror})", folder=True)
        return
    budget.count_members(len(items))
    for path in items:
        mine = (*parts, path.name)
        entry = _disk_entry(path, mine)
        if entry.folder:
            yield entry
            if not is_junk(path.name) and len(mine) < MAX_PARTS:
                yield from folder_entries(path, budget, mine)
        elif not is_junk(path.name):
            yield entry


def _disk_entry(path: Path, parts: tuple[str, ...]) -> Entry:
    try:
        info = path.lstat()
    except OSError as error:
        return Entry(parts, problem=f"cannot be read ({error.strerror})")
    if stat.S_ISDIR(info.st_mode):
        return Entry(parts, folder=True)
    if not stat.S_ISREG(info.st_mode):
        return Entry(parts, problem=LINK if stat.S_ISLNK(info.st_mode) else NOT_A_FILE)
    return Entry(parts, info.st_size, lambda limit: _read_file(path, limit), path=path)


def _read_file(path: Path, limit: int) -> bytes:
    try:
        with open_regular_file(path) as file:
            return file.read(limit)
    except OSError as error:
        raise UnreadableError(f"cannot be read ({error.strerror})") from error


def open_regular_file(path: Path) -> BinaryIO:
    """Open a file for reading; a link or a pipe may have replaced it since it was listed.

    Raises:
        OSError: it cannot be opened, or is a link.
    """
    return os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb")
