"""Runs the checks on mutants, and reports which are killed, listed as equivalent, or survive."""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.audit.mutants.equivalent import stale
from autograder.audit.mutants.generate import Mutant
from autograder.checking.recording import largest_sent
from autograder.checking.runner import run_checks
from autograder.course import Course, Limits
from autograder.execution.pool_map import pool_map
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.code_reading import CodeReading
from autograder.grading.determinism import SLOW
from autograder.grading.from_scratch import broken_rule
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level

SHORT_LIMITS = {"seconds_per_request": 1.0, "seconds_per_exercise": 3.0}
LONG_LIMITS = {"seconds_per_request": 5.0, "seconds_per_exercise": 12.0}  # for mutants that only timed out


@dataclass(frozen=True)
class MutantContext:
    """What a process needs to run checks on mutants."""

    fork_server: ForkServer
    limits: Limits
    recorded: RecordedChecks


@dataclass
class MutantProcess:
    """The state of a pool process, set by its initializer."""

    context: MutantContext | None = None


PROCESS = MutantProcess()


def survivors(
    course: Course, level: Level, recorded: RecordedChecks, mutants: Sequence[Mutant], jobs: int
) -> list[Mutant]:
    """Return the mutants that no check rejects; those that only timed out are tried again with longer limits."""
    short, long = _limited(course, SHORT_LIMITS), _limited(course, LONG_LIMITS)
    failures = dict(zip(mutants, _judge_all(short, level, recorded, mutants, jobs), strict=True))
    slow = [mutant for mutant, outcomes in failures.items() if outcomes and outcomes <= SLOW]
    failures |= zip(slow, _judge_all(long, level, recorded, slow, jobs), strict=True)
    return [mutant for mutant, outcomes in failures.items() if not outcomes]


def _of_exercises(recorded: RecordedChecks, mutants: Sequence[Mutant]) -> RecordedChecks:
    """Return the checks of the mutants' exercises, none of which shrinks: nobody reads counterexamples here."""
    exercises = {(mutant.exercise.assignment, mutant.exercise.name) for mutant in mutants}
    return {
        key: tuple(check.without_shrinking for check in checks) for key, checks in recorded.items() if key in exercises
    }


def _limited(course: Course, seconds: dict[str, float]) -> Course:
    return dataclasses.replace(course, limits=dataclasses.replace(course.limits, **seconds))  # type: ignore[arg-type]


def _judge_all(
    course: Course, level: Level, recorded: RecordedChecks, mutants: Sequence[Mutant], jobs: int
) -> Iterator[set[str]]:
    if not mutants:
        return
    context = MutantContext(ForkServer(level, course.limits), course.limits, _of_exercises(recorded, mutants))
    yield from pool_map(_judge, mutants, jobs, _init_process, context)


def _init_process(context: MutantContext) -> None:
    PROCESS.context = context


def _judge(mutant: Mutant) -> set[str]:
    """Return the outcomes of the failed checks, without diagnosis."""
    exercise, context = mutant.exercise, PROCESS.context
    if context is None:
        raise RuntimeError("this process judges no mutants: it was not initialized by the pool")
    checks = context.recorded[exercise.key]
    files = SubmissionFiles({exercise.file: mutant.source}, exercise.file)
    with SandboxClient(context.fork_server, files, context.limits, largest=largest_sent(checks)) as client:
        failed = {finding.outcome for finding in run_checks(checks, client) if finding.failure is not None}
        code = CodeReading(context.fork_server, context.limits, files)
        return failed or ({"not allowed"} if broken_rule(exercise, client.library_calls, code) else set())


@dataclass(frozen=True)
class MutationReport:
    """All mutants of a run, those that no check rejects, and the reviewed list."""

    mutants: Sequence[Mutant]
    survived: Sequence[Mutant]
    equivalents: dict[tuple[str, str], str]

    @property
    def holes(self) -> list[Mutant]:
        """The survivors that are not listed as equivalent."""
        return [mutant for mutant in self.survived if _key(mutant) not in self.equivalents]

    @property
    def stale(self) -> list[str]:
        """The entries of the list for tested exercises that match no survivor."""
        judged = [_key(mutant)[0] for mutant in self.mutants]
        return stale(list(self.equivalents), judged, [_key(mutant) for mutant in self.survived])

    def lines(self) -> Iterator[str]:
        """Yield the survivors, the stale entries, one line per exercise, and the sum."""
        for mutant in self.holes:
            yield f"survives: {_key(mutant)[0]}: {mutant.change}\n{mutant.diff}\n"
        yield from (f"stale in equivalent.toml: {entry}" for entry in self.stale)
        counts, alive, holes = (
            Counter(_key(mutant)[0] for mutant in group) for group in (self.mutants, self.survived, self.holes)
        )
        for name, count in counts.items():
            yield f"{name}: {_counts(count, alive[name], holes[name])}"
        yield f"all: {_counts(counts.total(), alive.total(), holes.total())}"


def _key(mutant: Mutant) -> tuple[str, str]:
    return f"{mutant.exercise.assignment}/{mutant.exercise.name}", mutant.change


def _counts(count: int, alive: int, holes: int) -> str:
    wrong = count - alive + holes
    rate = f"{(count - alive) / wrong:.1%}" if wrong else "none wrong"
    return f"{count} mutants, {alive - holes} equivalent, {count - alive} killed, {holes} survive ({rate})"
