"""The example in docs/reference/checks.md is run, and its tables are those of the code."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.checking.specs import count, formula, spec
from autograder.checking.specs.plain_numbers import FORMULA_TEMPLATES
from autograder.checking.specs.templates import TEMPLATES
from tests.helpers.documents import blocks
from tests.helpers.paths import ROOT
from tests.helpers.specified_checks import failed, judged, specified

PAGE = "docs/reference/checks.md"
SOLUTION = """
import torch
from torch import nn

class ScaledScores(nn.Module):
    def __init__(self, d_in, d_out_kq):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))

    def forward(self, x):
        return (x @ self.W_query) @ (x @ self.W_key).transpose(-2, -1) / self.W_key.shape[1] ** 0.5
"""


def test_the_example_passes_its_solution_and_rejects_a_wrong_scale(tmp_path: Path) -> None:
    example, *_ = [block.text for block in blocks(PAGE) if block.title]
    checks = specified(example, points=3)
    assert sum(check.info.points for check in checks) == 3
    assert failed(judged(checks, SOLUTION, SOLUTION, tmp_path)) == set()
    unscaled = failed(judged(checks, SOLUTION, SOLUTION.replace(" / self.W_key.shape[1] ** 0.5", ""), tmp_path))
    assert {"values", "gradient", "leading"} <= unscaled
    assert "names" not in unscaled


def test_the_count_passes_its_solution_and_rejects_half_of_it(tmp_path: Path) -> None:
    _, example, _ = [block.text for block in blocks(PAGE) if block.title]
    checks = specified(example)
    right = "def n_scores(T, num_heads):\n    return T * T * num_heads\n"
    assert failed(judged(checks, right, right, tmp_path)) == set()
    assert failed(judged(checks, right, right.replace("T * T", "T * T // 2"), tmp_path)) >= {"any_sizes", "large_sizes"}


def test_the_formula_passes_its_solution_and_rejects_weights_that_are_not_divided(tmp_path: Path) -> None:
    _, _, example = [block.text for block in blocks(PAGE) if block.title]
    checks = specified(example)
    right = "import torch\ndef falling_weights(T, factor):\n    w = factor ** torch.arange(T)\n    return w / w.sum()\n"
    assert failed(judged(checks, right, right, tmp_path)) == set()
    found = failed(judged(checks, right, right.replace(" / w.sum()", ""), tmp_path))
    assert found == {"values", "any_values", "long_row", "equal"}


def test_every_template_is_listed_with_its_level() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (core|robustness) \|", (ROOT / PAGE).read_text(encoding="utf-8"), re.MULTILINE)
    of_formulas = [(name, level) for name, (_, level, _) in FORMULA_TEMPLATES.items()]
    assert rows == [*((name, template.level) for name, template in TEMPLATES.items()), *of_formulas]


@pytest.mark.parametrize("register", [spec, count, formula])
def test_every_argument_is_explained(register: Callable[..., None]) -> None:
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    arguments = [name for name in inspect.signature(register).parameters if name != "name"]
    assert [name for name in arguments if f"`{name}`" not in page and f"{name}=" not in page] == []
