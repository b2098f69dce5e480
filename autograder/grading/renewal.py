"""Tells a kept result anew, in the words and at the prices of today. Nothing is run."""

from autograder.checking.registry import checks_of
from autograder.course import Assignment
from autograder.course.model import Rubric
from autograder.diagnosis.rewording import reworded
from autograder.grading.prices import priced
from autograder.results.model import ExerciseResult


def renewed(result: ExerciseResult, assignment: Assignment, rubric: Rubric) -> ExerciseResult:
    """Return the result of an exercise as it is told today.

    Args:
        result: how it was told before.
        assignment: the assignment of the exercise.
        rubric: what named mistakes cost.
    """
    points = next(item.points for item in assignment.exercises if item.name == result.name)
    worth = {check.info.id: check.info.points for check in checks_of(assignment.id)[result.name]}
    return priced(reworded(result), rubric, points, worth)
