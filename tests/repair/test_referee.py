"""A named mistake and the edits that were found: whether they speak of the same step."""

from autograder.repair.enumeration import ranked_program
from autograder.repair.likeness import Undoing
from autograder.repair.referee import in_agreement
from autograder.repair.search import RepairStep, SearchResult
from autograder.repair.source import Edit, Span

PROGRAM = """def f(x, later):
    scores = x * x
    scores = scores / 3
    weights = torch.softmax(scores, dim=-2)
    return weights
"""
AXIS = (Undoing("weights = torch.softmax(scores, dim=-2)", "weights = torch.softmax(scores, dim=-1)"),)
UNKNOWN = (Undoing("vocabulary = sorted(words)", "vocabulary = list(words)"),)
IN_AXIS = Edit("axis", 1, 1, Span(4, 43, 4, 45), "-2", "-1")
IN_SCALE = Edit("operand", 0, 1, Span(3, 13, 3, 23), "scores / 3", "scores")


def found(*edits: Edit) -> SearchResult:
    return SearchResult(passing=tuple(RepairStep(edit, edit.span.line) for edit in edits), original=PROGRAM)


def agreement(result: SearchResult, ways: tuple[Undoing, ...]) -> bool:
    program = ranked_program(PROGRAM.encode(), "f", frozenset(), (), ways=(ways,), most=5)
    return in_agreement(result, program.edits, ways)


def test_an_edit_of_the_step_of_the_mistake_agrees_with_its_name() -> None:
    assert agreement(found(IN_AXIS), AXIS)
    assert agreement(found(IN_SCALE, IN_AXIS), AXIS), "one of several edits that pass is enough"


def test_an_edit_of_another_step_does_not() -> None:
    assert not agreement(found(IN_SCALE), AXIS)


def test_nothing_disagrees_where_nothing_was_found_or_nobody_knows_the_step() -> None:
    assert agreement(found(), AXIS)
    assert agreement(found(IN_SCALE), ())
    assert agreement(found(IN_SCALE), UNKNOWN)
