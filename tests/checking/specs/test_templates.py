"""Each template passes a right layer, and rejects the mistake that it is there for."""

from pathlib import Path

import pytest

from autograder.checking.registry import Check
from autograder.checking.specs.templates import TEMPLATES
from tests.helpers.specified_checks import failed, judged, specified

SPEC = """
from autograder.checking.specs import spec

def bent(x, W, doubled=False):
    return (2 if doubled else 1) * (x @ W).tanh()

spec(
    "Bend",
    inputs={"x": "T d_in"},
    weights={"W": "d_in d_out"},
    init={"d_in": "d_in", "d_out": "d_out"},
    cases=({}, {"doubled": True}),
    steep=1000,
    reference=bent,
)
"""
LAYER = """
import torch
from torch import nn

class Bend(nn.Module):
    def __init__(self, d_in, d_out, doubled=False):
        super().__init__()
        self.factor = 2 if doubled else 1
        self.W = nn.Parameter(torch.rand(d_in, d_out))
        self.kept = {}

    def forward(self, x):
        h = x @ self.W
        return self.factor * torch.tanh(h)
"""
RESULT = "return self.factor * torch.tanh(h)"
PRODUCT = "h = x @ self.W\n"
MISTAKES = {
    "values": (RESULT, "return self.factor * torch.tanh(h) + 1"),
    "gradient": (RESULT, "return self.factor * torch.tanh(h.detach())"),
    "leading": (PRODUCT, "h = torch.bmm(x, self.W.expand(len(x), *self.W.shape))\n"),
    "sizes": (PRODUCT, "h = (x if x.shape[1] > 5 else x[:1].expand_as(x)) @ self.W\n"),
    "equal_sizes": (PRODUCT, "h = x @ (self.W.T if len(self.W) == self.W.shape[1] else self.W)\n"),
    "second_call": (RESULT, "return self.factor * torch.tanh(self.kept.setdefault(x.shape, h))"),
    "structure": ("self.kept = {}", "self.kept = {}; self.more = nn.Parameter(torch.zeros(1))"),
    "extremes": (RESULT, "return self.factor * (h.exp() - (-h).exp()) / (h.exp() + (-h).exp())"),
    "width_and_device": (RESULT, "return self.factor * torch.tanh(h).float()"),
    "leaves_alone": (PRODUCT, "h = x.view(-1, x.shape[-1]) @ self.W; h = h.view(*x.shape[:-1], -1)\n"),
    "sizes_of_one": (RESULT, "return self.factor * torch.tanh(h).squeeze()"),
    "longest": (PRODUCT, "h = x[..., :100, :] @ self.W\n"),
    "names": ("forward(self, x):", "forward(self, inputs):\n        x = inputs"),
}


@pytest.fixture(scope="module")
def checks() -> list[Check]:
    return specified(SPEC)


def test_a_right_layer_passes_all_of_them(checks: list[Check], tmp_path: Path) -> None:
    assert [check.info.id for check in checks] == [f"Bend.{name}" for name in TEMPLATES]
    assert failed(judged(checks, LAYER, LAYER, tmp_path)) == set()


@pytest.mark.parametrize("template", TEMPLATES)
def test_each_template_rejects_its_mistake(template: str, checks: list[Check], tmp_path: Path) -> None:
    old, new = MISTAKES[template]
    assert LAYER.count(old) == 1
    found = judged(checks, LAYER, LAYER.replace(old, new), tmp_path)
    assert template in failed(found)
    if TEMPLATES[template].level == "robustness":
        assert {item.info.level for item in found if item.outcome != "right"} == {"robustness"}


def test_the_smallest_example_is_told_in_the_letters_of_the_shapes(checks: list[Check], tmp_path: Path) -> None:
    sizes = next(check for check in checks if check.info.id == "Bend.sizes")
    (finding,) = judged([sizes], LAYER, LAYER.replace(*MISTAKES["sizes"]), tmp_path)
    assert finding.counterexample == {"batch": "2", "T": "2", "d_in": "2", "d_out": "2"}
