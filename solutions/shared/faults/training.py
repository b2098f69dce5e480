"""Probes and switches of `train_attention`, on a model with two parameters."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from autograder.checking.samples import sample
from autograder.diagnosis.model import FaultModel, Faults, Probe


@dataclass(frozen=True)
class Lesson:
    """One training run of an affine model."""

    x: Tensor
    target: Tensor
    W: Tensor
    b: Tensor
    learning_rate: float
    steps: int


TRAINING = {
    "update": (
        "step-upwards",
        "gradients-not-cleared",
        "stale-gradients-used",
        "not-trained",
        "updated-once",
        "step-sign-only",
        "no-learning-rate",
        "first-parameter-only",
        "gradient-averaged",
        "rate-decays",
    ),
    "loss": ("loss-summed", "loss-halved", "loss-absolute", "loss-root", "loss-per-row", "gradient-of-sum"),
    "points": (
        "losses-after-update",
        "loss-once-too-many",
        "loss-once-too-few",
        "last-loss-only",
        "first-loss-repeated",
    ),
}
STALE = 0.6


def training() -> FaultModel:
    """Its model."""
    probes = []
    for place, (shape, width, rate, steps) in enumerate([((4, 3), 2, 0.2, 5), ((2, 3, 5), 2, 0.1, 4)]):
        W, b = sample(shape[-1], width, seed=place + 5), sample(width, seed=place + 6)
        x, target = sample(*shape, seed=place + 7), sample(*shape[:-1], width, seed=place + 8)
        model = {"$": "model", "kind": "affine", "weights": {"W": W, "b": b}, "stale": STALE}
        lesson = Lesson(x.double(), target.double(), W.double(), b.double(), rate, steps)
        probes.append(
            Probe(
                {
                    "target": "train_attention",
                    "calls": [{"args": [model, x, target, rate, steps], "named": {}}],
                },
                lesson,
            )
        )
    return FaultModel(tuple(probes), TRAINING, _losses, runnable=False)


def _loss(difference: Tensor, option: str) -> Tensor:
    forms: dict[str, Callable[[], Tensor]] = {
        "loss-summed": (difference**2).sum,
        "loss-halved": lambda: (difference**2).mean() / 2,
        "loss-absolute": lambda: difference.abs().mean(),
        "loss-root": lambda: (difference**2).mean().sqrt(),
        "loss-per-row": lambda: (difference**2).sum(-1).mean(),
    }
    return forms[option]() if option in forms else (difference**2).mean()


def _losses(lesson: Lesson, faults: Faults) -> Any:
    update, kind, shape = (str(faults.get(stage, "")) for stage in ("update", "loss", "points"))
    parameters = [lesson.W.clone(), lesson.b.clone()]
    held = [torch.full_like(p, STALE) for p in parameters]
    losses = []
    for step in range(lesson.steps + 1):
        loss, grads = _gradients(lesson, parameters, kind)
        losses.append(loss)
        carried = [
            g + (h if update == "gradients-not-cleared" or (step == 0 and update == "stale-gradients-used") else 0)
            for g, h in zip(grads, held, strict=True)
        ]
        held = carried
        parameters = [
            _updated(update, p, g, lesson, (step, place))
            for place, (p, g) in enumerate(zip(parameters, carried, strict=True))
        ]
    before = losses[:-1]
    forms: dict[str, Any] = {
        "losses-after-update": losses[1:],
        "loss-once-too-many": losses,
        "loss-once-too-few": before[1:],
        "last-loss-only": before[-1],
        "first-loss-repeated": [losses[0]] * lesson.steps,
    }
    return forms.get(shape, before)


def _gradients(lesson: Lesson, parameters: list[Tensor], kind: str) -> tuple[float, list[Tensor]]:
    with torch.enable_grad():
        own = [parameter.detach().requires_grad_() for parameter in parameters]
        difference = lesson.x @ own[0] + own[1] - lesson.target
        loss = _loss(difference, kind)
        steered = (difference**2).sum() if kind == "gradient-of-sum" else loss
        return float(loss.detach()), list(torch.autograd.grad(steered, own))


def _updated(option: str, p: Tensor, g: Tensor, lesson: Lesson, place: tuple[int, int]) -> Tensor:
    rate, step = lesson.learning_rate, place[0]
    forms = {
        "step-upwards": p + rate * g,
        "not-trained": p,
        "updated-once": p - rate * g if step == 0 else p,
        "step-sign-only": p - rate * g.sign(),
        "no-learning-rate": p - g,
        "first-parameter-only": p - rate * g if place[1] == 0 else p,
        "gradient-averaged": p - rate * g / len(lesson.x),
        "rate-decays": p - rate / (step + 1) * g,
    }
    return forms.get(option, p - rate * g)
