"""`autograder author`: a verdict at the start and after every save, and nothing left after Ctrl-C."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from autograder.course.find import VARIABLE
from tests.helpers.paths import ROOT
from tests.helpers.scaffold import edit, run_in

pytestmark = pytest.mark.walk
PART = "solutions/01_order"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("watched") / "sorting"
    done = run_in(folder.parent, "new", "course", folder, "--part", "01_order", "--exercise", "largest")
    assert done.returncode == 0
    return folder


@pytest.fixture
def watching(course: Path) -> Iterator["subprocess.Popen[str]"]:
    """The command, whose first verdict is still to come; nothing was generated before."""
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    own = {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "autograder", "author", "01", "largest"]
    with subprocess.Popen(
        command,
        cwd=course,
        env=environment | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        yield process
        if process.poll() is None:
            process.send_signal(signal.SIGINT)


def verdict(screen: IO[str] | None) -> list[str]:
    """The lines up to the end of the next report."""
    assert screen is not None
    lines = []
    for line in screen:
        lines.append(line.rstrip("\n"))
        if line.startswith("watching "):
            return lines
    raise ChildProcessError("\n".join(lines))


def members(group: int) -> list[str]:
    """The processes of a group that are still there."""
    done = subprocess.run(["ps", "-o", "pid=,stat=", "-g", str(group)], capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if not line.split()[1].startswith("Z")]


def test_every_save_is_followed_by_a_verdict_until_ctrl_c(course: Path, watching: "subprocess.Popen[str]") -> None:
    first = verdict(watching.stdout)
    assert any(line.startswith("everything holds; ") for line in first)
    assert first[-1] == "watching 01_order largest: save a file to run again, Ctrl-C ends"

    edit(course / PART / "order.py", "x.mean(dim=-1)", "x.sum(dim=-1)")
    wrong = "\n".join(verdict(watching.stdout))
    assert "01_order.largest: the solution fails its own check" in wrong
    assert "fails what is right, the solution" in wrong
    assert "to mend; " in wrong
    assert "after the save" in wrong
    edit(course / PART / "order.py", "x.sum(dim=-1)", "x.mean(dim=-1)")
    assert "everything holds" in "\n".join(verdict(watching.stdout))

    edit(course / PART / "programs/largest.py", "#+     return x.sum(dim=-1)", "#+     return x.mean(-1)")
    assert "wrong program sum: survives: full points" in "\n".join(verdict(watching.stdout))
    edit(course / "course.toml", "points = 2", "points = 3")
    assert "total: is 2, but the points of all exercises add up to 3" in "\n".join(verdict(watching.stdout))
    edit(course / "course.toml", "points = 3", "points = 2")
    assert "2 to mend" in "\n".join(verdict(watching.stdout))

    os.killpg(watching.pid, signal.SIGINT)  # as a terminal does
    assert watching.stdout is not None
    assert "Traceback" not in watching.stdout.read()
    assert watching.wait() == 0
    assert members(watching.pid) == []


def test_an_exercise_that_is_not_there_is_one_sentence(course: Path) -> None:
    done = run_in(course, "author", "01", "rest")
    assert (done.returncode, done.stderr) == (2, "autograder: 01_order has no exercise 'rest'\n")
