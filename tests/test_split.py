"""Copies of a warm process: each serves a grader of its own, shares the memory of the first, and ends with it."""

import select
import signal
from collections.abc import Callable, Iterator

import pytest

from autograder.course import Limits
from autograder.sandbox.examinee import Lost
from autograder.sandbox.launch import Level
from autograder.sandbox.material import Material
from autograder.sandbox.session import Session
from autograder.sandbox.zygote import SandboxError, Zygote

ANSWER = Material({"a.py": b"import torch\ndef f(): return float(torch.ones(3).sum())"}, "a.py")


DEPTH = Material({"a.py": b"def f(n=1):\n    try: return f(n + 1)\n    except RecursionError: return n"}, "a.py")


def answer(zygote: Zygote, limits: Limits, material: Material = ANSWER) -> object:
    with Session(zygote, material, limits) as session:
        (report,) = session.ask([{"target": "f", "calls": [{"args": [], "named": {}}]}])
    assert not isinstance(report, Lost), report
    return report["calls"][0]["value"]


def wait_for_the_end_of(zygote: Zygote) -> None:
    ended = select.poll()
    ended.register(zygote._launched.control, select.POLLHUP)
    assert ended.poll(10_000)


@pytest.fixture(params=[Level.BWRAP, Level.LANDLOCK], ids=str)
def first(request: pytest.FixtureRequest, limits: Limits, zygotes: Callable[[Level], Zygote]) -> Iterator[Zygote]:
    zygotes(request.param)  # skips where the level cannot be had
    with Zygote(request.param, limits) as own:
        yield own


def test_the_first_and_its_copies_answer(first: Zygote, limits: Limits) -> None:
    first.expect_many()
    with first.split() as one, first.split() as other:
        assert [answer(zygote, limits) for zygote in (one, other, first, other, one)] == [3.0] * 5
        assert len({zygote.process_id for zygote in (one, other, first)}) == 3


def test_a_program_cannot_see_whether_it_runs_in_a_copy(first: Zygote, limits: Limits) -> None:
    before = answer(first, limits, DEPTH)
    with first.split() as one, first.split() as other:
        assert {answer(zygote, limits, DEPTH) for zygote in (first, one, other)} == {before}


def test_a_lost_copy_costs_nobody_else_and_is_replaced(first: Zygote, limits: Limits) -> None:
    with first.split() as lost, first.split() as other:
        signal.pidfd_send_signal(lost._launched.handle, signal.SIGKILL)
        wait_for_the_end_of(lost)
        with pytest.raises(SandboxError):
            answer(lost, limits)
        assert [answer(zygote, limits) for zygote in (other, first, lost)] == [3.0] * 3


def test_copies_are_replaced_where_the_first_is_lost(first: Zygote, limits: Limits) -> None:
    with first.split() as copy:
        first._launched.kill()
        copy._launched.kill()  # without namespaces nothing else ends it
        wait_for_the_end_of(copy)
        with pytest.raises(SandboxError):
            answer(copy, limits)
        assert answer(copy, limits) == 3.0


def test_a_closed_copy_is_gone(first: Zygote, limits: Limits) -> None:
    copy = first.split()
    answer(copy, limits)
    control = copy._launched.control.dup()
    copy.close()
    ended = select.poll()
    ended.register(control, select.POLLHUP)
    assert ended.poll(10_000)
    control.close()


def test_where_the_first_is_lost_it_is_said_and_it_is_started_again(first: Zygote, limits: Limits) -> None:
    first.start()
    first._launched.kill()
    with pytest.raises(SandboxError, match="was lost"):
        first.split()
    with first.split() as copy:
        assert answer(copy, limits) == 3.0
