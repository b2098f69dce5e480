"""Corrections by hand: kept beside the automatic score, explained on the page, and not lost by anything."""

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.term import Term

pytestmark = pytest.mark.sandbox

REASON = "the mask was right"


@pytest.fixture
def graded(term: Term, monkeypatch: pytest.MonkeyPatch) -> Term:
    monkeypatch.setenv("AUTOGRADER_AUTHOR", "C. Curie")
    term.hand_in("week", "ada", "02")
    term.hand_in("week", "eli", "02", "wrong: masked_softmax")
    term.hand_in_file("week", "rex", "02_causal/report.pdf")
    term.hand_in("week", "sam", "02", "refused: causal_mask")
    term.grade("week")
    return term


def one_more(term: Term, *arguments: object, status: int = 0) -> str:
    place = ("--student", "eli", "--exercise", "masked_softmax", "--points", "+1")
    return term.adjust(*place, "--reason", REASON, *arguments, status=status)


def test_a_correction_counts_and_the_automatic_score_stays(graded: Term) -> None:
    said = one_more(graded)
    assert "eli, 02_causal: 23 of 27 → 24 of 27" in said
    assert graded.scores()["eli", "02"] == "24"
    assert graded.result("eli", "02")["score"] == 23
    graded.run("export", graded.out, "--format", "csv")
    assert '\n"eli",24,24,27,' in (graded.out / "csv.csv").read_text(encoding="utf-8")


def test_the_page_shows_it_as_one_more_step_with_author_and_date(graded: Term) -> None:
    one_more(graded, "--comment", "Well seen!")
    line = graded.rows()["eli", "02"]["why"]
    assert line.startswith(f"23 + 1 for masked_softmax ({REASON}; correction 1, C. Curie, 20")
    assert line.endswith("= 24")
    html = (graded.out / "eli/02_causal/feedback.html").read_text(encoding="utf-8")
    assert line in html
    assert f"Corrected by hand: {REASON}. Well seen!" in html
    assert line in (graded.out / "class.html").read_text(encoding="utf-8")


def test_a_page_names_what_changed_its_points(graded: Term) -> None:
    one_more(graded)
    assert "By a correction: 23 + 1 for masked" in graded.page("eli", "02").replace("\\", "")
    html = graded.out / "eli/02_causal/feedback.html"
    assert "<p>By a correction: 23 + 1 for masked" in html.read_text(encoding="utf-8")
    graded.adjust("--student", "eli", "--assignment", "02", "--points", "1", "--reason", "r")
    assert "By corrections: 23 + 1 for masked" in graded.page("eli", "02").replace("\\", "")
    graded.grade("week", "--policies", rules_of(graded, 'drop = ["02_causal.causal_mask"]\n'))
    assert "By the rules of the course and by corrections: 23 + 1" in graded.page("eli", "02").replace("\\", "")
    assert "By the rules of the course: 27 − 3 for causal" in graded.page("ada", "02").replace("\\", "")


def test_more_points_than_there_were_count_and_are_named(graded: Term) -> None:
    place = ("--student", "eli", "--exercise", "masked_softmax", "--reason", "r")
    said = graded.adjust(*place, "--points", "9")
    assert "eli, 02_causal, masked_softmax: 9 of 4 points, above the maximum; it counts, as a bonus" in said
    assert "above" not in graded.adjust(), "said once"
    assert graded.scores()["eli", "02"] == "32"
    said = graded.adjust("--student", "ada", "--assignment", "02", "--score", "30", "--reason", "r", "--json")
    assert "ada, 02_causal: 30 of 27 points, above the maximum; it counts, as a bonus" in [
        event.get("text") for event in events_of(said)
    ]


def test_points_that_are_cut_at_zero_are_said_to_be_so(graded: Term) -> None:
    place = ("--student", "eli", "--reason", "not your own")
    graded.adjust(*place, "--exercise", "causal_mask", "--points", "-5")
    why = graded.rows()["eli", "02"]["why"]
    assert re.search(r"^23 − 3 for causal_mask \(not your own; .*; takes 5, cut at 0\) = 20$", why), why
    graded.adjust(*place, "--assignment", "02", "--points", "-50")
    assert graded.rows()["eli", "02"]["why"].endswith("takes 50, cut at 0) = 0")
    graded.adjust(*place, "--assignment", "02", "--score", "0")
    assert graded.rows()["eli", "02"]["why"].count("cut at 0") == 2, "what is set to 0 is not cut"


def test_what_a_person_corrected_is_marked_among_what_lost_points(graded: Term) -> None:
    graded.adjust("--student", "eli", "--exercise", "masked_softmax", "--points", "+1", "--reason", "right after all")
    page = (graded.out / "eli/02_causal/feedback.html").read_text(encoding="utf-8")
    (line,) = re.findall(r"<li><a href=.#e\d+.>masked_softmax</a>: .*</li>", page)
    assert line.endswith(", corrected by a person</li>")
    page = (graded.out / "class.html").read_text(encoding="utf-8")
    assert "corrected by a person: 1</td>" in page
    assert "<bdi>eli</bdi></a> (corrected)" in page


def test_slip_days_are_still_used_after_a_correction(graded: Term) -> None:
    due = "due = { 02_causal = 2026-03-01T23:59:00 }\n[policies.late]\nper_day = 10\nslip_days = 2\n"
    rules = rules_of(graded, due)
    for file in graded.course.assignment("02").files:
        graded.hand_in_file("late", "tom", f"02_causal_2026-03-03-120000/{file}")
    graded.grade("late", "--policies", rules)
    before = graded.rows()["tom", "02"]
    assert "2 slip days used" in before["why"]
    one_more(graded, "--policies", rules)
    assert graded.rows()["tom", "02"] == before


def test_pages_older_than_a_correction_are_in_no_archive(graded: Term) -> None:
    one_more(graded)
    path = graded.out / "adjustments.csv"
    path.write_text(path.read_text(encoding="utf-8").replace(REASON, "another reason"), encoding="utf-8")
    status, said = graded.run("feedback", graded.out, graded.folder / "week")
    assert status == 2
    assert "adjustments.csv: has changed since the last run; `autograder adjust" in said


def test_a_correction_of_nobodys_result_is_named(graded: Term) -> None:
    one_more(graded)
    path = graded.out / "adjustments.csv"
    path.write_text(path.read_text(encoding="utf-8").replace('"eli",', '"elli",'), encoding="utf-8")
    said = graded.adjust()
    assert "correction 1: elli has no result of 02_causal; without one it has no effect" in said


def test_it_survives_a_regrade_and_grading_again(graded: Term) -> None:
    one_more(graded)
    graded.use_checks(0.5)
    graded.run("regrade", graded.out, graded.folder / "week", "--apply", "--allow-lower", "--jobs", 1)
    assert graded.scores()["eli", "02"] == "24"
    graded.hand_in("week", "eli", "02", "fragile: masked_softmax")
    graded.grade("week")
    assert graded.scores()["eli", "02"] == "26"


def test_a_correction_of_an_older_hand_in_needs_a_person(graded: Term) -> None:
    one_more(graded)
    graded.hand_in("again", "eli", "02")
    words = ("grade", graded.folder / "again", "--out", graded.out, "--jobs", 1)
    said = graded.said(*words, status=3)
    assert "needs you: eli, 02_causal: correction 1, C. Curie, " in said
    assert " (+1): made for an older hand-in, counts for this one too; autograder adjust" in said
    assert "eli, 02_causal, masked_softmax: 5 of 4 points, above the maximum; it counts, as a bonus" in said
    assert "above the maximum" not in graded.said(*words), "nothing is new"


def test_undoing_brings_the_automatic_score_back_and_keeps_the_history(graded: Term) -> None:
    one_more(graded)
    said = graded.adjust("--undo", 1)
    assert "correction 1 is undone" in said
    assert graded.scores()["eli", "02"] == "23"
    (row,) = rows_of(graded.out / "adjustments.csv")
    assert row["undone"].startswith("C. Curie, 20")
    assert "was undone already" in graded.adjust("--undo", 1, status=2)
    assert "the file has 1 correction;" in graded.adjust("--undo", 7, status=2)


def test_a_score_can_be_set_for_an_exercise_that_waits_and_for_what_was_refused(graded: Term) -> None:
    graded.adjust("--student", "sam", "--exercise", "causal_mask", "--score", "2.5", "--reason", "read by hand")
    words = ("--reason", "handed in on paper", "--comment", "Thank you!")
    graded.adjust("--student", "rex", "--assignment", "02", "--score", "20", *words)
    assert "; Thank you!) = 20" in graded.page("rex", "02").replace("\\", "")
    rows = graded.rows()
    assert (rows["sam", "02"]["score"], rows["sam", "02"]["status"]) == ("26.5", "graded")
    assert (rows["rex", "02"]["score"], rows["rex", "02"]["status"]) == ("20", "graded")
    assert rows["rex", "02"]["why"].startswith("0 + 20 (set to 20: handed in on paper; correction 2, C. Curie, ")
    graded.run("export", graded.out, "--format", "csv")
    assert '\n"rex",20,20,27,' in (graded.out / "csv.csv").read_text(encoding="utf-8")


def test_an_exercise_is_corrected_before_lateness_and_the_whole_after_it(graded: Term) -> None:
    rules = graded.folder / "rules.toml"
    text = '[policies]\ndrop = ["02_causal.causal_mask"]\n'
    rules.write_text(text, encoding="utf-8")
    graded.grade("week", "--policies", rules)
    assert "was graded under other rules" in one_more(graded, "--policies", "none", status=2)
    one_more(graded)
    graded.adjust("--student", "eli", "--assignment", "02", "--points", "-2", "--reason", "r", "--policies", rules)
    line = graded.rows()["eli", "02"]["why"]
    assert [line.index(word) for word in ("masked_softmax", "causal_mask (dropped", "− 2 (r;")] == sorted(
        line.index(word) for word in ("masked_softmax", "causal_mask (dropped", "− 2 (r;")
    )
    assert graded.scores()["eli", "02"] == "19"


def test_the_same_correction_twice_counts_once(graded: Term) -> None:
    one_more(graded)
    assert "this correction was made already; it counts once" in one_more(graded)
    assert graded.scores()["eli", "02"] == "24"
    graded.adjust("--undo", 1)
    one_more(graded)
    assert graded.scores()["eli", "02"] == "24"


def test_a_person_may_edit_the_file_and_an_export_waits_for_the_pages(graded: Term) -> None:
    one_more(graded)
    path = graded.out / "adjustments.csv"
    text = path.read_text(encoding="utf-8").replace(",1,,", ',"0,5",,')
    path.write_text(text + "ada,02,first_row,-0.25,,typo,,,,\n", encoding="utf-8")
    status, said = graded.run("export", graded.out, "--format", "csv")
    assert status == 2
    assert "adjustments.csv: has changed since the last run; `autograder adjust" in said
    graded.adjust()
    assert (graded.scores()["eli", "02"], graded.scores()["ada", "02"]) == ("23.5", "26.75")
    assert graded.run("export", graded.out, "--format", "csv")[0] in (0, 3)


def test_programs_read_corrections_and_exports_as_lines_of_json(graded: Term) -> None:
    events = events_of(one_more(graded, "--json"))
    assert [event["event"] for event in events] == ["course", "correction", "move", "end"]
    assert (events[1]["student"], events[1]["points"], events[1]["author"]) == ("eli", 1, "C. Curie")
    assert (events[2]["before"], events[2]["after"]) == (23, 24)
    _, said = graded.run("export", graded.out, "--format", "csv", "--dry-run", "--json")
    cells = [event for event in events_of(said) if event["event"] == "cell"]
    assert [(cell["student"], cell["after"]) for cell in cells] == [("ada", "27"), ("eli", "24")]
    assert events_of(said)[-1] | {"event": "end", "changed": 2, "written": None} == events_of(said)[-1]


def events_of(said: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said.splitlines()]


BAD_LINES: Mapping[str, tuple[str, str]] = {
    "no number": ("eli,02,masked_softmax,one,,r,,,,", "line 2: points is 'one', expected a number such as -0.5"),
    "infinite": ("eli,02,masked_softmax,inf,,r,,,,", "line 2: points is 'inf'"),
    "negative score": ("eli,02,masked_softmax,,-1,r,,,,", "line 2: score is '-1', expected a number such as 3.5"),
    "both": ("eli,02,masked_softmax,1,2,r,,,,", "line 2: fill in either points"),
    "no reason": ("eli,02,masked_softmax,1,,,,,,", "line 2: reason is empty"),
    "unknown part": ("eli,77,masked_softmax,1,,r,,,,", "line 2: assignment '77' is none of 00_warmup"),
    "unknown exercise": ("eli,02,softmix,1,,r,,,,", "line 2: 02_causal has no exercise 'softmix'"),
    "too many cells": ("eli,02,masked_softmax,1,,r,,,,,x", "line 2: has more cells than columns"),
}


@pytest.mark.parametrize(("line", "sentence"), BAD_LINES.values(), ids=BAD_LINES)
def test_a_wrong_line_is_named_and_changes_nothing(graded: Term, line: str, sentence: str) -> None:
    before = graded.left_behind()
    header = "student,assignment,exercise,points,score,reason,comment,author,date,undone"
    (graded.out / "adjustments.csv").write_text(f"{header}\n{line}\n", encoding="utf-8")
    said = graded.adjust(status=2)
    assert f"adjustments.csv, {sentence}" in said
    assert {name: data for name, data in graded.left_behind().items() if name != "adjustments.csv"} == before


BAD_CALLS: Mapping[str, tuple[list[str], str]] = {
    "no points": (["--student", "eli", "--exercise", "causal_mask", "--reason", "r"], "say one of --points +1"),
    "no reason": (["--student", "eli", "--exercise", "causal_mask", "--points", "1"], "--reason: say why"),
    "student": (
        ["--student", "ely", "--exercise", "causal_mask", "--points", "1", "--reason", "r"],
        "did you mean eli?",
    ),
    "exercise": (
        ["--student", "eli", "--exercise", "causal_mas", "--points", "1", "--reason", "r"],
        "mean causal_mask?",
    ),
    "nothing named": (["--student", "eli", "--points", "1", "--reason", "r"], "has no result with the assignment"),
    "not a number": (
        ["--student", "eli", "--exercise", "causal_mask", "--points", "nan", "--reason", "r"],
        "not a number",
    ),
}


@pytest.mark.parametrize(("arguments", "sentence"), BAD_CALLS.values(), ids=BAD_CALLS)
def test_a_wrong_call_gets_one_sentence(graded: Term, arguments: list[str], sentence: str) -> None:
    assert sentence in graded.adjust(*arguments, status=2)
    assert not (graded.out / "adjustments.csv").exists()


def test_texts_that_a_spreadsheet_would_run_are_escaped_and_read_back(graded: Term) -> None:
    place = ("--student", "eli", "--exercise", "masked_softmax", "--points", "1")
    graded.adjust(*place, "--reason", "=HYPERLINK(1)", "--comment", "<b>bold</b>")
    assert "'=HYPERLINK(1)" in (graded.out / "adjustments.csv").read_text(encoding="utf-8")
    assert "(=HYPERLINK(1); correction 1" in graded.adjust() + graded.rows()["eli", "02"]["why"]
    assert "<b>bold" not in (graded.out / "eli/02_causal/feedback.html").read_text(encoding="utf-8")


def test_a_check_that_is_switched_off_is_previewed_and_applied_to_all(graded: Term) -> None:
    graded.hand_in("week", "tom", "02", "fragile: masked_softmax")
    graded.grade("week")
    assert graded.scores()["tom", "02"] == "26"
    rules = rules_of(graded, '[policies.checks]\n"02_causal.masked_softmax.large" = 0\n')
    before = graded.left_behind()
    _, said = graded.run("regrade", graded.out, graded.folder / "week", "--policies", rules, "--jobs", 1)
    assert "tom, 02_causal: 26 → 27 of 27, +1: the rules and corrections now: 26 + 1 for masked_softmax" in said
    assert "1 of 5 results change: 1 up, 0 down; nothing is written (--apply)" in said
    assert graded.left_behind() == before
    graded.run("regrade", graded.out, graded.folder / "week", "--policies", rules, "--apply", "--jobs", 1)
    assert graded.scores()["tom", "02"] == "27"
    assert "does not count: masked_softmax.large (rule checks)" in graded.page("tom", "02")


def test_a_rule_that_lowers_a_score_is_written_only_if_that_is_allowed(graded: Term) -> None:
    graded.hand_in("week", "tom", "02", "fragile: masked_softmax")
    graded.grade("week")
    rules = rules_of(graded, '[policies.checks]\n"02_causal.masked_softmax.large" = 3\n')
    arguments = ("regrade", graded.out, graded.folder / "week", "--policies", rules, "--jobs", 1, "--apply")
    status, said = graded.run(*arguments)
    assert status in (1, 3)
    assert "1 would lose points by the rules, which hold for all; --allow-lower applies them" in said
    assert "nothing is written (--allow-lower)" in said
    assert graded.scores()["tom", "02"] == "26"
    graded.run(*arguments, "--allow-lower")
    assert graded.scores()["tom", "02"] == "25"


def test_a_misspelled_check_is_named(graded: Term) -> None:
    rules = rules_of(graded, '[policies.checks]\n"02_causal.masked_softmax.larg" = 0\n')
    said = graded.grade("week", "--policies", rules)
    assert "02_causal.masked_softmax.larg: no check has this name; did you mean 02_causal.masked_softmax.large?" in said


def test_weights_make_the_total_and_the_class_page_says_how(graded: Term) -> None:
    graded.hand_in("first", "ada", "01")
    graded.hand_in("first", "eli", "01")
    rules = rules_of(graded, "total = 100\n[policies.weights]\n01_self_attention = 1\n02_causal = 3\n")
    graded.grade("first", "--policies", rules)
    graded.run("export", graded.out, "--format", "csv", "--policies", rules)
    rows = {row["student"]: row for row in rows_of(graded.out / "csv.csv")}
    assert (rows["ada"]["score"], rows["ada"]["max_score"]) == ("100", "100")
    assert (rows["eli"]["score"], rows["eli"]["max_score"]) == ("88.89", "100")
    page = (graded.out / "class.html").read_text(encoding="utf-8")
    assert "Total of 100: 25 for 01_self_attention, 75 for 02_causal (rule weights)" in page
    assert "eli</bdi>, total: <bdi>25 × 26/26 + 75 × 23/27 = 88.89</bdi>" in page


def rules_of(term: Term, text: str) -> Path:
    path = term.folder / "rules.toml"
    path.write_text(f"[policies]\n{text}", encoding="utf-8")
    return path


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_slip_days_are_not_lost(term: Term) -> None:
    rules, times = term.folder / "rules.toml", term.folder / "late.csv"
    rules.write_text("[policies.due]\n02_causal = 2026-03-01T23:59:00\n[policies.late]\nper_day = 10\nslip_days = 3\n")
    times.write_text("Student,Assignment Name,Submitted Date\neli,Causal attention,2026-03-02T22:58:00\n")
    term.hand_in("week", "eli", "02", "wrong: masked_softmax")
    term.hand_in("week", "ada", "02")
    term.grade("week", "--policies", rules, "--times", times)
    before = term.rows()["eli", "02"]["why"]
    assert "1 slip day used and 2 left" in before
    term.adjust("--policies", rules)
    assert term.rows()["eli", "02"]["why"] == before


def test_a_comment_alone_is_read_by_the_student_and_changes_no_score(graded: Term) -> None:
    graded.said("review", graded.out)
    place = ("--student", "eli", "--exercise", "masked_softmax")
    said = graded.adjust(*place, "--comment", "Look at the diagonal.")
    assert "1. eli, 02_causal, masked_softmax: comment, Look at the diagonal. (C. Curie" in said
    assert "0 scores change" in said
    graded.adjust("--student", "sam", "--assignment", "02", "--comment", "Ask me.")
    source = graded.folder / "corrections.csv"
    source.write_text("student,assignment,reason,comment\nada,02,,Nicely done.\n")
    graded.adjust("--from", source)
    row = graded.rows()["eli", "02"]
    assert (row["score"], row.get("why", "")) == ("23", "")
    assert "Comment: Look at the diagonal" in graded.page("eli", "02")
    assert "Comment: Nicely done" in graded.page("ada", "02")
    assert "Comment: Ask me" in graded.page("sam", "02")
    assert graded.rows()["sam", "02"]["status"] == "needs you", "a comment is no decision about the score"
    assert "comment, <bdi>Ask me.</bdi>" in (graded.out / ".review/sam/02_causal.html").read_text(encoding="utf-8")
    assert "reason" in graded.adjust("--student", "eli", "--assignment", "02", "--points", "0", status=2)
    assert "correction 1 is undone" in graded.adjust(*place, "--comment", "Look at the diagonal.", "--undo")


def test_a_decimal_comma_is_understood(graded: Term) -> None:
    said = graded.adjust("--student", "eli", "--assignment", "02", "--score", "1,5", "--reason", "r")
    assert "23 of 27 → 1.5 of 27" in said
    assert "1.5 of 27 → 1 of 27" in graded.adjust(
        "--student", "eli", "--assignment", "02", "--points", "-0,5", "--reason", "r"
    )
