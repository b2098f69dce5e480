"""A worker: one process, one thread, one (submission, exercise). Answers numbered requests with reports."""

import gc
import os
import warnings
from typing import Any

from . import wire
from .loading import Submission, load_submission
from .perform import describe, perform
from .printed import captured
from .reading import read_code


def serve(channel: int, printed_limit: int) -> None:
    """Answer requests until the grader closes the channel (or, more often, ends this process)."""
    warnings.simplefilter("ignore")
    gc.set_threshold(3 * gc.get_threshold()[0])  # an exercise makes little garbage
    gc.enable()
    worker = Worker(printed_limit)
    while (arrived := read_frame(channel)) is not None:
        number, nonce, message = arrived
        for offset, reply in enumerate(worker.answers(message)):
            write_all(channel, wire.STAMP.pack(number + offset, nonce) + reply)


class Worker:
    """The student's definitions, once they are loaded."""

    def __init__(self, printed_limit: int) -> None:
        self.printed_limit = printed_limit
        self.submission: Submission | None = None
        self.file = ""

    def answers(self, message: dict[str, Any]) -> Any:
        """Yield one frame for each thing that `message` asks: files to read, a file to load, recipes to carry out."""
        if "read" in message:
            own_modules = set(message["modules"])
            read = {name: read_code(source, own_modules) for name, source in message["read"].items()}
            yield self._frame({"read": read})
            return
        if "load" in message:
            yield self._frame(self._load(message["load"]))
            return
        for frame in message["recipes"]:  # frames of their own: most are the same for everybody
            yield self._frame(self._perform(wire.decode_frame(frame)))

    def _load(self, order: dict[str, Any]) -> dict[str, Any]:
        self.file = order["file"]
        with captured(self.printed_limit):  # the pipe behind stdout is small, and an error where it is full
            submission = load_submission(
                order["sources"],
                self.file,
                order["wanted"],
                order["replace"],
                definitions_only=order["definitions_only"],
            )
        self.submission = submission
        return {"failures": submission.failures, "lost": submission.lost}

    def _perform(self, recipe: dict[str, Any]) -> dict[str, Any]:
        if self.submission is None:
            return {"calls": [], "defined": False}
        namespace = self.submission.modules[self.file].__dict__
        return perform(namespace, recipe, self.submission.sources, self.printed_limit)

    def _frame(self, report: dict[str, Any]) -> bytes:
        try:
            return wire.encode(report, describe)
        except Exception as error:  # noqa: BLE001 - hostile values may raise anything while they are looked at
            return wire.encode({"calls": [], "unsendable": f"{type(error).__name__[:100]}"})


def read_frame(channel: int) -> tuple[int, bytes, Any] | None:
    """Number, nonce and content of the next message from the grader, None at the end."""
    head = read_exactly(channel, wire.STAMP.size + wire.HEAD.size)
    if head is None:
        return None
    number, nonce = wire.STAMP.unpack(head[: wire.STAMP.size])
    header, body = wire.lengths(head[wire.STAMP.size :])
    return number, nonce, wire.decode(read_exactly(channel, header) or b"", read_exactly(channel, body) or b"")


def read_exactly(channel: int, size: int) -> bytes | None:
    """`size` bytes, or None where the other end is gone."""
    pieces: list[bytes] = []
    while size:
        piece = os.read(channel, min(size, 1 << 20))
        if not piece:
            return None
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def write_all(channel: int, data: bytes) -> None:
    """Write everything, waiting for the grader where it is slower."""
    view = memoryview(data)
    while view:
        view = view[os.write(channel, view) :]
