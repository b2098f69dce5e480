"""The folders that workers write to where no mount can be made: private, bounded, gone with their worker."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course import Limits
from autograder.sandbox.guest import landlock
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.scratch import MOST_FILES, ScratchRoot
from autograder.sandbox.host.target import NoResponse
from tests.helpers.paths import ROOT

PROBE = b"""
import os, pathlib, tempfile

def place():
    return [os.getcwd(), os.environ["HOME"], tempfile.gettempdir(), os.environ["TORCHINDUCTOR_CACHE_DIR"]]

def refused(what, path):
    ways = {"list": os.listdir, "write": lambda path: open(path, "w"), "make": os.mkdir}
    try:
        ways[what](path)
    except OSError as error:
        return type(error).__name__
    return ""

def fill(megabytes):
    for number in range(megabytes // 8):
        with open(f"part{number}", "wb") as file:
            file.write(bytes(8 << 20))
    import time; time.sleep(60)

def crowd(count):
    for number in range(count):
        open(f"file{number}", "w").close()
    import time; time.sleep(60)

def held(count):
    "Files that are removed at once and whose pages stay mapped."
    import mmap, time
    kept = []
    for number in range(count):
        with open(f"held{number}", "w+b") as file:
            file.write(bytes(8 << 20)); file.flush()
            kept.append(mmap.mmap(file.fileno(), 4096))
        os.remove(f"held{number}")
    time.sleep(60)

def reserved(megabytes):
    import ctypes
    size = ctypes.c_long(megabytes << 20)
    with open("reserved", "wb") as file:
        return ctypes.CDLL(None).fallocate(file.fileno(), 1, ctypes.c_long(0), size)

def below(levels):
    "More than a path can name: nothing below could be counted."
    import time
    for _ in range(levels):
        os.mkdir("x" * 250); os.chdir("x" * 250)
    time.sleep(60)

def temporary():
    with tempfile.TemporaryFile() as file:
        file.write(b"kept"); file.seek(0)
        return file.read().decode()

def rename():
    open("a", "w").close()
    os.rename("a", "b")

def missing():
    return open(os.path.join(os.getcwd(), "missing.txt")).read()

def nest(depth):
    for _ in range(depth):
        os.mkdir("x"); os.chdir("x")
    return depth
"""


pytestmark = pytest.mark.skipif(not landlock.confines_writing(), reason="needs Linux 6.2")


@pytest.fixture
def session(fork_servers: Callable[[Level], ForkServer], limits: Limits) -> SandboxClient:
    return SandboxClient(fork_servers(Level.LANDLOCK), SubmissionFiles({"a.py": PROBE}, "a.py"), limits)


def call(session: SandboxClient, name: str, *args: object) -> object:
    (report,) = session.ask([{"target": name, "calls": [{"args": list(args), "named": {}}]}])
    if isinstance(report, NoResponse):
        return report.evidence
    assert "raised" not in report, report["raised"]
    return report["calls"][0]["value"]


def test_everything_that_looks_for_a_folder_finds_the_worker_s_own(session: SandboxClient) -> None:
    with session:
        places = call(session, "place")
        assert isinstance(places, list)
        assert len(set(places)) == 1
        assert Path(places[0]).is_dir()
    assert not Path(places[0]).exists()


def test_the_folder_of_another_worker_is_neither_seen_nor_touched(
    session: SandboxClient, fork_servers: Callable[[Level], ForkServer], limits: Limits
) -> None:
    with (
        session,
        SandboxClient(fork_servers(Level.LANDLOCK), SubmissionFiles({"a.py": PROBE}, "a.py"), limits) as other,
    ):
        mine, theirs = ("".join(call(worker, "place")[0]) for worker in (session, other))  # plain strings
        assert mine != theirs
        root = str(Path(mine).parent)
        assert len(Path(theirs).name) == 32  # 128 random bits: it can be read by name, but the name cannot be had
        assert call(session, "refused", "list", root) == "PermissionError"
        assert call(session, "refused", "write", f"{theirs}/note") == "PermissionError"
        assert call(session, "refused", "make", f"{root}/new") == "PermissionError"
        assert call(session, "refused", "write", f"{mine}/note") == ""


@pytest.mark.parametrize(("name", "amount"), [("fill", 200), ("crowd", 3 * MOST_FILES), ("held", 20), ("below", 20)])
def test_a_worker_that_writes_too_much_is_ended(session: SandboxClient, name: str, amount: int) -> None:
    with session:
        assert call(session, name, amount) == "it wrote more than its scratch folder may hold"
    assert [incident.kind for incident in session.incidents] == ["killed"]


def test_no_space_is_reserved_unseen(session: SandboxClient) -> None:
    with session:
        assert call(session, "reserved", 300) == -1


def test_a_temporary_file_works_and_a_rename_is_told_as_a_refusal(session: SandboxClient) -> None:
    with session:
        assert call(session, "temporary") == "kept"
        (report,) = session.ask([{"target": "rename", "calls": [{"args": [], "named": {}}]}])
        assert not isinstance(report, NoResponse)
        assert report["raised"]["refused"] == "a file to be renamed"


def test_a_message_calls_the_folder_the_same_in_every_worker(session: SandboxClient) -> None:
    with session:
        (report,) = session.ask([{"target": "missing", "calls": [{"args": [], "named": {}}]}])
        assert not isinstance(report, NoResponse)
        assert report["raised"]["text"] == "[Errno 2] No such file or directory: '/scratch/own/missing.txt'"


def test_folders_in_folders_are_removed_however_deep(session: SandboxClient) -> None:
    with session:
        (place, *_) = call(session, "place")
        assert call(session, "nest", 1900) == 1900
    assert not Path(place).exists()


def test_the_root_is_removed_with_all_that_is_left() -> None:
    root = ScratchRoot(None)
    folder = root.folder()
    (folder.path / "left").write_text("over")
    root.remove()
    assert not root.path.exists()


KILLED = """
import os, signal
from autograder.course import load_course
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.fork_server import ForkServer
fork_server = ForkServer(Level.LANDLOCK, load_course().limits)
fork_server.fork()
print(fork_server._process.scratch.path, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_nothing_is_left_when_the_grader_is_killed(fork_servers: Callable[[Level], ForkServer]) -> None:
    fork_servers(Level.LANDLOCK)  # skips where there is none
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=False, cwd=ROOT)
    root = Path(done.stdout.strip())
    assert root.name.startswith("autograder-scratch-"), done.stderr
    end = time.monotonic() + 20
    while root.exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not root.exists()
