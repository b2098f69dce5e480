"""The executors of this machine, and the adapter for any other `concurrent.futures.Executor`. Imports torch."""

import gc
import math
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor

import torch

from autograder.course import Course
from autograder.execution.cache_key import GradingEnvironment
from autograder.execution.grader import GradingSetup, SubmissionGrader
from autograder.execution.plan import RunPlan
from autograder.execution.prewarm import load_diagnoses, record_checks
from autograder.execution.recording_cache import RecordingCache
from autograder.execution.scheduling import GradingExecutor, GradingFuture, Work
from autograder.execution.worker import (
    GradeTask,
    IncompatibleWorkerError,
    collect_less_garbage,
    grade_in_pool,
    grade_remotely,
    init_pool_process,
)
from autograder.sandbox.guest.warmup import skip_compiler
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.self_test import verify_isolation

PENDING_PER_PROCESS = 2  # one submission is being graded, one is waiting
RECORDING_PROCESSES = 4  # at most: with more, each would have too little to record


def settle_imports() -> None:
    """Do once what concerns all that is imported by now; to be called before garbage is collected again."""
    torch.set_num_threads(1)
    gc.freeze()  # one look of the collector at all of it takes a tenth of a second


def prewarmed_executor(
    course: Course, plan: RunPlan, fork_server: ForkServer, count: int, say: Callable[[str], None]
) -> GradingExecutor:
    """Record the checks while the sandbox starts, verify the isolation, and start `count` grading processes.

    Args:
        course: the course.
        plan: the submissions to grade, and their environment.
        fork_server: a sandbox process that is starting.
        count: the number of grading processes.
        say: receives a sentence for each thing that a weak isolation does not prevent.

    Raises:
        SandboxError: the isolation does not work here.
        CourseError: a check fails on the solution.
    """
    environment = plan.environment
    processes = min(RECORDING_PROCESSES, len(os.sched_getaffinity(0)))
    assignments = [item for item in course if item.id in plan.assignments]
    recorded = record_checks(assignments, processes, cache=RecordingCache(environment.checks_hash))
    if len(plan.pending) > 1:  # a single submission may need neither
        skip_compiler()
        load_diagnoses(plan.assignments)
    for escape in verify_isolation(fork_server, course.limits):  # last, because the sandbox was starting until now
        say(f"weak isolation: a worker {escape}")
    return local_executor(
        GradingSetup(course, environment.level, recorded, environment.grader, environment.repair), fork_server, count
    )


def local_executor(setup: GradingSetup, fork_server: ForkServer, count: int) -> GradingExecutor:
    """An executor with `count` processes; a single one is this process itself."""
    return SerialExecutor(setup, fork_server) if count == 1 else ForkPoolExecutor(setup, fork_server, count)


class SerialExecutor:
    """Grades in this process, one submission at a time."""

    processes = max_pending = 1
    completes_in_thread = False
    worker_lost_errors: tuple[type[BaseException], ...] = ()

    def __init__(self, setup: GradingSetup, fork_server: ForkServer) -> None:
        collect_less_garbage()
        self._grader = SubmissionGrader(setup, fork_server)

    def submit(self, work: Work, patience: float = math.inf) -> GradingFuture:
        """Grade now; the future is already completed."""
        future: GradingFuture = Future()
        future.set_result(self._grader.grade(work, patience))
        return future

    def close(self, *, at_once: bool = False) -> None:  # noqa: ARG002 - nothing is pending between two submissions
        """End the sandbox."""
        self._grader.close()


class ForkPoolExecutor:
    """A pool of processes forked from this one, which has recorded the checks; each gets a clone of the sandbox."""

    completes_in_thread = True
    worker_lost_errors = (BrokenExecutor,)

    def __init__(self, setup: GradingSetup, fork_server: ForkServer, count: int) -> None:
        self._setup = setup
        self._fork_servers = [*(fork_server.clone() for _ in range(count)), fork_server]
        self._other_children = set(multiprocessing.active_children())
        self.processes = count
        self.max_pending = PENDING_PER_PROCESS * self.processes
        self._pool = _fork_pool(setup, self._fork_servers, self.processes)

    def submit(self, work: Work, patience: float = math.inf) -> GradingFuture:
        """Submit to the pool, or to a new pool if a process was lost."""
        try:
            return self._pool.submit(grade_in_pool, work, patience)
        except BrokenExecutor:
            self.close()
            self._fork_servers = []  # the old sandboxes are in an unknown state: the new processes start their own
            self._pool = _fork_pool(self._setup, (), self.processes)
            return self._pool.submit(grade_in_pool, work, patience)

    def close(self, *, at_once: bool = False) -> None:
        """End processes and sandboxes."""
        if at_once:
            for child in set(multiprocessing.active_children()) - self._other_children:
                child.kill()
        self._pool.shutdown(cancel_futures=True)
        for fork_server in self._fork_servers:
            fork_server.close()


class RemoteExecutor:
    """Adapts any executor: each of its processes verifies its isolation and records the checks itself.

    Args:
        executor: where the tasks run; closed by `close`.
        environment: the environment that the verdicts must come from; other processes refuse to grade.
        processes: returns the number of processes now.
        worker_lost_errors: the exceptions of the executor's futures that mean that a process was lost.
    """

    completes_in_thread = True

    def __init__(
        self,
        executor: Executor,
        environment: GradingEnvironment,
        processes: Callable[[], int],
        worker_lost_errors: tuple[type[BaseException], ...] = (BrokenExecutor,),
    ) -> None:
        self._executor = executor
        self._environment = environment
        self._processes = processes
        self.worker_lost_errors = (*worker_lost_errors, IncompatibleWorkerError)
        self._open: set[GradingFuture] = set()

    @property
    def processes(self) -> int:
        """The number of processes now; a cluster may grow."""
        return self._processes()

    @property
    def max_pending(self) -> int:
        """Enough to keep one task waiting for each process."""
        return PENDING_PER_PROCESS * max(1, self.processes)

    def submit(self, work: Work, patience: float = math.inf) -> GradingFuture:
        """Send the work and its environment."""
        future = self._executor.submit(grade_remotely, GradeTask(work, self._environment, patience))
        self._open.add(future)
        future.add_done_callback(self._open.discard)
        return future

    def close(self, *, at_once: bool = False) -> None:
        """Shut the executor down."""
        for future in list(self._open):
            future.cancel()
        self._executor.shutdown(wait=not at_once)


def _fork_pool(setup: GradingSetup, fork_servers: Sequence[ForkServer], count: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("fork")
    counter = context.Value("i", 0)
    return ProcessPoolExecutor(count, context, init_pool_process, (setup, fork_servers, counter))
