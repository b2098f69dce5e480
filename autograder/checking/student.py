"""The `student` fixture of a check: calls a submission's definitions in the sandbox as if they were local.

A function is called at once: `student.softmax(z, dim=0)` is an `Answer`. A class (its name begins with a capital
letter) gives a `Question`, which can be refined before it is sent:
`student.SelfAttention(7, 3, 11).weights(W_query=…).call(x, cotangents=[g])`. Whatever else a check does with a
submission's objects (methods, attributes, operators, objects as arguments of others) is a `script()`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer, PartAnswer
from autograder.checking.describe import describe_call
from autograder.checking.script import Script
from autograder.sandbox.host.target import CallRequest, Target

UNRECORDED: dict[str, Any] = {"recording": False}  # the state of a call: under torch.no_grad()
TRAINING, EVALUATING = ({"training": mode} for mode in (True, False))


def same_as(index: int) -> dict[str, Any]:
    """Return an argument that is the same object as the argument at `index`."""
    return {"$": "same", "index": index}


def again(index: int) -> dict[str, Any]:
    """Return an argument that is the same object as the tensor at `index` of the previous call."""
    return {"$": "again", "index": index, "name": "the same tensor"}


def returned(index: int, call: int = -1, name: str = "what the call before returned") -> dict[str, Any]:
    """Return an argument that is item `index` of what an earlier call of the request returned, by default the last."""
    return {"$": "returned", "index": index, "call": call, "name": name}


def relaid(index: int, name: str) -> dict[str, Any]:
    """Return an argument like `returned`, in tensors that somebody else made: the same numbers, laid out otherwise."""
    return {**returned(index, name=name), "relaid": True}


def device(name: str) -> dict[str, Any]:
    """Return a `torch.device` as an argument."""
    return {"$": "device", "name": name}


def polynomial(*coefficients: float, only_at: float | None = None) -> dict[str, Any]:
    """Return the function c_0 + c_1 x + c_2 x² + … as an argument; with `only_at`, it refuses every other number."""
    known = {} if only_at is None else {"only_at": only_at}
    return {"$": "polynomial", "coefficients": list(coefficients), **known}


def function(name: str) -> dict[str, Any]:
    """Return the function `sin`, `cos` or `exp` of a number as an argument."""
    return {"$": "function", "name": name}


def model(kind: str, weights: dict[str, Tensor], **options: Any) -> dict[str, Any]:
    """Return a small trainable model as an argument.

    Kinds: `attention` (W_query, W_key, W_value), `affine` (W, b, others unused), `layers` (first.W, first.b, second.W,
    second.b), `shifted` (`layers` and a `shift`; without second.W, the layers share one matrix), `moded` (`layers`,
    with the result of each layer doubled while it is in training mode).
    Options: frozen=[names], stale=initial value of all gradients, unused=[names whose gradient is None],
    training=False, evaluating=[layers in evaluation mode].
    """
    return {"$": "model", "kind": kind, "weights": weights, **options}


def helper(kind: str, **options: Any) -> dict[str, Any]:
    """Return an argument that the course's `shared/arguments.py` builds in the worker: `BUILDERS[kind]` of the options.

    The source of that module is sent to the worker, so it may contain nothing that a submission must not read.
    """
    return {"$": kind, **options}


@dataclass(frozen=True)
class Question:
    """A request that is being built. Methods that refine it return a new question; `call` and its variants send it."""

    target: Target
    request: CallRequest
    outputs: Sequence[str] = ()
    place: int = 0

    def _with(self, **fields: Any) -> "Question":
        return replace(self, request=self.request | fields)

    def weights(self, **weights: Tensor) -> "Question":
        """Set parameters to these values, by state-dict name; a dot is written as two underscores."""
        return self._with(weights={name.replace("__", "."): value for name, value in weights.items()})

    def state(self, weights: dict[str, Tensor]) -> "Question":
        """Set parameters to these values, by state-dict name."""
        return self._with(weights=weights)

    def to(self, dtype: torch.dtype) -> "Question":
        """Convert the model before it is called."""
        return self._with(dtype=dtype)

    def on_stand_in(self, *, after_use: bool = False) -> "Question":
        """Ask on the stand-in of a GPU: the model and all arguments are on the device `cuda`.

        With `after_use`, the same calls are made on the CPU before the model is moved.
        """
        return self._with(stand_in=True, **({"after_use": True} if after_use else {}))

    def frozen(self) -> "Question":
        """Let no parameter of the model require gradients."""
        return self._with(frozen=True)

    def train(self, mode: bool = True) -> "Question":
        """Set the mode before the call."""
        return self._with(training=mode)

    def eval(self) -> "Question":
        """Set evaluation mode before the call."""
        return self.train(False)

    def unrecorded(self) -> "Question":
        """Call under `torch.no_grad()`."""
        return self._with(recording=False)

    def in_use(self) -> "Question":
        """Call as whoever uses a finished model does: in evaluation mode, and under `torch.no_grad()`."""
        return (self.eval() if self.request.get("init") is not None else self).unrecorded()

    def handing(self, operation: str) -> "Question":
        """Report what each call hands over to an operation of torch (`Answer.handed`)."""
        return self._with(handed=operation)

    def seeded(self, seed: int) -> "Question":
        """Seed torch, random and numpy before construction; by default with a fixed, unusual number."""
        return self._with(seed=seed)

    def reading(self) -> "Question":
        """Report the values of all parameters after construction (`Answer.weights`)."""
        return self._with(read=True)

    def watched(self) -> "Question":
        """Report what the calls changed in the layer (`Answer.state_after`, `Answer.values_kept`)."""
        return self._with(watch=True)

    def output(self, names: Sequence[str], place: int) -> "Question":
        """Let one of several outputs count: the answer has its values alone."""
        return replace(self, outputs=names, place=place)

    def call(self, *args: Any, cotangents: Sequence[Tensor | None] | None = None, **named: Any) -> Answer:
        """Call once; with `cotangents` (one for each output tensor), also compute and report gradients."""
        fields = {"cotangents": list(cotangents)} if cotangents is not None else {}
        return self._with(calls=[{"args": list(args), "named": named}], **fields).ask()

    def calls(
        self, *each: tuple[Any, ...], seeds: Sequence[int] | None = None, states: Sequence[dict[str, Any]] = ()
    ) -> Answer:
        """Call the same object several times, in order; `Answer.values` contains all results.

        Args:
            each: the arguments of each call.
            seeds: of the generators, before each call.
            states: of each call, what it is made in: `UNRECORDED`, a mode (`EVALUATING`), other `weights`.
        """
        calls: list[dict[str, Any]] = [{"args": list(args), "named": {}} for args in each]
        for call, seed in zip(calls, seeds or (), strict=False):
            call["seed"] = seed
        for call, state in zip(calls, states, strict=False):
            call.update(state)
        return self._with(calls=calls).ask()

    def steps(self, *each: tuple[Any, ...]) -> Answer:
        """Like `calls`, but a step may also be a method: `("eval",)`, `("load_state_dict", weights)` beside `(x,)`."""
        calls = [
            {"args": list(step[1:]), "named": {}, "method": step[0]}
            if step and isinstance(step[0], str)
            else {"args": list(step), "named": {}}
            for step in each
        ]
        return self._with(calls=calls).ask()

    def followed_by_gradients(self, cotangents: Sequence[Tensor | None]) -> "Question":
        """Go backward from the last call, with a cotangent for each output."""
        return self._with(cotangents=list(cotangents))

    def construct(self) -> Answer:
        """Only construct the object, for checks of construction itself (exceptions, output, initial weights)."""
        return self._with(calls=[]).ask()

    def ask(self) -> Answer:
        """Send the request."""
        (report,) = self.target.ask([self.request])
        answer = Answer(report, describe_call(self.request), self.request)
        return PartAnswer(answer, self.outputs, self.place) if self.outputs else answer


class Student:
    """The definitions of one file of a submission, as attributes."""

    def __init__(self, target: Target) -> None:
        self._target = target

    @property
    def target(self) -> Target:
        """What answers the requests."""
        return self._target

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name[0].isupper():
            return lambda *args, **named: self.definition(name)._with(init=list(args), init_named=named)  # noqa: SLF001 - same module
        return lambda *args, **named: self.definition(name).call(*args, **named)

    def script(self, seed: int | None = None) -> Script:
        """Return an empty script: a short program that uses the definitions, with method calls and operators."""
        return Script(self._target, seed)

    def definition(self, name: str) -> Question:
        """Return a question that can be refined: `student.definition("softmax").seeded(3).call(z)`."""
        return Question(self._target, {"target": name})
