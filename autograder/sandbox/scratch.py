"""Folders that workers write to where no mount can be made for them: made, watched and removed from outside.

The kernel keeps a worker inside its own folder (Landlock); how much it writes is looked at while it is waited for.
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
ATTEMPTS = 5  # to remove what a worker that was killed may still be writing


class ScratchFolder:
    """One worker's own folder. Nothing is in it when the worker starts, and it is gone when the worker is."""

    def __init__(self, path: Path, owner: int | None) -> None:
        path.mkdir(mode=0o700)
        if owner is not None:
            os.chown(path, owner, owner)
        self.path = path

    def overfull(self) -> bool:
        """Whether more was written than is allowed, or so that it cannot be counted; counts no further than that.

        A worker can neither remove nor rename files here (`seccomp.FOLDER`), so all that it wrote is still to be seen.
        """
        count, size, left = 0, 0, [str(self.path)]
        try:
            while left and count <= MOST_FILES and size <= MOST_BYTES:
                with os.scandir(left.pop()) as entries:
                    for entry in itertools.islice(entries, MOST_FILES + 1):
                        info = entry.stat(follow_symlinks=False)
                        count += 1
                        size += max(info.st_size, info.st_blocks * BLOCK)
                        if entry.is_dir(follow_symlinks=False):
                            left.append(entry.path)
        except OSError:  # a path that is too long, most likely
            return True
        return count > MOST_FILES or size > MOST_BYTES

    def remove(self) -> None:
        """Remove it with all that is in it."""
        _remove(self.path)


class ScratchRoot:
    """The folder that the workers' folders are in: it cannot be listed, and names in it cannot be guessed."""

    def __init__(self, owner: int | None) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="autograder-scratch-")).resolve()
        self._owner = owner  # the user that workers become, where they become another one
        self.path.chmod(0o311)  # to be passed through, not to be listed, not by its owner either

    def folder(self) -> ScratchFolder:
        """A new folder for one worker."""
        return ScratchFolder(self.path / secrets.token_hex(16), self._owner)

    def remove(self) -> None:
        """Remove it with all folders that are left."""
        with contextlib.suppress(OSError):
            self.path.chmod(0o700)
        _remove(self.path)


def _remove(path: Path) -> None:
    """Remove a folder; what Python cannot walk through (folders in folders) is removed by `rm`."""
    with contextlib.suppress(RecursionError):
        shutil.rmtree(path, ignore_errors=True)
    for attempt in range(ATTEMPTS):
        if not path.exists():
            return
        time.sleep(0.02 * attempt)
        subprocess.run(["/bin/rm", "-rf", "--", str(path)], check=False, stderr=subprocess.DEVNULL)  # noqa: S603 - our own command
