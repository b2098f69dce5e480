"""Compares wrong programs that pass all public tests with what their heads say: `public: settings`."""

from collections.abc import Iterator, Sequence

from autograder.audit.only_when_graded import ONLY_WHEN_GRADED, questions_when_graded
from autograder.audit.programs import Program
from autograder.course import Course
from autograder.verification.public_verdicts import Outcome, passing_programs
from autograder.verification.report import Problem
from autograder.wording import first_of

MOST_NAMED = 6  # programs in one note


def passing_notes(course: Course, subjects: Sequence[Program], outcomes: Sequence[Outcome]) -> Iterator[Problem]:
    """Yield, for each exercise, the wrong programs that pass all public tests and do not say of what kind they are.

    A course need not have kinds; without them, there is nothing to compare.
    """
    if not questions_when_graded(course):
        return
    passing = [item for item in passing_programs(subjects, outcomes) if not item.public]
    for exercise in dict.fromkeys(item.exercise for item in passing):
        names = [item.cell_name for item in passing if item.exercise == exercise]
        advice = f"give each `public:` and a kind of {ONLY_WHEN_GRADED}"
        text = f"wrong programs that pass all public tests; {advice}: {first_of(names, MOST_NAMED)}"
        yield Problem(exercise.full_name, text)


def stale_reasons(subjects: Sequence[Program], outcomes: Sequence[Outcome]) -> Iterator[Problem]:
    """Yield each of these programs that says why it passes all public tests and does not pass them."""
    passing = {item.name for item in passing_programs(subjects, outcomes)}
    for item in subjects:
        if item.public and item.name not in passing:
            text = f"{item.cell_name} has `public: {item.public}`, and a public test finds it"
            yield Problem(item.exercise.full_name, text)
