"""Responses as they arrive from a worker: decoded when somebody looks into them, believed in nothing."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from autograder.sandbox.guest import wire
from autograder.sandbox.host.student_text import from_worker

HEADER_WEIGHT = 4  # decoded plain values take more room than the text of the header
MAX_LINE = 1_000_000  # a larger line number is taken for nonsense


class LazyResponse(Mapping[str, Any]):
    """The content of a frame: `header` bytes of header, then the body. Equal digests mean equal content."""

    def __init__(self, header: int, frame: bytes) -> None:
        self._header = header
        self._frame = frame
        self._content: dict[str, Any] | None = None
        self.weight = len(frame) + (HEADER_WEIGHT - 1) * header  # about the bytes that it takes when it is decoded
        digest = hashlib.sha256(b"%d " % header)
        digest.update(frame)
        self.digest = digest.digest()

    def decode(self) -> dict[str, Any]:
        """Return the content, decoded the first time. The student's text is marked as such from here on.

        Raises:
            WireError: the frame does not follow the wire format, or is no response.
        """
        if self._content is None:
            content = wire.decode(self._frame[: self._header], memoryview(self._frame)[self._header :], from_worker)
            if type(content) is not dict:
                raise wire.WireError("an answer that is no report")
            self._content, self._frame = content, b""
        return self._content

    def __repr__(self) -> str:
        return repr(self.decode())

    def __getitem__(self, name: str) -> Any:
        return self.decode()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.decode())

    def __len__(self) -> int:
        return len(self.decode())


@dataclass(frozen=True)
class LoadError:
    """Why a file stopped while it was loaded, or why a name could not be defined."""

    type: str = ""
    text: str = ""
    parses: bool = True  # False: the file is not valid Python
    ends_process: bool = False  # `exit()` and the like
    file: str = ""
    line: int = 0  # 0: not known
    code: str = ""
    refused: str = ""  # what the sandbox refused; a person has to look then


def parse_load_errors(claimed: Any) -> dict[str, LoadError]:
    """Return the load errors of a response by file or name; what is not a load error is left out."""
    if not isinstance(claimed, dict):
        return {}
    return {
        name: _load_error(item) for name, item in claimed.items() if isinstance(name, str) and isinstance(item, dict)
    }


def _load_error(claimed: dict[str, Any]) -> LoadError:
    where = claimed.get("where")
    merged = claimed | (where if isinstance(where, dict) else {})
    fields: dict[str, Any] = {name: merged.get(name) for name in LoadError.__dataclass_fields__}
    valid = {name: value for name, value in fields.items() if _has_type_of(value, getattr(LoadError, name))}
    return LoadError(**valid | {"line": line_number(merged.get("line"))})


def _has_type_of(value: Any, default: Any) -> bool:
    return isinstance(value, str) if isinstance(default, str) else type(value) is type(default)


def line_number(claimed: Any) -> int:
    """Return `claimed` if it is a plausible line number, else 0."""
    return claimed if type(claimed) is int and 0 < claimed <= MAX_LINE else 0
