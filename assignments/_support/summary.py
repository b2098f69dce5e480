"""How far the student is, in the order of the exercises."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from assignments._support.outcomes import NOT_ATTEMPTED, NOT_LOADED, PASSED, WRONG, Public


@dataclass(frozen=True)
class Exercise:
    """What the public tests say about one exercise."""

    folder: str
    name: str
    tests: tuple[Public, ...]

    @property
    def counts(self) -> Counter[str]:
        """How many tests ended how."""
        return Counter(test.state for test in self.tests)

    @property
    def left_out(self) -> int:
        """How many test functions were not asked for."""
        return max(0, self.tests[0].functions - len({test.function for test in self.tests}))

    @property
    def done(self) -> bool:
        """All its tests ran and passed."""
        return self.counts[PASSED] == len(self.tests) and not self.left_out

    def __str__(self) -> str:
        counts = self.counts
        if counts[NOT_ATTEMPTED] == len(self.tests):
            waits_for = next((test.waits_for for test in self.tests if test.waits_for), "")
            return f"not attempted (waits for {waits_for})" if waits_for else "not attempted"
        if counts[NOT_LOADED] == len(self.tests):
            return "its file does not load"
        begun = "wrong: " if counts[WRONG] else "begun: " if counts[NOT_ATTEMPTED] or counts[NOT_LOADED] else ""
        rest = f" ({self.left_out} more not run)" if self.left_out else ""
        return f"{begun}{counts[PASSED]}/{len(self.tests)} public checks passed{rest}"


def exercises_of(reports: Iterable[pytest.TestReport]) -> list[Exercise]:
    """The exercises that tests were run for, in teaching order whatever the order of the run."""
    tests = [Public(**report.public) for report in reports if hasattr(report, "public")]
    tests.sort(key=lambda test: (test.folder, test.late, test.line))
    names = dict.fromkeys((test.folder, test.exercise) for test in tests)
    return [
        Exercise(folder, name, tuple(test for test in tests if (test.folder, test.exercise) == (folder, name)))
        for folder, name in names
    ]


def lines_of(exercises: list[Exercise], folders: list[str]) -> list[str]:
    """The summary; `folders` are all assignments there are, in order."""
    width = max(len(exercise.name) for exercise in exercises)
    lines: list[str] = []
    for place, exercise in enumerate(exercises):
        if place == 0 or exercise.folder != exercises[place - 1].folder:
            lines += ["", exercise.folder]
        lines.append(f"  {exercise.name:<{width}}  {exercise}")
    problems = dict.fromkeys(line for exercise in exercises for test in exercise.tests for line in test.problems)
    if problems:
        lines += ["", *problems]
    return [*lines, "", *_last(exercises, folders)]


def _last(exercises: list[Exercise], folders: list[str]) -> list[str]:
    done = sum(exercise.done for exercise in exercises)
    lines = [f"done: {done} of {len(exercises)} {'exercise' if len(exercises) == 1 else 'exercises'}"]
    following = [name for name in folders if name > exercises[-1].folder]
    if unfinished := [exercise for exercise in exercises if not exercise.done]:
        lines.append(f"next: {unfinished[0].name} in {unfinished[0].folder}")
    elif following:
        lines.append(f"next: {following[0]}")
    return [*lines, "hidden checks run when graded"]
