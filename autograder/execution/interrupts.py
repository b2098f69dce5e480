"""Ends a run on Ctrl-C or SIGTERM: at once, or after the current critical section.

An exception that a signal handler raises while work is submitted to an executor may leave one of the executor's locks
acquired; then the executor can never be shut down. So signals are deferred around such calls.
"""

import contextlib
import signal
from collections.abc import Iterator

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class InterruptGuard:
    """The handler of both signals. Only the first signal counts: after that, cleanup is in progress.

    Attributes:
        deferring: whether a critical section is running.
        pending: whether a signal has arrived.
    """

    def __init__(self) -> None:
        self.deferring = False
        self.pending = False

    def __call__(self, number: int, frame: object) -> None:  # noqa: ARG002 - the signature of a signal handler
        """Interrupt now, or after the critical section."""
        for other in SIGNALS:
            signal.signal(other, signal.SIG_IGN)
        self.pending = True
        if not self.deferring:
            raise KeyboardInterrupt


@contextlib.contextmanager
def handle_interrupts() -> Iterator[None]:
    """Within this context the first SIGINT or SIGTERM raises KeyboardInterrupt and further ones are ignored."""
    previous = {number: signal.getsignal(number) for number in SIGNALS}
    guard = InterruptGuard()
    for number in previous:
        signal.signal(number, guard)
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def defer_interrupts() -> Iterator[None]:
    """Within this context signals are deferred; KeyboardInterrupt is raised at its end."""
    guard = signal.getsignal(signal.SIGINT)
    if not isinstance(guard, InterruptGuard):
        yield
        return
    guard.deferring = True
    try:
        yield
    finally:
        guard.deferring = False
        if guard.pending:
            raise KeyboardInterrupt
