"""The head of part 05 learns to look at the token before: with the solution's training, from every seed."""

import importlib.util
from types import ModuleType

import pytest
import torch

from tests.helpers.paths import ROOT


@pytest.fixture(scope="module")
def part() -> ModuleType:
    spec = importlib.util.spec_from_file_location("given", ROOT / "solutions/05_gradient_descent/gradient_descent.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_head_learns_to_look_at_the_token_before(part: ModuleType, seed: int) -> None:
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        x, target = part.token_before()
        head = part.Head(part.TOKENS + part.WORDS, 8, part.WORDS)
    before, wanted = head.weights(x).mean(dim=0), torch.tensor([0, *range(part.TOKENS - 1)])
    losses = part.train_attention(head, x, target, learning_rate=10.0, steps=300)
    after = head.weights(x).mean(dim=0)
    rows = torch.arange(part.TOKENS)
    assert before[rows, wanted].max() < 0.3
    assert after[rows, wanted].min() > 0.8
    assert losses[-1] < losses[0] / 100


def test_shades_grow_darker_with_the_weight(part: ModuleType) -> None:
    assert part.shades(torch.tensor([[0.0, 0.125, 0.5, 1.0]])) == "    ░░  ▒▒  ██"
