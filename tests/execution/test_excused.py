"""An excused student's total comes from the rest, everything says *excused*, and it can be undone."""

import csv

import pytest

from autograder.policies.apply import per_exercise_scores
from autograder.results.adjustments import Adjustment
from tests.helpers.graded_class import moodle_file, result
from tests.helpers.term import Term

pytestmark = pytest.mark.process

ILL = ("--excuse", "--reason", "ill")
ROSTER = "student,name,email\nada,Ada Lovelace,ada@x.org\nben,Ben Babbage,ben@x.org\ncy,Cy Cole,cy@x.org\n"


@pytest.fixture
def graded(term: Term, monkeypatch: pytest.MonkeyPatch) -> Term:
    """Ada handed in both parts, ben had a mistake in 02, cy handed in 01 only; 02 waits for a person of dan's."""
    monkeypatch.setenv("AUTOGRADER_AUTHOR", "C. Curie")
    (term.folder / "class.csv").write_text(ROSTER)
    for student in ("ada", "ben", "cy", "dan"):
        term.hand_in("week", student, "01")
    for student, mark in (("ada", "by"), ("ben", "wrong: masked_softmax"), ("dan", "refused: causal_mask")):
        term.hand_in("week", student, "02", mark)
    term.grade("week", "--roster", term.folder / "class.csv")
    return term


def exported(term: Term, *arguments: object) -> dict[str, dict[str, str]]:
    """The plain table by student."""
    term.said("export", term.out, "--format", "csv", *arguments)
    with (term.out / "csv.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_the_total_comes_from_the_rest(graded: Term) -> None:
    before = exported(graded)
    assert (before["ben"]["score"], before["ben"]["max_score"]) == ("49", "53")
    assert "ben, 02_causal: 23 of 27 → excused" in graded.adjust("--student", "ben", "--assignment", "02", *ILL)
    table = exported(graded)
    assert (table["ben"]["score"], table["ben"]["max_score"]) == ("26", "26")
    assert (table["ben"]["02_causal"], table["ben"]["excused"]) == ("", "02_causal")
    assert {name: row for name, row in table.items() if name != "ben"} == {
        name: row for name, row in before.items() if name != "ben"
    }


def test_tables_and_pages_say_so(graded: Term) -> None:
    graded.said("review", graded.out)
    graded.adjust("--student", "ben", "--assignment", "02", *ILL, "--comment", "Get well!")
    row = graded.rows()["ben", "02"]
    assert [row[name] for name in ("score", "max_score", "status", "remark")] == ["", "0", "excused", "ill. Get well!"]
    assert row["why"].startswith("23, does not count (excused: ill; correction 1, C. Curie, 20")
    page = graded.page("ben", "02")
    assert page.startswith("# 02_causal: excused\n")
    assert "Status: excused, so that this part counts neither for you nor against you: ill. Get well\\!" in page
    for name in ("ben/02_causal/feedback.html", "class.html", ".review/index.html", ".review/ben/02_causal.html"):
        assert "excused" in (graded.out / name).read_text(encoding="utf-8"), name
    people = (graded.out / "people.csv").read_text(encoding="utf-8")
    assert '\n"ben","Ben Babbage",,"ben@x.org",26,"excused",26,26,26,26\n' in people
    said = graded.grade("week")
    assert ", 1 excused; results in" in said
    assert "needs you: ben" not in said


def test_who_handed_in_nothing_and_who_waits_for_a_person_can_be_excused(graded: Term) -> None:
    assert exported(graded)["cy"]["score"] == "26"
    graded.adjust("--student", "cy", "--student", "dan", "--assignment", "02", *ILL)
    table = exported(graded, "--zeros")
    for student in ("cy", "dan"):
        assert (table[student]["score"], table[student]["max_score"]) == ("26", "26")
        assert (table[student]["02_causal"], table[student]["needs you"]) == ("", "")
        assert graded.rows()[student, "02"]["status"] == "excused"
    assert "It is not your mistake" not in graded.page("dan", "02"), "nobody has to look at it any more"
    assert " 0 need you" in graded.grade("week"), "nothing waits for a person"


def test_it_can_be_undone(graded: Term) -> None:
    before = dict(graded.left_behind())
    graded.adjust("--all", "--assignment", "02", *ILL)
    assert {row["status"] for key, row in graded.rows().items() if key[1] == "02"} == {"excused"}
    graded.adjust("--all", "--assignment", "02", "--excuse", "--undo")
    after = dict(graded.left_behind())
    assert after.pop("adjustments.csv").count(b"C. Curie") == 8
    assert after == before


def test_weights_of_the_rest_stay(graded: Term) -> None:
    rules = graded.folder / "rules.toml"
    rules.write_text("[policies]\ntotal = 100\n[policies.weights]\n01_self_attention = 1\n02_causal = 3\n")
    graded.grade("week", "--policies", rules)
    graded.adjust("--student", "ben", "--assignment", "02", *ILL)
    table = exported(graded)
    assert [(table[name]["score"], table[name]["max_score"]) for name in ("ada", "ben")] == [
        ("100", "100"),
        ("25", "25"),
    ]


def test_of_everything_excused_there_is_no_score(graded: Term) -> None:
    for part in ("01", "02"):
        graded.adjust("--student", "ben", "--assignment", part, *ILL)
    assert (exported(graded)["ben"]["score"], exported(graded)["ben"]["max_score"]) == ("", "0")
    assert '<td class="number" data-value="-1">excused</td></tr>' in (graded.out / "class.html").read_text()


def test_it_uses_no_slip_days(term: Term) -> None:
    rules = term.folder / "rules.toml"
    dates = "due = { 01_self_attention = 2026-03-01T23:59:00, 02_causal = 2026-03-01T23:59:00 }"
    rules.write_text(f"[policies]\n{dates}\n[policies.late]\nper_day = 10\nslip_days = 2\n")
    for part in ("01", "02"):
        for file in term.course.assignment(part).files:
            term.hand_in_file("late", "tom", f"{term.course.assignment(part).id}_2026-03-03-120000/{file}")
    term.grade("late", "--policies", rules)
    assert "2 slip days used" not in term.rows()["tom", "02"]["why"]
    term.adjust("--student", "tom", "--assignment", "01", *ILL)
    assert "2 slip days used and 0 left" in term.rows()["tom", "02"]["why"]


def test_a_student_may_be_excused_before_there_is_a_result(graded: Term) -> None:
    said = graded.adjust("--student", "ada", "--assignment", "03", *ILL)
    assert "correction 1: ada has no result of 03_multihead; it has an effect once there is one" in said
    graded.hand_in("third", "ada", "03")
    graded.grade("third", "--assignment", "03")
    assert graded.rows()["ada", "03"]["status"] == "excused"


def test_a_row_of_a_file_and_of_the_table_may_excuse(graded: Term) -> None:
    file = graded.folder / "corrections.csv"
    file.write_text("student,assignment,score,reason\nben,02,excused,ill\n")
    assert "1. ben, 02_causal: excused, ill" in graded.adjust("--from", file)
    path = graded.out / "adjustments.csv"
    path.write_text(path.read_text().replace('"ben"', '"cy"'))
    assert "cy, 02_causal: 0 of 27 → excused" in graded.adjust()
    path.write_text(path.read_text().replace('"02_causal",,', '"02_causal","causal_mask",'))
    assert "line 2: score is 'excused', which is said of a whole assignment" in graded.adjust(status=2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--student", "ben", *ILL], "--excuse: is about an assignment as a whole; name it"),
        (["--all", "--exercise", "causal_mask", *ILL], "--excuse: is about an assignment as a whole"),
        (["--student", "ben", "--assignment", "02", "--score", "3", *ILL], "say one of --points +1"),
        (["--student", "ben", "--assignment", "02", "--excuse"], "--reason: say why"),
    ],
)
def test_a_wrong_call_gets_one_sentence(graded: Term, arguments: list[str], sentence: str) -> None:
    assert sentence in graded.adjust(*arguments, status=2)


def test_canvas_gets_ex_and_what_says_so_already_stays(graded: Term) -> None:
    gradebook = graded.folder / "canvas.csv"
    heads = ("Student,ID,SIS User ID,SIS Login ID,Section,Causal attention (555)\n", "    Points Possible,,,,,27\n")
    gradebook.write_text("".join(heads) + "Ada,1,,ada,A,\nBen,2,,ben,A,20\nCy,3,,cy,A,EX\n")
    graded.adjust("--student", "ben", "--student", "cy", "--assignment", "02", *ILL)
    words = ("export", graded.out, "--format", "canvas", "--into", gradebook, "--assignment", "02")
    said = graded.said(*words, status=3)
    assert "cells: 1 filled, 1 changed, 0 as before, 2 excused" in said
    assert "left as it is" not in said, "the gradebook says the same"
    rows = (graded.out / "canvas.csv").read_text(encoding="utf-8")
    assert '"Ada",1,,"ada","A",27\n"Ben",2,,"ben","A","EX"\n"Cy",3,,"cy","A","EX"\n' in rows
    graded.adjust("--student", "ben", "--undo")
    gradebook.write_text(gradebook.read_text().replace(",A,20", ",A,EX"))
    assert "Ben: Causal attention (555): excused (EX), left as it is" in graded.said(*words, status=3)


def test_moodle_gets_an_empty_cell_in_a_worksheet_and_no_grade_in_the_gradebook(graded: Term) -> None:
    graded.adjust("--student", "ada", "--student", "ben", "--assignment", "02", *ILL)
    words = ("export", graded.out, "--format", "moodle", "--assignment", "02", "--into")
    said = graded.said(*words, moodle_file(graded.folder / "sheet.csv"), status=3)
    assert "cells: 0 filled, 1 changed, 0 as before, 2 excused" in said
    assert "Ben Babbage: excused, and Moodle keeps the grade 9.00 until you delete it there" in said
    with (graded.out / "moodle.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["Full name"]: row["Grade"] for row in csv.DictReader(file)}
    assert (rows["Ada Lovelace"], rows["Ben Babbage"]) == ("", "")
    book = graded.folder / "book.csv"
    book.write_text("Email address,Assignment: 02 causal (Real)\nada@x.org,-\nben@x.org,9.00\n")
    assert "cells: 0 filled, 1 changed, 0 as before, 2 excused" in graded.said(*words, book, status=3)
    assert (graded.out / "moodle.csv").read_text() == (
        '"Email address","Assignment: 02 causal (Real)"\n"ada@x.org","-"\n"ben@x.org","-"\n'
    )


def test_a_worksheets_own_mark_for_no_grade_is_no_grade_that_changes(graded: Term) -> None:
    graded.adjust("--student", "ada", "--assignment", "02", *ILL)
    sheet = moodle_file(graded.folder / "sheet.csv")
    text = sheet.read_text(encoding="utf-8-sig").replace("Submitted,,", "Submitted,-,").replace("eve@", "cy@")
    sheet.write_text(text.replace("No submission,,", "No submission,-,"), encoding="utf-8")
    words = ("export", graded.out, "--format", "moodle", "--assignment", "02", "--summary", "--into", sheet)
    said = graded.said(*words, status=3)
    assert "cells: 0 filled, 2 changed, 0 as before, 1 excused" in said, "ben's grade and its comment"
    assert "Ada" not in said
    with (graded.out / "moodle.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["Email address"]: row["Grade"] for row in csv.DictReader(file)}
    assert rows == {"ada@x.org": "", "ben@x.org": "23", "cy@x.org": "-"}, (
        "Moodle takes a dash for 0; cy has nothing here"
    )


def test_other_platforms_get_nothing_and_a_line_says_so(graded: Term) -> None:
    words = ("export", graded.out, "--format", "gradescope")
    graded.said(*words)
    earlier = graded.out / "gradescope" / "ben" / "02_causal" / "results.json"
    assert earlier.exists()
    graded.adjust("--student", "ben", "--assignment", "02", *ILL)
    assert "ben, 02_causal: excused, which gradescope cannot say; nothing is written" in graded.said(*words)
    assert not earlier.exists()


def test_in_formgrader_the_graded_points_stay_and_so_does_its_own_penalty(term: Term) -> None:
    policies = term.course.policies
    made = result(term.course, "ben", "02", 0.5)
    view = per_exercise_scores(made, policies, policies.now, [Adjustment("ben", "02_causal", reason="ill")])
    assert view["penalty"] is None
    assert sum(item["score"] for item in view["exercises"]) == made["score"]


def test_the_page_is_packed_for_the_student(term: Term) -> None:
    path = term.folder / "02" / "ada_4711_9001_causal.py"
    path.parent.mkdir()
    path.write_text("# refused: causal_mask\n")
    term.grade("02", "--assignment", "02")
    (student,) = {student for student, _ in term.rows()}
    assert "waits for a person" in term.said("feedback", term.out, path.parent, "--assignment", "02", status=3)
    term.adjust("--student", student, "--assignment", "02", *ILL)
    assert "02_causal-canvas.zip: 1 page" in term.said("feedback", term.out, path.parent, "--assignment", "02")


def test_the_same_excuse_counts_once_and_a_later_hand_in_stays_excused(graded: Term) -> None:
    graded.adjust("--student", "cy", "--assignment", "02", *ILL)
    assert "counts once" in graded.adjust("--student", "cy", "--assignment", "02", *ILL)
    graded.hand_in("later", "cy", "02")
    graded.grade("later", "--assignment", "02")
    assert graded.result("cy", "02")["score"] == 27
    assert graded.rows()["cy", "02"]["status"] == "excused"
