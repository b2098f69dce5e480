"""Ends the student's code where it is if a test takes too long: its traceback then shows the line."""

import contextlib
import ctypes
import math
import sys
import threading
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

SECONDS = 20.0  # public tests of right programs take less than one, on a slow laptop a few
PATIENCE = 3  # times as long, for code that waits or gets no processor
AGAIN = 0.05  # seconds until the next try: the code may catch everything, or wait in a library
LONGEST = 3600.0  # seconds that Python waits at once; it refuses to wait for many years


class TimeLimitError(Exception):
    """A test took too long; the traceback ends in the line that was running."""


class _Stop(BaseException):
    """Raised in the student's code; no `except Exception` catches it."""


@dataclass(eq=False)
class _Limit:
    """The time that the code in a thread has from now on."""

    files: Collection[str]
    seconds: float
    thread: int = field(default_factory=threading.get_ident)
    start: float = field(default_factory=time.monotonic)
    used: float = field(default_factory=time.process_time)

    def left(self) -> float:
        """Return the seconds until it may be over; 0 or less once it is."""
        missing = self.seconds - (time.process_time() - self.used)
        return min(missing, PATIENCE * self.seconds - (time.monotonic() - self.start))


class _Stopper:
    """A thread that stops code whose time is over; to start one for every limit would take longer than most tests."""

    def __init__(self) -> None:
        self._limits: dict[_Limit, float] = {}  # when to look at each
        self._lock = threading.RLock()
        self._earlier: SimpleQueue[None] = SimpleQueue()  # wakes the thread
        self._wakes = math.inf
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def is_alive(self) -> bool:
        """Whether the thread runs; after a fork it does not."""
        return self._thread.is_alive()

    def add(self, limit: _Limit) -> None:
        """Stop the code when its time is over."""
        with self._lock:
            self._limits[limit] = look = limit.start + limit.seconds
            if look < self._wakes:
                self._earlier.put(None)

    def remove(self, limit: _Limit) -> None:
        """Never stop the code again. A stop may be raised in here, anywhere: then call it again.

        That is why there is no `with`: it may be interrupted when it has the lock and before it would give it back.
        """
        self._lock.acquire()
        self._limits.pop(limit, None)
        with contextlib.suppress(RuntimeError):  # it is not held any more
            while True:
                self._lock.release()

    def _run(self) -> None:
        while True:
            with self._lock:
                self._look()
                self._wakes = min(self._limits.values(), default=math.inf)
            with contextlib.suppress(Empty):
                self._earlier.get(timeout=max(0.0, min(self._wakes - time.monotonic(), LONGEST)))

    def _look(self) -> None:
        """Raise `_Stop` in every thread whose time is over, whenever it runs the student's code.

        It nearly always arrives there. On a busy machine the code may return between the look and the raising.
        """
        for limit in [limit for limit, look in self._limits.items() if look <= time.monotonic()]:
            left = limit.left()
            if left <= 0 and _runs(limit.thread, limit.files):
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(limit.thread), ctypes.py_object(_Stop))
            self._limits[limit] = time.monotonic() + max(AGAIN, left)


_stoppers: list[_Stopper] = []  # the last is that of this process


def _stopper() -> _Stopper:
    if not _stoppers or not _stoppers[-1].is_alive():
        _stoppers.append(_Stopper())
    return _stoppers[-1]


@contextlib.contextmanager
def time_limit(files: Collection[str], seconds: float = SECONDS) -> Iterator[None]:
    """Stop the student's code in this thread after some seconds. Works on every platform, also where Ctrl-C is ignored.

    On a busy machine, the seconds count in which this process computes, up to `PATIENCE` times as many by the clock. A
    call into a library ends first: only a line of Python can be stopped.

    Args:
        files: the paths of the student's files; while no function of them runs, nothing is stopped.
        seconds: the limit.

    Raises:
        TimeLimitError: the code was stopped.
    """
    stopper, limit = _stopper(), _Limit(files, seconds)
    stopper.add(limit)
    try:
        try:
            yield
        finally:
            _end(stopper, limit)
    except _Stop as stop:
        _end(stopper, limit)  # it may have been stopped before it began
        text = f"still running after {seconds:g} s: does this loop end?"
        raise TimeLimitError(text).with_traceback(stop.__traceback__) from None


def _end(stopper: _Stopper, limit: _Limit) -> None:
    """End a limit. A stop that is raised only now comes too late: the code has ended."""
    ended = False
    while not ended:
        with contextlib.suppress(_Stop):
            stopper.remove(limit)
            ended = True


def _runs(thread: int, files: Collection[str]) -> bool:
    """Whether a thread is in a function of these files."""
    frame = sys._current_frames().get(thread)  # noqa: SLF001 - there is no public way to see another thread
    while frame is not None:
        if frame.f_code.co_filename in files:
            return True
        frame = frame.f_back
    return False
