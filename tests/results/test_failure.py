"""A failure in fields: when two checks found the same, and the sentence that is made of it."""

from collections.abc import Callable

import msgspec
import pytest
import torch

from autograder.checking.assertions import FLOAT32, assert_plain, assert_tensor, require
from autograder.checking.describe import describe_call, describe_one_call
from autograder.checking.failures import CheckFailedError, failure_from_exception
from autograder.results.failure import Failure
from autograder.sandbox.host.student_text import as_call, unmarked

WHERE = {"file": "cross.py", "line": 86, "code": "return x.t()"}
RAISED = {"type": "RuntimeError", "text": "t() expects 2 dimensions, but self is 3D", "where": WHERE}
REQUEST = {"target": "F", "init": [2, 3], "calls": [{"args": [torch.ones(2, 7)], "named": {}}] * 3}
ONE, OTHER = as_call("f(<2 × 7>)"), as_call("f(<5>)")


def found(claim: Callable[[], object]) -> Failure:
    with pytest.raises(CheckFailedError) as caught:
        claim()
    return caught.value.record


def compared(got: torch.Tensor, expected: torch.Tensor, called: str = ONE, what: str = "") -> Failure:
    return found(lambda: assert_tensor(got, expected, FLOAT32, called=called, what=what))


def number(got: float, expected: float, called: str = ONE) -> Failure:
    return found(lambda: assert_plain(got, expected, called=called))


def crash(called: str = ONE, line: int = 86, **changes: object) -> Failure:
    return failure_from_exception(RAISED | {"where": WHERE | {"line": line}} | changes, called).record


def said(message: str) -> Failure:
    return found(lambda: require(condition=False, message=message))


SOME = compared(torch.zeros(2, 2), torch.eye(2))
SHAPE = compared(torch.zeros(2, 7), torch.zeros(7, 2))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SOME, compared(torch.zeros(6), torch.ones(6), describe_one_call(REQUEST, 0))),
        (SOME, compared(torch.zeros(1), torch.ones(1), what="the gradient of the first input")),
        (number(15, 182), number(150, 182, OTHER)),
        (SHAPE, compared(torch.zeros(3), torch.zeros(4), OTHER)),
        (crash(), crash(OTHER, text="t() expects 2 dimensions, but self is 5D")),
        (said(f"{ONE} changes its input"), said(f"{OTHER} changes its input")),
        (said(f"no gradient flows through {ONE}"), said(f"no gradient flows through {OTHER}")),
    ],
)
def test_arguments_sizes_and_counts_make_no_other_finding(one: Failure, other: Failure) -> None:
    assert one.finding == other.finding


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SOME, said(f"{ONE}: the gradient of the first input is missing")),
        (SOME, compared(torch.full((2,), torch.nan), torch.zeros(2))),
        (number(15, 182), number(200, 182)),
        (SHAPE, compared(torch.zeros(3), torch.zeros(4), what="weights")),
        (crash(), crash(line=87)),
        (crash(), crash(type="TypeError")),
        (crash(), SHAPE),
        (said(f"{ONE} changes its input"), said(f"{ONE} returns its input")),
    ],
)
def test_another_sentence_or_line_is_another_finding(one: Failure, other: Failure) -> None:
    assert one.finding != other.finding


def test_a_record_that_only_counts_says_nothing_of_the_reason() -> None:
    assert SOME.only_counts
    assert not SHAPE.only_counts


def test_an_exception_is_its_fields_whatever_the_arguments_are_called() -> None:
    named = as_call("to_ids('she raised Ada: twice')")
    record = crash(named, type="KeyError", text="'x raised y: z'")
    assert record.called == "to_ids('she raised Ada: twice')"
    assert record.crash is not None
    assert unmarked(record.crash.words) == "KeyError: 'x raised y: z'"


def test_the_sentence_leaves_out_what_is_shown_beside_it() -> None:
    assert SOME.words(first=False, largest=False) == "f(<2 × 7>): 2 of 4 values are wrong"
    assert unmarked(crash().words(place=False)).endswith(
        "raised RuntimeError: t() expects 2 dimensions, but self is 3D"
    )


def test_a_call_is_told_apart_only_if_it_is_not_the_subject() -> None:
    assert (SOME.is_told_apart, SOME.said) == (True, SOME.words().removeprefix("f(<2 × 7>): "))
    assert not SHAPE.is_told_apart
    assert not compared(torch.zeros(1), torch.ones(1), describe_call(REQUEST | {"stand_in": True})).is_told_apart


def test_fields_come_back_from_a_result_and_a_message_without_fields_is_told_whole() -> None:
    assert Failure.of({"failure": msgspec.to_builtins(SOME), "message": ""}) == SOME
    assert Failure.of({"message": "f(2) is 3"}).words() == "f(2) is 3"


def test_what_is_published_is_plain_text_also_where_there_is_none() -> None:
    published = crash(where=WHERE | {"code": ""}).limited(unmarked)
    assert msgspec.convert(msgspec.to_builtins(published), Failure) == published
