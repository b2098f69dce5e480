"""Files in the user's cache that can be made again, and that are removed when nobody has used them for a month."""

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from autograder.results.files import user_cache, write_binary

UNUSED_DAYS = 30  # after which a file is removed


@dataclass(frozen=True)
class KeptFiles:
    """The files of one folder of the user's cache. Where there is no such place, nothing is kept.

    Attributes:
        folder: its path in the cache.
    """

    folder: str

    def read(self, name: str) -> bytes | None:
        """Return the content of a file, which counts as used; None if there is none."""
        with suppress(OSError, RuntimeError):
            path = self.path(name)
            content = path.read_bytes()
            with suppress(OSError):  # a folder that can only be read
                path.touch()
            return content
        return None

    def write(self, name: str, content: bytes) -> None:
        """Keep a file that only this user can read."""
        with suppress(OSError, RuntimeError):
            write_binary(self.path(name), content, mode=0o600)

    def remove_unused(self, pattern: str) -> None:
        """Remove files whose names have this pattern and that nobody has used for a month."""
        with suppress(OSError, RuntimeError):
            for path in self.path(pattern).parent.glob(pattern):
                with suppress(OSError):  # another process may have removed it
                    if time.time() - path.stat().st_mtime > UNUSED_DAYS * 24 * 3600:
                        path.unlink()

    def path(self, name: str) -> Path:
        """Return where a file is kept.

        Raises:
            RuntimeError: the user has no home folder.
        """
        return user_cache(self.folder) / name
