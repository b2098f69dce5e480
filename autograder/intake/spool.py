"""Keeps the files of a class on disk while it is graded, so that a run of any size holds those of a few students.

Everything is in one file without a name, which is gone at the end of the process, however that ends.
"""

import contextlib
import hashlib
import os
import struct
import sys
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from pathlib import Path

from autograder.errors import IntakeError


def files_hash(files: Mapping[str, bytes]) -> str:
    """Return a hash of the names and contents of files, whatever their order."""
    digest = hashlib.sha256()
    for name in sorted(files):
        content = files[name]
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


class SourceSpool:
    """A file to which the sources of submissions are written once, and from which they are read when needed.

    Args:
        folder: where the file is; if nothing can be written there, in the folder for temporary files.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._file = -1
        self._end = 0
        self._names: dict[tuple[str, ...], tuple[str, ...]] = {}

    def put(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Write files, and return a mapping that reads each of them from disk.

        Raises:
            IntakeError: they cannot be written.
        """
        if not files:
            return {}
        names = tuple(map(sys.intern, files))
        record = struct.pack(f"<{len(names)}Q", *map(len, files.values())) + b"".join(files.values())
        place = self._append(record)
        return SpooledFiles(self, self._names.setdefault(names, names), place, bytes.fromhex(files_hash(files)))

    def read(self, place: int, size: int) -> bytes:
        """Return `size` bytes from a place; processes that share the file do not disturb one another."""
        return os.pread(self._file, size, place)

    def _append(self, record: bytes) -> int:
        try:
            if self._file < 0:
                self._open()
            written = 0
            while written < len(record):
                written += os.pwrite(self._file, record[written:], self._end + written)
        except OSError as error:
            text = f"the submissions cannot be written to a temporary file ({error.strerror})"
            raise IntakeError(f"{self._folder or tempfile.gettempdir()}: {text}; make room there") from error
        place, self._end = self._end, self._end + len(record)
        return place

    def _open(self) -> None:
        """Open a file that has no name any more; it is closed with the last submission that is in it."""
        with contextlib.suppress(OSError):
            self._file = _nameless_file(self._folder)
        if self._file < 0:
            self._file = _nameless_file(None)
        weakref.finalize(self, os.close, self._file)


def _nameless_file(folder: Path | None) -> int:
    with tempfile.TemporaryFile(dir=folder, prefix=".submissions.") as file:
        return os.dup(file.fileno())


class SpooledFiles(Mapping[str, bytes]):
    """The files of one submission, by name; each is read from disk whenever it is asked for."""

    __slots__ = ("_digest", "_names", "_place", "_spool")

    def __init__(self, spool: SourceSpool, names: tuple[str, ...], place: int, digest: bytes) -> None:
        self._spool = spool
        self._names = names
        self._place = place
        self._digest = digest

    @property
    def sha256(self) -> str:
        """The hash of the files (`files_hash`)."""
        return self._digest.hex()

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        index = self._names.index(name)
        head = struct.calcsize(f"<{len(self._names)}Q")
        sizes = struct.unpack(f"<{len(self._names)}Q", self._spool.read(self._place, head))
        return self._spool.read(self._place + head + sum(sizes[:index]), sizes[index])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __reduce__(self) -> tuple[type[dict[str, bytes]], tuple[dict[str, bytes]]]:
        """Another process or machine gets the files themselves."""
        return dict, (dict(self),)


def spool_beside(out: Path) -> SourceSpool:
    """Return a spool on the disk where an output folder is, or will be."""
    return SourceSpool(next((path for path in (out, *out.absolute().parents) if path.is_dir()), None))
