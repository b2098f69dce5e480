"""When two checks found the same."""

import pytest

from autograder.checking.failures import failure_from_exception
from autograder.results.same_finding import only_counts, same_message
from autograder.sandbox.host.student_text import unmarked

WHERE = {"file": "cross.py", "line": 86, "code": "return x.t()"}
RAISED = {"type": "RuntimeError", "text": "t() expects 2 dimensions, but self is 3D", "where": WHERE}
CRASH = unmarked(failure_from_exception(RAISED, "f(<2 × 7>)").message)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(<2 × 7>): all 14 values are wrong, largest difference 2.3", "f(<3>, -2): the only number is wrong"),
        (
            "f(2): 3 of 4 values are wrong, first at [0, 1]",
            "F(2, 3)(<2 × 7>) in call 1 of 3 on the same object: all 6 values are wrong",
        ),
        ("f(2): all 4 values are wrong", "f(2): the gradient of the first input: 1 of 4 values is wrong, first at [0]"),
        ("f(2) is 15, which is too small", "f(7) is 150, which is too small (expected 182)"),
        ("f(2) has shape (2, 7), expected (7, 2)", "f(2) has shape (7,), expected (7, 1, 4)"),
        ("v('a b') gives 'a' the number 3", "v('c') gives 'c' the number 0"),
        (CRASH, CRASH.replace("<2 × 7>", "<5>").replace("3D", "5D")),
        (CRASH, CRASH.replace("t() expects 2 dimensions, but self is 3D", "[text left out]")),
    ],
)
def test_arguments_sizes_and_counts_make_no_other_finding(one: str, other: str) -> None:
    assert same_message(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(2): all 4 values are wrong", "f(2): the gradient of the first input is missing"),
        ("f(2) is 15, which is too small", "f(2) is 15, which is too large"),
        ("f(2): all 4 values are wrong", "f(2) prints although trace_shapes is False"),
        (CRASH, CRASH.replace("line 86", "line 87")),
        (CRASH, CRASH.replace("RuntimeError", "TypeError")),
        (CRASH, CRASH.replace("expects 2", "expects float, not double, in")),
        (CRASH, "f(2) has shape (2,), expected (3,)"),
    ],
)
def test_another_sentence_or_line_is_another_finding(one: str, other: str) -> None:
    assert not same_message(one, other)


def test_a_message_that_only_counts_says_nothing_of_the_reason() -> None:
    assert only_counts("f(2): 3 of 4 values are wrong, first at [0, 1]")
    assert not only_counts("f(2) has shape (2,), expected (3,)")
