"""The record of library operations: a pipe that a worker can only write to.

Each operation that a rule may forbid has a number, and its byte is written just before it runs. The grader has the
other end. The system-call filter refuses to close the worker's end, and offers no call that replaces or changes it; it
cannot be opened for reading either, because the pipe's mode lets nobody open it. So a worker can add to the record and
take nothing back, whatever of Python it has replaced.
"""

import os
from collections.abc import Callable
from functools import partial

DESCRIPTOR = 60  # of a worker's end; below its limit of open files, and never closed


class Record:
    """Numbers operations in the order in which they are first named."""

    def __init__(self) -> None:
        self.operations: list[str] = []

    def entry(self, operation: str) -> Callable[[], object]:
        """A function that records one call of `operation`.

        Raises:
            ValueError: there are more operations than numbers.
        """
        if operation not in self.operations:
            self.operations.append(operation)
        return partial(os.write, DESCRIPTOR, bytes([self.operations.index(operation)]))


def discard() -> None:
    """Until there is a pipe: what the warm process itself calls is nobody's."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, DESCRIPTOR, inheritable=False)
    os.close(nowhere)


def write_to(pipe: int) -> None:
    """Record to `pipe` from now on."""
    os.dup2(pipe, DESCRIPTOR, inheritable=False)
    os.close(pipe)
