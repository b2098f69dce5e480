"""Folders that workers write to if they cannot mount their own: created, watched and removed from outside.

Landlock confines a worker to its own folder; its size is checked while we wait for a response.
"""

import contextlib
import itertools
import os
import secrets
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

MOST_BYTES = 32 << 20  # as in the private mounts of the strongest level
MOST_FILES = 2000
BLOCK = 512  # bytes, as stat(2) counts them
ATTEMPTS = 5  # to remove what a killed worker may still be writing


class ScratchFolder:
    """One worker's own folder: empty when the worker starts, removed when it ends."""

    def __init__(self, path: Path, owner: int | None) -> None:
        path.mkdir(mode=0o700)
        if owner is not None:
            os.chown(path, owner, owner)
        self.path = path

    def overfull(self) -> bool:
        """Whether the folder contains more than is allowed, or something that cannot be counted; stops counting there.

        A worker can neither remove nor rename files here (`seccomp.Writing.FOLDER`), so all that it wrote is counted.
        """
        count, size, pending = 0, 0, [str(self.path)]
        try:
            while pending and count <= MOST_FILES and size <= MOST_BYTES:
                with os.scandir(pending.pop()) as entries:
                    for entry in itertools.islice(entries, MOST_FILES + 1):
                        info = entry.stat(follow_symlinks=False)
                        count += 1
                        size += max(info.st_size, info.st_blocks * BLOCK)
                        if entry.is_dir(follow_symlinks=False):
                            pending.append(entry.path)
        except OSError:  # a path that is too long, most likely
            return True
        return count > MOST_FILES or size > MOST_BYTES

    def remove(self) -> None:
        """Remove the folder and its contents."""
        _remove(self.path)


class ScratchRoot:
    """The parent of the workers' folders: it cannot be listed, and the names in it cannot be guessed."""

    def __init__(self, owner: int | None) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="autograder-scratch-")).resolve()
        self._owner = owner  # the user that workers become, if they change theirs
        self.path.chmod(0o311)  # may be passed through but not listed, not even by its owner

    def folder(self) -> ScratchFolder:
        """Create a folder for one worker."""
        return ScratchFolder(self.path / secrets.token_hex(16), self._owner)

    def remove(self) -> None:
        """Remove it with all remaining folders."""
        with contextlib.suppress(OSError):
            self.path.chmod(0o700)
        _remove(self.path)


def _remove(path: Path) -> None:
    """Remove a folder; `rm` removes what Python cannot walk through (deeply nested folders)."""
    with contextlib.suppress(OSError):
        path.rmdir()  # nearly all are empty
        return
    with contextlib.suppress(RecursionError):
        shutil.rmtree(path, ignore_errors=True)
    for attempt in range(ATTEMPTS):
        if not path.exists():
            return
        time.sleep(0.02 * attempt)
        subprocess.run(["/bin/rm", "-rf", "--", str(path)], check=False, stderr=subprocess.DEVNULL)  # noqa: S603 - our own command
