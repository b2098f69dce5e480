"""Summarises the student's progress, in the order of the exercises."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

import pytest

from .callees import called_by
from .loading import Folder
from .outcomes import NOT_ATTEMPTED, NOT_LOADED, PASSED, WRONG, Public, comes_late
from .show import WIDTH

MARK = re.compile(r"""^@pytest\.mark\.exercise\(["'](\w+)["']\)""", re.MULTILINE)
LISTED = re.compile(r"^\| `(\w+)` \| \[\w+\.py\](?:[^|\n]*\|){2} *(\d*)", re.MULTILINE)  # a row of a part's README
PROBLEM = re.compile(r"[^/]*/(\S+), line (\d+)")
UNTESTED = "no public test"
ALL_DONE = "Every exercise of the course: all of it is yours now. Well done!"


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
    def begun(self) -> bool:
        """Whether any of its tests found something to judge."""
        return self.counts[NOT_ATTEMPTED] < len(self.tests)

    @property
    def broken(self) -> re.Match[str] | None:
        """File and line of what does not load, if that is why it is not done, or all that is left to do."""
        texts = [text for test in self.tests for text in test.problems] if self.counts[NOT_LOADED] or self.done else []
        return next(filter(None, map(PROBLEM.match, texts)), None)

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
            return "does not load"
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
    tested = {name for place, name in catalogue(folder.parent) if place == folder.name}
    return [name for name in minutes_in(folder) if name not in tested]


def minutes_in(folder: Path) -> dict[str, int]:
    """Return the exercises that the README of a part lists, each with the minutes that it takes."""
    readme = folder / "README.md"
    rows = LISTED.findall(readme.read_text(encoding="utf-8")) if readme.is_file() else []
    return {name: int(minutes or 0) for name, minutes in rows}


def minutes_left(exercises: Iterable[ExerciseProgress], root: Path) -> str:
    """Say how long the exercises that are not done take together; nothing if no README says it."""
    waiting = [exercise for exercise in exercises if exercise.counts[PASSED] < len(exercise.tests)]
    minutes = sum(minutes_in(root / exercise.folder).get(exercise.name, 0) for exercise in waiting)
    return f", about {minutes} minutes to go" if minutes else ""


def untested_beside(exercises: Iterable[ExerciseProgress], root: Path) -> dict[str, list[str]]:
    """Return the exercises without public tests of every part that was run as a whole."""
    ran = {(exercise.folder, exercise.name) for exercise in exercises}
    parts = dict.fromkeys(folder for folder, _ in sorted(ran))
    whole = [part for part in parts if {pair for pair in catalogue(root) if pair[0] == part} <= ran]
    return {part: names for part in whole if (names := untested_in(root / part))}


def lines_of(
    exercises: list[ExerciseProgress], root: Path, also_wrong: Mapping[tuple[str, str], Sequence[str]] | None = None
) -> list[str]:
    """Return the lines of the summary.

    Args:
        exercises: those that were run.
        root: the folder of the assignments.
        also_wrong: for each exercise, those that it calls, that were not run and are wrong.
    """
    untested = untested_beside(exercises, root)
    names = [exercise.name for exercise in exercises] + [name for part in untested.values() for name in part]
    width = max(map(len, names))
    lines: list[str] = []
    for folder in dict.fromkeys(exercise.folder for exercise in exercises):
        lines += ["", folder]
        for exercise in exercises:
            if exercise.folder == folder:
                lines.append(f"  {exercise.name:<{width}}  {exercise}")
                callees = [*wrong_callees(exercise, exercises, Folder(root / folder))]
                callees += (also_wrong or {}).get((folder, exercise.name), ())
                lines += [f"  {'':<{width}}  {because_of(name)}" for name in callees]
        lines += [f"  {name:<{width}}  {UNTESTED}" for name in untested.get(folder, [])]
    problems = dict.fromkeys(line for exercise in exercises for test in exercise.tests for line in test.problems)
    if problems:
        lines += ["", *(line for problem in problems for line in problem_lines(problem))]
    done = sum(exercise.done for exercise in exercises)
    words = "exercise" if len(exercises) == 1 else "exercises"
    lines += ["", f"done: {done} of {len(exercises)} {words}{minutes_left(exercises, root)}"]
    if done == len(exercises) == len(catalogue(root)):
        lines.append(ALL_DONE)
    return [*lines, *_next(exercises, root, also_wrong or {}), "hidden checks run when graded"]


def problem_lines(text: str) -> list[str]:
    """Wrap the sentence about a file; the line of code below it stays as it is, or its caret would move."""
    first, *code = text.splitlines()
    return [*wrap(first, WIDTH), *code]


def because_of(callee: str) -> str:
    """Say why a wrong exercise may be wrong."""
    return f"calls {callee}, which is not right yet"


def wrong_callees(exercise: ExerciseProgress, exercises: Iterable[ExerciseProgress], folder: Folder) -> list[str]:
    """Return the wrong exercises that a wrong exercise calls: they may be the reason."""
    wrong = [other.name for other in exercises if other.folder == exercise.folder and other.counts[WRONG]]
    return called_by(exercise.name, folder, wrong) if exercise.name in wrong else []


def _next(
    exercises: list[ExerciseProgress], root: Path, also_wrong: Mapping[tuple[str, str], Sequence[str]]
) -> list[str]:
    """Return the first exercise that is not done, or what it waits for; else the one after the last.

    It waits for a wrong exercise that it calls, and for the line where its file stops.
    """
    first = next((exercise for exercise in exercises if not exercise.done), None)
    if first is None and exercises[-1].broken is None:
        return [f"next: {what}" for what in what_follows(exercises[-1], root)]
    first = first or exercises[-1]
    callees = also_wrong.get((first.folder, first.name), ())
    return [f"next: {about(first.folder, callees[0], root, begun=True) if callees else next_line(first, root)}"]


def next_line(exercise: ExerciseProgress, root: Path) -> str:
    """Say where to go on: at an exercise, or in the line where its file stops."""
    if exercise.broken:
        return f"line {exercise.broken[2]} of {exercise.broken[1]} in {exercise.folder}"
    return about(exercise.folder, exercise.name, root, begun=exercise.begun)


def what_follows(last: ExerciseProgress, root: Path) -> list[str]:
    """Return the exercise after the last one of a run; none if it was the last of all."""
    catalogued = catalogue(root)
    place = catalogued.index((last.folder, last.name)) if (last.folder, last.name) in catalogued else len(catalogued)
    return [about(folder, name, root, begun=False) for folder, name in catalogued[place + 1 : place + 2]]


def about(folder: str, name: str, root: Path, *, begun: bool) -> str:
    """Say where an exercise is, and how long one that is not begun takes."""
    minutes = 0 if begun else minutes_in(root / folder).get(name, 0)
    return f"{name} in {folder}" + (f", about {minutes} minute{'' if minutes == 1 else 's'}" if minutes else "")
