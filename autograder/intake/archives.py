"""What an archive is, told from its first bytes, and what it holds; archives in archives included."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO

from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.limits import MAX_DEPTH, MAX_NESTED, Budget
from autograder.intake.names import ARCHIVE
from autograder.intake.tars import tar_entries
from autograder.intake.zips import zip_entries

HEADS = {
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


def is_archive(path: Path) -> bool:
    """Whether a file says by its name or its first bytes that it is an archive."""
    if ARCHIVE.search(path.name):
        return True
    with path.open("rb") as file:
        return _kind(file) in ("zip", "tar")


def archive_entries(file: IO[bytes], budget: Budget) -> Iterator[Entry]:
    """The members of a zip or a tar, whatever its name says.

    Raises:
        UnreadableError: it is no such archive, or one that cannot be read.
    """
    kind = _kind(file)
    if kind == "zip":
        yield from zip_entries(file, budget)
    elif kind == "tar":
        yield from tar_entries(file, budget)
    else:
        raise UnreadableError(f"is {kind or 'no archive'}; hand in a zip")


def _kind(file: IO[bytes]) -> str:
    file.seek(0)
    head = file.read(512)
    file.seek(0)
    if head[257:262] == b"ustar":
        return "tar"
    return next((kind for start, kind in HEADS.items() if head.startswith(start)), "")


def opened(entries: list[Entry], budget: Budget, problems: list[str], depth: int = 0) -> Iterator[Entry]:
    """The same entries with archives in place of files looked into; what cannot be opened is told in `problems`."""
    for entry in entries:
        if entry.folder or not ARCHIVE.search(entry.name):
            yield entry
            continue
        try:
            inner = list(_inside(entry, budget, depth))
        except UnreadableError as error:
            problems.append(f"{entry.name}: {error}")
            yield replace(entry, problem=str(error))
            continue
        below = [replace(item, late=entry.late).below(*entry.parts) for item in inner]
        yield Entry(entry.parts, folder=True)
        yield from opened(below, budget, problems, depth + 1)


def _inside(entry: Entry, budget: Budget, depth: int) -> Iterator[Entry]:
    if depth >= MAX_DEPTH:
        raise UnreadableError("lies too deep in other archives; hand in one zip")
    data = entry.read(MAX_NESTED)
    budget.keep(len(data))
    yield from archive_entries(io.BytesIO(data), budget)
