"""Objects of a submission that attack a script: each costs its own submission its points, and nobody else anything."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from autograder.checking.answer import Answer
from autograder.checking.assertions import assert_close, assert_number, require
from autograder.checking.failures import CheckFailedError
from autograder.checking.script import Reference, Script
from autograder.checking.student import Student
from autograder.course import Limits
from autograder.sandbox.guest.wire import OpaqueValue
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse
from tests.helpers.forged_responses import forge

VALUE = """
import os, sys, torch

class Value:
    def __init__(self, data):
        self.data = data
"""
NEVER_RETURNS = VALUE + "    def __add__(self, other):\n        while True: pass\n"
ENDS_THE_PROCESS = VALUE + "    def __add__(self, other):\n        os._exit(0)\n"
SUBCLASS = (
    "class Five(float):\n"
    "    def __eq__(self, other): return True\n"
    "    def __sub__(self, other): return Five()\n"
    "    __hash__ = None\n" + VALUE + "    def __add__(self, other):\n        return Five()\n"
)
TENSOR_SUBCLASS = (
    VALUE
    + "    def __add__(self, other):\n        return torch.ones(2).as_subclass(type('Mine', (torch.Tensor,), {}))\n"
)
HUGE_INT = VALUE + "    def __add__(self, other):\n        return 7 ** 10**5\n"
HUGE_TENSOR = VALUE + "    def __add__(self, other):\n        return torch.ones(1).expand(10**12)\n"
CLASS_LIES = (
    VALUE
    + "    def __add__(self, other):\n        return self\n    __class__ = float\n    __float__ = lambda self: 5.0\n"
)
RAISES_WORSE = VALUE + "    def __add__(self, other):\n        raise SystemExit(0)\n"
HOSTILE_ATTRIBUTES = VALUE + (
    "    def __getattribute__(self, name):\n        raise type('E', (BaseException,), {'__str__': lambda e: 1 / 0})()\n"
    "    def __add__(self, other):\n        return self.data\n"
)
SELF_CONTAINING = VALUE + "    def __add__(self, other):\n        x = []\n        x.append(x)\n        return x\n"
NAME_LIES = (
    "class Meta(type):\n    __name__ = property(lambda cls: 'float')\n"
    + VALUE.replace("class Value:", "class Value(metaclass=Meta):")
    + "    def __add__(self, other):\n        return self\n"
)
ATTACKS = {
    "never returns": (NEVER_RETURNS, "timed out"),
    "ends the process": (ENDS_THE_PROCESS, "crashed"),
    "returns a number that equals everything": (SUBCLASS, "wrong type"),
    "returns a tensor of a class of its own": (TENSOR_SUBCLASS, "wrong type"),
    "returns a number of 84,000 digits": (HUGE_INT, "wrong type"),
    "returns a tensor larger than memory": (HUGE_TENSOR, "wrong type"),
    "returns an object that says it is a float": (CLASS_LIES, "wrong type"),
    "returns an object whose type has a name that lies": (NAME_LIES, "wrong type"),
    "exits": (RAISES_WORSE, "crashed"),
    "raises whenever it is looked at": (HOSTILE_ATTRIBUTES, "crashed"),
    "returns a list that contains itself": (SELF_CONTAINING, "wrong type"),
}
FILE = "program.py"


@contextmanager
def submitted(fork_server: ForkServer, limits: Limits, source: str) -> Iterator[Script]:
    with SandboxClient(fork_server, SubmissionFiles({FILE: source.encode()}, FILE), limits) as client:
        yield Student(client).script()


def outcome(check: Callable[[Answer], None], answer: Answer) -> str:
    with pytest.raises(CheckFailedError) as failure:
        check(answer)
    return failure.value.outcome


def five(answer: Answer) -> None:
    assert_number(answer, 5.0)


def total(script: Script) -> Reference:
    return script.Value(2.0) + 3.0


@pytest.mark.sandbox
@pytest.mark.parametrize(("source", "expected"), ATTACKS.values(), ids=ATTACKS)
def test_an_operator_that_attacks_gets_a_verdict(
    source: str, expected: str, fork_server: ForkServer, impatient: Limits
) -> None:
    with submitted(fork_server, impatient, source) as script:
        assert outcome(five, script.answer(total(script))) == expected


def test_an_attack_in_one_script_leaves_the_next_question_alone(fork_server: ForkServer, impatient: Limits) -> None:
    with submitted(fork_server, impatient, ENDS_THE_PROCESS) as script:
        assert outcome(five, script.answer(total(script))) == "crashed"
        other = Script(script._target)
        assert_number(other.answer(other.Value(4.0).data), 4.0)


REPORTS: dict[str, object] = {
    "no values": {"defined": True, "calls": [], "at": 1},
    "too many values": {"defined": True, "calls": [{"value": 5.0}] * 3},
    "values that are numbers": {"defined": True, "calls": [5.0]},
    "a step that is a text": {"calls": [], "raised": {"type": "E"}, "at": "last"},
    "a step that is negative": {"calls": [], "raised": {"type": "E"}, "at": -4},
    "a step beyond the last": {"calls": [], "raised": {"type": "E"}, "at": 10**9},
    "a misfit of a step without weights": {
        "defined": True,
        "misfit": {"name": "W", "found": None},
        "at": 0,
        "calls": [],
    },
    "an undefined call": {"defined": False, "at": 1, "calls": []},
    "nothing": {},
}


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_forged_answer_to_a_script_is_no_right_one(report: object, fork_server: ForkServer, limits: Limits) -> None:
    with submitted(fork_server, limits, VALUE + forge(report).decode()) as script:
        assert outcome(five, script.answer(total(script))) in {
            "crashed",
            "wrong values",
            "wrong shape",
            "not attempted",
        }


class Answering:
    """Answers every request with the same response."""

    def __init__(self, response: CallResponse) -> None:
        self._response = response

    def ask(self, requests: list[CallRequest]) -> list[CallResponse | NoResponse]:
        return [self._response] * len(requests)


def test_an_object_that_claims_to_be_another_one_is_still_no_value() -> None:
    script = Script(Answering({"defined": True, "calls": [{"value": OpaqueValue("Tensor", 0)}]}))
    answer = script.answer(script.Value(2.0))
    assert outcome(five, answer) == "wrong type"
    with pytest.raises(CheckFailedError):
        assert_close(answer, None)  # type: ignore[arg-type] # it fails before it looks
    require(answer.value.step == 0, "the claim is what it is")
