"""Ends the student's code where it is if a test takes too long: its traceback then shows the line."""

import contextlib
import ctypes
import sys
import threading
import time
from collections.abc import Collection, Iterator

SECONDS = 20.0  # public tests of right programs take less than one, on a slow laptop a few
PATIENCE = 3  # times as long, for code that waits or gets no processor
AGAIN = 0.05  # seconds until the next try: the code may catch everything, or wait in a library


class TimeLimitError(Exception):
    """A test took too long; the traceback ends in the line that was running."""


class _Stop(BaseException):
    """Raised in the student's code; no `except Exception` catches it."""


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
    done = threading.Event()
    stopper = threading.Thread(target=_stop, args=(threading.get_ident(), files, seconds, done), daemon=True)
    stopper.start()
    try:
        try:
            yield
        finally:
            _end(stopper, done)
    except _Stop as stop:
        text = f"still running after {seconds:g} s: does this loop end?"
        raise TimeLimitError(text).with_traceback(stop.__traceback__) from None


def _end(stopper: threading.Thread, done: threading.Event) -> None:
    """Wait for the other thread. A stop that it raises only now comes too late: the code has ended."""
    ended = False
    while not ended:
        with contextlib.suppress(_Stop):
            done.set()
            stopper.join()
            ended = True


def _stop(thread: int, files: Collection[str], seconds: float, done: threading.Event) -> None:
    """Wait, then raise `_Stop` in another thread whenever it runs the student's code.

    It nearly always arrives there. On a busy machine the code may return between the look and the raising.
    """
    start, used, wait = time.monotonic(), time.process_time(), seconds
    while not done.wait(wait):
        missing = seconds - (time.process_time() - used)
        left = PATIENCE * seconds - (time.monotonic() - start)
        wait = max(AGAIN, min(missing, left))
        if min(missing, left) <= 0 and _runs(thread, files):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_Stop))


def _runs(thread: int, files: Collection[str]) -> bool:
    """Whether a thread is in a function of these files."""
    frame = sys._current_frames().get(thread)  # noqa: SLF001 - there is no public way to see another thread
    while frame is not None:
        if frame.f_code.co_filename in files:
            return True
        frame = frame.f_back
    return False
