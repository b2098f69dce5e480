"""A worker: one process, one thread, one (submission, exercise). Answers numbered requests."""

import gc
import os
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import CodeType
from typing import Any

from . import wire
from .arguments import Builders
from .closures import closures
from .code_scan import scan_file
from .exceptions import describe_exception
from .execute import Request, Response, encode_plain_value, execute
from .kept_state import kept_state
from .loading import LoadedSubmission, load_submission
from .observation import capture_output
from .parsed_file import parse_file

BLOCK_BYTES = 1 << 16
BLOCK_SECONDS = 0.05


def serve(channel: int, printed_limit: int, builders: Builders) -> None:
    """Answer requests until the grader closes the channel (or, more often, kills this process)."""
    warnings.simplefilter("ignore")
    gc.set_threshold(3 * gc.get_threshold()[0])  # an exercise produces little garbage
    gc.enable()
    handler = RequestHandler(printed_limit, builders)
    while (arrived := read_frame(channel)) is not None:
        number, nonce, message = arrived
        replies = (
            wire.PREFIX.pack(number + offset, nonce) + reply for offset, reply in enumerate(handler.responses(message))
        )
        for block in in_blocks(replies) if message.get("in_blocks") else replies:
            write_all(channel, block)


def in_blocks(replies: Iterable[bytes]) -> Iterator[bytes]:
    """Join replies, so that many small ones take one write; none is held back for long while others are made."""
    pieces: list[bytes] = []
    size, start = 0, time.monotonic()
    for reply in replies:
        pieces.append(reply)
        size += len(reply)
        if size > BLOCK_BYTES or time.monotonic() - start > BLOCK_SECONDS:
            yield b"".join(pieces)
            pieces, size, start = [], 0, time.monotonic()
    if pieces:
        yield b"".join(pieces)


class RequestHandler:
    """Answers messages; has the student's definitions once they are loaded."""

    def __init__(self, printed_limit: int, builders: Builders) -> None:
        self.printed_limit = printed_limit
        self.builders = builders
        self.submission: LoadedSubmission | None = None
        self.file = ""
        self.largest = wire.MAX_BODY  # bytes of a tensor whose numbers are sent
        self.codes: dict[tuple[str, bytes], CodeType] = {}  # by name and content, of files that were read

    def responses(self, message: dict[str, Any]) -> Iterator[bytes]:
        """Yield the frames that answer a message: files to scan, a file to load, or requests to execute."""
        if "kept_state" in message:
            yield self._frame(self._read(message["file"], message["kept_state"], message["wanted"]))
            return
        if "read" in message:
            own_modules = set(message["modules"])
            read = {name: scan_file(source, own_modules) for name, source in message["read"].items()}
            yield self._frame({"read": read})
            return
        if "load" in message:
            yield self._frame(self._load(message["load"]))
            return
        for frame in message["requests"]:  # frames of their own: most are the same for all submissions
            yield self._frame(self._execute(wire.decode_frame(frame)))

    def _read(self, name: str, source: bytes, wanted: list[str]) -> dict[str, Any]:
        file = parse_file(source, name)
        if file is not None:
            self.codes[name, source] = file.code
        return {"kept_state": kept_state(file), "closures": closures(file, wanted)}

    def _load(self, message: dict[str, Any]) -> dict[str, Any]:
        self.file, self.largest = message["file"], message["largest"]
        # The pipe behind stdout is small, and writing to a full one is an error.
        if lacks := put_beside(message["data"]):
            return {"failures": {self.file: lacks}, "lost": dict.fromkeys(message["wanted"], lacks)}
        with capture_output(self.printed_limit):
            submission = load_submission(
                message["sources"],
                self.file,
                message["wanted"],
                message["replace"],
                definitions_only=message["definitions_only"],
                code=self.codes.get((self.file, message["sources"][self.file])),
            )
        self.submission = submission
        return {"failures": submission.failures, "lost": submission.lost}

    def _execute(self, request: Request) -> Response:
        if self.submission is None:
            return {"calls": [], "defined": False}
        namespace = self.submission.modules[self.file].__dict__
        return execute(namespace, request, self.submission.sources, self.printed_limit, self.builders)

    def _frame(self, response: Mapping[str, Any]) -> bytes:
        try:
            return wire.encode(response, encode_plain_value, self.largest)
        except Exception as error:  # noqa: BLE001 - hostile values may raise anything while they are inspected
            return wire.encode(unsendable(error))


def put_beside(data: dict[str, bytes]) -> dict[str, Any] | None:
    """Write a copy of the data of a part for this worker alone; return an error if it may write nowhere."""
    try:
        for name, content in data.items():
            Path(name).unlink(missing_ok=True)  # of a file that was loaded before
            Path(name).write_bytes(content)
            Path(name).chmod(0o444)
    except OSError as error:
        return describe_exception(error, {}) | {"refused": "a file to write"}
    return None


def unsendable(error: Exception) -> Response:
    """Return the response in place of one that cannot be encoded."""
    reason = str(error) if type(error) is wire.WireError else type(error).__name__
    return {"calls": [], "unsendable": reason[:100]}


def read_frame(channel: int) -> tuple[int, bytes, Any] | None:
    """Return number, nonce and content of the grader's next message, or None at the end."""
    head = read_exactly(channel, wire.PREFIX.size + wire.HEAD.size)
    if head is None:
        return None
    number, nonce = wire.PREFIX.unpack(head[: wire.PREFIX.size])
    header, body = wire.lengths(head[wire.PREFIX.size :])
    return number, nonce, wire.decode(read_exactly(channel, header) or b"", read_exactly(channel, body) or b"")


def read_exactly(channel: int, size: int) -> bytes | None:
    """Return `size` bytes, or None if the other end is closed."""
    pieces: list[bytes] = []
    while size:
        piece = os.read(channel, min(size, 1 << 20))
        if not piece:
            return None
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def write_all(channel: int, data: bytes) -> None:
    """Write everything, waiting for the grader if it is slower."""
    view = memoryview(data)
    while view:
        view = view[os.write(channel, view) :]
