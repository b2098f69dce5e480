"""A polite end: Ctrl-C and SIGTERM stop a run, at once where nothing is held, and else as soon as it is let go.

An exception that a signal raises in the midst of handing work to an executor may leave one of its locks taken, and then
it can never be closed.
"""

import contextlib
import signal
from collections.abc import Iterator
from typing import NoReturn

ENDS = (signal.SIGINT, signal.SIGTERM)


class Stop:
    """What happens when the end is asked for; a second time is ignored, since things are being put away."""

    def __init__(self) -> None:
        self.held = False
        self.asked = False

    def __call__(self, number: int, frame: object) -> None:  # noqa: ARG002 - as the signal module calls it
        """Stop, or remember that it was asked for."""
        for other in ENDS:
            signal.signal(other, signal.SIG_IGN)
        self.asked = True
        if not self.held:
            self.now()

    def now(self) -> NoReturn:
        """End what is under way."""
        raise KeyboardInterrupt


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """Within this, both signals are a Ctrl-C, once."""
    before = {number: signal.getsignal(number) for number in ENDS}
    stop = Stop()
    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Within this, an end that is asked for waits until it is over."""
    stop = signal.getsignal(signal.SIGINT)
    if not isinstance(stop, Stop):
        yield
        return
    stop.held = True
    try:
        yield
    finally:
        stop.held = False
        if stop.asked:
            stop.now()
