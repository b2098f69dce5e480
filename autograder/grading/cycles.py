"""Exercises that are made of one another solve nothing, so none of a circle is judged with another one replaced.

A circle shows as a recursion without end that is gone when the other one is. Who hides it (by catching the error, say)
gains no more than by leaving one of the two out.
"""

import dataclasses
from collections.abc import Mapping, Sequence

from autograder.course import Exercise
from autograder.grading.determinism import DeterminismGuard
from autograder.grading.exercise import Attempt

CUT = "def {name}(*args, **kwargs):\n    raise NotImplementedError\n"


def drop_cycles(
    judge: DeterminismGuard, exercises: Sequence[Exercise], trials: Mapping[str, list[Attempt]]
) -> dict[str, list[Attempt]]:
    """The trials without those in which one exercise of a circle stood on the library call for another one."""
    kept = dict(trials)
    for exercise in exercises:
        if _recurses(trials[exercise.name][0]):
            for caller in _of_circle(judge, exercise, exercises, trials):
                names = (caller.name, exercise.name)
                kept[caller.name] = _standing_alone(judge, caller, kept[caller.name], names)
                kept[exercise.name] = _standing_alone(judge, exercise, kept[exercise.name], names[::-1])
    return kept


def _recurses(trial: Attempt) -> bool:
    return any(item.verdict is not None and "RecursionError" in item.verdict.message for item in trial.findings)


def _of_circle(
    judge: DeterminismGuard, callee: Exercise, exercises: Sequence[Exercise], trials: Mapping[str, list[Attempt]]
) -> list[Exercise]:
    """Which of those that were judged with `callee` replaced are what it calls itself."""
    callers = [item for item in exercises if any(callee.name in trial.replaced for trial in trials[item.name])]
    if not callers or _recurses_without(judge, callee, callers):
        return []
    return [caller for caller in callers if not _recurses_without(judge, callee, [caller])]


def _recurses_without(judge: DeterminismGuard, callee: Exercise, callers: Sequence[Exercise]) -> bool:
    return _recurses(judge.try_exercise(callee, {item.name: CUT.format(name=item.name) for item in callers}))


def _standing_alone(
    judge: DeterminismGuard, exercise: Exercise, trials: Sequence[Attempt], cycle: tuple[str, str]
) -> list[Attempt]:
    """The trials of `exercise` that have nothing of the circle replaced, the file as it is among them."""
    kept = [trial for trial in trials if cycle[1] not in trial.replaced]
    if all(trial.replaced for trial in kept):
        kept.insert(0, judge.try_exercise(exercise, {}))
    return [dataclasses.replace(trial, cycle=cycle) for trial in kept]
