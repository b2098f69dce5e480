"""A second run grades what has changed, a killed run is gone on with, and a stopped one says so."""

import contextlib
import json
import os
import pty
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from autograder.results.store import STORE_DIR
from tests.helpers.grading import autograder, solution
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.sandbox
PART = "00_warmup"
WRONG = b"def row_sums(x):\n    return x.sum(dim=0)\n"
LIMITED = b"def row_sums(x):\n    return x.float().sum(dim=-1)\n"
KILLS = int(os.environ.get("KILLS", "8"))  # test_kill.py tries each write, in one process
VARYING = ("run.json", "store.db", "store.db-journal", "lock")


def make_class(folder: Path, count: int) -> Path:
    kinds = [solution(PART, "warmup.py"), WRONG, LIMITED]
    for number in range(count):
        hand_in(folder, f"s{number:02}", kinds[number % len(kinds)])
    return folder


def hand_in(folder: Path, student: str, source: bytes) -> None:
    (folder / student / PART).mkdir(parents=True, exist_ok=True)
    (folder / student / PART / "warmup.py").write_bytes(source)


def left_behind(out: Path) -> dict[str, bytes]:
    """Every file of a graded class but what varies from run to run."""
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name not in VARYING
    }


def gradings(out: Path) -> Counter[str]:
    """How often each student was graded."""
    store = sqlite3.connect(out / STORE_DIR / "store.db")
    rows = store.execute("SELECT student FROM grading").fetchall()
    store.close()
    return Counter(student for (student,) in rows)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("resume")
    submissions = make_class(folder / "class", 6)
    done = autograder("grade", submissions, "--out", folder / "out", "--jobs", 1)
    assert done.returncode == 0, done.stderr
    return submissions, folder / "out"


@pytest.fixture
def again(graded: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """A copy of the class and of its results, to be changed."""
    shutil.copytree(graded[0], tmp_path / "class")
    shutil.copytree(graded[1], tmp_path / "out")
    return tmp_path / "class", tmp_path / "out"


def test_a_second_run_grades_nothing_and_leaves_the_same(again: tuple[Path, Path]) -> None:
    before = left_behind(again[1])
    done = autograder("grade", again[0], "--out", again[1], "--jobs", 1)
    assert "0 submissions graded, 6 were already" in done.stdout
    assert left_behind(again[1]) == before


def test_a_run_with_one_changed_submission_grades_one(again: tuple[Path, Path]) -> None:
    hand_in(again[0], "s01", solution(PART, "warmup.py"))
    done = autograder("grade", again[0], "--out", again[1], "--jobs", 1)
    assert "1 submission graded, 5 were already" in done.stdout
    assert gradings(again[1]) == {"s00": 1, "s01": 2, "s02": 1, "s03": 1, "s04": 1, "s05": 1}
    assert '"s01","00_warmup",2,2,"graded"' in (again[1] / "grades.csv").read_text()


def test_what_was_handed_in_before_is_not_graded_again(again: tuple[Path, Path]) -> None:
    before = left_behind(again[1])
    hand_in(again[0], "s01", solution(PART, "warmup.py"))
    autograder("grade", again[0], "--out", again[1], "--jobs", 1)
    hand_in(again[0], "s01", WRONG)
    done = autograder("grade", again[0], "--out", again[1], "--jobs", 1, "--replace")
    assert "0 submissions graded" in done.stdout
    assert left_behind(again[1]) == before


def test_fresh_grades_all(again: tuple[Path, Path]) -> None:
    before = left_behind(again[1])
    done = autograder("grade", again[0], "--out", again[1], "--jobs", 1, "--fresh")
    assert "6 submissions graded in" in done.stdout
    assert set(gradings(again[1]).values()) == {2}
    assert left_behind(again[1]) == before


def test_files_that_were_cut_off_anywhere_are_written_again(again: tuple[Path, Path]) -> None:
    before = left_behind(again[1])
    chance = random.Random(1)
    for path in sorted(again[1].rglob("s0*/*/*")):
        path.write_bytes(path.read_bytes()[: chance.randrange(path.stat().st_size)])
    (again[1] / "s05" / PART / "feedback.md").unlink()
    (again[1] / "s04" / PART / ".result.json.aside").write_text("{")
    done = autograder("grade", again[0], "--out", again[1], "--jobs", 1)
    assert "0 submissions graded" in done.stdout
    assert left_behind(again[1]) == before


@pytest.mark.full
def test_a_run_killed_again_and_again_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    submissions = make_class(tmp_path / "class", 24)
    autograder("grade", submissions, "--out", tmp_path / "undisturbed", "--jobs", 2)
    undisturbed = left_behind(tmp_path / "undisturbed")
    chance, kills, finished = random.Random(3), 0, 0
    while kills < KILLS or finished == 0:
        out = tmp_path / f"out{finished}"
        if kills < KILLS and killed(submissions, out, chance):
            kills += 1
            continue
        finished += 1
        autograder("grade", submissions, "--out", out, "--jobs", 2)
        assert left_behind(out) == undisturbed
        assert set(gradings(out).values()) == {1}
    assert orphans(tmp_path) == []


def killed(submissions: Path, out: Path, chance: random.Random) -> bool:
    """Kill a run some time after its first, second or third word to the disk; False where it was done before that."""
    last, words = stamp(out), chance.randint(1, 3)
    with start(submissions, out, chance.choice((1, 2))) as run:
        while run.poll() is None and words:
            time.sleep(0.001)
            words -= stamp(out) != last
            last = stamp(out)
        time.sleep(chance.uniform(0, 0.1))
        run.kill()
    return run.returncode == -signal.SIGKILL


def start(submissions: Path, out: Path, jobs: int, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "autograder", "grade", submissions, "--out", out, "--jobs", jobs, *arguments]
    return subprocess.Popen([*map(str, command)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def stamp(out: Path) -> int:
    """How often the store was written."""
    path = out / STORE_DIR / "store.db"
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def orphans(folder: Path) -> list[str]:
    """Processes of a run that has ended."""
    for _ in range(50):
        listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
        found = [line for line in listed.splitlines() if str(folder) in line]
        if not found:
            return []
        time.sleep(0.1)
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.full)])
def test_a_stopped_run_ends_its_workers_and_says_how_to_go_on(number: signal.Signals, tmp_path: Path) -> None:
    submissions = make_class(tmp_path / "class", 40)
    hand_in(submissions, "s05", b"def row_sums(x):\n    while True: pass\n")
    run = start(submissions, tmp_path / "out", 2, "--json")
    assert run.stdout is not None
    while json.loads(run.stdout.readline())["event"] != "graded":
        pass
    run.send_signal(number)
    told = run.communicate(timeout=20)[1]
    assert run.returncode == 130
    assert "of 40 submissions are graded and kept. The same command continues from there" in told
    assert "Traceback" not in told
    assert orphans(tmp_path) == []
    assert list((tmp_path / "out").rglob(".*.json.*")) == []
    done = autograder("grade", submissions, "--out", tmp_path / "out", "--jobs", 2)
    assert done.returncode == 0
    assert set(gradings(tmp_path / "out").values()) == {1}


def test_a_program_is_told_in_lines_of_json(again: tuple[Path, Path]) -> None:
    hand_in(again[0], "s02", b"import os\ndef row_sums(x):\n    os._exit(0)\n")
    done = autograder("grade", again[0], "--out", again[1], "--jobs", 1, "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    (graded,) = [event for event in events if event["event"] == "graded"]
    assert (graded["student"], graded["score"], graded["status"]) == ("s02", 0, "graded")
    assert graded["anomalies"][0]["kind"] == "exit"
    assert events[-1] | {"event": "end", "graded": 1, "submissions": 6, "ungraded": 0} == events[-1]


def test_in_a_terminal_a_bar_tells_students_speed_and_what_to_look_at(again: tuple[Path, Path]) -> None:
    for student in ("s00", "s03", "s04"):
        hand_in(again[0], student, f"# {student}\nimport os\ndef row_sums(x):\n    os._exit(0)\n".encode())
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "autograder", "grade", again[0], "--out", again[1], "--jobs", "1"]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "160"}
    with subprocess.Popen([*map(str, command)], cwd=ROOT, stdout=theirs, stderr=theirs, env=environment) as run:
        os.close(theirs)
        told = read_all(ours)
    assert run.returncode == 0
    assert "/3 students" in told
    assert "submissions/s" in told
    assert "to look at: s0" in told


def read_all(terminal: int) -> str:
    """What was written until the other side was closed."""
    told = b""
    with os.fdopen(terminal, "rb", buffering=0) as stream, contextlib.suppress(OSError):
        while piece := stream.read(4096):
            told += piece
    return told.decode("utf-8", "replace")
