"""Which model of faulty programs belongs to which exercise."""

import functools

from autograder.course import CourseError, Exercise
from autograder.course.code import course_code
from autograder.diagnosis.model import Model


@functools.cache
def model_of(exercise: Exercise) -> Model | None:
    """The model of an exercise, built when it is first asked for.

    Raises:
        CourseError: the course's code gives something else.
    """
    model = course_code().fault_model(exercise)
    if model is None or isinstance(model, Model):
        return model
    raise CourseError(
        f"solutions/course.py: fault_model gives a {type(model).__name__} for {exercise.name}, not a Model"
    )
