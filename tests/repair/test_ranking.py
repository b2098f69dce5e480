"""In which order edits are tried: what counts for one, and which of many alike are left out."""

import ast
import json

import pytest

from autograder.course import Assignment, load_course
from autograder.diagnosis.mistakes import load_mistakes
from autograder.repair import ranking
from autograder.repair.likeness import OF_SAME_CALL, Undoing, likenesses
from autograder.repair.ranking import MOST_ALIKE, WEIGHTS_FILE, Definition, EditFeatures, RankedEdit, chosen, ranked
from autograder.repair.rules import known_kinds
from autograder.repair.source import EXCHANGES, TAKES_OVER, Edit, Span, Text
from autograder.repair.undoing import undoings_of

OWN = "def f(x):\n    '''Return the mean.'''\n    total = x.sum()\n    return total - 2\n"
RIGHT = "def f(x):\n    result = x.sum()\n    return result / 2\n"


def edit(old: str, new: str, *, kind: str = "operator", line: int = 4, group: int = EXCHANGES) -> Edit:
    return Edit(kind, group, 1, Span(line, 4, line, 4 + len(old)), old, new)


def features(edits: list[Edit], *undoings: Undoing) -> list[dict[str, float]]:
    own, right = Definition.of(ast.parse(OWN), "f"), Definition.of_donor((RIGHT,), "f")
    made = EditFeatures.of(own, right, edits, undoings)
    return [made.of_edit(item, 0.0) for item in edits]


def test_what_a_right_program_has_and_the_students_lacks_counts_for_an_edit() -> None:
    nearer, farther = features([edit("total - 2", "total / 2"), edit("total - 2", "total * 2")])
    assert (nearer["gain_add"], nearer["bad_add"]) == (1, 0)
    assert (farther["gain_add"], farther["bad_add"]) == (0, 1)
    assert nearer["gain_rem"] == farther["gain_rem"] == 1, "the right program has no minus"


def test_an_axis_that_is_counted_from_the_other_end_is_told_apart() -> None:
    changes = (("-2", "0"), ("-2", "-1"), ("1", "-1"))
    made = features([edit(old, new, kind="axis") for old, new in changes])
    assert [(item["to_front"], item["to_end"]) for item in made] == [(1, 0), (0, 0), (0, 1)]
    assert features([edit("-2", "2", kind="constant")])[0]["to_front"] == 0


def test_a_number_that_is_doubled_is_told_from_others() -> None:
    changes = (("4", "8"), ("4", "5"), ("0", "0.0"), ("4", "float('inf')"))
    made = features([edit(old, new, kind="constant") for old, new in changes])
    assert [item["doubled"] for item in made] == [1, 0, 0, 0]


def test_the_students_own_variables_do_not_count() -> None:
    (swapped,) = features([edit("total", "result")])
    assert (swapped["gain_add"], swapped["bad_add"], swapped["bad_rem"]) == (0, 1, 0)


def test_docstrings_and_the_donors_variables_are_no_words_of_a_definition() -> None:
    own, right = Definition.of(ast.parse(OWN), "f"), Definition.of_donor((RIGHT,), "f")
    assert own.count("mean") == 0
    assert (right.count("result"), right.count("/")) == (0, 1)
    assert Definition.of_donor((), "f").words == {}


def test_the_family_of_a_mistake_tells_kinds_that_mend_it_from_those_that_do_not() -> None:
    edits = [edit("-1", "-2", kind="axis"), edit("x", "x / 2", kind="scale")]
    axis, scale = features(edits, Undoing("", "", "axis"))
    assert (axis["of_family"], axis["of_other"], scale["of_family"], scale["of_other"]) == (1, 0, 0, 1)
    assert [item["of_other"] for item in features(edits)] == [0, 0], "no family is known"


def test_weights_decide_and_of_equal_edits_the_smaller_one_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = dict.fromkeys(json.loads(WEIGHTS_FILE.read_text(encoding="utf-8")), 0.0)
    edits = [edit("total", "x", kind="name"), edit("2", "3", kind="constant"), edit("sum", "mean", kind="in place")]
    definitions = Definition.of(ast.parse(OWN), "f"), Definition.of_donor((RIGHT,), "f")
    monkeypatch.setattr(ranking, "fitted_weights", lambda: weights | {"kind:constant": 2.0})
    order = [item.edit.kind for item in ranked(Text(OWN), edits, (), definitions)]
    assert order == ["constant", "in place", "name"], "a kind without a weight is rare, and so is meant where it fits"
    first = ranked(Text(OWN), edits, (), definitions, right=[edits[0]])[0]
    assert (first.edit, first.makes_formula_right) == (edits[0], True)


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


def test_every_weight_is_of_a_feature() -> None:
    weights = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    (made,) = features([edit("2", "3")])
    kinds = {f"kind:{kind}" for kind in known_kinds()}
    groups = {f"{name}:{group}" for name in ("group", "size") for group in range(4)}
    assert set(weights) <= {name for name in made if ":" not in name} | kinds | groups
    assert {"likeness", "gain_add", "gain_rem"} <= set(weights)
    assert all(weights[name] > 0 for name in ("likeness", "gain_add", "gain_rem"))


def test_no_word_of_a_docstring_counts_whatever_stands_in_its_place() -> None:
    documented = "class f:\n    '''Say hello.'''\n\n    def g(self):\n        '''Wave.'''\n        return 1\n"
    assert Definition.of(ast.parse(documented), "f").words.keys() == {"class", "f", "def", "g", "1"}


def test_another_way_to_count_the_axis_of_the_same_call_is_like_what_undoes_a_wrong_axis() -> None:
    program = Text("def f(x):\n    y = x.softmax(1)\n    return torch.cat(y, dim=2)\n")
    axes = [
        Edit("axis", EXCHANGES, 1, Span(2, 18, 2, 19), "1", "-1"),
        Edit("axis", EXCHANGES, 1, Span(3, 28, 3, 29), "2", "0"),
    ]
    alike = likenesses(program, axes, [Undoing("dim = -2", "dim = -1", "axis", frozenset({"softmax"}))])
    assert alike[0] == OF_SAME_CALL > alike[1]
    assert OF_SAME_CALL not in likenesses(program, axes, [Undoing("dim = -2", "dim = -1", "axis")])


@pytest.mark.parametrize("assignment", load_course().assignments, ids=lambda item: item.id)
def test_what_undoes_any_mistake_is_known_for_every_exercise(assignment: Assignment) -> None:
    names = list(load_mistakes())[::5]
    ways = [way for exercise in assignment.exercises for name in names for way in undoings_of(exercise, name)]
    assert ways
    if assignment.id == "02_causal":
        assert any("softmax" in way.callees for way in ways if way.family == "axis")
