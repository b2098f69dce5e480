"""What a course does with points that are given: dates, lateness, extensions, drops, bonus, what is shown when."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

SHOWN = ("all", "outcome", "nothing")
LEVELS = ("core", "robustness")
PHASES = ("before_due", "after_due")


@dataclass(frozen=True)
class Late:
    """What lateness costs, in percent of the points that were reached."""

    per_day: float  # for each day that has begun
    at_most: float = 100.0


@dataclass(frozen=True)
class Policies:
    """Every rule; without an entry it does nothing."""

    due: dict[str, datetime] = field(default_factory=dict)  # by assignment
    grace: timedelta = timedelta()
    late: Late | None = None
    extensions: dict[tuple[str, str], timedelta] = field(default_factory=dict)  # by student and assignment
    drop: frozenset[tuple[str, str]] = frozenset()  # assignment and exercise
    bonus: frozenset[tuple[str, str]] = frozenset()
    visibility: dict[str, str] = field(default_factory=dict)  # by rule: `core.after_due`, `02_causal.core.after_due`

    @property
    def any(self) -> bool:
        """Whether there is a rule that could change a number or hide a line."""
        return bool(self.late or self.drop or self.bonus or self.visibility)

    def extension(self, student: str, assignment: str) -> timedelta:
        """The days that a student was given."""
        return self.extensions.get((student, assignment), timedelta())

    def shown(self, assignment: str, level: str, phase: str) -> tuple[str, str]:
        """One of SHOWN, for the checks of a level, and the rule that says so: the assignment's own goes first."""
        rules = (f"{assignment}.{level}.{phase}", f"{level}.{phase}")
        rule = next((rule for rule in rules if rule in self.visibility), "")
        return self.visibility.get(rule, "all"), f"visibility.{rule}"
