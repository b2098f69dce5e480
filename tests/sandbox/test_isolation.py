"""What a worker sees, what it can do, and how it ends, at each level of isolation."""

import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course import Course, Limits
from autograder.sandbox.guest import landlock
from autograder.sandbox.host import environment
from autograder.sandbox.host.client import RESPONSE_ROOM, SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, SandboxError
from autograder.sandbox.host.launch import ServerProcess
from autograder.sandbox.host.self_test import find_escapes, hidden_paths
from autograder.sandbox.host.student_text import unmarked
from autograder.sandbox.host.target import NoResponse
from tests.helpers.paths import ROOT, TESTS

SECRET_SEARCH = (TESTS / "sandbox/attacks/secret_search.py").read_bytes()


def ask(fork_server: ForkServer, limits: Limits, source: str | bytes, *args: object, target: str = "f") -> object:
    data = source.encode() if isinstance(source, str) else source
    with SandboxClient(fork_server, SubmissionFiles({"a.py": data}, "a.py"), limits) as session:
        (report,) = session.ask([{"target": target, "calls": [{"args": list(args), "named": {}}]}])
    return report


def value_of(report: object) -> object:
    assert not isinstance(report, NoResponse), report
    assert "raised" not in report, report["raised"]
    return report["calls"][0]["value"]


def test_nothing_that_should_be_refused_works(fork_server: ForkServer, limits: Limits) -> None:
    assert find_escapes(fork_server, limits) == []


def test_namespaces_hide_what_must_be_hidden_where_the_kernel_has_no_landlock(
    fork_servers: Callable[[Level], ForkServer], limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    fork_servers(Level.BWRAP)  # skips where there is none
    monkeypatch.setattr(landlock, "version", lambda: 0)
    with ForkServer(Level.BWRAP, limits) as fork_server:
        assert find_escapes(fork_server, limits) == []


def test_a_search_of_files_environment_and_memory_finds_no_secret(fork_server: ForkServer, limits: Limits) -> None:
    # what only the project holds: a line of a solution, of a check, of the course data, of a golden value, of a class
    needles = ["unchanged by adding a constant", "Hidden checks of 00_warmup", "seconds_per_request", "ada", "0.4923"]
    needles += [Path(path).name for path in hidden_paths() if path.endswith((".toml", "solutions"))]
    found = value_of(ask(fork_server, limits, SECRET_SEARCH, needles[:3], str(ROOT), target="search"))
    assert found == []


def test_the_environment_holds_nothing_of_the_graders(fork_server: ForkServer, limits: Limits) -> None:
    names = value_of(ask(fork_server, limits, "import os\ndef f(): return sorted(os.environ)"))
    allowed = {
        "PATH",
        "LANG",
        "USER",
        "HOME",
        "TMPDIR",
        "PYTHONHASHSEED",
        "PYTHONDONTWRITEBYTECODE",
        "PYTHONNOUSERSITE",
        "PWD",
    }
    allowed |= {"TORCHINDUCTOR_CACHE_DIR", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OMP_THREAD_LIMIT", "MPLBACKEND"}
    assert isinstance(names, list)
    assert set(names) <= allowed | {
        "LC_CTYPE",
        "KMP_DUPLICATE_LIB_OK",
        "KMP_INIT_AT_FORK",
        "TORCHDYNAMO_SUPPRESS_ERRORS",
    }


def test_a_worker_starts_clean_after_another(fork_server: ForkServer, limits: Limits) -> None:
    ask(fork_server, limits, "import torch, math\nmath.left = 1\ntorch.ones = None\ndef f(): return 1")
    again = ask(fork_server, limits, "import torch, math\ndef f(): return [hasattr(math, 'left'), torch.ones is None]")
    assert value_of(again) == [False, False]


SCRATCH = """
import pathlib, tempfile
def f():
    folder = pathlib.Path(tempfile.gettempdir())
    found = sorted(folder.iterdir())
    (folder / "sub").mkdir()
    (folder / "sub/plot.txt").write_text("kept")
    try:
        (folder.parent / "outside").write_text("x")
    except OSError:
        return [len(found), (folder / "sub/plot.txt").read_text()]
"""


def test_a_worker_has_a_folder_of_its_own_and_writes_nowhere_else(
    writing_fork_server: ForkServer, limits: Limits
) -> None:
    assert [value_of(ask(writing_fork_server, limits, SCRATCH)) for _ in range(2)] == [[0, "kept"]] * 2


def test_a_hang_ends_at_its_limit(fork_server: ForkServer, impatient: Limits) -> None:
    report = ask(fork_server, impatient, "def f():\n    while True: pass")
    assert isinstance(report, NoResponse)
    assert report.kind == "timed out"


@pytest.mark.parametrize(
    ("source", "evidence"),
    [
        ("import os\ndef f(): os._exit(3)", "exit status 3"),
        ("import ctypes\ndef f(): ctypes.string_at(0)", "signal 11"),
        ("import os\ndef f(): os.abort()", "signal 6"),
        ("import signal\ndef f(): signal.raise_signal(40)", "signal 40"),
    ],
)
def test_a_crash_is_told_with_its_evidence(fork_server: ForkServer, limits: Limits, source: str, evidence: str) -> None:
    report = ask(fork_server, limits, source)
    assert isinstance(report, NoResponse)
    assert report.kind == "crashed"
    assert evidence in report.evidence


LINGERS = """
import os, time

def f(seconds):
    os.closerange(3, 64)
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
"""


@pytest.mark.parametrize(
    ("seconds", "evidence"),
    [
        (0.2, "the process ended itself with exit status 70 (OSError: [Errno 9] Bad file descriptor)"),
        (30, "the process was killed (memory or CPU limit)"),
    ],
)
def test_how_a_process_ended_that_closed_its_descriptors_is_not_chance(
    fork_server: ForkServer, limits: Limits, seconds: float, evidence: str
) -> None:
    """Such a process may live on for a while; how long it takes for us to look must make no difference."""
    report = ask(fork_server, limits, LINGERS, seconds)
    assert isinstance(report, NoResponse)
    assert unmarked(report.evidence) == evidence


def test_after_a_crash_the_next_question_is_answered(fork_server: ForkServer, limits: Limits) -> None:
    source = b"import os\ndef f(n):\n    if n == 1: os._exit(0)\n    return n"
    with SandboxClient(fork_server, SubmissionFiles({"a.py": source}, "a.py"), limits) as session:
        reports = session.ask([{"target": "f", "calls": [{"args": [n], "named": {}}]} for n in range(3)])
        kinds = [incident.kind for incident in session.incidents]
    assert [isinstance(report, NoResponse) for report in reports] == [False, True, False]
    assert kinds == ["exit"]


def test_what_ends_the_process_during_import_costs_no_definition(fork_server: ForkServer, limits: Limits) -> None:
    assert value_of(ask(fork_server, limits, "import os\ndef f(): return 7\nos._exit(0)")) == 7


def test_printed_text_is_kept_up_to_the_limit(fork_server: ForkServer, limits: Limits) -> None:
    report = ask(fork_server, limits, "def f():\n    for _ in range(100): print('x' * 10000)")
    assert not isinstance(report, NoResponse)
    assert len(report["printed"]) == limits.printed_kb << 10


def test_where_a_worker_has_no_folder_for_the_data_of_a_part_nothing_is_judged(
    fork_servers: Callable[[Level], ForkServer], limits: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "words.txt"
    data.write_bytes(b"to be")
    monkeypatch.setattr(Course, "data_beside", lambda _, file: {"words.txt": data})
    files = SubmissionFiles({"a.py": b"def f(): return 1"}, "a.py", {}, ("f",))
    with SandboxClient(fork_servers(Level.SECCOMP), files, limits) as session:
        (report,) = session.ask([{"target": "f", "calls": [{"args": [], "named": {}}]}])
        lacking = session.why_undefined("f")
    assert not isinstance(report, NoResponse)
    assert report["defined"] is False
    assert lacking is not None
    assert unmarked(lacking.refused) == "a file to write"


def test_the_data_of_a_part_is_beside_the_file_in_a_copy_of_each_worker(
    fork_server: ForkServer, limits: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "words.txt"
    data.write_bytes(b"to be")
    monkeypatch.setattr(Course, "data_beside", lambda _, file: {"words.txt": data} if file == "a.py" else {})
    source = """
from pathlib import Path
AT_LOAD = open("words.txt").read()
def f():
    beside = Path(__file__).with_name("words.txt")
    read = [AT_LOAD, beside.read_text()]
    beside.unlink()
    beside.write_text("changed")
    return read
"""
    for _ in range(2):
        assert value_of(ask(fork_server, limits, source)) == ["to be", "to be"]
    assert data.read_bytes() == b"to be"


def test_one_file_of_a_submission_imports_another_but_shadows_no_library(
    fork_server: ForkServer, limits: Limits
) -> None:
    sources = {
        "a.py": b"import b, json\ndef f(): return [b.seven(), hasattr(json, 'dumps')]",
        "b.py": b"def seven(): return 7",
        "json.py": b"raise 1",
    }
    with SandboxClient(fork_server, SubmissionFiles(sources, "a.py"), limits) as session:
        assert value_of(session.ask([{"target": "f", "calls": [{"args": [], "named": {}}]}])[0]) == [7, True]


def test_a_lost_fork_server_is_started_again(fork_server: ForkServer, limits: Limits) -> None:
    fork_server.start()
    gone = select.poll()
    gone.register(fork_server._process.control, select.POLLHUP)
    subprocess.run(["kill", "-9", str(fork_server.process_id)], check=True)
    assert gone.poll(10_000)  # a dying one may still answer, and be lost in the middle of the next test
    assert not isinstance(ask_again(fork_server, limits), NoResponse)


def ask_again(fork_server: ForkServer, limits: Limits) -> object:
    for _ in range(2):  # as the class run does
        try:
            return ask(fork_server, limits, "def f(): return 1")
        except SandboxError:
            continue
    return None


def killed_at_its_start(*_: object) -> ServerProcess:
    """A fork server that the system kills before it says anything."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(["sh", "-c", "kill -9 $$"], pass_fds=[theirs.fileno()])
    return ServerProcess(process, ours, tempfile.TemporaryFile(), None)


def test_a_fork_server_that_is_killed_at_its_start_is_started_again(
    fork_server: ForkServer, limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ForkServer(fork_server.level, limits, killed_at_its_start()) as own:
        own.start()
    monkeypatch.setattr("autograder.sandbox.host.fork_server.launch", killed_at_its_start)
    monkeypatch.setattr("autograder.sandbox.host.fork_server.START_AGAIN", (0.0, 0.0))
    with ForkServer(fork_server.level, limits) as own, pytest.raises(SandboxError, match="it ended by signal 9"):
        own.start()


def test_no_process_is_left_when_the_fork_server_is_closed(limits: Limits, fork_server: ForkServer) -> None:
    own = ForkServer(fork_server.level, limits)
    own.start()
    process = own.process_id
    with SandboxClient(own, SubmissionFiles({"a.py": b"def f(): return 1"}, "a.py"), limits) as session:
        session.ask([{"target": "f", "calls": [{"args": [], "named": {}}]}])
        own.close()
    assert not Path(f"/proc/{process}").exists()


def test_what_lies_in_a_folder_that_is_shown_is_not_shown_again() -> None:
    """A system's own Python has its library in /usr/lib, with links that lead out of what is shown."""
    folders = [Path(path) for path in environment.SYSTEM]
    more = [path for path in environment.readable_paths() if path not in folders]
    assert [path for path in more if any(path.is_relative_to(folder) for folder in folders)] == []


def test_text_is_sent_as_it_can_be_written(fork_server: ForkServer, limits: Limits) -> None:
    report = ask(
        fork_server, limits, "def f(): print('\\ud800'); raise ValueError('half a pair \\udfff, a whole \\U0001f600')"
    )
    assert not isinstance(report, NoResponse)
    assert report["raised"]["text"] == "half a pair ?, a whole \U0001f600"
    assert report["printed"] == "?\n"


def test_a_flood_of_words_at_import_costs_no_definition(fork_server: ForkServer, limits: Limits) -> None:
    assert value_of(ask(fork_server, limits, "for _ in range(5000): print('loss' * 20)\ndef f(): return 7")) == 7


def test_answers_that_are_too_large_together_end_the_session(fork_server: ForkServer, limits: Limits) -> None:
    source = b"import torch\ndef f(n): return torch.zeros(n, 1 << 20)"
    with SandboxClient(fork_server, SubmissionFiles({"a.py": source}, "a.py"), limits) as session:
        reports = session.ask([{"target": "f", "calls": [{"args": [n], "named": {}}]} for n in [15] * 30])
        evidence = [incident.evidence for incident in session.incidents]
    assert len([report for report in reports if not isinstance(report, NoResponse)]) == RESPONSE_ROOM
    assert evidence == ["all answers together were too large in a call"]


WITHOUT_STREAMS = """
import os, sys
from autograder.course import load_course
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
told = os.dup(1)
for stream in map(int, sys.argv[2]):
    os.close(stream)
with ForkServer(Level(sys.argv[1]), load_course().limits) as fork_server:
    fork_server.start()
    os.write(told, b"started")
"""


@pytest.mark.parametrize("closed", ["0", "01", "12", "012"])
def test_it_starts_where_standard_streams_are_closed(fork_server: ForkServer, closed: str) -> None:
    command = [sys.executable, "-c", WITHOUT_STREAMS, str(fork_server.level), closed]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert done.stdout == b"started", done.stderr
