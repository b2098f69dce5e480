"""The time budget of a submission: a part that all exercises share, and a reserve for each exercise.

A hang costs only the exercise that hangs, because no exercise can use up the reserve of another. A submission in which
everything hangs ends too, when the budget is used up: then nothing of it runs any more. What workers use to load it
counts like what they use to answer.
"""

import dataclasses
import functools
import math
from collections.abc import Sequence

from autograder.checking.failures import CheckFailedError
from autograder.checking.runner import Finding
from autograder.course import Limits
from autograder.results.model import Anomaly

PARTS = 3  # of the time that is left: a slow import, the import without its top-level calls, and the responses
LEAST = 0.25  # seconds; with less than this left, nothing is begun any more
OF_SUBSTITUTES = 1 / 2  # of the time of a submission, for all attempts with substituted callees
OF_SEARCH = 1 / 4  # of the time that exercises share, for the search for the lines of mistakes
SLOW = ("timed out", "not run")


class PostponedError(Exception):
    """A submission has used so much time that others come first."""


class Budget:
    """The time that one submission has left, in seconds.

    Args:
        limits: those of the course.
        patience: how much it may use before others come first.
    """

    def __init__(self, limits: Limits, patience: float = math.inf) -> None:
        self._limits = limits
        self._patience = patience
        self._shared = limits.seconds_per_submission
        self._reserves: dict[str, float] = {}

    @functools.cached_property
    def with_substitutes(self) -> "Budget":
        """The separate budget of all attempts with substituted callees.

        With a common budget a program could wait as long as a correct callee's return value says, and so reveal it by
        the time that is left for other attempts.
        """
        return self._part(OF_SUBSTITUTES, self._limits.seconds_kept * OF_SUBSTITUTES, self._patience)

    @functools.cached_property
    def of_search(self) -> "Budget":
        """The separate budget of the search for the lines of mistakes, so that no search costs anybody points."""
        return self._part(OF_SEARCH, 0.0)

    def _part(self, share: float, kept: float, patience: float = math.inf) -> "Budget":
        shared = self._limits.seconds_per_submission * share
        return Budget(dataclasses.replace(self._limits, seconds_per_submission=shared, seconds_kept=kept), patience)

    def limits_for(self, name: str = "") -> Limits:
        """The limits for exercise `name` now: those of the course, or the time that is left if that is less.

        Nothing runs under limits of no time.
        """
        left = self._left(name)
        if left >= self._limits.seconds_per_exercise:
            return self._limits
        request = min(self._limits.seconds_per_request, left / PARTS)
        return dataclasses.replace(self._limits, seconds_per_request=request, seconds_per_exercise=left)

    def spend(self, name: str, seconds: float) -> None:
        """Subtract the seconds that were used for exercise `name`: first from the shared part, then from its reserve.

        The name of a file, too, stands for what was used for all of its exercises.

        Raises:
            PostponedError: it has used so much that others come first.
        """
        self._patience -= seconds
        if self._patience < 0:
            raise PostponedError
        over = seconds - self._shared
        self._shared = max(0.0, -over)
        self._reserves[name] = max(0.0, self._reserve_of(name) - max(0.0, over))

    def budget_limited(self, name: str, limits: Limits) -> bool:
        """Whether exercise `name`, graded under `limits`, would have had more time if others had used less."""
        return limits.seconds_per_request < self._limits.seconds_per_request or (
            limits.seconds_per_exercise < self._limits.seconds_per_exercise and not self._left(name)
        )

    def _left(self, name: str) -> float:
        left = self._shared + self._reserve_of(name)
        return left if left >= LEAST else 0.0

    def _reserve_of(self, name: str) -> float:
        return self._reserves.get(name, self._limits.seconds_kept)


def explain_budget(findings: Sequence[Finding], limits: Limits) -> list[Finding]:
    """Replace the messages of timeouts by one that says that other exercises used up the time.

    Where nothing was run for lack of time, that is a timeout as well.
    """
    text = (
        f"no answer in time: the {limits.seconds_per_submission:g} s for all exercises of this part are used up, "
        f"and the {limits.seconds_kept:g} s that each exercise keeps for itself were not enough"
    )
    late = SLOW if all(item.outcome in SLOW for item in findings) else SLOW[:1]
    return [
        dataclasses.replace(item, failure=CheckFailedError("timed out", text)) if item.outcome in late else item
        for item in findings
    ]


def drop_timeouts(anomalies: Sequence[Anomaly]) -> tuple[Anomaly, ...]:
    """Drop the timeouts of an attempt with less time than the course allows: they are no evidence."""
    return tuple(anomaly for anomaly in anomalies if anomaly.kind != "timeout")
