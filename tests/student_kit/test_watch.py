"""`python -m assignments.watch` where there are the assignments and nothing else: what a student sees after a save."""

import contextlib
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from assignments.watch import has_codes, names_of_parts
from autograder.course import load_course
from autograder.student_kit import runs
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.process

PREPARED = 3  # seconds after which the process of the next run mostly waits for its turn
SECONDS = 60  # for a screen to appear, on a machine with much else to do
START = """
import sys
from assignments._support import runs, watching
from assignments.watch import main

if __name__ == "__main__":
    watching.CAN_FORK = sys.argv[1] == "forks"
    runs.LONG = float(sys.argv[2])
    sys.exit(main(sys.argv[3:]))
"""
OUTLIVES = """
import multiprocessing
from assignments._support.hints import View
from assignments._support.runs import Job, print_verdict

told, telling = multiprocessing.Pipe(duplex=False)
told.close()
print_verdict(Job(("00_warmup",), View(), clear=False), telling)
"""


class Watching:
    """A running watch, and its screens."""

    def __init__(self, folder, kind, *arguments, patience=SECONDS):
        (folder / "start.py").write_text(START, encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        self.process = subprocess.Popen(
            [sys.executable, "start.py", kind, str(patience), *arguments],
            cwd=folder,
            env=environment | {"OMP_NUM_THREADS": "1", "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )
        self._screens = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        lines = []
        with contextlib.suppress(ValueError):  # it was closed before this thread had begun to read
            for line in self.process.stdout:
                lines.append(line.rstrip("\n"))
                if line.startswith(("getting ready", "watching ")):
                    self._screens.put(lines)
                    lines = []
        self._screens.put(lines)

    def screen(self):
        """The lines of the next screen."""
        return self._screens.get(timeout=SECONDS)


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "assignments", tmp_path / "assignments", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'exercises'\nversion = '1'\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def start(folder):
    with contextlib.ExitStack() as stack:

        def begin(kind, *arguments, **options):
            watching = Watching(folder, kind, *arguments, **options)
            stack.callback(watching.process.stdout.close)
            stack.callback(watching.process.wait)
            stack.callback(watching.process.kill)
            assert watching.screen()[0].startswith("getting ready to watch")
            return watching

        yield begin


def save(folder, text):
    file = folder / "assignments" / "00_warmup" / "warmup.py"
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("kind", ["forks", "spares"])
def test_every_save_is_judged(folder, start, snapshot, kind):
    watching = start(kind, "00")
    screens = [watching.screen()]
    for body in ("return x.sum(0)", "return x.sum(", "return x.sum(-1)"):
        save(folder, f"def row_sums(x):\n    {body}\n")
        screens.append(watching.screen())
    assert "\n\n".join("\n".join(screen) for screen in screens) == snapshot


@pytest.mark.parametrize("kind", ["forks", "spares"])
def test_tests_that_change_between_two_runs_count(folder, start, kind):
    save(folder, "def row_sums(x):\n    return x.sum(-1)\n")
    watching = start(kind, "00")
    assert watching.screen()[0] == "00_warmup: 1 of 1 done"
    tests = folder / "assignments" / "00_warmup" / "test_warmup.py"
    text = tests.read_text(encoding="utf-8")
    for change, count in (("\n    assert False\n", "0 of 1"), ("\n    assert True\n", "1 of 1")):
        time.sleep(PREPARED)
        tests.write_text(text + change, encoding="utf-8")
        assert watching.screen()[0].startswith(f"00_warmup: {count} done")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="where a process does not name its children")
def test_a_process_that_was_ended_before_its_turn_is_replaced(folder, start):
    watching = start("forks", "00")
    watching.screen()
    time.sleep(PREPARED)
    process = watching.process.pid
    (waiting,) = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    os.kill(int(waiting), signal.SIGKILL)
    time.sleep(0.1)
    save(folder, "def row_sums(x):\n    return x.sum(-1)\n")
    assert watching.screen()[0] == "00_warmup: 1 of 1 done"


@pytest.mark.parametrize("kind", ["forks", "spares"])
def test_a_watch_that_is_killed_leaves_no_process_behind(start, kind):
    watching = start(kind, "00")
    watching.screen()
    time.sleep(PREPARED)
    watching.process.kill()
    assert watching.screen() == [], "the output ends when the last process has ended that could write to it"


def test_a_loop_that_does_not_end_is_told_and_the_next_save_ends_it(folder, start, snapshot):
    save(folder, "def row_sums(x):\n    while True:\n        pass\n")
    watching = start("forks", "00_warmup", patience=1)
    text = "\n".join(watching.screen())
    assert re.sub(r"line 2: while True:|line 3: pass", "line 2 or 3", text) == snapshot
    save(folder, "def row_sums(x):\n    return x.sum(-1)\n")
    assert watching.screen()[0] == "00_warmup: 1 of 1 done"


def test_code_that_waits_and_does_not_compute_is_no_loop(folder, start):
    save(folder, "import time\n\ndef row_sums(x):\n    time.sleep(0.5)\n    return x.sum(-1)\n")
    watching = start("forks", "00", patience=2)
    assert watching.screen()[0] == "00_warmup: 1 of 1 done"


def test_code_that_ends_the_process_is_told_and_the_watch_goes_on(folder, start, snapshot):
    save(folder, "import os\n\ndef row_sums(x):\n    os._exit(0)\n")
    watching = start("forks", "assignments/00_warmup/")
    assert "\n".join(watching.screen()) == snapshot
    save(folder, "def row_sums(x):\n    return x.sum(-1)\n")
    assert watching.screen()[0] == "00_warmup: 1 of 1 done"


def test_more_hints_can_be_asked_for(folder, start):
    save(folder, "def row_sums(x):\n    return 2 * x.sum(-1)\n")
    watching = start("forks", "00", "--hints", "2")
    assert any(line.startswith("notice      every number is 2 times") for line in watching.screen())


@pytest.mark.skipif(sys.platform == "win32", reason="there, a process cannot be sent Ctrl-C like this")
@pytest.mark.parametrize("kind", ["forks", "spares"])
def test_interrupting_it_is_no_error(start, kind):
    watching = start(kind, "00")
    watching.screen()
    os.killpg(watching.process.pid, signal.SIGINT)  # as a terminal does: to all of them, whatever they are doing
    assert watching.process.wait(SECONDS) == 0
    assert watching.screen() == [""]


def test_a_run_that_outlives_its_watch_shows_its_result_and_no_error(folder):
    (folder / "start.py").write_text(OUTLIVES, encoding="utf-8")
    done = subprocess.run([sys.executable, "start.py"], cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    assert "00_warmup: 0 of 1 done" in done.stdout
    assert done.returncode == runs.JUDGED


def test_a_part_that_does_not_exist_is_one_sentence(folder):
    command = [sys.executable, "-m", "assignments.watch", "99"]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "python -m assignments.watch: error: there is no part and no exercise called 99; choose from "
        + ", ".join(part.id for part in load_course())
    )


def test_a_part_that_is_misspelled_is_guessed(folder):
    command = [sys.executable, "-m", "assignments.watch", "01_selfattention"]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    said = "there is no part and no exercise called 01_selfattention; did you mean 01_self_attention?"
    assert said in " ".join(done.stderr.split())


def test_a_part_has_a_name_a_number_and_exercises():
    parts = names_of_parts()
    assert {parts[name] for name in ("02_causal", "02", "2", "causal_mask", "first_row")} == {"02_causal"}


@pytest.mark.parametrize(
    ("variables", "colours"), [({}, False), ({"WT_SESSION": "1"}, True), ({"TERM_PROGRAM": "vscode"}, True)]
)
def test_on_windows_two_terminals_have_colours(monkeypatch, variables, colours):
    monkeypatch.setattr(sys, "platform", "win32")
    for name in ("WT_SESSION", "TERM_PROGRAM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert has_codes() is colours


def test_in_the_folder_of_a_part_it_may_be_left_out(folder):
    command = [sys.executable, "-S", "../watch.py"]  # -S: it goes no further than to say what is missing
    done = subprocess.run(
        command, cwd=folder / "assignments" / "00_warmup", capture_output=True, encoding="utf-8", check=False
    )
    assert "this Python lacks torch" in done.stderr


def test_a_python_without_torch_is_one_sentence(folder):
    command = [sys.executable, "-S", "-m", "assignments.watch", "00"]  # -S: without what is installed
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "error: this Python lacks torch and pytest: run `" in done.stderr
    assert "Traceback" not in done.stderr


INTERRUPTED = """
import os, signal
from assignments._support.runs import _begin

class Starting:
    started = False

    def start(self):
        os.kill(os.getpid(), signal.SIGINT)
        self.started = True

process = Starting()
try:
    _begin(process)
except KeyboardInterrupt:
    print("interrupted", process.started)
"""


def test_ctrl_c_while_the_next_process_is_created_comes_as_soon_as_it_is():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.stdout.strip(), done.stderr) == ("interrupted True", "")
