"""Summarises the student's progress, in the order of the exercises."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from .callees import called_by
from .outcomes import NOT_ATTEMPTED, NOT_LOADED, PASSED, WRONG, Public, comes_late

MARK = re.compile(r"""^@pytest\.mark\.exercise\(["'](\w+)["']\)""", re.MULTILINE)
LISTED = re.compile(r"^\| `(\w+)` \| \[\w+\.py\]", re.MULTILINE)  # a row of the table in a part's README
UNTESTED = "no public test"


@dataclass(frozen=True)
class ExerciseProgress:
    """The results of the public tests of one exercise."""

    folder: str
    name: str
    tests: tuple[Public, ...]

    @property
    def counts(self) -> Counter[str]:
        """How many tests have each outcome."""
        return Counter(test.state for test in self.tests)

    @property
    def left_out(self) -> int:
        """How many test functions were not selected."""
        return max(0, self.tests[0].functions - len({test.function for test in self.tests}))

    @property
    def done(self) -> bool:
        """Whether all its tests ran and passed."""
        return self.counts[PASSED] == len(self.tests) and not self.left_out

    @property
    def waits_for(self) -> str:
        """The exercises to write first, if every test that was not attempted waits for one."""
        names = {test.waits_for for test in self.tests if test.state == NOT_ATTEMPTED}
        return "" if "" in names else ", ".join(sorted(names))

    def __str__(self) -> str:
        counts = self.counts
        waits = f" (waits for {self.waits_for})" if self.waits_for else ""
        if counts[NOT_ATTEMPTED] == len(self.tests):
            return f"not attempted{waits}"
        if counts[NOT_LOADED] == len(self.tests):
            return "its file does not load"
        begun = "wrong: " if counts[WRONG] else "begun: " if counts[NOT_ATTEMPTED] or counts[NOT_LOADED] else ""
        rest = f" ({self.left_out} more not run)" if self.left_out else ""
        return f"{begun}{counts[PASSED]}/{len(self.tests)} public checks passed{rest}{waits}"


def exercises_of(reports: Iterable[pytest.TestReport]) -> list[ExerciseProgress]:
    """Return the exercises that tests were run for, in teaching order."""
    tests = [Public(**report.public) for report in reports if hasattr(report, "public")]
    tests.sort(key=lambda test: (test.folder, test.late, test.line))
    names = dict.fromkeys((test.folder, test.exercise) for test in tests)
    return [
        ExerciseProgress(folder, name, tuple(test for test in tests if (test.folder, test.exercise) == (folder, name)))
        for folder, name in names
    ]


def catalogue(root: Path) -> list[tuple[str, str]]:
    """Return folder and name of every exercise that has public tests, in teaching order."""
    files = sorted(root.glob("[0-9]*/test_*.py"), key=lambda file: (file.parent.name, comes_late(file), file.name))
    exercises = [(file.parent.name, name) for file in files for name in MARK.findall(file.read_text(encoding="utf-8"))]
    return list(dict.fromkeys(exercises))


def untested_in(folder: Path) -> list[str]:
    """Return the exercises that the README of a part lists and that have no public test."""
    readme = folder / "README.md"
    listed = LISTED.findall(readme.read_text(encoding="utf-8")) if readme.is_file() else []
    tested = {name for place, name in catalogue(folder.parent) if place == folder.name}
    return [name for name in listed if name not in tested]


def untested_beside(exercises: Iterable[ExerciseProgress], root: Path) -> dict[str, list[str]]:
    """Return the exercises without public tests of every part that was run as a whole."""
    ran = {(exercise.folder, exercise.name) for exercise in exercises}
    parts = dict.fromkeys(folder for folder, _ in sorted(ran))
    whole = [part for part in parts if {pair for pair in catalogue(root) if pair[0] == part} <= ran]
    return {part: names for part in whole if (names := untested_in(root / part))}


def lines_of(exercises: list[ExerciseProgress], root: Path) -> list[str]:
    """Return the lines of the summary; `root` is the folder of the assignments."""
    untested = untested_beside(exercises, root)
    names = [exercise.name for exercise in exercises] + [name for part in untested.values() for name in part]
    width = max(map(len, names))
    lines: list[str] = []
    for folder in dict.fromkeys(exercise.folder for exercise in exercises):
        lines += ["", folder]
        for exercise in exercises:
            if exercise.folder == folder:
                lines.append(f"  {exercise.name:<{width}}  {exercise}")
                lines += [f"  {'':<{width}}  {text}" for text in _because_of(exercise, exercises, root)]
        lines += [f"  {name:<{width}}  {UNTESTED}" for name in untested.get(folder, [])]
    problems = dict.fromkeys(line for exercise in exercises for test in exercise.tests for line in test.problems)
    if problems:
        lines += ["", *problems]
    done = sum(exercise.done for exercise in exercises)
    lines += ["", f"done: {done} of {len(exercises)} {'exercise' if len(exercises) == 1 else 'exercises'}"]
    return [*lines, *_next(exercises, catalogue(root)), "hidden checks run when graded"]


def _because_of(exercise: ExerciseProgress, exercises: list[ExerciseProgress], root: Path) -> list[str]:
    """Return the wrong exercises that a wrong exercise calls: they may be the reason."""
    wrong = [other.name for other in exercises if other.folder == exercise.folder and other.counts[WRONG]]
    called = called_by(exercise.name, root / exercise.folder, wrong) if exercise.name in wrong else []
    return [f"calls {name}, which is not right yet" for name in called]


def _next(exercises: list[ExerciseProgress], catalogued: list[tuple[str, str]]) -> list[str]:
    """Return the first exercise that is not done, or else the one after the last that was run."""
    waiting = [(exercise.folder, exercise.name) for exercise in exercises if not exercise.done]
    last = (exercises[-1].folder, exercises[-1].name)
    if not waiting and last in catalogued:
        waiting = catalogued[catalogued.index(last) + 1 :]
    return [f"next: {name} in {folder}" for folder, name in waiting[:1]]
