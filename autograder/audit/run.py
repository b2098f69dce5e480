"""Judging programs, many at once, and saying what is wrong with the verdicts."""

import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from autograder.audit.programs import Program, affected
from autograder.course import Course, Exercise
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.exercise import Attempt, ExerciseGrader
from autograder.grading.scoring import score_exercise
from autograder.grading.submission import judge_file
from autograder.results.model import ExerciseResult
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level


@dataclass(frozen=True)
class GradedProgram:
    """A program with the results of its own exercise and of those that call it."""

    program: Program
    results: tuple[ExerciseResult, ...]
    listed: bool  # whether a person is told to look at its code

    @property
    def own(self) -> ExerciseResult:
        """The result of the exercise that the program is about."""
        return next(result for result in self.results if result.name == self.program.exercise.name)

    @property
    def problem(self) -> str | None:
        """What is wrong with the verdict, if anything."""
        return _own_problem(self.program, self.own) or _others_problem(self) or _listing_problem(self)


def _own_problem(program: Program, own: ExerciseResult) -> str | None:
    lost = {check.level for check in own.checks if check.outcome != "right"}
    if program.kind == "wrong":
        if not lost:
            return "survives: full points"
        if program.level == "core" and "core" not in lost:
            return "survives at core: only robustness is lost"
        if program.level == "robustness" and "core" in lost:
            return "unfair: loses core points for a matter of robustness: " + _failed(own)
        return None
    if program.kind == "not allowed":
        return None if own.outcome == "not allowed" else f"not accused: {own.outcome}"
    return f"unfair: {_failed(own)}" if lost else None


def _others_problem(judged: GradedProgram) -> str | None:
    others = [result for result in judged.results if result is not judged.own and result.score < result.max_score]
    if judged.program.kind == "not allowed":  # a file that leads past the notes is read for all its exercises
        others = [result for result in others if result.outcome != "not allowed"]
    return f"costs other exercises: {', '.join(_failed(result) for result in others)}" if others else None


def _listing_problem(judged: GradedProgram) -> str | None:
    """Honest programs give a person nothing to look at; what gets round the rule does."""
    kind, listed = judged.program.kind, judged.listed
    if kind == "listed":
        return None if listed else "evades the rule and is not listed"
    return "listed as reflection" if listed and kind in ("wrong", "right", "allowed") else None


def _failed(result: ExerciseResult) -> str:
    return "; ".join(
        f"{check.id} ({check.outcome}: {check.message[:150]})" for check in result.checks if check.outcome != "right"
    )


@dataclass
class ProcessState:
    """What belongs to this process; set by the pool's initializer."""

    course: Course | None = None
    grader: ExerciseGrader | None = None


PROCESS = ProcessState()


def audit(
    course: Course, level: Level, rehearsals: RecordedChecks, programs: Sequence[Program], jobs: int
) -> Iterator[GradedProgram]:
    """Judge all programs through the wall, `jobs` at once."""
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, context, _init_process, (course, level, rehearsals)) as pool:
        yield from pool.map(_judge, programs, chunksize=4)


def _init_process(course: Course, level: Level, rehearsals: RecordedChecks) -> None:
    """Give an auditing process its course and its grader."""
    PROCESS.course = course
    PROCESS.grader = ExerciseGrader(ForkServer(level, course.limits), course.limits, rehearsals)


def _judge(program: Program) -> GradedProgram:
    if PROCESS.course is None or PROCESS.grader is None:
        raise RuntimeError("this process audits nothing: it was not initialized by the pool")
    exercise = program.exercise
    exercises = affected(exercise, PROCESS.course.assignment(exercise.assignment).of_file(exercise.file))
    trials = judge_file(PROCESS.grader, exercises, {exercise.file: program.source})
    return judged(program, exercises, trials)


def judged(program: Program, exercises: Sequence[Exercise], trials: Mapping[str, Sequence[Attempt]]) -> GradedProgram:
    """A program with its results."""
    results = tuple(score_exercise(item, trials[item.name]) for item in exercises)
    return GradedProgram(program, results, bool(trials[program.exercise.name][0].reflection))
