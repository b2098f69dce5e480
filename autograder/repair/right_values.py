"""What right programs compute on the way in the calls of a class run: the solution, and other styles of the course.

They run in workers of their own, beside no code of a student. What they compute in a call is kept on disk, so that a
machine works it out once; a file belongs to the call and to the programs, the version of torch and the kind of
processor. No score depends on it; what cannot be read is worked out again.
"""

import contextlib
import functools
import hashlib
import json
import platform
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import torch

from autograder.checking.processor import processor
from autograder.course import Course, Exercise, load_course
from autograder.repair.enumeration import other_definitions, solution_code, solution_files
from autograder.repair.first_difference import INTEGER, NOT_COMPARED, RightValues
from autograder.repair.tracing import TracedProgram, traced_program
from autograder.repair.trials import Trials
from autograder.results.kept_files import KeptFiles
from autograder.sandbox.host.target import EncodedRequest

FOLDER = "right_styles"  # in the shared folder of the solutions; `autograder sync` writes the files
KEPT = KeptFiles("autograder/right_values")
MOST_KEPT = 200  # calls in memory, each with a few hundred digests


class ReferenceRuns:
    """Asks right programs what they compute, once for each call; a machine remembers it for other runs."""

    def __init__(self) -> None:
        self._known = OrderedDict[str, RightValues]()
        self._stored = False  # whether anything was written

    def values(
        self, exercise: Exercise, requests: Sequence[EncodedRequest], trials: Callable[[], Trials]
    ) -> list[RightValues]:
        """Return what the right programs of an exercise compute in each call.

        Args:
            exercise: the exercise.
            requests: the calls.
            trials: makes trials that run programs in the solution's files.

        Raises:
            SandboxError: the sandbox was lost.
        """
        texts = [program.text for program in _traced_programs(exercise)]
        files = [*(text.encode() for text in texts), *solution_files(exercise).values()]
        keys = {values_key(files, item.frame): item for item in requests}
        for key in keys.keys() - self._known.keys():
            if (kept := load_values(key)) is not None:
                self._known[key] = kept
        missing = [key for key in keys if key not in self._known]
        if missing:
            with contextlib.closing(trials()) as running:
                found = _values(texts, [keys[key] for key in missing], running)
            self._known |= {key: values for key, (values, _) in zip(missing, found, strict=True)}
            self._store({key: values for key, (values, whole) in zip(missing, found, strict=True) if whole})
        result = [self._known[key] for key in keys]
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return result

    def _store(self, found: Mapping[str, RightValues]) -> None:
        if not self._stored:
            KEPT.remove_unused("*.json")  # which no run has asked for in a month
        self._stored = True
        for key, values in found.items():
            store_values(key, values)


def count_right_programs(exercise: Exercise) -> int:
    """Return how many right programs there are."""
    return len(_traced_programs(exercise))


def _values(texts: Sequence[str], requests: Sequence[EncodedRequest], trials: Trials) -> list[tuple[RightValues, bool]]:
    """Return what right programs, the solution first, compute in each call, and whether each of them answered.

    On a busy machine one of them may run out of time. Nothing is known of a call that the solution does not answer.
    """
    runs = [[{digest for _, digest in call} for call in run] for run in trials.computed(texts, requests)]
    return [(_together(call), all(call)) for call in zip(*runs, strict=True)]


def _together(call: Sequence[set[str]]) -> RightValues:
    """Return what right programs compute in a call, the solution first; nothing if it is not known of the solution."""
    own = call[0]
    if not own:
        return RightValues()
    integers_only = all(digest == NOT_COMPARED or digest.startswith(INTEGER) for digest in own)
    return RightValues(frozenset(own.union(*call[1:])), integers_only)


@functools.lru_cache(maxsize=64)
def _traced_programs(exercise: Exercise) -> tuple[TracedProgram, ...]:
    """Return the solution's file as it is, and with other right definitions of the exercise, all of them traced."""
    solution, others = solution_code(exercise), other_definitions(exercise)
    path = styles_file(load_course(), exercise.assignment)
    styles = json.loads(path.read_text(encoding="utf-8")).get(exercise.name, []) if path.is_file() else []
    codes = [solution, *(f"{solution}\n\n\n{code}" for code in styles)]
    return tuple(traced_program(code.encode(), exercise.name, others) for code in codes)


def styles_file(course: Course, assignment: str) -> Path:
    """Return the file with right programs of the exercises of an assignment; it may not exist."""
    return course.shared_folder / FOLDER / f"{assignment}.json"


def values_key(files: Iterable[bytes], frame: bytes) -> str:
    """Return the name under which the values of some programs in a call are kept.

    Args:
        files: the programs, and all files that they may import.
        frame: the call.
    """
    whole = hashlib.sha256(f"{platform.python_version()} {torch.__version__} {processor()} ".encode())
    for content in files:
        whole.update(hashlib.sha256(content).digest())
    whole.update(frame)
    return whole.hexdigest()[:40]


def load_values(key: str) -> RightValues | None:
    """Return what was kept under a name; None if nothing was, or something that is damaged."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        kept = json.loads(KEPT.read(f"{key}.json") or b"{}")
        values = RightValues(frozenset(map(str, kept["digests"])), bool(kept["integers_only"]))
        return values if values.digests else None
    return None


def store_values(key: str, values: RightValues) -> None:
    """Keep values; without effect where there is no place to write."""
    kept = {"digests": sorted(values.digests), "integers_only": values.integers_only}
    KEPT.write(f"{key}.json", json.dumps(kept).encode())
