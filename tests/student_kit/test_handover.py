"""`pytest` while a watch of the same folder runs: the watch runs the tests, and nothing else differs."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

from assignments._support import handover
from tests.helpers.student_folder import Handout

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not hasattr(socket, "send_fds") or sys.platform == "darwin", reason="needs fork"),
]

PART = "assignments/00_warmup"
PARENT = "\n\nimport os\n\ndef row_sums(x):\n    print('run by', os.getppid())\n    return x.sum(0)\n"
END = "\n\nimport os\n\ndef row_sums(x):\n    os._exit(7)\n"
LOOP = "\n\ndef row_sums(x):\n    print('begun', flush=True)\n    while True:\n        pass\n"


@pytest.fixture
def handout(tmp_path):
    made = Handout(tmp_path)
    made.append({"00_warmup/warmup.py": PARENT})
    return made


@pytest.fixture
def watch(handout):
    """A running watch, as started in another terminal."""
    process = subprocess.Popen(
        [sys.executable, "-m", "assignments.watch", "00"],
        cwd=handout.root,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    for line in process.stdout:
        if line.startswith("watching "):
            break
    yield process
    process.send_signal(signal.SIGCONT)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


def environment():
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return kept | {"OMP_NUM_THREADS": "1", "COLUMNS": "80"}


def run_by(screen):
    return {int(number) for number in re.findall(r"run by (\d+)", screen)}


def without_times(screen):
    return re.sub(r"=* ?(.*) in [\d.]+s ?=*", r"\1", re.sub(r"run by \d+", "run by", screen))


@pytest.mark.parametrize("options", [["-v"], ["-x", "-s"], ["-q", "--hints", "3", "-k", "row_sums"]], ids=" ".join)
def test_the_watch_runs_the_tests_and_the_screen_is_the_same(handout, watch, options):
    served = handout.pytest(PART, *options, "-rP")
    assert run_by(served[1]) == {watch.pid}
    note = handout.root / "assignments" / handover.NOTE
    note.rename(note.with_suffix(".gone"))
    alone = handout.pytest(PART, *options, "-rP")
    note.with_suffix(".gone").rename(note)
    assert watch.pid not in run_by(alone[1])
    assert (served[0], without_times(served[1])) == (alone[0], without_times(alone[1]))


def test_the_folder_is_the_one_where_pytest_was_started(handout, watch):
    status, screen = handout.pytest("test_warmup.py", "-s", inside=PART)
    assert status == 1
    assert run_by(screen) == {watch.pid}


@pytest.mark.parametrize("options", [["-p", "pytester"], ["-n", "1"], ["--pdb"]], ids=" ".join)
def test_what_another_process_cannot_do_is_done_here(handout, watch, options):
    _, screen = handout.pytest(PART, *options, "-rP")
    assert watch.pid not in run_by(screen)
    assert "row_sums  wrong" in screen


def test_code_that_ends_the_process_ends_with_its_status(handout, watch):
    handout.append({"00_warmup/warmup.py": END})
    status, screen = handout.pytest(PART)
    assert status == 7
    assert "passed" not in screen


def test_ctrl_c_ends_the_run_and_names_the_line(handout, watch):
    handout.append({"00_warmup/warmup.py": LOOP})
    command = [sys.executable, "-m", "pytest", PART, "-s"]
    with subprocess.Popen(
        command, cwd=handout.root, env=environment(), stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        for line in process.stdout:
            if "begun" in line:
                break
        process.send_signal(signal.SIGINT)
        screen = process.stdout.read()
    assert process.returncode == 2
    assert "KeyboardInterrupt" in screen
    assert "warmup.py" in screen


def test_a_watch_that_does_not_answer_is_not_waited_for(handout, watch):
    watch.send_signal(signal.SIGSTOP)
    _, screen = handout.pytest(PART, "-s")
    assert len(run_by(screen)) == 1
    assert watch.pid not in run_by(screen)


def test_a_kit_that_was_changed_meanwhile_is_not_the_one_that_runs(handout, watch):
    os.utime(handout.root / "assignments/_support/hints.py", (1, 1))
    assert watch.pid not in run_by(handout.pytest(PART, "-s")[1])


def test_a_watch_leaves_no_note_when_it_ends(handout, watch):
    note = handout.root / "assignments" / handover.NOTE
    place = json.loads(note.read_text())["socket"]
    watch.send_signal(signal.SIGINT)
    watch.wait(30)
    assert not note.exists()
    assert not os.path.exists(place)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"socket": "/nowhere/socket", "surroundings": ""}', "\0"])
def test_an_old_or_strange_note_changes_nothing(handout, text):
    (handout.root / "assignments" / handover.NOTE).write_text(text)
    status, screen = handout.pytest(PART)
    assert status == 1
    assert "row_sums  wrong" in screen
    assert "Traceback" not in screen


def test_a_note_that_others_can_write_is_not_believed(tmp_path):
    folder = tmp_path / "socket"
    folder.mkdir(0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "s"))
        (folder / "s").chmod(0o700)
        note = tmp_path / handover.NOTE
        note.write_text(json.dumps({"socket": str(folder / "s"), "surroundings": handover.surroundings(tmp_path)}))
        note.chmod(0o600)
        assert handover._place_in(note, tmp_path) == str(folder / "s")
        note.chmod(0o666)
        assert handover._place_in(note, tmp_path) is None
        note.chmod(0o600)
        folder.chmod(0o777)
        assert handover._place_in(note, tmp_path) is None


def test_a_socket_at_which_nobody_answers_costs_half_a_second(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("s")
        listener.listen()
        start = time.monotonic()
        with pytest.raises(OSError, match="timed out"):
            handover._ask("s", {})
    assert time.monotonic() - start < 10 * handover.PATIENCE
