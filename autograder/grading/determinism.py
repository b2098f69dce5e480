"""What may answer differently from run to run is judged again, and counts as what it was at its worst."""

import dataclasses
import re
from collections.abc import Sequence

from autograder.course import Exercise
from autograder.grading.budget import Budget
from autograder.grading.code_reading import code_text, may_hide_words, may_name_something
from autograder.grading.exercise import Attempt, ExerciseGrader
from autograder.results.model import Anomaly

REPLAYS = 2
SLOW = {"timed out", "not run"}  # how checks end when nothing is known but that something took too long
# Clocks, ids and entropy; torch, numpy and random are seeded for every question, so they alone change nothing.
CLOCKS = ("time", "datetime", "perf_counter", "times", "getrusage", "stat", "timeit")
ENTROPY = ("urandom", "getrandom", "secrets", "SystemRandom", "seed", "Random", "RandomState", "default_rng")
PLACES = ("uuid", "id", "hash", "data_ptr", "getpid", "tempfile")
NONDETERMINISTIC_NAMES = frozenset((*CLOCKS, *ENTROPY, *PLACES))
MENTIONED = re.compile(r"\b(" + "|".join(sorted(NONDETERMINISTIC_NAMES)) + r")\b")


class DeterminismGuard:
    """Judges the exercises of one file; where its code looks at clocks or entropy, several times."""

    def __init__(self, exercise_grader: ExerciseGrader, sources: dict[str, bytes], file: str, budget: Budget) -> None:
        self._exercise_grader = exercise_grader
        self._budgets = budget, budget.apart
        self._sources = sources
        code = exercise_grader.code(sources, file)
        self._suspicious = any(map(_worth_reading, code.files.values())) and not NONDETERMINISTIC_NAMES.isdisjoint(
            code.words
        )

    def try_exercise(self, exercise: Exercise, replace: dict[str, str]) -> Attempt:
        """Judge an exercise; where replays differ, the worst of them counts."""
        first = self._judge(exercise, replace)
        if not first.points or not self._suspicious:
            return first
        again = [self._judge(exercise, replace) for _ in range(REPLAYS)]
        replays = [
            first,
            *(attempt for attempt in again if not attempt.budget_limited),
        ]  # our own looking twice costs nobody time
        if len({_outcomes(attempt) for attempt in replays}) == 1:
            return first
        worst = min(replays, key=lambda attempt: attempt.points)
        if not _contradict(replays):
            return worst
        note = Anomaly(
            "non-deterministic", exercise.name, "the same questions were answered differently in a fresh process"
        )
        return dataclasses.replace(worst, anomalies=(*worst.anomalies, note))

    def _judge(self, exercise: Exercise, replace: dict[str, str]) -> Attempt:
        return self._exercise_grader.try_exercise(exercise, self._sources, replace, self._budgets[bool(replace)])


def _worth_reading(source: bytes) -> bool:
    """Whether the code of a file may mention one of the names; those in comments and prose cost nothing."""
    code = code_text(source, may_name_something)
    return MENTIONED.search(code) is not None or may_hide_words(source, code)


def _outcomes(attempt: Attempt) -> tuple[str, ...]:
    return tuple(finding.outcome for finding in attempt.findings)


def _contradict(attempts: Sequence[Attempt]) -> bool:
    """Whether a check came out differently for another reason than time: a busy machine is no evidence."""
    return any(len(set(outcomes) - SLOW) > 1 for outcomes in zip(*map(_outcomes, attempts), strict=True))
