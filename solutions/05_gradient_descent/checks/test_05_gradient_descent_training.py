"""Hidden checks of 05_gradient_descent: train_attention, what it computes."""

from typing import Any

import torch

from autograder.checking.assertions import Tolerance, as_sequence, assert_numbers, require
from autograder.checking.formulas import TEXT_NAMES
from autograder.checking.registry import check
from autograder.checking.samples import sample
from autograder.checking.specs import CheckText, Places, formula
from autograder.checking.student import Student, model
from solutions.shared.reference import training
from solutions.shared.training import (
    RATE,
    STEPS,
    UNLIKE_FIRST,
    B,
    T,
    affine,
    assert_losses,
    differ,
    drawn,
    heads,
    idle,
    layers,
    learned,
    learned_by,
    learned_weights,
    own_weights,
    shifted,
    task,
    trained,
    unlike,
)

LINE = model("affine", affine())
SINGLE_WEIGHT = {"W": torch.tensor([[1.5]]), "b": torch.zeros(1)}
SINGLE_SHIFT = drawn({"shift": ()}, 49)  # a parameter without rows
NARROW = ((5, 4, 1), (2, 5, 4, 1), (5, 1, 3), (1, 4, 3), (2, 1, 4, 3), (1, 1, 1))  # the last two are d_in and d_out


SINGLE_NUMBER = (model("affine", drawn({"W": (4,), "b": ()}, 46)), sample(4, seed=172), sample(seed=173), 0.1, 3)


def narrow(*leading: int, d_in: int, d_out: int) -> tuple[Any, ...]:
    """A task in which something has size 1."""
    x, target = sample(*leading, d_in, seed=170), sample(*leading, d_out, seed=171, scale=2.0)
    return model("affine", drawn({"W": (d_in, d_out), "b": (d_out,)}, 44)), x, target, 0.1, 3


formula(
    "train_attention",
    arguments="model x target learning_rate steps",
    places=((model("attention", heads()), *task(B, T), RATE, STEPS),),
    hint="Over what is the mean taken, and when is the loss written down?",
    reference=learned_by,
    compare=assert_losses,
    checks={
        "values": CheckText("the mean squared error before each update of an attention layer", points=0.5, id="losses"),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
    more={
        "weights": Places(
            "the weights after training",
            "By how much, and in which direction, does a parameter move in one step?",
            0.5,
            [(model("attention", heads()), *task(B, T, seed=60), RATE, STEPS)],
            compare=learned_weights,
        ),
        "any_model": Places(
            "models with other names, with parts and parameters beside them, and inputs of other shapes",
            "The model knows its own parameters.",
            0.3,
            (
                (model("layers", layers()), *task(5), 0.2, 4),
                (LINE, *task(3, 2, 2), 0.2, 4),
                (model("shifted", shifted()), *task(3, 2, 2), 0.2, 4),
                (model("shifted", layers() | SINGLE_SHIFT), *task(37, 2), 0.2, 2),
                (model("bounded", layers()), *task(5), 0.2, 4),  # backward needs the numbers that forward returned
            ),
            compare=learned,
        ),
        "stale_gradients": Places(
            "gradients left over from before do not count",
            "What does backward() do where a gradient stands already?",
            0.4,
            [
                *((model("attention", heads(), stale=5.0), *task(B, T, seed=70), RATE, steps) for steps in (1, 3)),
                (model("layers", layers(), stale=5.0, unused=["first.W"]), *task(5), 0.2, 2),  # all but the first
            ],
            compare=learned,
        ),
        "skipped": Places(
            "frozen parameters and parameters that the model does not use stay what they are",
            "What is p.grad of a parameter that the loss does not depend on?",
            0.3,
            (
                (model("attention", heads(), frozen=["W_key"]), *task(B, T, seed=80), RATE, STEPS),
                (model("affine", idle(), frozen=["b"]), *task(B, T, seed=80), 0.2, 3),
            ),
            compare=learned,
        ),
        "every_step": Places(
            "every step is taken: at the minimum, uphill, and none when none is asked for",
            "The number of steps is given, and the rule is the same in each of them.",
            0.25,
            (
                (LINE, *task(6), 1.5, 4),  # too large: the loss grows
                (LINE, *task(6), 0.2, 0),
                (LINE, *task(6), 0.0, 3),
                (
                    model("affine", SINGLE_WEIGHT, frozen=["b"]),
                    torch.ones(2, 1),
                    torch.zeros(2, 1),
                    1.0,
                    4,
                ),  # to and fro
                (LINE, task(6)[0], task(6)[0] @ affine()["W"] + affine()["b"], 0.2, 4),
            ),
            compare=learned,
        ),
        "sizes_of_one": Places(
            "one output, one input, one token, one sentence: the loss is the mean over all entries all the same",
            "Which shapes do model(x) and target have, and what becomes of two shapes that differ in a difference?",
            0.3,
            [narrow(*leading, d_in=d_in, d_out=d_out) for *leading, d_in, d_out in NARROW] + [SINGLE_NUMBER],
            compare=learned,
        ),
    },
)


@check(
    "train_attention.mode",
    "a model in evaluation mode stays in it, one in training mode too",
    points=1.1,
    hint="Whose decision is the mode of the model?",
)
def test_train_mode(student: Student) -> None:
    x, target = task(B, T, seed=90)
    for mode in (True, False):
        answer = student.train_attention(model("attention", heads(), training=mode), x, target, RATE, 2)
        moved = any(differ(answer.models[-1]["weights"].get(name), value) for name, value in heads().items())
        require(moved, f"{answer.called} leaves every weight as it was")
        after = answer.models[-1]["training"]
        require(after is mode, f"{answer.called} leaves the model in {'training' if after else 'evaluation'} mode")


@check(
    "train_attention.large_and_small",
    "large gradients are not cut, small ones not ignored",
    points=0.1,
    hint="The update is the learning rate times the gradient, and nothing else.",
)
def test_train_large_and_small(student: Student) -> None:
    x, target = task(4)
    for size, rate in ((40.0, 0.0005), (1e-4, 0.5), (1e-7, 0.5)):
        weights = {name: size * value for name, value in affine().items()}
        answer = student.train_attention(model("affine", weights), x, size * target, rate, 3)
        losses, after = training.train(training.affine, weights, x, size * target, learning_rate=rate, steps=3)
        assert_numbers(answer, losses, Tolerance(0.0, 1e-5))
        trained(answer, after, Tolerance(1e-5 * size, 1e-5))


@check(
    "train_attention.second_call",
    "a second model and a third are trained like the first, each with losses of its own",
    points=1.5,
    hint="Nothing is kept from one call to the next.",
)
def test_train_second_call(student: Student) -> None:
    (x, target), (other, aim) = task(B, T, seed=120), task(B, T, seed=130)
    first = (model("attention", heads()), x, target, RATE, 3)
    answer = student.definition("train_attention").calls(first, (first[0], other, aim, RATE, 2), first)
    alone, called = student.train_attention(*first), answer.called
    one, two, three = (as_sequence(value, called) for value in answer.values)
    counts = f"train_attention returns {len(one)}, {len(two)} and {len(three)} losses for 3, 2 and 3 steps"
    require(len(one) - len(two) == 1 and len(one) == len(three), counts, "wrong shape")
    same = not unlike(one, alone.value, called) and not unlike(three, alone.value, called)
    require(same, f"{called} {UNLIKE_FIRST}")
    require(unlike(two, one[:-1], called), f"{called} gives the same losses for other numbers of the same shape")
    after = own_weights(answer)
    same = all(not differ(after.get(name), value) for name, value in own_weights(alone).items())
    moved = any(differ(after.get(name), value) for name, value in heads().items())
    require(same and moved, f"{called}: the model is not trained as it is in a call of its own")
