"""No command runs a course that somebody handed in: one that is only found runs after its place was approved."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.cli.app import COMMANDS
from autograder.course.approval import CONFIG_HOME, UnapprovedCourseError, approvals_file, approve
from autograder.course.find import VARIABLE
from tests.helpers.paths import ROOT

OWN_ARGUMENTS = {
    "grade": [[".", "--out", "../out"]],
    "adjust": [["../out", "--student", "anna", "--assignment", "02", "--score", "4", "--reason", "luck"]],
    "remove": [["../out", "--student", "anna"]],
    "export": [["../out", "--format", "csv"]],
    "check": [["02_causal", "n_visible_pairs"]],
    "explain": [["02_causal"]],
    "new": [["part", "09_last"]],
    "nbgrader": [["build", "../out/nbgrader"]],
    "gradescope": [["../out/autograder.zip", "--assignment", "02"]],
    "handout": [["../out/handout"]],
}
FOLDERS = (".", "02_causal", "solutions", "solutions/02_causal")
PLANTED = 'import pathlib\npathlib.Path({canary!r}).write_text("ran")\n'


@pytest.fixture
def handed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A submission that is a course, whose every Python file writes `canary`, and with modules that hide libraries."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv(CONFIG_HOME, str(tmp_path / "settings"))
    monkeypatch.setenv("PYTHONSAFEPATH", "1")  # as the program sets it, of which these tests call only a part
    folder = tmp_path / "downloads/anna"
    planted = PLANTED.format(canary=str(tmp_path / "canary"))
    shutil.copytree(ROOT / "solutions/02_causal", folder / "solutions/02_causal")
    shutil.copytree(ROOT / "assignments/02_causal", folder / "02_causal")
    (folder / "course.toml").write_bytes((ROOT / "course.toml").read_bytes())
    for place in (folder, folder / "02_causal"):
        for module in ("torch", "click", "numpy", "tempfile", "msgspec", "rich", "sitecustomize", "multiprocessing"):
            (place / f"{module}.py").write_text(planted)
    (folder / "solutions/course.py").write_text(planted)
    for path in folder.rglob("*.py"):
        path.write_text(planted + path.read_text().replace("from __future__ import annotations", ""))
    return folder


NO_COURSE = ("completion", "approve", "import", "docs")  # commands that use none


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in NO_COURSE])
def test_no_command_runs_a_course_that_was_handed_in(
    command: str, handed_in: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    for folder in FOLDERS:
        monkeypatch.chdir(handed_in / folder)
        for arguments in OWN_ARGUMENTS.get(command, [[], ["."], ["../out", "."]]):
            assert main([command, *arguments]) == 2
            said.append(capsys.readouterr().err)
    assert any(refusal(handed_in) in text for text in said)
    assert not (tmp_path / "canary").exists()


def refusal(folder: Path) -> str:
    return f"autograder: {folder}: a course was found here, and its checks would run with your rights; if you trust it"


@pytest.mark.process
@pytest.mark.parametrize("folder", [".", "02_causal"])
def test_the_program_does_not_import_from_the_current_folder(
    folder: str, handed_in: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH")
    for start in (["-m", "autograder"], ["-P", "-m", "autograder"]):
        command = [sys.executable, *start, "intake", str(handed_in)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=handed_in / folder)
        assert (done.returncode, done.stderr.startswith(refusal(handed_in))) == (2, True), done.stderr
        named = subprocess.run([*command, "--course", ROOT], capture_output=True, check=False, cwd=handed_in / folder)
        assert named.returncode in (0, 1), "it parses what was handed in, in a process of its own"
    assert not (tmp_path / "canary").exists()


@pytest.mark.process
def test_an_approved_place_is_listed_and_can_be_taken_back(
    handed_in: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(handed_in)
    assert main(["approve", "."]) == 0
    assert main(["approve", str(handed_in)]) == 0
    capsys.readouterr()
    assert main(["approve"]) == 0
    assert capsys.readouterr() == (f"{handed_in}\n", f"kept in {approvals_file()}\n")
    assert main(["intake", "."]) in (0, 1)
    assert main(["approve", "--revoke", "."]) == 0
    assert main(["approve", "--revoke", "."]) == 0
    capsys.readouterr()
    assert main(["intake", "."]) == 2


def test_a_place_below_an_approved_one_is_not_approved(
    handed_in: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    approve(handed_in.parent)
    approve(handed_in.parents[1])
    monkeypatch.chdir(handed_in)
    assert main(["intake", "."]) == 2
    assert refusal(handed_in) in capsys.readouterr().err


@pytest.mark.process
@pytest.mark.parametrize("answer", [True, False])
def test_on_a_terminal_the_user_is_asked_once(answer: bool, handed_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def confirm(question: str, **_: object) -> bool:
        asked.append(question)
        return answer

    monkeypatch.chdir(handed_in)
    monkeypatch.setattr("click.confirm", confirm)
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    assert (main(["intake", "."]) == 2) is not answer
    assert (main(["intake", "."]) == 2) is not answer
    assert len(asked) == (1 if answer else 2)
    assert str(handed_in) in asked[0]


def test_a_relative_path_in_the_variable_names_no_course(
    handed_in: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(handed_in.parent)
    monkeypatch.setenv(VARIABLE, handed_in.name)
    assert main(["check", "02_causal", "n_visible_pairs"]) == 2
    assert f"{VARIABLE}: anna is relative; write the whole path" in capsys.readouterr().err
    assert not (handed_in.parents[1] / "canary").exists()


def test_the_command_that_approves_is_one_command_whatever_the_folder_is_called(tmp_path: Path) -> None:
    assert "`autograder approve '" in str(UnapprovedCourseError(tmp_path / "x; touch pwned #"))
    assert "\x1b" not in str(UnapprovedCourseError(tmp_path / "x\x1b[31m"))


def test_an_unreadable_list_approves_nothing(
    handed_in: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    approve(handed_in)
    approvals_file().write_bytes(b"\xff")
    monkeypatch.chdir(handed_in)
    assert main(["intake", "."]) == 2
    assert capsys.readouterr().err.startswith(f"autograder: {approvals_file()}: cannot be read (")


def test_a_name_that_could_be_two_lines_is_refused(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = handed_in.with_name("a\n" + "b")
    os.rename(handed_in, folder)
    assert main(["approve", str(folder)]) == 2
    assert "cannot be printed; rename the folder" in capsys.readouterr().err
