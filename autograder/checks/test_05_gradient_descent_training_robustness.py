"""Hidden checks of 05_gradient_descent: train_attention, its side effects and what it keeps."""

import torch
from torch import Tensor

from autograder.checks.api import check
from autograder.checks.judge import hold
from autograder.checks.judge_numbers import as_sequence
from autograder.checks.modules import in_width
from autograder.checks.sizes import numbers
from autograder.checks.student import Student, model
from autograder.checks.training import (
    D_IN,
    EXACT,
    RATE,
    STEPS,
    B,
    T,
    affine,
    heads,
    idle,
    layers,
    learned,
    shifted,
    task,
)
from autograder.oracle import training


@check(
    "train_attention.double",
    "a model in float64 is trained in float64",
    points=0.2,
    level="robustness",
    hint="Let torch choose the dtype.",
)
def test_train_double(student: Student) -> None:
    weights = in_width(heads(), torch.float64)
    x, target = (item.double() for item in task(B, T, seed=100))
    answer = student.train_attention(model("attention", weights), x, target, 0.5, STEPS)
    learned(answer, training.train(training.attention, weights, x, target, learning_rate=0.5, steps=STEPS), EXACT)


@check(
    "train_attention.leaves_alone",
    "input and target stay as they are, the model can be trained again, and nothing is drawn",
    points=0.2,
    level="robustness",
    hint="Only the model is trained, and only its numbers change.",
)
def test_train_leaves_alone(student: Student) -> None:
    x, target = (item.transpose(0, 1) for item in task(T, B, seed=110))
    answer = student.train_attention(model("attention", heads()), x, target, RATE, 2)
    learned(answer, training.train(training.attention, heads(), x, target, learning_rate=RATE, steps=2))
    hold(answer.untouched, f"{answer.called} changes its input")
    hold(answer.unmarked, f"{answer.called} leaves its input with requires_grad=True or with a gradient")
    frozen = answer.models[-1]["frozen"]
    hold(not frozen, f"{answer.called} leaves parameters with requires_grad=False: {', '.join(frozen)}")
    hold(answer.rng_untouched, f"{answer.called} draws random numbers or seeds the generator")


@check(
    "train_attention.plain_losses",
    "the losses are plain numbers, one for each step, even where they overflow",
    points=0.1,
    level="robustness",
    hint="How does a tensor with one entry become a plain number, and what ends the walk?",
)
def test_train_plain_losses(student: Student) -> None:
    x, target = task(6, seed=160)
    answer = student.train_attention(model("affine", affine()), x, target, 0.2, 3)
    learned(answer, training.train(training.affine, affine(), x, target, learning_rate=0.2, steps=3))
    held = any(isinstance(item, Tensor) for item in answer.value)
    hold(not held, f"{answer.called} returns losses that are tensors, expected plain numbers", "wrong type")
    answer = student.train_attention(model("affine", affine()), x, target, 1e9, 6)  # the fourth loss is infinite
    count = len(as_sequence(answer.value, answer.called))
    hold(count == 6, f"{answer.called} returns {count} losses for 6 steps", "wrong shape")


@check(
    "train_attention.second_call",
    "a second model is trained like the first",
    points=0.3,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
    for_message="says that something is kept from call to call",
)
def test_train_second_call(student: Student) -> None:
    (x, target), (other, aim) = task(B, T, seed=120), task(3, 2, seed=130)
    first, second = (model("attention", heads(), training=mode) for mode in (False, True))
    answer = student.definition("train_attention").calls((first, x, target, RATE, 3), (second, other, aim, 0.1, 2))
    learned(answer, training.train(training.attention, heads(), other, aim, learning_rate=0.1, steps=2))
    count = len(as_sequence(answer.values[0], answer.called))
    hold(count == 3, f"train_attention returns {count} losses for 3 steps in the first of two calls")


@check(
    "train_attention.mode_meanwhile",
    "the mode of every part stays as it is meanwhile",
    points=0.2,
    level="robustness",
    hint="Someone may have set one part of the model to evaluation mode on purpose.",
)
def test_train_mode_meanwhile(student: Student) -> None:
    x, target = task(5, seed=140)
    for options, first, second in (
        ({}, 2.0, 2.0),
        ({"training": False}, 1.0, 1.0),
        ({"evaluating": ["first"]}, 1.0, 2.0),
    ):
        answer = student.train_attention(model("moded", layers(), **options), x, target, 0.1, 3)

        def forward(x: Tensor, weights: training.Weights, first: float = first, second: float = second) -> Tensor:
            return training.layers(x, weights, first, second)

        learned(answer, training.train(forward, layers(), x, target, learning_rate=0.1, steps=3))


@check(
    "train_attention.stale_elsewhere",
    "left-over gradients of parameters that do not take part move nothing, and a shared parameter moves once",
    points=0.2,
    level="robustness",
    hint="Which gradients are cleared, and which parameters are updated?",
)
def test_train_stale_elsewhere(student: Student) -> None:
    x, target = task(5, seed=150)
    fixed = ("idle", "spare", "b")
    answer = student.train_attention(model("affine", idle(), frozen=["spare", "b"], stale=5.0), x, target, 0.2, 3)
    learned(answer, training.train(training.affine, idle(), x, target, learning_rate=0.2, steps=3, fixed=fixed))
    weights, aim = shifted(shared=True), numbers(5, D_IN, seed=152)
    answer = student.train_attention(model("shifted", weights), x, aim, 0.2, 3)
    learned(answer, training.train(training.shifted, weights, x, aim, learning_rate=0.2, steps=3))
