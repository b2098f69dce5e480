"""The programs of the course with their verdicts, judged once for all tests and kept for the next run."""

import functools
from collections.abc import Callable, Sequence

from autograder.audit.judge import GradedProgram
from autograder.audit.programs import Program, read_programs
from autograder.audit.run import ProgramRunner
from autograder.audit.verdict_cache import VerdictCache
from autograder.course import Course, load_course
from autograder.execution.prewarm import RecordedChecks
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, why_unavailable


@functools.cache
def levels() -> tuple[Level, ...]:
    """The strong levels of isolation that work here, the strongest first."""
    return tuple(level for level in (Level.BWRAP, Level.LANDLOCK) if why_unavailable(level) is None)


@functools.cache
def programs(kind: str = "") -> tuple[Program, ...]:
    """All programs of the course, or those of one kind."""
    course = load_course()
    return tuple(item for item in read_programs(course, list(course)) if kind in ("", item.kind))


class Zoo:
    """Judges programs in this process's warm sandboxes, unless their verdicts are known.

    Args:
        course: the course.
        fork_servers: the sandboxes by level.
        recorded_checks: the recorded checks of an assignment.
    """

    def __init__(
        self,
        course: Course,
        fork_servers: Callable[[Level], ForkServer],
        recorded_checks: Callable[[str], RecordedChecks],
    ) -> None:
        self._course = course
        self._fork_servers = fork_servers
        self._recorded_checks = recorded_checks
        self.caches = {level: VerdictCache(level) for level in levels()}

    def judged(
        self, programs: Sequence[Program], level: Level | None = None, *, fresh: bool = False
    ) -> list[GradedProgram]:
        """The verdicts on programs, at the strongest level by default; with `fresh` judged now in any case."""
        level = level or levels()[0]
        runner = ProgramRunner(level, sandbox=self._fork_servers(level), cache=None if fresh else self.caches[level])
        judged: dict[Program, GradedProgram] = {}
        for part in dict.fromkeys(item.exercise.assignment for item in programs):
            own = [item for item in programs if item.exercise.assignment == part]
            judged |= {item.program: item for item in runner.grade(self._course, self._recorded_checks(part), own)}
        return [judged[item] for item in programs]
