"""What the sandbox refuses although an honest program may ask for it, recognised by where in a library it came up.

A program that ends with one of these cannot be graded here. That is not its author's mistake: a person has to look.
Whatever else is refused (a socket, a program, a file of the system) has no use in an exercise and counts as the
program's own exception.
"""

import errno
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType, TracebackType

DENIED = (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EROFS)
DEPTH = 8  # of exceptions that caused one another


@dataclass(frozen=True)
class Refusal:
    """One kind of refusal: the library modules in which it comes up, and what the exception looks like there."""

    what: str
    modules: tuple[str, ...]  # and their submodules
    text: str = ""  # a part of the exception's text; without one, it is an OSError that says "not permitted"


ALWAYS = (
    Refusal("a thread", ("threading",), "can't start new thread"),
    Refusal("a thread", ("torch.profiler", "torch.autograd.profiler"), "Operation not permitted"),
    Refusal("another process", ("multiprocessing", "concurrent.futures.process")),
    Refusal("an event loop", ("asyncio", "selectors", "socket")),
    Refusal("shared memory", ("torch.storage", "torch.multiprocessing"), "shared memory"),
)
# If there is no folder to write to; these would have worked at a stronger level.
WITHOUT_SCRATCH = (
    Refusal("a file to write", ("torch.serialization",), "open file failed"),
    Refusal("a file to write", ("matplotlib",), "writable cache directory"),
)
WRITING, RENAMING = "a file to write", "a file to be renamed"
NAMES = frozenset(refusal.what for refusal in (*ALWAYS, *WITHOUT_SCRATCH)) | {WRITING, RENAMING}

NO_SCRATCH: list[bool] = []  # filled in a worker that may write nowhere


def no_scratch() -> None:
    """Declare that this worker may write nowhere; libraries that only need the name of a folder still get one."""
    NO_SCRATCH.append(True)
    tempfile.tempdir = "/tmp"  # noqa: S108 - nothing can be written there either


def refused(error: BaseException) -> str:
    """Return what the sandbox refused, if that caused this exception, else an empty text."""
    refusals = ALWAYS + WITHOUT_SCRATCH if NO_SCRATCH else ALWAYS
    for one in _causes(error):
        module = _innermost_module(one.__traceback__)
        for refusal in refusals:
            if _is_in(module, refusal.modules) and _looks_like(one, refusal.text):
                return refusal.what
        if NO_SCRATCH and _looks_like(one, "") and isinstance(getattr(one, "filename", None), str):
            return WRITING
        if isinstance(one, OSError) and one.errno == errno.ENOSYS and one.filename2 is not None:
            return RENAMING
    return ""


def _causes(error: BaseException) -> Iterator[BaseException]:
    current: BaseException | None = error
    for _ in range(DEPTH):
        if current is None:
            return
        yield current
        current = current.__cause__ or current.__context__


def _innermost_module(traceback: TracebackType | None) -> str:
    """Return the name of the module whose code raised; empty if the code only claims to be of a module."""
    frame: FrameType | None = None
    while traceback is not None:
        frame = traceback.tb_frame
        traceback = traceback.tb_next
    name = frame.f_globals.get("__name__") if frame is not None else None
    module = sys.modules.get(name) if isinstance(name, str) else None
    return str(name) if frame is not None and module is not None and vars(module) is frame.f_globals else ""


def _is_in(module: str, modules: tuple[str, ...]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in modules)


def _looks_like(error: BaseException, text: str) -> bool:
    if text:
        return type(error) in (RuntimeError, OSError, FileNotFoundError) and text in str(error)
    return isinstance(error, OSError) and error.errno in DENIED
