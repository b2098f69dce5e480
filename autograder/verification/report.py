"""What a verification has found: problems, which must be mended, and notes, step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MOST_LINES = 12  # of a step, so that a report is one screen


@dataclass(frozen=True)
class Problem:
    """A sentence about an exercise, `02_causal.causal_mask`, or, with an empty name, about the course."""

    exercise: str
    text: str

    def __str__(self) -> str:
        return f"{self.exercise}: {self.text}" if self.exercise else self.text


@dataclass(frozen=True)
class StepReport:
    """One step of a verification.

    Attributes:
        name: what was looked at.
        done: what was done, in a few words.
        problems: what must be mended.
        notes: what an author may want to know.
        seconds: how long it took.
    """

    name: str
    done: str
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        """Yield the step in a line, then its problems and notes, not more than fit on a screen."""
        verdict = f"{len(self.problems)} to mend" if self.problems else "ok"
        yield f"{self.name:<16}{verdict:<12}{self.done}, {self.seconds:.1f} s"
        yield from _shortened([f"  {problem}" for problem in self.problems])
        yield from _shortened([f"  note: {note}" for note in self.notes])

    def to_json(self) -> dict[str, object]:
        """Return the step as data."""
        return {
            "step": self.name,
            "done": self.done,
            "problems": [{"exercise": item.exercise, "text": item.text} for item in self.problems],
            "notes": [{"exercise": item.exercise, "text": item.text} for item in self.notes],
            "seconds": round(self.seconds, 3),
        }


def _shortened(lines: Sequence[str]) -> list[str]:
    if len(lines) <= MOST_LINES:
        return list(lines)
    return [*lines[: MOST_LINES - 1], f"  … and {len(lines) - MOST_LINES + 1} more; --json lists all"]
