"""Requests to a target and its responses; both have the form that `guest.execute` defines.

A target is a submission in the sandbox or, for authors, a file in this process. A response is decoded when it is first
used, and nothing in it is believed without a check.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch

from autograder.sandbox.guest import wire
from autograder.sandbox.guest.unsent import UnsentNumbersError, UnsentTensor
from autograder.sandbox.host.student_text import StudentText, from_worker

CallRequest = dict[str, Any]  # an `execute.Request`; checks build it piece by piece
CallResponse = Mapping[str, Any]  # an `execute.Response` if the worker is honest, so every look-up is checked
HEADER_WEIGHT = 4  # decoded text takes more room than that of the header
VALUE_WEIGHT = 100  # bytes that a decoded value takes, with its place in a collection
MAX_LINE = 1_000_000  # a larger line number is taken for nonsense


class EncodedRequest(dict[str, Any]):
    """A request together with its frame, which is encoded once and sent for every submission."""

    def __init__(self, request: CallRequest) -> None:
        super().__init__(request)
        self.frame = wire.encode(dict(request), _encode_argument)


def _encode_argument(value: Any, encoder: wire.Encoder) -> Any:
    """Encode text that came from a worker as the string that it was, and what numpy has made."""
    if isinstance(value, StudentText):
        return encoder.node(str.__str__(value), 0)
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        return encoder.node(wire.NumpyArray(torch.from_numpy(np.array(value, order="C"))), 0)
    if isinstance(value, np.generic) and isinstance(value.item(), bool | int | float | str):
        return encoder.node(value.item(), 0)
    if isinstance(value, UnsentTensor):
        raise UnsentNumbersError("a check passes on a tensor whose numbers were not sent")
    raise wire.WireError(f"an argument of type {type(value).__name__} cannot cross the wall")


def frame_of(request: CallRequest) -> bytes:
    """Return the frame that carries a request."""
    return (request if isinstance(request, EncodedRequest) else EncodedRequest(request)).frame


@dataclass(frozen=True)
class NoResponse:
    """No response came: the process `crashed`, `timed out` or `broke the protocol`."""

    kind: str
    evidence: str


class Target(Protocol):
    """Answers requests in order, each complete in itself."""

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return one response, or the reason why there is none, for each request."""
        ...


class LazyResponse(Mapping[str, Any]):
    """The content of a frame. Equal digests mean equal content."""

    def __init__(self, header: bytes, body: bytes) -> None:
        self._frame = header, body
        self._content: dict[str, Any] | None = None
        digest = hashlib.sha256(b"%d " % len(header))
        digest.update(header)
        digest.update(body)
        self.digest = digest.digest()

    def decode(self) -> dict[str, Any]:
        """Return the content, decoded the first time. The student's text is marked as such from here on.

        Raises:
            WireError: the frame does not follow the wire format, or is no response.
        """
        if self._content is None:
            content = wire.decode(*self._frame, from_worker)
            if type(content) is not dict:
                raise wire.WireError("an answer that is no report")
            self._content, self._frame = content, (b"", b"")
        return self._content

    def __repr__(self) -> str:
        return repr(self.decode())

    def __getitem__(self, name: str) -> Any:
        return self.decode()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.decode())

    def __len__(self) -> int:
        return len(self.decode())


def weight(header: bytes, body: int) -> int:
    """Return about how many bytes the content of a frame takes when it is decoded."""
    return HEADER_WEIGHT * len(header) + VALUE_WEIGHT * wire.most_values(header) + body


@dataclass(frozen=True)
class LoadFailure:
    """Why a file could not be run to its end, or a name not be defined."""

    type: str = ""
    text: str = ""
    parses: bool = True  # False: the file is not valid Python
    ends_process: bool = False  # `exit()` and the like
    file: str = ""
    line: int = 0  # 0: not known
    code: str = ""
    refused: str = ""  # what the sandbox refused; a person has to look then


def parse_load_failures(claimed: Any) -> dict[str, LoadFailure]:
    """Return the load errors of a response by file or name; what is not a load error is left out."""
    if not isinstance(claimed, dict):
        return {}
    return {
        name: _load_failure(item) for name, item in claimed.items() if isinstance(name, str) and isinstance(item, dict)
    }


def _load_failure(claimed: dict[str, Any]) -> LoadFailure:
    where = claimed.get("where")
    merged = claimed | (where if isinstance(where, dict) else {})
    fields: dict[str, Any] = {name: merged.get(name) for name in LoadFailure.__dataclass_fields__}
    valid = {name: value for name, value in fields.items() if _has_type_of(value, getattr(LoadFailure, name))}
    return LoadFailure(**valid | {"line": line_number(merged.get("line"))})


def _has_type_of(value: Any, default: Any) -> bool:
    return isinstance(value, str) if isinstance(default, str) else type(value) is type(default)


def line_number(claimed: Any) -> int:
    """Return `claimed` if it is a plausible line number, else 0."""
    return claimed if type(claimed) is int and 0 < claimed <= MAX_LINE else 0
