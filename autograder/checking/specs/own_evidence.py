"""Whether anything speaks for the solution of an exercise except the solution itself."""

from autograder.checking.registry import checks_of
from autograder.course import Exercise


def has_own_evidence(exercise: Exercise) -> bool:
    """Whether a check of the exercise knows something that is not computed from the solution.

    That is a figure or a property in a check by hand, or a reference of its own.

    Raises:
        CourseError: the checks of the part cannot be read.
    """
    return any(not check.info.from_solution for check in checks_of(exercise.assignment)[exercise.name])
