"""Mistakes that a failed check shows by itself: a missing gradient, a changed input, a value of another type."""

import functools
from collections.abc import Mapping, Sequence

from autograder.checking.failures import CRASHES, SYMPTOMS
from autograder.checking.runner import Finding
from autograder.diagnosis.mistakes import load_mistakes

CRASH_SYMPTOMS = frozenset(CRASHES.values())


def mistake_of_symptoms(findings: Sequence[Finding]) -> str | None:
    """Return the mistake that a core check names, or that of the first symptom that checks have found.

    None without one, or if no core check failed.
    """
    failed = [(item.info.level, item.failure) for item in findings if item.failure]
    if all(level != "core" for level, _ in failed):
        return None
    if named := next((failure.mistake for level, failure in failed if level == "core" and failure.mistake), None):
        return named
    found = ({failure.symptom for _, failure in failed} & _mistakes().keys()) - CRASH_SYMPTOMS
    return _mistakes()[min(found, key=SYMPTOMS.index)] if found else None


def mistake_of_crashes(findings: Sequence[Finding]) -> str | None:
    """Return the mistake of the exception that every failed core check ended with; None if they ended differently."""
    symptoms = {item.failure.symptom for item in findings if item.failure and item.info.level == "core"}
    return _mistakes().get(symptoms.pop()) if len(symptoms) == 1 and symptoms <= CRASH_SYMPTOMS else None


@functools.cache
def _mistakes() -> Mapping[str, str]:
    """Return the name of the course's mistake for each symptom."""
    return {mistake.symptom: name for name, mistake in load_mistakes().items() if mistake.symptom}
