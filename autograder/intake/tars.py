"""A tar archive as entries: read once from front to back, of use or not, and never unpacked on disk."""

import bz2
import gzip
import io
import lzma
import tarfile
import zlib
from collections.abc import Iterator
from typing import IO, Any

from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.folder import LINK, NO_FILE
from autograder.intake.limits import MAX_FILE, MAX_NESTED, MAX_NOTEBOOK, Budget
from autograder.intake.names import ARCHIVE, NOTEBOOK, PYTHON, hidden_top, is_junk, member_parts

XZ_MEMORY = 96 << 20  # what `xz -9` asks for, and no more
CHUNK = 1 << 16
LARGEST_READ = 1 << 20  # a header that asks for more is no honest header
DAMAGED = "is damaged or cut off; pack it again"
BROKEN = (tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, OverflowError)


class Xz(io.RawIOBase):
    """Decompresses xz with a bound on memory, which lzma.open does not have."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._unpacker = lzma.LZMADecompressor(memlimit=XZ_MEMORY)

    def readable(self) -> bool:
        """It is for reading only."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill `buffer`, as far as there is something."""
        while not self._unpacker.eof:
            packed = self._file.read(CHUNK) if self._unpacker.needs_input else b""
            if self._unpacker.needs_input and not packed:
                raise EOFError("cut off")
            if data := self._unpacker.decompress(packed, len(buffer)):
                buffer[: len(data)] = data
                return len(data)
        return 0


class Forward:
    """What tarfile reads from: forward only, in small pieces, up to what the budget allows."""

    def __init__(self, file: IO[bytes], packed: int, budget: Budget) -> None:
        self._file = file
        self._packed = packed
        self._budget = budget
        self._place = 0

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        if not 0 <= size <= LARGEST_READ:
            raise tarfile.ReadError("a header of unlikely size")
        data = bytearray()
        while len(data) < size and (chunk := self._file.read(size - len(data))):
            data += chunk
        self._place += len(data)
        self._budget.check_unpacked(self._place, self._packed)
        return bytes(data)

    def tell(self) -> int:
        """How far it has been read."""
        return self._place

    def seek(self, place: int, whence: int = 0) -> int:
        """Skip forward by reading."""
        if whence != 0 or place < self._place:
            raise tarfile.ReadError("it leads backwards")
        while self._place < place and self.read(min(CHUNK, place - self._place)):
            pass
        return self._place


def tar_entries(file: IO[bytes], budget: Budget) -> Iterator[Entry]:
    """The members; the content of those that may be of use is kept, because a tar is read only once.

    Raises:
        UnreadableError: the archive is damaged, grows like a bomb, or holds too much.
    """
    packed = file.seek(0, 2)
    file.seek(0)
    try:
        with tarfile.TarFile(fileobj=Forward(_unpacked(file), packed, budget)) as archive:  # type: ignore[arg-type]
            while (member := archive.next()) is not None:
                budget.count_members(1)
                archive.members = []  # type: ignore[attr-defined]  # tarfile would remember all of them
                yield from _member(archive, member, budget)
    except BROKEN as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError(DAMAGED) from error


def _unpacked(file: IO[bytes]) -> IO[bytes]:
    head = file.read(6)
    file.seek(0)
    if head.startswith(b"\x1f\x8b"):
        return gzip.GzipFile(fileobj=file)  # type: ignore[return-value]
    if head.startswith(b"BZh"):
        return bz2.BZ2File(file)
    return io.BufferedReader(Xz(file), CHUNK) if head.startswith(b"\xfd7zXZ") else file


def _member(archive: tarfile.TarFile, member: tarfile.TarInfo, budget: Budget) -> Iterator[Entry]:
    parts, problem = member_parts(member.name)
    if any(is_junk(part) for part in parts):
        if hidden := hidden_top(parts):
            yield Entry(hidden, folder=True)
        return
    if member.isdir():
        yield Entry(parts, folder=True)
        return
    if not member.isreg():
        problem = LINK if member.issym() or member.islnk() else NO_FILE
    size = max(0, member.size)
    data = b"" if problem or size > _limit(parts[-1]) else _content(archive, member, budget)
    yield Entry(parts, size, lambda limit: data[:limit], problem)


def _limit(name: str) -> int:
    """How much of a member is worth keeping, by what it is called."""
    kinds = ((PYTHON, MAX_FILE), (NOTEBOOK, MAX_NOTEBOOK), (ARCHIVE, MAX_NESTED))
    return next((limit for pattern, limit in kinds if pattern.search(name)), 4096)


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo, budget: Budget) -> bytes:
    budget.keep(member.size)
    file = archive.extractfile(member)
    data = bytearray()
    while file is not None and (chunk := file.read(CHUNK)):
        data += chunk
    return bytes(data)
