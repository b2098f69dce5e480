"""Hidden checks of 05_gradient_descent: train_attention, its side effects and what it keeps."""

import itertools
import math
from typing import Any

import torch
from torch import Tensor

from autograder.checking.assertions import FLOAT32, as_number, as_sequence, require
from autograder.checking.layers import in_width
from autograder.checking.registry import check
from autograder.checking.robustness import UNLIKE_CPU, assert_pure
from autograder.checking.samples import sample
from autograder.checking.student import Student, model
from autograder.sandbox.host.student_text import listed
from solutions.shared.reference import training
from solutions.shared.training import (
    D_IN,
    EXACT,
    RATE,
    STEPS,
    B,
    T,
    affine,
    heads,
    idle,
    is_right,
    layers,
    learned,
    own_weights,
    shifted,
    task,
    trained_alike,
    unlike,
)

MOST_STEPS = 300  # more than in any example of the text
MODES: tuple[tuple[dict[str, Any], float, float], ...] = (  # of a `moded` model, and by what its parts multiply then
    ({}, 2.0, 2.0),
    ({"training": False}, 1.0, 1.0),
    ({"evaluating": ["first"]}, 1.0, 2.0),
)


@check(
    "train_attention.double",
    "a model in float64 is trained in float64",
    points=0.05,
    level="robustness",
    hint="Let torch choose the dtype.",
)
def test_train_double(student: Student) -> None:
    weights = in_width(heads(), torch.float64)
    x, target = (item.double() for item in task(B, T, seed=100))
    answer = student.train_attention(model("attention", weights), x, target, 0.5, STEPS)
    single = student.train_attention(model("attention", heads()), x.float(), target.float(), 0.5, STEPS)
    narrow = [name for name, value in own_weights(answer).items() if value.dtype is not torch.float64]
    require(not narrow, f"{answer.called} leaves {listed(narrow[:4])} in another dtype than float64", "wrong dtype")
    trained_alike(answer, single, "gives other losses or weights than in float32", FLOAT32)
    expected = training.train(training.attention, weights, x, target, learning_rate=0.5, steps=STEPS)
    if is_right(single, expected):
        learned(answer, expected, EXACT)


@check(
    "train_attention.device",
    "a model on a GPU is trained there",
    points=0.05,
    level="robustness",
    hint="Whatever is created belongs where the model is, and a loss comes from there as a plain number.",
)
def test_train_device(student: Student) -> None:
    arguments = (model("attention", heads()), *task(B, T, seed=120), 0.5, 3)
    question = student.definition("train_attention")
    there = question.on_stand_in().call(*arguments)
    if there.is_asked:
        trained_alike(there, question.call(*arguments), UNLIKE_CPU, FLOAT32)
        left = there.models[-1]["places"]
        require(
            all(place == "cuda" for place in left),
            f"{there.called} leaves weights of the model on another device",
            "wrong type",
        )


@check(
    "train_attention.leaves_alone",
    "input and target stay as they are, however they lie in memory, the model keeps its form, and nothing is drawn",
    points=0.05,
    level="robustness",
    hint="Only the model is trained, and only its numbers change.",
)
def test_train_leaves_alone(student: Student) -> None:
    x, target = (item.transpose(0, 1) for item in task(T, B, seed=110))
    answer = student.train_attention(model("attention", heads()), x, target, RATE, 2)
    contiguous = student.train_attention(model("attention", heads()), x.contiguous(), target.contiguous(), RATE, 2)
    trained_alike(answer, contiguous, "gives something else where its input has another layout in memory")
    assert_pure(answer)
    require(answer.unmarked, f"{answer.called} leaves its input with requires_grad=True or with a gradient")
    frozen = answer.models[-1]["frozen"]
    require(not frozen, f"{answer.called} leaves parameters with requires_grad=False: {listed(frozen[:4])}")
    more = [name for name in answer.models[-1]["state"] if name not in heads()]
    require(not more, f"{answer.called} leaves more in the state dict of the model: {listed(more[:4])}")


@check(
    "train_attention.plain_losses",
    "the losses are plain numbers, one for each step, even where they overflow",
    points=0.05,
    level="robustness",
    hint="How does a tensor with one entry become a plain number, and what ends the walk?",
)
def test_train_plain_losses(student: Student) -> None:
    x, target = task(6, seed=160)
    answer = student.train_attention(model("affine", affine()), x, target, 0.2, 3)
    held = any(isinstance(item, Tensor) for item in as_sequence(answer.value, answer.called))
    require(not held, f"{answer.called} returns losses that are tensors, expected plain numbers", "wrong type")
    answer = student.train_attention(model("affine", affine()), x, target, 1e9, 6)  # the fourth loss is infinite
    count = len(as_sequence(answer.value, answer.called))
    require(count == 6, f"{answer.called} returns {count} losses for 6 steps", "wrong shape")


@check(
    "train_attention.mode_meanwhile",
    "the mode of every part stays as it is meanwhile",
    points=0.4,
    level="robustness",
    hint="Someone may have set one part of the model to evaluation mode on purpose.",
)
def test_train_mode_meanwhile(student: Student) -> None:
    x, target = task(5, seed=140)
    plain = student.train_attention(model("layers", layers()), x, target, 0.1, 3)
    right = is_right(plain, training.train(training.layers, layers(), x, target, learning_rate=0.1, steps=3))
    answers = []
    for options, first, second in MODES:
        answer = student.train_attention(model("moded", layers(), **options), x, target, 0.1, 3)
        whole, parts = options.get("training", True), options.get("evaluating", [])
        modes = [whole, whole and "first" not in parts, whole]
        left = f"{answer.called} leaves a part of the model in another mode than before"
        require(answer.models[-1]["modes"] == modes, left)
        answers.append(answer)

        def forward(x: Tensor, weights: training.Weights, first: float = first, second: float = second) -> Tensor:
            return training.layers(x, weights, first, second)

        if right:
            learned(answer, training.train(forward, layers(), x, target, learning_rate=0.1, steps=3))
    trained_alike(answers[1], plain, "trains a model in evaluation mode as if it were in another mode")
    for one, other in itertools.combinations(answers, 2):
        alike = not unlike(one.value, other.value, one.called)
        require(not alike, f"{one.called} gives the same losses, whichever part of the model is in training mode")


@check(
    "train_attention.stale_elsewhere",
    "left-over gradients of parameters that do not take part move nothing, and a shared parameter moves once",
    points=0.05,
    level="robustness",
    hint="Which gradients are cleared, and which parameters are updated?",
)
def test_train_stale_elsewhere(student: Student) -> None:
    x, target = task(5, seed=150)
    frozen = ["spare", "b"]
    clean = student.train_attention(model("affine", idle(), frozen=frozen), x, target, 0.2, 3)
    stale = student.train_attention(model("affine", idle(), frozen=frozen, stale=5.0), x, target, 0.2, 3)
    trained_alike(stale, clean, "gives something else where gradients are left over from before")
    fixed = ("idle", "spare", "b")
    expected = training.train(training.affine, idle(), x, target, learning_rate=0.2, steps=3, fixed=fixed)
    if is_right(clean, expected):
        weights, aim = shifted(shared=True), sample(5, D_IN, seed=152)
        answer = student.train_attention(model("shifted", weights), x, aim, 0.2, 3)
        learned(answer, training.train(training.shifted, weights, x, aim, learning_rate=0.2, steps=3))


@check(
    "train_attention.longest",
    "300 steps, each as large as the rule says",
    points=0.05,
    level="robustness",
    hint="The learning rate is the same in every step, and the number of steps is given.",
)
def test_train_longest(student: Student) -> None:
    """One weight on a parabola: the loss shrinks by the same factor in each step, whatever the rate comes to."""
    weights = {"W": torch.tensor([[2.0]]), "b": torch.tensor([0.0])}
    x = torch.ones(3, 1)
    answer = student.train_attention(model("affine", weights, frozen=["b"]), x, -x, 0.004, MOST_STEPS)
    assert_pure(answer)
    losses = [as_number(loss, answer.called) for loss in as_sequence(answer.value, answer.called)]
    count = f"{answer.called} returns {len(losses)} losses for {MOST_STEPS} steps"
    require(len(losses) == MOST_STEPS, count, "wrong shape")
    factor = losses[1] / losses[0] if losses[0] else 0.0
    uneven = [
        step for step, (a, b) in enumerate(itertools.pairwise(losses)) if not math.isclose(b, factor * a, rel_tol=1e-4)
    ]
    place = uneven[0] if uneven else 0
    require(not uneven, f"{answer.called}: step {place} changes the loss by another factor than step 0")
