"""A folder on disk as entries. Links are named, never followed."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.limits import MAX_NAME, MAX_PARTS, Budget
from autograder.intake.names import is_junk
from autograder.printable import printable

LINK = "is a link, which is not followed; hand in the file itself"
NO_FILE = "is no ordinary file; hand in a file of this name"


def folder_entries(folder: Path, budget: Budget, parts: tuple[str, ...] = ()) -> Iterator[Entry]:
    """Everything below `folder` in order of names; what systems and tools leave behind is not looked into."""
    try:
        items = sorted(folder.iterdir())
    except OSError as error:
        yield Entry(parts or (folder.name,), problem=f"cannot be read ({error.strerror})", folder=True)
        return
    budget.count_members(len(items))
    for path in items:
        mine = (*parts, printable(path.name, MAX_NAME))  # a name on disk may be no text, and is written in results
        entry = _entry(path, mine)
        if entry.folder:
            yield entry
            if not is_junk(path.name) and len(mine) < MAX_PARTS:
                yield from folder_entries(path, budget, mine)
        elif not is_junk(path.name):
            yield entry


def _entry(path: Path, parts: tuple[str, ...]) -> Entry:
    try:
        info = path.lstat()
    except OSError as error:
        return Entry(parts, problem=f"cannot be read ({error.strerror})")
    if stat.S_ISDIR(info.st_mode):
        return Entry(parts, folder=True)
    if not stat.S_ISREG(info.st_mode):
        return Entry(parts, problem=LINK if stat.S_ISLNK(info.st_mode) else NO_FILE)
    return Entry(parts, info.st_size, lambda limit: _read(path, limit))


def _read(path: Path, limit: int) -> bytes:
    try:
        # Between the look and the reading, a link or a pipe may have taken the file's place.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as file:
            return file.read(limit)
    except OSError as error:
        raise UnreadableError(f"cannot be read ({error.strerror})") from error
