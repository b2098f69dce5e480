"""Grades code that may be nondeterministic several times, and takes the worst attempt."""

import dataclasses
import re
from collections.abc import Mapping, Sequence

from autograder.course import Exercise
from autograder.diagnosis.mistakes import say_why
from autograder.grading.budget import Budget
from autograder.grading.code_reading import code_text, may_hide_words, may_name_something
from autograder.grading.exercise import Attempt, ExerciseGrader
from autograder.results.model import KEPT_STATE, Anomaly
from autograder.wording import EARLIER_CALLS

REPLAYS = 2
SLOW = {"timed out", "not run"}  # outcomes that a busy machine may cause
# Clocks, ids and entropy. torch, numpy and random are seeded for every request, so their usual functions repeat.
CLOCKS = ("time", "datetime", "perf_counter", "times", "getrusage", "stat", "timeit")
ENTROPY = ("urandom", "getrandom", "secrets", "SystemRandom", "seed", "Random", "RandomState", "default_rng")
PLACES = ("uuid", "id", "hash", "data_ptr", "getpid", "tempfile")
NONDETERMINISTIC_NAMES = frozenset((*CLOCKS, *ENTROPY, *PLACES))
RIGHT_TOGETHER_ONLY = (
    "right in one process with the other exercises of its file, and not alone: something may be kept from one exercise "
    "for the next; each of them was judged alone"
)
MENTIONED = re.compile(r"\b(" + "|".join(sorted(NONDETERMINISTIC_NAMES)) + r")\b")


class DeterminismGuard:
    """Grades the exercises of one file, several times if its code uses clocks or entropy.

    An attempt is not repeated with substitutes that nothing of an exercise uses: it would end as before. What an
    exercise uses is read before any of its file runs, and known only of definitions of which no call leaves anything
    for a later one and that reach nothing but by its name (`sandbox/guest/kept_state.py`, `closures.py`).
    """

    def __init__(self, exercise_grader: ExerciseGrader, sources: dict[str, bytes], file: str, budget: Budget) -> None:
        self._exercise_grader = exercise_grader
        self._budgets = budget, budget.with_substitutes
        self._sources = sources
        code = exercise_grader.code(sources, file)
        self._suspicious = any(map(_may_mention_names, code.files.values())) and not NONDETERMINISTIC_NAMES.isdisjoint(
            code.words
        )
        self._uses: Mapping[str, frozenset[str]] = {}
        self._unchanged: dict[str, Attempt] = {}  # of the unchanged file, if it is known what the exercise uses

    def try_exercise(self, exercise: Exercise, replace: dict[str, str]) -> Attempt:
        """Grade an exercise; with substitutes that it does not use, return the attempt without them.

        An attempt in which something happened may end otherwise the next time, and is made again.
        """
        if not self._is_unaffected(exercise, replace):
            return dataclasses.replace(self._worst_attempt(exercise, replace), used=self._used(exercise, replace))
        if exercise.name not in self._unchanged:
            self._unchanged[exercise.name] = self._attempt(exercise, {})
        own = self._unchanged[exercise.name]
        if replace and (own.anomalies or own.budget_limited):
            return self._attempt(exercise, replace)
        return dataclasses.replace(own, replaced=tuple(replace))

    def _worst_attempt(self, exercise: Exercise, replace: dict[str, str]) -> Attempt:
        """Grade an exercise; if replays differ, return the worst attempt."""
        first = self._attempt(exercise, replace)
        if not first.points or not self._suspicious:
            return first
        again = [self._attempt(exercise, replace) for _ in range(REPLAYS)]
        # A replay that runs out of budget does not count.
        replays = [first, *(attempt for attempt in again if not attempt.budget_limited)]
        if len({_outcomes(attempt) for attempt in replays}) == 1:
            return first
        worst = min(replays, key=lambda attempt: attempt.points)
        if not _contradict(replays):
            return worst
        note = Anomaly(
            "non-deterministic", exercise.name, "the same questions were answered differently in a fresh process"
        )
        return dataclasses.replace(worst, anomalies=(*worst.anomalies, note))

    def try_together(self, exercises: Sequence[Exercise]) -> tuple[dict[str, Attempt], tuple[Anomaly, ...]]:
        """Grade the exercises of the file in one worker; a few that are right there are graded alone as well.

        Returns:
            The attempts of exercises that are right, by name, and anomalies. If an exercise is right only together with
            the others, no attempt counts.
        """
        if self._suspicious:
            return {}, ()
        together = self._exercise_grader.try_together(exercises, self._sources, self._budgets[0])
        accepted = together.right
        for exercise in exercises:
            if exercise.name in accepted and self._exercise_grader.is_drawn(exercise, self._sources):
                alone = self._attempt(exercise, {})
                if not alone.right:
                    self._exercise_grader.forget_right_definitions()
                    slow = SLOW.issuperset({*_outcomes(alone)} - {"right"})
                    return {}, () if slow else (Anomaly(KEPT_STATE, exercise.name, RIGHT_TOGETHER_ONLY),)
        self._uses = together.uses
        return accepted, ()

    def with_kept_state(self, exercise: Exercise, attempt: Attempt) -> Attempt:
        """Add to an unexplained attempt that earlier calls change its answers, if the first wrong one is right alone.

        Nothing is asked again if it is known that the code keeps nothing from one call for the next, or if chance may
        decide about its answers.
        """
        told = attempt.right or say_why(attempt.diagnosis) or attempt.forbidden or attempt.anomalies
        if self._keeps_nothing(exercise) or self._suspicious or told or attempt.replaced:
            return attempt
        alone = self._exercise_grader.is_right_alone(exercise, self._sources, attempt.findings, self._budgets[0])
        return dataclasses.replace(attempt, traits=(EARLIER_CALLS,)) if alone else attempt

    def _keeps_nothing(self, exercise: Exercise) -> bool:
        return self._names_of(exercise) <= self._uses.keys()

    def _names_of(self, exercise: Exercise) -> set[str]:
        return {exercise.name, *self._exercise_grader.names_used(exercise)}

    def _is_unaffected(self, exercise: Exercise, replace: Mapping[str, str]) -> bool:
        """Whether neither the exercise nor its checks use anything that is replaced, directly or through others."""
        return self._used(exercise, replace) == ()

    def _used(self, exercise: Exercise, replace: Mapping[str, str]) -> tuple[str, ...] | None:
        """Return what of that which is replaced the exercise and its checks use; None if it is not known."""
        if not self._keeps_nothing(exercise):
            return None
        names = self._names_of(exercise)
        used = names.union(*map(self._uses.__getitem__, names))
        return tuple(name for name in replace if name in used)

    def _attempt(self, exercise: Exercise, replace: dict[str, str]) -> Attempt:
        return self._exercise_grader.try_exercise(exercise, self._sources, replace, self._budgets[bool(replace)])


def _may_mention_names(source: bytes) -> bool:
    """Whether the code of a file may mention one of the names, comments and longer strings aside."""
    if source.isascii() and not may_hide_words(source, whole := source.decode()) and MENTIONED.search(whole) is None:
        return False  # as most files; the code below is a part of this text
    code = code_text(source, may_name_something)
    return MENTIONED.search(code) is not None or may_hide_words(source, code)


def _outcomes(attempt: Attempt) -> tuple[str, ...]:
    return tuple(finding.outcome for finding in attempt.findings)


def _contradict(attempts: Sequence[Attempt]) -> bool:
    """Whether a check had different outcomes, those that a busy machine may cause aside."""
    return any(len(set(outcomes) - SLOW) > 1 for outcomes in zip(*map(_outcomes, attempts), strict=True))
