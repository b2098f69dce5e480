"""What is said about a call that raised an exception."""

from typing import Any

import pytest

from autograder.checking.answer import Answer
from autograder.checking.describe import describe_call
from autograder.checking.failures import CheckFailedError

RAISED = {"type": "ValueError", "text": "no"}
CALLS: list[dict[str, Any]] = [{"args": [number], "named": {}} for number in (1, 2, 3)]


def message(calls: list[dict[str, Any]], returned: object) -> str:
    request = {"target": "softmax", "calls": calls}
    answer = Answer({"calls": returned, "raised": RAISED}, describe_call(request), request)
    with pytest.raises(CheckFailedError) as failure:
        _ = answer.value
    return str(failure.value)


def test_of_several_calls_the_one_that_raised_is_named() -> None:
    assert message(CALLS, [{"value": 1}]) == "softmax(2) in call 2 of 3 raised ValueError: no"


@pytest.mark.parametrize(("calls", "returned"), [(CALLS[:1], []), (CALLS, [{"value": 1}] * 2), (CALLS, "forged")])
def test_the_last_call_is_named_as_it_is(calls: list[dict[str, Any]], returned: object) -> None:
    assert message(calls, returned) == f"softmax({calls[-1]['args'][0]}) raised ValueError: no"
