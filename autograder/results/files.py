"""Writes files atomically: a reader never sees a part of one, even after a power failure."""

import contextlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

CACHE_HOME = "XDG_CACHE_HOME"


def user_cache(folder: str) -> Path:
    """Return a folder of this user for files that can be made again; it may not exist.

    Raises:
        RuntimeError: the user has no home folder.
    """
    return Path(os.environ.get(CACHE_HOME) or Path.home() / ".cache") / folder


def write_text(path: Path, text: str, *, durable: bool = False) -> None:
    """Write to a temporary file, then rename it: a reader sees the old file or the new one, never a part of one.

    With *durable* the file is on disk when this returns; a class run syncs its many files together (`sync_all`).
    """
    write_binary(path, text.encode(), durable=durable)


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an error of the file system name the file that is written, not the temporary one beside it."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def write_binary(path: Path, data: bytes, *, durable: bool = False, mode: int = 0o644) -> None:
    """Write as `write_text` does; the file gets the permissions `mode`."""
    with naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(name, mode)  # noqa: PTH101 - mkstemp gives a name, and 0600
            atomic_replace(Path(name), path, durable=durable)
        except BaseException:
            with contextlib.suppress(OSError):  # the folder may be gone; the first error is the one to report
                os.unlink(name)  # noqa: PTH108 - the same
            raise


def atomic_replace(finished: Path, path: Path, *, durable: bool) -> None:
    """Rename a finished file to *path*; with *durable*, sync its content before and its folder afterwards."""
    if durable:
        sync_path(finished)
    os.replace(finished, path)  # noqa: PTH105 - one step
    if durable:
        sync_path(path.parent)


def sync_path(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_all() -> None:
    """Wait until all written files are on disk; for many files about fifty times faster than one sync for each."""
    os.sync()


def remove_temp_files(folder: Path, names: Iterable[str]) -> None:
    """Remove temporary files that a killed writer has left behind."""
    for name in names:
        for path in folder.glob(f".{name}.*"):
            path.unlink(missing_ok=True)
