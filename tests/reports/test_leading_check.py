"""What is told first about an exercise that is not right, and what beside it."""

import html
import re
from typing import Any

import pytest
from msgspec.structs import replace

from autograder.reports.feedback_text import cell_comments, feedback_markdown, result_text, with_code
from autograder.reports.leading_check import around_lines, failed_exercise, located_sentence, marked_code
from autograder.reports.pages import feedback_html
from autograder.results.failure import LEFT_OUT, RAISED, VALUES, Counts, Failure, SurfacedError
from autograder.results.model import CheckResult
from autograder.wording import SURFACED
from tests.helpers.result_factory import DIAGNOSIS, EVIDENCE, check, exercise, result


def counted(name: str, call: str, wrong: int, of: int, **more: Any) -> CheckResult:
    """A check that found that some values are wrong."""
    return check(name, failure=Failure(VALUES, call=call, counts=Counts(wrong, of)), **more)


def number(name: str, call: str, got: int, **more: Any) -> CheckResult:
    """A check that found a wrong number."""
    return check(name, failure=Failure(call=call, is_subject=True, sentence=(" is ", str(got), "")), **more)


def failed(*checks: CheckResult, outcome: str = "wrong values") -> Any:
    return failed_exercise(result("ada", exercise(*checks, outcome=outcome))["exercises"][0])


def test_the_check_with_a_named_mistake_leads() -> None:
    told = failed(check("values"), check("gradient", diagnosis=(DIAGNOSIS,)))
    assert told.leading["id"].endswith("gradient")
    assert told.mistakes == [DIAGNOSIS["text"]]


def test_what_only_says_that_the_result_is_wrong_is_no_reason() -> None:
    vague = DIAGNOSIS | {"name": "formula-no-size", "text": "the result is right for none", "vague": True}
    told = failed(number("values", "f(2)", 3), number("sizes", "f(9)", 1, diagnosis=(vague,)))
    assert told.mistakes == []
    page = feedback_markdown(result("ada", exercise(number("sizes", "f(9)", 1, diagnosis=(vague,)))))
    assert "f(9) is 1" in page.replace("\\", "")
    assert "right for none" not in page


def test_without_a_named_mistake_the_check_leads_that_gives_the_exercise_its_outcome() -> None:
    told = failed(check("dtype", outcome="wrong dtype", level="robustness"), check("values"), check("shape"))
    assert told.leading["id"].endswith("values")


def test_checks_of_which_wrong_numbers_ask_less_only_keep_their_points() -> None:
    passed = check("stable", outcome="right", level="robustness")
    assert failed(check("values"), passed).passed_words == "1 check keeps its points"
    assert failed(check("values", outcome="not finite"), passed, passed).passed_words == "2 checks keep their points"
    assert failed(check("values", outcome="crashed"), passed).passed_words == "1 check passed"
    assert failed(check("device", level="robustness"), passed).passed_words == "1 check passed"


def test_the_example_is_the_smallest_one_that_fails_alike() -> None:
    other = check("names", outcome="crashed", counterexample={"T": "0"})
    told = failed(check("values"), other, check("leading", counterexample={"T": "1"}))
    assert told.example["counterexample"] == {"T": "1"}
    assert [item["id"].split(".")[1] for item in told.others] == ["names"]


def test_a_call_that_is_made_to_be_read_is_the_example_with_what_its_numbers_are() -> None:
    small = check("sizes", evidence={"place": [], "got": [[2]], "wrong": [[True]], "expected": [[1]]})
    told = counted("order", "f(x)", 1, 1, note="The values are unit vectors.")
    assert failed(check("values"), small, told).example["id"].endswith("order")
    made = result("ada", exercise(check("values", diagnosis=(DIAGNOSIS,)), told))
    for text in (feedback_markdown(made), result_text(made), feedback_html(made, "Part 2")):
        assert text.count("unit vectors") == 1


def test_why_a_mistake_is_one_is_told_below_its_name() -> None:
    diagnosis = DIAGNOSIS | {"why": "Scores spread with the root of d_k."}
    made = result("ada", exercise(check("values", diagnosis=(diagnosis,))))
    for text in (
        feedback_markdown(made),
        result_text(made),
        feedback_html(made, "Part 2"),
        cell_comments(made)["masked_softmax"],
    ):
        assert text.replace("\\", "").index(DIAGNOSIS["text"]) < text.replace("\\", "").index(diagnosis["why"])


def test_why_a_change_is_needed_is_told_where_no_mistake_has_a_name() -> None:
    made = result("ada", exercise(check("values")))
    made["exercises"][0]["repair"] = {"mistakes": [PROVED | {"why": "-0 is 0."}]}
    told = failed_exercise(made["exercises"][0])
    assert told is not None
    assert [item.whys for item in told.told_reasons] == [["-0 is 0."]]
    for text in (feedback_markdown(made), result_text(made), feedback_html(made, "Part 2")):
        assert text.count("0 is 0.") == 1


def test_each_of_two_placed_mistakes_has_its_reason() -> None:
    place = {"line": 7, "end_line": 7, "column": 4, "end_column": 9, "around": {"first": 7, "lines": ["    scale = 1"]}}
    other = DIAGNOSIS | {"name": "mask", "text": "nothing is hidden", "why": "Tokens see what comes later."} | place
    one = DIAGNOSIS | {"why": "Scores spread with the root of d_k."} | place
    told = failed(check("values", diagnosis=(one, other)))
    assert [item.whys for item in told.told_reasons] == [[one["why"]], [other["why"]]]


def test_where_it_is_not_known_which_of_two_is_where_each_name_has_its_reason() -> None:
    one = DIAGNOSIS | {"why": "Scores spread with the root of d_k."}
    other = DIAGNOSIS | {"name": "mask", "text": "nothing is hidden", "why": "Tokens see what comes later."}
    told = failed_exercise(exercise(check("values", diagnosis=(one, other)), look_at=LOOK_AT).to_json())
    assert told is not None
    assert [(len(item.texts), item.whys, len(item.places)) for item in told.told_reasons] == [
        (1, [one["why"]], 0),
        (1, [other["why"]], 0),
        (0, [], 1),
    ]


def test_each_of_two_places_without_a_name_has_its_own_reason() -> None:
    place = {"line": 7, "end_line": 7, "column": 4, "end_column": 9, "around": {"first": 7, "lines": ["    scale = 1"]}}
    sentences = {"sentence": "line 7: without it, 1 more check passes", "more_checks": 1}
    one, other = (place | sentences | {"why": why} for why in ("It is too much.", "It ends too soon."))
    told = failed_exercise(exercise(check("values"), repair={"mistakes": [one, other]}).to_json())
    assert told is not None
    assert [(item.texts, item.whys, item.places) for item in told.told_reasons] == [
        ([], ["It is too much."], [one]),
        ([], ["It ends too soon."], [other]),
    ]


def test_further_checks_that_only_count_wrong_values_stay_closed_beside_a_reason() -> None:
    named, counts = check("values", diagnosis=(DIAGNOSIS,)), counted("long", "f(2)", 190, 800)
    says_more = check("state", message="the state dict also holds tri")
    assert not failed(named, counts).opens_others
    assert failed(named, counts, says_more).opens_others
    assert failed(check("values"), counts).opens_others, "nothing is known"
    assert failed(named, check("device", outcome="crashed", message="values")).opens_others


def test_checks_that_pass_after_a_change_at_a_named_mistake_found_nothing_else() -> None:
    place = {"line": 7, "end_line": 7, "column": 4, "end_column": 9, "around": {"first": 7, "lines": ["    scale = 1"]}}
    named = check("values", diagnosis=(DIAGNOSIS | place | {"more_checks": 2, "mended": ["masked_softmax.state"]},))
    other, state = check("mask", message="another finding"), check("state", message="has no parameter bias (4,)")
    told = failed(named, other, state)
    assert [item["id"].split(".")[1] for item in told.repeated] == ["state"]
    assert [item["id"].split(".")[1] for item in told.others] == ["mask"]


def test_what_the_mistakes_of_a_rubric_do_not_explain_is_told_beside_a_proved_line() -> None:
    named = check("values", diagnosis=(DIAGNOSIS | PROVED,))
    made = result("ada", exercise(named, check("mask"), check("device", message="is on cpu", level="robustness")))
    told = failed_exercise(made["exercises"][0] | {"rubric": {"beside": ["masked_softmax.device"]}})
    assert told is not None
    assert told.is_explained
    assert [item["id"].split(".")[1] for item in told.repeated] == ["mask"]
    assert [item["id"].split(".")[1] for item in told.others] == ["device"]


def test_the_place_of_the_first_wrong_value_is_not_told_beside_a_table() -> None:
    failure = Failure(VALUES, call="f(x)", counts=Counts(2, 4, first=(0, 1)))
    told = failed(check("values", failure=failure), check("more", failure=failure, evidence=EVIDENCE))
    plain = "f(x): 2 of 4 values are wrong"
    assert [told.message_of(item) for item in told.failed] == [f"{plain}, first at [0, 1]", plain]


def test_every_form_tells_the_named_mistake_before_what_came_back() -> None:
    checks = (check("gradient", message="no gradient"), check("values", diagnosis=(DIAGNOSIS,)))
    made = result("ada", exercise(*checks))
    for text in (feedback_markdown(made), result_text(made), cell_comments(made)["masked_softmax"]):
        assert text.lower().index("looks like: the scores") < text.index("no gradient")


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ({"line": 3, "end_line": 3}, "line 3: all checks pass after a change here"),
        ({"line": 3, "end_line": 4}, "lines 3 to 4: all checks pass after a change here"),
        ({"line": 3, "end_line": 3, "more_checks": 1}, "line 3: 1 more check passes after a change here"),
        ({"line": 3, "end_line": 3, "more_checks": 4}, "line 3: 4 more checks pass after a change here"),
    ],
)
def test_a_line_is_told_with_what_is_proved_about_it(place: dict[str, int], sentence: str) -> None:
    assert located_sentence(place) == sentence


def test_of_several_mistakes_each_place_names_the_others() -> None:
    first, second = {"line": 2, "end_line": 2}, {"line": 4, "end_line": 5}
    assert located_sentence(first, [second]) == "line 2: all checks pass after a change here and in lines 4 to 5"
    assert located_sentence(first, [first]) == "line 2: all checks pass after a change here"


def test_a_part_is_marked_in_a_place_of_one_line_only() -> None:
    around = {"first": 2, "lines": ["a = 1", "return a"]}
    place = {"line": 2, "end_line": 2, "column": 4, "end_column": 5, "around": around}
    assert [meant for _, _, meant, _, _ in around_lines(place)] == ["1", ""]
    assert [meant for _, _, meant, _, _ in around_lines(place | {"end_line": 3})] == ["", ""], "either may be right"


def placed(**more: Any) -> dict[str, Any]:
    around = {"first": 1, "lines": ["def f(x):", "    return x - 1"]}
    return DIAGNOSIS | {"line": 2, "end_line": 2, "column": 11, "end_column": 16, "around": around} | more


def test_where_one_line_is_proved_to_be_the_mistake_no_other_check_says_more() -> None:
    other = check("shape", message="f(2) raised IndexError", outcome="crashed", hint="Count the axes.")
    told = failed(check("values", diagnosis=(placed(),)), other)
    assert [item["id"].split(".")[1] for item in told.told] == ["values"]
    assert told.repeated_sentence == "The same mistake in 1 further check:"


def test_where_several_lines_are_exchanged_nobody_counts_mistakes() -> None:
    failing = (
        check("values"),
        check("gradient", message="f(2): all gradients are wrong"),
        number("long", "f(2)", 3),
    )
    lines = PROVED | {"end_line": 8}
    told = failed_exercise(exercise(*failing, repair={"mistakes": [lines]}).to_json())
    assert told is not None
    assert told.repeated_sentence == f"The same in {len(told.repeated)} further checks:"


def test_where_only_some_checks_pass_after_a_change_the_others_are_told() -> None:
    other = check("shape", message="f(2) raised IndexError", outcome="crashed", hint="Count the axes.")
    told = failed(check("values", diagnosis=(placed(more_checks=2),)), other)
    assert [item["id"].split(".")[1] for item in told.told] == ["values", "shape"]
    assert told.hint_of(told.told[1]) == "Count the axes."


def test_a_check_that_still_fails_after_a_change_has_not_found_the_same() -> None:
    ids = ("masked_softmax.values", "masked_softmax.again")
    checks = [number("values", "f(2)", 3, diagnosis=(placed(more_checks=2, mended=ids),))]
    checks += [number(name, f"f({size})", 9) for size, name in enumerate(("again", "sizes", "longest"))]
    told = failed(*checks)
    assert [item["id"].split(".")[1] for item in told.told] == ["values", "sizes"]
    assert [item["id"].split(".")[1] for item in told.repeated] == ["again", "longest"]


def test_beside_two_reasons_there_is_no_hint() -> None:
    second = DIAGNOSIS | {"name": "other", "text": "the softmax runs over the queries"}
    told = failed(check("values", diagnosis=(DIAGNOSIS, second), hint="Which scale?"))
    assert told.hint_of(told.first) == ""


TRAIT = "In each of 8 wrong results, the number is 1 too large"
PATTERN = "Small examples are right where T = h, and wrong elsewhere"


def test_what_wrong_answers_have_in_common_comes_first_and_without_the_hint_of_a_check() -> None:
    own = number("values", "f(2)", 3, hint="Which scale?")
    made = result("ada", exercise(own, check("sizes", outcome="wrong shape", hint="Which size?"), traits=(TRAIT,)))
    for text in (feedback_markdown(made), result_text(made), cell_comments(made)["masked_softmax"], page_text(made)):
        plain = text.replace("\\", "").replace("\n", " ")
        assert plain.index("is 1 too large") < plain.index("f(2) is 3")
        assert "Which" not in plain


def test_for_which_arguments_examples_are_wrong_may_be_chance_so_the_page_tells_what_came_back_first() -> None:
    made = result("ada", exercise(counted("values", "f(2)", 4, 4), traits=(PATTERN,)))
    assert "All 4 values are wrong" in page_text(made)
    assert page_text(made).index("All 4 values are wrong") < page_text(made).index("right where T = h")


def test_a_named_mistake_says_more_than_traits() -> None:
    made = result("ada", exercise(check("values", diagnosis=(DIAGNOSIS,)), traits=(TRAIT, PATTERN)))
    assert "too large" not in page_text(made)
    assert "right where T = h" not in page_text(made)


def page_text(made: Any) -> str:
    """Return feedback.html without what is meant for a browser."""
    return html.unescape(re.sub(r"<style>.*?</style>|<[^>]+>", "", feedback_html(made, "02"), flags=re.DOTALL))


def test_code_in_a_sentence_is_code_on_the_page_and_in_markdown() -> None:
    proved = {"name": "", **placed(), "sentence": "line 2: with `sums.squeeze(*dims)` left out, 3 < 4 *checks* pass"}
    made = result("ada", exercise(check("values"), repair={"mistakes": [proved]}))
    assert "with <code>sums.squeeze(*dims)</code> left out, 3 &lt; 4" in feedback_html(made, "02")
    assert "with `sums.squeeze(*dims)` left out, 3 \\< 4 \\*checks\\* pass:" in feedback_markdown(made)
    assert with_code("a ` that ends nothing") == [("a ` that ends nothing", False)]


def test_in_text_carets_mark_the_part_that_is_meant() -> None:
    assert marked_code(placed()) == ["return x - 1", "       ^^^^^"]
    assert marked_code(placed(column=4)) == ["return x - 1"], "all of the line"
    assert marked_code(placed(line=1)) == ["def f(x):", "    return x - 1"]


def test_nothing_is_told_of_an_exercise_that_is_right() -> None:
    assert failed(check("values", outcome="right", message=""), outcome="right") is None


def test_checks_that_found_the_same_are_told_once() -> None:
    first, second = number("values", "f(2)", 3), number("again", "f(7)", 30)
    other, hinted = check("mode", message="f(2) prints"), number("sizes", "f(9)", 1, hint="Look at 9.")
    told = failed(first, second, other, hinted)
    assert [item["id"].split(".")[1] for item in told.told] == ["values", "mode"]
    assert [item["id"].split(".")[1] for item in told.repeated] == ["again", "sizes"]
    made = result("ada", exercise(first, second, other, hinted))
    for text in (feedback_markdown(made), result_text(made), cell_comments(made)["masked_softmax"]):
        assert "The same in 2 further checks:" in text
        assert "Look at 9" not in text, "it is about what the check is for, not about what is wrong"
        assert "f(7) is 30" not in text.replace("\\", "")


def test_an_example_with_the_expected_numbers_comes_before_a_small_one() -> None:
    small = check("sizes", counterexample={"T": "1"})
    printed = check("printed", evidence={"place": [], "got": [[1]], "wrong": [[True]], "expected": [[2]]})
    assert failed(check("values"), small, printed).example["id"].endswith("printed")


def test_the_check_that_names_a_mistake_is_not_said_to_fail_in_another_way() -> None:
    named = counted("values", "f(2)", 3, 4, diagnosis=(DIAGNOSIS,))
    shown = counted("sizes", "f(1)", 1, 2, counterexample={"T": "1"})
    told = failed(named, shown, check("mode", message="f(2) prints"))
    assert [item["id"].split(".")[1] for item in told.others] == ["mode"]
    assert [item["id"].split(".")[1] for item in told.repeated] == ["values"]


def test_a_finding_is_told_with_the_smallest_example_and_the_hint_of_the_leading_check() -> None:
    large = counted("values", "f(22)", 3, 4, hint="Look at f.")
    small = counted("sizes", "f(1)", 1, 2, counterexample={"T": "1"})
    made = result("ada", exercise(large, small))
    for text in (feedback_markdown(made), result_text(made), cell_comments(made)["masked_softmax"]):
        plain = text.replace("\\", "")
        assert "f(22)" not in plain
        assert plain.index("f(1)") < plain.index("Look at f.") < plain.index("The same in 1 further check:")


def test_no_example_is_shown_whose_text_is_left_out() -> None:
    error = SurfacedError("ValueError", "no vowel", "a.py", 3, "f")
    whole, cut = (
        Failure(RAISED, call="f(2)", is_subject=True, exception=replace(error, text=text))
        for text in (error.text, LEFT_OUT)
    )
    leading = check("values", failure=whole, outcome="crashed")
    short = check("sizes", failure=cut, outcome="crashed", counterexample={"T": "1"})
    told = failed(leading, short, outcome="crashed")
    assert told.first is told.example is told.leading


ERROR = SurfacedError("IndexError", "out of range", "causal.py", 7, "y = x[9]", "x (2, 2)")
CRASH = Failure(RAISED, call="f(<2 × 2>)", is_subject=True, exception=ERROR)
LOOK_AT = {"line": 7, "end_line": 7, "column": 0, "end_column": 8, "code": "y = x[9]", "kind": "error"} | {
    "around": {"first": 7, "lines": ["y = x[9]"]},
    "sentence": "line 7: the error surfaced here",
}


def with_crash(failure: Failure = CRASH, **more: Any) -> Any:
    made = result("ada", exercise(check("values", outcome="crashed", failure=failure), outcome="crashed"))
    made["exercises"][0] |= more
    return made


def test_an_exception_without_a_reason_is_told_before_the_call_that_raised_it() -> None:
    told = failed_exercise(with_crash()["exercises"][0])
    assert told is not None
    assert told.headline == "IndexError: out of range"
    assert told.below_headline == f"f(<2 × 2>) raises it{SURFACED}causal.py line 7: y = x[9]; shapes there: x (2, 2)"


def test_a_line_that_is_shown_is_not_quoted_again() -> None:
    told = failed_exercise(with_crash(look_at=LOOK_AT)["exercises"][0])
    assert told is not None
    assert told.below_headline == "f(<2 × 2>) raises it; shapes there: x (2, 2)"
    assert feedback_html(with_crash(look_at=LOOK_AT), title="Part").count("y = x[9]") == 1


def test_what_is_no_exception_is_told_whole() -> None:
    told = failed(number("values", "f(2)", 3))
    assert (told.headline, told.below_headline) == ("f(2) is 3", "")


def test_what_is_said_of_a_result_is_told_before_its_call() -> None:
    failure = Failure(VALUES, call="f(<2 × 2>)(<3>)", counts=Counts(1, 1, largest="2"))
    told = failed(check("values", failure=failure))
    assert told.headline == "The only number is wrong, difference 2"
    assert told.below_headline == "In the call f(<2 × 2>)(<3>)"


@pytest.mark.parametrize(
    ("failure", "headline"),
    [
        (Failure(VALUES, sentence=("weights: ",), counts=Counts(3, 4)), "weights: 3 of 4 values are wrong"),
        (Failure(sentence=("x.grad is wrong",)), "x.grad is wrong"),
        (Failure(VALUES, counts=Counts(2, 2)), "All 2 values are wrong"),
    ],
)
def test_a_name_keeps_its_small_letter(failure: Failure, headline: str) -> None:
    assert failed(check("values", failure=replace(failure, call="split('):x')"))).headline == headline


def test_a_sentence_without_a_call_is_told_as_it_is() -> None:
    assert failed(check("values", message="softmax ran while it was called")).headline.startswith("softmax ran")


def test_a_line_of_another_file_is_quoted_though_its_number_is_shown() -> None:
    elsewhere = replace(CRASH, exception=SurfacedError("ValueError", "bad", "helpers.py", 7, "g(x)"))
    told = failed_exercise(with_crash(elsewhere, look_at=LOOK_AT)["exercises"][0])
    assert told is not None
    assert told.below_headline == f"f(<2 × 2>) raises it{SURFACED}helpers.py line 7: g(x)"


PROVED = LOOK_AT | {"sentence": "line 7: with another axis in place of `9`, all checks pass", "kind": "axis"}


def with_repair(**more: Any) -> Any:
    made = result("ada", exercise(number("values", "f(2)", 3)))
    made["exercises"][0]["repair"] = {"mistakes": [PROVED | more]}
    return made


def test_without_a_reason_the_change_is_told_first_that_makes_all_checks_pass() -> None:
    told = failed_exercise(with_repair()["exercises"][0])
    assert told is not None
    assert told.headline == "Line 7: with another axis in place of `9`, all checks pass"
    assert told.below_headline == "f(2) is 3"
    assert feedback_html(with_repair(), title="Part").count("all checks pass") == 1


def test_a_line_that_was_seen_comes_before_what_wrong_answers_have_in_common() -> None:
    made = with_repair()
    seen = "line 7: here a value comes up that is nowhere in right programs"
    made["exercises"][0] |= {"traits": [TRAIT, PATTERN], "look_at": LOOK_AT | {"sentence": seen}, "repair": {}}
    told = failed_exercise(made["exercises"][0])
    assert told is not None
    assert (told.headline, told.further_traits) == (seen.capitalize(), [f"{TRAIT}."])
    for text in (feedback_markdown(made), result_text(made), cell_comments(made)["masked_softmax"], page_text(made)):
        plain = text.replace("\\", "").replace("\n", " ")
        assert plain.index("comes up") < plain.index("1 too large")
        assert "right where T = h" not in plain


def test_two_named_mistakes_are_told_each_with_its_line() -> None:
    second = DIAGNOSIS | {"name": "other", "text": "the `mask` is inverted"}
    checks = (check("values", diagnosis=(DIAGNOSIS,)), check("mask", diagnosis=(second,)), check("sizes"))
    made = result("ada", exercise(*checks))
    ids = [item["id"] for item in made["exercises"][0]["checks"]]
    places = [PROVED | {"sentence": f"line 7: with {at}", "check": ids[at]} for at in (0, 1)]
    made["exercises"][0]["repair"] = {"mistakes": places}
    told = failed_exercise(made["exercises"][0])
    assert told is not None
    assert [item["id"].split(".")[1] for item in told.repeated] == ["mask", "sizes"], "its name is told above"
    for text in (feedback_markdown(made), result_text(made), cell_comments(made)["masked_softmax"], page_text(made)):
        plain = " ".join(text.replace("\\", "").replace("`", "").split())
        order = ["Looks like: the scores", "line 7: with 0", "Looks like: the mask is inverted", "line 7: with 1"]
        assert sorted(order, key=plain.index) == order


def test_of_two_places_whose_mistakes_have_one_name_each_has_only_its_line() -> None:
    made = result("ada", exercise(check("values", diagnosis=(DIAGNOSIS,)), check("mask"), check("sizes")))
    ids = [item["id"] for item in made["exercises"][0]["checks"]]
    made["exercises"][0]["repair"] = {"mistakes": [PROVED | {"check": name} for name in ids[:2]]}
    told = failed_exercise(made["exercises"][0])
    assert told is not None
    assert [len(item.texts) for item in told.told_reasons] == [1, 0]
    assert [item.places[0]["check"] for item in told.told_reasons] == ids[:2]
    assert [item["id"].split(".")[1] for item in told.told] == ["values", "mask"]


@pytest.mark.parametrize(
    "more", [{"more_checks": 2}, {"sentence": "line 7: with a change of this line, all checks pass"}]
)
def test_a_change_that_says_little_is_not_told_first(more: dict[str, Any]) -> None:
    told = failed_exercise(with_repair(**more)["exercises"][0])
    assert told is not None
    assert told.headline == "f(2) is 3"


def test_an_example_is_not_told_whose_call_is_shown() -> None:
    shown, unknown = (
        feedback_markdown(result("ada", exercise(item)))
        for item in (
            number("values", "f(1)", 3, counterexample={"T": "1"}),
            check("values", message="two results are the same", counterexample={"T": "1"}),
        )
    )
    assert "example:" not in shown
    assert "example: T = 1" in unknown


def test_other_lines_where_a_change_does_as_well_are_told_beside_the_line() -> None:
    made = with_repair(elsewhere="a change in line 9 instead does so, too")
    for text in (feedback_markdown(made), result_text(made), feedback_html(made, title="Part")):
        assert "a change in line 9 instead does so, too" in " ".join(text.lower().replace("\\", "").split())
