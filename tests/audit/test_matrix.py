"""Which checks are redundant: those by hand that reject nothing of their own and are not the only evidence."""

from types import SimpleNamespace
from typing import Any

from autograder.audit.matrix import Matrix, build_matrices
from autograder.checking.registry import CheckInfo
from autograder.course import Exercise

KEY = ("01_order", "largest")


def recorded(check: str, *, specified: bool = False, from_solution: bool = False, for_message: str = "") -> Any:
    """A check with one question; a specification asks its reference, or with `from_solution` the solution."""
    info = CheckInfo(f"largest.{check}", "", 1, "core", "", for_message, 0, specified, from_solution)
    examples = [SimpleNamespace(requests=[None])]
    return SimpleNamespace(check=SimpleNamespace(info=info, for_message=for_message), examples=examples)


def wrong(name: str, *failed: str) -> Any:
    """A wrong program that fails these checks."""
    exercise = Exercise(KEY[0], "order.py", KEY[1], 1)
    program = SimpleNamespace(name=name, kind="wrong", level="core", exercise=exercise)
    checks = [SimpleNamespace(id=f"largest.{check}", outcome="wrong values") for check in failed]
    return SimpleNamespace(program=program, own=SimpleNamespace(checks=checks))


def matrix(*checks: Any, rejected_by: str) -> Matrix:
    """The matrix of one wrong program, which one check rejects."""
    (found,) = build_matrices([wrong("first", rejected_by)], {KEY: checks})
    return found


VALUES = recorded("values", specified=True, from_solution=True)
NAMES = recorded("names", specified=True, from_solution=True)


def test_a_check_by_hand_that_rejects_nothing_of_its_own_is_redundant() -> None:
    found = matrix(recorded("values"), recorded("negative"), rejected_by="values")
    assert found.redundant == ["largest.negative"]
    assert found.notes == []


def test_one_that_explains_better_is_not() -> None:
    found = matrix(recorded("values"), recorded("negative", for_message="a plain sign"), rejected_by="values")
    assert found.redundant == []


def test_checks_of_a_specification_stay_whatever_programs_there_are_and_a_note_lists_them() -> None:
    found = matrix(VALUES, NAMES, recorded("figure"), rejected_by="values")
    assert found.untried == ["largest.names"]
    assert found.notes == ["no wrong program needs these checks: names"]


def test_a_figure_stays_where_all_other_checks_ask_the_solution() -> None:
    assert matrix(VALUES, recorded("figure"), rejected_by="values").redundant == []


def test_a_figure_is_redundant_beside_a_specification_with_a_reference_of_its_own() -> None:
    of_reference = recorded("values", specified=True)
    assert matrix(of_reference, recorded("figure"), rejected_by="values").redundant == ["largest.figure"]


def test_a_second_figure_is_redundant_where_the_first_earns_its_place() -> None:
    found = matrix(VALUES, recorded("figure"), recorded("another"), rejected_by="figure")
    assert found.redundant == ["largest.another"]
