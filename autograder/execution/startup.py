"""Chooses the environment of a run and starts the executor for it. Imports torch only when there is work to do."""

import contextlib
import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from autograder.course import Course
from autograder.execution.cache_key import GradingEnvironment, local_environment
from autograder.execution.plan import RunPlan
from autograder.execution.scheduling import GradingExecutor
from autograder.repair.mode import RepairMode
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from autograder.sandbox.host.launch import launch


@dataclass(frozen=True)
class ExecutorOptions:
    """Where submissions are graded.

    Attributes:
        jobs: how many are graded at the same time on this machine.
        isolation: the level; None for the strongest that works.
        cluster: the address of a dask scheduler; empty for this machine.
        repair: how much is searched for the lines of mistakes.
    """

    jobs: int = 1
    isolation: Level | None = None
    cluster: str = ""
    repair: RepairMode = RepairMode.LOCATE


def resolve_environment(options: ExecutorOptions) -> GradingEnvironment:
    """Return the environment of the run; for a cluster by default at the strongest level, whatever works here.

    Raises:
        SandboxError: the isolation is not available on this machine.
    """
    if options.cluster:
        return local_environment(options.isolation or Level.BWRAP, options.repair)
    return local_environment(select_level(options.isolation), options.repair)


def make_executor(
    options: ExecutorOptions, course: Course, plan: RunPlan, say: Callable[[str], None]
) -> GradingExecutor | None:
    """Start the executor of a run; None if there is nothing to grade.

    Args:
        options: where to grade.
        course: the course.
        plan: what to grade.
        say: receives remarks, such as on a weak isolation.

    Raises:
        SandboxError: the isolation is not available.
        CourseError: a check fails on the solution.
    """
    if not plan.pending:
        return None
    if options.cluster:
        from autograder.execution.cluster import connect_to_dask  # noqa: PLC0415 - an optional dependency

        return connect_to_dask(options.cluster, plan.environment, say)
    return make_local_executor(course, plan, min(options.jobs, len(plan.pending)), say)


def make_local_executor(course: Course, plan: RunPlan, count: int, say: Callable[[str], None]) -> GradingExecutor:
    """Start `count` grading processes on this machine; remarks, such as on a weak isolation, go to `say`.

    Raises:
        SandboxError: the isolation is not available.
        CourseError: a check fails on the solution.
    """
    level = plan.environment.level
    fork_server = ForkServer(level, course.limits, launch(level, course.limits))
    if count > 1:
        fork_server.prepare_for_many()
    try:
        with _gc_disabled():
            from autograder.execution import executors  # noqa: PLC0415 - torch, as the sandbox starts

            executors.settle_imports()
        return executors.prewarmed_executor(course, plan, fork_server, count, say)
    except BaseException:
        fork_server.close()
        raise


@contextlib.contextmanager
def _gc_disabled() -> Iterator[None]:
    """Disable garbage collection during imports, where it takes a tenth of the time and finds nothing."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
