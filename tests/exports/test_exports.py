"""Exports come back as what the platforms document, with the same scores, and nothing in them runs as a formula."""

import json
import shlex
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.course import Course
from autograder.exports.canvas import canvas_table
from autograder.exports.class_results import ClassResults, ExportError
from autograder.exports.csv import plain_table
from autograder.exports.csv_table import CsvTable
from autograder.exports.gradescope import gradescope_results
from autograder.exports.matching import match_rows
from autograder.exports.moodle import moodle_table
from autograder.exports.request import ExportChanges, ExportRequest
from autograder.results.folder_names import folder_names
from tests.helpers import result_factory
from tests.helpers.graded_class import CANVAS, export, moodle_file, result, rows_of
from tests.helpers.grading import complaints
from tests.helpers.term import Term


def test_plain_csv_has_a_row_for_everybody_and_no_formula(graded: Path) -> None:
    assert export(graded, "--format", "csv", "--bom") == 0
    assert (graded / "csv.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    rows = {row["student"]: row for row in rows_of(graded / "csv.csv")}
    assert rows["'=cmd|1"] | {"score": ""} == rows["'=cmd|1"] | {"00_warmup": "", "02_causal": "27", "score": ""}
    assert rows["lovelaceada_4711"]["score"] == "15.5"
    assert rows["lovelaceada_4711"]["late"] == "02_causal"
    assert rows["ben"]["00_warmup"] == "0"


def test_canvas_gets_its_own_rows_back_with_our_columns(
    graded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "canvas.csv").write_text(CANVAS, encoding="utf-8")
    status = export(graded, "--format", "canvas", "--into", tmp_path / "canvas.csv", "--out", tmp_path / "up.csv")
    assert status == 3
    rows = rows_of(tmp_path / "up.csv")
    assert list(rows[0]) == [*CANVAS[1:].split(",")[:5], "00_warmup", "Causal attention (555)"]
    scores = {row["Student"]: (row["00_warmup"], row["Causal attention (555)"]) for row in rows if row["ID"]}
    assert scores == {"Lovelace, Ada": ("2", "13.5"), "Babbage, Ben": ("0", "27.00")}
    assert rows[1]["Causal attention (555)"] == "27"
    printed = capsys.readouterr().out
    assert "=cmd|1: not found in" in printed
    assert "00_warmup: no column has this name; Canvas will offer to create the assignment, unless you name " in printed


def test_columns_that_canvas_names_by_number_are_found_and_the_command_that_chooses_one_works(
    graded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = "Student,ID,SIS Login ID,Section,HW2 (1234),Lab (7),Essay (8),Final Score\n"
    (tmp_path / "my canvas.csv").write_text(header + '"Babbage, Ben",4712,ben,A,,,,60\n', encoding="utf-8")
    arguments = ("--format", "canvas", "--into", tmp_path / "my canvas.csv", "--out", tmp_path / "up.csv")
    export(graded, *arguments)
    printed = capsys.readouterr().out
    assert "02_causal: goes into 'HW2 (1234)', by its number; --column names another one" in printed
    offer = "00_warmup: no column has this name; Canvas will offer to create the assignment, unless you name one: "
    (line,) = [line for line in printed.splitlines() if line.startswith(offer)]
    assert f"{offer}'Lab (7)', 'Essay (8)'; choose with --column, for example: autograder export" in line
    words = shlex.split(line.split("for example: ")[1])
    assert main(words[1:]) == 3
    assert {row["Lab (7)"] for row in rows_of(tmp_path / "up.csv")} == {"0"}


def test_a_dry_run_writes_nothing_and_lists_every_change(
    graded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "canvas.csv").write_text(CANVAS, encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    export(graded, "--format", "canvas", "--into", tmp_path / "canvas.csv", "--assignment", "02", "--dry-run")
    assert sorted(tmp_path.rglob("*")) == before
    printed = capsys.readouterr().out
    assert "Lovelace, Ada: Causal attention (555): 12 -> 13.5" in printed
    assert "cells: 0 filled, 1 changed, 1 as before; students not found: 1; in the file without" in printed
    assert printed.endswith("; nothing is written\n")


def test_a_summary_has_counts_and_only_cells_that_had_another_value(
    graded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "canvas.csv").write_text(CANVAS.replace(",A,27.00,", ",A,,"), encoding="utf-8")
    arguments = ("--format", "canvas", "--into", tmp_path / "canvas.csv", "--assignment", "02", "--dry-run")
    export(graded, *arguments, "--summary")
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "Causal attention (555): 1 filled, 1 changed",
        "Lovelace, Ada: Causal attention (555): 12 -> 13.5",
    ]
    assert not [line for line in lines if line.startswith("Babbage")]
    assert lines[-1].startswith("cells: 1 filled, 1 changed, 0 as before")


def test_two_students_of_one_name_are_told_apart_by_their_ids(
    graded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "canvas.csv").write_text(CANVAS.replace("Babbage, Ben", "Lovelace, Ada"), encoding="utf-8")
    export(graded, "--format", "canvas", "--into", tmp_path / "canvas.csv", "--dry-run")
    printed = capsys.readouterr().out
    assert "Lovelace, Ada (lovelaceada_4711): Causal attention (555): 12 -> 13.5" in printed
    assert "Lovelace, Ada (ben): 00_warmup: empty -> 0" in printed


def test_canvas_without_its_file_names_students_by_login(graded: Path) -> None:
    assert export(graded, "--format", "canvas") == 0
    rows = rows_of(graded / "canvas.csv")
    assert list(rows[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "00_warmup", "02_causal"]
    assert {row["SIS Login ID"]: row["02_causal"] for row in rows} == {
        "lovelaceada_4711": "13.5",
        "ben": "27",
        "'=cmd|1": "27",
    }


def test_gradescope_results_are_strict_json_with_known_keys_only(graded: Path) -> None:
    assert export(graded, "--format", "gradescope") == 0
    data = json.loads((graded / "gradescope/ben/02_causal/results.json").read_text(), parse_constant=pytest.fail)
    assert data["score"] == 27
    assert {test["status"] for test in data["tests"]} == {"passed"}
    known = {
        "score",
        "max_score",
        "status",
        "name",
        "name_format",
        "number",
        "output",
        "output_format",
        "tags",
        "visibility",
    }
    assert all(set(test) <= known for test in data["tests"])
    half = json.loads((graded / "gradescope/lovelaceada_4711/02_causal/results.json").read_text())
    assert sum(test["score"] for test in half["tests"]) == half["score"] == 13.5
    assert "<b>" not in half["tests"][0]["output"]


@pytest.mark.parametrize(("options", "told"), [((), False), (("--zeros",), True)])
def test_gradescope_hears_of_what_was_not_handed_in_only_with_zeros(
    options: tuple[str, ...], told: bool, graded: Path, tmp_path: Path
) -> None:
    assert export(graded, "--format", "gradescope", "--out", str(tmp_path / "out"), *options) == 0
    assert (tmp_path / "out" / folder_names(["=cmd|1"])["=cmd|1"] / "00_warmup").exists() == told
    assert (tmp_path / "out/ben/00_warmup").exists()


BAD = {
    "no results": (["--format", "csv"], "has no results"),
    "no such file": (["--format", "canvas", "--into", "nowhere.csv"], "nowhere.csv: cannot be read"),
    "no CSV of Canvas": (["--format", "canvas", "--into", "{odd}"], "has no column that names students"),
    "no CSV of Moodle": (["--format", "moodle", "--into", "{odd}"], "no column that names students"),
    "no such column": (
        ["--format", "canvas", "--into", "{canvas}", "--column", "02=x"],
        "the file has 0 columns of that name",
    ),
    "no such part": (["--format", "csv", "--assignment", "17"], "no assignment is called '17'"),
    "onto its own file": (
        ["--format", "canvas", "--into", "{canvas}", "--out", "{canvas}"],
        "is the platform's own file",
    ),
    "a worksheet of two": (["--format", "moodle", "--into", "{moodle}"], "is of one assignment"),
}


@pytest.mark.parametrize(("arguments", "sentence"), BAD.values(), ids=BAD)
def test_what_cannot_be_exported_is_one_sentence(
    arguments: list[str], sentence: str, graded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "odd.csv").write_text("a,b\n1,2\n")
    (tmp_path / "canvas.csv").write_text(CANVAS, encoding="utf-8")
    places = {"odd": tmp_path / "odd.csv", "canvas": tmp_path / "canvas.csv", "moodle": moodle_file(tmp_path / "m.csv")}
    folder = tmp_path / "empty" if sentence == "has no results" else graded
    assert export(folder, *[text.format(**places) for text in arguments]) == 2
    error = complaints(capsys.readouterr().err)
    assert sentence in error
    assert len(error.splitlines()) == 1


def test_only_what_the_last_run_gave_a_score_is_exported(graded: Path) -> None:
    rows = ["lovelaceada_4711,02_causal,13.5,27,graded", "ben,02_causal,,,ungraded", "'=cmd|1,02_causal,27,27,graded"]
    (graded / "grades.csv").write_text("\n".join(["student,assignment,score,max_score,status", *rows, ""]))
    assert export(graded, "--format", "csv") == 0
    rows_there = rows_of(graded / "csv.csv")
    assert {row["student"]: row["02_causal"] for row in rows_there} == {"lovelaceada_4711": "13.5", "'=cmd|1": "27"}
    assert "00_warmup" not in rows_there[0]


def test_a_table_of_grades_that_was_changed_beyond_reading_is_one_sentence(
    graded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (graded / "grades.csv").write_text("name,points\nada,3\n")
    assert export(graded, "--format", "csv") == 2
    assert "grades.csv: cannot be read; grade the class again" in capsys.readouterr().err


@pytest.mark.parametrize("make", [plain_table, canvas_table, moodle_table])
def test_a_class_four_times_as_large_takes_four_times_as_long(
    make: Callable[[ExportRequest], tuple[CsvTable, ExportChanges]], course: Course
) -> None:
    one = result(course, "", "00", 1)

    def seconds(count: int) -> float:
        graded = ClassResults(tuple(one | {"student": f"s{number:05d}"} for number in range(count)))
        start = time.process_time()
        made, _ = make(ExportRequest(graded, course))
        make(ExportRequest(graded, course, made))  # into the file that came out
        return time.process_time() - start

    small, large = (min(seconds(count) for _ in range(3)) for count in (400, 1600))  # the least: the machine is busy
    assert large < 4 * 2.5 * max(small, 0.01)  # squares would make it sixteen times as long


def test_the_first_failed_test_on_gradescope_says_what_wrong_answers_have_in_common() -> None:
    passed = result_factory.check("names", outcome="right", score=1.0, message="")
    checks = (passed, result_factory.check("values"), result_factory.check("sizes"))
    exercise = result_factory.exercise(*checks, traits=("Small examples are right where T = h (4), and so on",))
    outputs = [test["output"] for test in gradescope_results(result_factory.result("ada", exercise))["tests"]]
    assert ["right where T = h" in output for output in outputs] == [False, True, False]


PLANTED = {
    "a changed score": "ben/02_causal/result.json: was changed after it was graded",
    "the result of another": "ben/02_causal/result.json: was not graded into this folder",
    "a result of nobody": "cy/02_causal/result.json: was not graded into this folder",
}


@pytest.mark.sandbox
@pytest.mark.parametrize("planted", PLANTED)
def test_a_result_that_is_not_what_was_graded_is_refused(planted: str, term: Term) -> None:
    for student in ("ada", "ben"):
        term.hand_in("w1", student, "02", f"wrong: {'causal_mask' if student == 'ben' else ''}")
    term.grade("w1")
    ada, ben = (term.result(student, "02") for student in ("ada", "ben"))
    assert term.run("export", term.out, "--format", "csv")[0] == 0
    student, content = {
        "a changed score": ("ben", ben | {"score": 27.0}),
        "the result of another": ("ben", ada),
        "a result of nobody": ("cy", ada | {"student": "cy"}),
    }[planted]
    path = term.out / student / "02_causal/result.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    with (term.out / "grades.csv").open("a") as table:
        table.write("" if student == "ben" else '"cy","02_causal",27,27,graded\n')
    assert PLANTED[planted] in term.said("export", term.out, "--format", "csv", status=2)


@pytest.mark.sandbox
@pytest.mark.parametrize("file", ["feedback.html", "feedback.md"])
def test_a_page_that_was_changed_is_not_packed_until_it_is_written_again(file: str, term: Term) -> None:
    term.hand_in("w1", "ada", "02", "wrong: causal_mask")
    term.grade("w1")
    page = term.out / "ada/02_causal" / file
    page.write_text(page.read_text(encoding="utf-8").replace("0 of", "9 of"), encoding="utf-8")
    said = term.said("feedback", term.out, term.folder / "w1", status=2)
    assert "ada/02_causal: has a page that was changed after it was written; `autograder adjust " in said
    assert term.run("adjust", term.out)[0] == 0
    assert term.run("feedback", term.out, term.folder / "w1")[0] == 0


@pytest.mark.parametrize(
    ("listed", "way_out"),
    [
        (["Ben_Ali_Mohamed", "mba"], "tell them apart with --roster"),
        (["mba"], "take out who is not in the roster: autograder remove GRADED --student Ben_Ali_Mohamed"),
    ],
)
def test_two_results_of_one_row_have_a_way_out(listed: list[str], way_out: str) -> None:
    table = CsvTable(["Student"], [{"Student": "Ben Ali, Mohamed"}])
    names = dict.fromkeys(listed, ("Ben Ali, Mohamed",))
    with pytest.raises(ExportError, match=f"are the same row of the file; {way_out}"):
        match_rows(table, ["Student"], ["Ben_Ali_Mohamed", "mba"], names)
