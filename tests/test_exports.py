"""Exports come back as what the platforms document, with the same scores, and nothing in them runs as a formula."""

import csv
import io
import json
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.course import Course
from autograder.results.model import dumps

WORKSHEET = [
    "Identifier",
    "Full name",
    "Email address",
    "Status",
    "Grade",
    "Maximum Grade",
    "Grade can be changed",
    "Last modified (submission)",
    "Last modified (grade)",
    "Feedback comments",
]


def result(course: Course, student: str, assignment: str, share: float, **submission: object) -> dict[str, object]:
    """A result in which every exercise got the same share of its points."""
    part = course.assignment(assignment)
    exercises = [
        {
            "name": exercise.name,
            "score": exercise.points * share,
            "max_score": exercise.points,
            "outcome": "right" if share == 1 else "wrong values",
            "note": "",
            "checks": [
                {
                    "id": f"{exercise.name}.values",
                    "title": "values",
                    "level": "core",
                    "score": exercise.points * share,
                    "max_score": exercise.points,
                    "outcome": "right" if share == 1 else "wrong values",
                    "message": "" if share == 1 else "got <b>1</b>",
                    "hint": "",
                    "diagnosis": [],
                }
            ],
        }
        for exercise in part.exercises
    ]
    files = {"sha256": "0", "files": [], "notes": []} | submission
    score = sum(exercise["score"] for exercise in exercises)
    return {
        "student": student,
        "assignment": part.id,
        "score": score,
        "max_score": part.points,
        "exercises": exercises,
        "submission": files,
        "anomalies": [],
    }


@pytest.fixture
def graded(tmp_path: Path, course: Course) -> Path:
    """Ada did all of 00 and half of 02, late; ben all of 02; =cmd handed in nothing of 00."""
    results = [
        result(course, "lovelaceada_4711", "00", 1),
        result(course, "lovelaceada_4711", "02", 0.5, late=True),
        result(course, "ben", "00", 0),
        result(course, "ben", "02", 1),
        result(course, "=cmd|1", "02", 1),
    ]
    missing = result(course, "=cmd|1", "00", 0)
    for exercise in missing["exercises"]:  # type: ignore[attr-defined]
        exercise["outcome"] = "not submitted"
    for item in [*results, missing]:
        path = tmp_path / "graded" / str(item["student"]) / str(item["assignment"]) / "result.json"
        path.parent.mkdir(parents=True)
        path.write_text(dumps(item))
    return tmp_path / "graded"


def export(graded: Path, *arguments: object) -> int:
    return main(["export", str(graded), *map(str, arguments)])


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))


def test_plain_csv_has_a_row_for_everybody_and_no_formula(graded: Path) -> None:
    assert export(graded, "--format", "csv", "--bom") == 0
    assert (graded / "csv.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    rows = {row["student"]: row for row in rows_of(graded / "csv.csv")}
    assert rows["'=cmd|1"] | {"score": ""} == rows["'=cmd|1"] | {"00_warmup": "", "02_causal": "27", "score": ""}
    assert rows["lovelaceada_4711"]["score"] == "15.5"
    assert rows["lovelaceada_4711"]["late"] == "02_causal"
    assert rows["ben"]["00_warmup"] == "0"


CANVAS = """\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Causal attention (555),02 quiz (7),Final Score
,,,,,Manual Posting,,
    Points Possible,,,,,27,5,(read only)
"Lovelace, Ada",4711,s1,al,A,12,3,50
"Babbage, Ben",4712,s2,ben,A,27.00,,60
"Curie, Marie",4713,s3,mc,A,1,,70
"""


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
    assert "00_warmup: no column is called so; Canvas will offer to create the assignment" in printed


def test_a_dry_run_writes_nothing_and_lists_every_change(
    graded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "canvas.csv").write_text(CANVAS, encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    export(graded, "--format", "canvas", "--into", tmp_path / "canvas.csv", "--assignment", "02", "--dry-run")
    assert sorted(tmp_path.rglob("*")) == before
    printed = capsys.readouterr().out
    assert "Lovelace, Ada: Causal attention (555): 12 -> 13.5" in printed
    assert "1 cells change, 1 stay, 1 students are not found; nothing is written" in printed


def test_canvas_without_its_file_names_students_by_login(graded: Path) -> None:
    assert export(graded, "--format", "canvas") == 0
    rows = rows_of(graded / "canvas.csv")
    assert list(rows[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "00_warmup", "02_causal"]
    assert {row["SIS Login ID"]: row["02_causal"] for row in rows} == {
        "lovelaceada_4711": "13.5",
        "ben": "27",
        "'=cmd|1": "27",
    }


def moodle_file(path: Path, maximum: str = "27.00") -> Path:
    rows = [
        ["Participant 4711", "Ada Lovelace", "ada@x.org", "Submitted", "", maximum, "Yes", "-", "-", ""],
        ["Participant 88", "Ben Babbage", "ben@x.org", "Submitted", "9.00", maximum, "Yes", "-", "-", "old"],
        ["Participant 89", "+Eve", "eve@x.org", "No submission", "", maximum, "Yes", "-", "-", ""],
    ]
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file).writerows([WORKSHEET, *rows])
    return path


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


BAD = {
    "no results": (["--format", "csv"], "holds no results"),
    "no such file": (["--format", "canvas", "--into", "nowhere.csv"], "nowhere.csv: cannot be read"),
    "no CSV of Canvas": (["--format", "canvas", "--into", "{odd}"], "has no column 'Student'"),
    "no CSV of Moodle": (["--format", "moodle", "--into", "{odd}"], "no column that names students"),
    "no such column": (
        ["--format", "canvas", "--into", "{canvas}", "--column", "02=x"],
        "the file has 0 columns called so",
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
    folder = tmp_path / "empty" if sentence == "holds no results" else graded
    assert export(folder, *[text.format(**places) for text in arguments]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert len(error.splitlines()) == 1
