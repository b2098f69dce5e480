"""Programs with one fault of a model that public tests can run: they compute what the model predicts."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from autograder.diagnosis.model import FaultModel, FaultSet
from solutions.shared.faults.products import Case

Built = TypeVar("Built", bound=nn.Module)
LINEAR = {
    "SingleHeadAttention": {"q": "W_q", "k": "W_k", "v": "W_v"},
    "SingleHeadSelfAttention": {"q": "q", "k": "k", "v": "v"},
    "CausalSelfAttention": {"q": "W_Q", "k": "W_K", "v": "W_V", "o": "W_O"},
    "MultiHeadAttention": {"q": "W_Q", "k": "W_K", "v": "W_V", "o": "W_O"},
}
PLAIN = {"q": "W_query", "k": "W_key", "v": "W_value"}
CAUSAL = ("SingleHeadSelfAttention", "CausalSelfAttention")


def with_fault(right: Any, model: FaultModel, faults: FaultSet) -> Any:
    """The definition `right` with these faults."""
    return _layer(right, model, faults) if isinstance(right, type) else _function(right, model, faults)


def _function(right: Callable[..., Any], model: FaultModel, faults: FaultSet) -> Callable[..., Any]:
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


def _layer(right: type[Built], model: FaultModel, faults: FaultSet) -> type[Built]:
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


def _single(value: Any, model: FaultModel, dtype: torch.dtype) -> Any:
    if isinstance(value, tuple):
        return tuple(_single(item, model, dtype) for item in value)
    if not isinstance(value, Tensor):
        return value
    return value.bool() if model.bools else value.to(dtype) if value.is_floating_point() else value
