"""The process that grades has the answers in memory: no worker of the same user reads it, at any level."""

import multiprocessing
import sys
from collections.abc import Callable

import pytest

from autograder.course import Limits
from autograder.sandbox.guest.syscalls import PRCTL
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.self_test import find_escapes, find_visible
from tests.helpers.paths import ROOT
from tests.helpers.user_namespaces import run_as

GET_DUMPABLE = 3
LEVELS = pytest.mark.parametrize("level", list(Level), ids=str)
FROM_MEMORY = ("the grader's environment", "the environment above", "the grader's memory", "the memory above")


def is_dumpable() -> bool:
    return bool(PRCTL(GET_DUMPABLE, 0, 0, 0, 0))


@LEVELS
def test_no_worker_reads_memory_or_environment_of_the_grader_or_of_the_warm_process(
    level: Level, fork_servers: Callable[[Level], ForkServer], limits: Limits
) -> None:
    found = find_escapes(fork_servers(level), limits)
    assert [item for item in found if item.endswith(FROM_MEMORY)] == []


@pytest.mark.sandbox
@pytest.mark.parametrize("user", ["an ordinary user", "an ordinary user without namespaces"])
def test_no_worker_of_the_same_user_does(user: str) -> None:
    if run_as(user, ["true"]).returncode != 0:
        pytest.skip("this machine allows no user namespaces")
    told = run_as(user, [sys.executable, "-m", "autograder", "doctor", "--isolation", "seccomp"]).stdout
    assert "seccomp: does NOT work" in told, "the probe was run"
    assert [line for line in told.splitlines() if line.endswith(FROM_MEMORY)] == []


def test_processes_of_the_grader_keep_their_memory_to_themselves(
    fork_servers: Callable[[Level], ForkServer], limits: Limits
) -> None:
    fork_servers(Level.SECCOMP).start()
    assert not is_dumpable()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert not pool.apply(is_dumpable)


def test_what_is_seen_at_landlock_is_what_the_page_says(
    fork_servers: Callable[[Level], ForkServer], limits: Limits
) -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    seen = find_visible(fork_servers(Level.LANDLOCK), limits)
    assert len(seen) == 4
    said = ("existence, size, owner and times of a file", "how full a disk is", "the host name")
    assert [words for words in (*said, "which process numbers exist") if words not in " ".join(text.split())] == []
