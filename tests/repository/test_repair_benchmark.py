"""The benchmark of repair: which right programs it takes statements from."""

from autograder.audit.programs import right_definitions
from autograder.course import load_course
from benchmarks.repair import donors_of


def test_the_patched_program_is_no_donor_and_one_that_only_binds_the_name_is() -> None:
    course = load_course()
    exercise = course.exercise("05_gradient_descent", "first_order_approximation")
    solution, *others = right_definitions(course, exercise)
    donors = donors_of(course, exercise, solution, "others")
    assert solution not in donors
    bound = [item for item in others if "first_order_approximation = " in item]
    assert bound
    assert set(bound) <= set(donors)
