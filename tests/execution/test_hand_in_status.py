"""What became of each hand-in is said everywhere, and nothing without a verdict looks like a zero."""

import csv
from pathlib import Path

import pytest

from autograder.exports.gradescope import gradescope_results
from tests.helpers.term import Term

pytestmark = pytest.mark.sandbox

GRADEBOOK = """Student,ID,SIS User ID,SIS Login ID,Section,02 Causal attention (555)
    Points Possible,,,,,27
Ada,1,s1,ada,A,
Rex,2,s2,rex,A,12
Eva,3,s3,eva,A,EX
Sam,4,s4,sam,A,7
Zoe,5,s5,zoe,A,3
"""


@pytest.fixture
def mixed(term: Term) -> Term:
    """Ada's work is graded, rex hands in a report, zoe a broken archive, sam needs a person, nil hands in nothing."""
    term.hand_in("week", "ada", "02")
    term.hand_in("week", "eva", "02")
    term.hand_in_file("week", "rex", "02_causal/report.pdf")
    term.hand_in_file("week", "zoe", "02_causal.zip")
    term.hand_in("week", "sam", "02", "refused: causal_mask")
    (term.folder / "class.csv").write_text("student\nada\neva\nnil\nrex\nsam\nzoe\n", encoding="utf-8")
    term.grade("week", "--roster", term.folder / "class.csv", "--assignment", "02")
    return term


def test_the_table_has_a_status_and_what_was_received_and_expected(mixed: Term) -> None:
    rows = mixed.rows()
    assert {student: row["status"] for (student, _), row in rows.items()} == {
        "ada": "graded",
        "eva": "graded",
        "nil": "not submitted",
        "rex": "refused",
        "sam": "needs you",
        "zoe": "unreadable",
    }
    assert rows["rex", "02"]["remark"] == "received report.pdf; expected causal.py, derivations.py"
    assert rows["zoe", "02"]["remark"].startswith("02_causal.zip: is not an archive")
    assert rows["sam", "02"]["remark"] == "causal_mask: the sandbox refused socket()"
    assert [rows[student, "02"]["score"] for student in ("rex", "sam", "zoe")] == ["", "", ""]


def test_lateness_is_a_column_of_its_own(mixed: Term) -> None:
    late = mixed.folder / "canvas"
    late.mkdir()
    (late / "rex_LATE_2_71_causal.py").write_text("# wrong: causal_mask\n", encoding="utf-8")
    (late / "ada_1_72_causal.py").write_text("\n", encoding="utf-8")
    mixed.grade("canvas", "--assignment", "02", "--roster", mixed.folder / "class.csv")
    late_row = next(row for (student, _), row in mixed.rows().items() if student.startswith("rex"))
    assert (late_row["status"], late_row["late"]) == ("graded", "yes")


def test_no_exercise_of_a_refused_hand_in_has_points(mixed: Term) -> None:
    result = mixed.result("rex", "02")
    assert result["score"] is None
    assert {exercise["score"] for exercise in result["exercises"]} == {None}
    assert result["submission"]["received"] == ["report.pdf"]
    assert result["submission"]["expected"] == ["causal.py", "derivations.py"]


def test_the_students_page_says_what_became_of_the_hand_in(mixed: Term) -> None:
    assert "Status: refused: received report.pdf; expected causal.py, derivations.py" in mixed.page("rex", "02")
    assert "0 of" not in mixed.page("rex", "02")
    html = (mixed.out / "rex/02_causal/feedback.html").read_text(encoding="utf-8")
    assert "received report.pdf; expected causal.py, derivations.py. Hand in again" in html
    assert "Status: waits for your instructor" in mixed.page("sam", "02")
    assert "Status: not submitted" in mixed.page("nil", "02")
    assert "Status" not in mixed.page("ada", "02")


def test_the_class_page_begins_with_who_needs_the_instructor_and_then_with_what_is_refused(mixed: Term) -> None:
    page = (mixed.out / "class.html").read_text(encoding="utf-8")
    assert "2 submissions graded, 2 refused, 1 needs you." in page
    needs, refused = page.split("<main>")[1].split("</section>")[:2]
    assert "<bdi>sam</bdi>, 02_causal</a>: needs you: <bdi>" in needs
    assert "<bdi>rex</bdi>, 02_causal</a>: refused: <bdi>received report.pdf" in refused
    assert "<bdi>zoe</bdi>, 02_causal</a>: unreadable: <bdi>" in refused
    assert (needs.count("<li>"), refused.count("<li>")) == (1, 2)


def test_terminal_page_and_exit_status_agree_on_who_needs_the_instructor(mixed: Term) -> None:
    command = ("grade", mixed.folder / "week", "--out", mixed.out, "--jobs", 1, "--assignment", "02")
    status, said = mixed.run(*command)
    lines = [line for line in said.splitlines() if line.startswith(("needs you", "refused", "unreadable"))]
    assert [line.split(",")[0] for line in lines] == ["refused: rex", "unreadable: zoe", "needs you: sam"]
    assert (status, "1 needs you" in said) == (3, True)
    mixed.hand_in("week", "sam", "02")
    status, said = mixed.run(*command)
    assert "refused: rex, 02_causal: received report.pdf; expected causal.py, derivations.py" in said
    assert status == 0, "what is refused has its verdict"
    assert 'id="needs-you"' not in (mixed.out / "class.html").read_text(encoding="utf-8")


def test_gradescope_shows_the_status_and_gets_no_zero_for_it(mixed: Term) -> None:
    output = gradescope_results(mixed.result("rex", "02"))["output"]
    assert "**Status: refused: received report.pdf; expected causal.py, derivations.py" in output
    assert "Status" not in gradescope_results(mixed.result("ada", "02"))["output"]
    _, said = mixed.run("export", mixed.out, "--format", "gradescope")
    assert not (mixed.out / "gradescope/rex").exists()
    assert "rex, 02_causal: not graded, refused (received report.pdf" in said


def test_exports_leave_cells_without_a_score_and_excused_ones_as_they_are(mixed: Term) -> None:
    gradebook = mixed.folder / "canvas.csv"
    gradebook.write_text(GRADEBOOK, encoding="utf-8")
    column = "02=02 Causal attention (555)"
    arguments = ("--format", "canvas", "--into", gradebook, "--column", column, "--zeros")
    _, said = mixed.run("export", mixed.out, *arguments)
    cells = canvas_cells(mixed.out / "canvas.csv")
    assert cells == {"Ada": "27", "Rex": "12", "Eva": "EX", "Sam": "7", "Zoe": "3"}
    assert "Eva: 02 Causal attention (555): excused (EX), left as it is" in said
    refused = "refused (received report.pdf; expected causal.py, derivations.py)"
    assert f"{refused}; its cell stays as it is" in said
    assert f"{refused}; its cell is empty" in mixed.run("export", mixed.out, "--format", "csv")[1]


def canvas_cells(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {row["Student"]: row["02 Causal attention (555)"] for row in rows if row["ID"]}


def test_plain_csv_lists_each_status(mixed: Term) -> None:
    mixed.run("export", mixed.out, "--format", "csv")
    with (mixed.out / "csv.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert rows["rex"]["refused"] == rows["zoe"]["unreadable"] == rows["sam"]["needs you"] == "02_causal"
    assert rows["nil"]["not submitted"] == "02_causal"
    assert rows["rex"]["score"] == ""
    assert rows["nil"]["score"] == "0"


def test_a_report_beside_the_expected_files_refuses_nothing(term: Term) -> None:
    term.hand_in("week", "ada", "02")
    term.hand_in_file("week", "ada", "02_causal/report.pdf")
    term.hand_in_file("week", "ben", "notes.txt")
    term.hand_in("week", "ben", "02")
    term.grade("week")
    assert {row["status"] for row in term.rows().values()} == {"graded"}


def test_a_submission_whose_grading_was_lost_needs_a_person_and_is_tried_again(term: Term) -> None:
    term.hand_in("week", "ada", "02")
    term.hand_in("week", "ben", "02", "crash")
    said = term.grade("week")
    assert "ungraded: ben, 02_causal: RuntimeError: the grading process was lost" in said
    term.hand_in("other", "cem", "02")
    term.grade("other")
    assert term.rows()["ben", "02"]["status"] == "needs you"
    assert "could not be graded: RuntimeError" in term.rows()["ben", "02"]["remark"]
    assert "1 already" not in term.grade("week")
    term.hand_in("week", "ben", "02")
    term.grade("week")
    assert term.scores()["ben", "02"] == "27"


def test_a_submission_whose_grading_was_lost_keeps_an_earlier_score(term: Term) -> None:
    term.hand_in("week", "ben", "02")
    term.grade("week")
    term.use_checks(0.5)
    term.lose_everything()
    said = term.grade("week")
    assert "ben, 02_causal: could not be graded here; the earlier result stays" in said
    assert term.scores()["ben", "02"] == "27"


def test_a_hand_in_after_a_refused_one_is_graded_and_a_refused_one_replaces_nothing_that_is_absent(mixed: Term) -> None:
    mixed.hand_in("again", "rex", "02")
    mixed.grade("again")
    assert mixed.rows()["rex", "02"]["status"] == "graded"
    mixed.hand_in_file("report", "nil", "02_causal/report.pdf")
    mixed.grade("report")
    assert mixed.rows()["nil", "02"]["status"] == "refused"


def test_a_regrade_leaves_out_what_is_refused_as_before_and_ends_with_one_line_even_if_quiet(term: Term) -> None:
    term.hand_in("week", "ada", "02")
    term.hand_in_file("week", "rex", "02_causal/report.pdf")
    term.grade("week")
    status, said = term.run("regrade", term.out, term.folder / "week", "--jobs", 1, "--quiet")
    assert status == 0
    assert said.splitlines()[:-1] == ["0 of 2 results change: 0 up, 0 down; nothing is written (--apply)"]
    _, said = term.run("regrade", term.out, term.folder / "week", "--jobs", 1)
    assert "needs you" not in said
    assert said.splitlines()[-2].startswith("0 of 2 results"), "before the name of the course, which is on stderr"


def test_a_regrade_of_a_folder_inside_the_submissions_is_refused(mixed: Term) -> None:
    status, said = mixed.run("regrade", mixed.out, mixed.folder, "--jobs", 1)
    assert (status, "graded: is inside the submissions; name a folder outside" in said) == (2, True)


def test_a_regrade_names_what_is_refused_now_and_what_needs_a_person(term: Term) -> None:
    for student in ("ada", "ben"):
        term.hand_in("week", student, "02")
    term.grade("week")
    for file in ("causal.py", "derivations.py"):
        (term.folder / f"week/ada/02_causal/{file}").unlink()
    term.hand_in_file("week", "ada", "02_causal/report.pdf")
    command = ("regrade", term.out, term.folder / "week", "--jobs", 1, "--quiet")
    status, said = term.run(*command)
    assert status == 0
    assert "ada, 02_causal: 27 → – of 27: received report.pdf" in said
    assert "refused: ada, 02_causal: received report.pdf" in said
    term.hand_in("week", "ben", "02", "refused: causal_mask")
    status, said = term.run(*command)
    assert status == 3
    assert "needs you: ben, 02_causal: could not be graded here" in said


def test_what_cannot_be_read_is_named_in_the_table_on_the_page_and_in_the_last_lines(term: Term) -> None:
    term.hand_in_file("week", "eve", "02_causal/derivations.py")
    term.hand_in_file("week", "eve", "02_causal/causal.rar")
    term.hand_in_file("week", "eve", "02_causal/timestamp.txt")
    *_, unread, time, last = term.grade("week").splitlines()[:-1]
    why = "causal.rar: is not an archive; hand in a zip"
    assert unread.startswith(f"graded in part: eve, 02_causal: {why}")
    assert time.startswith("time: eve/02_causal/timestamp.txt: '# by: eve' is no time that is understood")
    assert last.startswith("1 submission graded")
    row = term.rows()["eve", "02"]
    assert (row["status"], row["remark"][: len(why)]) == ("graded in part", why)
    assert why in term.page("eve", "02").replace("\\", "")
    assert why in (term.out / "class.html").read_text(encoding="utf-8")


def test_an_empty_file_is_named_and_no_zero(term: Term) -> None:
    for file in ("causal.py", "derivations.py"):
        term.hand_in_file("week", "ole", f"02_causal/{file}")
        (term.folder / f"week/ole/02_causal/{file}").write_bytes(b"")
    assert "unreadable: ole, 02_causal: causal.py: is empty; hand in the file with" in term.grade("week")
    row = term.rows()["ole", "02"]
    assert (row["status"], row["score"]) == ("unreadable", "")
    assert "Status: unreadable: causal.py: is empty" in term.page("ole", "02").replace("\\", "")


def test_what_is_as_it_was_handed_out_is_called_the_same_everywhere(term: Term) -> None:
    marks = [f"stub: {item.name}" for item in term.course.assignment("02").exercises]
    term.hand_in("week", "ada", "02", *marks)
    term.hand_in("week", "ben", "02", *marks[1:])
    term.grade("week")
    term.run("review", term.out)
    rows = term.rows()
    assert (rows["ada", "02"]["status"], rows["ada", "02"]["remark"]) == ("graded", "nothing was attempted")
    assert "Status: nothing was attempted" in term.page("ada", "02")
    assert "nothing was attempted" in (term.out / ".review/index.html").read_text(encoding="utf-8")
    assert rows["ben", "02"]["remark"] == ""
    assert "nothing was attempted" not in term.page("ben", "02")
    term.run("adjust", term.out, "--student", "ada", "--assignment", "02", "--score", "9", "--reason", "on paper")
    assert term.rows()["ada", "02"]["remark"] == ""
