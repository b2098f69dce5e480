"""The instructor's page of a hand-in: each failure beside its line, nothing hidden, a student's text only text."""

import re
from dataclasses import replace

import pytest

from autograder.reports.commands import RunOptions
from autograder.reports.numbered_file import MAX_LINES, MAX_WIDTH, read_code, visible_line
from autograder.reports.pages import review_html
from autograder.reports.review_page import HandIn, review_page_content, same_mistakes
from autograder.results.adjustments import Adjustment
from autograder.results.failure import RAISED, Failure, SurfacedError
from autograder.results.model import Anomaly, Json
from autograder.results.summary import summarize
from tests.helpers.result_factory import (
    EVERYTHING,
    HOSTILE,
    OPEN,
    RIGHT,
    WRONG,
    check,
    exercise,
    hostile_result,
    result,
)

CODE = b"""import torch

def masked_softmax(scores):
    return scores

def causal_mask(T):
    return T

def masked_softmax(scores):
    x = 1
    return scores / 0
"""
BIDI = "access = 'user\u202e\u2066# admin\u2069\u2066'\u200b\n"


def hand_in(made: Json, code: bytes = CODE, **changes: object) -> HandIn:
    plain = HandIn(made, made["score"], "Causal attention", {"causal.py": code} if code else {}, (), "graded", "ada")
    return replace(plain, **changes)  # type: ignore[arg-type]


def page(made: Json, code: bytes = CODE, **changes: object) -> str:
    return review_html(review_page_content(hand_in(made, code, **changes)), "../../ada/02_causal/feedback.html")


def notes(made: Json, code: bytes = CODE) -> dict[int, list[str]]:
    """The outcomes of the notes beside each line."""
    (file,) = review_page_content(hand_in(made, code))["files"]
    return {int(line): [note.outcome for note in notes] for line, _, notes in file["lines"] if notes}


def test_a_failure_is_beside_the_line_that_its_message_names_otherwise_at_the_definition() -> None:
    crash = check(
        "crash",
        outcome="crashed",
        failure=Failure(exception=SurfacedError("ZeroDivisionError", file="causal.py", line=11)),
    )
    assert notes(result("ada", exercise(check("values"), crash))) == {9: ["wrong values"], 11: ["crashed"]}


def test_the_definition_that_counts_is_the_last_one() -> None:
    file = read_code("causal.py", b"f = 1\ndef f(): ...\n    def f(): ...\nf: int = 3\ng = f == 4\nf == 5\n")
    places = [file.definition(name) for name in ("f", "g", "h")]
    assert [place and place.line for place in places] == [4, 5, None]


@pytest.mark.parametrize(("file", "line"), [("causal.py", 0), ("causal.py", 12), ("other.py", 2)])
def test_a_line_that_does_not_exist_is_not_believed(file: str, line: int) -> None:
    crash = check("crash", outcome="crashed", failure=Failure(exception=SurfacedError("E", file=file, line=line)))
    assert notes(result("ada", exercise(crash))) == {9: ["crashed"]}


def test_what_a_program_says_of_another_line_is_not_believed() -> None:
    error = SurfacedError("E", "causal.py, line 2", "causal.py", 4, "return; causal.py line 2")
    crash = check("crash", outcome="crashed", failure=Failure(RAISED, exception=error))
    assert notes(result("ada", exercise(crash))) == {4: ["crashed"]}


def test_checks_that_fail_alike_share_a_note_and_so_do_exercises_that_do_not_parse() -> None:
    stopped = Failure(sentence=("causal.py, line 4: bad",), exception=SurfacedError(file="causal.py", line=4))
    broken = check("all", outcome="does not parse", failure=stopped)
    both = [exercise(broken, name=name, outcome="does not parse") for name in ("causal_mask", "masked_softmax")]
    assert notes(result("ada", *both)) == {4: ["does not parse"]}
    shown = page(result("ada", *both))
    assert "<strong>causal_mask, masked_softmax</strong>" in shown
    alike = exercise(check("one"), check("two"))
    assert notes(result("ada", alike)) == {9: ["wrong values"]}
    assert "the one; the two" in page(result("ada", alike))


def test_what_was_not_begun_is_noted_only_where_its_stub_is() -> None:
    assert notes(result("ada", OPEN)) == {}
    assert notes(result("ada", OPEN), b"import torch\nclass CausalSelfAttention: ...\n") == {2: ["not attempted"]}


def test_every_check_is_listed_with_its_name_and_points() -> None:
    shown = page(result("ada", RIGHT, WRONG, OPEN))
    for item in (*RIGHT.checks, *WRONG.checks):
        assert f"<code>{item.id}</code>" in shown


def test_a_waiting_exercise_is_noted_with_its_reason() -> None:
    waiting = replace(exercise(check("values", outcome="not run")), needs_person="the sandbox refused socket()")
    made = result("ada", waiting, anomalies=(Anomaly("exit", "masked_softmax", "SystemExit during import, line 61"),))
    assert notes(made) == {9: ["not graded"]}
    assert "SystemExit during import, line 61" in page(made)


def test_the_commands_can_be_copied_as_they_are() -> None:
    content = review_page_content(hand_in(result("d'Arc $HOME", WRONG), out="my graded"))
    (one,) = content["exercises"]
    place = """'my graded' --student 'd'"'"'Arc $HOME' --assignment 02_causal"""
    assert one["adjust"] == f'autograder adjust {place} --exercise masked_softmax --points +3 --reason "…"'
    assert content["whole"] == f'autograder adjust {place} --score 4 --reason "…"'
    assert one["check"] == "autograder check 'my graded/ada/02_causal' masked_softmax"


def test_the_commands_name_the_rules_and_the_course_that_the_run_had() -> None:
    options = RunOptions(policies="/my rules.toml", course="/course")
    content = review_page_content(hand_in(result("ada", WRONG), options=options))
    (one,) = content["exercises"]
    named = "--policies '/my rules.toml' --course /course"
    place = "autograder adjust graded --student ada --assignment 02_causal"
    assert one["adjust"] == f'{place} --exercise masked_softmax {named} --points +3 --reason "…"'
    assert content["whole"] == f'{place} {named} --score 4 --reason "…"'
    assert content["check"] == "autograder check graded/ada/02_causal --course /course", "check knows no rules"


def test_corrections_are_listed_even_if_they_were_undone() -> None:
    made = Adjustment("ada", "02_causal", "causal_mask", points=1.0, reason="the mask was right", author="C", number=1)
    undone = replace(made, reason="a slip", undone="C, 2026-03-02", number=2)
    shown = page(result("ada", RIGHT), corrections=(made, undone))
    assert "the mask was right" in shown
    assert re.search(r"a slip.*undone: <bdi>C, 2026-03-02", shown)


def test_the_page_says_that_the_code_is_not_known() -> None:
    assert "The code is not known" in page(result("ada", WRONG), b"")
    assert "The code is not known" not in page(result("ada", WRONG))


def test_code_cannot_leave_its_place_or_change_its_order() -> None:
    shown = page(result("ada", WRONG), f"# </script></code></ol><script>alert(1)</script>\n{BIDI}".encode())
    assert shown.count("<script") == 1, "the page's own, which its policy names by a hash"
    assert "</code></ol><" not in shown.partition("# &lt;/script&gt;")[2].partition("\n")[0]
    assert not re.search("[\u200b\u202a-\u202e\u2066-\u2069]", shown)
    for point in ("U+202E", "U+2066", "U+2069", "U+200B"):
        assert f'<i class="odd-character">{point}</i>' in shown


def test_whatever_a_student_decides_is_text() -> None:
    shown = page(hostile_result(), EVERYTHING.encode(), folder="a\"><img src=x onerror='alert(1)'>")
    assert shown.count("<script") == 1
    assert not re.search(r"<(img|svg|a href='javascript)", shown)
    assert all(text.split("\0")[0] not in shown for text in HOSTILE[:3])


def test_a_file_of_any_size_gives_a_page_of_bounded_size() -> None:
    shown = page(result("ada", WRONG), b"x = 1  # \xff" + b"y" * 10 * MAX_WIDTH + b"\r\n" * 2 * MAX_LINES)
    assert f"{MAX_LINES} more lines are not shown" in shown
    assert f"{10 * MAX_WIDTH + 10 - MAX_WIDTH} more characters" in shown
    assert shown.count('<li id="f1-') == MAX_LINES
    assert len(shown) < 500 * MAX_LINES


def test_tabs_and_letters_of_all_languages_are_shown_as_they_are() -> None:
    assert visible_line("\tx = 'größe שלום'") == "    x = &#39;größe שלום&#39;"
    assert visible_line("a\u3164b") == 'a<i class="odd-character">U+3164</i>b'
    assert visible_line("\x1b[31m") == '<i class="odd-character">U+001B</i>[31m'


def test_who_made_the_same_named_mistake_in_an_exercise_is_known() -> None:
    other = exercise(check("values", outcome="crashed"))
    made = [result("ada", WRONG), result("ben", RIGHT), result("cy", WRONG), result("dan", other), result("eve", other)]
    alike = same_mistakes([summarize(one) for one in made])
    both = {WRONG.name: ["ada", "cy"]}
    assert alike == {("ada", "02_causal"): both, ("cy", "02_causal"): both}, "a failure without a name is no such"
    text = page(made[0], alike=both)
    assert 'data-students="ada; cy"' in text
    assert "Correct also 1 other with the same mistake" in text
