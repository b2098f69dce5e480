"""Copies of a warm process: each serves a grader of its own, shares the memory of the first, and ends with it."""

import select
import signal
from collections.abc import Callable, Iterator

import pytest

from autograder.course import Limits
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, SandboxError
from autograder.sandbox.host.target import NoResponse

ANSWER = SubmissionFiles({"a.py": b"import torch\ndef f(): return float(torch.ones(3).sum())"}, "a.py")


DEPTH = SubmissionFiles({"a.py": b"def f(n=1):\n    try: return f(n + 1)\n    except RecursionError: return n"}, "a.py")


def answer(fork_server: ForkServer, limits: Limits, material: SubmissionFiles = ANSWER) -> object:
    with SandboxClient(fork_server, material, limits) as session:
        (report,) = session.ask([{"target": "f", "calls": [{"args": [], "named": {}}]}])
    assert not isinstance(report, NoResponse), report
    return report["calls"][0]["value"]


def wait_for_the_end_of(fork_server: ForkServer) -> None:
    ended = select.poll()
    ended.register(fork_server._process.control, select.POLLHUP)
    assert ended.poll(10_000)


@pytest.fixture(params=[Level.BWRAP, Level.LANDLOCK], ids=str)
def first(
    request: pytest.FixtureRequest, limits: Limits, fork_servers: Callable[[Level], ForkServer]
) -> Iterator[ForkServer]:
    fork_servers(request.param)  # skips where the level cannot be had
    with ForkServer(request.param, limits) as own:
        yield own


def test_the_first_and_its_copies_answer(first: ForkServer, limits: Limits) -> None:
    first.prepare_for_many()
    with first.clone() as one, first.clone() as other:
        assert [answer(fork_server, limits) for fork_server in (one, other, first, other, one)] == [3.0] * 5
        assert len({fork_server.process_id for fork_server in (one, other, first)}) == 3


def test_a_program_cannot_see_whether_it_runs_in_a_copy(first: ForkServer, limits: Limits) -> None:
    before = answer(first, limits, DEPTH)
    with first.clone() as one, first.clone() as other:
        assert {answer(fork_server, limits, DEPTH) for fork_server in (first, one, other)} == {before}


def test_a_lost_copy_costs_nobody_else_and_is_replaced(first: ForkServer, limits: Limits) -> None:
    with first.clone() as lost, first.clone() as other:
        signal.pidfd_send_signal(lost._process.handle, signal.SIGKILL)
        wait_for_the_end_of(lost)
        with pytest.raises(SandboxError):
            answer(lost, limits)
        assert [answer(fork_server, limits) for fork_server in (other, first, lost)] == [3.0] * 3


def test_copies_are_replaced_where_the_first_is_lost(first: ForkServer, limits: Limits) -> None:
    with first.clone() as copy:
        first._process.kill()
        copy._process.kill()  # without namespaces nothing else ends it
        wait_for_the_end_of(copy)
        with pytest.raises(SandboxError):
            answer(copy, limits)
        assert answer(copy, limits) == 3.0


def test_a_closed_copy_is_gone(first: ForkServer, limits: Limits) -> None:
    copy = first.clone()
    answer(copy, limits)
    control = copy._process.control.dup()
    copy.close()
    ended = select.poll()
    ended.register(control, select.POLLHUP)
    assert ended.poll(10_000)
    control.close()


def test_where_the_first_is_lost_it_is_said_and_it_is_started_again(first: ForkServer, limits: Limits) -> None:
    first.start()
    first._process.kill()
    with pytest.raises(SandboxError, match="was lost"):
        first.clone()
    with first.clone() as copy:
        assert answer(copy, limits) == 3.0
