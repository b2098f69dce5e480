"""Verifies one exercise at every save, in forks of a process that has imported everything, with a warm sandbox."""

import gc
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

import hypothesis.strategies  # noqa: F401 - imported here, so that no run has to
import numpy as np
import torch

from autograder.audit.programs import PROGRAMS
from autograder.audit.run import ProgramRunner
from autograder.authoring import clearing  # noqa: F401 - the same
from autograder.authoring.generated import PUBLIC
from autograder.course import Course, CourseError, load_course
from autograder.course.find import COURSE_FILE
from autograder.course.load import forget_courses
from autograder.diagnosis.mistakes import MISTAKES_FILE
from autograder.execution.fork_map import follow_parent
from autograder.platforms.leaks.forbidden import forbidden_texts
from autograder.sandbox.guest.stand_in import StandIn
from autograder.sandbox.guest.warmup import skip_compiler
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from autograder.student_kit.judging import preload
from autograder.student_kit.runs import CLEAR, JUDGED
from autograder.student_kit.watching import TICK, Signature, signature
from autograder.verification.run import Verification
from autograder.verification.selection import CHECKS, named_selection

CODE = (CHECKS, PUBLIC, PROGRAMS, ".")  # the folders of a part with Python files


@dataclass(frozen=True)
class Watched:
    """The exercise that is watched, its course, and whether the screen is cleared before a report."""

    course: Course
    part: str
    exercise: str
    clear: bool

    @property
    def folder(self) -> Path:
        """The part in the solutions."""
        return self.course.solutions_folder / self.part

    def signature(self) -> Signature:
        """Return the names, times and sizes of all files on which the verdict depends."""
        shared = self.course.shared_folder
        code = signature((*(self.folder / name for name in CODE), shared, shared / "reference"))
        return (*code, *_times([self.course.folder / COURSE_FILE, self.folder / MISTAKES_FILE]))


def watch_exercise(watched: Watched, level: Level) -> None:
    """Verify the exercise, and again after every save, until interrupted.

    Raises:
        SandboxError: the sandbox does not start.
    """
    _get_ready(watched.course)
    with ForkServer(level, watched.course.limits) as sandbox:
        sandbox.start()  # a copy may be killed at any time, and this one stays warm
        saved = 0.0
        while True:
            seen = stable_signature(watched)
            copy = sandbox.clone()
            process = _start(watched, ProgramRunner(level, sandbox=copy), saved)
            try:
                wait_for_save(watched, seen, process)
            finally:
                process.kill()
                process.join()
                copy.close()
            saved = time.time()


def _get_ready(course: Course) -> None:
    """Do once what takes every process long the first time; nothing of the course's code is imported."""
    preload()
    skip_compiler()
    with StandIn():
        torch.ones(2, 3).to("cuda").mean(dim=-1)
    np.random.default_rng()
    forbidden_texts(course)  # of files that do not change
    gc.collect()
    gc.freeze()  # so that no run copies all memory to look for garbage


def stable_signature(watched: Watched) -> Signature:
    """Return the signature of the files once it is stable: an editor may be in the middle of writing."""
    before = watched.signature()
    while True:
        time.sleep(TICK)
        now = watched.signature()
        if now == before:
            return now
        before = now


def wait_for_save(watched: Watched, seen: Signature, process: BaseProcess) -> None:
    """Return when a file changes; meanwhile, say if the run has ended without a verdict."""
    reported = False
    while watched.signature() == seen:
        time.sleep(TICK)
        if not reported and process.exitcode not in (None, JUDGED):
            _say(f"the run has ended without a verdict (exit status {process.exitcode})\n{_waiting(watched)}")
            reported = True


def _start(watched: Watched, runner: ProgramRunner, saved: float) -> BaseProcess:
    """Start a run, which leaves Ctrl-C to this process."""
    process = multiprocessing.get_context("fork").Process(target=_verify, args=(watched, runner, saved))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # is inherited
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, before)
    return process


def _verify(watched: Watched, runner: ProgramRunner, saved: float) -> None:
    """Verify the exercise as it is now, print the report and end this process."""
    follow_parent()
    start = saved or time.time()
    _say(CLEAR if watched.clear else "", end="")
    problems = 0
    try:
        forget_courses()
        course = load_course()
        selection = named_selection(course, watched.part, watched.exercise)
        for step in Verification(course, selection, runner).steps_of_sources():
            problems += len(step.problems)
            _say("\n".join(step.lines()))
    except CourseError as error:
        problems += 1
        _say(f"  {error}")
    verdict = f"{problems} to mend" if problems else "everything holds"
    _say(f"{verdict}; {time.time() - start:.1f} s{' after the save' if saved else ''}\n{_waiting(watched)}")
    os._exit(JUDGED)


def _waiting(watched: Watched) -> str:
    return f"watching {watched.part} {watched.exercise}: save a file to run again, Ctrl-C ends"


def _say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def _times(paths: Iterable[Path]) -> Signature:
    found = []
    for path in paths:
        try:
            status = path.stat()
        except OSError:  # it is not there, or is being replaced
            continue
        found.append((str(path), status.st_mtime_ns, status.st_size))
    return tuple(found)
