"""`autograder intake` shows, and `autograder grade` does the same, for folders and archives alike."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.__main__ import main
from tests.helpers import archives
from tests.helpers.archives import CODE, FORMULAS
from tests.helpers.grading import autograder, complaints, solution
from tests.helpers.paths import ROOT
from tests.helpers.points import worth


@pytest.mark.process
def test_the_table_shows_files_notes_and_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {
        "ada/02_causal/Causal.py": CODE,
        "ben/02_causal/w.rar": b"Rar!\x1a\x07\x01\0",
        "carl/02_causal/causal.py": CODE,
        "dana/02_causal/report.pdf": b"%PDF",
        "eve/02_causal/causal.py": b"",
    }
    assert main(["intake", str(archives.folder(tmp_path / "class", files))]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "dana 02_causal refused report.pdf was received" in printed
    assert "eve 02_causal unreadable causal.py: is empty" in printed
    assert "ada 02_causal causal.py Causal.py was used" in printed
    assert "ben: w.rar: is a RAR archive; hand in a zip" in printed
    assert "2 submissions of 2 students would be graded" in printed


def test_a_class_without_surprises_has_status_0(tmp_path: Path) -> None:
    assert main(["intake", str(archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE}))]) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "nowhere: not a folder"),
        ([str(ROOT / "README.md")], "not a folder, an archive or a notebook"),
        ([str(ROOT / "examples/class"), "--roster", "nowhere.csv"], "nowhere.csv: cannot be read"),
        ([str(ROOT / "examples/class"), "--due", "02=soon"], "--due 02=soon: expected a date"),
        ([str(ROOT / "examples/class"), "--due", "02=2026-03-01"], "--due 02=2026-03-01: expected a date with a time"),
        ([str(ROOT / "examples/class"), "--due", "17=2026-01-01"], "no assignment is called '17'"),
    ],
)
def test_bad_arguments_get_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["intake", *arguments]) == 2
    error = complaints(capsys.readouterr().err)
    assert sentence in error
    assert len(error.splitlines()) == 1


def test_an_archive_of_which_nothing_can_be_graded_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archives.folder(tmp_path / "class", {"ada.rar": b"Rar!\x1a\x07\x01\0"})
    assert main(["intake", str(tmp_path / "class")]) == 2
    assert "nothing in it can be graded (ada: ada.rar: is a RAR archive; hand in a zip)" in capsys.readouterr().err


@pytest.mark.sandbox
def test_the_same_work_gets_the_same_result_however_it_arrives(tmp_path: Path) -> None:
    code = solution("00_warmup", "warmup.py")
    cells = archives.notebook("%matplotlib inline", code.decode(), "row_sums(torch.ones(2, 3))")
    files = {
        "folder/ada/00_warmup/warmup.py": code,
        "folder/ben/00_warmup.zip": archives.zipped({"warmup.py": code}),
        "folder/carl.tar.gz": archives.tarred({"work/00_warmup/warmup.py": code}, "gz"),
        "folder/lovelacedana_LATE_1_2_warmup-1.py": code,
        "folder/eve/00_warmup/w.zip": archives.encrypted(archives.zipped({"warmup.py": code})),
        "folder/fay/00_warmup.ipynb": cells,
    }
    path = archives.folder(tmp_path, files) / "folder"
    done = autograder("grade", path, "--out", tmp_path / "out", "--jobs", 2)
    assert done.returncode == 0, "the encrypted archive is unreadable, and needs no instructor"
    results = {p.parts[-3]: json.loads(p.read_text()) for p in (tmp_path / "out").glob("*/*/result.json")}
    assert {student: result["score"] for student, result in results.items()} == {
        "ada": 2,
        "ben": 2,
        "carl": 2,
        "lovelacedana_1": 2,
        "eve": None,
        "fay": 2,
    }
    exercises = {json.dumps(results[name]["exercises"]) for name in ("ada", "ben", "carl", "lovelacedana_1")}
    assert len(exercises) == 1
    assert results["lovelacedana_1"]["submission"]["late"] is True
    assert "late" not in results["ada"]["submission"]
    feedback = (tmp_path / "out/eve/00_warmup/feedback.md").read_text()
    assert "is encrypted; pack it without a password" in feedback
    assert "was used as warmup.py" in (tmp_path / "out/lovelacedana_1/00_warmup/feedback.md").read_text()


@pytest.mark.sandbox
def test_what_was_refused_counts_as_handed_in_and_the_folder_one_runs_in_stays_as_it_was(tmp_path: Path) -> None:
    files = {"class/ada/02_causal/causal.py": bytes(3 << 20), "class/ben/02_causal/causal.py": CODE}
    here = archives.folder(tmp_path, files | {"here/keep": b""}) / "here"
    command = [sys.executable, "-m", "autograder", "grade", "../class", "--out", "../out", "--jobs", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "AUTOGRADER_COURSE": str(ROOT)}
    done = subprocess.run(command, cwd=here, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, "what is refused has its verdict"
    assert [path.name for path in here.iterdir()] == ["keep"]
    assert f'"ada","02_causal",,{worth("02"):g},"unreadable",' in (tmp_path / "out/grades.csv").read_text()
    result = json.loads((tmp_path / "out/ada/02_causal/result.json").read_text())
    mask = next(exercise for exercise in result["exercises"] if exercise["name"] == "causal_mask")
    assert mask["outcome"] == "does not parse"
    assert mask["checks"][0]["message"] == ("handed in, and refused: causal.py: has 3 MB, more than the 1 MB allowed")


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A class in which one is fine, two are not, and somebody has an unused picture."""
    files = {
        "ada/02_causal/causal.py": CODE,
        "ada/02_causal/plot.png": b"\x89PNG",
        "ben/02_causal/w.rar": b"Rar!\x1a\x07\x01\0",
        "cem/02_causal/report.pdf": b"%PDF",
        "dan/02_causal/causal.py": b"\0",
        "dan/02_causal/derivations.py": FORMULAS,
    }
    return archives.folder(tmp_path / "class", files)


def test_problems_are_what_needs_a_person_and_nothing_else(mixed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["intake", str(mixed), "--problems"]) == 1
    again = "open it in your editor, save it as UTF-8, and hand it in again"
    assert capsys.readouterr().out.splitlines() == [
        "unreadable: ben, 02_causal: w.rar: is a RAR archive; hand in a zip",
        "refused: cem, 02_causal: received report.pdf; expected causal.py, derivations.py",
        f"unreadable: dan, 02_causal: causal.py: is not text, but has NUL bytes; {again}",
        "3 problems; 2 submissions of 2 students would be graded",
    ]


def test_without_a_problem_the_status_is_0_even_if_a_file_is_not_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"ada/02_causal/causal.py": CODE, "ada/02_causal/plot.png": b"\x89PNG"}
    path = archives.folder(tmp_path / "class", files)
    assert main(["intake", str(path)]) == 1
    capsys.readouterr()
    assert main(["intake", str(path), "--problems"]) == 0
    assert capsys.readouterr().out == "0 problems; 1 submission of 1 student would be graded\n"


def test_what_belongs_to_nobody_is_a_problem(mixed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mixed.parent / "class.csv").write_text("student\nada\nben\ncem\n", encoding="utf-8")
    assert main(["intake", str(mixed), "--problems", "--roster", str(mixed.parent / "class.csv")]) == 1
    assert "unclear: dan: not in the roster, graded under this name" in capsys.readouterr().out


def test_programs_read_submissions_and_problems(mixed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["intake", str(mixed), "--json"]) == 1
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = {event["student"]: event["status"] for event in events if event["event"] == "submission"}
    assert found == {"ada": "to be graded", "ben": "unreadable", "cem": "refused", "dan": "to be graded in part"}
    assert [event["student"] for event in events if event["event"] == "problem"] == ["ben", "cem", "dan"]
    assert (events[-1]["event"], events[-1]["problems"], events[-1]["submissions"]) == ("end", 3, 2)


@pytest.mark.process
def test_programs_read_similar_submissions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("copydetect")
    source = solution("02_causal", "causal.py")
    path = archives.folder(tmp_path / "class", {f"{name}/02_causal/causal.py": source for name in ("ada", "ben")})
    assert main(["similar", str(path), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (equal,) = [event for event in events if event["event"] == "equal"]
    assert (equal["students"], equal["file"]) == (["ada", "ben"], "causal.py")
    assert (events[-1]["event"], events[-1]["sets"]) == ("end", 1)
