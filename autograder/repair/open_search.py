"""What the search for the lines of a wrong exercise begins with, once the exercise has been judged."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from autograder.checking.failures import CheckFailedError
from autograder.grading.exercise import EXPLICABLE, Attempt, first_failure
from autograder.repair.trials import Verdict
from autograder.results.model import ExerciseResult


@dataclass(frozen=True)
class FirstFailure:
    """How the check failed that a page tells first, as far as a search needs it.

    Attributes:
        outcome: as in `CheckFailedError`, and so are `symptom` and `parameter`.
        is_gradient: whether a gradient is wrong.
        surfaced: the file and the line where an exception surfaced; None if there is none, or that is not known.
    """

    outcome: str
    is_gradient: bool
    symptom: str
    parameter: str
    surfaced: tuple[str, int] | None

    @classmethod
    def of(cls, failure: CheckFailedError) -> Self:
        """Return what a search asks of a failure."""
        crash = failure.record.crash
        surfaced = (str.__str__(crash.file), crash.line) if crash and crash.file else None
        return cls(failure.outcome, failure.record.is_gradient, failure.symptom, failure.parameter, surfaced)


@dataclass(frozen=True)
class OpenSearch:
    """An exercise whose lines nobody has looked for yet; it is small, and waits until a whole class is judged.

    Attributes:
        exercise: its name.
        verdict: which checks passed, and the examples on which the others failed.
        failure: how the check failed that gives the exercise its outcome, if one did.
    """

    exercise: str
    verdict: Verdict
    failure: FirstFailure | None

    @classmethod
    def of(cls, attempts: Sequence[Attempt], result: ExerciseResult) -> Self | None:
        """Return the search for the lines of an exercise; None if there is nothing to look for."""
        if not _is_searched(attempts, result):
            return None
        findings = attempts[0].findings
        finding = first_failure(findings)
        failure = None if finding is None or finding.failure is None else FirstFailure.of(finding.failure)
        return cls(result.name, Verdict.of(findings), failure)

    @property
    def failing_line(self) -> int:
        """The line where an exception surfaced; 0 if there is none."""
        return self.failure.surfaced[1] if self.failure is not None and self.failure.surfaced else 0


def _is_searched(attempts: Sequence[Attempt], result: ExerciseResult) -> bool:
    """Whether something that the exercise itself returned or raised is wrong, in time."""
    own = attempts[0]
    # One that uses nothing of what was replaced was not run again: it has the findings of the unchanged file.
    tried_otherwise = any(attempt.replaced and attempt.findings is not own.findings for attempt in attempts)
    plain = not (tried_otherwise or any(attempt.budget_limited or attempt.forbidden for attempt in attempts))
    return plain and not result.needs_person and any(item.outcome in EXPLICABLE for item in own.findings)
