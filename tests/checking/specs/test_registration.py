"""What `spec` registers: ids, texts, points, and one sentence where it is used in a way that makes no sense."""

from pathlib import Path

import pytest

from autograder.checking.registry import Check, shared_points
from autograder.course import CourseError
from tests.helpers.specified_checks import failed, judged, specified

IMPORTS = """
from autograder.checking.registry import check
from autograder.checking.specs import CheckText, spec
from solutions.shared.reference.attention import attention_scores
"""
SCORES = 'spec("attention_scores", inputs={{"queries": "T_q d", "keys": "T_k d"}}, {})'
BY_HAND = """
@check("attention_scores.values", "the figures of the source", points=0.4)
def test_by_hand(student):
    pass
"""
RIGHT = "def attention_scores(queries, keys):\n    return queries @ keys.transpose(-2, -1)\n"
WRONG = "def attention_scores(queries, keys):\n    return 2 * queries @ keys.transpose(-2, -1)\n"


def scores(options: str = "", more: str = "") -> list[Check]:
    return specified(f"{IMPORTS}\n{SCORES.format(options)}\n{more}", points=2)


def test_points_follow_from_shares_and_sum_to_those_of_the_exercise() -> None:
    points = {check.info.id.split(".")[1]: check.info.points for check in scores()}
    assert sum(points.values()) == pytest.approx(2)
    assert points["gradient"] == points["second_call"] > points["values"] > points["names"] > 0


def test_a_check_by_hand_takes_the_place_of_a_template_and_its_points_first() -> None:
    checks = scores(more=BY_HAND)
    (values,) = [check.info for check in checks if check.info.id == "attention_scores.values"]
    assert values.title == "the figures of the source"
    assert sum(check.info.points for check in checks) == pytest.approx(2)


def test_core_checks_come_before_robustness() -> None:
    levels = [check.info.level for check in scores(more=BY_HAND)]
    assert levels == sorted(levels)


def test_title_hint_points_and_id_can_be_given() -> None:
    (info,) = [
        check.info
        for check in scores('checks={"sizes": CheckText("any at all", "Count.", points=0.3, id="lengths")}')
        if check.info.id == "attention_scores.lengths"
    ]
    assert (info.title, info.hint, info.points, info.level) == ("any at all", "Count.", 0.3, "core")


def test_a_check_that_runs_another_template_rejects_what_that_rejects(tmp_path: Path) -> None:
    checks = scores('checks={"values": CheckText(also=("longest",))}')
    assert "attention_scores.longest" not in {check.info.id for check in checks}
    short = RIGHT.replace("queries @", "queries[..., :100, :] @")
    assert failed(judged(checks, RIGHT, short, tmp_path)) == {"values"}


@pytest.mark.parametrize("reference", ["", "reference=attention_scores"])
def test_without_a_reference_the_solution_says_what_is_right(reference: str, tmp_path: Path) -> None:
    checks = scores(reference)
    assert all(check.info.from_solution is not bool(reference) for check in checks)
    assert failed(judged(checks, RIGHT, RIGHT, tmp_path)) == set()
    assert {"values", "gradient", "leading", "sizes"} <= failed(judged(checks, RIGHT, WRONG, tmp_path))


def test_a_class_is_compared_with_the_solution_and_given_weights(tmp_path: Path) -> None:
    text = """
from autograder.checking.specs import spec
spec("SelfAttention", inputs={"x": "T d_in"}, init={"d_in": "d_in", "d_out_kq": "d_k", "d_out_v": "d_v"},
     weights={"W_query": "d_in d_k", "W_key": "d_in d_k", "W_value": "d_in d_v"}, without=("structure",))
"""
    layer = """
import torch
class SelfAttention(torch.nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        new = torch.rand
        self.W_query, self.W_key, self.W_value = (
            torch.nn.Parameter(new(d_in, width)) for width in (d_out_kq, d_out_kq, d_out_v)
        )
    def forward(self, x):
        scores = (x @ self.W_query) @ (x @ self.W_key).mT
        return torch.softmax(scores / self.W_key.shape[1] ** 0.5, -1) @ (x @ self.W_value)
"""
    checks = specified(text)
    assert failed(judged(checks, layer, layer, tmp_path)) == set()
    assert "values" in failed(judged(checks, layer, layer.replace(" ** 0.5", ""), tmp_path))


MISUSES = {
    'without=("value",)': r"attention_scores: no template is called 'value'; there are values, gradient",
    'checks={"sizes": CheckText()}, without=("sizes",)': "sizes has a text, but no check of its own",
    'checks={"values": CheckText(also=("sizes",))}': "sizes draws examples, so no other check can also run it",
    'checks={"structure": CheckText()}': "structure does not apply to this exercise",
    'init={"d": "d"}': "a class needs init=",
    'checks={"values": CheckText(id="Two words")}': "'Two words' is no id of a check",
    'draws={"scores": print}': "draws names 'scores', which is neither an input nor a weight",
    'sizes={"k": 3}': "sizes names 'k', which occurs in no shape",
}


@pytest.mark.parametrize("options", MISUSES)
def test_a_misuse_is_told_in_a_sentence(options: str) -> None:
    with pytest.raises(CourseError, match=MISUSES[options]):
        scores(options)


def test_points_are_divided_in_hundredths_and_nothing_is_lost() -> None:
    assert shared_points(1, {"a": 1, "b": 1, "c": 1}) == {"a": 0.34, "b": 0.33, "c": 0.33}
    assert shared_points(1, {}) == {}
