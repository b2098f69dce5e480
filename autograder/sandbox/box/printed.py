"""What student code prints: kept up to a limit, and only reported."""

import contextlib
import io
import sys
from collections.abc import Iterator


class Capped(io.TextIOBase):
    """A text stream that forgets what goes beyond its limit, so that a flood costs nothing."""

    def __init__(self, limit: int) -> None:
        self.room = limit
        self.pieces: list[str] = []

    def writable(self) -> bool:
        """It can be written to."""
        return True

    def write(self, text: str) -> int:
        """Keep what there is room for."""
        if self.room > 0 and text:
            self.pieces.append(str.__str__(text)[: self.room])
            self.room -= len(text)
        return len(text)

    def text(self) -> str:
        """What was kept."""
        return "".join(self.pieces)


@contextlib.contextmanager
def captured(limit: int) -> Iterator[Capped]:
    """Put capped streams in place of stdout and stderr; what goes to stdout is what `yield` gives."""
    before = sys.stdout, sys.stderr
    stream = Capped(limit)
    sys.stdout, sys.stderr = stream, Capped(limit)
    try:
        yield stream
    finally:
        sys.stdout, sys.stderr = before
