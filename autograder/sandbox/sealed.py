"""A report as it arrived: known by the digest of its bytes, opened when somebody looks into it."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from autograder.sandbox.box import wire
from autograder.sandbox.student_text import from_worker

HEADER_WEIGHT = 4  # plain values take more room than the text that says them


class Sealed(Mapping[str, Any]):
    """What a frame holds: `header` bytes of header, then the body. Two of the same digest say the same."""

    def __init__(self, header: int, frame: bytes) -> None:
        self._header = header
        self._frame = frame
        self._content: dict[str, Any] | None = None
        self.weight = len(frame) + (HEADER_WEIGHT - 1) * header  # about the bytes that it takes when it is open
        digest = hashlib.sha256(b"%d " % header)
        digest.update(frame)
        self.digest = digest.digest()

    def open(self) -> dict[str, Any]:
        """What it says, read the first time. Here the student's text enters, and is known as such from now on.

        Raises:
            WireError: it says nothing in the language, or is no report.
        """
        if self._content is None:
            content = wire.decode(self._frame[: self._header], memoryview(self._frame)[self._header :], from_worker)
            if type(content) is not dict:
                raise wire.WireError("an answer that is no report")
            self._content, self._frame = content, b""
        return self._content

    def __repr__(self) -> str:
        return repr(self.open())

    def __getitem__(self, name: str) -> Any:
        return self.open()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.open())

    def __len__(self) -> int:
        return len(self.open())
