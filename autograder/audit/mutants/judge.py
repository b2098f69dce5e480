"""Which mutants the checks kill, which are listed as equivalent, and what is said about the rest."""

import dataclasses
import multiprocessing
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from autograder.audit.mutants.equivalent import stale
from autograder.audit.mutants.generate import Mutant
from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import run_checks
from autograder.course import Course, Limits
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.code_reading import CodeReading
from autograder.grading.determinism import SLOW
from autograder.grading.from_scratch import broken_rule
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level

IMPATIENT = {"seconds_per_request": 1.0, "seconds_per_exercise": 3.0}
PATIENT = {"seconds_per_request": 5.0, "seconds_per_exercise": 12.0}


@dataclass(frozen=True)
class MutantContext:
    """What a process needs to judge mutants."""

    fork_server: ForkServer
    limits: Limits
    rehearsals: RecordedChecks


@dataclass
class MutantProcess:
    """What belongs to this process; set by the pool's initializer."""

    context: MutantContext | None = None


PROCESS = MutantProcess()


def survivors(
    course: Course, level: Level, rehearsals: RecordedChecks, mutants: Sequence[Mutant], jobs: int
) -> list[Mutant]:
    """The mutants that no check rejects; what only took long is judged again with more patience."""
    lost = dict(zip(mutants, _judge_all(_limited(course, IMPATIENT), level, rehearsals, mutants, jobs), strict=True))
    slow = [mutant for mutant, outcomes in lost.items() if outcomes and outcomes <= SLOW]
    lost |= zip(slow, _judge_all(_limited(course, PATIENT), level, rehearsals, slow, jobs), strict=True)
    return [mutant for mutant, outcomes in lost.items() if not outcomes]


def unshrunk(rehearsals: RecordedChecks, mutants: Sequence[Mutant]) -> RecordedChecks:
    """The same cases as plain checks: nobody reads a counterexample here, so none is made smaller."""
    wanted = {(mutant.exercise.assignment, mutant.exercise.name) for mutant in mutants}
    return {key: tuple(map(_plain, checks)) for key, checks in rehearsals.items() if key in wanted}


def _plain(rehearsed: RecordedCheck) -> RecordedCheck:
    check = rehearsed.check
    if not check.is_property:
        return rehearsed
    inner = check.function.hypothesis.inner_test  # type: ignore[attr-defined]
    return RecordedCheck(dataclasses.replace(check, function=inner), rehearsed.examples)


def _limited(course: Course, seconds: dict[str, float]) -> Course:
    return dataclasses.replace(course, limits=dataclasses.replace(course.limits, **seconds))  # type: ignore[arg-type]


def _judge_all(
    course: Course, level: Level, rehearsals: RecordedChecks, mutants: Sequence[Mutant], jobs: int
) -> Iterator[set[str]]:
    if not mutants:
        return
    ours = MutantContext(ForkServer(level, course.limits), course.limits, unshrunk(rehearsals, mutants))
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, context, _init_process, (ours,)) as pool:
        yield from pool.map(_judge, mutants, chunksize=4)


def _init_process(context: MutantContext) -> None:
    PROCESS.context = context


def _judge(mutant: Mutant) -> set[str]:
    """How the checks end that do not pass. Nobody reads why, so no diagnosis is made."""
    exercise, context = mutant.exercise, PROCESS.context
    if context is None:
        raise RuntimeError("this process judges no mutants: it was not initialized by the pool")
    checks = context.rehearsals[exercise.assignment, exercise.name]
    material = SubmissionFiles({exercise.file: mutant.source}, exercise.file)
    with SandboxClient(context.fork_server, material, context.limits) as session:
        failed = {finding.outcome for finding in run_checks(checks, session) if finding.failure is not None}
        code = CodeReading(context.fork_server, context.limits, material)
        return failed or ({"not allowed"} if broken_rule(exercise, session.library_calls, code) else set())


@dataclass(frozen=True)
class MutationReport:
    """All mutants of a run, those that no check rejects, and the reviewed list."""

    mutants: Sequence[Mutant]
    survived: Sequence[Mutant]
    equivalents: dict[tuple[str, str], str]

    @property
    def holes(self) -> list[Mutant]:
        """Survivors that nobody has called equivalent."""
        return [mutant for mutant in self.survived if _key(mutant) not in self.equivalents]

    @property
    def stale(self) -> list[str]:
        """Entries of the list that this run does not need."""
        judged = [_key(mutant)[0] for mutant in self.mutants]
        return stale(list(self.equivalents), judged, [_key(mutant) for mutant in self.survived])

    def lines(self) -> Iterator[str]:
        """Survivors, stale entries, one line per exercise, and the sum."""
        for mutant in self.holes:
            yield f"survives: {_key(mutant)[0]}: {mutant.change}\n{mutant.diff}\n"
        yield from (f"stale in equivalent.toml: {entry}" for entry in self.stale)
        made, alive, open_ = (
            Counter(_key(mutant)[0] for mutant in some) for some in (self.mutants, self.survived, self.holes)
        )
        for name, count in made.items():
            yield f"{name}: {_counts(count, alive[name], open_[name])}"
        yield f"all: {_counts(made.total(), alive.total(), open_.total())}"


def _key(mutant: Mutant) -> tuple[str, str]:
    return f"{mutant.exercise.assignment}/{mutant.exercise.name}", mutant.change


def _counts(made: int, alive: int, holes: int) -> str:
    wrong = made - alive + holes
    rate = f"{(made - alive) / wrong:.1%}" if wrong else "none wrong"
    return f"{made} mutants, {alive - holes} equivalent, {made - alive} killed, {holes} survive ({rate})"
