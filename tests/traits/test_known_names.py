"""Which names of arguments a page may tell: those that the exercise's text has."""

import dataclasses

from autograder.course import Course
from autograder.traits.known_names import known_names


def test_parameters_and_words_of_the_text_are_known_and_what_only_checks_say_is_not(course: Course) -> None:
    known = known_names(course.exercise("02_causal", "padding_mask"))
    assert {"lengths", "T"} <= known
    assert known.isdisjoint({"leading", "places"})


def test_of_an_exercise_that_is_not_in_the_file_no_name_is_known(course: Course) -> None:
    exercise = dataclasses.replace(course.exercise("02_causal", "padding_mask"), name="missing")
    assert known_names(exercise) == frozenset()
