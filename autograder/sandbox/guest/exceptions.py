"""Describes an exception that student code raised: type, text, place, and whether the sandbox caused it.

The sandbox refuses a few things that an honest program may ask for; they are recognised by where in a library they come
up. Others are not there: a library, a newer Python, memory. A program that ends with one of them cannot be graded here,
which is not its author's mistake: a person has to look.
Whatever else is refused (a socket, a program, a file of the system) has no use in an exercise and counts as the
program's own exception.
"""

import errno
import importlib.util
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType, ModuleType, TracebackType
from typing import Any

MAX_TEXT = 500
DENIED = (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EROFS)
DEVICE_ERROR = "DeviceError"  # of `stand_in.py`; its module needs torch, and this one is also used without
NO_GPU = ("from the 'CUDA' backend", "not linked with support for cuda")
DEPTH = 8  # of exceptions that caused one another


class Scratch:
    """The worker's folder: its name differs between workers, and messages use the same one for all."""

    NAME = "/scratch/own"

    def __init__(self) -> None:
        self.path = ""

    def hide(self, text: str) -> str:
        """Return a text with the common name in place of the folder's own."""
        return text.replace(self.path, self.NAME) if self.path else text


SCRATCH = Scratch()
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")  # of an object: different in every process


def describe_exception(error: BaseException, sources: dict[str, bytes]) -> dict[str, Any]:
    """Describe `error` in plain values; `where` is the last place in the student's own files."""
    syntax = _syntax(error, sources)
    where = syntax or _place(error.__traceback__, sources)
    return {
        "type": type(error).__name__[:100],
        "text": _text(error),
        "chain": _chain_types(error),
        "where": where,
        "parses": syntax is None,
        "not_attempted": isinstance(error, NotImplementedError) and _names_the_error(where),
        "ends_process": isinstance(error, SystemExit | KeyboardInterrupt),
        "refused": _refused(error),
        "device": _by_stand_in(error),
    }


def _names_the_error(where: dict[str, Any] | None) -> bool:
    """Whether the line names the error; torch raises NotImplementedErrors of its own, for example on other devices."""
    return where is None or "NotImplementedError" in where["code"]


def _by_stand_in(error: BaseException) -> bool:
    """Whether the stand-in of a GPU raised it, or what caused it."""
    try:
        return any(DEVICE_ERROR in _chain_types(one) for one in _causes(error))
    except BaseException:  # noqa: BLE001 - a hostile exception may raise anything while it is inspected
        return False


def _refused(error: BaseException) -> str:
    try:
        return refused(error)
    except BaseException:  # noqa: BLE001 - a hostile exception may raise anything while it is inspected
        return ""


def _text(error: BaseException) -> str:
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except BaseException as worse:  # noqa: BLE001 - a hostile __str__ may raise anything
        return f"(its text cannot be read: {type(worse).__name__[:100]})"
    if isinstance(text, str) and any(words in text for words in NO_GPU):
        return "Torch not compiled with CUDA enabled"  # what torch says where no stand-in was used before
    return ADDRESS.sub("0x…", SCRATCH.hide(str.__str__(text)[:MAX_TEXT])) if isinstance(text, str) else ""


def _chain_types(error: BaseException) -> list[str]:
    return [kind.__name__[:100] for kind in type(error).__mro__[:8]]


def _syntax(error: BaseException, sources: dict[str, bytes]) -> dict[str, Any] | None:
    """Where a file does not parse; errors of the parser itself (NUL bytes, nesting) count too, not those of `eval`."""
    if isinstance(error, SyntaxError) and type(error.filename) is str and error.filename in sources:
        line = error.lineno if type(error.lineno) is int else 0
        column = error.offset if type(error.offset) is int else 0
        return {
            "file": str(error.filename)[:100],
            "line": line,
            "column": column,
            "function": "",
            "code": _code(error.text),
        }
    frames = error.__traceback__
    while frames is not None and frames.tb_next is not None:
        frames = frames.tb_next
    if frames is not None and frames.tb_frame.f_code.co_name in ("parse", "compiled") and _is_guest(frames):
        return {"file": "", "line": 0, "column": 0, "function": "", "code": ""}
    return None


def _is_guest(frames: TracebackType) -> bool:
    return frames.tb_frame.f_code.co_filename in (
        __file__.replace("exceptions", "loading"),
        sys.modules["ast"].__file__,
    )


def _code(text: str | None) -> str:
    return text.strip()[:120] if isinstance(text, str) else ""


def _place(traceback: TracebackType | None, sources: dict[str, bytes]) -> dict[str, Any] | None:
    place = None
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename in sources:
            lines = sources[code.co_filename].decode("utf-8", "replace").splitlines()
            line = traceback.tb_lineno or 0
            text = lines[line - 1].strip()[:120] if 0 < line <= len(lines) else ""
            place = {
                "file": code.co_filename,
                "line": line,
                "column": 0,
                "function": code.co_qualname[:100],
                "code": text,
                "shapes": _shapes(text, traceback.tb_frame.f_locals),
            }
        traceback = traceback.tb_next
    return place


NAME = re.compile(r"(?<![\w.])(?:self\.)?[A-Za-z_]\w*(?!\s*\()")
MAX_SHAPES, MAX_SIZES = 6, 8


def _shapes(code: str, names: dict[str, Any]) -> list[list[Any]]:
    """Return the names of the tensors in a line that were there when it failed, each with its sizes."""
    torch = sys.modules.get("torch")
    found: dict[str, list[int]] = {}
    try:
        for name in NAME.findall(code.partition("#")[0]):
            value = _local(name, names)
            if torch is not None and type(value) in (torch.Tensor, torch.nn.Parameter):  # no class of the student's
                found[name] = list(value.shape[:MAX_SIZES])
    except BaseException:  # noqa: BLE001 - a hostile namespace may raise anything while it is inspected
        return []
    return [[name, sizes] for name, sizes in list(found.items())[:MAX_SHAPES]]


def _local(name: str, names: dict[str, Any]) -> Any:
    """Return a local variable, or an attribute or parameter of `self`, without running any code of the student."""
    if not name.startswith("self."):
        return names.get(name)
    try:
        own = object.__getattribute__(names.get("self"), "__dict__")
    except AttributeError:
        return None
    parameters = own.get("_parameters")
    attribute = name.removeprefix("self.")
    return own.get(attribute, parameters.get(attribute) if type(parameters) is dict else None)


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
REFUSALS = frozenset(refusal.what for refusal in (*ALWAYS, *WITHOUT_SCRATCH)) | {WRITING, RENAMING}

NO_SCRATCH: list[bool] = []  # filled in a worker that may write nowhere


NEWER_PYTHON = re.compile(r"needs (Python 3\.\d{1,2}, for [a-z -]{1,40})")
NEWER_NAMES = {  # of Python's own modules
    "3.12": "itertools.batched math.sumprod typing.override typing.TypeAliasType calendar.Month",
    "3.13": "copy.replace math.fma warnings.deprecated typing.ReadOnly typing.TypeIs typing.NoDefault",
    "3.14": "functools.Placeholder annotationlib.get_annotations",
}
SINCE = {name: version for version, names in NEWER_NAMES.items() for name in names.split()}
NOT_IMPORTED = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
OUT_OF_MEMORY = re.compile(r"can't allocate memory: you tried to allocate (\d+) bytes")
MEMORY = "more memory"
MOST_MEMORY = 1 << 36  # bytes; no machine for exercises gives so much at once
LACKING = re.compile(rf"the library [\w.]{{1,60}}|Python 3\.\d{{1,2}}, for [\w. -]{{1,60}}|{MEMORY}")
NOT_BOUND: dict[str, str] = {}  # names that a submission lacks because an import failed, each with what it needs


def is_refusal(text: object) -> bool:
    """Whether a worker may say that a program asks for this, which is not here: then a person has to look."""
    return isinstance(text, str) and (text in REFUSALS or LACKING.fullmatch(text) is not None)


def no_scratch() -> None:
    """Declare that this worker may write nowhere; libraries that only need the name of a folder still get one."""
    NO_SCRATCH.append(True)
    tempfile.tempdir = "/tmp"  # noqa: S108 - nothing can be written there either


def refused(error: BaseException) -> str:
    """Return what the sandbox refused, if that caused this exception, else an empty text."""
    refusals = ALWAYS + WITHOUT_SCRATCH if NO_SCRATCH else ALWAYS
    for one in _causes(error):
        if lacks := _lacks(one):
            return lacks
        module = _innermost_module(one.__traceback__)
        for refusal in refusals:
            if _is_in(module, refusal.modules) and _looks_like(one, refusal.text):
                return refusal.what
        if NO_SCRATCH and _looks_like(one, "") and isinstance(getattr(one, "filename", None), str):
            return WRITING
        if isinstance(one, OSError) and one.errno == errno.ENOSYS and one.filename2 is not None:
            return RENAMING
    return ""


def _lacks(error: BaseException) -> str:
    """Return the library, the newer Python or the memory that an exception says is missing; else an empty text."""
    if isinstance(error, SyntaxError):
        newer = NEWER_PYTHON.match(str(error.msg))
        return newer[1] if newer else ""
    if isinstance(error, ModuleNotFoundError):
        library = str(error.name).partition(".")[0]
        return f"the library {library}" if library not in sys.modules and not _is_found(library) else ""
    if isinstance(error, NameError):
        return NOT_BOUND.get(str(error.name), "")
    if isinstance(error, MemoryError) or (type(error) is RuntimeError and OUT_OF_MEMORY.search(str(error))):
        wanted = OUT_OF_MEMORY.search(str(error))
        return MEMORY if wanted is None or int(wanted[1]) < MOST_MEMORY else ""
    name = ""
    if isinstance(error, ImportError) and (found := NOT_IMPORTED.match(str(error.msg))):
        name = f"{found[2]}.{found[1]}"
    elif isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        name = f"{error.obj.__name__}.{error.name}"
    return f"Python {SINCE[name]}, for {name}" if name in SINCE else ""


def _is_found(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


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
