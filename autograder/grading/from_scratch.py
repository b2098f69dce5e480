"""The from-scratch rule: an exercise's own operation may not be handed to the library, however it is reached."""

import re
import unicodedata
from collections.abc import Iterable

from autograder.course import Exercise
from autograder.sandbox.box.forbidden import RULES
from autograder.sandbox.session import Session

# Words that lead past the notes before kernels; they have no use in an exercise.
LEADS_PAST = re.compile(
    r"""
    DispatchKey | _dispatch_ | [Tt]orch_?[Dd]ispatch  # to choose which kernel runs
    | \b (?: redispatch | decompose | get_kernel | _op_dk | SafeKernelFunction | Library ) \b  # to get at one
    | math_attention | flex_attention | onnx | _jit_ | \b (?: jit | _decomp | _refs ) \b  # to do the same without it
    | causal_(?:upper_left|lower_right)
    | \b (?: box | RAN ) \b | __globals__ | __closure__ | cell_contents | __wrapped__  # behind the notes
    | \b (?: runpy | reload ) \b  # around them
    """,
    re.VERBOSE,
)
# One of these is in every file with such a word. To look for them costs nothing, and nearly all files end there.
PARTS = (
    *(b"ispatch", b"decompose", b"get_kernel", b"_op_dk", b"SafeKernel", b"Library", b"math_attention"),
    *(b"flex_attention", b"onnx", b"jit", b"_decomp", b"_refs", b"box", b"RAN", b"__globals__", b"__wrapped__"),
    *(b"__closure__", b"cell_contents", b"runpy", b"reload", b"causal_upper_left", b"causal_lower_right"),
)
ENCODED = re.compile(rb"(?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*(?!utf-?8)")  # another way of writing than utf-8
MOST = 5  # names in a sentence


def broken_rule(exercise: Exercise, ran: Iterable[str], session: Session) -> str:
    """In words, what broke the exercise's rule; empty where nothing did."""
    if exercise.forbidden is None:
        return ""
    called = _told(_forbidden(exercise.forbidden, ran))
    if called:
        return f"{', '.join(called)} ran while {exercise.name} was called"
    words = _words_that_lead_past(session)
    named = _forbidden(exercise.forbidden, words)
    if not named:
        return ""
    past = sorted(word[:80] for word in words if LEADS_PAST.search(word))
    ways = ", ".join(past[:MOST])
    return f"the file names {', '.join(named[:MOST])}, and {ways}, which leads past the notes of what runs"


def _forbidden(rule: str, names: Iterable[str]) -> list[str]:
    return sorted({name[:80] for name in names if any(part in name for part in RULES[rule])})


def _worth_reading(source: bytes) -> bool:
    """Whether one of the words may be there, in whatever letters Python takes for the plain ones."""
    plain = source if source.isascii() else unicodedata.normalize("NFKC", source.decode("utf-8", "replace")).encode()
    return any(part in plain for part in PARTS) or ENCODED.match(plain) is not None


def _told(names: list[str]) -> list[str]:
    """The names that programs use; those of kernels, without what marks them as private, where there are no others."""
    return [name for name in names if not name.startswith("_")] or sorted({name.lstrip("_") for name in names})


def _words_that_lead_past(session: Session) -> set[str]:
    """All words of a file, and of those it imports, if their code (no comment, no docstring) leads past the notes."""
    if not any(map(_worth_reading, session.sources.values())):
        return set()
    words = session.words()
    return words if any(map(LEADS_PAST.search, words)) else set()
