"""Whether a peer found the same exercises right as this grader: a run that failed would count as a fast one."""

import json
from collections.abc import Mapping
from pathlib import Path

from autograder.checking.registry import checks_of
from autograder.course import load_course

Verdicts = Mapping[str, set[str]]  # the exercises that were found right, by student
NO_PEER_SEES = ("not allowed", "timed out", "not run")  # outcomes of rules and limits that the peers do not have


class DoubtfulVerdicts(dict[str, set[str]]):
    """The exercises that this grader found right, and by student those on which a peer may disagree with reason."""

    doubtful: dict[str, set[str]]


def verdicts_of(graded: Path, part: str) -> DoubtfulVerdicts:
    """Read the results of this grader.

    A peer has no from-scratch rule and no limits, and it gives a caller no substitute for a wrong callee, so that the
    exercises of a file with a wrong one may fail there.
    """
    verdicts = DoubtfulVerdicts()
    verdicts.doubtful = {}
    for path in graded.glob(f"*/{part}/result.json"):
        result = json.loads(path.read_text())
        exercises = result["exercises"]
        files = {item["file"] for item in exercises if item["outcome"] != "right"}
        verdicts[result["student"]] = {item["name"] for item in exercises if item["outcome"] == "right"}
        verdicts.doubtful[result["student"]] = {
            item["name"]
            for item in exercises
            if item["outcome"] in NO_PEER_SEES or (item["outcome"] == "right" and item["file"] in files)
        }
    return verdicts


def require_same(peer: str, expected: Verdicts, passed: Verdicts, part: str) -> None:
    """Require that a peer found the same exercises right.

    Raises:
        SystemExit: it did not; the first differences are named.
    """
    names = {exercise.name for exercise in load_course().assignment(part).exercises}
    doubtful = expected.doubtful if isinstance(expected, DoubtfulVerdicts) else {}
    differences = [
        f"{student}: {name}"
        for student, right in passed.items()
        for name in sorted(right ^ (expected[student] & names))
        if name not in doubtful.get(student, ())
    ]
    if differences or not passed:
        found = "; ".join(differences[:5]) or "nothing"
        raise SystemExit(f"{peer} disagrees in {len(differences)} exercises, so its time does not count: {found}")


def read_reported(report: Path, part: str) -> list[str]:
    """Read which exercises a run of pytest found right (`unsandboxed.py`).

    Raises:
        SystemExit: it did not run each check of the part once.
    """
    ran = json.loads(report.read_text())
    names = {check.function.__name__ for checks in checks_of(part).values() for check in checks}
    if sorted(ran["tests"]) != sorted(names):
        raise SystemExit(f"pytest ran {len(ran['tests'])} tests instead of the {len(names)} checks of {part}")
    return [name for name in checks_of(part) if name not in ran["failed"]]
