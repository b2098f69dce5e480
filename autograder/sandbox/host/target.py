"""What can be called: a submission in the sandbox or, for authors, a file in this process.

The form of requests and responses is that of `guest.messages`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from autograder.sandbox.guest import wire
from autograder.sandbox.host.student_text import StudentText

CallRequest = dict[str, Any]  # a `messages.Request`; checks build it piece by piece
CallResponse = Mapping[str, Any]  # a `messages.Response` if the worker is honest, so every look-up is checked


class EncodedRequest(dict[str, Any]):
    """A request together with its frame, which is encoded once and sent for every submission."""

    def __init__(self, request: CallRequest) -> None:
        super().__init__(request)
        self.frame = wire.encode(dict(request), _plain_text)


def _plain_text(value: Any, encoder: wire.Encoder) -> Any:
    """Encode text that came from a worker as the string that it was."""
    if isinstance(value, StudentText):
        return encoder.node(str.__str__(value), 0)
    return {"foreign": type(value).__name__}


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
