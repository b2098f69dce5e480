"""Programs with one fault of a model that public tests can run: they compute what the model predicts."""

import functools
import inspect
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from autograder.course import Exercise, load_course
from autograder.course.tables import read_toml
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.model import Chosen, Model, mistake_name
from autograder.diagnosis.products import Case
from autograder.diagnosis.registry import model_of

CLAIMS = "tests/claims.toml"  # in the folder of the course
Built = TypeVar("Built", bound=nn.Module)
LINEAR = {
    "SingleHeadAttention": {"q": "W_q", "k": "W_k", "v": "W_v"},
    "SingleHeadSelfAttention": {"q": "q", "k": "k", "v": "v"},
    "CausalSelfAttention": {"q": "W_Q", "k": "W_K", "v": "W_V", "o": "W_O"},
    "MultiHeadAttention": {"q": "W_Q", "k": "W_K", "v": "W_V", "o": "W_O"},
}
PLAIN = {"q": "W_query", "k": "W_key", "v": "W_value"}
CAUSAL = ("SingleHeadSelfAttention", "CausalSelfAttention")
FIXED = ("first_order_approximation", "gradient_descent", "train_attention")  # their models know one function only


def can_be_run(exercise: Exercise) -> bool:
    """Whether there are programs for the faults of this exercise."""
    return model_of(exercise) is not None and exercise.name not in FIXED


@dataclass(frozen=True)
class Fault:
    """A single fault of an exercise's model, with its name as in `tests/claims.toml`, and the family of its mistake."""

    exercise: Exercise
    faults: Chosen
    name: str
    family: str


def faults_of(exercise: Exercise) -> list[Fault]:
    """Every single fault of the exercise's model."""
    model = model_of(exercise)
    found = []
    for faults in model.singles if model else ():
        ((stage, option),) = faults
        family = load_mistakes()[mistake_name(option)].at(exercise.name).family
        found.append(Fault(exercise, faults, f"{stage}.{option}", family))
    return found


def is_true_of_both(program: str, fault: str) -> bool:
    """Whether one sentence is true of a wrong program and of a fault, as somebody has read and found."""
    return not _sentences("programs").get(program, frozenset()).isdisjoint(_sentences("faults").get(fault, ()))


@functools.cache
def _sentences(kind: str) -> dict[str, frozenset[str]]:
    """The sentences that are true of each program or fault."""
    found: dict[str, set[str]] = defaultdict(set)
    for text, listed in read_toml(load_course().folder / CLAIMS).items():
        for name in listed.get(kind, []):
            found[name].add(text)
    return {name: frozenset(texts) for name, texts in found.items()}


def source_of(fault: Fault) -> str:
    """What comes after the solution in a file with this fault."""
    return (
        "\n\nfrom autograder.authoring.faulty_programs import with_faults\n\n"
        f"{fault.exercise.name} = with_faults({fault.exercise.assignment!r}, {fault.exercise.name}, {fault.faults!r})\n"
    )


def with_faults(assignment: str, right: Any, faults: Chosen) -> Any:
    """The definition `right` with these faults."""
    exercise = load_course().exercise(assignment, right.__name__)
    model = model_of(exercise)
    if model is None:
        raise ValueError(f"{exercise.name} has no model")
    return _layer(right, model, faults) if isinstance(right, type) else _function(right, model, faults)


def _function(right: Callable[..., Any], model: Model, faults: Chosen) -> Callable[..., Any]:
    signature = inspect.signature(right)

    def faulty(*args: Any, **named: Any) -> Any:
        bound = signature.bind(*args, **named)
        bound.apply_defaults()
        given = tuple(bound.arguments[name] for name in bound.arguments if name != "device")
        inputs = given[0].double() if right.__name__ == "mask_and_renormalize" else tuple(map(_double, given))
        result = _single(model.compute(inputs, dict(faults)), model, _width(given))
        device = bound.arguments.get("device")
        return result.to(device) if device is not None and isinstance(result, Tensor) else result

    return faulty


def _layer(right: type[Built], model: Model, faults: Chosen) -> type[Built]:
    class Faulty(right):  # type: ignore[valid-type,misc]
        def forward(self, *inputs: Tensor) -> Any:
            return _single(model.compute(_inputs(self, right.__name__, inputs), dict(faults)), model, _width(inputs))

    Faulty.__name__ = right.__name__
    return Faulty


def _inputs(layer: Any, name: str, inputs: tuple[Tensor, ...]) -> Any:
    x = inputs[0]
    if name == "TokenEmbedding":
        return layer.embedding.weight.double(), x
    x = x.double()
    if name == "MultiHeadAttentionWrapper":
        return x, [{part: getattr(head, part).double() for part in PLAIN.values()} for head in layer.heads]
    if name not in LINEAR:
        other = inputs[1].double() if len(inputs) > 1 else None
        return Case(x, {letter: getattr(layer, part).double() for letter, part in PLAIN.items()}, other=other)
    parts = {letter: getattr(layer, part) for letter, part in LINEAR[name].items()}
    matrices = {letter: part.weight.T.double() for letter, part in parts.items()}
    biases = {letter: part.bias.double() for letter, part in parts.items() if part.bias is not None}
    causal = name in CAUSAL or bool(getattr(layer, "causal", False))
    heads = layer.num_heads if name == "MultiHeadAttention" else 0
    weights = name == "SingleHeadSelfAttention"
    return Case(x, matrices, biases, causal=causal, num_heads=heads, returns_weights=weights)


def _double(value: Any) -> Any:
    return value.double() if isinstance(value, Tensor) and value.is_floating_point() else value


def _width(given: tuple[Any, ...]) -> torch.dtype:
    """The dtype of the inputs: faults are none of the width of numbers."""
    widths = (item.dtype for item in given if isinstance(item, Tensor) and item.is_floating_point())
    return next(widths, torch.float32)


def _single(value: Any, model: Model, dtype: torch.dtype) -> Any:
    if isinstance(value, tuple):
        return tuple(_single(item, model, dtype) for item in value)
    if not isinstance(value, Tensor):
        return value
    return value.bool() if model.bools else value.to(dtype) if value.is_floating_point() else value
