"""The search, on programs that are judged in this process: what is tried, in which order, and what is claimed."""

from dataclasses import replace

import pytest

from autograder.course import load_course
from autograder.repair.claims import claim_sentences, claims_of, cost_sentence, marked_line, other_lines_sentence
from autograder.repair.enumeration import ranked_program
from autograder.repair.search import (
    MANY,
    RepairStep,
    Search,
    SearchResult,
    State,
    changed_in,
    needed_lines,
    original_line,
)
from autograder.repair.source import TAKES_OVER, Edit, Span, Text
from tests.helpers.local_trials import Check, LocalEnumerator, LocalTrials, adds

EXERCISE = load_course().exercise("02_causal", "masked_softmax")  # whose named mistakes nobody asks for


def search(
    text: str, *checks: Check, candidates: int = 500, donors: tuple[str, ...] = ()
) -> tuple[SearchResult, LocalTrials]:
    trials = LocalTrials(text.encode(), list(checks))
    effort = replace(MANY, programs=candidates)
    searching = Search(EXERCISE, trials, LocalEnumerator(donors), effort)  # type: ignore[arg-type]
    return searching.run(State(trials.source, trials.judge())), trials


def test_the_line_of_a_mistake_is_named_with_the_kind_of_the_change() -> None:
    found, _ = search("# sum\ndef f(a, b):\n    total = a - b\n    return total\n", adds)
    (claim,) = claims_of(found)
    assert (claim.line, claim.code) == (3, "    total = a - b")
    assert claim_sentences([claim]) == ["line 3: with another operator in place of `-`, all checks pass"]
    assert list(marked_line(claim)) == ["total = a - b", "          ^"]
    assert (claim.before, claim.after) == (("    total = a - b",), ("    total = a + b",))


def test_a_claim_says_only_what_all_passing_edits_share() -> None:
    found, _ = search(
        "def f(a, b):\n    return a * 1 - b * 0\n", lambda f: f(2, 3) == 2 and f(2, 4) == 2, lambda f: f(0, 1) == 9
    )
    assert claims_of(found) == []
    found, _ = search("def f(a):\n    b = a + 1\n    return b + 1\n", lambda f: f(1) == 2 and f(5) == 6)
    (claim,) = claims_of(found)
    assert (claim.line, claim.other_lines) == (2, (3,))
    assert claim.kind == ""
    assert other_lines_sentence(claim) == "a change in line 3 instead does so, too"


def test_a_line_that_an_earlier_edit_has_moved_is_named_where_it_was() -> None:
    text = "def f(x):\n    if x is None:\n        x = g(1)\n    return x\n"
    whole, call = Span(2, 4, 3, 16), Span(2, 8, 2, 12)
    branch = Edit("branch", 0, 1, whole, "if x is None:\n        x = g(1)", "x = g(1)", whole)
    argument = Edit("argument added", 0, 1, call, "g(1)", "g(1, 2)", call)
    moved = original_line(2, [RepairStep(branch, 2)])
    found = SearchResult((RepairStep(branch, 2),), (RepairStep(argument, moved),), text)
    _, claim = claims_of(found)
    assert (claim.line, claim.code) == (3, "        x = g(1)")
    assert claim.code[claim.column : claim.end_column] == claim.quote == "g(1)"


def test_a_piece_is_closed_where_its_own_brackets_are() -> None:
    line = "y = f(b) + g(c)"
    for piece, closed in (("f(b", "f(b)"), ("b)", "b)"), ("b", "b"), ("f(b) + g(", "f(b) + g(c)")):
        start = line.index(piece)
        whole = Text(line).closed(Span(1, start, 1, start + len(piece)))
        assert line[whole.column : whole.end_column] == closed


def test_half_an_expression_is_not_quoted() -> None:
    text = "def f(a, b):\n    return a.get(b)\n"
    for old, quote in ((".get(b", ""), ("get", "get"), ("a.get(b", "a.get(b)")):
        start = text.split("\n")[1].index(old)
        place = Span(2, start, 2, start + len(old))
        edit = Edit("default", 0, 1, place, old, "[b", place)
        (claim,) = claims_of(SearchResult(passing=(RepairStep(edit, 2),), original=text))
        assert claim.quote == quote


def test_a_line_taken_over_does_not_blur_what_the_other_edits_agree_on() -> None:
    found, _ = search("def f(a, b):\n    return a - b\n", adds)
    (step, *_) = found.passing
    taken = replace(step.edit, kind="statement taken over", group=TAKES_OVER, new="return b + a", old="return a - b")
    for line, other_lines in ((2, ()), (3, (3,))):
        (claim,) = claims_of(replace(found, passing=(*found.passing, replace(step, edit=taken, line=line))))
        assert (claim.kind, claim.line, claim.other_lines) == ("operator", 2, other_lines)


def test_two_mistakes_are_mended_one_after_the_other_and_both_lines_are_named() -> None:
    text = "def f(a, b):\n    c = a - b\n    d = a * b\n    return c, d\n"
    found, trials = search(text, lambda f: f(2, 3)[0] == f(4, 1)[0] == 5, lambda f: f(6, 3)[1] == 2 and f(4, 1)[1] == 4)
    assert len(set(trials.texts)) == len(trials.texts), "the second search tries none of the first one's programs again"
    first, second = claims_of(found)
    assert sorted([first.line, second.line]) == [2, 3]
    sentences = claim_sentences([first, second])
    assert "all checks pass" not in sentences[0]
    assert sentences[1].endswith(" as well, all checks pass")


THREE = "def f(a):\n    b = a + 7\n    c = b * 5\n    d = c - a\n    return d\n"


@pytest.mark.parametrize(
    ("mistakes", "lines"),
    [({"+ 7": "+ 19"}, [2]), ({"+ 7": "+ 19", "c - a": "max(c, a)"}, [2, 4]), ({"+ 7": "** 7", "* 5": "- 99"}, [2, 3])],
)
def test_mistakes_that_hide_one_another_are_found_by_what_differs_from_a_right_program(
    mistakes: dict[str, str], lines: list[int]
) -> None:
    wrong = THREE
    for right, other in mistakes.items():
        wrong = wrong.replace(right, other)
    right_program = THREE.replace("return d", "return d + 0")  # in a line that need not change
    found, _ = search(wrong, lambda f: [f(x) for x in (1, 2, 5)] == [39, 43, 55], donors=(right_program,))
    named = {line for claim in claims_of(found) for line in range(claim.line, claim.end_line + 1)}
    assert sorted(named) == lines


def test_a_program_that_is_right_only_as_a_whole_other_one_has_no_line() -> None:
    wrong = "def f(a):\n    b = a + 1\n    c = b * 3\n    d = c - 8\n    e = d * 6\n    return e\n"
    right = "def f(a):\n    b = a + 70\n    c = b * 50\n    d = c - 90\n    e = d * 80\n    return e\n"
    found, _ = search(wrong, lambda f: f(1) == ((71 * 50) - 90) * 80 and f(3) == ((73 * 50) - 90) * 80, donors=(right,))
    assert claims_of(found) == []


def test_half_a_chain_is_never_shown() -> None:
    text = "def f(a, b):\n    c = a - b\n    return c, a\n"
    found, _ = search(text, lambda f: f(2, 3)[0] == 5 and f(4, 1)[0] == 5, lambda f: f(2, 3)[1] == "no edit makes this")
    assert found.before == found.passing == ()
    assert claims_of(found) == []


def test_an_edit_that_costs_a_check_is_not_kept_for_one_that_it_wins() -> None:
    text = "def f(a, b):\n    return a - b\n"
    found, trials = search(text, lambda f: f(2, 3) == 5, lambda f: f(5, 3) == 2, lambda f: f(9, 9) == "never")
    assert claims_of(found) == []
    assert trials.tried == len(ranked_program(text.encode(), "f", frozenset(), (), ways=((),), most=None).edits)


def test_the_search_ends_after_so_many_programs_and_says_so() -> None:
    found, trials = search("def f(a, b):\n    return a ** b ** a\n", lambda f: f(2, 3) == "never", candidates=7)
    assert (found.tried, trials.tried, found.complete) == (7, 7, False)
    assert cost_sentence(found).startswith("7 programs tried in ")


def test_two_searches_try_the_same_programs_and_no_program_twice() -> None:
    text = "def f(a, b):\n    c = a - b\n    return c * 1\n"
    (one, first), (other, second) = search(text, adds), search(text, adds)
    assert first.texts == second.texts
    assert one.passing == other.passing
    assert len(set(first.texts)) == len(first.texts)


def test_a_file_that_is_no_python_or_lacks_the_exercise_has_one_sentence() -> None:
    assert search("def f(:\n", adds)[0].problem.startswith("line 1: no valid Python")
    assert search("x = 1\n", adds)[0].problem == "has no definition of f"


def test_lines_are_those_of_the_original_file_after_an_edit_that_adds_lines() -> None:
    edit = Edit("zero_grad", 2, 1, Span(4, 0, 4, 10), "b.backward()", "m.zero_grad()\nb.backward()")
    assert [original_line(line, [RepairStep(edit, 4)]) for line in (3, 4, 5, 6)] == [3, 4, 4, 5]


def test_places_that_right_programs_mend_together_are_named_as_exactly_as_one_alone() -> None:
    wrong = THREE.replace("+ 7", "+ 19").replace("c - a", "c + a")
    found, _ = search(wrong, lambda f: [f(x) for x in (1, 2, 5)] == [39, 43, 55], donors=(THREE,))
    assert [(claim.line, claim.kind) for claim in claims_of(found)] == [(4, "operator"), (2, "statement taken over")]


def test_where_the_edit_that_gains_most_leads_nowhere_another_one_is_followed() -> None:
    text = "def f(a, b):\n    c = a - b\n    d = c - 9 if a else 0\n    return c, d\n"
    gains = [lambda f, x=x: f(x, 3)[0] in (x + 3, 3 - x) for x in (2, 5)]  # of the sum and of the other order
    more = [lambda f, x=x: f(x, 3)[0] == 3 - x or f(x, 3)[1] == x + 12 for x in (4, 6)]  # of the other order alone
    checks = [*gains, *more, lambda f: (f(2, 3), f(0, 3)) == ((5, 14), (3, 0))]
    found, _ = search(text, *checks)
    first, second = claims_of(found)
    assert (first.line, first.after, second.line) == (2, ("    c = a + b",), 3)


def test_an_edit_that_a_later_one_does_without_is_not_claimed() -> None:
    text = "def f(a, b):\n    c = a - b\n    d = a * b\n    return c, d\n"
    found, trials = search(text, lambda f: f(2, 3)[0] == f(4, 1)[0] == 5, lambda f: f(6, 3)[1] == 2 and f(4, 1)[1] == 4)
    first, *_ = found.before
    (last, *_) = found.passing
    passes = lambda text: all(trials._passes(text, check) for check in trials.all_checks)  # noqa: E731
    mended = Text(Text(text).edited(first.edit)).edited(last.edit)
    assert needed_lines(text, mended, {first.line}, {last.line}, passes) == {first.line, last.line}
    assert needed_lines(text, mended, {first.line, 4}, {last.line}, passes) == {first.line, last.line}
    idle = mended.replace("return c, d", "return (c, d)")
    assert needed_lines(text, idle, {first.line, 4}, {last.line}, passes) == {first.line, last.line}
    without = replace(found, before=(replace(first, needed=False),))
    assert [claim.line for claim in claims_of(without)] == [last.line]


INSERTED = "a\nb\nnew\nc\n"


@pytest.mark.parametrize(("lines", "text"), [({1}, "a\nb\nc\n"), ({2}, INSERTED), ({3}, INSERTED), ({4}, "a\nb\nc\n")])
def test_what_is_inserted_belongs_to_the_lines_beside_it(lines: set[int], text: str) -> None:
    assert changed_in("a\nb\nc\n", INSERTED, lines) == text
