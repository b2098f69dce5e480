"""What a program says of its values: the place of each expression, the same digest for the same value."""

import io
from contextlib import redirect_stdout
from textwrap import dedent
from typing import Any

import torch

from autograder.repair.first_difference import RightValues, first_difference
from autograder.repair.tracing import TracedProgram, traced_program
from autograder.repair.trials import recorded_values

SCALED = dedent("""\
    import torch

    def scaled(x, size):
        return x / size

    def f(x):
        scores = scaled(x @ x.mT, 2.5)
        return torch.softmax(scores, dim=-1)
    """)


def traced(text: str) -> tuple[TracedProgram, Any, list[tuple[int, str]]]:
    """The traced program, what its `f` returns, and the places with the digests of what they compute."""
    program = traced_program(text.encode(), "f")
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(program.text, names)
        value = names["f"](torch.arange(12.0).reshape(3, 4).sin())
    return program, value, recorded_values({"printed": printed.getvalue()})


def values_of(text: str) -> frozenset[str]:
    return frozenset(digest for _, digest in traced(text)[2])


def first_wrong_line(text: str, *donors: str) -> int | None:
    """The line of the first value that no right program computes."""
    program, _, computed = traced(text)
    right = RightValues(frozenset[str]().union(*map(values_of, donors)))
    found = first_difference(program, [computed], [right])
    return None if found is None else found.place.span.line


def test_a_traced_program_returns_what_it_returned_before() -> None:
    names: dict[str, Any] = {}
    exec(SCALED, names)
    assert torch.equal(traced(SCALED)[1], names["f"](torch.arange(12.0).reshape(3, 4).sin()))


def test_expressions_of_what_an_exercise_calls_are_traced_too() -> None:
    program, _, values = traced(SCALED)
    assert {program.places[place].span.line for place, _ in values} == {4, 7, 8}


def test_the_first_wrong_expression_is_suspect_and_what_is_computed_from_it_is_not() -> None:
    assert first_wrong_line(SCALED, SCALED) is None
    assert first_wrong_line(SCALED.replace("x / size", "x * size"), SCALED) == 4
    assert first_wrong_line(SCALED.replace("x @ x.mT", "x @ x.mT * 2"), SCALED) == 7
    assert first_wrong_line(SCALED.replace("dim=-1", "dim=0"), SCALED) == 8


def test_a_right_program_in_another_style_has_the_same_values() -> None:
    other = "import torch\ndef f(x):\n    y = torch.matmul(x, x.transpose(0, 1)) / 2.5\n    return y.softmax(-1)\n"
    assert first_wrong_line(SCALED.replace("dim=-1", "dim=0"), other) == 8


def test_a_value_without_its_gradient_is_another_value() -> None:
    values = [
        values_of(f"def f(x):\n    x.requires_grad_()\n    return (x * 2.0){end}\n")
        for end in (".exp()", ".detach().exp()")
    ]
    assert not values[0] >= values[1]


def test_what_is_unpacked_from_a_call_is_the_value_of_that_call() -> None:
    along = "import torch\n\ndef f(x):\n    largest, _ = torch.max(x, {})\n    return x.abs() - largest.sum()\n"
    assert first_wrong_line(along.format(0), along.format(1)) == 4
    alone = along.format(1).replace("largest, _ = torch.max(x, 1)", "largest = x.amax(1)")
    assert first_wrong_line(along.format(1), alone) is None, "indices that nobody uses are no difference"


def test_a_program_knows_where_its_layers_are_made() -> None:
    text = dedent("""\
        class f(nn.Module):
            def __init__(self, d):
                self.W_q, self.W_k = (nn.Linear(d, d) for _ in range(2))
                self.W_v: nn.Linear = nn.Linear(d, d)
                other.W_o = nn.Linear(d, d)
                self.W_v.weight.data[:] = 0.1
                table[self.W_q, self.size] = 3

            def forward(self, x):
                self.W_v = x

        class Head(nn.Module):
            def __init__(self, d):
                self.W_q = f(d)
        """)
    made = traced_program(text.encode(), "f").made
    assert {name: span.line for name, span in made.items()} == {"W_q": 3, "W_k": 3, "W_v": 4}


def test_what_a_program_prints_in_another_form_counts_for_nothing() -> None:
    assert recorded_values({"printed": "\x1e3:0123abcd\n\x1e4:none\n5:0123abcd\n"}) == [(3, "0123abcd")]
    assert recorded_values({"printed": 7}) == recorded_values({}) == []


def test_a_file_that_is_no_python_is_not_traced() -> None:
    assert traced_program(b"def f(:\n", "f") == TracedProgram()
