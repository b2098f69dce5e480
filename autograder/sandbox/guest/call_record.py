"""The record of library calls: a pipe that a worker can only write to.

Each operation that a rule may forbid has a number, which is written as one byte just before the operation runs. The
grader reads the other end. The system-call filter refuses to close the worker's end and allows no call that replaces or
changes it; it cannot be reopened for reading either, because the pipe's mode permits nobody to open it. So a worker can
add to the record but remove nothing, whatever it has replaced in Python.
"""

import os
from collections.abc import Callable
from functools import partial

MAX_NUMBER = 255  # of an operation, which is one byte
DESCRIPTOR = 60  # of a worker's end; below its limit of open files, and never closed


class CallRecord:
    """Numbers operations in the order in which they are first named."""

    def __init__(self) -> None:
        self.operations: list[str] = []

    def entry(self, operation: str) -> Callable[[], object]:
        """Return a function that records one call of `operation`.

        Raises:
            ValueError: there are more operations than numbers.
        """
        if operation not in self.operations:
            if len(self.operations) > MAX_NUMBER:
                raise ValueError(f"the rules of the course match more than {MAX_NUMBER + 1} operations of the library")
            self.operations.append(operation)
        return partial(os.write, DESCRIPTOR, bytes([self.operations.index(operation)]))


def discard() -> None:
    """Record nowhere: what the fork server itself calls is not a submission's."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, DESCRIPTOR, inheritable=False)
    os.close(nowhere)


def write_to(pipe: int) -> None:
    """Record to `pipe` from now on."""
    os.dup2(pipe, DESCRIPTOR, inheritable=False)
    os.close(pipe)
