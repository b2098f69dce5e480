"""Maps a function over several lists, one forked process for each list; results come back through pipes."""

import contextlib
import ctypes
import gc
import multiprocessing
import signal
import warnings
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import TypeVar

from autograder.checking.reference_cache import MEMORY
from autograder.course import CourseError
from autograder.execution import trusted_pickle

PR_SET_PDEATHSIG = 1
Item = TypeVar("Item")
Value = TypeVar("Value")


def fork_map(function: Callable[[Item], Value], shares: Sequence[Sequence[Item]]) -> list[list[Value]]:
    """Run each share in its own process (inline if there is only one) and merge their reference caches into ours.

    Args:
        function: applied to every item.
        shares: the items for each process.

    Returns:
        The value of each item, share by share.

    Raises:
        CourseError: as `function` does.
    """
    if len(shares) == 1:
        return [[function(item) for item in shares[0]]]
    gc.freeze()  # otherwise garbage collection in each process would write to, and so copy, all shared memory pages
    try:
        pipes = [_start(function, share) for share in shares]
    finally:
        gc.unfreeze()
    return [_receive(pipe, function, share) for pipe, share in zip(pipes, shares, strict=True)]


def follow_parent() -> None:
    """Make this forked process end when its parent is killed, and leave Ctrl-C to the parent."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _start(function: Callable[[Item], Value], share: Sequence[Item]) -> Connection:
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    with sender:
        context.Process(target=_run_and_send, args=(function, share, sender), daemon=True).start()
    return receiver


def _run_and_send(function: Callable[[Item], Value], share: Sequence[Item], sender: Connection) -> None:
    follow_parent()
    gc.disable()  # the process is short-lived
    warnings.simplefilter("ignore")  # hypothesis looks for its generators among the objects that the collector tracks
    before = len(MEMORY.results)
    with contextlib.suppress(CourseError):  # the parent will get the same error, and reports it
        values = [function(item) for item in share]
        sender.send_bytes(trusted_pickle.dumps((values, dict(list(MEMORY.results.items())[before:]))))


def _receive(receiver: Connection, function: Callable[[Item], Value], share: Sequence[Item]) -> list[Value]:
    try:
        with receiver:
            received, cached = trusted_pickle.loads(receiver.recv_bytes())
    except EOFError:  # the process ended without an answer; run the share here, so that its exception is raised here
        return [function(item) for item in share]
    MEMORY.results.update(cached)
    values: list[Value] = received
    return values
