"""Moodle gets its own file back with grades, and no feedback without a grade."""

import csv
from pathlib import Path

import pytest

from tests.helpers.graded_class import WORKSHEET, export, moodle_file, rows_of


def test_a_moodle_worksheet_is_filled_in_and_keeps_its_header(graded: Path, tmp_path: Path) -> None:
    into = moodle_file(tmp_path / "worksheet.csv")
    assert export(graded, "--format", "moodle", "--into", into, "--assignment", "02", "--out", tmp_path / "up.csv") == 3
    rows = rows_of(tmp_path / "up.csv")
    assert list(rows[0]) == WORKSHEET
    assert [row["Grade"] for row in rows] == ["13.5", "27", ""]
    assert "causal_mask: 1.5 of 3, wrong values<br>" in rows[0]["Feedback comments"]
    assert rows[2]["Full name"] == "'+Eve"
    assert all(not row["Feedback comments"] or row["Grade"] for row in rows)


@pytest.mark.parametrize(("more", "status", "grade"), [((), 2, None), (("--scale",), 3, "50")])
def test_another_maximum_is_named_and_scaled_only_when_asked(
    more: tuple[str, ...],
    status: int,
    grade: str | None,
    graded: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    into = moodle_file(tmp_path / "worksheet.csv", "100.00")
    out = tmp_path / "up.csv"
    assert export(graded, "--format", "moodle", "--into", into, "--assignment", "02", "--out", out, *more) == status
    assert out.exists() is (grade is not None)
    if grade is None:
        assert "02_causal is worth 27 here and 100 in the file" in capsys.readouterr().err
    else:
        assert rows_of(out)[0]["Grade"] == grade


def test_moodle_without_its_file_has_a_grade_beside_every_feedback(graded: Path) -> None:
    assert export(graded, "--format", "moodle") == 0
    rows = rows_of(graded / "moodle.csv")
    assert list(rows[0]) == ["ID number", "00_warmup", "00_warmup feedback", "02_causal", "02_causal feedback"]
    for row in rows:
        assert bool(row["00_warmup"]) == bool(row["00_warmup feedback"])


def test_a_gradebook_of_moodle_keeps_its_names_of_columns_and_people(graded: Path, tmp_path: Path) -> None:
    column = "Assignment: 02 causal (Real)"
    head = ["First name", "Last name", "ID number", "Email address", "Assignment: 00 warmup (Real)", column, "Other"]
    with (tmp_path / "book.csv").open("w", newline="") as file:
        csv.writer(file).writerows([head, ["Ben", "Babbage", "ben", "b@x.org", "-", "-", "5"]])
    assert export(graded, "--format", "moodle", "--into", tmp_path / "book.csv", "--out", tmp_path / "up.csv") == 3
    (row,) = rows_of(tmp_path / "up.csv")
    assert list(row) == head[:-1]
    assert (row[head[4]], row[column]) == ("0", "27")
