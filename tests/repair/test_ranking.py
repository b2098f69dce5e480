"""In which order edits are tried: what counts for one, and which of many alike are left out."""

import pytest

from autograder.course import Assignment, load_course
from autograder.diagnosis.mistakes import load_mistakes
from autograder.repair.likeness import Undoing
from autograder.repair.ranking import MOST_ALIKE, RankedEdit, chosen, ranked
from autograder.repair.rules import known_kinds
from autograder.repair.source import EXCHANGES, TAKES_OVER, Edit, ParsedText, Span
from autograder.repair.undoing import undoings_of

OWN = "def f(x):\n    '''Return the mean.'''\n    total = x.sum()\n    return total - 2\n"
RIGHT = "def f(x):\n    result = x.sum()\n    return result / 2\n"


def edit(old: str, new: str, *, kind: str = "operator", line: int = 4, group: int = EXCHANGES) -> Edit:
    return Edit(kind, group, 1, Span(line, 4, line, 4 + len(old)), old, new)


def order(*edits: Edit, undoings: tuple[Undoing, ...] = (), donor: str = RIGHT) -> list[str]:
    """What the edits put in, in the order in which they are tried."""
    found = ranked(ParsedText(OWN), "f", edits, undoings, (donor,) if donor else ())
    return [item.edit.new for item in found]


def test_an_edit_that_comes_nearer_to_a_right_program_is_tried_first() -> None:
    assert order(edit("total - 2", "total * 2"), edit("total - 2", "total / 2")) == ["total / 2", "total * 2"]
    same = order(edit("total - 2", "total * 2"), edit("total - 2", "total / 2"), donor="")
    assert same == ["total * 2", "total / 2"], "of equal ones, the order of edits stays"


def test_the_students_own_variables_and_words_of_docstrings_do_not_count() -> None:
    assert order(edit("x", "total"), edit("x", "mean"), donor=RIGHT.replace("result", "total")) == ["total", "mean"]


def test_what_is_like_the_change_that_undoes_a_mistake_is_tried_first() -> None:
    undoing = Undoing("total - 2", "total * 2")
    assert order(edit("-", "*"), edit("-", "/"), undoings=(undoing,), donor="")[0] == "*"


def test_a_kind_that_often_mends_a_program_is_tried_before_one_that_seldom_does() -> None:
    assert known_kinds()["range"].prior > known_kinds()["name"].prior
    assert order(edit("a", "b", kind="name"), edit("2", "3", kind="range"), donor="") == ["3", "b"]


def test_few_edits_of_one_kind_and_place_are_tried() -> None:
    alike = [RankedEdit(edit("2", str(number), kind="constant"), 0.0, -number) for number in range(9)]
    other = RankedEdit(edit("total", "x", kind="name"), 0.0, -99)
    assert [item.edit.new for item in chosen([*alike, other], 16)] == ["0", "1", "2", "x"][: MOST_ALIKE + 1]


def test_what_is_taken_over_from_right_programs_comes_in_between() -> None:
    own = [RankedEdit(edit("2", str(line), line=line, kind="constant"), 0.0, -line) for line in range(8)]
    taken = [
        RankedEdit(edit("2", "x", line=line, kind="statement taken over", group=TAKES_OVER), 0.0, 9) for line in (1, 2)
    ]
    groups = [item.edit.group == TAKES_OVER for item in chosen([*taken, *own], 8)]
    assert groups == [False, False, False, True, False, False, False, True]
    assert all(item.edit.group == TAKES_OVER for item in chosen(taken, 8))


@pytest.mark.parametrize("assignment", load_course().assignments, ids=lambda item: item.id)
def test_what_undoes_any_mistake_is_known_for_every_exercise(assignment: Assignment) -> None:
    names = list(load_mistakes())[::5]
    ways = [way for exercise in assignment.exercises for name in names for way in undoings_of(exercise, name)]
    assert ways
