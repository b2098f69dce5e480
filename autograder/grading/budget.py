"""The time of a whole submission: what slow exercises share, and what each keeps however slow the others were.

A hang costs the exercise that hangs and nothing else, so no exercise can take what belongs to another one; and a
submission in which everything hangs ends all the same.
"""

import dataclasses
import functools
from collections.abc import Sequence

from autograder.checking.failures import CheckFailedError
from autograder.checking.runner import Finding
from autograder.course import Limits
from autograder.results.model import Anomaly

PARTS = 3  # of what is kept: a slow import, the same without its top-level calls, and the answers
LEAST = 0.25  # seconds for judging once more where nothing is left: enough for what answers at once


class Budget:
    """What a submission has left; one is made for each submission."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._shared = limits.seconds_per_submission
        self._kept: dict[str, float] = {}

    @functools.cached_property
    def apart(self) -> "Budget":
        """The time of all attempts with callees replaced: what they take is no reason for how another attempt ends.

        Else a program could let the others wait for as long as what the callee returns, and so tell it.
        """
        return Budget(dataclasses.replace(self._limits, seconds_per_submission=self._limits.seconds_per_submission / 2))

    def limits_for(self, name: str) -> Limits:
        """The limits of judging exercise `name` now: the course's, or what is left where that is less."""
        left = self._left(name)
        if left >= self._limits.seconds_per_exercise:
            return self._limits
        request = min(self._limits.seconds_per_request, left / PARTS)
        return dataclasses.replace(self._limits, seconds_per_request=request, seconds_per_exercise=left)

    def spend(self, name: str, seconds: float) -> None:
        """Count the seconds that the workers of exercise `name` needed: first what is shared, then what it keeps."""
        over = seconds - self._shared
        self._shared = max(0.0, -over)
        self._kept[name] = max(0.0, self._kept_by(name) - max(0.0, over))

    def budget_limited(self, name: str, limits: Limits) -> bool:
        """Whether exercise `name`, judged under `limits`, would have had more time if the others had taken less."""
        return limits.seconds_per_request < self._limits.seconds_per_request or (
            limits.seconds_per_exercise < self._limits.seconds_per_exercise and self._left(name) <= LEAST
        )

    def _left(self, name: str) -> float:
        return max(self._shared + self._kept_by(name), LEAST)

    def _kept_by(self, name: str) -> float:
        return self._kept.get(name, self._limits.seconds_kept)


def explain_budget(findings: Sequence[Finding], limits: Limits) -> list[Finding]:
    """What was too slow only for the little time that was left is told so."""
    text = (
        f"no answer in time: the {limits.seconds_per_submission:g} s for all exercises of this part are used up, "
        f"and the {limits.seconds_kept:g} s that each exercise keeps for itself were not enough"
    )
    return [
        dataclasses.replace(item, failure=CheckFailedError("timed out", text)) if item.outcome == "timed out" else item
        for item in findings
    ]


def drop_timeouts(anomalies: Sequence[Anomaly]) -> tuple[Anomaly, ...]:
    """Without the time-outs: who had less time than the course gives shows nothing by using it up."""
    return tuple(anomaly for anomaly in anomalies if anomaly.kind != "timeout")
