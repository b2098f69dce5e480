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
    guard: DeterminismGuard, exercises: Sequence[Exercise], attempts: Mapping[str, list[Attempt]]
) -> dict[str, list[Attempt]]:
    """The attempts without those in which one exercise of a circle stood on the library call for another one."""
    kept = dict(attempts)
    for exercise in exercises:
        if _recurses(attempts[exercise.name][0]):
            for caller in _of_circle(guard, exercise, exercises, attempts):
                names = (caller.name, exercise.name)
                kept[caller.name] = _standing_alone(guard, caller, kept[caller.name], names)
                kept[exercise.name] = _standing_alone(guard, exercise, kept[exercise.name], names[::-1])
    return kept


def _recurses(attempt: Attempt) -> bool:
    return any(item.failure is not None and "RecursionError" in item.failure.message for item in attempt.findings)


def _of_circle(
    guard: DeterminismGuard, callee: Exercise, exercises: Sequence[Exercise], attempts: Mapping[str, list[Attempt]]
) -> list[Exercise]:
    """Which of those that were judged with `callee` replaced are what it calls itself."""
    callers = [item for item in exercises if any(callee.name in attempt.replaced for attempt in attempts[item.name])]
    if not callers or _recurses_without(guard, callee, callers):
        return []
    return [caller for caller in callers if not _recurses_without(guard, callee, [caller])]


def _recurses_without(guard: DeterminismGuard, callee: Exercise, callers: Sequence[Exercise]) -> bool:
    return _recurses(guard.try_exercise(callee, {item.name: CUT.format(name=item.name) for item in callers}))


def _standing_alone(
    guard: DeterminismGuard, exercise: Exercise, attempts: Sequence[Attempt], cycle: tuple[str, str]
) -> list[Attempt]:
    """The attempts of `exercise` that have nothing of the circle replaced, the file as it is among them."""
    kept = [attempt for attempt in attempts if cycle[1] not in attempt.replaced]
    if all(attempt.replaced for attempt in kept):
        kept.insert(0, guard.try_exercise(exercise, {}))
    return [dataclasses.replace(attempt, cycle=cycle) for attempt in kept]
