"""Judges many programs: several at once, or one after the other in a sandbox that is warm already."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.audit.judge import GradedProgram, judge_program
from autograder.audit.programs import Program
from autograder.audit.verdict_cache import VerdictCache
from autograder.course import Course
from autograder.execution.pool_map import pool_map
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.exercise import ExerciseGrader
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level


@dataclass
class AuditProcess:
    """The state of a pool process, set by its initializer."""

    course: Course | None = None
    grader: ExerciseGrader | None = None


PROCESS = AuditProcess()


@dataclass(frozen=True)
class ProgramRunner:
    """Where programs are judged, and which verdicts are known already.

    Attributes:
        level: the isolation level.
        jobs: how many programs are judged at once.
        sandbox: a warm sandbox, in which they are judged one after the other instead.
        cache: verdicts of earlier runs; None judges every program.
    """

    level: Level
    jobs: int = 1
    sandbox: ForkServer | None = None
    cache: VerdictCache | None = None

    def grade(self, course: Course, recorded: RecordedChecks, programs: Sequence[Program]) -> Iterator[GradedProgram]:
        """Yield each program with its results, in order; verdicts are kept as soon as they are there."""
        kept = {item: self.cache.load(item) for item in programs} if self.cache else {}
        judged = self._judge(course, recorded, [item for item in programs if kept.get(item) is None])
        for program in programs:
            graded = kept.get(program)
            if graded is None:
                graded = next(judged)
                if self.cache:
                    self.cache.store(graded)
            yield graded

    def _judge(self, course: Course, recorded: RecordedChecks, programs: Sequence[Program]) -> Iterator[GradedProgram]:
        if self.sandbox is not None:
            grader = ExerciseGrader(self.sandbox, course.limits, recorded)
            yield from (judge_program(course, grader, program) for program in programs)
        elif programs:
            yield from pool_map(_grade, programs, self.jobs, _init_process, course, self.level, recorded)


def _init_process(course: Course, level: Level, recorded: RecordedChecks) -> None:
    PROCESS.course = course
    PROCESS.grader = ExerciseGrader(ForkServer(level, course.limits), course.limits, recorded)


def _grade(program: Program) -> GradedProgram:
    if PROCESS.course is None or PROCESS.grader is None:
        raise RuntimeError("this process audits nothing: it was not initialized by the pool")
    return judge_program(PROCESS.course, PROCESS.grader, program)
