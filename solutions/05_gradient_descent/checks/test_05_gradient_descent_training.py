"""Hidden checks of 05_gradient_descent: train_attention, what it computes."""

from autograder.checking.assertions import Tolerance, as_sequence, assert_numbers, require
from autograder.checking.registry import check
from autograder.checking.samples import sample
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
    own_weights,
    shifted,
    task,
    trained,
    unlike,
)


@check(
    "train_attention.losses",
    "the mean squared error before each update of an attention layer",
    points=0.5,
    hint="Over what is the mean taken, and when is the loss written down?",
)
def test_train_losses(student: Student) -> None:
    x, target = task(B, T)
    answer = student.train_attention(model("attention", heads()), x, target, RATE, STEPS)
    losses, weights = training.train(training.attention, heads(), x, target, learning_rate=RATE, steps=STEPS)
    assert_losses(answer, losses, weights)


@check(
    "train_attention.weights",
    "the weights after training",
    points=0.5,
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
    points=0.3,
    hint="The model knows its own parameters.",
)
def test_train_any_model(student: Student) -> None:
    x, target = task(5)
    answer = student.train_attention(model("layers", layers()), x, target, 0.2, 4)
    learned(answer, training.train(training.layers, layers(), x, target, learning_rate=0.2, steps=4))
    x, target = task(3, 2, 2)
    answer = student.train_attention(model("affine", affine()), x, target, 0.2, 4)
    learned(answer, training.train(training.affine, affine(), x, target, learning_rate=0.2, steps=4))
    answer = student.train_attention(model("shifted", shifted()), x, target, 0.2, 4)
    learned(answer, training.train(training.shifted, shifted(), x, target, learning_rate=0.2, steps=4))


@check(
    "train_attention.stale_gradients",
    "gradients left over from before do not count",
    points=0.4,
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
    points=0.3,
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
    "train_attention.every_step",
    "every step is taken: at the minimum, uphill, and none when none is asked for",
    points=0.25,
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
    points=0.1,
    hint="The update is the learning rate times the gradient, and nothing else.",
)
def test_train_large_and_small(student: Student) -> None:
    x, target = task(4)
    for size, rate in ((40.0, 0.0005), (1e-4, 0.5)):
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


@check(
    "train_attention.sizes_of_one",
    "one output, one input, one token, one sentence: the loss is the mean over all entries all the same",
    points=0.3,
    hint="Which shapes do model(x) and target have, and what becomes of two shapes that differ in a difference?",
)
def test_train_sizes_of_one(student: Student) -> None:
    for *leading, d_in, d_out in ((5, 4, 1), (2, 5, 4, 1), (5, 1, 3), (1, 4, 3), (2, 1, 4, 3), (1, 1, 1)):
        weights = drawn({"W": (d_in, d_out), "b": (d_out,)}, 44)
        x, target = sample(*leading, d_in, seed=170), sample(*leading, d_out, seed=171, scale=2.0)
        answer = student.train_attention(model("affine", weights), x, target, 0.1, 3)
        learned(answer, training.train(training.affine, weights, x, target, learning_rate=0.1, steps=3))
