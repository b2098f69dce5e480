"""The line that a class run names where no change of it is proved to mend anything."""

from collections.abc import Callable

from autograder.repair.mode import RepairMode
from autograder.reports.feedback_text import feedback_markdown, result_text
from autograder.results.model import ExerciseResult, Result
from tests.helpers.grading import solution

Grade = Callable[[bytes, RepairMode], Result]
SOFTMAX_AGAIN = """
def mask_and_renormalize(weights):
    T = weights.size(-1)
    allowed = torch.ones(T, T, dtype=torch.bool, device=weights.device).tril()
    kept = torch.where(allowed, weights, -torch.inf)
    return kept.softmax(dim=-1)
"""
FAILING = """
def padding_mask(lengths, T):
    def cells(table, size):
        return table.reshape(2, 3, 5, 7, size)
    first = cells(lengths, T)
    second = first + 1
    third = second * first
    fourth = third.tril()
    return fourth > second
"""


def graded(grade_result: Grade, program: str, mode: RepairMode = RepairMode.LOCATE) -> tuple[Result, ExerciseResult]:
    result = grade_result(solution("02_causal", "causal.py") + program.encode(), mode)
    (wrong,) = [item for item in result.exercises if item.outcome not in ("right", "not submitted")]
    return result, wrong


def line_of(code: str, program: str) -> int:
    """The line of a piece of code in the file."""
    text = solution("02_causal", "causal.py").decode() + program
    return text[: text.rindex(code)].count("\n") + 1


def test_the_first_value_that_right_programs_do_not_compute_is_marked(grade_result: Grade) -> None:
    result, wrong = graded(grade_result, SOFTMAX_AGAIN)
    line = line_of("torch.where", SOFTMAX_AGAIN)
    assert (wrong.look_at["line"], wrong.look_at["kind"]) == (line, "first difference")
    sentence = f"line {line}: here values first differ from those of {wrong.look_at['programs']} right programs"
    assert wrong.look_at["sentence"] == sentence
    assert sentence in feedback_markdown(result.to_json())
    assert f"line {line}: here values first differ" in " ".join(result_text(result.to_json()).split())


def test_it_is_no_proof_so_other_checks_are_not_said_to_have_found_the_same_mistake(grade_result: Grade) -> None:
    assert "The same mistake" not in feedback_markdown(graded(grade_result, SOFTMAX_AGAIN)[0].to_json())


def test_where_nothing_was_computed_before_an_error_its_line_is_marked(grade_result: Grade) -> None:
    result, wrong = graded(grade_result, FAILING)
    line = line_of("return table", FAILING)
    assert (wrong.look_at["line"], wrong.look_at["kind"]) == (line, "error")
    assert f"In causal.py, line {line}: the error surfaced here:" in feedback_markdown(result.to_json())


def test_a_run_that_seeks_no_lines_has_none(grade_result: Grade) -> None:
    result, wrong = graded(grade_result, SOFTMAX_AGAIN, RepairMode.NONE)
    assert wrong.look_at == {}
    assert "look_at" not in str(result.to_json())
