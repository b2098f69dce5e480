"""A specification of whole numbers and of several outputs by name."""

from pathlib import Path

import pytest

from autograder.checking.registry import Check
from autograder.course import CourseError
from tests.helpers.specified_checks import failed, judged, specified

SPEC = """
from autograder.checking.specs import spec

def looked_up(ids, table):
    return table[ids], table[ids].sum(-1)

spec("Lookup", inputs={{"ids": "T"}}, below={{"ids": "V"}}, outputs=("rows", "sums"), weights={{"table": "V d"}},
     init={{"V": "V", "d": "d"}}, without=("extremes",), {})
"""
LAYER = """
import torch
from torch import nn

class Lookup(nn.Module):
    def __init__(self, V, d):
        super().__init__()
        self.table = nn.Parameter(torch.rand(V, d))
        self.kept = {}

    def forward(self, ids):
        rows = self.table[ids]
        return rows, rows.sum(-1)
"""
RESULT = "return rows, rows.sum(-1)"
MISTAKES = {
    "gradient": "return rows, rows.detach().sum(-1)",
    "second_call": "return rows, self.kept.setdefault(ids.shape, rows.sum(-1))",
    "width_and_device": "return rows, rows.sum(-1).float()",
    "leaves_alone": "torch.manual_seed(0); return rows, rows.sum(-1)",
    "sizes_of_one": "return rows, rows.sum(-1).squeeze()",
    "longest": "return rows, rows[..., :100, :].sum(-1)",
}


@pytest.fixture(scope="module")
def checks() -> list[Check]:
    return specified(SPEC.format("reference=looked_up"))


@pytest.mark.parametrize("returned", [RESULT, "return [rows, rows.sum(-1)]"])
def test_a_tuple_and_a_list_are_right(checks: list[Check], returned: str, tmp_path: Path) -> None:
    assert failed(judged(checks, LAYER, LAYER.replace(RESULT, returned), tmp_path)) == set()


@pytest.mark.parametrize("template", MISTAKES)
def test_a_mistake_in_the_second_output_alone_is_found(checks: list[Check], template: str, tmp_path: Path) -> None:
    found = failed(judged(checks, LAYER, LAYER.replace(RESULT, MISTAKES[template]), tmp_path))
    assert template in found
    assert template in {"gradient", "second_call"} or not found & {"values", "gradient"}


def test_one_tensor_instead_of_two_is_told_with_the_names(checks: list[Check], tmp_path: Path) -> None:
    found = judged(checks, LAYER, LAYER.replace(RESULT, "return rows"), tmp_path)
    (values,) = [item for item in found if item.info.id == "Lookup.values"]
    assert values.outcome == "wrong type"
    assert "returned one Tensor, expected two: rows and sums" in str(values.failure)


def test_a_dict_is_no_pair(checks: list[Check], tmp_path: Path) -> None:
    found = judged(checks, LAYER, LAYER.replace(RESULT, 'return {"rows": rows, "sums": rows.sum(-1)}'), tmp_path)
    (values,) = [item for item in found if item.info.id == "Lookup.values"]
    assert "of type dict, expected a list or tuple" in str(values.failure)


def test_without_a_reference_the_outputs_of_the_solution_are_right(tmp_path: Path) -> None:
    text = """
from autograder.checking.specs import spec
spec("context_bounds", inputs={"values": "T d_v"}, outputs=("lower", "upper"), leading="none")
"""
    right = "def context_bounds(values):\n    return values.amin(0), values.amax(0)\n"
    checks = specified(text, part="04_cross")
    assert failed(judged(checks, right, right, tmp_path)) == set()
    assert "values" in failed(judged(checks, right, right.replace("amax", "mean"), tmp_path))


MISUSES = {
    'below={"x": "V"}': "below names 'x', which is no input",
    'outputs=("rows",)': "one output needs no name; leave out outputs",
}


@pytest.mark.parametrize("options", MISUSES)
def test_a_misuse_is_told_in_a_sentence(options: str) -> None:
    with pytest.raises(CourseError, match=MISUSES[options]):
        specified(f'from autograder.checking.specs import spec\nspec("doubled", inputs={{"y": "T"}}, {options})')
