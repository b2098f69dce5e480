"""Limits on attempts, where every attempt gets feedback at once: so many a day, and a pause between two.

Gradescope itself limits nothing and takes the last attempt. So an attempt beyond the limit is not graded, and repeats
the score of the attempt before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from autograder.course.model import AttemptLimits
from autograder.platforms.gradescope.metadata import EarlierAttempt, SubmissionMetadata
from autograder.wording import counted


@dataclass(frozen=True)
class AttemptStatus:
    """Where an attempt is in the limits of the course.

    Attributes:
        limits: the limits.
        number: of the attempts that are graded on the same day, the number of this one, or of the one that it would be.
        next_time: when the next attempt is possible, or this one would have been; None if it is at any time.
        waited: how long after the attempt before it comes; None if it is the first.
        stands: the score of the attempt before.
        refused: whether it is beyond a limit.
    """

    limits: AttemptLimits
    number: int
    next_time: datetime | None = None
    waited: timedelta | None = None
    stands: float | None = None
    refused: bool = False

    @property
    def line(self) -> str:
        """The sentences that the page begins with, in Markdown."""
        if not self.refused:
            after = f" The next attempt is possible from {_moment(self.next_time)}." if self.next_time else ""
            return f"Attempt {self.number}{self._of} today.{after}"
        stands = f"The score of the attempt before, {self.stands:g} points, stands." if self.stands is not None else ""
        again = f"The next attempt is possible from {_moment(self.next_time)}" if self.next_time else ""
        return f"**This attempt is not graded: {self._why}.** {again}{self._left}. {stands}"

    @property
    def _of(self) -> str:
        return f" of {self.limits.per_day}" if self.limits.per_day else ""

    @property
    def _why(self) -> str:
        count = self.limits.per_day
        if count and self.number > count:
            return "the attempt of today is used" if count == 1 else f"all {count} attempts of today are used"
        waited = int((self.waited or timedelta()).total_seconds() // 60)
        pause = counted(self.limits.pause_minutes, "minute")
        return f"it comes {counted(waited, 'minute')} after the one before, and the pause is {pause}"

    @property
    def _left(self) -> str:
        if not self.limits.per_day:
            return ""
        left = max(0, self.limits.per_day - self.number + 1)
        return f"; {left or 'none'} of {self.limits.per_day} {'is' if left == 1 else 'are'} left today"


def attempt_status(
    metadata: SubmissionMetadata, limits: AttemptLimits | None, zone: tzinfo | None
) -> AttemptStatus | None:
    """Return where a submission is in the limits; None if there are none, or the platform does not say when it came.

    If the score of the attempt before is not known yet, there is none to repeat, and the attempt is graded.

    Args:
        metadata: what the platform says about the submission.
        limits: how often a student may hand in.
        zone: whose midnight begins a day; None for that of the platform.
    """
    if limits is None or metadata.created is None:
        return None
    created = _in_zone(metadata.created, zone)
    attempts = [replace(item, time=_in_zone(item.time, zone)) for item in metadata.attempts]
    graded = graded_attempts(attempts, limits)
    today = [time for time in graded if time.astimezone(created.tzinfo).date() == created.date()]
    earliest = earliest_time(graded, created, limits)
    if earliest > created and (stands := _known_score(attempts, graded[-1])) is not None:
        return AttemptStatus(limits, len(today) + 1, earliest, created - graded[-1], stands, refused=True)
    following = earliest_time([*graded, created], created, limits)
    return AttemptStatus(limits, len(today) + 1, following if following > created else None)


def _in_zone(time: datetime, zone: tzinfo | None) -> datetime:
    """Return a time in the zone whose days count; without one, as the platform gave it."""
    return time.astimezone(zone) if zone else time


def _known_score(attempts: Sequence[EarlierAttempt], last: datetime) -> float | None:
    """Return the latest score since the last attempt that was graded; None if there is none yet."""
    scores = [item.score for item in attempts if item.time >= last and item.score is not None]
    return scores[-1] if scores else None


def graded_attempts(attempts: Sequence[EarlierAttempt], limits: AttemptLimits) -> list[datetime]:
    """Return the times of the earlier attempts that were graded: what each run said, else what the limits say."""
    graded: list[datetime] = []
    for attempt in sorted(attempts, key=lambda item: item.time):
        counted = attempt.counted
        if counted is None:
            counted = earliest_time(graded, attempt.time, limits) <= attempt.time
        if counted:
            graded.append(attempt.time)
    return graded


def earliest_time(graded: Sequence[datetime], time: datetime, limits: AttemptLimits) -> datetime:
    """Return from when an attempt is possible after some that were graded, if somebody tries at *time*."""
    earliest = time
    if graded and limits.pause_minutes:
        earliest = max(earliest, graded[-1] + timedelta(minutes=limits.pause_minutes))
    today = [item for item in graded if item.astimezone(time.tzinfo).date() == time.date()]
    if limits.per_day and len(today) >= limits.per_day:
        midnight = time.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
        earliest = max(earliest, midnight)
    return earliest.astimezone(time.tzinfo)


def _moment(time: datetime | None) -> str:
    return f"{time:%Y-%m-%d %H:%M}" if time else ""
