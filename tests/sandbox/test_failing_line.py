"""What a worker says of the line in which a program fails: the shapes of its tensors, and no code is run for that."""

from typing import Any

import pytest
import torch

from autograder.checking.failures import failure_from_exception
from autograder.sandbox.guest.exceptions import describe_exception
from autograder.sandbox.host.student_text import unmarked

LAYER = """
import torch
class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.W = torch.nn.Parameter(torch.ones(5, 7))
        self.mask = torch.ones(9)
    def forward(self, x):
        other = torch.ones(4, 4)
        return x @ self.W + self.mask  # other
"""


def described(source: str, call: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(source, "a.py", "exec"), names)
    with pytest.raises(Exception) as raised:  # noqa: PT011 - whatever the program raises
        eval(call, names)
    return describe_exception(raised.value, {"a.py": source.encode()})


def test_the_tensors_of_the_failing_line_are_named_with_their_shapes() -> None:
    raised = described(LAYER, "Layer()(torch.ones(2, 3))")
    assert raised["where"]["shapes"] == [["x", [2, 3]], ["self.W", [5, 7]], ["self.mask", [9]]]
    message = unmarked(failure_from_exception(raised, "Layer()(<2 × 3>)").message)
    assert message.endswith("; shapes there: x (2, 3), self.W (5, 7), self.mask (9,)")


def test_an_error_about_something_else_says_nothing_of_shapes() -> None:
    raised = described("import torch\ndef f(x):\n    return x[{}]\n", "f(torch.ones(2))")
    assert "shapes there" not in failure_from_exception(raised, "f(<2>)").message


def test_no_code_of_a_program_is_run_to_look_at_its_tensors() -> None:
    hostile = """
import torch
ran = []
class Odd(torch.Tensor):
    @property
    def shape(self): ran.append(1)
class Sly:
    def __getattr__(self, name): ran.append(name)
    def f(self, x, y):
        return torch.ones(2) + torch.ones(3) + x + self.y
"""
    names: dict[str, Any] = {}
    exec(compile(hostile, "a.py", "exec"), names)
    with pytest.raises(RuntimeError) as raised:
        names["Sly"]().f(names["Odd"](), torch.ones(1))
    assert describe_exception(raised.value, {"a.py": hostile.encode()})["where"]["shapes"] == []
    assert names["ran"] == []


@pytest.mark.parametrize("forged", [None, "x", [1], [["x"]], [["x", [-1]]], [["x", ["y"]]], [[1, [2]]], {"x": [1]}])
def test_forged_shapes_are_left_out(forged: Any) -> None:
    place = {"file": "a.py", "line": 1, "code": "x", "shapes": forged}
    raised = {"type": "RuntimeError", "text": "size mismatch", "chain": [], "where": place}
    assert failure_from_exception(raised, "f()").message.endswith("x\ue001")
