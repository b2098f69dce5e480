"""What a source holds: names, and bytes when they are asked for. Folders and archives look alike from here on."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from autograder.errors import AutograderError


class IntakeError(AutograderError):
    """What was named cannot be graded at all; one sentence that says what to do."""


class UnreadableError(ValueError):
    """One file or archive cannot be taken; the text follows its name in a sentence."""


@dataclass(frozen=True)
class Entry:
    """A file or folder of what arrived, under the name that its student gave it."""

    parts: tuple[str, ...]
    size: int = 0
    take: Callable[[int], bytes] = lambda limit: b"\0"[:limit]
    problem: str = ""  # why it cannot be taken, whatever its size
    folder: bool = False
    late: bool = False

    @property
    def name(self) -> str:
        """The last part: what the student called it."""
        return self.parts[-1]

    def below(self, *parts: str) -> "Entry":
        """The same under a folder."""
        return replace(self, parts=(*parts, *self.parts))

    def without(self, depth: int) -> "Entry":
        """The same seen from `depth` folders further down."""
        return replace(self, parts=self.parts[depth:])

    def read(self, limit: int) -> bytes:
        """The content, never more than `limit` bytes in memory.

        Raises:
            UnreadableError: it is no ordinary file, too large, or damaged.
        """
        if self.folder:
            raise UnreadableError("is a folder; hand in a file of this name")
        if self.problem:
            raise UnreadableError(self.problem)
        data = b"" if self.size > limit else self.take(limit + 1)
        if max(self.size, len(data)) > limit:
            raise UnreadableError(
                f"has {megabytes(max(self.size, len(data)))}, more than the {megabytes(limit)} allowed"
            )
        return data


def megabytes(size: int) -> str:
    """A size for a sentence."""
    return f"{size / (1 << 20):.0f} MB" if size >= 1 << 20 else f"{size / 1024:.0f} KB"
