"""Files that a reader sees whole or not at all, and that a power failure leaves so."""

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_text(path: Path, text: str, *, at_once: bool = False) -> None:
    """Write aside, then rename: a reader sees the old file or the new one, never half of one.

    With `at_once` it is on disk when this returns; the many files of a class run are put there together (`settle`).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(name, 0o644)  # noqa: PTH101 - mkstemp gives a name, and 0600
        put_in_place(Path(name), path, at_once=at_once)
    except BaseException:
        with contextlib.suppress(OSError):  # the folder may be gone; what went wrong first is what is told
            os.unlink(name)  # noqa: PTH108 - the same
        raise


def put_in_place(made: Path, path: Path, *, at_once: bool) -> None:
    """Give a whole file its name; `at_once`: content before name, then the folder that holds the name."""
    if at_once:
        sync(made)
    os.replace(made, path)  # noqa: PTH105 - one step
    if at_once:
        sync(path.parent)


def sync(path: Path) -> None:
    """See to it that a file, or the names in a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def settle() -> None:
    """Wait until all files that were written are on disk: one call costs a fiftieth of one for each file."""
    os.sync()


def sweep(folder: Path, names: Iterable[str]) -> None:
    """Remove what a writer that was killed has left aside."""
    for name in names:
        for path in folder.glob(f".{name}.*"):
            path.unlink(missing_ok=True)
