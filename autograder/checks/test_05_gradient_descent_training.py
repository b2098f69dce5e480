"""Hidden checks of 05_gradient_descent: train_attention."""

from typing import Any

import torch
from torch import Tensor

from autograder.checks.answer import Answer
from autograder.checks.api import check
from autograder.checks.judge import Tolerance, agree_numbers, agree_tensor, as_sequence, hold
from autograder.checks.sizes import numbers
from autograder.checks.student import Student, model
from autograder.oracle import training

# Six steps in float32 stay far closer to float64 than this; losses rounded to 4 digits do not.
TRAINED = Tolerance(1e-5, 1e-5)
# In float64 with a learning rate that every width holds; losses computed in float32 do not stay so close.
EXACT = Tolerance(1e-9, 1e-9)
B, T, D_IN, D_K, D_OUT = 2, 7, 4, 5, 3
RATE, STEPS = 0.4, 6

Expected = tuple[list[float], dict[str, Tensor]]


def drawn(shapes: dict[str, tuple[int, ...]], seed: int = 40) -> dict[str, Tensor]:
    """Weights of these shapes."""
    return {name: numbers(*shape, seed=seed + place, scale=0.7) for place, (name, shape) in enumerate(shapes.items())}


def heads() -> dict[str, Tensor]:
    """Weights of the small attention layer."""
    return drawn({"W_query": (D_IN, D_K), "W_key": (D_IN, D_K), "W_value": (D_IN, D_OUT)})


def affine() -> dict[str, Tensor]:
    """Weights of x W + b."""
    return drawn({"W": (D_IN, D_OUT), "b": (D_OUT,)})


def idle() -> dict[str, Tensor]:
    """The same between two parameters that play no part in it."""
    return drawn({"idle": (2,)}, 38) | affine() | drawn({"spare": (3, 2)}, 39)


def layers() -> dict[str, Tensor]:
    """Weights of two affine maps, one after the other."""
    return drawn({"first.W": (D_IN, D_K), "first.b": (D_K,), "second.W": (D_K, D_OUT), "second.b": (D_OUT,)})


def shifted(*, shared: bool = False) -> dict[str, Tensor]:
    """Weights of layers, and a shift that belongs to none of them; two `shared` layers have one matrix."""
    square = drawn({"first.W": (D_IN, D_IN), "first.b": (D_IN,), "second.b": (D_IN,), "shift": (D_IN,)})
    return square if shared else layers() | drawn({"shift": (D_OUT,)}, 48)


def task(*leading: int, seed: int = 50) -> tuple[Tensor, Tensor]:
    """Inputs, and targets that are far enough away to learn something."""
    return numbers(*leading, D_IN, seed=seed), numbers(*leading, D_OUT, seed=seed + 1, scale=2.0)


def learned(answer: Answer, expected: Expected, tolerance: Tolerance = TRAINED) -> None:
    """Losses and weights after training are those of the reference."""
    losses, weights = expected
    agree_numbers(answer, losses, tolerance)
    trained(answer, weights, tolerance)


def trained(answer: Answer, weights: dict[str, Tensor], tolerance: Tolerance = TRAINED) -> None:
    """The weights after training."""
    found: dict[str, Any] = answer.models[-1]["weights"]
    for name, value in weights.items():
        agree_tensor(found.get(name), value, tolerance, called=answer.called, what=f"{name} after training")


@check(
    "train_attention.losses",
    "the mean squared error before each update of an attention layer",
    points=0.8,
    hint="Over what is the mean taken, and when is the loss written down?",
)
def test_train_losses(student: Student) -> None:
    x, target = task(B, T)
    answer = student.train_attention(model("attention", heads()), x, target, RATE, STEPS)
    losses, _ = training.train(training.attention, heads(), x, target, learning_rate=RATE, steps=STEPS)
    agree_numbers(answer, losses, TRAINED)


@check(
    "train_attention.weights",
    "the weights after training",
    points=0.8,
    hint="By how much, and in which direction, does a parameter move in one step?",
)
def test_train_weights(student: Student) -> None:
    x, target = task(B, T, seed=60)
    answer = student.train_attention(model("attention", heads()), x, target, RATE, STEPS)
    _, weights = training.train(training.attention, heads(), x, target, learning_rate=RATE, steps=STEPS)
    trained(answer, weights)


@check(
    "train_attention.any_model",
    "models with other names, with parts and parameters beside them, and inputs of other shapes",
    points=0.6,
    hint="The model knows its own parameters.",
)
def test_train_any_model(student: Student) -> None:
    x, target = task(5)
    answer = student.train_attention(model=model("layers", layers()), x=x, target=target, learning_rate=0.2, steps=4)
    learned(answer, training.train(training.layers, layers(), x, target, learning_rate=0.2, steps=4))
    x, target = task(3, 2, 2)
    answer = student.train_attention(model("affine", affine()), x, target, 0.2, 4)
    learned(answer, training.train(training.affine, affine(), x, target, learning_rate=0.2, steps=4))
    answer = student.train_attention(model("shifted", shifted()), x, target, 0.2, 4)
    learned(answer, training.train(training.shifted, shifted(), x, target, learning_rate=0.2, steps=4))


@check(
    "train_attention.stale_gradients",
    "gradients left over from before do not count",
    points=0.6,
    hint="What does backward() do where a gradient stands already?",
)
def test_train_stale_gradients(student: Student) -> None:
    x, target = task(B, T, seed=70)
    for steps in (1, 3):
        stale = model("attention", heads(), stale=5.0)
        answer = student.train_attention(stale, x, target, RATE, steps)
        learned(answer, training.train(training.attention, heads(), x, target, learning_rate=RATE, steps=steps))


@check(
    "train_attention.skipped",
    "frozen parameters and parameters that the model does not use stay what they are",
    points=0.6,
    hint="What is p.grad of a parameter that the loss does not depend on?",
)
def test_train_skipped(student: Student) -> None:
    x, target = task(B, T, seed=80)
    answer = student.train_attention(model("attention", heads(), frozen=["W_key"]), x, target, RATE, STEPS)
    fixed: tuple[str, ...] = ("W_key",)
    learned(
        answer, training.train(training.attention, heads(), x, target, learning_rate=RATE, steps=STEPS, fixed=fixed)
    )
    answer = student.train_attention(model("affine", idle(), frozen=["b"]), x, target, 0.2, 3)
    fixed = ("idle", "spare", "b")
    learned(answer, training.train(training.affine, idle(), x, target, learning_rate=0.2, steps=3, fixed=fixed))


@check(
    "train_attention.mode",
    "a model in evaluation mode stays in it, one in training mode too",
    points=0.4,
    hint="Whose decision is the mode of the model?",
)
def test_train_mode(student: Student) -> None:
    x, target = task(B, T, seed=90)
    for mode in (True, False):
        answer = student.train_attention(model("attention", heads(), training=mode), x, target, RATE, 2)
        hold(len(as_sequence(answer.value, answer.called)) == 2, f"{answer.called} does not return 2 losses")
        after = answer.models[-1]["training"]
        hold(after is mode, f"{answer.called} leaves the model in {'training' if after else 'evaluation'} mode")


@check(
    "train_attention.every_step",
    "every step is taken: at the minimum, uphill, and none when none is asked for",
    points=0.7,
    hint="The number of steps is given, and the rule is the same in each of them.",
)
def test_train_every_step(student: Student) -> None:
    x, target = task(6)
    for rate, steps in ((1.5, 4), (0.2, 0), (0.0, 3)):  # the first is too large: the loss grows
        answer = student.train_attention(model("affine", affine()), x, target, rate, steps)
        learned(answer, training.train(training.affine, affine(), x, target, learning_rate=rate, steps=steps))
    perfect = x @ affine()["W"] + affine()["b"]
    answer = student.train_attention(model("affine", affine()), x, perfect, 0.2, 4)
    learned(answer, ([0.0] * 4, affine()))


@check(
    "train_attention.large_and_small",
    "large gradients are not cut, small ones not ignored",
    points=0.3,
    hint="The update is the learning rate times the gradient, and nothing else.",
)
def test_train_large_and_small(student: Student) -> None:
    x, target = task(4)
    for size, rate in ((40.0, 0.0005), (1e-4, 0.5)):
        weights = {name: size * value for name, value in affine().items()}
        answer = student.train_attention(model("affine", weights), x, size * target, rate, 3)
        losses, after = training.train(training.affine, weights, x, size * target, learning_rate=rate, steps=3)
        agree_numbers(answer, losses, Tolerance(0.0, 1e-5))
        trained(answer, after, Tolerance(1e-5 * size, 1e-5))


@check(
    "train_attention.double",
    "a model in float64 is trained in float64",
    points=0.2,
    level="robustness",
    hint="Let torch choose the dtype.",
)
def test_train_double(student: Student) -> None:
    weights = {name: value.double() for name, value in heads().items()}
    x, target = (item.double() for item in task(B, T, seed=100))
    answer = student.train_attention(model("attention", weights), x, target, 0.5, STEPS)
    learned(answer, training.train(training.attention, weights, x, target, learning_rate=0.5, steps=STEPS), EXACT)
    hold(answer.models[-1]["weights"]["W_key"].dtype is torch.float64, f"{answer.called} changes the dtype")


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
    hold(answer.unmarked, f"{answer.called} leaves its input asking for gradients, or with one")
    frozen = answer.models[-1]["frozen"]
    hold(not frozen, f"{answer.called} leaves parameters frozen: {', '.join(frozen)}")
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
    hold(len(as_sequence(answer.values[0], answer.called)) == 3, "the first call does not return 3 losses")


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
