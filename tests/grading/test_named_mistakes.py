"""What a named mistake costs: the same for all programs with the same answers, and never more than its checks."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.course import Course, Exercise, load_course
from autograder.course.model import Rubric
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.scoring import score_exercise
from autograder.grading.submission import grade_file
from autograder.results.model import ExerciseResult
from autograder.results.rubric import rubric_line
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from benchmarks.rubric import DOCUMENT, judge_pairs, pricings, read_examples, updated
from tests.helpers.diagnosis import solution_with
from tests.helpers.grading import solution
from tests.helpers.zoo import programs

Grade = Callable[[str], ExerciseResult]
EXERCISE = load_course().exercise("02_causal", "masked_softmax")
HEAD = "import math\n\n\ndef masked_softmax(scores: Tensor, d_k: int) -> Tensor:\n"
LATER = "    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)\n"
UNSCALED = f"{HEAD}{LATER}    return torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)\n"


def grader_of(
    fork_servers: Callable[[Level], ForkServer],
    recorded_checks: Callable[[str], RecordedChecks],
    rubric: Rubric,
    exercise: Exercise,
) -> Grade:
    server = fork_servers(Level.LANDLOCK)
    grader = ExerciseGrader(server, server.limits, recorded_checks(exercise.assignment), rubric=rubric)

    def grade(code: str) -> ExerciseResult:
        attempts = grade_file(grader, [exercise], {exercise.file: solution_with(exercise, code)})
        return score_exercise(exercise, attempts[exercise.name], rubric=rubric)

    return grade


@pytest.fixture
def grade(
    fork_servers: Callable[[Level], ForkServer], recorded_checks: Callable[[str], RecordedChecks], course: Course
) -> Grade:
    return grader_of(fork_servers, recorded_checks, course.rubric, EXERCISE)


def points_of_checks(result: ExerciseResult) -> float:
    return round(sum(check.score for check in result.checks), 2)


def test_a_forgotten_scale_costs_what_the_course_says(grade: Grade, course: Course) -> None:
    result = grade(UNSCALED)
    assert course.rubric.families["scale"] == 0.4
    assert result.score == 2.4 > points_of_checks(result)
    assert rubric_line(result.to_json()) == "One mistake: −1.6 of 4"
    (mistake,) = result.to_json()["rubric"]["mistakes"]
    assert mistake == {"name": "no-scale", "family": "scale", "share": 0.4, "rule": "rubric.families.scale"}
    assert result.outcome == "wrong values"


def test_two_mistakes_cost_both(grade: Grade) -> None:
    result = grade(UNSCALED.replace("triu(1)", "triu(2)"))
    assert [cost.family for cost in result.rubric.costs] == ["scale", "mask"]  # type: ignore[union-attr]
    assert result.score == round(4 * 0.6 * 0.4, 2)


def test_a_robustness_mistake_beside_it_costs_its_own_points_and_no_core_points(grade: Grade) -> None:
    plain, result = grade(UNSCALED), grade(UNSCALED.replace("masked_fill", "masked_fill_"))
    assert result.rubric is not None
    (beside,) = [check for check in result.checks if check.id in result.rubric.beside]
    assert beside.level == "robustness"
    assert result.score == round(plain.score - beside.max_score, 2)


def test_an_exception_of_another_type_beside_it_costs_the_check_that_asks_for_it(
    fork_servers: Callable[[Level], ForkServer], recorded_checks: Callable[[str], RecordedChecks], course: Course
) -> None:
    exercise = course.exercise("03_multihead", "MultiHeadAttention")
    grade = grader_of(fork_servers, recorded_checks, course.rubric, exercise)
    unscaled = solution("03_multihead", "multihead.py").decode().replace(" / math.sqrt(queries.shape[-1])", "")
    (definition,) = re.findall(r"^class MultiHeadAttention\(.*?(?=^\S|\Z)", unscaled, re.MULTILINE | re.DOTALL)
    plain, result = grade(definition), grade(definition.replace("raise ValueError(", "raise AssertionError("))
    assert rubric_line(plain.to_json()) == "One mistake: −3.5 of 8.75"
    assert rubric_line(result.to_json()) == "One mistake: −3.5 of 8.75, and −0.4 for 1 other check"
    assert result.score == round(plain.score - 0.4, 2)


def test_a_mistake_without_a_name_keeps_the_points_of_its_checks(grade: Grade) -> None:
    result = grade(UNSCALED.replace("later, -torch.inf)", "later, -torch.inf) * 1.7 + scores.mean()"))
    assert result.rubric is None
    assert result.score == points_of_checks(result) < 4


def test_a_named_mistake_beside_a_cut_graph_keeps_the_points_of_its_checks(grade: Grade) -> None:
    result = grade(UNSCALED.replace("scores.masked_fill", "scores.detach().masked_fill"))
    assert [item["name"] for check in result.checks for item in check.diagnosis] == ["no-scale"]
    assert result.rubric is None
    assert result.score == points_of_checks(result) < grade(UNSCALED).score


def test_what_is_right_or_not_allowed_has_no_rubric(grade: Grade) -> None:
    right = grade(UNSCALED.replace(", dim=-1)", " / math.sqrt(d_k), dim=-1)"))
    assert (right.rubric, right.score) == (None, 4)
    rule = "nn.functional.scaled_dot_product_attention(scores, scores, scores)\n    return torch.softmax"
    forbidden = grade(UNSCALED.replace("return torch.softmax", rule))
    assert (forbidden.rubric, forbidden.outcome, forbidden.score) == (None, "not allowed", 0)


def test_without_a_table_checks_decide(
    fork_servers: Callable[[Level], ForkServer], recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    result = grader_of(fork_servers, recorded_checks, Rubric(), EXERCISE)(UNSCALED)
    assert (result.rubric, result.score) == (None, points_of_checks(result))
    assert "rubric" not in result.to_json()


# An exercise, what its right styles say in many ways, and what is left of it after the mistake.
STYLES = {
    "no scale": ("02_causal", "masked_softmax", r" ?(/ math\.sqrt\(d_k\)|/ d_k\*\*0\.5|\* d_k\*\*-0\.5)", "", 2.4),
    "another axis": ("01_self_attention", "attention_weights", r"-1\)", "-2)", 1.5),
    "one diagonal too late": ("02_causal", "masked_softmax", r"triu\(1\)", "triu(2)", 1.6),
    "keys for queries": ("01_self_attention", "SelfAttention", r"x @ self\.W_query", "x @ self.W_key", 2.4),
    "a sum for a mean": ("06_language_model", "cross_entropy", r"\.mean\(\)", ".sum()", 2.25),
}


def edited_styles(exercise: Exercise, pattern: str, text: str) -> Iterator[str]:
    for program in (item for item in programs("right") if item.exercise == exercise):
        if len(re.findall(pattern, program.code)) == 1:
            yield re.sub(pattern, text, program.code)


@pytest.mark.parametrize(("part", "name", "pattern", "text", "points"), STYLES.values(), ids=STYLES)
def test_the_same_mistake_costs_the_same_in_every_style(
    part: str,
    name: str,
    pattern: str,
    text: str,
    points: float,
    fork_servers: Callable[[Level], ForkServer],
    recorded_checks: Callable[[str], RecordedChecks],
    course: Course,
) -> None:
    exercise = course.exercise(part, name)
    grade = grader_of(fork_servers, recorded_checks, course.rubric, exercise)
    scores = [grade(code).score for code in edited_styles(exercise, pattern, text)]
    assert len(scores) >= 5
    assert scores == [points] * len(scores)


SMALL = ("attention_scores", "softmax", "mask_and_renormalize", "cross_entropy")


@pytest.mark.full
@pytest.mark.zoo
def test_mending_one_of_two_mistakes_never_lowers_the_score() -> None:
    named = 0
    for pricing in pricings(SMALL):
        report = judge_pairs(pricing, 15)
        assert report.lowered == (), pricing.exercise.name
        named += report.counts["two named"]
    assert named >= 30


@pytest.mark.full
@pytest.mark.zoo
def test_mending_never_lowers_the_score_in_large_exercises_either() -> None:
    for pricing in pricings():
        if pricing.exercise.name not in SMALL:
            assert judge_pairs(pricing, 4).lowered == (), pricing.exercise.name


@pytest.mark.zoo
def test_the_page_on_thirty_mistakes_has_the_figures_of_today() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert updated(text) == text, "run `python -m benchmarks.rubric --write`"


def test_the_page_has_thirty_mistakes_of_every_weight() -> None:
    examples = read_examples()
    assert len({(item.exercise, item.edit) for item in examples}) == 30
    assert {item.weight for item in examples} == {"slip", "between", "grave"}


def test_the_worked_example_is_what_grading_gives(grade: Grade) -> None:
    text = (Path(__file__).parents[2] / "docs/reference/rubric.md").read_text(encoding="utf-8")
    section = " ".join(text.split("## What a named mistake costs")[1].split("\n## ")[0].split())
    one, two = grade(UNSCALED), grade(UNSCALED.replace("triu(1)", "triu(2)"))
    assert f"*{rubric_line(one.to_json())}*" in section
    assert f"*{rubric_line(two.to_json())}*" in section
    assert f"{one.score:g} of 4 points" in section
    assert f"{two.score:g} of 4 points" in section
