"""Hidden checks on the solution: they must pass, and ask the same in every run."""

import contextlib
import multiprocessing
import random
import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

import numpy as np
import torch

from autograder.audit.programs import with_callers
from autograder.checking.failures import CheckFailedError
from autograder.checking.recording import record_check
from autograder.checking.registry import checks_of
from autograder.course import Course, CourseError, Exercise
from autograder.course.code import PACKAGE
from autograder.execution.fork_map import follow_parent
from autograder.execution.prewarm import RecordedChecks, record_checks
from autograder.sandbox.host.in_process import InProcess
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse, Target
from autograder.verification.report import Problem

OTHER_SEED = 20_261
DRAWS = "asks something else in every run; draw with a seed, as `sample(…, seed=1)` does"
Digests = dict[str, bytes]  # of the requests of each check


@dataclass
class HiddenChecks:
    """The recorded checks of some exercises, and what is wrong with them."""

    recorded: RecordedChecks = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def record_hidden(course: Course, exercises: Sequence[Exercise]) -> HiddenChecks:
    """Run the checks of exercises, and of those that call them, on the solution, and again with another seed."""
    found = record_sound(course, _with_callers(course, exercises), set(exercises))
    drawn = [exercise for exercise in exercises if exercise.key in found.recorded]
    found.problems += unlike_in_another_run(course, drawn, found.recorded)
    return found


def record_sound(course: Course, exercises: Sequence[Exercise], told: Collection[Exercise]) -> HiddenChecks:
    """Run the checks of exercises on the solution; those of an exercise with a problem are left out.

    Args:
        course: the course.
        exercises: the exercises.
        told: those whose problems are named.
    """
    found = HiddenChecks()
    for exercise in exercises:
        try:
            found.recorded |= record_checks([course.assignment(exercise.assignment)], exercises=[exercise.name])
        except CourseError as error:
            sentence = str(error).removeprefix(f"{exercise.full_name}: ")
            if exercise in told:
                place = exercise.assignment if sentence == str(error) else exercise.full_name
                found.problems.append(Problem(place, sentence))
    return found


def unlike_in_another_run(course: Course, exercises: Sequence[Exercise], recorded: RecordedChecks) -> list[Problem]:
    """Name each check whose requests change when it is loaded and run once more, with other random numbers."""
    if not exercises:
        return []
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_record_again, args=(course, exercises, sender), daemon=True)
    process.start()
    sender.close()
    try:
        again: Digests = receiver.recv()
    except EOFError:
        again = {}
    process.join()
    problems = []
    for exercise in exercises:
        digests = digests_of(recorded, [exercise])
        other = [name for name, digest in digests.items() if again.get(name) != digest]
        problems += [Problem(exercise.full_name, f"the check {name.partition('.')[2]} {DRAWS}") for name in other]
    return problems


def digests_of(recorded: RecordedChecks, exercises: Iterable[Exercise]) -> Digests:
    """Return the digest of each check."""
    return {item.check.info.id: item.digest for exercise in exercises for item in recorded[exercise.key]}


def _with_callers(course: Course, exercises: Sequence[Exercise]) -> list[Exercise]:
    callers = (with_callers(item, course.assignment(item.assignment).of_file(item.file)) for item in exercises)
    return list(dict.fromkeys(exercise for group in callers for exercise in group))


class UnsettledSolution:
    """A solution after whose answers all random numbers are others than in the first run.

    A solution in this process seeds every generator, which would hide that a check draws from one of them.
    """

    def __init__(self, solution: Target) -> None:
        self._solution = solution
        self._asked = 0

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return the answers of the solution."""
        answers = self._solution.ask(requests)
        self.unsettle()
        return answers

    def unsettle(self) -> None:
        """Seed all generators with a number that was not used before."""
        self._asked += 1
        torch.manual_seed(OTHER_SEED + self._asked)
        random.seed(OTHER_SEED + self._asked)
        np.random.seed(OTHER_SEED + self._asked)  # noqa: NPY002 - the generator that a check may draw from by mistake


def _record_again(course: Course, exercises: Sequence[Exercise], sender: Connection) -> None:
    """Load the course's code anew and record, in a process of its own; a check that fails now has no digest."""
    follow_parent()
    checks_of.cache_clear()
    for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]
    digests: Digests = {}
    for exercise in exercises:
        solution = UnsettledSolution(InProcess(course.solutions_folder / exercise.assignment, exercise.file))
        solution.unsettle()  # before the checks are loaded
        for check in checks_of(exercise.assignment)[exercise.name]:
            solution.unsettle()
            with contextlib.suppress(CheckFailedError):
                digests[check.info.id] = record_check(check, solution).digest
    sender.send(digests)
