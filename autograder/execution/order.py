"""The order in which submissions are graded: first those that look like what the course asks for.

A hostile submission may use up all the time that a part has. So that the others do not wait for it, what is cheap to
know decides who comes first: which words the files have that the course's own ones do not have, and how large they are.
Nothing is run or parsed for that, and the order changes no result.
"""

import functools
import re
from collections.abc import Sequence

from autograder.course import Course
from autograder.intake.submission import Submission

ODD_WORDS = frozenset(
    (
        *("while", "sleep", "exec", "eval", "compile", "open", "os", "signal", "threading", "multiprocessing"),
        *("subprocess", "socket", "asyncio", "itertools", "resource", "atexit", "faulthandler"),
        *("sys", "gc", "inspect", "ctypes", "cffi", "linecache", "importlib", "runpy", "builtins", "pickle", "marshal"),
        *("getattr", "setattr", "delattr", "globals", "vars", "__import__", "settrace", "setprofile", "__subclasses__"),
        *("__wrapped__", "__closure__", "__globals__", "__code__", "__builtins__", "__getattribute__", "__class__"),
    )
)
WORD = re.compile(r"\w+")
AT_TOP_LEVEL = re.compile(r"^(?:(?:for|while|try|with|assert|raise|del)\b|[\w.]+\()", re.MULTILINE)  # runs on import


def quick_first(submissions: Sequence[Submission], course: Course) -> list[Submission]:
    """Return submissions in the order in which to grade them; those that look alike stay as they are."""

    @functools.cache
    def known(assignment: str) -> frozenset[str]:
        files = (course.solutions_folder / assignment).glob("*.py")
        return frozenset(odd for file in files for odd in _odd(file.read_bytes()))

    def oddity(submission: Submission) -> tuple[int, int]:
        sources = submission.sources.values()
        odd = {word for source in sources for word in _odd(source)}
        return len(odd - known(submission.assignment)), sum(map(len, sources))

    return sorted(submissions, key=oddity)


def _odd(source: bytes) -> set[str]:
    """Return the odd words of a file, and how statements begin that run when it is loaded."""
    from autograder.grading.determinism import NONDETERMINISTIC_NAMES  # noqa: PLC0415 - imports torch

    text = source.decode("utf-8", "replace")
    return {*(ODD_WORDS | NONDETERMINISTIC_NAMES).intersection(WORD.findall(text)), *AT_TOP_LEVEL.findall(text)}
