"""Rehearses the checks on the solutions, in several processes where a run shall not wait for one of them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from autograder.checking.failures import CheckFailedError
from autograder.checking.recording import RecordedCheck, RecordedExample, record_check
from autograder.checking.registry import Check, checks_of
from autograder.checking.student_parameters import check_parameters
from autograder.classroom.troupe import in_processes
from autograder.course import Assignment, CourseError, Exercise, load_course
from autograder.diagnosis.mistakes import load_mistakes
from autograder.sandbox.box.compiler import leave_compiler_alone
from autograder.sandbox.inprocess import InProcess

Rehearsals = dict[tuple[str, str], tuple[RecordedCheck, ...]]


@dataclass(frozen=True)
class Part:
    """A check and the exercise that it is a part of."""

    exercise: Exercise
    check: Check

    @property
    def on_meta(self) -> bool:
        """Whether it sends tensors without numbers: their first use costs a process half a second of imports."""
        code = self.check.function.__code__
        return "agree_on_meta" in code.co_names or "meta" in code.co_consts


@dataclass(frozen=True)
class Stage:
    """Plays parts on the solutions, each of which is loaded once."""

    solutions: dict[tuple[str, str], InProcess] = field(default_factory=dict)

    def play(self, part: Part) -> tuple[RecordedExample, ...]:
        """The cases of a check, as the solution meets them.

        Raises:
            CourseError: the solution fails, or is not there.
        """
        exercise = part.exercise
        try:
            return record_check(part.check, self._solution(exercise.assignment, exercise.file)).cases
        except CheckFailedError as verdict:
            name = f"{exercise.assignment}.{exercise.name}"
            raise CourseError(f"{name}: the solution fails its own check: {verdict}") from verdict

    def _solution(self, assignment: str, file: str) -> InProcess:
        if (assignment, file) not in self.solutions:
            folder = load_course().solutions_folder / assignment
            if not (folder / file).is_file():
                raise CourseError(f"solutions/{assignment}/{file} is missing; the checks are rehearsed on it")
            self.solutions[assignment, file] = InProcess(folder, file)
        return self.solutions[assignment, file]


def rehearse_all(assignments: Iterable[Assignment], processes: int = 1) -> Rehearsals:
    """Run every check on the solution once and keep what it asks.

    Raises:
        CourseError: a check fails on the solution, the solution is missing, or the named mistakes are not valid.
    """
    load_mistakes()  # so that data that is not valid ends the run here, not in the first submission that needs it
    exercises = [exercise for assignment in assignments for exercise in assignment.exercises]
    for exercise in exercises:
        check_parameters(exercise)
    parts = [Part(exercise, check) for exercise in exercises for check in _checks(exercise)]
    shares = _shares(parts, processes)
    leave_compiler_alone()  # once for all processes
    played = in_processes(Stage().play, shares)
    cases = {part: found for pair in zip(shares, played, strict=True) for part, found in zip(*pair, strict=True)}
    return {
        (exercise.assignment, exercise.name): tuple(
            RecordedCheck(check, cases[Part(exercise, check)]) for check in _checks(exercise)
        )
        for exercise in exercises
    }


def _checks(exercise: Exercise) -> tuple[Check, ...]:
    return checks_of(exercise.assignment)[exercise.name]


def _shares(parts: list[Part], processes: int) -> list[list[Part]]:
    """What each process plays, about as much as any other; one of them all that is sent on meta."""
    shares: list[list[Part]] = [[part for part in parts if part.on_meta], *([] for _ in range(processes - 1))]
    for part in parts:
        if not part.on_meta:
            min(shares, key=len).append(part)
    return shares
