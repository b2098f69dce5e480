"""Wrong and right programs against the hidden checks, and wrong programs that are wrong for another reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.audit.judge import GradedProgram
from autograder.audit.matrix import Matrix
from autograder.audit.programs import Program, affected_names, read_programs
from autograder.audit.run import ProgramRunner
from autograder.course import Course, CourseError, Exercise
from autograder.execution.prewarm import RecordedChecks
from autograder.sandbox.host.student_text import unmarked
from autograder.verification.report import Problem

SLIPS = ("SyntaxError", "IndentationError", "ImportError", "ModuleNotFoundError", "NameError")
UNFIT = ("crashed", "does not parse")


@dataclass(frozen=True)
class Programs:
    """The programs of some exercises, and the problems with reading them."""

    programs: list[Program]
    problems: list[Problem]


def programs_of(course: Course, exercises: Sequence[Exercise]) -> Programs:
    """Read the programs of exercises; each must have a wrong one and a right one."""
    found = Programs([], [])
    for exercise in exercises:
        try:
            own = read_programs(course, [course.assignment(exercise.assignment)], exercise.name)
        except CourseError as error:
            found.problems.append(Problem(exercise.full_name, str(error)))
            continue
        found.programs.extend(own)
        kinds = {program.kind for program in own}
        for kind in [kind for kind in ("wrong", "right") if kind not in kinds]:
            found.problems.append(Problem(exercise.full_name, f"has no {kind} program in programs/{exercise.name}.py"))
    return found


def graded_programs(
    course: Course, runner: ProgramRunner, recorded: RecordedChecks, programs: Sequence[Program]
) -> list[GradedProgram]:
    """Grade those programs whose exercise, and all that call it, have recorded checks."""
    known = {name for _, name in recorded}
    ready = [
        program
        for program in programs
        if program.exercise.key in recorded
        and affected_names([program], [course.assignment(program.exercise.assignment)]) <= known
    ]
    return list(runner.grade(course, recorded, ready)) if ready else []


def program_problems(graded: Sequence[GradedProgram], matrices: Sequence[Matrix]) -> Iterator[Problem]:
    """Yield each wrong verdict, each wrong program that only crashes by a slip, and each check that is not needed."""
    for item in graded:
        exercise = item.program.exercise.full_name
        slip = slip_of(item) if item.program.kind == "wrong" else ""
        text = f"ends in {slip}, which is not what it is about; mend the program" if slip else item.problem
        if text is not None:
            yield Problem(exercise, f"{item.program.kind} program {item.program.cell_name}: {text}")
    for matrix in matrices:
        for name in matrix.redundant:
            text = f"the check {name.partition('.')[2]} is not needed: cheaper checks reject all that it rejects"
            yield Problem(f"{matrix.assignment}.{matrix.exercise}", text)


def program_notes(matrices: Sequence[Matrix]) -> Iterator[Problem]:
    """Yield which checks of a specification no wrong program has tried."""
    for matrix in matrices:
        for note in matrix.notes:
            yield Problem(f"{matrix.assignment}.{matrix.exercise}", note)


def slip_of(graded: GradedProgram) -> str:
    """Return the error, one of `SLIPS`, that ends a program while it is loaded or in every check that it fails."""
    if graded.load_failure is not None and (kind := unmarked(graded.load_failure.type)) in SLIPS:
        return kind
    failed = [check for check in graded.own.checks if check.outcome != "right"]
    kinds = [check.failure.exception.type if check.failure and check.failure.exception else "" for check in failed]
    unfit = all(check.outcome in UNFIT for check in failed) and set(kinds) <= set(SLIPS)
    return kinds[0] if kinds and unfit else ""
