"""Arguments of checks that are no plain values: functions of one number, small models to train, one that writes.

A check describes such an argument (`{"$": "polynomial", "coefficients": [1.0, 2.0]}`) and `BUILDERS` builds it: inside the
sandbox, where this file is sent as text, and in this process when checks run on the solution. So it may import only what
students have, and contains nothing secret.
"""

import math
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import torch
from torch import Tensor, nn

FUNCTIONS: dict[str, Callable[[Any], Any]] = {"sin": math.sin, "cos": math.cos, "exp": math.exp}


def polynomial(coefficients: list[float], only_at: float | None = None) -> Callable[[Any], Any]:
    """Return the function c_0 + c_1 x + c_2 x² + …; with `only_at`, it refuses every other number."""

    def value(x: Any) -> Any:
        if only_at is not None and x != only_at:
            raise ValueError(f"only the value at {only_at:g} is known")
        result = 0.0 * x
        for coefficient in reversed(coefficients):
            result = result * x + coefficient
        return result

    return value


class Weighted(nn.Module):
    """A model whose parameters are given by value."""

    def __init__(self, weights: dict[str, Tensor]) -> None:
        super().__init__()
        for name, value in weights.items():
            self.register_parameter(name, nn.Parameter(value.detach().clone()))


class Attention(Weighted):
    """A small attention layer for a student's training loop to train; a library call, so it gives nothing away."""

    W_query: Tensor
    W_key: Tensor
    W_value: Tensor

    def forward(self, x: Tensor) -> Tensor:
        """(…, T, d_in) → (…, T, d_out)."""
        queries, keys, values = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return nn.functional.scaled_dot_product_attention(queries, keys, values)


class Affine(Weighted):
    """x W + b, the smallest possible model; further weights are parameters that forward does not use."""

    W: Tensor
    b: Tensor

    def forward(self, x: Tensor) -> Tensor:
        """(…, d_in) → (…, d_out)."""
        return x @ self.W + self.b


class Layers(nn.Module):
    """Two affine maps with tanh between them: the parameters are those of submodules (`first.W`, …, `second.b`)."""

    layer: type[Affine] = Affine

    def __init__(self, weights: dict[str, Tensor]) -> None:
        super().__init__()
        self.first, self.second = (
            self.layer({name: weights[f"{place}.{name}"] for name in ("W", "b")}) for place in ("first", "second")
        )

    def forward(self, x: Tensor) -> Tensor:
        """(…, d_in) → (…, d_out)."""
        result: Tensor = self.second(torch.tanh(self.first(x)))
        return result


class Shifted(Layers):
    """Layers plus a shift of the model's own; without a `second.W`, both layers share one matrix."""

    shift: Tensor

    def __init__(self, weights: dict[str, Tensor]) -> None:
        super().__init__({"second.W": weights["first.W"]} | weights)
        if "second.W" not in weights:
            self.second.W = self.first.W
        self.register_parameter("shift", nn.Parameter(weights["shift"].detach().clone()))

    def forward(self, x: Tensor) -> Tensor:
        """(…, d_in) → (…, d_out)."""
        return super().forward(x) + self.shift


class Doubling(Affine):
    """x W + b, twice as large in training mode: the result shows in which mode it was computed."""

    def forward(self, x: Tensor) -> Tensor:
        """(…, d_in) → (…, d_out)."""
        return super().forward(x) * (2.0 if self.training else 1.0)


class ModedLayers(Layers):
    """Layers whose result shows their mode."""

    layer = Doubling


class Bounded(Layers):
    """Layers with their result between -1 and 1: its gradient is computed from the result itself."""

    def forward(self, x: Tensor) -> Tensor:
        """(…, d_in) → (…, d_out)."""
        return torch.tanh(super().forward(x))


MODELS: dict[str, Callable[[dict[str, Tensor]], nn.Module]] = {
    "attention": Attention,
    "affine": Affine,
    "layers": Layers,
    "shifted": Shifted,
    "moded": ModedLayers,
    "bounded": Bounded,
}


def build_model(description: dict[str, Any]) -> nn.Module:
    """Return a model of the described kind with these weights, frozen parameters, stale gradients and modes."""
    model = MODELS[description["kind"]](description["weights"])
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(name not in description.get("frozen", ()))
        if description.get("stale") and name not in description.get("unused", ()):
            parameter.grad = torch.full_like(parameter, description["stale"])
    model.train(bool(description.get("training", True)))
    for name in description.get("evaluating", ()):
        model.get_submodule(name).eval()
    return model


class InterruptedModelError(Exception):
    """What a writer raises; its text says in which mode the writer is when the text is read."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self._model = model

    def __str__(self) -> str:
        """Return the mode of the writer."""
        modes = {part.training for part in self._model.modules()}
        mode = "mixed" if len(modes) > 1 else "training" if self._model.training else "evaluation"
        return f"the model stopped, and is in {mode} mode"


class FailedModelError(InterruptedModelError, RuntimeError):
    """The same as one of the errors that torch raises."""


class Writer(nn.Module):
    """A model of ids `(B, T)` whose logits `(B, T, V)` remember: half of those before, and the row of the last id.

    `log` has a row for each call: the number of tokens, whether a part was in training mode, and whether a graph was
    built. In training mode the logits are turned around, so that other ids come out.
    """

    MAX_CALLS = 260
    log: Tensor

    def __init__(self, table: Tensor, raises_at: int, *, frozen: bool) -> None:
        super().__init__()
        self.table = nn.Parameter(table.detach().clone(), requires_grad=not frozen)
        self.register_parameter("log", nn.Parameter(torch.full((self.MAX_CALLS, 3), -1.0), requires_grad=False))
        self.part = nn.Identity()  # a part with a mode of its own, as the dropout of a model has
        self._raises_at = raises_at
        self._calls = 0

    def forward(self, ids: Tensor) -> Tensor:
        """(B, T) → (B, T, V)."""
        if self._calls == self._raises_at:
            raise FailedModelError(self) if self._calls % 2 else InterruptedModelError(self)
        memory, logits = torch.zeros_like(self.table[0]), []
        for column in ids.unbind(1):
            memory = memory / 2 + self.table[column]
            logits.append(memory)
        result = torch.stack(logits, 1)
        training = self.training or self.part.training
        with torch.no_grad():
            row = [float(ids.shape[1]), float(training), float(result.requires_grad)]
            self.log[min(self._calls, self.MAX_CALLS - 1)] = torch.tensor(row)
        self._calls += 1
        return -result if self.training else result


def build_writer(description: dict[str, Any]) -> nn.Module:
    """Return a writer in the described mode."""
    writer = Writer(description["table"], description["raises_at"], frozen=description["frozen"])
    return writer.train(description["training"])


BUILDERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "polynomial": lambda description: polynomial(description["coefficients"], description.get("only_at")),
    "function": lambda description: FUNCTIONS[description["name"]],
    "model": build_model,
    "writer": build_writer,
    "mapping": lambda description: MappingProxyType(description["items"]),
    "generator": lambda description: torch.Generator().manual_seed(description["seed"]),
}
