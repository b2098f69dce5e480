"""Describes an exception that student code raised: type, text, place; never an object of the student's."""

import re
import sys
from types import TracebackType
from typing import Any

from .refusals import refused

MAX_TEXT = 500


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
    }


def _names_the_error(where: dict[str, Any] | None) -> bool:
    """Whether the line names the error; torch raises NotImplementedErrors of its own, for example on meta."""
    return where is None or "NotImplementedError" in where["code"]


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
            }
        traceback = traceback.tb_next
    return place
