"""Which failures are shown, and in which order: an exercise that calls a wrong one may fail for that reason alone."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import wrap

import pytest

from .callees import called_by
from .loading import Folder
from .outcomes import WRONG
from .show import WIDTH, labelled
from .summary import ExerciseProgress, because_of

NAMED = 3  # of the exercises that are folded; the summary lists all


def callers_of_wrong(exercises: Sequence[ExerciseProgress], root: Path) -> dict[tuple[str, str], str]:
    """Return each wrong exercise whose definition calls an earlier one that is wrong, too, and the name of that one.

    Args:
        exercises: the exercises of a run, in teaching order.
        root: the folder of the assignments.
    """
    wrong = [(exercise.folder, exercise.name) for exercise in exercises if exercise.counts[WRONG]]
    found = {}
    for place, (folder, name) in enumerate(wrong):
        called = called_by(name, Folder(root / folder), [other for part, other in wrong[:place] if part == folder])
        if called:
            found[folder, name] = called[0]
    return found


def fold(failed: list[pytest.TestReport], callers: dict[tuple[str, str], str], *, everything: bool = False) -> None:
    """Put the failures with a reason in front of the others of their exercise, and let pytest leave out the callers'.

    Failures that have one cause are shown once. All are counted all the same, and with `everything` all are shown.
    """
    order = {key: place for place, key in enumerate(dict.fromkeys(map(_exercise_of, failed)))}
    failed.sort(key=lambda report: (order[_exercise_of(report)], not _has_reason(report)))
    if everything:
        return
    shown = [report for report in failed if _exercise_of(report) not in callers]
    first = {id(report): same for report, same in groups(shown)}
    for report in failed:
        if id(report) not in first:
            vars(report)["_pdbshown"] = True  # pytest's own mark for a failure that need not be shown again
        elif lines := about_same(first[id(report)]):
            report.longrepr = "\n".join([str(report.longrepr), *lines])


def blame_callees(failed: Iterable[pytest.TestReport], callees: Mapping[tuple[str, str], Sequence[str]]) -> None:
    """Say above the first failure of an exercise which wrong exercises it calls."""
    first = {_exercise_of(report): report for report in reversed([*failed])}
    for key, names in callees.items():
        if names and key in first:
            sentence = f"{key[1]} {because_of(names[0])}: mend {names[0]} first"
            first[key].longrepr = "\n".join([*wrap(sentence, WIDTH), str(first[key].longrepr)])


def groups(reports: Sequence[pytest.TestReport]) -> list[tuple[pytest.TestReport, int]]:
    """Return the first of the failures that have one cause, and how many others have it."""
    causes: list[tuple[object, ...]] = [_cause_of(report) or (place,) for place, report in enumerate(reports)]
    counts = Counter(causes)
    firsts: dict[tuple[object, ...], pytest.TestReport] = {}
    for cause, report in zip(causes, reports, strict=True):
        firsts.setdefault(cause, report)
    return [(report, counts[cause] - 1) for cause, report in firsts.items()]


def about_same(others: int) -> list[str]:
    """Return the line about the further tests that fail for the same reason."""
    tests = "test" if others == 1 else "tests"
    return labelled("also", f"the same in {others} further {tests}") if others else []


def first_to_show(
    reports: Iterable[pytest.TestReport], folder: str, exercise: str
) -> tuple[pytest.TestReport | None, int]:
    """Return the failed test of an exercise that says most, and how many others fail for the same reason.

    It is the first that says what the result looks like, or else the first.
    """
    failed = [report for report in reports if _exercise_of(report) == (folder, exercise) and _is_wrong(report)]
    failed.sort(key=lambda report: not _has_reason(report))
    return next(iter(groups(failed)), (None, 0))


def lines_about(callers: dict[tuple[str, str], str]) -> list[str]:
    """Return the lines about the exercises that are left out."""
    called = {key: [name for name, of in callers.items() if (name[0], of) == key] for key in _called(callers)}
    return [line for (_, name), keys in called.items() for line in labelled("not shown", _sentence(name, keys))]


def _called(callers: dict[tuple[str, str], str]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((folder, of) for (folder, _), of in callers.items()))


def _sentence(called: str, keys: Sequence[tuple[str, str]]) -> str:
    names = [name for _, name in keys]
    if len(names) == 1:
        return f"{names[0]} calls {called} and fails too, which may be the reason: mend {called} first (--all shows it)"
    listed = ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")
    text = f"{len(names)} exercises that call {called} fail too, which may be the reason"
    return f"{text}: mend {called} first (--all shows them): {listed}"


def _cause_of(report: pytest.TestReport) -> tuple[str, ...]:
    cause = getattr(report, "public", {}).get("cause")
    return (*_exercise_of(report), cause) if cause else ()


def _exercise_of(report: pytest.TestReport) -> tuple[str, str]:
    public = getattr(report, "public", {})
    return public.get("folder", ""), public.get("exercise", "")


def _is_wrong(report: pytest.TestReport) -> bool:
    return bool(getattr(report, "public", {}).get("state") == WRONG)


def _has_reason(report: pytest.TestReport) -> bool:
    return bool(getattr(report, "public", {}).get("has_reason"))
