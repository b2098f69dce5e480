"""What the checks of train_attention share: models, what they learn from, and what they must have learned."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import (
    Tolerance,
    as_number,
    as_sequence,
    assert_numbers,
    assert_plain,
    assert_tensor,
    require,
)
from autograder.checking.failures import CheckFailedError
from autograder.checking.robustness import difference
from autograder.checking.samples import sample
from solutions.shared.reference import training

# Six steps in float32 stay far closer to float64 than this; losses rounded to 4 digits do not.
TRAINED = Tolerance(1e-5, 1e-5)
# In float64 with a learning rate that every width holds; losses computed in float32 do not stay so close.
EXACT = Tolerance(1e-9, 1e-9)
B, T, D_IN, D_K, D_OUT = 2, 7, 4, 5, 3
RATE, STEPS = 0.4, 6

UNLIKE_FIRST = "gives other losses than for the same model in a call of its own"

Expected = tuple[list[float], dict[str, Tensor]]


def drawn(shapes: dict[str, tuple[int, ...]], seed: int = 40) -> dict[str, Tensor]:
    """Weights of these shapes."""
    return {name: sample(*shape, seed=seed + place, scale=0.7) for place, (name, shape) in enumerate(shapes.items())}


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
    return sample(*leading, D_IN, seed=seed), sample(*leading, D_OUT, seed=seed + 1, scale=2.0)


FORWARD: dict[str, training.Forward] = {
    "attention": training.attention,
    "affine": training.affine,
    "layers": training.layers,
    "shifted": training.shifted,
    "bounded": lambda x, weights: training.layers(x, weights).tanh(),
}
UNUSED = ("idle", "spare")  # parameters that play no part


def learned_by(model: dict[str, Any], x: Tensor, target: Tensor, learning_rate: float, steps: int) -> Expected:
    """What training makes of a model that is described like this."""
    fixed = (*UNUSED, *model.get("frozen", ()))
    weights = model["weights"]
    return training.train(
        FORWARD[model["kind"]], weights, x, target, learning_rate=learning_rate, steps=steps, fixed=fixed
    )


def learned_weights(answer: Answer, expected: Expected) -> None:
    """Weights after training are those of the reference, whatever the losses are."""
    trained(answer, expected[1])


def learned(answer: Answer, expected: Expected, tolerance: Tolerance = TRAINED) -> None:
    """Losses and weights after training are those of the reference."""
    losses, weights = expected
    assert_numbers(answer, losses, tolerance)
    trained(answer, weights, tolerance)


def trained(answer: Answer, weights: dict[str, Tensor], tolerance: Tolerance = TRAINED) -> None:
    """The weights after training."""
    found: dict[str, Any] = answer.models[-1]["weights"]
    for name, value in weights.items():
        assert_tensor(found.get(name), value, tolerance, called=answer.called, what=f"{name} after training")


def assert_losses(answer: Answer, expected: Expected) -> None:
    """The losses; where they are wrong, the sentence says whether the loss or the update is."""
    losses, weights = expected
    try:
        assert_numbers(answer, losses, TRAINED)
    except CheckFailedError as failure:
        failure.add(_wrong_step(answer, losses, weights))
        raise


def _wrong_step(answer: Answer, losses: Sequence[float], weights: dict[str, Tensor]) -> str:
    """What is right beside wrong losses: the weights after training, or else the loss before the first update."""
    got = answer.value
    if not isinstance(got, list | tuple) or len(got) != len(losses):
        return ""
    if _passes(lambda: trained(answer, weights)):
        return "; the weights after training are right, so the updates are, and the loss is not"
    if _passes(lambda: assert_plain(got[0], losses[0], TRAINED, called=answer.called)):
        return "; the loss before the first update is right, and the weights after training are not: look at the gradients and the update"
    return ""


def _passes(claim: Callable[[], None]) -> bool:
    try:
        claim()
    except CheckFailedError:
        return False
    return True


def is_right(answer: Answer, expected: Expected) -> bool:
    """Whether the program computes what the text says: if not, its own values are all there is to compare with."""
    try:
        learned(answer, expected)
    except CheckFailedError:
        return False
    return True


def unlike(got: object, own: object, called: str, tolerance: Tolerance = TRAINED) -> bool:
    """Whether these losses are others than some other losses of the same program; NaN is like NaN."""
    losses, others = (as_sequence(value, called) for value in (got, own))
    pairs = [(as_number(a, called), as_number(b, called)) for a, b in zip(losses, others, strict=False)]
    return len(losses) != len(others) or not all(_near(a, b, tolerance) for a, b in pairs)


def _near(a: float, b: float, tolerance: Tolerance) -> bool:
    within = abs(a - b) <= tolerance.absolute + tolerance.relative * abs(b)
    return a == b or within or (math.isnan(a) and math.isnan(b))


def own_weights(answer: Answer) -> dict[str, Tensor]:
    """The weights that the program's own training led to."""
    return {str(name): value for name, value in answer.models[-1]["weights"].items()}


def differ(got: object, own: object) -> bool:
    """Whether two weights of a program are not the same."""
    if not isinstance(got, Tensor) or not isinstance(own, Tensor):
        return True
    return bool(difference(got, own, TRAINED))


def trained_alike(answer: Answer, own: Answer, situation: str, tolerance: Tolerance = TRAINED) -> None:
    """Losses and weights are those of another answer of the same program."""
    weights = answer.models[-1]["weights"]
    same = not unlike(answer.value, own.value, answer.called, tolerance)
    same = same and all(
        not difference(weights[name], value, tolerance) for name, value in own_weights(own).items() if name in weights
    )
    require(same, f"{answer.called} {situation}")


COEFFICIENT = st.integers(-3, 3)
FINE = Tolerance(0.0, 1e-9)  # relative only: for points close to 0


def valued(coefficients: tuple[float, ...], x: float) -> float:
    """The polynomial, term by term."""
    return sum(coefficient * x**power for power, coefficient in enumerate(coefficients))


def function_of(argument: dict[str, Any]) -> Callable[[float], float]:
    """The function that an argument made by `polynomial` or `function` stands for."""
    if argument["$"] == "function":
        found: Callable[[float], float] = getattr(math, argument["name"])
        return found
    return lambda x: valued(tuple(argument["coefficients"]), x)
