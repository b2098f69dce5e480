"""One kind of work shared by forked processes of our own; what they find comes back through pipes."""

import contextlib
import gc
import multiprocessing
import signal
import warnings
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import TypeVar

from autograder.checking.reference_cache import MEMORY
from autograder.classroom import parcel
from autograder.course import CourseError

Item = TypeVar("Item")
Found = TypeVar("Found")


def in_processes(work: Callable[[Item], Found], shares: Sequence[Sequence[Item]]) -> list[list[Found]]:
    """Do each share in a process of its own, the only one here; what the oracle remembered there is known here too.

    Raises:
        CourseError: as `work` does.
    """
    if len(shares) == 1:
        return [[work(item) for item in shares[0]]]
    gc.freeze()  # or each process, looking for garbage, would touch and so copy all that they share
    try:
        ends = [_started(work, share) for share in shares]
    finally:
        gc.unfreeze()
    return [_received(end, work, share) for end, share in zip(ends, shares, strict=True)]


def _started(work: Callable[[Item], Found], share: Sequence[Item]) -> Connection:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    with theirs:
        context.Process(target=_send_back, args=(work, share, theirs), daemon=True).start()
    return ours


def _send_back(work: Callable[[Item], Found], share: Sequence[Item], end: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.disable()  # a short life
    warnings.simplefilter("ignore")  # hypothesis looks for its generators among what the collector sees
    known = len(MEMORY.results)
    with contextlib.suppress(CourseError):  # the parent meets it again, and tells it
        found = [work(item) for item in share]
        end.send_bytes(parcel.packed((found, dict(list(MEMORY.results.items())[known:]))))


def _received(end: Connection, work: Callable[[Item], Found], share: Sequence[Item]) -> list[Found]:
    try:
        with end:
            found, remembered = parcel.unpacked(end.recv_bytes())
    except EOFError:  # it ended without a word; here it can say why
        return [work(item) for item in share]
    MEMORY.results.update(remembered)
    kept: list[Found] = found
    return kept
