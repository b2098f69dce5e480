"""What a course does with points that are given: dates, lateness, extensions, drops, bonus, what is shown when."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

SHOWN = ("all", "outcome", "nothing")
LEVELS = ("core", "robustness")


@dataclass(frozen=True)
class Late:
    """What lateness costs, in percent of the points that were reached."""

    per_day: float  # for each day that has begun
    at_most: float = 100.0


@dataclass(frozen=True)
class Shown:
    """What feedback shows of the checks of one level: `all`, the `outcome` only, or `nothing`."""

    before_due: str = "all"
    after_due: str = "all"


@dataclass(frozen=True)
class Policies:
    """Every rule; without an entry it does nothing."""

    due: dict[str, datetime] = field(default_factory=dict)  # by assignment
    grace: timedelta = timedelta()
    late: Late | None = None
    extensions: dict[tuple[str, str], timedelta] = field(default_factory=dict)  # by student and assignment
    drop: frozenset[tuple[str, str]] = frozenset()  # assignment and exercise
    bonus: frozenset[tuple[str, str]] = frozenset()
    visibility: dict[str, Shown] = field(default_factory=dict)  # by level of a check

    @property
    def any(self) -> bool:
        """Whether there is a rule that could change a number or hide a line."""
        return bool(self.late or self.drop or self.bonus or self.visibility)

    def extension(self, student: str, assignment: str) -> timedelta:
        """The days that a student was given."""
        return self.extensions.get((student, assignment), timedelta())
