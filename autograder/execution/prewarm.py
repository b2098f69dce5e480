"""Records the requests of all checks on the solutions, before grading; in several processes, or once for many runs."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from autograder.checking.failures import CheckFailedError
from autograder.checking.judged import CheckBrokenError, one_line
from autograder.checking.recording import RecordedCheck, record_check
from autograder.checking.reference_cache import MEMORY, remembering
from autograder.checking.registry import Check, checks_of
from autograder.checking.student_parameters import check_parameters
from autograder.course import Assignment, CourseError, Exercise, load_course
from autograder.course.code import course_place
from autograder.diagnosis.fingerprints import load_fingerprints
from autograder.diagnosis.mistakes import check_rubric, load_mistakes
from autograder.execution.fork_map import fork_map
from autograder.execution.recording_cache import Recording, RecordingCache
from autograder.sandbox.guest.warmup import skip_compiler
from autograder.sandbox.host.in_process import InProcess
from autograder.sandbox.host.student_text import unmarked

RecordedChecks = dict[tuple[str, str], tuple[RecordedCheck, ...]]  # by assignment id and exercise name


@dataclass(frozen=True)
class CheckJob:
    """A check to record, and the exercise that it belongs to."""

    exercise: Exercise
    check: Check


@dataclass(frozen=True)
class _Recorder:
    """Records checks on the solutions, each of which is loaded once."""

    solutions: dict[tuple[str, str], InProcess] = field(default_factory=dict)

    def record(self, job: CheckJob) -> Recording:
        """Record the requests of a check on the solution.

        Raises:
            CourseError: the solution fails the check, the check has a slip, or the solution is missing.
        """
        exercise, name = job.exercise, job.check.info.id.partition(".")[2]
        try:
            with remembering() as references:
                recorded = record_check(job.check, self._solution(exercise.assignment, exercise.file))
            return Recording(recorded.examples, references)
        except CheckBrokenError as broken:
            raise CourseError(f"{exercise.full_name}: the check {name} ends in an error: {broken.slip}") from broken
        except CheckFailedError as failure:
            why = one_line(failure.explanation or f"{course_place(failure)}: {unmarked(failure.message)}".lstrip(": "))
            raise CourseError(f"{exercise.full_name}: the solution fails its own check {name}: {why}") from failure

    def _solution(self, assignment: str, file: str) -> InProcess:
        if (assignment, file) not in self.solutions:
            folder = load_course().solutions_folder / assignment
            if not (folder / file).is_file():
                raise CourseError(f"solutions/{assignment}/{file} is missing; the checks are recorded on it")
            self.solutions[assignment, file] = InProcess(folder, file)
        return self.solutions[assignment, file]


def record_checks(
    assignments: Iterable[Assignment],
    processes: int = 1,
    exercises: Collection[str] | None = None,
    *,
    cache: RecordingCache | None = None,
) -> RecordedChecks:
    """Run every check of some assignments on the solution once, and record its requests.

    Args:
        assignments: the assignments.
        processes: how many processes to fork for this; 1 records in this process.
        exercises: the names of the exercises whose checks to record; all without it.
        cache: where recordings of whole assignments are kept for other runs.

    Raises:
        CourseError: a check fails on the solution, the solution is missing, or the data of a diagnosis is invalid.
    """
    assignments = tuple(assignments)
    jobs = [job for item in assignments for job in _jobs(item, exercises)]
    cache = cache if exercises is None else None
    recordings = _load(assignments, cache) if cache else {}
    missing = [job for job in jobs if job not in recordings]
    recordings |= _record(missing, processes)
    if cache:
        _store(missing, recordings, cache)
    recorded: dict[tuple[str, str], list[RecordedCheck]] = {}
    for job in jobs:
        own = recorded.setdefault((job.exercise.assignment, job.exercise.name), [])
        own.append(RecordedCheck(job.check, recordings[job].examples))
    return {name: tuple(checks) for name, checks in recorded.items()}


def load_diagnoses(assignments: Iterable[str]) -> None:
    """Load what diagnoses of these assignments need, for all processes that are forked from now on.

    Raises:
        CourseError: it is invalid.
    """
    load_mistakes()
    check_rubric()
    for assignment in assignments:
        load_fingerprints(assignment)


def _jobs(assignment: Assignment, exercises: Collection[str] | None) -> list[CheckJob]:
    chosen = [item for item in assignment.exercises if exercises is None or item.name in exercises]
    return [CheckJob(exercise, check) for exercise in chosen for check in _checks(exercise)]


def _load(assignments: Iterable[Assignment], cache: RecordingCache) -> dict[CheckJob, Recording]:
    """Return the recordings of the assignments of which all are kept; results of references are restored."""
    loaded: dict[CheckJob, Recording] = {}
    for assignment in assignments:
        jobs = {job.check.info.id: job for job in _jobs(assignment, None)}
        kept = cache.load(assignment.id) or {}
        if kept.keys() == jobs.keys():
            loaded |= {job: kept[name] for name, job in jobs.items()}
    for recording in loaded.values():
        MEMORY.results.update(recording.references)
    return loaded


def _store(jobs: Iterable[CheckJob], recordings: Mapping[CheckJob, Recording], cache: RecordingCache) -> None:
    """Keep the recordings of whole assignments."""
    by_assignment: dict[str, dict[str, Recording]] = {}
    for job in jobs:
        by_assignment.setdefault(job.exercise.assignment, {})[job.check.info.id] = recordings[job]
    for assignment, own in by_assignment.items():
        cache.store(assignment, own)


def _record(jobs: Sequence[CheckJob], processes: int) -> dict[CheckJob, Recording]:
    if not jobs:
        return {}
    load_diagnoses({job.exercise.assignment: None for job in jobs})  # report invalid data now, not when it is needed
    for exercise in dict.fromkeys(job.exercise for job in jobs):
        check_parameters(exercise)
    skip_compiler()  # once, before the processes are forked
    shares = [list(jobs[place::processes]) for place in range(processes)]
    recorded = fork_map(_Recorder().record, shares)
    return {job: own for pair in zip(shares, recorded, strict=True) for job, own in zip(*pair, strict=True)}


def _checks(exercise: Exercise) -> tuple[Check, ...]:
    return checks_of(exercise.assignment)[exercise.name]
