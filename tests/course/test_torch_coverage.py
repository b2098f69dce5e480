"""Whatever in torch computes what a rule forbids is recorded: all public callables and every operator are called."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from tests.helpers.library_rules import RULES
from tests.helpers.paths import ROOT
from tests.helpers.torch_callables import Walked

PINNED = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines())["torch"]
NOT_CALLED = Path(__file__).with_name("torch_not_called.txt").read_text().split()
OFTEN = {  # an empty walk would find nothing unrecorded
    *("torch.softmax", "torch.nn.Softmax2d", "torch.Tensor.logsumexp", "aten._softmax.default", "torch.optim.Muon"),
    *("torch.nn.functional.scaled_dot_product_attention", "torch.nn.MultiheadAttention"),
    "torch.nn.Transformer.generate_square_subsequent_mask",
}


@pytest.fixture(scope="module")
def walk() -> list[Walked]:
    command = [sys.executable, "-m", "tests.helpers.torch_callables"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return [Walked(**json.loads(line)) for line in done.stdout.splitlines()]


@pytest.mark.full
@pytest.mark.zoo
def test_every_callable_that_computes_what_a_rule_forbids_is_recorded(walk: list[Walked]) -> None:
    computing = {item.name for item in walk if item.computes}
    assert computing >= OFTEN
    assert {item.computes for item in walk} == {"", *RULES}
    assert [item.name for item in walk if item.computes and not item.recorded] == []


@pytest.mark.full
@pytest.mark.zoo
@pytest.mark.skipif(not torch.__version__.startswith(PINNED), reason="the list is of the pinned torch")
def test_what_could_not_be_called_is_listed(walk: list[Walked]) -> None:
    """Some operators need what only some processors have, so a few may differ from machine to machine."""
    assert len({item.name for item in walk if not item.called} ^ set(NOT_CALLED)) < 50
