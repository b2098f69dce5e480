"""Compares wrong programs that pass all public tests with the list of what is asked only when graded."""

from collections.abc import Iterator, Sequence

from autograder.audit.programs import Program
from autograder.authoring.asked_when_graded import LIST, read_reasons
from autograder.course import Course
from autograder.verification.public_verdicts import Outcome, passing_programs
from autograder.verification.report import Problem
from autograder.wording import first_of

MOST_NAMED = 6  # programs in one note


def passing_notes(course: Course, subjects: Sequence[Program], outcomes: Sequence[Outcome]) -> Iterator[Problem]:
    """Yield, for each exercise, the wrong programs that pass all public tests and are in no table.

    A course need not have the list; without it, there is nothing to compare.
    """
    reasons = read_reasons(course.shared_folder)
    if not reasons:
        return
    passing = [item for item in passing_programs(subjects, outcomes) if item.name not in reasons]
    for exercise in dict.fromkeys(item.exercise for item in passing):
        names = [item.cell_name for item in passing if item.exercise == exercise]
        text = f"wrong programs that pass all public tests and are not in {LIST}: {first_of(names, MOST_NAMED)}"
        yield Problem(exercise.full_name, text)


def stale_reasons(course: Course, subjects: Sequence[Program], outcomes: Sequence[Outcome]) -> Iterator[Problem]:
    """Yield each program of these exercises that is in a table and is no wrong program that passes all public tests."""
    passing = {item.name for item in passing_programs(subjects, outcomes)}
    exercises = {f"{item.exercise.assignment}/{item.exercise.name}": item.exercise for item in subjects}
    for program in read_reasons(course.shared_folder):
        exercise = exercises.get(program.partition("__")[0])
        if exercise is not None and program not in passing:
            text = f"{LIST} has {program}, which is no wrong program that passes all public tests"
            yield Problem(exercise.full_name, text)
