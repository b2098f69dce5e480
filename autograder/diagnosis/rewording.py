"""Tells a finished result in the words that its mistakes have today; nothing is run and nothing is decided."""

from dataclasses import replace
from typing import Any

from autograder.diagnosis.mistakes import Diagnosis, load_mistakes
from autograder.results.model import CheckResult, ExerciseResult


def reworded(result: ExerciseResult) -> ExerciseResult:
    """Return a result with the texts, reasons and hints of its named mistakes as the course has them now."""
    checks = tuple(_reworded(check, result.name) for check in result.checks)
    pairs = zip(result.checks, checks, strict=True)
    texts = {
        before["text"]: after["text"]
        for old, new in pairs
        for before, after in zip(old.diagnosis, new.diagnosis, strict=True)
    }
    places = [
        item | {"text": texts.get(item["text"], item["text"])} if "text" in item else item
        for item in result.repair.get("mistakes", ())
    ]
    repair = result.repair | ({"mistakes": places} if places else {})
    return replace(result, checks=checks, repair=repair, trials=tuple(map(reworded, result.trials)))


def _reworded(check: CheckResult, exercise: str) -> CheckResult:
    if not check.diagnosis:
        return check
    named = [_diagnosis(item, exercise) for item in check.diagnosis]
    own_hint = check.hint and not named[0].vague  # which is left out where a line was found
    diagnosis = tuple(item | new.to_json() for item, new in zip(check.diagnosis, named, strict=True))
    return replace(check, diagnosis=diagnosis, hint=named[0].shown_hint if own_hint else check.hint)


def _diagnosis(entry: dict[str, Any], exercise: str) -> Diagnosis:
    return load_mistakes()[entry["name"]].at(exercise, partial=entry.get("partial", False))
