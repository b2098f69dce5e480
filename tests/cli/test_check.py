"""Appeals: `autograder check`, and checks by hand on a submission, run a student's code in the sandbox only."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.cli import check as command
from autograder.results.model import GradingFailure
from tests.helpers.grading import complaints, solution, stub
from tests.helpers.paths import ROOT

CHECKS = "solutions/00_warmup/checks/test_00_warmup.py"
# What a hostile file tries while it is loaded, and again when it is called.
HOSTILE = """
import os

def attack():
    try:
        open({mark!r}, "w").write("the instructor's rights")
    except OSError:
        pass
    return os.environ.get("GRADEBOOK_TOKEN", "")

SEEN = attack()

def row_sums(x):
    if SEEN or attack():
        raise ValueError(SEEN or attack())
    return x.sum(-1)
"""
NO_LEVEL = """
import sys
from autograder.sandbox.host import isolation
isolation.why_unavailable = lambda level: "switched off by a test"
"""


def run(*command: object, cwd: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **variables}
    line = [sys.executable, *map(str, command)]
    return subprocess.run(line, capture_output=True, text=True, check=False, cwd=cwd, env=environment)


def check(*arguments: object, **options: str) -> subprocess.CompletedProcess[str]:
    return run("-m", "autograder", "check", *arguments, **options)


def part(place: Path, source: str | bytes, assignment: str = "00_warmup", file: str = "warmup.py") -> Path:
    folder = place / assignment
    folder.mkdir(parents=True)
    (folder / file).write_bytes(source if isinstance(source, bytes) else source.encode())
    return folder


@pytest.fixture
def hostile(tmp_path: Path) -> tuple[Path, Path]:
    """A submission that attacks, with a conftest.py that does too, and the file that neither may write."""
    mark = tmp_path / "mark"
    folder = part(tmp_path / "eve", HOSTILE.format(mark=str(mark)))
    (folder / "conftest.py").write_text(f"open({str(mark)!r}, 'w').write('by pytest')\n")
    return folder, mark


@pytest.mark.process
def test_check_runs_a_hostile_file_in_the_sandbox(hostile: tuple[Path, Path]) -> None:
    folder, mark = hostile
    done = check(folder, GRADEBOOK_TOKEN="secret-token")
    assert (done.returncode, complaints(done.stderr)) == (0, "")
    assert "row_sums: right, 2 of 2 points" in done.stdout
    assert not mark.exists()


@pytest.mark.process
@pytest.mark.parametrize("form", ["--submission={}", "--submission {}", "--wall --submission {}"])
def test_checks_by_hand_run_a_hostile_file_in_the_sandbox(hostile: tuple[Path, Path], form: str) -> None:
    folder, mark = hostile
    arguments = form.format(folder).split(" ")
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", CHECKS, *arguments, GRADEBOOK_TOKEN="secret-token")
    assert "6 passed" in done.stdout, done.stdout
    assert not mark.exists()


@pytest.mark.process
def test_the_hostile_file_does_attack_where_nothing_stops_it(hostile: tuple[Path, Path]) -> None:
    folder, mark = hostile
    done = run(folder / "warmup.py")
    assert done.returncode == 0
    assert mark.exists()


@pytest.mark.process
def test_without_isolation_nothing_runs_and_one_sentence_says_so(hostile: tuple[Path, Path]) -> None:
    folder, mark = hostile
    by_command = f"{NO_LEVEL}from autograder.__main__ import main\nsys.exit(main(['check', {str(folder)!r}]))"
    done = run("-c", by_command)
    assert done.returncode == 2
    assert re.fullmatch(r"autograder: no isolation here \(.*switched off by a test.*\n", complaints(done.stderr))
    by_hand = f"{NO_LEVEL}import pytest\nsys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', {CHECKS!r}, "
    done = run("-c", f"{by_hand}'--submission={folder}']))")
    assert done.returncode == 3
    assert "the submission was not run: no isolation here" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert "passed" not in done.stdout
    assert not mark.exists()


@pytest.mark.process
def test_a_wrong_program_gets_its_reasons_each_on_a_line_of_its_own(tmp_path: Path) -> None:
    source = solution("02_causal", "causal.py") + (
        b"\n\ndef causal_mask(T):\n    return torch.triu(torch.ones(T, T, dtype=torch.bool))[None, None]\n"
    )
    folder = part(tmp_path / "ben", source, "02_causal", "causal.py")
    work = tmp_path / "work"
    work.mkdir()
    before = sorted(tmp_path.rglob("*"))
    done = check(folder, "--course", ROOT, cwd=work)
    assert (done.returncode, complaints(done.stderr)) == (1, "")
    assert sorted(tmp_path.rglob("*")) == before, "something was written"
    assert max(map(len, done.stdout.splitlines())) > 80, "not wrapped, because this is no terminal"
    for expected in (
        "causal_mask: wrong values, ",
        "- causal_mask.",
        "Looks like: ",
        "causal_mask(2): 2 of 4 values are wrong",
        "causal.py, line",
    ):
        assert expected in done.stdout
    assert "masked_softmax: right, 4 of 4 points" in done.stdout
    assert "n_visible_pairs: not submitted, 0 of 0.5 points" in done.stdout


@pytest.mark.parametrize("name", ["check", "explain"])
def test_the_help_says_what_stays_and_not_that_nothing_is_written(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert re.search(r"[Nn]either submissions nor (results|scores) change", text)
    assert "othing is written" not in text, "recorded checks are kept in the user's cache"


@pytest.mark.process
def test_one_exercise_alone_is_judged_as_in_the_whole_part(tmp_path: Path) -> None:
    folder = part(
        tmp_path / "ada", solution("01_self_attention", "self_attention.py"), "01_self_attention", "self_attention.py"
    )
    done = check(folder, "softmax")
    assert (done.returncode, complaints(done.stderr)) == (0, "")
    assert "softmax: right, 4 of 4 points" in done.stdout
    assert "attention_weights" not in done.stdout


@pytest.mark.process
def test_programs_read_the_exercises_of_a_result(tmp_path: Path) -> None:
    folder = part(tmp_path / "ben", solution("00_warmup", "warmup.py"))
    done = check(folder, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    course, exercise, end = (json.loads(line) for line in done.stdout.splitlines())
    assert course["event"] == "course"
    assert (exercise["event"], exercise["name"], exercise["score"]) == ("exercise", "row_sums", 2)
    assert (end["event"], end["assignment"], end["score"], end["max_score"]) == ("end", "00_warmup", 2, 2)


@pytest.mark.process
def test_odd_names_archives_and_stubs_are_read_as_grade_reads_them(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "work.zip", "w") as archive:
        archive.writestr("Warmup (2).py", stub("00_warmup", "warmup.py"))
    done = check(tmp_path / "work.zip", "--assignment", "00")
    assert done.returncode == 1
    assert "row_sums: not attempted, 0 of 2 points" in done.stdout
    assert "Warmup (2).py was used as warmup.py" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["{class}"], "contains the work of 2 students; name the folder of one of them"),
        (["{class}/ada"], "contains several parts (00_warmup, 02_causal); name one with --assignment"),
        (["{class}/ada", "--assignment", "04"], "nothing in it belongs to 04_cross"),
        (["{class}/ada", "nothere", "--assignment", "00"], "00_warmup has no exercise 'nothere'; it has row_sums"),
        (["{class}/ada", "--assignment", "99"], "no assignment is called '99'; the course has 00_warmup"),
        (["{class}/nobody"], "nobody: not a folder, an archive or a notebook"),
    ],
)
def test_bad_arguments_get_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    part(tmp_path / "class/ada", solution("00_warmup", "warmup.py"))
    part(tmp_path / "class/ada", solution("02_causal", "causal.py"), "02_causal", "causal.py")
    shutil.copytree(tmp_path / "class/ada", tmp_path / "class/ben")
    assert main(["check", *(text.replace("{class}", str(tmp_path / "class")) for text in arguments)]) == 2
    error = complaints(capsys.readouterr().err)
    assert sentence in error
    assert error.count("\n") == 1


def test_what_could_not_be_graded_has_a_status_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = GradingFailure("ada", "00_warmup", "the sandbox was lost")
    monkeypatch.setattr(command, "_grade", lambda *arguments: lost)
    folder = part(tmp_path / "ada", solution("00_warmup", "warmup.py"))
    assert main(["check", str(folder)]) == 3
    assert complaints(capsys.readouterr().err) == f"autograder: {folder}: could not be graded: the sandbox was lost\n"


def test_an_exercise_without_a_score_waits_for_a_person() -> None:
    right = {"name": "a", "score": 2, "outcome": "right"}
    wrong = {"name": "b", "score": 0, "outcome": "wrong values"}
    waiting = {"name": "c", "score": None, "outcome": "not run"}
    result = {"exercises": [right, wrong, waiting]}
    assert [command._status(result, name) for name in ("a", "b", "c", "")] == [0, 1, 3, 3]
    assert command._status({"exercises": [right]}, "") == 0
