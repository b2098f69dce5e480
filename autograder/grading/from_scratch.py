"""The from-scratch rule: an exercise must not call the library function that does its own task, in any way."""

import re
from collections.abc import Iterable

from autograder.course import Exercise
from autograder.grading.code_reading import CodeReading
from autograder.results.model import Anomaly

# Words of code that avoids the record of library calls; honest solutions do not need them.
BYPASS_PATTERN = re.compile(
    r"""
    DispatchKey | _dispatch_ | [Tt]orch_?[Dd]ispatch  # choose which kernel runs
    | \b (?: redispatch | decompose | get_kernel | _op_dk | SafeKernelFunction | Library ) \b  # get a kernel
    | math_attention | \b (?: _decomp | _refs ) \b  # equivalent implementations
    | \b guest \. \w | __globals__ | __closure__ | cell_contents | __wrapped__  # reach behind the recording
    | \b runpy \b  # run code outside of it
    | \b _? (?: EngineBase | ImperativeEngine ) \b  # go backward with an engine of one's own
    """,
    re.VERBOSE,
)
TRACES = re.compile(r"\b(?:compile\w*|export|fx|make_fx|trace\w*|script\w*|symbolic_trace|aot_\w+|dynamo)\b")
MAX_LISTED = 5  # items in a sentence
MAX_NAME = 80  # characters


def broken_rule(exercise: Exercise, calls: Iterable[str], code: CodeReading) -> str:
    """Return how a file breaks the rule of an exercise, in words; empty if it does not.

    Args:
        exercise: the exercise, with its rule if it has one.
        calls: the library calls that were recorded while its checks ran.
        code: the code of its file.
    """
    if exercise.forbidden is None:
        return ""
    called = _as_written(exercise.forbidden.forbidden_among(calls))
    if called:
        return f"{', '.join(called)} ran while {exercise.name} was called"
    words = _words_with_bypass(code)
    named = _shortest(exercise.forbidden.forbidden_among(words))
    if not named:
        return ""
    bypasses = _shortest(word for word in words if BYPASS_PATTERN.search(word))
    ways = ", ".join(bypasses[:MAX_LISTED])
    return f"the file names {', '.join(named[:MAX_LISTED])}, and {ways}, which leads past the record of library calls"


def reflection(exercise: Exercise, loading_calls: Iterable[str], code: CodeReading) -> tuple[Anomaly, ...]:
    """Return what a person should look at in a file with a rule: code that could keep calls from being recorded.

    Args:
        exercise: the exercise, with its rule if it has one.
        loading_calls: the library calls that were recorded while the file was loaded. A mask that is made then, or a
            traced function, may be used later without another call.
        code: the code of its file.
    """
    if exercise.forbidden is None:
        return ()
    lines: dict[str, list[str]] = {}
    for file, line, what in code.reflection:
        lines.setdefault(what, []).append(f"{file}:{line}")
    parts = [f"{what[:MAX_NAME]} ({', '.join(places[:MAX_LISTED])})" for what, places in lines.items()]
    traced = exercise.forbidden.forbidden_among(loading_calls)
    if traced and (exercise.forbidden.while_loading or any(map(TRACES.search, code.texts))):
        parts.insert(0, f"{', '.join(_as_written(traced))} while the file is loaded")
    return (Anomaly("reflection", exercise.name, f"the code uses {'; '.join(parts[:MAX_LISTED])}"),) if parts else ()


def _shortest(names: Iterable[str]) -> list[str]:
    """Sort, without the paths that end in another of the names."""
    all_names = {name[:MAX_NAME] for name in names}
    return sorted(name for name in all_names if name.rpartition(".")[2] not in all_names - {name})


def _as_written(names: list[str]) -> list[str]:
    """The public names; if there are none, the names of kernels without their leading underscores."""
    return [name for name in names if not name.startswith("_")] or sorted({name.lstrip("_") for name in names})


def _words_with_bypass(code: CodeReading) -> frozenset[str]:
    """All words of a file and its imports if one of them matches `BYPASS_PATTERN`, else none."""
    return code.words if any(map(BYPASS_PATTERN.search, code.words)) else frozenset()
