"""Records the requests of all checks on the solutions, before grading; optionally in several processes."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from autograder.checking.failures import CheckFailedError
from autograder.checking.recording import RecordedCheck, RecordedExample, record_check
from autograder.checking.registry import Check, checks_of
from autograder.checking.student_parameters import check_parameters
from autograder.course import Assignment, CourseError, Exercise, load_course
from autograder.diagnosis.fingerprints import load_fingerprints
from autograder.diagnosis.mistakes import load_mistakes
from autograder.execution.fork_map import fork_map
from autograder.sandbox.guest.warmup import skip_compiler
from autograder.sandbox.host.in_process import InProcess

RecordedChecks = dict[tuple[str, str], tuple[RecordedCheck, ...]]  # by assignment id and exercise name


@dataclass(frozen=True)
class CheckJob:
    """A check to record, and the exercise that it belongs to."""

    exercise: Exercise
    check: Check

    @property
    def uses_meta_tensors(self) -> bool:
        """Whether the check sends tensors on the device `meta`: the first one costs a process half a second of imports.

        A literal "meta" in the function shows it. The requests themselves cannot, because jobs are divided between
        processes before any is recorded; a test compares both. A check of a specification says so by itself.
        """
        function = self.check.function
        return getattr(function, "uses_meta", False) or "meta" in function.__code__.co_consts


@dataclass(frozen=True)
class _Recorder:
    """Records checks on the solutions, each of which is loaded once."""

    solutions: dict[tuple[str, str], InProcess] = field(default_factory=dict)

    def record(self, job: CheckJob) -> tuple[RecordedExample, ...]:
        """Record the requests of a check on the solution.

        Raises:
            CourseError: the solution fails the check, or is missing.
        """
        exercise = job.exercise
        try:
            return record_check(job.check, self._solution(exercise.assignment, exercise.file)).examples
        except CheckFailedError as failure:
            name = f"{exercise.assignment}.{exercise.name}"
            raise CourseError(f"{name}: the solution fails its own check: {failure}") from failure

    def _solution(self, assignment: str, file: str) -> InProcess:
        if (assignment, file) not in self.solutions:
            folder = load_course().solutions_folder / assignment
            if not (folder / file).is_file():
                raise CourseError(f"solutions/{assignment}/{file} is missing; the checks are recorded on it")
            self.solutions[assignment, file] = InProcess(folder, file)
        return self.solutions[assignment, file]


def record_checks(
    assignments: Iterable[Assignment], processes: int = 1, exercises: Collection[str] | None = None
) -> RecordedChecks:
    """Run every check of some assignments on the solution once, and record its requests.

    Args:
        assignments: the assignments.
        processes: how many processes to fork for this; 1 records in this process.
        exercises: the names of the exercises whose checks to record; all without it.

    Raises:
        CourseError: a check fails on the solution, the solution is missing, or the data of a diagnosis is invalid.
    """
    assignments = tuple(assignments)
    load_mistakes()  # report invalid data now, not when the first submission needs it
    for assignment in assignments:
        load_fingerprints(assignment.id)
    chosen = [
        exercise
        for assignment in assignments
        for exercise in assignment.exercises
        if exercises is None or exercise.name in exercises
    ]
    for exercise in chosen:
        check_parameters(exercise)
    shares = _shares([CheckJob(exercise, check) for exercise in chosen for check in _checks(exercise)], processes)
    skip_compiler()  # once, before the processes are forked
    recorded = fork_map(_Recorder().record, shares)
    examples = {job: own for pair in zip(shares, recorded, strict=True) for job, own in zip(*pair, strict=True)}
    return {
        (exercise.assignment, exercise.name): tuple(
            RecordedCheck(check, examples[CheckJob(exercise, check)]) for check in _checks(exercise)
        )
        for exercise in chosen
    }


def _checks(exercise: Exercise) -> tuple[Check, ...]:
    return checks_of(exercise.assignment)[exercise.name]


def _shares(jobs: list[CheckJob], processes: int) -> list[list[CheckJob]]:
    """Divide the jobs evenly between processes; all that use meta tensors go to one process."""
    shares: list[list[CheckJob]] = [[job for job in jobs if job.uses_meta_tensors], *([] for _ in range(processes - 1))]
    for job in jobs:
        if not job.uses_meta_tensors:
            min(shares, key=len).append(job)
    return shares
