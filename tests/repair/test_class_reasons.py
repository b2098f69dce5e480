"""The lines of named mistakes in a class run: what is tried, what counts as proved, and what results say."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from autograder.course import Course, load_course
from autograder.execution.cache_key import cache_key, local_environment
from autograder.execution.class_run import search_cost
from autograder.intake.submission import Submission
from autograder.repair.all_edits import ordered, single_edits
from autograder.repair.claims import common_place
from autograder.repair.class_reasons import most_telling, place_of_better
from autograder.repair.enumeration import Program, Ways, ranked_program
from autograder.repair.likeness import Undoing, without_rivals
from autograder.repair.mode import RepairMode
from autograder.repair.ranking import RankedEdit
from autograder.repair.search import AT_LEAST, FEW, Better, Search, SearchResult, State
from autograder.repair.source import EXCHANGES, LEAVES_OUT, TAKES_OVER, Edit, ParsedText, Span, Text, edited_by_all
from autograder.repair.trials import Verdict
from autograder.repair.undoing import undoings_of
from autograder.results.model import ExerciseResult, Result, json_text
from autograder.sandbox.host.isolation import Level
from tests.helpers.grading import autograder, by_name, solution
from tests.helpers.local_trials import MINUS_FOR_PLUS, Check, LocalEnumerator, LocalTrials, adds

PART, FILE = "02_causal", "causal.py"
EXERCISE = load_course().exercise(PART, "masked_softmax")  # whose named mistakes nobody asks for
MOST = FEW.edits or 0
PLUS_ONE = {"a + 1", "c + 1"}
Place = tuple[int, int, int]  # line, column, and how many more checks pass
Grade = Callable[[bytes, RepairMode], dict[str, ExerciseResult]]


@dataclass
class Fixed:
    """Has ranked the edits already."""

    ranking: Program

    def program(self, data: bytes, ways: Ways, most: int | None) -> Program:
        return self.ranking


def few(trials: LocalTrials, start: State, enumerator: Fixed | None = None) -> SearchResult:
    return Search(EXERCISE, trials, enumerator or LocalEnumerator(), FEW).run(start)  # type: ignore[arg-type]


def start_of(trials: LocalTrials, ways: Ways = ((),), telling: int | None = None) -> State:
    return State(trials.source, trials.judge(), ways, telling)


def locate(text: str, *checks: Check, ways: Ways, telling: int | None = None) -> tuple[list[Place], LocalTrials]:
    trials = LocalTrials(text.encode(), list(checks))
    start = start_of(trials, ways, telling)
    found = few(trials, start)
    if found.together:
        return [(edit.place.line, edit.place.column, 0) for edit in found.together], trials
    if found.passing:
        place, more = common_place([step.edit for step in found.passing]), 0
    else:
        place, better = place_of_better(found.followed, start)
        more = len(better.passed - start.verdict.passed) if better else 0
    return [(place.line, place.column, more)] if place else [], trials


def test_the_edit_that_undoes_the_mistake_is_tried_first() -> None:
    places, trials = locate("def f(a, b):\n    c = a - b\n    return c\n", adds, ways=((MINUS_FOR_PLUS,),))
    assert places == [(2, 10, 0)]
    assert any("c = a + b" in tried for tried in trials.texts[: AT_LEAST + 1])
    assert AT_LEAST <= trials.tried <= AT_LEAST + 1, "another line may do as well"


def test_edits_are_tried_until_one_passes() -> None:
    right: Check = lambda f: f(0, 0) == 8 and f(5, 1) == 16  # noqa: E731
    text = "def f(a, b):\n    c = a - b\n    d = a + 8 - c\n    return d + c - b\n"
    places, trials = locate(text, right, ways=((MINUS_FOR_PLUS,),))
    assert [line for line, *_ in places] == [3]
    assert AT_LEAST < trials.tried < MOST


@pytest.mark.parametrize(("between", "place"), [("\n    e = b\n    b = e", None), ("", (2, 3))])
def test_no_line_is_told_where_an_edit_far_away_would_do(between: str, place: tuple[int, int] | None) -> None:
    text = f"def f(a, b):\n    c = a - 1{between}\n    d = c - 1\n    return d\n"
    zero: Check = lambda f: f(0, 0) == 0 and f(5, 0) == 5  # noqa: E731
    whole = ranked_program(text.encode(), "f", frozenset(), (), ways=((),), most=None)
    either = tuple(item for item in whole.edits if item.edit.new in PLUS_ONE)
    trials = LocalTrials(text.encode(), [zero])
    found = few(trials, start_of(trials), Fixed(Program(text, text, either)))
    assert len(found.passing) == 2
    common = common_place([step.edit for step in found.passing])
    assert (common and (common.line, common.end_line)) == place


def test_what_passes_in_one_line_is_tried_in_the_others_as_well() -> None:
    text = "def f(a):\n    c = abs(a)\n    d = abs(a)\n    return c + d\n"
    first, second = (Edit("call", LEAVES_OUT, 1, Span(line, 8, line, 14), "abs(a)", "a") for line in (2, 3))
    others = [Edit("name", EXCHANGES, 1, Span(4, 11, 4, 12), "c", new) for new in ("0", "1", "2")]
    order = [first, *others[:2], second, others[2]]
    ranking = Program(text, text, tuple(RankedEdit(edit, 1.0, 1.0) for edit in order))
    trials = LocalTrials(text.encode(), [lambda f: f(-3) == 0 and f(2) == 4])
    found = few(trials, start_of(trials), Fixed(ranking))
    assert [step.edit for step in found.passing] == [first, second]
    place = common_place([first, second])
    assert place is not None
    assert (place.line, place.end_line, trials.tried) == (2, 3, AT_LEAST + 1)


def test_no_line_is_told_unless_a_check_more_passes_and_few_edits_are_tried() -> None:
    text = "def f(a, b):\n    c = a - b\n    d = c * 2 + a - b * 3\n    return c - d\n"
    places, trials = locate(text, lambda f: f(1, 1) == "never", ways=((MINUS_FOR_PLUS,),), telling=0)
    assert places == []
    assert trials.tried == MOST
    assert len(set(trials.texts)) == MOST, "equal programs are tried once"


def test_beside_another_mistake_the_named_one_is_located_by_the_checks_that_pass_without_it() -> None:
    text = "def f(a, b):\n    c = a - b\n    return c\n"
    checks: list[Check] = [adds, lambda f: f(1, 0) == 1, lambda f: f(1, 1) == "never"]
    assert locate(text, *checks, ways=((MINUS_FOR_PLUS,),), telling=0)[0] == [(2, 10, 1)]
    assert locate(text, *checks, ways=((MINUS_FOR_PLUS,),), telling=2)[0] == [], "the check that names it still fails"


def test_a_kind_of_edit_that_only_mends_one_mistake_is_evidence_beside_another_one() -> None:
    text = "def f(a, b):\n    a = a * 2\n    return a + b\n"
    start = State(text.encode(), Verdict(frozenset(), right=False, failing={0: 0, 1: 0}), ((MINUS_FOR_PLUS,),), 0)
    after = Verdict(frozenset({0}), right=False)
    better = Better(Edit("read once", EXCHANGES, 3, Span(2, 4, 2, 13), "a = a * 2", ""), after)
    assert place_of_better([better], start) == (better.edit.place, better)
    plain = replace(better, edit=replace(better.edit, kind="operand"))
    assert place_of_better([plain], start) == (None, None)


def test_nothing_is_left_out_that_another_line_has_as_well() -> None:
    source = ParsedText("def f(a, b):\n    c = a * b + 1\n    return c + b * a\n")
    edits = ordered(source, single_edits(source, "f"))
    changes = {(edit.old, edit.new) for edit in edits}
    clear = {(edit.old, edit.new) for edit in without_rivals(edits)}
    either = {("a * b + 1", "1"), ("c + b * a", "c")}
    assert either <= changes, "either product may be too much"
    assert either.isdisjoint(clear)
    assert ("c + b * a", "b * a") in clear


def test_an_exchange_for_a_parameter_that_is_never_read_comes_before_one_for_another() -> None:
    text = b"def f(a, b, c):\n    return a.sqrt() * 3 + c\n"
    kinds = [item.edit.kind for item in ranked_program(text, "f", frozenset(), (), ways=((),), most=60).edits]
    assert kinds.index("unread parameter") < kinds.index("name")


def test_a_mistake_that_no_edit_makes_says_how_a_line_is_mended(course: Course) -> None:
    exercise = course.exercise(PART, "CausalSelfAttention")
    (undoing,) = undoings_of(exercise, "bias-added")
    assert "bias=False" in undoing.right
    assert "bias" not in undoing.wrong


def test_what_an_exercise_needs_by_name_is_tried_first_and_then_the_whole_file() -> None:
    other = "def other():\n    return 1\n"
    helper = "@str\ndef unused():\n    return helper()\n\ndef helper():\n    return 0\n"
    text = f"{other}{helper}def f(a, b):\n    return a - b + globals()['other']() - 1 + helper()\n"
    right: Check = lambda f: f(2, 3) == 5  # noqa: E731
    places, trials = locate(text, right, ways=((MINUS_FOR_PLUS,),))
    assert not places, "found in another way than by name"
    assert all("def f" in tried and "def helper" in tried and "unused" not in tried for tried in trials.texts)
    by_name = text.replace("globals()['other']()", "other()")
    assert [line for line, *_ in locate(by_name, right, ways=((MINUS_FOR_PLUS,),))[0]] == [10]


def test_two_named_mistakes_are_undone_together() -> None:
    text = "def f(a, b):\n    c = a - b\n    d = a * b\n    return c, d\n"
    right: Check = lambda f: f(2, 3) == (5, 2 / 3) and f(4, 1) == (5, 4.0)  # noqa: E731
    ways = ((MINUS_FOR_PLUS,), (Undoing("share = a * b", "share = a / b"),))
    assert locate(text, right, ways=ways)[0] == [(2, 10, 0), (3, 10, 0)]


def test_edits_that_overlap_make_no_program() -> None:
    whole = Edit("constant", 1, 1, Span(1, 0, 1, 5), "a - b", "a + b")
    part = Edit("operator", 1, 1, Span(1, 2, 1, 3), "-", "+")
    other = Edit("name", 1, 1, Span(1, 8, 1, 9), "c", "d")
    program = Text("a - b + c")
    assert edited_by_all(program, [whole, part]) == ""
    assert edited_by_all(program, [other, part]) == edited_by_all(program, [part, other]) == "a + b + d"


def test_every_undoing_of_the_course_says_what_changes(course: Course) -> None:
    exercise = course.exercise(PART, "masked_softmax")
    (first, *_) = undoings_of(exercise, "no-mask")
    assert first.wrong != first.right
    assert "later" in first.right
    assert undoings_of(exercise, "learned-scale"), "a mistake without an edit of its own has those of its family"


@pytest.fixture
def grade(grade_result: Callable[[bytes, RepairMode], Result]) -> Grade:
    return lambda source, mode: by_name(grade_result(source, mode))


def wrong_source(before: str, after: str) -> tuple[bytes, int]:
    """The solution with a mistake in one line, and the number of this line."""
    right = solution(PART, FILE).decode()
    assert right.count(before) == 1
    line = right[: right.index(before)].count("\n") + 1
    return right.replace(before, after).encode(), line


def test_a_class_run_names_the_line_of_a_named_mistake_and_shows_the_code_around_it(grade: Grade) -> None:
    source, line = wrong_source("visible.sum(dim=-1, keepdim=True)", "visible.sum(dim=-2, keepdim=True)")
    result = grade(source, RepairMode.LOCATE)["mask_and_renormalize"]
    (mistake,) = [item for check in result.checks for item in check.diagnosis]
    assert (mistake["name"], mistake["line"], mistake["end_line"]) == ("renormalised-columns", line, line)
    assert mistake["code"][mistake["column"] : mistake["end_column"]] == "-2"
    assert mistake["around"]["lines"][line - mistake["around"]["first"]] == mistake["code"]
    assert not result.repair, "the line is told with the name"
    again = grade(source, RepairMode.LOCATE)["mask_and_renormalize"]
    assert json_text(again.to_json()) == json_text(result.to_json())


def test_a_change_that_says_why_takes_the_place_of_what_only_an_exception_says(grade: Grade) -> None:
    kept_mask = b"""

class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.future = None

    def forward(self, x):
        T = x.shape[1]
        if self.future is None:
            self.future = torch.triu(torch.ones(T, T, dtype=torch.bool, device=x.device), 1)
        scores = self.W_Q(x) @ self.W_K(x).transpose(1, 2) / self.W_Q.out_features**0.5
        return self.W_O(scores.masked_fill(self.future, -torch.inf).softmax(-1) @ self.W_V(x))
"""
    result = grade(solution(PART, FILE) + kept_mask, RepairMode.LOCATE)["CausalSelfAttention"]
    (mistake,) = result.repair["mistakes"]
    assert mistake["code"].strip() == "if self.future is None:"
    assert "What one call leaves in `self`" in mistake["why"]
    assert not any(check.diagnosis for check in result.checks), "that shapes do not fit is only what came of it"


def test_an_exercise_that_uses_no_wrong_one_has_its_line_beside_it(grade: Grade) -> None:
    source, line = wrong_source("visible.sum(dim=-1, keepdim=True)", "visible.sum(dim=-2, keepdim=True)")
    wrong_mask = (
        b"\n\ndef causal_mask(T, device=None):\n    return torch.ones(T, T, dtype=torch.bool, device=device).tril()\n"
    )
    result = grade(source + wrong_mask, RepairMode.LOCATE)["mask_and_renormalize"]
    lines = [item.get("line") for check in result.checks for item in check.diagnosis]
    assert lines == [line], "it is tried with a correct causal_mask, which changes nothing"


def test_the_score_and_the_rest_of_a_result_are_the_same_without_lines(grade: Grade) -> None:
    source, _ = wrong_source("visible.sum(dim=-1, keepdim=True)", "visible.sum(dim=-2, keepdim=True)")
    with_lines, without = (grade(source, mode)["mask_and_renormalize"] for mode in (RepairMode.LOCATE, RepairMode.NONE))
    plain = [
        replace(
            check,
            diagnosis=tuple({key: item[key] for key in ("family", "name", "text", "why")} for item in check.diagnosis),
        )
        for check in with_lines.checks
    ]
    assert [check.to_json() for check in plain] == [check.to_json() for check in without.checks]


def test_a_full_search_names_the_line_where_no_mistake_is_named(grade: Grade) -> None:
    source, line = wrong_source("visible.sum(dim=-1, keepdim=True)", "visible.detach().sum(dim=-1, keepdim=True)")
    found = grade(source, RepairMode.SEARCH)["mask_and_renormalize"]
    (mistake,) = found.repair["mistakes"]
    assert (mistake["line"], found.repair["complete"]) == (line, True)
    assert "all checks pass" in mistake["sentence"]
    assert "dim=-1, keepdim=True)\n" not in json_text(found.repair), "the edit itself is not told"
    assert "repair_seconds" not in found.to_json(), "results are the same in every run"


def test_a_class_run_names_the_line_of_a_mistake_without_a_name(grade: Grade) -> None:
    source, line = wrong_source("visible.sum(dim=-1, keepdim=True)", "visible.detach().sum(dim=-1, keepdim=True)")
    found = grade(source, RepairMode.LOCATE)["mask_and_renormalize"]
    (mistake,) = found.repair["mistakes"]
    assert mistake["line"] == line
    assert "all checks pass" in mistake["sentence"]
    assert "candidates" not in found.repair, "few edits are no search, whose cost would be said"


def test_results_are_kept_apart_by_how_much_is_searched() -> None:
    submission = Submission("ada", PART, {FILE: b""})
    keys = {cache_key(submission, local_environment(Level.LANDLOCK, mode)) for mode in RepairMode}
    assert len(keys) == len(RepairMode)


def test_the_cost_of_the_searches_is_said_with_the_median_and_the_worst() -> None:
    text = "--repair: 60 programs tried for 3 wrong exercises in 9 s; median 2.0 s, worst 6.0 s"
    assert search_cost([(10, 1.0), (20, 2.0), (30, 6.0)]) == text


@pytest.mark.process
def test_a_run_with_several_processes_ends_and_both_have_their_lines(tmp_path: Path) -> None:
    source, line = wrong_source("visible.sum(dim=-1, keepdim=True)", "visible.sum(dim=-2, keepdim=True)")
    for number, student in enumerate(("ada", "bob")):
        folder = tmp_path / "class" / student / PART
        folder.mkdir(parents=True)
        (folder / FILE).write_bytes(source + b"#" * number)
    done = autograder("grade", tmp_path / "class", "--out", tmp_path / "out", "--jobs", 2, "--quiet")
    assert done.returncode == 0, done.stderr
    for student in ("ada", "bob"):
        assert f'"line": {line},' in (tmp_path / "out" / student / PART / "result.json").read_text()


def test_a_line_of_a_right_program_does_not_replace_the_call_of_a_helper_that_may_be_wrong() -> None:
    taken = Edit("statement taken over", TAKES_OVER, 1, Span(3, 0, 3, 20), "return self.gelu(x)", "return F.gelu(x)")
    assert without_rivals([taken], {"gelu"}) == []
    assert without_rivals([taken], {"relu"}) == [taken]


FOUR_FAIL = State(b"", Verdict(frozenset({0}), right=False))  # of five checks


def better(line: int, *passed: int) -> Better:
    return Better(
        Edit("constant", EXCHANGES, 1, Span(line, 0, line, 1), "1", "2"), Verdict(frozenset({0, *passed}), right=False)
    )


def test_without_a_name_an_edit_is_told_after_which_half_of_what_failed_passes() -> None:
    assert most_telling([better(3, 1, 2), better(7, 4)], FOUR_FAIL, 5) == (better(3, 1, 2),)


@pytest.mark.parametrize(
    "found", [[], [better(3, 1)], [better(3, 1, 2), better(7, 3, 4)]], ids=["nothing", "too few", "two lines"]
)
def test_without_a_name_nothing_less_is_told(found: list[Better]) -> None:
    assert most_telling(found, FOUR_FAIL, 5) == ()
