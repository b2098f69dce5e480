"""Details of the files that go back: cells, people, columns."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.course import Course
from autograder.exports.class_results import ExportError
from autograder.exports.csv_table import CsvTable
from autograder.exports.matching import match_column, match_rows
from autograder.exports.moodle import _as_html
from autograder.intake.names import safe_student
from autograder.results.csv_cells import csv_text, escape_cell, unescape_cell
from tests.helpers.graded_class import CANVAS, export, rows_of


@pytest.mark.parametrize("cell", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-1=1"])
def test_a_formula_is_led_by_an_apostrophe(cell: str) -> None:
    assert escape_cell(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["-1.5", "+3", "-0,5", "12", "50%", "", "Ada =1", "a,b", 'say "a"', "two\nlines"])
def test_numbers_and_texts_stay_what_they_are(cell: str) -> None:
    assert escape_cell(cell) == cell


@given(st.text(alphabet="'=+-@;\n\r\t 1,a\uff1d", max_size=12))
@example("'=1")
@example(" \n=1")
@example("a;'=1")
@example("'\r-")
def test_every_text_is_read_back_as_it_was(text: str) -> None:
    assert unescape_cell(escape_cell(text)) == text


def test_cells_with_commas_quotes_and_lines_are_read_back_as_they_were() -> None:
    cells = ["a,b", 'say "a"', "two\nlines", "ü €", "-1.5"]
    sheet = CsvTable(list("abcde"), [dict(zip("abcde", cells, strict=True))])
    assert list(csv.reader(io.StringIO(sheet.to_text(), newline="")))[1] == cells


def test_two_students_of_one_row_are_named() -> None:
    sheet = CsvTable(["Student", "ID"], [{"Student": "Lovelace, Ada", "ID": "7"}])
    with pytest.raises(ExportError, match="ada_7 and lovelaceada are the same row"):
        match_rows(sheet, ["Student", "ID"], ["ada_7", "lovelaceada"], {})


def test_people_are_found_by_roster_names_and_by_parts_of_a_download() -> None:
    people = [("Lovelace, Ada", "7"), ("Babbage, Ben", "8"), ("Curie, Marie", "9")]
    sheet = CsvTable(["Student", "ID"], [{"Student": name, "ID": number} for name, number in people])
    found = match_rows(sheet, ["Student", "ID"], ["al1", "babbageben_8", "Marie_Curie_17"], {"al1": ("Ada Lovelace",)})
    assert {student: row["ID"] for student, row in found.rows.items()} == {
        "al1": "7",
        "babbageben_8": "8",
        "Marie_Curie_17": "9",
    }


def test_a_number_that_somebody_wrote_behind_the_own_name_gives_no_row_of_another() -> None:
    people = [("Lovelace, Ada", "7"), ("Babbage, Ben", "8")]
    sheet = CsvTable(["Student", "ID"], [{"Student": name, "ID": number} for name, number in people])
    assert match_rows(sheet, ["Student", "ID"], ["mallory_8"], {}).rows == {}
    nameless = CsvTable(["ID"], [{"ID": "7"}, {"ID": "8"}])
    assert match_rows(nameless, ["ID"], ["participant_8"], {}).rows == {"participant_8": {"ID": "8"}}


@pytest.mark.parametrize(("scores", "commas"), [(["2.5", "1.0", "-"], False), (["2,5", "1", "-"], True)])
def test_the_decimal_sign_is_that_of_numbers_and_not_of_a_name(scores: list[str], commas: bool) -> None:
    people = [("1,5", scores[0]), ("Ben", scores[1]), ("Marie", scores[2])]
    table = CsvTable(["Student", "HW1"], [{"Student": name, "HW1": score} for name, score in people])
    assert table.has_decimal_commas == commas


def test_a_student_who_is_twice_in_the_gradebook_is_said_to_be_so(
    graded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "canvas.csv"
    path.write_text(CANVAS + '"Babbage, Ben",4712,s2,ben,B,,,60\n', encoding="utf-8")
    assert export(graded, "--format", "canvas", "--into", path, "--assignment", "02", "--out", tmp_path / "up.csv") == 3
    printed = capsys.readouterr().out
    assert f"ben: twice in the gradebook {path}; remove the row that is too many" in printed
    assert "ben: not found" not in printed
    assert "; students not found: 1; in the file without a result: 3; twice in the gradebook: 1; written" in printed
    assert not [row for row in rows_of(tmp_path / "up.csv") if row["SIS Login ID"] == "ben"], "no row is guessed"


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["02_causal (5)"], "02_causal (5)"),
        (["Causal attention (5)"], "Causal attention (5)"),
        (["02 Causal"], "02 Causal"),
        (["Assignment: 02 causal (Real)", "Assignment: 02 causal (Feedback)"], "Assignment: 02 causal (Real)"),
        (["Quiz 2 (5)", "Part 02 (6)", "Final"], "Part 02 (6)"),
        (["HW1 (3)", "HW2 (1234)", "HW12 (4)"], "HW2 (1234)"),
        (["02 Causal attention (991)"], "02 Causal attention (991)"),
        (["Homework 2: masks, and why (5)"], "Homework 2: masks, and why (5)"),
        (["Assignment 02", "Assignment 2.5"], "Assignment 02"),
        (["Assignment: HW2 (Real)"], "Assignment: HW2 (Real)"),
        (["HW2 (1234)", "Causal attention (5)"], "Causal attention (5)"),
        (["Quiz 2 (5)", "02 quiz (6)", "2nd chance (7)", "Week 2 (8)"], None),
        (["02 Multi-head attention (5)", "HW2 cross-attention (6)"], None),
    ],
)
def test_a_column_is_found_by_the_name_of_the_part(columns: list[str], expected: str | None, course: Course) -> None:
    assert match_column("02_causal", columns, course, {}) == expected


def test_of_two_columns_one_must_be_chosen(course: Course) -> None:
    columns = ["02_causal (5)", "Causal attention (6)"]
    with pytest.raises(ExportError, match="choose with --column") as error:
        match_column("02_causal", columns, course, {}, ("autograder", "export", "my class"))
    assert str(error.value) == (
        "02_causal: could be any of '02_causal (5)', 'Causal attention (6)'; choose with --column, for example:"
        " autograder export 'my class' --column '02_causal=02_causal (5)'"
    )
    assert match_column("02_causal", columns, course, {"02_causal": "Causal attention"}) == "Causal attention (6)"


def test_canvas_maxima_are_compared(graded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "canvas.csv"
    path.write_text(CANVAS.replace(",27,5,", ",54,5,"), encoding="utf-8")
    assert export(graded, "--format", "canvas", "--into", path, "--assignment", "02") == 2
    assert "02_causal is worth 27 here and 54 in the file" in capsys.readouterr().err


def test_feedback_for_moodle_is_html() -> None:
    assert _as_html("a < b\n& c") == "a &lt; b<br>&amp; c"


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a/b", "a_b"),
        ('a:"b?', "a__b_"),
        ("..", "nameless"),
        (". a .", "a"),
        ("[ab]ob", "_ab_ob"),
        ("bob;bob", "bob_bob"),
    ],
)
def test_a_students_name_is_the_name_of_one_folder(name: str, safe: str) -> None:
    assert safe_student(name) == safe


def test_texts_are_quoted_and_numbers_are_not() -> None:
    rows = [["name", "score"], ['Ada "A" Lee', 24.5], ["17", None], ["1,5", 3]]
    assert csv_text(rows) == '"name","score"\n"Ada ""A"" Lee",24.5\n17,\n"1,5",3\n'


@pytest.mark.parametrize(
    "cell",
    [
        "Anna;=1+1",
        "Anna; @x",
        "a\t-2+3",
        "\uff1d1+1",
        "\uff0bx",
        "a;\uff20b",
        "x\n=y;+z",
        " =1",
        "\u00a0=1",
        "\ufeff=1",
    ],
)
def test_formulas_in_other_scripts_and_behind_other_separators_are_escaped(cell: str) -> None:
    escaped = escape_cell(cell)
    assert unescape_cell(escaped) == cell
    starts = (escaped, *escaped.replace("\t", ";").replace("\n", ";").split(";"))
    assert not any(part.lstrip().startswith(tuple("=+-@\uff1d\uff0b\uff0d\uff20")) for part in starts)
