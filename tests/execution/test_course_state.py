"""The output folder is the state of the course: a call adds and replaces what it names, and keeps the rest."""

import html
import re

import pytest

from autograder.reports import class_page
from autograder.results.class_parts import parts_of_class
from tests.helpers.term import Term


@pytest.fixture
def two_weeks(term: Term) -> Term:
    for student in ("ada", "ben", "cem"):
        term.hand_in("week1", student, "01")
    term.hand_in("week2", "ada", "02")
    term.hand_in("week2", "ben", "02", "wrong: causal_mask")
    term.grade("week1")
    return term


@pytest.mark.sandbox
def test_another_part_is_added_and_the_first_one_is_kept(two_weeks: Term) -> None:
    said = two_weeks.grade("week2", "--assignment", "02")
    assert "kept: 3 results of 3 students that this call does not name (01_self_attention 3)" in said
    assert two_weeks.scores() == {
        ("ada", "01"): "26",
        ("ada", "02"): "27",
        ("ben", "01"): "26",
        ("ben", "02"): "24",
        ("cem", "01"): "26",
    }
    page = (two_weeks.out / "class.html").read_text(encoding="utf-8")
    assert "01_self_attention/feedback.html" in page
    assert "02_causal/feedback.html" in page


@pytest.mark.sandbox
def test_the_table_in_the_terminal_ends_with_the_total_of_the_course(two_weeks: Term) -> None:
    said = two_weeks.grade("week2")
    assert re.search(r"student +02 +score\nada +27 +27/27\nben +24 +24/27\n", said), "without weights, points are added"
    rules = two_weeks.folder / "rules.toml"
    weights = "01_self_attention = 25\n02_causal = 75\n"
    rules.write_text(f"[policies]\ntotal = 100\n[policies.weights]\n{weights}", encoding="utf-8")
    said = two_weeks.grade("week2", "--policies", rules)
    assert re.search(r"student +02 +total\nada +27 +100/100\nben +24 +91\.67/100\n", said)


@pytest.mark.sandbox
def test_the_class_page_ends_a_long_list_with_the_command_that_has_all_of_it(
    two_weeks: Term, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = two_weeks.folder / "my rules.toml"
    rules.write_text("[policies]\nbonus = ['02_causal.causal_mask']\n", encoding="utf-8")
    monkeypatch.setattr(class_page, "MAX_LISTED", 1)
    two_weeks.grade("week2", "--policies", rules)
    page = html.unescape((two_weeks.out / "class.html").read_text(encoding="utf-8"))
    command = f"<code>autograder export {two_weeks.out} --format csv --policies '{rules}'</code>"
    assert f"1 more is not shown; grades.csv and this table have all of them: {command}" in page


@pytest.mark.sandbox
def test_one_late_student_leaves_the_others_as_they_are(two_weeks: Term) -> None:
    two_weeks.grade("week2")
    before = two_weeks.scores()
    two_weeks.hand_in("late", "cem", "02", "fragile: masked_softmax")
    two_weeks.grade("late")
    assert two_weeks.scores() == before | {("cem", "02"): "26"}


@pytest.mark.sandbox
def test_a_student_of_the_roster_without_a_file_in_this_call_loses_nothing(two_weeks: Term) -> None:
    roster = two_weeks.folder / "class.csv"
    roster.write_text("student\nada\nben\ncem\ndan\n", encoding="utf-8")
    two_weeks.grade("week2", "--roster", roster)
    two_weeks.hand_in("late", "cem", "02")
    two_weeks.grade("late", "--roster", roster)
    assert {key: row["status"] for key, row in two_weeks.rows().items() if key[1] == "02"} == {
        ("ada", "02"): "graded",
        ("ben", "02"): "graded",
        ("cem", "02"): "graded",
        ("dan", "02"): "not submitted",
    }
    assert two_weeks.scores()["ben", "02"] == "24"


@pytest.mark.sandbox
def test_a_new_attempt_replaces_the_earlier_one(two_weeks: Term) -> None:
    two_weeks.grade("week2")
    two_weeks.hand_in("late", "ben", "02", "fragile: causal_mask")
    two_weeks.grade("late")
    assert two_weeks.scores()["ben", "02"] == "26.25"


@pytest.mark.sandbox
def test_only_lists_what_the_call_names_and_the_next_call_lists_everything(two_weeks: Term) -> None:
    said = two_weeks.grade("week2", "--only")
    assert "left out of the table and the class page" in said
    assert sorted(two_weeks.scores()) == [("ada", "02"), ("ben", "02")]
    assert "cem" not in (two_weeks.out / "class.html").read_text(encoding="utf-8")
    _, exported = two_weeks.run("export", two_weeks.out, "--format", "csv")
    assert "2 filled" in exported
    two_weeks.grade("week2")
    assert len(two_weeks.scores()) == 5


@pytest.mark.sandbox
def test_exports_are_made_of_everything(two_weeks: Term) -> None:
    two_weeks.grade("week2")
    _, said = two_weeks.run("export", two_weeks.out, "--format", "csv")
    assert "5 filled" in said
    table = (two_weeks.out / "csv.csv").read_text(encoding="utf-8").splitlines()
    assert table[1].startswith('"ada",26,27,53,53,')
    assert table[3].startswith('"cem",26,,26,53,')


@pytest.mark.sandbox
def test_a_rule_that_changes_is_applied_to_what_the_call_does_not_name(two_weeks: Term) -> None:
    rules = two_weeks.folder / "rules.toml"
    rules.write_text('[policies]\ndrop = ["01_self_attention.softmax"]\n', encoding="utf-8")
    two_weeks.grade("week2", "--policies", rules)
    assert two_weeks.rows()["cem", "01"]["score"] == "22"
    assert "(dropped, rule drop)" in two_weeks.page("cem", "01")


@pytest.mark.sandbox
def test_a_call_under_other_rules_than_the_last_says_so(two_weeks: Term) -> None:
    rules = two_weeks.folder / "rules.toml"
    rules.write_text('[policies]\ndrop = ["01_self_attention.softmax"]\n', encoding="utf-8")
    text = "rules: not those of the last run"
    assert text in two_weeks.grade("week2", "--policies", rules)
    assert text not in two_weeks.grade("week2", "--policies", rules)
    assert text not in two_weeks.grade("week2"), "they are kept"
    assert text in two_weeks.grade("week2", "--policies", "none")


@pytest.mark.sandbox
def test_a_regrade_of_one_week_keeps_the_other(two_weeks: Term) -> None:
    two_weeks.grade("week2")
    two_weeks.use_checks(0.5)
    status, said = two_weeks.run("regrade", two_weeks.out, two_weeks.folder / "week2", "--apply", "--jobs", 1)
    assert status == 0, said
    assert len(two_weeks.scores()) == 5


@pytest.mark.sandbox
def test_a_stray_folder_changes_nobody_elses_maximum(two_weeks: Term) -> None:
    two_weeks.hand_in("week1", "ben", "05")
    said = two_weeks.grade("week1")
    assert "05_gradient_descent: only ben handed it in; it counts for nobody else" in said
    assert [student for student, part in two_weeks.scores() if part == "05"] == ["ben"]
    two_weeks.run("export", two_weeks.out, "--format", "csv")
    table = (two_weeks.out / "csv.csv").read_text(encoding="utf-8").splitlines()
    assert [row.split(",")[4] for row in table[1:]] == ["26", "41", "26"]


@pytest.mark.sandbox
def test_a_part_that_the_call_names_counts_for_everybody(two_weeks: Term) -> None:
    two_weeks.hand_in("week1", "ben", "05")
    two_weeks.grade("week1", "--assignment", "05")
    assert two_weeks.rows()["ada", "05"]["status"] == "not submitted"


@pytest.mark.sandbox
def test_parts_that_the_course_declares_count_for_everybody_and_no_others(two_weeks: Term) -> None:
    two_weeks.hand_in("week1", "ben", "05")
    rules = two_weeks.folder / "rules.toml"
    rules.write_text('[policies]\nparts = ["01_self_attention", "02_causal"]\n', encoding="utf-8")
    two_weeks.grade("week1", "--policies", rules)
    assert {part for _, part in two_weeks.scores()} == {"01", "02"}
    assert two_weeks.rows()["ada", "02"]["status"] == "not submitted"


@pytest.mark.sandbox
def test_one_student_is_taken_out_of_a_download(two_weeks: Term) -> None:
    two_weeks.grade("week2", "--student", "ben")
    assert [student for student, part in two_weeks.scores() if part == "02"] == ["ben"]
    status, said = two_weeks.run("grade", two_weeks.folder / "week2", "--out", two_weeks.out, "--student", "bem")
    assert status == 2
    assert "--student bem: nobody in the submissions has this id; did you mean ben?" in said


@pytest.mark.sandbox
def test_a_quiet_run_prints_what_has_no_score_and_the_last_line(two_weeks: Term) -> None:
    two_weeks.hand_in_file("week2", "cem", "02_causal/report.pdf")
    lines = two_weeks.grade("week2", "--quiet").splitlines()
    assert lines[0].startswith("refused: cem, 02_causal: received report.pdf")
    assert lines[1].startswith("2 submissions graded in")
    assert lines[2].startswith("course: ")
    assert len(lines) == 3


@pytest.mark.sandbox
def test_a_part_that_the_rules_leave_out_is_named(two_weeks: Term) -> None:
    rules = two_weeks.folder / "rules.toml"
    rules.write_text('[policies]\nparts = ["02_causal"]\n', encoding="utf-8")
    two_weeks.hand_in("week2", "ada", "03")
    said = two_weeks.grade("week2", "--policies", rules)
    assert "policies.parts: 03_multihead is not listed, and is not graded; 1 student handed it in" in said
    graded = "policies.parts: 01_self_attention is not listed, and 3 results of it in"
    assert f"{graded} {two_weeks.out} still count; add it to the list; --only leaves it out" in said
    assert "still count" not in two_weeks.grade("week2", "--policies", rules, "--only", "--assignment", "02")
    _, shown = two_weeks.run("intake", two_weeks.folder / "week2", "--policies", rules)
    assert "03_multihead is not listed, and is not graded; 1 student" in shown


def test_parts_of_a_class_are_those_of_several_students() -> None:
    assert parts_of_class([]) == frozenset()
    assert parts_of_class([("ada", "01")]) == {"01"}
    assert parts_of_class([("ada", "01"), ("ben", "01"), ("cem", "01"), ("ada", "05")]) == {"01"}
    large = [(f"s{number}", "01") for number in range(100)]
    assert parts_of_class([*large, *((f"s{number}", "05") for number in range(4))]) == {"01"}
    assert parts_of_class([*large, *((f"s{number}", "05") for number in range(5))]) == {"01", "05"}


@pytest.mark.sandbox
def test_pages_of_students_come_and_go_with_the_size_of_the_class(term: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_page, "MAX_STUDENTS", 1)
    for student in ("ada", "ben", "chen"):
        term.hand_in("week", student, "02")
    term.grade("week")
    assert {path.name for path in term.out.glob("students-*")} == {f"students-{number}.html" for number in (1, 2, 3)}
    assert 'href="ben/02_causal/feedback.html"' in (term.out / "students-2.html").read_text(encoding="utf-8")
    monkeypatch.setattr(class_page, "MAX_STUDENTS", 2)
    term.grade("week")
    assert {path.name for path in term.out.glob("students-*")} == {"students-1.html", "students-2.html"}
    monkeypatch.setattr(class_page, "MAX_STUDENTS", 3)
    (term.out / "students-of-mine.html").write_text("kept")
    term.grade("week")
    assert [path.name for path in term.out.glob("students-*")] == ["students-of-mine.html"]
