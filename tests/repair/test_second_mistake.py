"""Two mistakes of one exercise in a class run: with one of them mended, the other is found."""

from collections.abc import Callable

import pytest

from autograder.course import load_course
from autograder.diagnosis.mistakes import Diagnosis, load_mistakes
from autograder.repair.mode import RepairMode
from autograder.repair.search import FEW, Search, SearchResult, State
from autograder.repair.trials import Verdict
from autograder.reports.feedback_text import feedback_markdown
from autograder.reports.leading_check import failed_exercise
from autograder.results.model import Result
from tests.helpers.grading import solution
from tests.helpers.local_trials import Check, LocalEnumerator, LocalTrials

TEXT = "def f(a, b):\n    c = a - b\n    d = a < b\n    return c, d\n"
sums: Check = lambda f: f(2, 3)[0] == 5 and f(7, 1)[0] == 8  # noqa: E731
compares: Check = lambda f: f(2, 3)[1] is False and f(3, 2)[1] is True and f(1, 1)[1] is True  # noqa: E731
together: Check = lambda f: f(4, 4) == (8, True) and f(2, 3) == (5, False)  # noqa: E731
never: Check = lambda f: f(1, 1) == "never"  # noqa: E731
Grade = Callable[[bytes, RepairMode], Result]


def find(trials: LocalTrials) -> SearchResult:
    exercise = load_course().exercise("02_causal", "masked_softmax")
    found = Search(exercise, trials, LocalEnumerator(), FEW).run(State(trials.source, trials.judge()))  # type: ignore[arg-type]
    assert found.before or not found.passing, "one edit is not enough"
    return found


@pytest.mark.parametrize("checks", [(sums, compares), (sums, together)], ids=["apart", "only together"])
def test_with_one_mistake_mended_the_other_is_sought_in_the_program_that_is_left(checks: tuple[Check, ...]) -> None:
    found = find(LocalTrials(TEXT.encode(), list(checks)))
    assert {step.line for step in (*found.before, *found.passing)} == {2, 3}


class NamingTrials(LocalTrials):
    """Trials whose programs have a named mistake as long as they contain some text."""

    name = "renormalised-columns"

    def diagnose(self, text: str) -> tuple[Verdict, tuple[Diagnosis, ...]]:
        named = (load_mistakes()[self.name].diagnosis,) if "a < b" in text else ()
        return self.judge(text), named


def test_after_an_edit_it_is_known_which_mistakes_are_still_named() -> None:
    found = find(NamingTrials(TEXT.encode(), [sums, together]))
    assert found.before[0].line == 2
    assert [item.name for item in found.followed[0].named] == [NamingTrials.name]


def test_nothing_is_claimed_unless_all_checks_pass_in_the_end() -> None:
    found = find(LocalTrials(TEXT.encode(), [sums, compares, never]))
    assert found.before == found.passing == ()


def two_mistakes() -> tuple[bytes, list[int]]:
    """The solution with a scale of the number of tokens, and queries through which no gradient flows."""
    text = solution("02_causal", "causal.py").decode()
    start = text.index("class CausalSelfAttention")
    before, after = text[:start], text[start:]
    lines = []
    for old, new in (
        ("masked_softmax(scores, self.head_dim)", "masked_softmax(scores, keys.shape[1])"),
        ("queries = self.W_Q(x)", "queries = self.W_Q(x.detach())"),
    ):
        assert after.count(old) == 1
        lines.append((before + after[: after.index(old)]).count("\n") + 1)
        after = after.replace(old, new)
    return (before + after).encode(), lines


def test_a_class_run_names_both_lines_each_with_a_check_that_shows_it(grade_result: Grade) -> None:
    source, lines = two_mistakes()
    result = grade_result(source, RepairMode.LOCATE)
    exercise = next(item for item in result.exercises if item.name == "CausalSelfAttention")
    assert sorted(item["line"] for item in exercise.repair["mistakes"]) == sorted(lines)
    shown = [item["check"] for item in exercise.repair["mistakes"]]
    assert len(set(shown)) == 2
    assert set(shown) <= {check.id for check in exercise.checks if check.outcome != "right"}
    told = failed_exercise(exercise.to_json())
    assert told is not None
    assert {check["id"] for check in told.told} >= set(shown)
    assert told.repeated_sentence.startswith("The same mistakes in ")
    page = feedback_markdown(result.to_json())
    assert all(f"line {line}: with" in page for line in lines)
    assert " as well, all checks pass" in page


def test_a_class_run_names_each_of_two_mistakes_at_its_place(grade_result: Grade) -> None:
    text = solution("02_causal", "causal.py").decode()
    start = text.index("class CausalSelfAttention")
    wrong = text[start:]
    for old, new in (
        ("masked_softmax(scores, self.head_dim)", "masked_softmax(scores, x.shape[-1])"),
        ("self.W_O = nn.Linear(head_dim, embed_dim, bias=False)", "self.W_O = nn.Linear(head_dim, embed_dim)"),
    ):
        assert wrong.count(old) == 1
        wrong = wrong.replace(old, new)
    result = grade_result((text[:start] + wrong).encode(), RepairMode.LOCATE)
    exercise = next(item for item in result.exercises if item.name == "CausalSelfAttention")
    told = failed_exercise(exercise.to_json())
    assert told is not None
    reasons = {item.texts[0]: [place["around"]["lines"] for place in item.places] for item in told.told_reasons}
    bias, scale = sorted(reasons)
    assert "bias" in bias
    assert "scale" in scale
    assert all(len(places) == 1 for places in reasons.values())
    assert any("nn.Linear(head_dim, embed_dim)" in line for line in reasons[bias][0])
    assert any("x.shape[-1]" in line for line in reasons[scale][0])
    assert all(item.whys for item in told.told_reasons)
