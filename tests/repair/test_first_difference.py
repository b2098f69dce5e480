"""Where a program first computes a value that no right program computes."""

import io
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from textwrap import dedent
from typing import Any

import pytest
import torch

from autograder.checking.failures import CheckFailedError
from autograder.repair.first_difference import ComparedCall, Computed, RightValues, first_difference
from autograder.repair.open_search import FirstFailure
from autograder.repair.source import Span
from autograder.repair.tracing import TracedProgram, traced_program
from autograder.repair.trials import recorded_values
from autograder.repair.where_to_look import ignored_forms

SCORES = torch.arange(9.0).reshape(3, 3).sin()
RIGHT = "def f(x):\n    e = (x - x.amax(-1, keepdim=True)).exp()\n    return e / e.sum(-1, keepdim=True)\n"
COUNT = "def f(d, h):\n    return h * d * d\n"


def run(code: str, *arguments: Any) -> tuple[TracedProgram, Computed]:
    """Trace a program; return it, and what it computes until it ends or fails."""
    program = traced_program(("import torch\n" + dedent(code)).encode(), "f")
    names: dict[str, Any] = {}
    exec(program.text, names)
    printed = io.StringIO()
    with redirect_stdout(printed), suppress(RuntimeError):
        names["f"](*arguments)
    return program, recorded_values({"printed": printed.getvalue()})


def first_line(code: str, *right: str, arguments: tuple[Any, ...] = (SCORES,), integers: bool = False) -> int | None:
    """The line of the first difference, counted in the code."""
    program, computed = run(code, *arguments)
    digests = frozenset(digest for item in right for _, digest in run(item, *arguments)[1])
    found = first_difference(program, [computed], [RightValues(digests, integers)])
    return None if found is None else found.place.span.line - 1


def form(code: str, right: str, *arguments: Any) -> tuple[str, tuple[int, ...]]:
    """What is wrong with the first value that differs besides its numbers, and its shape."""
    program, computed = run(code, *arguments)
    digests = frozenset(digest for _, digest in run(right, *arguments)[1])
    found = first_difference(program, [computed], [RightValues(digests)])
    assert found is not None
    assert found.value is not None
    return found.form, found.value.shape


def test_the_first_expression_whose_parts_are_right_and_whose_value_is_not() -> None:
    assert first_line(RIGHT.replace("amax(-1", "amax(0"), RIGHT) == 2
    assert first_line(RIGHT.replace("e.sum(-1", "e.sum(0"), RIGHT) == 3


def test_a_right_program_differs_nowhere() -> None:
    assert first_line(RIGHT, RIGHT) is None


def test_another_way_to_a_right_value_does_not_count() -> None:
    other_mean = "def f(x):\n    mean = x.sum(-1) / 3\n    return mean - 1\n"
    right = "def f(x):\n    return x.mean(-1) + 1\n"
    assert first_line(other_mean, right) == 3


def test_where_a_program_fails_the_value_before_it_is_named() -> None:
    assert first_line("def f(x):\n    y = x[:, :2]\n    return y @ x\n", "def f(x):\n    return x @ x\n") == 2


def test_integers_count_where_the_solution_computes_nothing_else() -> None:
    wrong = "def f(d, h):\n    each = d * (d + 1)\n    return h * each\n"
    assert first_line(wrong, COUNT, arguments=(31, 7), integers=True) == 2
    assert first_line(wrong, COUNT, arguments=(31, 7)) is None


def test_a_wrong_number_is_named_where_it_is_computed() -> None:
    wrong = "def f(x):\n    n = x.shape[0] + 4\n    return x / n\n"
    assert first_line(wrong, "def f(x):\n    n = x.shape[0]\n    return x / n\n") == 2


def test_what_goes_wrong_in_a_later_turn_of_a_loop_has_no_line() -> None:
    wrong = "def f(x):\n    for _ in range(2):\n        x = x * 2.0\n    return x\n"
    assert first_line(wrong, "def f(x):\n    return x * 2.0\n") is None


ROWS = """
def f(x):
    done = []
    for row in range(len(x)):
        done.append((x[row : row + 1] * 2).exp())
    return torch.cat(done)
"""


def test_a_part_that_is_taken_in_a_loop_is_another_way() -> None:
    assert first_line(ROWS, RIGHT) is None
    rows = "[(row * 3).exp() for row in [x[i : i + 1] for i in range(3)]]"
    assert first_line(f"def f(x):\n    return torch.cat({rows})\n", "def f(x):\n    return (x * 2).exp()\n") is None


AGAIN = """
def f(x):
    step = x * 0.5
    total = x
    for _ in range(2):
        total = total + step
    return total.exp()
"""


def test_what_was_right_in_the_first_turn_is_named_if_all_that_it_is_computed_from_is_compared() -> None:
    once = "def f(x):\n    step = x * 0.5\n    return (x + step).exp()\n"
    assert first_line(AGAIN, once) == 6


METHOD = """
class f(torch.nn.Module):
    def __init__(self, x):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.eye(3))
        self.size = {size}
        self.result = self.forward(x)

    def forward(self, x):
        table = self.weight
        mixed = x @ table.T
        return mixed * self.size
"""


def test_what_the_object_has_is_not_wrong_by_itself_unless_the_program_computed_it() -> None:
    right = METHOD.replace("table = self.weight\n        mixed = x @ table.T", "mixed = x @ self.weight.T")
    assert first_line(METHOD.format(size="x.sum() + 1"), right.format(size="x.sum()")) == 6
    assert first_line(METHOD.format(size="2.0").replace("x @ table", "x @ x @ table"), right.format(size="2.0")) == 11


def test_a_number_that_is_computed_from_a_right_integer_has_its_own_line() -> None:
    code = "def f(x):\n    d_k = x.shape[1]\n    return x * ({})\n"
    assert first_line(code.format("1 / d_k"), code.format("d_k**-0.5")) == 3


def test_what_the_object_has_does_not_hide_a_wrong_product_of_it() -> None:
    code = """
class f(torch.nn.Module):
    def __init__(self, x):
        super().__init__()
        torch.manual_seed(0)
        self.layer = torch.nn.Linear(3, 3, bias=False)
        self.result = self.forward(x)

    def forward(self, x):
        table = {}
        return {}
"""
    right = code.format("None", "self.layer(x)")
    wrong = code.format("self.layer.weight", 'torch.einsum("ti,io->to", x, table)')
    assert first_line(wrong, right) == 11


def test_a_list_is_right_if_all_its_parts_are() -> None:
    code = "def f(x):\n    parts = [x.exp(), x.{}()]\n    return torch.cat(parts)\n"
    assert first_line(code.format("cos"), code.format("sin")) == 2
    program, computed = run(code.format("cos"), SCORES)
    read = Span(4, 21, 4, 26)  # of `parts`, below the import
    assert len({digest for place, digest in computed if program.places[place].span == read}) == 2


def test_what_is_filled_later_is_not_compared_while_it_is_empty() -> None:
    code = "def f(x):\n    y = torch.zeros(3, 3)\n    for i in range(3):\n        y[i] = x[i]\n    return y.exp()\n"
    assert first_line(code.replace("exp", "tanh"), "def f(x):\n    return x.exp()\n", code) == 5


def test_places_that_a_program_made_up_are_left_out() -> None:
    program, computed = run(RIGHT, SCORES)
    right = RightValues(frozenset(digest for _, digest in computed))
    assert ComparedCall(program.places, [*computed, (9999, "0123abcd")], right).first is None


def test_an_integer_at_a_place_that_a_program_made_up_is_left_out() -> None:
    program, computed = run("def f(x):\n    n = x.shape[0] + 4\n    return x / n\n", SCORES)
    forged = [(9999, digest) for _, digest in computed if digest.startswith("i")]
    right = RightValues(frozenset(digest for _, digest in run("def f(x):\n    return x\n", SCORES)[1]))
    place = ComparedCall(program.places, [*forged, *computed], right).first
    assert place is not None
    assert place < len(program.places)


@pytest.mark.parametrize("change", [torch.Tensor.double, torch.Tensor.t, lambda x: x.masked_fill(x > 0.9, torch.inf)])
def test_digests_tell_dtypes_shapes_and_places_of_infinite_numbers_apart(change: Callable[..., Any]) -> None:
    value = torch.arange(2000.0).reshape(40, 50).sin()
    same, other = (
        {digest for _, digest in run("def f(x):\n    return x\n", item)[1]} for item in (value, change(value))
    )
    assert same.isdisjoint(other)


def test_calls_are_recorded_each_for_itself() -> None:
    program = traced_program(b"def f(x):\n    return x * 2.0\n", "f")
    names: dict[str, Any] = {}
    exec(program.text, names)
    counts = []
    for _ in range(2):
        printed = io.StringIO()
        with redirect_stdout(printed):
            names["f"](SCORES)
            names["f"](SCORES)
        counts.append(len(recorded_values({"printed": printed.getvalue()})))
    assert counts == [2, 2], "once in a call, however often it is computed there"


def test_another_shape_than_all_right_values_have_is_told() -> None:
    right = "def f(x):\n    return x.diagonal().mean()\n"
    assert form("def f(x):\n    return x[:, [0, 1, 2, 0]].mean()\n", right, SCORES) == ("shape", (3, 4))
    assert form("def f(x):\n    return x.mean(0)\n", "def f(x):\n    return x.mean(1)\n", SCORES) == ("", (3,))


def test_the_first_nan_is_told_where_right_programs_have_none() -> None:
    right = "def f(x):\n    return x.exp()\n"
    assert form("def f(x):\n    y = x.log()\n    return y + 1\n", right, SCORES) == ("nan", (3, 3))
    assert form("def f(x):\n    return x.asin()\n", "def f(x):\n    return x.log()\n", 2 * SCORES) == ("", (3, 3))


def test_right_numbers_of_another_dtype_or_without_their_gradient_are_told() -> None:
    right = "def f(x):\n    return x.exp()\n"
    assert form("def f(x):\n    return x.double().exp()\n", right, SCORES) == ("dtype", (3, 3))
    leaf = SCORES.clone().requires_grad_()
    assert form("def f(x):\n    return x.detach().exp()\n", right, leaf) == ("gradient", (3, 3))
    assert form("def f(x):\n    return x.detach() + 9\n", right, leaf) == ("gradient", (3, 3)), "of the first one"


def test_a_dtype_that_the_result_does_not_have_is_another_way_unless_it_counts() -> None:
    doubled = "def f(x):\n    y = x.double()\n    return y.exp()\n"
    (program, computed), (_, right) = run(doubled, SCORES), run("def f(x):\n    return x.exp()\n", SCORES)
    values = [RightValues(frozenset(digest for _, digest in right))]
    found = first_difference(program, [computed], values)
    assert found is not None
    assert found.form == "dtype"
    assert first_difference(program, [computed], values, ["dtype"]) is None


@pytest.mark.parametrize(
    ("failure", "ignored"),
    [
        (None, set()),
        (CheckFailedError("wrong values", "f(x): 1 of 2 values is wrong"), {"dtype", "gradient"}),
        (CheckFailedError("wrong dtype", "f(x) has dtype float64"), {"gradient"}),
        (CheckFailedError("wrong values", "no gradient flows", symptom="no gradient"), {"dtype"}),
    ],
)
def test_what_the_check_has_found_tells_in_which_forms_values_may_differ(
    failure: CheckFailedError | None, ignored: set[str]
) -> None:
    assert ignored_forms(failure and FirstFailure.of(failure)) == ignored
