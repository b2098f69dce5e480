"""Hidden checks of Value: torch differentiates the same expressions."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder import Answer, Student, assert_number, check, require
from autograder.checking.registry import PLAIN_VALUES
from autograder.checking.script import Reference, Script
from autograder.sandbox.guest.wire import OpaqueValue

Expression = Callable[..., Any]
SLOPES = "Work the slopes of one node out by hand, and compare them with what it remembers."


def computed(script: Script, expression: Expression, numbers: Sequence[float]) -> tuple[Reference, list[Reference]]:
    """The value of an expression, and its leaves."""
    leaves = [script.Value(number) for number in numbers]
    return expression(*leaves), leaves


def of_torch(expression: Expression, numbers: Sequence[float]) -> tuple[float, list[float]]:
    """What torch says of the same expression: the number, and the gradient of each leaf."""
    leaves = [torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in numbers]
    result = expression(*leaves)
    return result.item(), [grad.item() for grad in torch.autograd.grad(result, leaves)]


def require_value(student: Student, expression: Expression, *numbers: float) -> None:
    """Require the number that torch computes."""
    script = student.script()
    result, _ = computed(script, expression, numbers)
    assert_number(script.answer(result.data), of_torch(expression, numbers)[0])


def require_gradients(student: Student, expression: Expression, *numbers: float) -> None:
    """Require the gradients that torch computes."""
    script = student.script()
    result, leaves = computed(script, expression, numbers)
    result.backward()
    for answer, expected in zip(
        script.answers(*(leaf.grad for leaf in leaves)), of_torch(expression, numbers)[1], strict=True
    ):
        assert_number(answer, expected)


@check(
    "Value.operators",
    "the numbers of sums, products, powers and tanh",
    points=1,
    hint="What does each operator return?",
    for_message=PLAIN_VALUES,
)
def test_operators(student: Student) -> None:
    require_value(student, lambda a, b: a + b, 2.0, -3.0)
    require_value(student, lambda a, b: a * b, 2.0, -3.0)
    require_value(student, lambda a: a**3, 2.0)
    require_value(student, lambda a: a.tanh(), 0.7)
    require_value(student, lambda a, b: (a * b + a) ** 2 + b, 2.0, -1.5)
    require_value(student, lambda a, b: (a + b) * a, 2.0, -1.5)
    require_value(student, lambda a: a + 3, 2.0)
    require_value(student, lambda a: a * 0.5, 3.0)


@check(
    "Value.made_from_these",
    "differences, quotients, and numbers on the left",
    points=0.8,
    hint="Which of the two comes first? `1 - a` calls `__rsub__` of a.",
)
def test_made_from_these(student: Student) -> None:
    for expression in (lambda a: -a, lambda a: 3 + a, lambda a: 3 * a, lambda a: 3 - a, lambda a: a - 3):
        require_value(student, expression, 2.0)
    for expression in (lambda a: 3 / a, lambda a: a / 4):
        require_value(student, expression, 2.0)
    require_value(student, lambda a, b: a - b, 2.0, 5.0)
    require_value(student, lambda a, b: a / b, 2.0, 5.0)


@check("Value.gradients", "the gradients of single operators", points=1.2, hint=SLOPES)
def test_gradients(student: Student) -> None:
    require_gradients(student, lambda a, b: a + b, 2.0, -3.0)
    require_gradients(student, lambda a, b: a * b, 2.0, -3.0)
    require_gradients(student, lambda a: a**3, 2.0)
    require_gradients(student, lambda a: a.tanh(), 0.7)
    require_gradients(student, lambda a, b: a / b, 2.0, 5.0)
    require_gradients(student, lambda a, b: 1 - a - b, 2.0, 5.0)


@check("Value.chains", "the gradients of longer expressions", points=0.8, hint="What reaches a node from the next one?")
def test_chains(student: Student) -> None:
    require_gradients(student, lambda a, b: ((a * b) ** 2 * 0.5).tanh(), 0.8, -0.9)
    require_gradients(student, lambda a, b, c: (a + b) * c, 2.0, 3.0, -4.0)


@check(
    "Value.used_twice",
    "a value that is used several times",
    points=0.9,
    hint="Is a gradient set, or added to?",
    for_message="the smallest expressions that use a value twice",
)
def test_used_twice(student: Student) -> None:
    require_gradients(student, lambda a: a + a, 3.0)
    require_gradients(student, lambda a: a * a * a, 3.0)
    require_gradients(student, lambda a, b: a * b + a, 2.0, -3.0)


def late(a: Any, b: Any) -> Any:
    """A node that is used at once and, by a longer way, once more."""
    c = a * b
    return c + (c * 2.0 + c * c).tanh() * c


@check(
    "Value.order",
    "a node that is used early and late",
    points=0.4,
    hint="A node may pass its gradient on only when it has received all of it.",
)
def test_order(student: Student) -> None:
    require_gradients(student, late, 0.5, 0.8)


small = st.floats(-1.5, 1.5).map(lambda number: round(number, 2))


@check("Value.any_numbers", "any numbers", points=0.3, hint="Try the smallest example by hand.")
@given(a=small, b=small)
def test_any_numbers(student: Student, a: float, b: float) -> None:
    require_gradients(student, lambda x, y: (x * y + x * 0.5).tanh() * y - x, a, b)


def is_object(answer: Answer, places: Sequence[int]) -> bool:
    """Whether an answer is a tuple or list of the objects of these steps."""
    value = answer.value
    objects = isinstance(value, list | tuple) and all(isinstance(item, OpaqueValue) for item in value)
    return objects and [item.step for item in value] == list(places)


@check("Value.memory", "parents and slopes", points=0.2, hint="Which two values was a product made from?")
def test_memory(student: Student) -> None:
    script = student.script()
    a, b = script.Value(2.0), script.Value(-3.0)
    of_product, of_sum, first, second, leaf = script.answers(
        (a * b).parents, (a + b).parents, (a * b).slopes[0], (a * b).slopes[1], script.length(a.parents)
    )
    for parents in (of_product, of_sum):
        require(is_object(parents, [script.place_of(a), script.place_of(b)]), f"{parents.called} is not (a, b)")
    assert_number(first, -3.0)
    assert_number(second, 2.0)
    assert_number(leaf, 0)


@check(
    "Value.second_backward",
    "a second sweep adds to the first",
    points=0.2,
    level="robustness",
    hint="What do the nodes between still hold when the second sweep begins?",
)
def test_second_backward(student: Student) -> None:
    script = student.script()
    a, b = script.Value(2.0), script.Value(-3.0)
    c = (a * b) ** 2
    c.backward()
    c.backward()
    for answer, expected in zip(script.answers(a.grad, b.grad, c.grad), (72.0, -48.0, 2.0), strict=True):
        assert_number(answer, expected)


@check(
    "Value.operands",
    "operands stay as they were",
    points=0.1,
    level="robustness",
    hint="Which object does an operator return, and which may it change?",
)
def test_operands(student: Student) -> None:
    script = student.script()
    a, b = script.Value(2.0), script.Value(-3.0)
    c = a + b
    c = c * a
    c.backward()
    for answer, expected in zip(script.answers(a.data, b.data, script.same(c, a)), (2.0, -3.0, False), strict=True):
        require(answer.value == expected, f"{answer.called} is {answer.value}, expected {expected:g}")


@check(
    "Value.long_sum",
    "a sum of two hundred values",
    points=0.1,
    level="robustness",
    hint="How often is a node looked at if several others use it?",
)
def test_long_sum(student: Student) -> None:
    script = student.script()
    a = total = script.Value(0.01)
    for _ in range(200):
        total = total + a
    doubled = a
    for _ in range(40):
        doubled = doubled + doubled
    (total + doubled).backward()
    assert_number(script.answer(a.grad), 201 + math.pow(2, 40))
