"""Which failures are shown, and in which order: an exercise that calls a wrong one may fail for that reason alone."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from .callees import called_by
from .outcomes import WRONG
from .show import labelled
from .summary import ExerciseProgress

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
        called = called_by(name, root / folder, [other for part, other in wrong[:place] if part == folder])
        if called:
            found[folder, name] = called[0]
    return found


def fold(failed: list[pytest.TestReport], callers: dict[tuple[str, str], str]) -> None:
    """Put the failures with a reason in front of the others of their exercise, and let pytest leave out the callers'.

    They are counted all the same.
    """
    order = {key: place for place, key in enumerate(dict.fromkeys(map(_exercise_of, failed)))}
    failed.sort(key=lambda report: (order[_exercise_of(report)], not _has_reason(report)))
    for report in failed:
        if _exercise_of(report) in callers:
            vars(report)["_pdbshown"] = True  # pytest's own mark for a failure that need not be shown again


def first_to_show(reports: Iterable[pytest.TestReport], folder: str, exercise: str) -> pytest.TestReport | None:
    """Return the failed test of an exercise that says most: the first with a reason, or else the first."""
    failed = [report for report in reports if _exercise_of(report) == (folder, exercise) and _is_wrong(report)]
    return min(failed, key=lambda report: not _has_reason(report), default=None)


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


def _exercise_of(report: pytest.TestReport) -> tuple[str, str]:
    public = getattr(report, "public", {})
    return public.get("folder", ""), public.get("exercise", "")


def _is_wrong(report: pytest.TestReport) -> bool:
    return bool(getattr(report, "public", {}).get("state") == WRONG)


def _has_reason(report: pytest.TestReport) -> bool:
    return bool(getattr(report, "public", {}).get("has_reason"))
