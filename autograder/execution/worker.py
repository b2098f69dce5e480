"""The functions that an executor runs in its grading processes, and the state of such a process."""

import atexit
import gc
import math
import multiprocessing
import platform
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.sharedctypes import Synchronized

import torch

from autograder.course import CourseError, load_course
from autograder.execution.cache_key import GradingEnvironment, local_environment
from autograder.execution.fork_map import follow_parent
from autograder.execution.grader import GradingSetup, SubmissionGrader
from autograder.execution.prewarm import record_checks
from autograder.execution.recording_cache import RecordingCache
from autograder.execution.scheduling import GradingOutcome, LineSearch, Postponed, Work
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import SandboxError, why_unavailable
from autograder.sandbox.host.self_test import verify_isolation

GC_THRESHOLD = 10_000  # objects between two collections, 14 times the default


@dataclass
class ProcessState:
    """The state of a grading process between submissions.

    Attributes:
        pool_grader: the grader of a process of the local pool, set by `init_pool_process`.
        lock: only one thread grades at a time, because a sandbox serves one submission at a time, as does hypothesis.
        sandboxes: the warm sandbox of each environment, in a process of a remote executor.
        graders: its grader for each environment and assignment.
    """

    pool_grader: SubmissionGrader | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)
    sandboxes: dict[GradingEnvironment, ForkServer] = field(default_factory=dict)
    graders: dict[tuple[GradingEnvironment, str], SubmissionGrader] = field(default_factory=dict)


PROCESS = ProcessState()


def init_pool_process(setup: GradingSetup, fork_servers: Sequence[ForkServer], counter: "Synchronized[int]") -> None:
    """Initialize a forked process of the local pool.

    Args:
        setup: what all submissions share.
        fork_servers: a warm sandbox for each process; a process beyond their number starts its own.
        counter: how many processes have been initialized, shared by all of them.
    """
    follow_parent()
    with counter.get_lock():
        index, counter.value = counter.value, counter.value + 1
    for other, fork_server in enumerate(fork_servers):
        if other != index:
            fork_server.detach()
    collect_less_garbage()
    fork_server = fork_servers[index] if index < len(fork_servers) else ForkServer(setup.level, setup.course.limits)
    PROCESS.pool_grader = SubmissionGrader(setup, fork_server)


def collect_less_garbage() -> None:
    """Exempt all existing objects from garbage collection, and collect less often; saves a fifth of the time."""
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)


def grade_in_pool(work: Work, patience: float) -> GradingOutcome | Postponed:
    """Grade in a process of the local pool."""
    grader = PROCESS.pool_grader
    assert grader is not None, "init_pool_process has run"
    return grader.grade(work, patience)


class IncompatibleWorkerError(RuntimeError):
    """This machine cannot grade in the required environment."""


@dataclass(frozen=True)
class GradeTask:
    """Work sent to another process or machine, with the environment it must be done in."""

    work: Work
    environment: GradingEnvironment
    patience: float = math.inf

    @property
    def assignment(self) -> str:
        """The assignment of the submission."""
        return (self.work.submission if isinstance(self.work, LineSearch) else self.work).assignment


def grade_remotely(task: GradeTask) -> GradingOutcome | Postponed:
    """Grade in any process of any machine; its first task starts a sandbox and records the checks.

    Raises:
        IncompatibleWorkerError: this machine cannot provide the isolation, or has other versions.
    """
    try:
        with PROCESS.lock:
            return _grader(task.environment, task.assignment).grade(task.work, task.patience)
    except (SandboxError, CourseError, OSError) as error:
        raise IncompatibleWorkerError(f"{platform.node()}: {error}") from error


def incompatibility(environment: GradingEnvironment) -> str:
    """Return why this machine cannot grade in an environment; empty if it can."""
    try:
        with PROCESS.lock:
            _sandbox(environment)
    except (SandboxError, OSError) as error:
        return f"{platform.node()}: {error}"
    return ""


def _grader(environment: GradingEnvironment, assignment: str) -> SubmissionGrader:
    key = (environment, assignment)
    if key not in PROCESS.graders:
        course = load_course()
        fork_server = _sandbox(environment)
        _allow_children()
        cache = RecordingCache(environment.checks_hash)
        recorded = record_checks([course.assignment(assignment)], cache=cache)
        setup = GradingSetup(course, environment.level, recorded, environment.grader, environment.repair)
        PROCESS.graders[key] = SubmissionGrader(setup, fork_server)
    return PROCESS.graders[key]


def _sandbox(environment: GradingEnvironment) -> ForkServer:
    """Return the sandbox of this process for an environment; a new one is verified first."""
    if environment not in PROCESS.sandboxes:
        PROCESS.sandboxes[environment] = _start_sandbox(environment)
    return PROCESS.sandboxes[environment]


def _start_sandbox(environment: GradingEnvironment) -> ForkServer:
    torch.set_num_threads(1)
    local = local_environment(environment.level, environment.repair)
    if local != environment:
        raise SandboxError(f"other versions of checks or libraries are installed: {_difference(local, environment)}")
    if problem := why_unavailable(environment.level):
        raise SandboxError(f"the isolation {environment.level} was asked for: {problem}")
    limits = load_course().limits
    fork_server = ForkServer(environment.level, limits)
    try:
        verify_isolation(fork_server, limits)
    except BaseException:
        fork_server.close()
        raise
    atexit.register(fork_server.close)
    return fork_server


def _difference(local: GradingEnvironment, wanted: GradingEnvironment) -> str:
    if local.grader.torch != wanted.grader.torch:
        return f"torch {local.grader.torch} instead of {wanted.grader.torch}"
    part = "checks" if local.grader != wanted.grader else "solutions, words, prices, Python, numpy or hypothesis"
    return f"{part} differ"


def _allow_children() -> None:
    """Let this process start the one that parses, though workers of a cluster are daemons; it ends with its parent."""
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # noqa: SLF001 - no public way
