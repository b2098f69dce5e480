"""The command line: help, suggestions, one sentence for a mistake, and the course that a command uses."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder import __version__
from autograder.__main__ import main
from autograder.cli.app import COMMANDS, SECTIONS, autograder
from autograder.course.approval import approve
from autograder.course.find import VARIABLE
from autograder.errors import AutograderError
from tests.helpers.paths import ROOT

GROUPS = {"nbgrader": ["build"], "new": ["exercise"]}  # one command of each group
NO_TORCH = """
import sys
from autograder.__main__ import main
status = main(sys.argv[1:])
sys.exit(9 if "torch" in sys.modules else status)
"""


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small course in it and nothing named in the environment; the process runs in it."""
    monkeypatch.delenv(VARIABLE, raising=False)
    folder = tmp_path / "course"
    (folder / "submissions/ada/00_warmup").mkdir(parents=True)
    (folder / "course.toml").write_bytes((ROOT / "course.toml").read_bytes())
    (folder / "assignments").symlink_to(ROOT / "assignments")
    (folder / "submissions/ada/00_warmup/warmup.py").write_text("def row_sums(x):\n    return x\n")
    approve(folder)
    monkeypatch.chdir(folder)
    return folder


def line_of(folder: Path) -> str:
    return f"course: Attention from scratch ({folder})"


@pytest.mark.process
@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (["--version"], 0, f"autograder {__version__}"),
        (["--help"], 0, "Usage: autograder"),
        (["-h"], 0, "Usage: autograder"),
        ([], 2, "Usage: autograder"),
        (["grade", "-h"], 0, "autograder grade --nbgrader course"),
        (["audit", "--help"], 0, "Usage: autograder audit"),
        (["grad"], 2, "autograder: there is no command 'grad'; did you mean grade or regrade?"),
        (["xyz"], 2, "autograder: there is no command 'xyz'; autograder --help lists the commands"),
        (["grade", "class", "--fresch"], 2, "autograder: there is no option --fresch; did you mean --fresh?"),
        (["grade"], 2, "autograder: missing argument 'SUBMISSIONS' (autograder grade --help)"),
        (["grade", "class", "--jobs", "0"], 2, "autograder: invalid value for '--jobs': 0 is not in the range x>=1"),
        (["audit", "--isolation", "none"], 2, "'none' is not one of 'bwrap', 'landlock', 'seccomp'"),
        (["nbgrader", "bild"], 2, "did you mean 'build'?"),
    ],
)
def test_help_and_mistakes_need_no_torch(arguments: list[str], status: int, text: str) -> None:
    command = [sys.executable, "-c", NO_TORCH, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == status, done.stderr
    printed = done.stdout or done.stderr
    assert text.lower() in printed.lower()
    if status == 2 and arguments:
        assert printed.count("\n") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_in_80_columns(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [name, *GROUPS.get(name, ())]
    assert main([*arguments, "--help"]) == 0
    text = capsys.readouterr().out
    assert "Examples:\n" in text
    assert max(map(len, text.splitlines())) <= 80
    assert ("--course PATH" in text) is (name not in ("completion", "approve", "import", "docs"))
    assert text.isascii()


def test_the_help_lists_every_command_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert [name for name in COMMANDS if text.count(f"\n  {name} ") != 1] == []
    assert [title for title in SECTIONS if f"\n{title}:\n" not in text] == []
    context = autograder.make_context("autograder", ["--help"], resilient_parsing=True)
    assert all(autograder.get_command(context, name) for name in COMMANDS)


@pytest.mark.process
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_completion_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert "_AUTOGRADER_COMPLETE" in capsys.readouterr().out


@pytest.mark.process
@pytest.mark.parametrize(
    ("words", "expected"), [("autograder regr", "regrade\n"), ("autograder grade --nb", "--nbgrader\n")]
)
def test_a_shell_gets_completions(words: str, expected: str) -> None:
    environment = os.environ | {
        "_AUTOGRADER_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    command = [sys.executable, "-m", "autograder"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert done.returncode in (0, 1)
    assert done.stdout.replace("plain,", "") == expected


@pytest.mark.process
def test_without_click_a_sentence_says_what_to_install() -> None:
    code = "import sys; sys.modules['click'] = None; from autograder.__main__ import run; run()"
    command = [sys.executable, "-c", code, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr == "autograder: click is not installed; pip install -c constraints.txt -e '.[instructors]'\n"


def test_every_error_of_a_user_has_one_base_class() -> None:
    errors = [
        *("course.model.CourseError", "exports.class_results.ExportError", "platforms.handout.contents.HandoutError"),
        *("errors.IntakeError", "sandbox.host.isolation.SandboxError", "variants.secret.SecretError"),
        *("results.store.StoreError", "authoring.sync.SyncError"),
    ]
    statuses = {}
    for name in errors:
        module, _, error = name.rpartition(".")
        kind = getattr(__import__(f"autograder.{module}", fromlist=[error]), error)
        assert issubclass(kind, AutograderError)
        statuses[error] = kind.exit_status
    assert statuses == dict.fromkeys(statuses, 2) | {"SyncError": 1}


def test_the_course_of_the_current_folder_is_named_first(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["intake", "submissions"]) == 0
    assert capsys.readouterr().err == f"{line_of(elsewhere)}\n"


@pytest.mark.parametrize("place", ["before", "after", "variable"])
def test_a_named_course_is_used_and_named_first(
    place: str,
    elsewhere: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    named = ["--course", str(elsewhere)] if place != "variable" else []
    if place == "variable":
        monkeypatch.setenv(VARIABLE, str(elsewhere))
    command = ["intake", str(elsewhere / "submissions")]
    assert main([*named, *command] if place == "before" else [*command, *named]) == 0
    assert capsys.readouterr().err == f"{line_of(elsewhere)}\n"
    assert os.environ.get(VARIABLE) == (str(elsewhere) if place == "variable" else None), "only for that command"


def test_a_folder_without_a_course_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    assert main(["intake", "."]) == 2
    assert capsys.readouterr().err.startswith(f"autograder: {tmp_path}: no course.toml here or in a folder above")
    assert main(["intake", ".", "--course", "."]) == 2
    error = capsys.readouterr().err
    assert error == "autograder: --course: . has no course.toml; name the folder of a course\n"


def test_programs_read_of_the_course_as_an_event(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert main(["grade", "submissions", "--out", "out", "--isolation", "bwrap", "--json"]) == 2
    printed = capsys.readouterr()
    event = {"event": "course", "title": "Attention from scratch", "folder": str(elsewhere)}
    assert json.loads(printed.out) == event
    assert "course:" not in printed.err
