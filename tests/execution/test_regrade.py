"""After a change of checks: who moves is shown, nothing is written unasked, nobody loses unallowed."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.execution.score_changes import ScoreChange, change_between, change_line, reasons_between
from autograder.results.model import Json
from tests.helpers.grading import autograder, solution
from tests.helpers.paths import ROOT

PART = "00_warmup"
FLOATS = b"def row_sums(x):\n    return x.float().sum(dim=-1)\n"  # fails the check of the dtype
PLAIN = b"def row_sums(x):\n    return x.detach().sum(dim=-1)\n"  # fails the check of gradients


def result(**checks: tuple[str, float, float]) -> Json:
    told = [
        {"id": f"row_sums.{name}", "outcome": outcome, "score": score, "max_score": worth}
        for name, (outcome, score, worth) in checks.items()
    ]
    return {
        "student": "ada",
        "assignment": PART,
        "isolation": "bwrap",
        "score": sum(check["score"] for check in told),
        "max_score": sum(check["max_score"] for check in told),
        "grader": {"torch": "2.13.0"},
        "submission": {"sha256": "0"},
        "exercises": [{"checks": told}],
    }


def change(before: Json, after: Json) -> ScoreChange | None:
    return change_between(before, after, reasons_between(before, after))


def line(before: Json, after: Json) -> str:
    move = change(before, after)
    assert move is not None
    return change_line(move.to_json())


def test_the_same_points_are_no_move() -> None:
    one = result(values=("right", 1, 1), gradient=("crashed", 0, 1))
    assert change(one, result(values=("right", 1, 1), gradient=("wrong values", 0, 1))) is None


def test_a_move_says_which_check_changed_its_mind() -> None:
    before, after = result(values=("wrong values", 0, 1)), result(values=("right", 1, 1))
    assert line(before, after) == "ada, 00_warmup: 0 → 1 of 1, +1: row_sums.values wrong values → right (+1)"


def test_a_score_that_appears_is_a_move_and_one_that_goes_is_none() -> None:
    after = result(values=("right", 1, 1))
    before = result(values=("not run", 0, 1)) | {"score": None}
    assert line(before, after) == "ada, 00_warmup: – → 1 of 1: row_sums.values not run → right (+1)"
    move = change(before, after)
    assert move is not None
    assert not move.down
    assert not move.up
    assert change(after, before) is None
    assert change(before, before) is None


def test_a_move_says_which_check_is_worth_something_else() -> None:
    before, after = result(values=("right", 1.5, 1.5)), result(values=("right", 1, 1))
    assert line(before, after).endswith("1.5 → 1 of 1 (was of 1.5), -0.5: row_sums.values is worth 1, was 1.5 (-0.5)")


def test_a_move_names_new_and_lost_checks() -> None:
    told = line(result(values=("right", 2, 2)), result(leading=("crashed", 0, 2)))
    assert told.endswith("row_sums.values is gone, was right (-2); row_sums.leading is new, crashed")


def test_another_level_and_another_torch_are_told() -> None:
    after = result(values=("right", 1, 1)) | {"isolation": "landlock", "grader": {"torch": "2.14.0"}}
    told = line(result(values=("crashed", 0, 1)), after)
    assert "isolation landlock, was bwrap; torch 2.14.0, was 2.13.0; row_sums.values" in told


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with other points: 0.1 has gone from the device to the gradient."""
    project = tmp_path_factory.mktemp("project")
    for folder in ("autograder", "solutions", "assignments"):
        shutil.copytree(ROOT / folder, project / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "course.toml", project)
    checks = project / "solutions/00_warmup/checks/test_00_warmup.py"
    text = checks.read_text()
    for before, after in (("points=0.5", "points=0.6"), ("points=0.2", "points=0.1")):
        assert text.count(before + ")") == 1
        text = text.replace(before + ")", after + ")")
    checks.write_text(text)
    return project


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("regrade")
    for student, source in {"ada": solution(PART, "warmup.py"), "ben": FLOATS, "cem": PLAIN}.items():
        (folder / "class" / student / PART).mkdir(parents=True)
        (folder / "class" / student / PART / "warmup.py").write_bytes(source)
    done = autograder("grade", folder / "class", "--out", folder / "out", "--jobs", 1)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def folder(graded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(graded, tmp_path / "graded"))


def run_in(project: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "autograder", *map(str, arguments), "--jobs", "1"]
    environment = os.environ | {"PYTHONPATH": str(project)}
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


def scores(folder: Path) -> dict[str, float]:
    return {path.parts[-3]: json.loads(path.read_text())["score"] for path in (folder / "out").glob("*/*/result.json")}


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in (folder / "out").glob("*/*/*.*")}


@pytest.mark.sandbox
def test_without_apply_nothing_is_written(changed: Path, folder: Path) -> None:
    before = files(folder)
    done = run_in(changed, "regrade", folder / "out", folder / "class")
    assert done.returncode == 0, done.stderr
    assert "ben, 00_warmup: 1.8 → 1.9 of 2, +0.1" in done.stdout
    assert "cem, 00_warmup: 1.5 → 1.4 of 2, -0.1: row_sums.gradient is worth 0.6, was 0.5" in done.stdout
    assert "ada," not in done.stdout
    assert "2 of 3 results change: 1 up, 1 down; nothing is written (--apply)" in done.stdout
    assert files(folder) == before


@pytest.mark.sandbox
def test_apply_lowers_nobody_until_it_is_allowed(changed: Path, folder: Path) -> None:
    before = scores(folder)
    done = run_in(changed, "regrade", folder / "out", folder / "class", "--apply")
    assert done.returncode == 1, done.stderr
    assert "the 1 that would lose points stay as they were (--allow-lower)" in done.stdout
    assert scores(folder) == before | {"ben": 1.9}
    page = (folder / "out/class.html").read_text()
    assert "Regrade changes" in page
    assert "cem</bdi>, 00_warmup: " not in page
    later = run_in(changed, "grade", folder / "class", "--out", folder / "out")
    assert "kept by a regrade: cem, 00_warmup" in later.stdout
    assert "0 submissions graded" in later.stdout
    assert scores(folder) == before | {"ben": 1.9}
    lowered = run_in(changed, "regrade", folder / "out", folder / "class", "--apply", "--allow-lower")
    assert lowered.returncode == 0, lowered.stderr
    assert scores(folder) == before | {"ben": 1.9, "cem": 1.4}
    assert '"cem","00_warmup",1.4,2,"graded"' in (folder / "out/grades.csv").read_text()


@pytest.mark.sandbox
def test_a_correction_hides_no_lower_grading(changed: Path, folder: Path) -> None:
    correction = ("--student", "cem", "--assignment", PART, "--score", 2)
    assert autograder("adjust", folder / "out", *correction, "--reason", "shown in class").returncode == 0
    done = run_in(changed, "regrade", folder / "out", folder / "class", "--apply")
    assert "cem, 00_warmup: the score stays by a correction or a rule; graded 1.4, was 1.5" in done.stdout
    assert autograder("adjust", folder / "out", *correction, "--undo").returncode == 0
    assert '"cem","00_warmup",1.5,2,"graded"' in (folder / "out/grades.csv").read_text()


@pytest.mark.sandbox
def test_grading_again_with_other_checks_tells_whose_score_moved(changed: Path, folder: Path) -> None:
    done = run_in(changed, "grade", folder / "class", "--out", folder / "out")
    assert "2 scores changed although the submissions are the same" in done.stdout
    assert "cem</bdi>, 00_warmup: 1.5 → 1.4 of 2; " in (folder / "out/class.html").read_text()


@pytest.mark.sandbox
def test_results_from_before_there_was_a_store_are_taken_up(changed: Path, folder: Path) -> None:
    shutil.rmtree(folder / "out/.autograder")
    done = run_in(changed, "regrade", folder / "out", folder / "class")
    assert "2 of 3 results change: 1 up, 1 down" in done.stdout


@pytest.mark.sandbox
def test_an_empty_folder_cannot_be_regraded(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = autograder("regrade", tmp_path / "empty", folder / "class")
    assert done.returncode == 2
    assert "contains no results; name the output folder of `autograder grade`" in done.stderr
    assert "Traceback" not in done.stderr
