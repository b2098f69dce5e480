"""The from-scratch rule: an exercise's own operation may not be handed to the library, however it is reached."""

import re
from collections.abc import Iterable

from autograder.course import Exercise
from autograder.grading.code_reading import CodeReading
from autograder.results.model import Anomaly

# Words that lead past the record of library calls; they have no use in an exercise.
LEADS_PAST = re.compile(
    r"""
    DispatchKey | _dispatch_ | [Tt]orch_?[Dd]ispatch  # to choose which kernel runs
    | \b (?: redispatch | decompose | get_kernel | _op_dk | SafeKernelFunction | Library ) \b  # to get at one
    | math_attention | \b (?: _decomp | _refs ) \b  # to do the same without it
    | \b guest \. \w | __globals__ | __closure__ | cell_contents | __wrapped__  # behind what records
    | \b runpy \b  # around it
    """,
    re.VERBOSE,
)
# One of these is in every file with such a word. To look for them costs nothing, and nearly all files end there.
PARTS = (
    *("ispatch", "decompose", "get_kernel", "_op_dk", "SafeKernel", "Library", "math_attention"),
    *("_decomp", "_refs", "guest", "__globals__", "__wrapped__"),
    *("__closure__", "cell_contents", "runpy"),
)
TRACES = re.compile(r"\b(?:compile\w*|export|fx|make_fx|trace\w*|script\w*|symbolic_trace|aot_\w+|dynamo)\b")
MOST = 5  # names in a sentence, or places, or things
LONGEST = 80  # letters of a name


def broken_rule(exercise: Exercise, calls: Iterable[str], code: CodeReading) -> str:
    """In words, what broke the exercise's rule; empty where nothing did.

    Args:
        exercise: the exercise, with its rule if it has one.
        calls: the library calls that were recorded while its checks were answered.
        code: what its file says.
    """
    if exercise.forbidden is None:
        return ""
    called = _as_written(exercise.forbidden.forbidden_among(calls))
    if called:
        return f"{', '.join(called)} ran while {exercise.name} was called"
    words = _words_that_lead_past(code)
    named = _shortest(exercise.forbidden.forbidden_among(words))
    if not named:
        return ""
    past = _shortest(word for word in words if LEADS_PAST.search(word))
    ways = ", ".join(past[:MOST])
    return f"the file names {', '.join(named[:MOST])}, and {ways}, which leads past the record of library calls"


def reflection(exercise: Exercise, loading_calls: Iterable[str], code: CodeReading) -> tuple[Anomaly, ...]:
    """What a person should look at in a file with a rule: lines that could keep a call from being recorded.

    Args:
        exercise: the exercise, with its rule if it has one.
        loading_calls: the library calls that were recorded while the file was loaded. They are no answers, but a
            mask that is made then, or what is traced, may become one later without a call.
        code: what its file says.
    """
    if exercise.forbidden is None:
        return ()
    lines: dict[str, list[str]] = {}
    for file, line, what in code.reflection:
        lines.setdefault(what, []).append(f"{file}:{line}")
    parts = [f"{what[:LONGEST]} ({', '.join(places[:MOST])})" for what, places in lines.items()]
    traced = exercise.forbidden.forbidden_among(loading_calls)
    if traced and (exercise.forbidden.while_loading or any(map(TRACES.search, code.texts))):
        parts.insert(0, f"{', '.join(_as_written(traced))} while the file is loaded")
    return (Anomaly("reflection", exercise.name, f"the code uses {'; '.join(parts[:MOST])}"),) if parts else ()


def _shortest(names: Iterable[str]) -> list[str]:
    """Without the paths that end in another of the names."""
    all_names = {name[:LONGEST] for name in names}
    return sorted(name for name in all_names if name.rpartition(".")[2] not in all_names - {name})


def _as_written(names: list[str]) -> list[str]:
    """The names that programs use; those of kernels, without what marks them as private, where there are no others."""
    return [name for name in names if not name.startswith("_")] or sorted({name.lstrip("_") for name in names})


def _words_that_lead_past(code: CodeReading) -> frozenset[str]:
    """All words of a file, and of those it imports, if their code (no comment, no docstring) leads past the record."""
    if not code.may_hide_words and not any(part in text for text in code.texts for part in PARTS):
        return frozenset()
    return code.words if any(map(LEADS_PAST.search, code.words)) else frozenset()
