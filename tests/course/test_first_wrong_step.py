"""Sentences that say which step is wrong: they state facts, and only where these tell mistakes apart."""

from typing import Any

import pytest
import torch

from autograder.checking.answer import Answer
from autograder.checking.failures import CheckFailedError
from autograder.sandbox.host.student_text import unmarked
from solutions.shared.causal import dropped_of
from solutions.shared.training import assert_losses

P = 0.25
RIGHT = torch.full((4, 9, 9), 1.0).tril()
RIGHT /= RIGHT.sum(-1, keepdim=True)
LOSSES, WEIGHTS = [4.0, 2.0, 1.0], {"W": torch.ones(2)}


def kept() -> torch.Tensor:
    return (torch.rand(RIGHT.shape, generator=torch.Generator().manual_seed(1)) > P).double()


def sentence(weights: torch.Tensor) -> str:
    with pytest.raises(CheckFailedError) as failed:
        dropped_of(weights, RIGHT, P, "head(x)")
    return unmarked(failed.value.message).partition("1 / (1 - p)")[2]


@pytest.mark.process
def test_dropout_that_does_not_act_on_the_weights_is_told_from_one_that_does_not_scale() -> None:
    with pytest.raises(CheckFailedError, match=r"weights: none of them is 0: all are the weights without dropout$"):
        dropped_of(RIGHT, RIGHT, P, "head(x)")
    assert sentence(RIGHT * kept()) == "; those that are left are not scaled"
    assert sentence(RIGHT * 1.2) == "; none of them is 0"
    assert sentence(RIGHT * kept() * 1.1) == ""
    assert dropped_of(RIGHT * kept() / (1 - P), RIGHT, P, "head(x)").any()


def trained(losses: Any, weight: float) -> str:
    model = {"weights": {"W": weight * torch.ones(2)}, "frozen": []}
    answer = Answer(
        {"calls": [{"value": losses, "models": [model]}]}, "train(model)", {"target": "train", "calls": [{}]}
    )
    with pytest.raises(CheckFailedError) as failed:
        assert_losses(answer, (LOSSES, WEIGHTS))
    return unmarked(failed.value.message)


def test_wrong_losses_say_whether_the_loss_or_the_update_is_wrong() -> None:
    assert trained([8.0, 4.0, 2.0], 1.0) == (
        "train(model): number 0 is 8, which is too large; "
        "the weights after training are right, so the updates are, and the loss is not"
    )
    assert trained([4.0, 3.0, 2.5], 0.5).endswith(
        "; the loss before the first update is right, and the weights after training are not: "
        "look at the gradients and the update"
    )


@pytest.mark.parametrize("losses", [[8.0, 7.0, 6.0], [4.0, 2.0], None, [4.0, "x", 1.0]])
def test_nothing_is_said_where_both_are_wrong_or_the_losses_are_none(losses: Any) -> None:
    assert "; the " not in trained(losses, 0.5) or losses == [4.0, "x", 1.0]
