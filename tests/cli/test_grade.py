"""The sample class through the command: what it prints, what it leaves behind, and that it does so twice."""

import csv
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from autograder.course import load_course
from autograder.sandbox.host.isolation import Level, why_unavailable
from tests.helpers.forked_command import forked_autograder
from tests.helpers.grading import autograder
from tests.helpers.paths import ROOT
from tests.helpers.sample_class import CLASS, EXPECTED, files_of

pytestmark = pytest.mark.sandbox


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    out = tmp_path_factory.mktemp("graded") / "out"
    done = autograder("grade", CLASS, "--out", out, "--jobs", 3)
    assert done.returncode == 0, done.stderr
    return out, done.stdout


def at_level(text: str, level: str) -> str:
    return text.replace('"isolation": "bwrap"', f'"isolation": "{level}"').replace(
        "isolation bwrap", f"isolation {level}"
    )


def test_the_sample_class_is_graded_as_expected_byte_for_byte(graded: tuple[Path, str]) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed; the next test grades at the other level")
    expected, got = files_of(EXPECTED), files_of(graded[0])
    assert sorted(got) == sorted(expected)
    assert [name for name in got if got[name] != expected[name]] == []
    assert (graded[0] / "grades.csv").read_text() == (EXPECTED / "grades.csv").read_text()


STUDENTS = sorted(folder.name for folder in CLASS.iterdir())
# Every second student at each of the other levels; `make matrix` grades the whole class at all of them.
AT_OTHER_LEVELS = {"landlock": STUDENTS[::2], "seccomp": STUDENTS[1::2]}


@pytest.mark.full
@pytest.mark.parametrize(("level", "students"), AT_OTHER_LEVELS.items(), ids=AT_OTHER_LEVELS)
def test_at_another_level_only_the_level_differs(tmp_path: Path, level: str, students: list[str]) -> None:
    if problem := why_unavailable(Level(level)):
        pytest.skip(problem)
    for name in students:
        shutil.copytree(CLASS / name, tmp_path / "class" / name)
    done = forked_autograder("grade", tmp_path / "class", "--out", tmp_path / "out", "--jobs", 2, "--isolation", level)
    assert done.returncode == 0, done.stderr
    assert f"isolation: {level}" in done.stdout
    expected, got = files_of(EXPECTED), files_of(tmp_path / "out")
    assert {f"{part.parent.name}/{part.name}/result.json" for part in (tmp_path / "class").glob("*/*")} <= set(got)
    assert [name for name in got if got[name] != at_level(expected[name], level)] == []


def test_results_are_strict_json_without_paths_of_the_machine(graded: tuple[Path, str]) -> None:
    for path in graded[0].rglob("result.json"):
        text = path.read_text(encoding="utf-8")
        json.loads(text, parse_constant=pytest.fail)
        assert str(ROOT) not in text


def test_grades_have_a_row_for_everybody(graded: tuple[Path, str]) -> None:
    with (graded[0] / "grades.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["student"] for row in rows} == {folder.name for folder in CLASS.iterdir()}
    assert list(rows[0]) == ["student", "assignment", "score", "max_score", "status", "late", "remark"]
    ada = [row for row in rows if row["student"] == "ada"]
    assert sum(float(row["score"]) for row in ada) == sum(part.points for part in load_course())


def test_the_table_fits_eighty_columns(graded: tuple[Path, str]) -> None:
    lines = graded[1].splitlines()
    table = [line for line in lines if line.startswith(("student", *(folder.name for folder in CLASS.iterdir())))]
    assert len(table) == 1 + len(list(CLASS.iterdir()))
    assert all(len(line) <= 80 for line in table)


def test_a_class_with_unreadable_parts_is_graded_and_they_are_named(tmp_path: Path) -> None:
    shutil.copytree(CLASS / "nia", tmp_path / "class/nia")
    (tmp_path / "class/quin/00_warmup/warmup.py").mkdir(parents=True)
    (tmp_path / "class/odd").mkdir()
    (tmp_path / "class/rene/17_nothing").mkdir(parents=True)
    done = autograder("grade", tmp_path / "class", "--out", tmp_path / "out", "--jobs", 1)
    assert done.returncode == 0, "what cannot be read has its verdict: hand in again"
    assert "unreadable: quin, 00_warmup: warmup.py: is a folder" in done.stdout
    assert "rene: a folder without files was received and not used" in done.stdout
    feedback = (tmp_path / "out/quin/00_warmup/feedback.md").read_text()
    assert "warmup.py: is a folder; hand in a file with this name" in feedback
    assert '"nia","00_warmup",2,2,"graded"' in (tmp_path / "out/grades.csv").read_text()


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read every file")
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    shutil.copytree(CLASS / "nia", tmp_path / "class/nia")
    (tmp_path / "class/nia/00_warmup/warmup.py").chmod(0)
    autograder("grade", tmp_path / "class", "--out", tmp_path / "out", "--jobs", 1)
    assert "cannot be read" in (tmp_path / "out/nia/00_warmup/feedback.md").read_text()


BAD = {
    "no such folder": (["nowhere", "--out", "{out}"], "nowhere: not a folder"),
    "unknown assignment": ([CLASS, "--out", "{out}", "--assignment", "17"], "no assignment is called '17'"),
    "out is a file": ([CLASS, "--out", "{file}"], "is a file; name a folder"),
    "out among the submissions": ([CLASS, "--out", CLASS / "out"], "is inside the submissions"),
    "out is the submissions": (
        [CLASS, "--out", f"{CLASS}/ada/.."],
        "is what is graded; name another folder with --out",
    ),
    "out is the archive": (["{file}", "--out", "{file}"], "is what is graded; name another folder with --out"),
    "out in what nbgrader grades": (["{out}", "--nbgrader", "--out", "{out}/submitted/x"], "is inside the submissions"),
    "no jobs": ([CLASS, "--out", "{out}", "--jobs", "0"], "'--jobs': 0 is not in the range"),
    "a file for a class": ([ROOT / "README.md", "--out", "{out}"], "not a folder"),
}


@pytest.mark.parametrize(("arguments", "sentence"), BAD.values(), ids=BAD)
def test_bad_arguments_get_one_sentence_and_status_2(arguments: list[object], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    given = [str(item).format(out=tmp_path / "out", file=tmp_path / "file") for item in arguments]
    done = autograder("grade", *given)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_nothing_is_left_running(graded: tuple[Path, str]) -> None:
    listed = subprocess.run(["ps", "-eo", "ppid,args"], capture_output=True, text=True, check=True).stdout
    orphans = [line for line in listed.splitlines() if line.split()[0] == "1" and "guest.fork_server" in line]
    assert orphans == []
