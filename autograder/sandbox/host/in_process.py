"""Responses without a sandbox, for authors with a file that they trust. Their results are marked as such."""

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autograder.course import CourseError
from autograder.course.code import course_module, course_source
from autograder.course.model import MATERIAL
from autograder.sandbox.guest import wire
from autograder.sandbox.guest.arguments import Builders
from autograder.sandbox.guest.execute import Request, Response, encode_plain_value, execute
from autograder.sandbox.guest.loading import LoadedSubmission
from autograder.sandbox.guest.warmup import skip_compiler
from autograder.sandbox.host.launch import ARGUMENTS
from autograder.sandbox.host.target import CallRequest, CallResponse, LazyResponse, NoResponse, frame_of

PRINTED_BYTES = 1 << 16


class TrustedNames:
    """Trusted definitions of this process; values go through the wire format, as they do to a worker.

    Args:
        names: the definitions by name.
        sources: the files that they are from; an exception is located in them.
    """

    def __init__(self, names: dict[str, Any], sources: dict[str, bytes]) -> None:
        self.names = names
        self._sources = sources
        has_builders = bool(course_source(ARGUMENTS))
        self._builders: Builders = course_module(ARGUMENTS).BUILDERS if has_builders else {}

    def execute(self, request: Request) -> Response:
        """Execute a request as a worker would have decoded it; the response is as it is before it is encoded."""
        return execute(self.names, request, self._sources, PRINTED_BYTES, self._builders)

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return one response for each request."""
        return [self._one(wire.decode_frame(frame_of(request))) for request in requests]

    def _one(self, request: Request) -> CallResponse:
        response: CallResponse
        try:
            response = round_trip(self.execute(request))
        except wire.WireError as error:
            response = {"calls": [], "unsendable": str(error)}
        return response


class InProcess(TrustedNames):
    """A trusted file, run in this process."""

    def __init__(self, folder: Path, file: str) -> None:
        skip_compiler()
        sources = {
            path.name: path.read_bytes() for path in sorted(folder.glob("*.py")) if not path.name.startswith("test_")
        }
        data = folder / MATERIAL
        self._beside = data if data.is_dir() else None
        with self._beside_data():
            module = LoadedSubmission(sources, definitions_only=False).load(file)
        if sys.modules.get(module.__name__) is module:  # every part of a course may have a file of this name
            del sys.modules[module.__name__]
        super().__init__(module.__dict__, sources)
        self._file = file

    def execute(self, request: Request) -> Response:
        """Execute a request where the file finds its data."""
        with self._beside_data():
            return super().execute(request)

    def _beside_data(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.chdir(self._beside) if self._beside else contextlib.nullcontext()

    def definition(self, name: str) -> Any:
        """Return what the file defines under this name.

        Raises:
            CourseError: it defines nothing of this name.
        """
        if name not in self.names:
            raise CourseError(f"{self._file}: defines no {name}")
        return self.names[name]


def encoded_response(response: Response, largest: int = wire.MAX_BODY) -> LazyResponse:
    """Return a response as it would come from a worker that sends tensors of so many bytes; decoded on first use."""
    return LazyResponse(*wire.split_frame(wire.encode(response, encode_plain_value, largest)))


def round_trip(value: Any) -> Any:
    """Return `value` as the other end of the wire would decode it."""
    return wire.decode_frame(wire.encode(value, encode_plain_value))
