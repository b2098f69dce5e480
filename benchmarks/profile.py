"""Where the processor seconds of a submission go, with a worker for each exercise and with one for a file.

    python -m benchmarks.profile [--part 02_causal] [--students 12] [--right]

The class is the drawn one (`drawn_class.py`; with `--right`, of right programs only), graded and published by one
process at landlock, where the system adds up what all workers used. What starts once for a run (Python, torch, the
sandbox, the recorded checks) is not included.

fork        the judge's part of starting and ending workers, and all of the sandbox but what a worker does when asked
wire        packing and unpacking what is asked and answered, at both ends
arithmetic  what workers do besides: loading the student's file, reading code, and running what is asked
checks      all that the judge does besides: comparing, references, smaller examples, rules, making the result
diagnosis   naming mistakes; the arithmetic for that is the student's
store       writing to the database
pages       the files of the student

A worker's end of the wire is measured by doing the same work once more in the judge, which is left out everywhere else.
"""

import argparse
import contextlib
import os
import resource
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from autograder.course import Assignment, load_course
from autograder.diagnosis.matching import examine
from autograder.execution.prewarm import RecordedChecks, record_checks
from autograder.execution.publisher import Publisher, ScoreRules
from autograder.grading import exercise
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.results.model import GraderVersion
from autograder.results.store import Store
from autograder.sandbox.guest import wire
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.target import LazyResponse, frame_of
from autograder.sandbox.host.worker import WorkerProcess
from benchmarks.drawn_class import WRONG, drawn_class

STAGES = ("fork", "wire", "arithmetic", "checks", "diagnosis", "store", "pages")
BEFORE, AFTER = "a worker for each exercise", "a worker for each file"
Watched = tuple[Any, str, Callable[..., Any]]  # what has a function, its name, and what is called in its place
REPEATED = "repeated"  # work that is done only to measure it


class StageClock:
    """The processor seconds of this process by stage; a stage that is entered within another one is not part of it.

    Attributes:
        seconds: by stage.
        in_workers: what workers used from their start to their end.
        wire_in_workers: what of this is their end of the wire.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.in_workers = self.wire_in_workers = 0.0
        self._entered = ["checks"]
        self._since = time.process_time()

    @contextlib.contextmanager
    def within(self, stage: str) -> Iterator[None]:
        """Count what happens within this context as `stage`."""
        self._count()
        self._entered.append(stage)
        try:
            yield
        finally:
            self._count()
            self._entered.pop()

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function whose calls count as `stage`."""

        def call(*arguments: Any, **named: Any) -> Any:
            with self.within(stage):
                return function(*arguments, **named)

        return call

    def repeated(self, work: Callable[[], object]) -> None:
        """Do what a worker did for its end of the wire."""
        with self.within(REPEATED):
            start = time.process_time()
            work()
            self.wire_in_workers += time.process_time() - start

    def finish(self) -> None:
        """Count until now."""
        self._count()

    def _count(self) -> None:
        now = time.process_time()
        self.seconds[self._entered[-1]] += now - self._since
        self._since = now


@contextlib.contextmanager
def _watched(clock: StageClock) -> Iterator[None]:
    """Within this context, calls of the functions below are counted."""
    ways = (
        *_watched_workers(clock),
        (LazyResponse, "decode", clock.timed("wire", LazyResponse.decode)),
        (exercise, "examine", clock.timed("diagnosis", examine)),
        (Publisher, "publish_new", clock.timed("pages", Publisher.publish_new)),
        (Store, "add_all", clock.timed("store", Store.add_all)),
        (Store, "set_published", clock.timed("store", Store.set_published)),
    )
    with contextlib.ExitStack() as stack:
        for owner, name, function in ways:
            stack.enter_context(patch.object(owner, name, function))
        yield


def _watched_workers(clock: StageClock) -> tuple[Watched, ...]:
    fork, send, receive = WorkerProcess.__init__, WorkerProcess.send, WorkerProcess.receive
    start: dict[int, float] = {}

    def forked(worker: WorkerProcess, *arguments: Any) -> None:
        with clock.within("fork"):
            fork(worker, *arguments)
        start[id(worker)] = worker.clock.read().cpu

    def sent(worker: WorkerProcess, message: dict[str, Any], *rest: Any) -> None:
        with clock.within("wire"):
            send(worker, message, *rest)
        with clock.within(REPEATED):
            frame = wire.encode(message)
        clock.repeated(lambda: [*map(wire.decode_frame, (frame, *message.get("requests", ())))])

    def received(worker: WorkerProcess, *arguments: Any) -> tuple[LazyResponse, int]:
        with clock.within("wire"):
            response, size = receive(worker, *arguments)
        with clock.within(REPEATED):
            content = dict(response.decode())
        clock.repeated(lambda: frame_of(content))
        return response, size

    def ended(end: Callable[[WorkerProcess], Any]) -> Callable[[WorkerProcess], Any]:
        def ending(worker: WorkerProcess) -> Any:
            clock.in_workers += max(0.0, worker.clock.read().cpu - start.pop(id(worker)))
            with clock.within("fork"):
                return end(worker)

        return ending

    return (
        (WorkerProcess, "__init__", forked),
        (WorkerProcess, "send", sent),
        (WorkerProcess, "receive", received),
        (WorkerProcess, "finish", ended(WorkerProcess.finish)),
        (WorkerProcess, "post_mortem", ended(WorkerProcess.post_mortem)),
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", default="02_causal")
    parser.add_argument("--students", type=int, default=12)
    parser.add_argument("--right", action="store_true", help="a class of right programs only")
    options = parser.parse_args()
    assignment = load_course().assignment(options.part)
    recorded = record_checks([assignment])
    with tempfile.TemporaryDirectory() as folder:
        submissions = [
            Submission(made.parent.name, assignment.id, {file: (made / file).read_bytes() for file in assignment.files})
            for made in drawn_class(assignment.id, options.students, Path(folder), None if options.right else WRONG)
        ]
    _grade(assignment, recorded, submissions, together=True)  # what is done on first use is no part of a submission
    ways = ((BEFORE, False), (AFTER, True))
    seconds = {name: _profile(assignment, recorded, submissions, together=way) for name, way in ways}
    for name, stages in seconds.items():
        print(f"{name}: {sum(stages.values()):.3f} s;", ", ".join(f"{key} {stages[key]:.3f}" for key in STAGES))


def _profile(
    assignment: Assignment, recorded: RecordedChecks, submissions: Sequence[Submission], *, together: bool
) -> dict[str, float]:
    """Return the processor seconds per submission of each stage."""
    _, start = _grade(assignment, recorded, [], together=together)
    clock, children = _grade(assignment, recorded, submissions, together=together)
    clock.seconds["fork"] += max(0.0, children - start - clock.in_workers)
    clock.seconds["wire"] += clock.wire_in_workers
    clock.seconds["arithmetic"] += max(0.0, clock.in_workers - clock.wire_in_workers)
    return {stage: clock.seconds[stage] / len(submissions) for stage in STAGES}


def _grade(
    assignment: Assignment, recorded: RecordedChecks, submissions: Sequence[Submission], *, together: bool
) -> tuple[StageClock, float]:
    """Grade and publish; return what this process used, and what all others used that it started."""
    before, course = _used_by_children(), load_course()
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder)) as store,
        ForkServer(Level.LANDLOCK, course.limits) as fork_server,
    ):
        store.begin_run("profile", {})
        publisher = Publisher(Path(folder), ScoreRules(course), store, [item.student for item in submissions])
        fork_server.start()
        grader = ExerciseGrader(fork_server, course.limits, recorded, together=together, rubric=course.rubric)
        clock = StageClock()
        with _watched(clock):
            for item in submissions:
                result = grade_submission(grader, assignment, item, GraderVersion("benchmark", "", "")).to_json()
                publisher.publish_new(store.add(item.student, result), result)
            clock.finish()
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    return clock, _used_by_children() - before


def _used_by_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
