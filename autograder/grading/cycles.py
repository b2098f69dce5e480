"""Detects exercises that call one another: none of such a cycle is graded with a substitute for another one.

With substitutes each of them would pass, although together they compute nothing. A cycle is recognised by a
RecursionError that disappears when the other exercise is a stub. A program that hides the error (by catching it, say)
gains no more than by leaving one of the two out.
"""

import dataclasses
from collections.abc import Mapping, Sequence

from autograder.course import Exercise
from autograder.grading.determinism import DeterminismGuard
from autograder.grading.exercise import Attempt

# In place of a function or a class, which another class may inherit from.
STUB = "class {name}:\n    def __new__(cls, *args, **kwargs):\n        raise NotImplementedError\n"


def drop_cycles(
    guard: DeterminismGuard, exercises: Sequence[Exercise], attempts: Mapping[str, list[Attempt]]
) -> dict[str, list[Attempt]]:
    """Return the attempts without those in which an exercise of a cycle had a substitute for another one of it."""
    kept = dict(attempts)
    for exercise in exercises:
        if _recurses(attempts[exercise.name][0]):
            for caller in _callers_in_cycle(guard, exercise, exercises, attempts):
                names = (caller.name, exercise.name)
                kept[caller.name] = _without_substitute(guard, caller, kept[caller.name], names)
                kept[exercise.name] = _without_substitute(guard, exercise, kept[exercise.name], names[::-1])
    return kept


def _recurses(attempt: Attempt) -> bool:
    errors = [item.failure.record.exception for item in attempt.findings if item.failure is not None]
    return any(error is not None and error.type == "RecursionError" for error in errors)


def _callers_in_cycle(
    guard: DeterminismGuard, callee: Exercise, exercises: Sequence[Exercise], attempts: Mapping[str, list[Attempt]]
) -> list[Exercise]:
    """The exercises that were graded with a substitute for `callee`, and that `callee` calls itself."""
    callers = [item for item in exercises if any(callee.name in attempt.replaced for attempt in attempts[item.name])]
    if not callers or _recurses_with_stubs(guard, callee, callers):
        return []
    return [caller for caller in callers if not _recurses_with_stubs(guard, callee, [caller])]


def _recurses_with_stubs(guard: DeterminismGuard, callee: Exercise, callers: Sequence[Exercise]) -> bool:
    return _recurses(guard.try_exercise(callee, {item.name: STUB.format(name=item.name) for item in callers}))


def _without_substitute(
    guard: DeterminismGuard, exercise: Exercise, attempts: Sequence[Attempt], cycle: tuple[str, str]
) -> list[Attempt]:
    """The attempts of `exercise` without a substitute for the other one of the cycle, including the unchanged file."""
    kept = [attempt for attempt in attempts if cycle[1] not in attempt.replaced]
    if all(attempt.replaced for attempt in kept):
        kept.insert(0, guard.try_exercise(exercise, {}))
    return [dataclasses.replace(attempt, cycle=cycle) for attempt in kept]
