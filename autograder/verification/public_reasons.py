"""The reviewed list of wrong programs that pass all public tests, with the reason why no public test finds them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.audit.programs import Program
from autograder.course import Course, CourseError
from autograder.course.validation import Strict, convert, mistakes_in, read_optional_toml
from autograder.verification.public_verdicts import Outcome, passing_programs
from autograder.verification.report import Problem
from autograder.wording import first_of

LIST = "public_reasons.toml"  # in the shared folder of the solutions
MOST_NAMED = 6  # programs in one note


class ReasonTable(Strict, frozen=True):
    """A table named after a reason."""

    programs: list[str]


def read_reasons(folder: Path) -> dict[str, str]:
    """Return the reason for each program, `part/exercise__program`; a course may have no list.

    Args:
        folder: the shared folder of the solutions.

    Raises:
        CourseError: the list has a wrong key, or names a program twice.
    """
    reasons: dict[str, str] = {}
    with mistakes_in(LIST):
        for reason, table in convert(read_optional_toml(folder / LIST), dict[str, ReasonTable]).items():
            for program in table.programs:
                if program in reasons:
                    raise CourseError(f"{program} is listed twice")
                reasons[program] = reason
    return reasons


def passing_notes(course: Course, subjects: Sequence[Program], outcomes: Sequence[Outcome]) -> Iterator[Problem]:
    """Yield, for each exercise, the wrong programs of core level that pass all public tests and have no reason."""
    reasons = read_reasons(course.shared_folder)
    passing = [item for item in passing_programs(subjects, outcomes) if item.name not in reasons]
    for exercise in dict.fromkeys(item.exercise for item in passing):
        names = [item.cell_name for item in passing if item.exercise == exercise]
        text = f"wrong programs that pass all public tests, without a reason in {LIST}: {first_of(names, MOST_NAMED)}"
        yield Problem(exercise.full_name, text)


def stale_reasons(course: Course, subjects: Sequence[Program], outcomes: Sequence[Outcome]) -> Iterator[Problem]:
    """Yield each program of these exercises that has a reason, but does not pass all public tests or does not exist."""
    passing = {item.name for item in passing_programs(subjects, outcomes)}
    exercises = {f"{item.exercise.assignment}/{item.exercise.name}": item.exercise for item in subjects}
    for program in read_reasons(course.shared_folder):
        exercise = exercises.get(program.partition("__")[0])
        if exercise is not None and program not in passing:
            text = f"{LIST} has a reason for {program}, which is no program that passes all public tests"
            yield Problem(exercise.full_name, text)
