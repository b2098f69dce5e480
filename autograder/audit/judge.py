"""Judges a program, and compares the verdict with what the program's kind requires."""

from dataclasses import dataclass

from autograder.audit.programs import Program, with_callers
from autograder.course import Course
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.scoring import score_exercise
from autograder.grading.submission import grade_file
from autograder.results.model import ExerciseResult
from autograder.sandbox.host.target import LoadFailure


@dataclass(frozen=True)
class GradedProgram:
    """A program with the results of its own exercise and of those that call it."""

    program: Program
    results: tuple[ExerciseResult, ...]
    listed: bool  # whether its code is listed for a person to review
    load_failure: LoadFailure | None = None  # the error that stopped its file while it was loaded

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


def _others_problem(graded: GradedProgram) -> str | None:
    others = [result for result in graded.results if result is not graded.own and result.score < result.max_score]
    if graded.program.kind == "not allowed":  # code that could bypass the record of calls counts for the whole file
        others = [result for result in others if result.outcome != "not allowed"]
    return f"costs other exercises: {', '.join(_failed(result) for result in others)}" if others else None


def _listing_problem(graded: GradedProgram) -> str | None:
    """Check that programs that evade the rule are listed for a person, and that honest programs are not."""
    kind, listed = graded.program.kind, graded.listed
    if kind == "listed":
        return None if listed else "evades the rule and is not listed"
    return "listed as reflection" if listed and kind in ("wrong", "right", "allowed") else None


def _failed(result: ExerciseResult) -> str:
    return "; ".join(
        f"{check.id} ({check.outcome}: {check.message[:150]})" for check in result.checks if check.outcome != "right"
    )


def judge_program(course: Course, grader: ExerciseGrader, program: Program) -> GradedProgram:
    """Grade the exercise of a program, and those of its file that call it, in the sandbox."""
    exercise = program.exercise
    exercises = with_callers(exercise, course.assignment(exercise.assignment).of_file(exercise.file))
    attempts = grade_file(grader, exercises, {exercise.file: program.source})
    results = tuple(score_exercise(item, attempts[item.name]) for item in exercises)
    own = attempts[exercise.name][0]
    return GradedProgram(program, results, bool(own.reflection), own.load_failure)
