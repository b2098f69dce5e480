"""A zip archive as entries: listed from its directory, each member unpacked in memory when it is asked for."""

import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO

from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.folder import LINK, NO_FILE
from autograder.intake.limits import Budget
from autograder.intake.names import hidden_top, is_junk, member_parts

END = b"PK\x05\x06"
BIG_END = b"PK\x06\x06"
SMALLEST = 46  # bytes that the directory of a zip spends on a member, at least
METHODS = (
    zipfile.ZIP_STORED,
    zipfile.ZIP_DEFLATED,
    zipfile.ZIP_BZIP2,
)  # LZMA may ask for gigabytes before its first byte
CHUNK = 1 << 16
JUNK_FOR_ONE = 10  # a folder of packages beside the exercises, never unpacked, costs little: torch's has 24,000 files
LISTED = 200_000  # members of the smallest kind that the directory of any archive may hold


def zip_entries(file: IO[bytes], budget: Budget) -> Iterator[Entry]:
    """The members that may be of use; later members of the same name follow earlier ones, as unpacking would do.

    Raises:
        UnreadableError: the archive is damaged or too large to be listed.
    """
    _check_directory(file, budget)
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, UnicodeDecodeError, struct.error) as error:
        raise UnreadableError("is damaged or cut off; pack it again") from error
    kept: list[tuple[zipfile.ZipInfo, tuple[str, ...], str]] = []
    hidden: set[tuple[str, ...]] = set()
    members = archive.infolist()
    for member in members:
        parts, problem = member_parts(member.filename)
        if any(is_junk(part) for part in parts):
            hidden.add(hidden_top(parts))
        else:
            kept.append((member, parts, problem or _problem(member)))
    budget.count_members(len(kept) + (len(members) - len(kept)) // JUNK_FOR_ONE)
    for member, parts, problem in kept:
        if member.filename.endswith(("/", "\\")):
            yield Entry(parts, folder=True)
        else:
            yield Entry(parts, member.file_size, _reader(archive, member, budget), problem)
    yield from (Entry(parts, folder=True) for parts in sorted(hidden) if parts)


def _check_directory(file: IO[bytes], budget: Budget) -> None:
    """Look at the size of the directory before zipfile makes an object of every member it claims."""
    file.seek(0, 2)
    length = file.tell()
    file.seek(max(0, length - (1 << 16) - 22 - 76))
    tail = file.read()
    place, big = tail.rfind(END), tail.rfind(BIG_END)
    if place < 0 or len(tail) < place + 22:
        raise UnreadableError("is damaged or cut off; pack it again")
    size = int.from_bytes(tail[place + 12 : place + 16], "little")
    if big >= 0:
        size = max(size % 0xFFFFFFFF, int.from_bytes(tail[big + 40 : big + 48], "little"))
    if size // SMALLEST > max(4 * budget.members, LISTED):
        raise UnreadableError("holds too many files; hand in the files of the exercise only")


def _problem(member: zipfile.ZipInfo) -> str:
    mode = member.external_attr >> 16
    if stat.S_ISLNK(mode):
        return LINK
    if stat.S_IFMT(mode) and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return NO_FILE
    if member.flag_bits & 0x1:
        return "is encrypted; pack it without a password"
    if member.compress_type not in METHODS:
        return "is packed by a method that is not read here; pack it as an ordinary zip"
    return ""


def _reader(archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: Budget) -> Callable[[int], bytes]:
    def take(limit: int) -> bytes:
        try:
            with archive.open(member) as file:
                data = _bounded(file, limit)
        except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, RuntimeError) as error:
            raise UnreadableError("is damaged in its archive; pack it again") from error
        budget.check_unpacked(len(data), member.compress_size)
        return data

    return take


def _bounded(file: IO[bytes], limit: int) -> bytes:
    data = bytearray()
    while len(data) < limit and (chunk := file.read(min(CHUNK, limit - len(data)))):
        data += chunk
    return bytes(data)
