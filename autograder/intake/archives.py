"""Zip and tar archives as entries, archives inside archives included; nothing is ever unpacked to disk.

The format is recognised by the first bytes, not by the name.
"""

import bz2
import gzip
import io
import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from autograder.intake.entries import (
    LINK,
    MAX_DEPTH,
    MAX_FILE,
    MAX_NESTED,
    MAX_NOTEBOOK,
    NOT_A_FILE,
    Entry,
    ReadBudget,
    UnreadableError,
)
from autograder.intake.names import ARCHIVE, NOTEBOOK, PYTHON, is_junk, junk_folder_path, member_parts

SIGNATURES = {
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"PK\x07\x08": "zip",
    b"\x1f\x8b": "tar",
    b"BZh": "tar",
    b"\xfd7zXZ": "tar",
    b"Rar!": "a RAR archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"\x28\xb5\x2f\xfd": "packed with zstd",
    b"%PDF": "a PDF",
    b"\xd0\xcf\x11\xe0": "an Office document",
}
END_OF_DIRECTORY = b"PK\x05\x06"
END_OF_ZIP64_DIRECTORY = b"PK\x06\x06"
MIN_DIRECTORY_ENTRY = 46  # bytes of a member in the directory of a zip
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)  # LZMA may need gigabytes from the first byte
UTF8_NAME = 0x800  # the flag of a member whose name is UTF-8
CHUNK = 1 << 16
JUNK_PER_MEMBER = 10  # junk is never unpacked, so it counts less: a folder of torch has 24,000 files
MAX_LISTED = 200_000  # members of minimal size that the directory of any archive may list
XZ_MEMORY = 96 << 20  # as much as `xz -9` needs
LARGEST_READ = 1 << 20  # no honest header asks for more
DAMAGED = "is damaged or cut off; pack it again"
READ_ERRORS = (  # of all libraries that unpack; RuntimeError is also what is not implemented, or recurses too deeply
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, ValueError),
    *(ArithmeticError, LookupError, RuntimeError),
)


def is_archive(path: Path) -> bool:
    """Whether a file is an archive by its name or its first bytes."""
    if ARCHIVE.search(path.name):
        return True
    with path.open("rb") as file:
        return _kind(file) in ("zip", "tar")


def archive_entries(file: IO[bytes], budget: ReadBudget) -> Iterator[Entry]:
    """Yield the members of a zip or tar archive, whatever its name is.

    Raises:
        UnreadableError: it is not such an archive, or cannot be read.
    """
    kind = _kind(file)
    if kind == "zip":
        yield from zip_entries(file, budget)
    elif kind == "tar":
        yield from tar_entries(file, budget)
    else:
        raise UnreadableError(f"is {kind or 'not an archive'}; hand in a zip")


def _kind(file: IO[bytes]) -> str:
    file.seek(0)
    head = file.read(512)
    file.seek(0)
    if head[257:262] == b"ustar":
        return "tar"
    return next((kind for start, kind in SIGNATURES.items() if head.startswith(start)), "")


def expand_archives(entries: list[Entry], budget: ReadBudget, problems: list[str], depth: int = 0) -> Iterator[Entry]:
    """Yield entries with each archive expanded to a folder of its members.

    Args:
        entries: files and folders of one student, under printable names.
        budget: is charged for what is read.
        problems: receives a sentence for each archive that cannot be opened.
        depth: how many archives `entries` are nested in.
    """
    for entry in entries:
        if entry.folder or not ARCHIVE.search(entry.name):
            yield entry
            continue
        try:
            inner = list(_nested_entries(entry, budget, depth))
        except UnreadableError as error:
            problems.append(f"{entry.name}: {error}")
            yield replace(entry, problem=str(error))
            continue
        below = [replace(item.printed(), late=entry.late, channel=entry.channel).below(*entry.parts) for item in inner]
        yield Entry(entry.parts, folder=True)
        yield from expand_archives(below, budget, problems, depth + 1)


def _nested_entries(entry: Entry, budget: ReadBudget, depth: int) -> Iterator[Entry]:
    if depth >= MAX_DEPTH:
        raise UnreadableError("is nested too deeply in other archives; hand in one zip")
    data = entry.read(MAX_NESTED)
    budget.keep(len(data))
    yield from archive_entries(io.BytesIO(data), budget)


def zip_entries(file: IO[bytes], budget: ReadBudget) -> Iterator[Entry]:
    """Yield the members that can be of use, in the order of the archive.

    Of members with the same name the last one counts, as if the archive were unpacked.

    Raises:
        UnreadableError: the archive is damaged or lists too many members.
    """
    _check_zip_directory(file, budget)
    try:
        archive = zipfile.ZipFile(file)
    except READ_ERRORS as error:
        raise UnreadableError(DAMAGED) from error
    kept: list[tuple[zipfile.ZipInfo, tuple[str, ...], str]] = []
    hidden: set[tuple[str, ...]] = set()
    members = archive.infolist()
    for member in members:
        parts, problem = member_parts(_member_name(member))
        if any(is_junk(part) for part in parts):
            hidden.add(junk_folder_path(parts))
        else:
            kept.append((member, parts, problem or _zip_problem(member)))
    budget.count_members(len(kept) + (len(members) - len(kept)) // JUNK_PER_MEMBER)
    for member, parts, problem in kept:
        if member.filename.endswith(("/", "\\")):
            yield Entry(parts, folder=True)
        else:
            yield Entry(parts, member.file_size, _zip_reader(archive, member, budget), problem)
    yield from (Entry(parts, folder=True) for parts in sorted(hidden) if parts)


def _member_name(member: zipfile.ZipInfo) -> str:
    """Return the name of a member; macOS writes UTF-8 without saying so, and zipfile reads that as the code of DOS."""
    if member.flag_bits & UTF8_NAME or member.filename.isascii():
        return member.filename
    try:
        return member.filename.encode("cp437").decode()
    except UnicodeError:
        return member.filename


def _check_zip_directory(file: IO[bytes], budget: ReadBudget) -> None:
    """Check the size of the central directory before zipfile creates an object for each member that it lists."""
    file.seek(0, 2)
    length = file.tell()
    file.seek(max(0, length - (1 << 16) - 22 - 76))
    tail = file.read()
    place, big = tail.rfind(END_OF_DIRECTORY), tail.rfind(END_OF_ZIP64_DIRECTORY)
    if place < 0 or len(tail) < place + 22:
        raise UnreadableError(DAMAGED)
    size = int.from_bytes(tail[place + 12 : place + 16], "little")
    if big >= 0:
        size = max(size % 0xFFFFFFFF, int.from_bytes(tail[big + 40 : big + 48], "little"))
    if size // MIN_DIRECTORY_ENTRY > max(4 * budget.members, MAX_LISTED):
        raise UnreadableError("contains too many files; hand in the files of the exercise only")


def _zip_problem(member: zipfile.ZipInfo) -> str:
    mode = member.external_attr >> 16
    if stat.S_ISLNK(mode):
        return LINK
    if stat.S_IFMT(mode) and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return NOT_A_FILE
    if member.flag_bits & 0x1:
        return "is encrypted; pack it without a password"
    if member.compress_type not in METHODS:
        return "uses an unsupported compression method; pack it as an ordinary zip"
    return ""


def _zip_reader(archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: ReadBudget) -> Callable[[int], bytes]:
    def take(limit: int) -> bytes:
        try:
            with archive.open(member) as file:
                data = _read_bounded(file, limit)
        except READ_ERRORS as error:
            raise UnreadableError("is damaged in its archive; pack it again") from error
        budget.check_unpacked(len(data), member.compress_size)
        return data

    return take


def _read_bounded(file: IO[bytes], limit: int) -> bytes:
    data = bytearray()
    while len(data) < limit and (chunk := file.read(min(CHUNK, limit - len(data)))):
        data += chunk
    return bytes(data)


class XzReader(io.RawIOBase):
    """Decompresses xz with a memory limit, which lzma.open does not offer."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._unpacker = lzma.LZMADecompressor(memlimit=XZ_MEMORY)

    def readable(self) -> bool:
        """Report that this stream can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read decompressed bytes into `buffer` and return how many."""
        while not self._unpacker.eof:
            packed = self._file.read(CHUNK) if self._unpacker.needs_input else b""
            if self._unpacker.needs_input and not packed:
                raise EOFError("cut off")
            if data := self._unpacker.decompress(packed, len(buffer)):
                buffer[: len(data)] = data
                return len(data)
        return 0


class ForwardReader:
    """The stream that tarfile reads from: forward only, in small pieces, within the budget."""

    def __init__(self, file: IO[bytes], packed: int, budget: ReadBudget) -> None:
        self._file = file
        self._packed = packed
        self._budget = budget
        self._place = 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        if not 0 <= size <= LARGEST_READ:
            raise tarfile.ReadError("a header of unlikely size")
        data = bytearray()
        while len(data) < size and (chunk := self._file.read(size - len(data))):
            data += chunk
        self._place += len(data)
        self._budget.check_unpacked(self._place, self._packed)
        self._budget.stream(len(data))
        return bytes(data)

    def tell(self) -> int:
        """Return the position."""
        return self._place

    def seek(self, place: int, whence: int = 0) -> int:
        """Skip forward by reading."""
        if whence != 0 or place < self._place:
            raise tarfile.ReadError("a seek backwards")
        while self._place < place and self.read(min(CHUNK, place - self._place)):
            pass
        return self._place


def tar_entries(file: IO[bytes], budget: ReadBudget) -> Iterator[Entry]:
    """Yield the members; the content of those that can be of use is kept, because a tar archive is read only once.

    Raises:
        UnreadableError: the archive is damaged, or unpacks to too much.
    """
    packed = file.seek(0, 2)
    file.seek(0)
    try:
        with tarfile.TarFile(fileobj=ForwardReader(_decompressed(file), packed, budget)) as archive:  # type: ignore[arg-type]
            while (member := archive.next()) is not None:
                budget.count_members(1)
                archive.members = []  # type: ignore[attr-defined]  # tarfile would remember all of them
                yield from _tar_entries(archive, member, budget)
    except READ_ERRORS as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError(DAMAGED) from error


def _decompressed(file: IO[bytes]) -> IO[bytes]:
    head = file.read(6)
    file.seek(0)
    if head.startswith(b"\x1f\x8b"):
        return gzip.GzipFile(fileobj=file)  # type: ignore[return-value]
    if head.startswith(b"BZh"):
        return bz2.BZ2File(file)
    return io.BufferedReader(XzReader(file), CHUNK) if head.startswith(b"\xfd7zXZ") else file


def _tar_entries(archive: tarfile.TarFile, member: tarfile.TarInfo, budget: ReadBudget) -> Iterator[Entry]:
    parts, problem = member_parts(member.name)
    if any(is_junk(part) for part in parts):
        if folder := junk_folder_path(parts):
            yield Entry(folder, folder=True)
        return
    if member.isdir():
        yield Entry(parts, folder=True)
        return
    if not member.isreg():
        problem = LINK if member.issym() or member.islnk() else NOT_A_FILE
    size = max(0, member.size)
    data = b"" if problem or size > _tar_member_limit(parts[-1]) else _tar_content(archive, member, budget)
    yield Entry(parts, size, lambda limit: data[:limit], problem)


def _tar_member_limit(name: str) -> int:
    """Return how many bytes of a member are worth keeping, by its name."""
    kinds = ((PYTHON, MAX_FILE), (NOTEBOOK, MAX_NOTEBOOK), (ARCHIVE, MAX_NESTED))
    return next((limit for pattern, limit in kinds if pattern.search(name)), 4096)


def _tar_content(archive: tarfile.TarFile, member: tarfile.TarInfo, budget: ReadBudget) -> bytes:
    budget.keep(member.size)
    file = archive.extractfile(member)
    return _read_bounded(file, member.size) if file is not None else b""
