"""The head of part 05 learns to look at the token before: with the solution's training, from every seed."""

import importlib.util
import subprocess
import sys
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


@pytest.mark.process
def test_the_program_draws_what_the_head_looks_at() -> None:
    program = ROOT / "assignments/05_gradient_descent/learn_to_look.py"
    solved = ROOT / "solutions/05_gradient_descent"
    code = (
        f"import runpy, sys; sys.path.insert(0, {str(solved)!r}); runpy.run_path({str(program)!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    heading, _, after_heading = done.stdout.partition("before the training:\n\n")
    assert "a row for each token that looks" in heading
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    after = after_heading.partition("after the training:\n\n")[2].splitlines()
    assert len(after) == 8
    assert all(line[4 * row : 4 * row + 2] in ("▓▓", "██") for row, line in enumerate(after[1:]))
