"""The `student` of a check: speaks of the student's definitions as if they were here, and asks them through the wall.

A function is asked at once: `student.softmax(z, dim=0)` is an `Answer`. A class (a capital letter) gives a question
that can be refined first: `student.SelfAttention(7, 3, 11).weights(W_query=…).call(x, cotangents=[g])`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.describe import describe_call
from autograder.sandbox.host.target import CallRequest, Target


def same_as(index: int) -> dict[str, Any]:
    """An argument that is the very same object as the argument at `index`."""
    return {"$": "same", "index": index}


def again(index: int) -> dict[str, Any]:
    """An argument that is the very same object as the tensor at `index` of the call before."""
    return {"$": "again", "index": index, "name": "the same tensor"}


def device(name: str) -> dict[str, Any]:
    """A torch.device as an argument."""
    return {"$": "device", "name": name}


def polynomial(*coefficients: float) -> dict[str, Any]:
    """The function c_0 + c_1 x + c_2 x² + … as an argument; the answer tells where it was asked."""
    return {"$": "polynomial", "coefficients": list(coefficients)}


def function(name: str) -> dict[str, Any]:
    """`sin`, `cos` or `exp` of a number as an argument."""
    return {"$": "function", "name": name}


def model(kind: str, weights: dict[str, Tensor], **options: Any) -> dict[str, Any]:
    """A small trainable model as an argument.

    Kinds: `attention` (W_query, W_key, W_value), `affine` (W, b, others unused), `layers` (first.W, first.b, second.W,
    second.b), `shifted` (the same and a `shift`; without second.W, the layers share one matrix), `moded` (as `layers`,
    each layer's result doubled while that layer is in training mode).
    Options: frozen=[names], stale=a number that stands in the gradients before, unused=[names without a stale
    gradient], training=False, evaluating=[layers in evaluation mode].
    """
    return {"$": "model", "kind": kind, "weights": weights, **options}


@dataclass(frozen=True)
class Question:
    """A recipe in the making; every method returns a new one, `call` and `calls` ask it."""

    examinee: Target
    recipe: CallRequest

    def _with(self, **fields: Any) -> "Question":
        return replace(self, recipe=self.recipe | fields)

    def weights(self, **weights: Tensor) -> "Question":
        """Put these values into the parameters (state-dict names; a dot is written as two underscores)."""
        return self._with(weights={name.replace("__", "."): value for name, value in weights.items()})

    def state(self, weights: dict[str, Tensor]) -> "Question":
        """Put these values into the parameters, by their names as they are."""
        return self._with(weights=weights)

    def to(self, dtype: torch.dtype | None = None, device: str | None = None) -> "Question":
        """Move the model before it is called."""
        return self._with(dtype=dtype, device=device)

    def train(self, mode: bool = True) -> "Question":
        """Set the mode before the call."""
        return self._with(training=mode)

    def eval(self) -> "Question":
        """Set evaluation mode before the call."""
        return self.train(False)

    def seeded(self, seed: int) -> "Question":
        """Seed torch, random and numpy before construction (else with a number that nobody chooses)."""
        return self._with(seed=seed)

    def reading(self) -> "Question":
        """Report the values of all parameters after construction (`Answer.weights`)."""
        return self._with(read=True)

    def watched(self) -> "Question":
        """Report what the calls changed in the layer (`Answer.state_after` and its neighbours)."""
        return self._with(watch=True)

    def call(self, *args: Any, cotangents: Sequence[Tensor | None] | None = None, **named: Any) -> Answer:
        """Call once; with `cotangents` (one for each output tensor) go backward and report gradients."""
        fields = {"cotangents": list(cotangents)} if cotangents is not None else {}
        return self._with(calls=[{"args": list(args), "named": named}], **fields).ask()

    def calls(self, *each: tuple[Any, ...], seeds: Sequence[int] | None = None) -> Answer:
        """Call several times, one after the other, on the same object; `Answer.values` holds all results."""
        calls: list[dict[str, Any]] = [{"args": list(args), "named": {}} for args in each]
        for call, seed in zip(calls, seeds or (), strict=False):
            call["seed"] = seed
        return self._with(calls=calls).ask()

    def steps(self, *each: tuple[Any, ...]) -> Answer:
        """The same, with methods between: `("eval",)`, `("load_state_dict", weights)` beside `(x,)`."""
        calls = [
            {"args": list(step[1:]), "named": {}, "method": step[0]}
            if step and isinstance(step[0], str)
            else {"args": list(step), "named": {}}
            for step in each
        ]
        return self._with(calls=calls).ask()

    def reweighed(self, inputs: Sequence[Tensor], weights: dict[str, Tensor]) -> Answer:
        """Call twice with the same tensors, on the same object; before the second call, its weights become these."""
        second = {"args": [again(place) for place in range(len(inputs))], "named": {}, "weights": weights}
        return self._with(calls=[{"args": list(inputs), "named": {}}, second]).ask()

    def construct(self) -> Answer:
        """Only build; for what construction itself must do (raise, print, draw)."""
        return self._with(calls=[]).ask()

    def ask(self) -> Answer:
        """Put the recipe as it stands."""
        (report,) = self.examinee.ask([self.recipe])
        return Answer(report, describe_call(self.recipe), self.recipe)


class Student:
    """The definitions of one file of one submission."""

    def __init__(self, examinee: Target) -> None:
        self._examinee = examinee

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name[0].isupper():
            return lambda *args, **named: self.definition(name)._with(init=list(args), init_named=named)  # noqa: SLF001 - same module
        return lambda *args, **named: self.definition(name).call(*args, **named)

    def definition(self, name: str) -> Question:
        """A question about a function, to be refined: `student.definition("softmax").seeded(3).call(z)`."""
        return Question(self._examinee, {"target": name})
