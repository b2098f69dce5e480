"""What an exercise must have, besides checks that pass and programs with the right verdicts."""

from collections.abc import Callable, Iterator, Sequence

from autograder.checking.recording import RecordedCheck
from autograder.checking.specs.own_evidence import has_own_evidence
from autograder.course import Exercise
from autograder.execution.prewarm import RecordedChecks
from autograder.verification.hidden_checks import key, name_of
from autograder.verification.report import Problem

# Each returns what an exercise lacks, in words, or nothing.
Requirement = Callable[[Exercise, Sequence[RecordedCheck]], str]


def hints_for_all(_: Exercise, checks: Sequence[RecordedCheck]) -> str:
    """Require a hint in every check: it is what a student reads first."""
    without = [item.check.info.id.partition(".")[2] for item in checks if not item.check.info.hint.strip()]
    return f"no hint for the check{'s' if len(without) > 1 else ''} {', '.join(without)}" if without else ""


def evidence_beside_the_solution(exercise: Exercise, _: Sequence[RecordedCheck]) -> str:
    """Require that something besides the solution says what is right: a mistake in the solution would never show."""
    if has_own_evidence(exercise):
        return ""
    return (
        "only the solution says what is right; give its spec a reference, or add a check by hand: "
        "a figure, an example, or a property"
    )


REQUIREMENTS: tuple[Requirement, ...] = (hints_for_all, evidence_beside_the_solution)


def unmet_requirements(exercises: Sequence[Exercise], recorded: RecordedChecks) -> Iterator[Problem]:
    """Yield a problem for each requirement that an exercise does not meet."""
    for exercise in exercises:
        for requirement in REQUIREMENTS:
            if text := requirement(exercise, recorded.get(key(exercise), ())):
                yield Problem(name_of(exercise), text)
