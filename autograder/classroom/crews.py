"""Crews of this machine, and the crew of any executor."""

import ctypes
import gc
import multiprocessing
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor

from autograder.classroom.cache_key import GradingEnvironment
from autograder.classroom.desk import Desk, Order, Plan, RefusalError, grade_there
from autograder.classroom.run import Crew, Verdict
from autograder.intake.submission import Submission
from autograder.sandbox.zygote import Zygote

EACH = 2  # submissions under way for each process: one that is graded, one that waits
PR_SET_PDEATHSIG = 1


def local_crew(plan: Plan, zygote: Zygote, count: int) -> Crew:
    """As many processes; this process itself where it is one."""
    return SoloCrew(plan, zygote) if count == 1 else PoolCrew(plan, zygote, count)


class SoloCrew:
    """This process grades, one submission at a time."""

    processes = under_way = 1
    threaded = False
    losses: tuple[type[BaseException], ...] = ()

    def __init__(self, plan: Plan, zygote: Zygote) -> None:
        self._desk = Desk(plan, zygote)

    def submit(self, submission: Submission) -> "Future[Verdict]":
        """Grade at once."""
        future: Future[Verdict] = Future()
        future.set_result(self._desk.grade(submission))
        return future

    def close(self, *, at_once: bool = False) -> None:  # noqa: ARG002 - nothing is under way between two submissions
        """End the sandbox."""
        self._desk.close()


class PoolCrew:
    """Processes forked from this one, where the rehearsed checks are already; each with a copy of one warm process."""

    threaded = True
    losses = (BrokenExecutor,)

    def __init__(self, plan: Plan, zygote: Zygote, count: int) -> None:
        self._plan = plan
        self._zygotes = [*(zygote.split() for _ in range(count)), zygote]
        self._others = set(multiprocessing.active_children())
        self.processes = count
        self.under_way = EACH * self.processes
        self._pool = _pool(plan, self._zygotes, self.processes)

    def submit(self, submission: Submission) -> "Future[Verdict]":
        """Hand over to the pool, or to a new one where a process was lost."""
        try:
            return self._pool.submit(_grade_here, submission)
        except BrokenExecutor:
            self.close()
            self._zygotes = []  # the old ones are in an unknown state: the new processes start their own
            self._pool = _pool(self._plan, (), self.processes)
            return self._pool.submit(_grade_here, submission)

    def close(self, *, at_once: bool = False) -> None:
        """End processes and sandboxes."""
        if at_once:
            for child in set(multiprocessing.active_children()) - self._others:
                child.kill()
        self._pool.shutdown(cancel_futures=True)
        for zygote in self._zygotes:
            zygote.close()


class ExecutorCrew:
    """Any executor: each of its processes proves its isolation, then makes a desk of its own."""

    threaded = True

    def __init__(
        self,
        executor: Executor,
        environment: GradingEnvironment,
        processes: Callable[[], int],
        losses: tuple[type[BaseException], ...] = (BrokenExecutor,),
    ) -> None:
        self._executor = executor
        self._environment = environment
        self._processes = processes
        self.losses = (*losses, RefusalError)
        self._open: set[Future[Verdict]] = set()

    @property
    def processes(self) -> int:
        """How many there are now; a cluster may grow."""
        return self._processes()

    @property
    def under_way(self) -> int:
        """Something waits for each."""
        return EACH * max(1, self.processes)

    def submit(self, submission: Submission) -> "Future[Verdict]":
        """Send the submission and its environment."""
        future = self._executor.submit(grade_there, Order(submission, self._environment))
        self._open.add(future)
        future.add_done_callback(self._open.discard)
        return future

    def close(self, *, at_once: bool = False) -> None:
        """End the executor."""
        for future in list(self._open):
            future.cancel()
        self._executor.shutdown(wait=not at_once)


def _pool(plan: Plan, zygotes: Sequence[Zygote], count: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("fork")
    turn = context.Value("i", 0)
    return ProcessPoolExecutor(count, context, _take_desk, (plan, zygotes, turn))


DESK: list[Desk] = []  # the one desk of this grading process; filled by the pool's initializer


def _take_desk(plan: Plan, zygotes: Sequence[Zygote], turn: "multiprocessing.sharedctypes.Synchronized[int]") -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # nobody grades on for a parent that was killed
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with turn.get_lock():
        mine, turn.value = turn.value, turn.value + 1
    for place, other in enumerate(zygotes):
        if place != mine:
            other.abandon()
    gc.freeze()  # what was here before the fork stays: to look through it for garbage took a fifth of the time
    DESK.append(Desk(plan, zygotes[mine] if mine < len(zygotes) else Zygote(plan.level, plan.course.limits)))


def _grade_here(submission: Submission) -> Verdict:
    return DESK[0].grade(submission)
