"""Responses without a sandbox, for authors with a file that they trust. Their results are marked as such."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autograder.course import CourseError
from autograder.course.code import course_module, course_source
from autograder.sandbox.guest import wire
from autograder.sandbox.guest.arguments import Builders
from autograder.sandbox.guest.execute import encode_plain_value, execute
from autograder.sandbox.guest.loading import LoadedSubmission
from autograder.sandbox.guest.warmup import skip_compiler
from autograder.sandbox.host.launch import ARGUMENTS
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse, frame_of

PRINTED_BYTES = 1 << 16


class InProcess:
    """A trusted file, run in this process; values still go through the wire format."""

    def __init__(self, folder: Path, file: str) -> None:
        skip_compiler()
        sources = {
            path.name: path.read_bytes() for path in sorted(folder.glob("*.py")) if not path.name.startswith("test_")
        }
        self._submission = LoadedSubmission(sources, definitions_only=False)
        self._file = file
        has_builders = bool(course_source(ARGUMENTS))
        self._builders: Builders = course_module(ARGUMENTS).BUILDERS if has_builders else {}
        module = self._submission.load(file)
        if sys.modules.get(module.__name__) is module:  # every part of a course may have a file of this name
            del sys.modules[module.__name__]

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return one response for each request."""
        return [self._ask(request) for request in requests]

    def definition(self, name: str) -> Any:
        """Return what the file defines under this name.

        Raises:
            CourseError: it defines nothing of this name.
        """
        namespace = self._submission.modules[self._file].__dict__
        if name not in namespace:
            raise CourseError(f"{self._file}: defines no {name}")
        return namespace[name]

    def _ask(self, request: CallRequest) -> CallResponse:
        namespace = self._submission.modules[self._file].__dict__
        received = wire.decode_frame(frame_of(request))
        response = execute(namespace, received, self._submission.sources, PRINTED_BYTES, self._builders)
        decoded: CallResponse = round_trip(response)
        return decoded


def round_trip(value: Any) -> Any:
    """Return `value` as the other end of the wire would decode it."""
    return wire.decode_frame(wire.encode(value, encode_plain_value))
