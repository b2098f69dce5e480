"""Programs that are tried one after the other in one worker; each is answered for itself, however the others end."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from autograder.course import Course
from autograder.sandbox.host import reloading_client
from autograder.sandbox.host.client import SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.reloading_client import ReloadingClient
from autograder.sandbox.host.target import NoResponse

ANSWERS = b"def f():\n    return %d\n"
ENDS = b"import os\n\n\ndef f():\n    os._exit(3)\n"
ENDS_WHEN_LOADED = b"import os\n\nos._exit(3)\n"
SLOW = b"""
import time


def f():
    end = time.process_time() + 0.15
    while time.process_time() < end:
        pass
    return 1
"""
HANGS = b"def f():\n    while True:\n        pass\n"
Try = Callable[[bytes], object]


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> list[ForkServer]:
    """One entry for each worker."""
    found: list[ForkServer] = []
    fork = ForkServer.fork
    monkeypatch.setattr(ForkServer, "fork", lambda self: (found.append(self), fork(self))[1])
    return found


@pytest.fixture
def answer(fork_servers: Callable[[Level], ForkServer], course: Course) -> Iterator[Try]:
    """A function that tries a program, and returns what it answers or how it ended."""
    limits = replace(course.limits, seconds_per_request=0.3, seconds_per_exercise=0.3)

    def files(source: bytes) -> SubmissionFiles:
        return SubmissionFiles({"a.py": source}, "a.py", {}, ("f",))

    with ReloadingClient(fork_servers(Level.LANDLOCK), files(b""), limits) as client:

        def run(source: bytes) -> object:
            client.reload(files(source), limits)
            (response,) = client.ask([{"target": "f", "calls": [{"args": []}]}])
            if isinstance(response, NoResponse):
                return response.kind
            return response["calls"][0]["value"] if response["defined"] else "undefined"

        yield run


def test_many_programs_share_a_worker(answer: Try, forks: list[ForkServer]) -> None:
    assert [answer(ANSWERS % number) for number in range(5)] == list(range(5))
    assert len(forks) == 1


@pytest.mark.parametrize(
    ("bad", "end"),
    [(ENDS, "crashed"), (ENDS_WHEN_LOADED, "undefined"), (HANGS, "timed out")],
    ids=["ends", "loads", "hangs"],
)
def test_a_program_that_ends_badly_does_not_harm_the_next(bad: bytes, end: str, answer: Try) -> None:
    assert [answer(source) for source in (ANSWERS % 1, bad, ANSWERS % 2, bad, ANSWERS % 3)] == [1, end, 2, end, 3]


def test_time_counts_for_each_program(answer: Try) -> None:
    assert [answer(SLOW + b"#" * number) for number in range(4)] == [1] * 4


def test_after_many_programs_there_is_a_new_worker(
    answer: Try, forks: list[ForkServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reloading_client, "MOST_LOADED", 3)
    assert [answer(ANSWERS % number) for number in range(7)] == list(range(7))
    assert len(forks) == 3
