"""The response to one request. A worker can send anything, so every field is validated when it is read."""

import functools
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

from torch import Tensor

from autograder.checking.describe import describe_one_call, name_part
from autograder.checking.failures import (
    CheckFailedError,
    backward_shape_failure,
    failure_from_exception,
    undefined_failure,
    unsent_failure,
    weight_mismatch_failure,
)
from autograder.checking.named_outputs import outputs_of
from autograder.sandbox.guest.observation import SETTINGS
from autograder.sandbox.host.student_text import quoted
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse

DEVICES = ("cuda", "cpu")
Rest = ParamSpec("Rest")
Returned = TypeVar("Returned")


def names_request(
    function: Callable[Concatenate["Answer", Rest], Returned],
) -> Callable[Concatenate["Answer", Rest], Returned]:
    """Attach the request of the answer to any `CheckFailedError` that `function` raises."""

    @functools.wraps(function)
    def wrapped(answer: "Answer", /, *args: Rest.args, **named: Rest.kwargs) -> Returned:
        try:
            return function(answer, *args, **named)
        except CheckFailedError as failure:
            failure.request = answer.request
            raise

    return wrapped


class Answer:
    """What a request returned. Every property raises `CheckFailedError` if the call failed or the field is missing.

    Attributes:
        called: the call in words, for messages.
        request: the request that was sent.
    """

    def __init__(self, response: CallResponse | NoResponse, called: str, request: CallRequest) -> None:
        self._response = response
        self.called = called
        self.request = request

    @property
    def raised(self) -> dict[str, Any] | None:
        """The exception that the call raised, or None; an exception is not a failure here."""
        response = self._survived()
        raised = response.get("raised")
        return raised if isinstance(raised, dict) else None

    @property
    @names_request
    def response(self) -> CallResponse:
        """The whole response, if the call returned."""
        response = self._survived()
        if response.get("defined") is False:
            raise undefined_failure(str(self.request["target"]))
        if "misfit" in response:
            raise weight_mismatch_failure(response["misfit"], self.request)
        if "raised" in response:
            raise backward_shape_failure(response, self.request, self.called) or failure_from_exception(
                response["raised"], self._called_at_the_end(response)
            )
        if "unsendable" in response:
            raise unsent_failure(response["unsendable"], self.called)
        return response

    def _called_at_the_end(self, response: CallResponse) -> str:
        """Return the call that raised an exception: of several calls, the one after those that returned."""
        calls, returned = self.request.get("calls", ()), response.get("calls")
        if not isinstance(returned, list) or len(returned) >= len(calls) - 1:
            return self.called
        return describe_one_call(self.request, len(returned))

    def _survived(self) -> CallResponse:
        if isinstance(self._response, NoResponse):
            raise CheckFailedError(self._response.kind, f"{self.called}: {self._response.evidence}")
        return self._response

    @property
    def values(self) -> list[Any]:
        """The return value of each call."""
        return [self._field(call, "value", object) for call in self._calls()]

    @property
    def value(self) -> Any:
        """The return value of the last call."""
        return self.values[-1]

    @property
    def printed(self) -> str:
        """The text written to stdout, up to the limit."""
        return str(self._field(self.response, "printed", str))

    @property
    def untouched(self) -> bool:
        """Whether no call changed any of its inputs."""
        return all(self._field(call, "untouched", bool) for call in self._calls())

    @property
    def rng_untouched(self) -> bool:
        """Whether no call advanced or seeded a random generator of torch, numpy or Python."""
        return all(self._field(call, "rng_untouched", bool) for call in self._calls())

    @property
    def seeded(self) -> bool:
        """Whether a call seeded torch's generator; to draw from it is another matter."""
        return any(self._field({"seeded": False} | call, "seeded", bool) for call in self._calls())

    @property
    def next_numbers(self) -> list[float]:
        """The numbers that Python's and numpy's generators draw after the calls; none if these have not been used."""
        numbers = self._field({"next_numbers": []} | self._calls()[-1], "next_numbers", list)
        return [self._field({"number": item}, "number", float) for item in numbers]

    @property
    def unmarked(self) -> bool:
        """Whether inputs without `requires_grad` still have none, and no gradient either."""
        return all(self._field(call, "unmarked", bool) for call in self._calls())

    @property
    def shared(self) -> bool:
        """Whether a value, or a part of it, lies in the memory of one of the arguments of its call."""
        return any(self._field({"shared": False} | call, "shared", bool) for call in self._calls())

    @property
    def reused(self) -> bool:
        """Whether a call returned, in whole or in part, what an earlier one had returned."""
        return any(self._field({"reused": False} | call, "reused", bool) for call in self._calls())

    @property
    def of_inference(self) -> bool:
        """Whether a value was made in `torch.inference_mode()`, so that nothing that follows from it can be learned."""
        return any(self._field({"of_inference": False} | call, "of_inference", bool) for call in self._calls())

    @property
    def of_weights(self) -> bool:
        """Whether a value, or a part of it, lies in the memory of the layer's parameters."""
        return any(self._field({"of_weights": False} | call, "of_weights", bool) for call in self._calls())

    @property
    def handed(self) -> list[dict[str, Any]]:
        """What the last call handed over to the operation that is watched (`handing`), each time that it did."""
        return [dict(item) for item in self._field(self._calls()[-1], "handed", list)]

    @property
    def changed(self) -> list[str]:
        """What the calls changed: the module's mode, global settings of torch, numpy and Python."""
        return _known_settings([name for call in self._calls() for name in self._field(call, "changed", list)])

    @property
    def changed_by_error(self) -> list[str]:
        """Which settings of torch, numpy and Python are not as before where the call raised an exception."""
        return _known_settings(self._field({"changed": []} | dict(self._survived()), "changed", list))

    @property
    def is_asked(self) -> bool:
        """Whether a request on the stand-in of a GPU is answered; not if it ends with any error but the stand-in's own.

        The stand-in is no GPU, so it may cause exceptions that a GPU would not, which say nothing of the program.
        """
        return self.raised is None or self.raised.get("device") is True

    @property
    def places(self) -> list[list[str]]:
        """Where the tensors of each value were on the stand-in of a GPU: `cuda`, `cpu` or `another device`."""
        found = [self._field(call, "places", list) for call in self._calls()]
        return [[str(item) if item in DEVICES else "another device" for item in places] for places in found]

    @property
    def models(self) -> list[dict[str, Any]]:
        """For each model among the last call's arguments: its parameters, mode and frozen parameters after the call."""
        models = self._field({"models": []} | self._calls()[-1], "models", list)
        return [model | {"frozen": [quoted(name) for name in self._field(model, "frozen", list)]} for model in models]

    @property
    def parameters(self) -> dict[str, tuple[int, ...]]:
        """Name and shape of each parameter, in order of creation."""
        rows = self._of_module("parameters", list)
        return {str(name): tuple(shape) for name, shape, _, _ in rows}

    @property
    def trainable(self) -> dict[str, bool]:
        """Whether each parameter has `requires_grad`, by name."""
        return {str(row[0]): bool(row[3]) for row in self._of_module("parameters", list)}

    @property
    def state(self) -> list[str]:
        """The names in `state_dict()`."""
        return list(self._of_module("state", list))

    @property
    def weights(self) -> dict[str, Tensor]:
        """The parameters' values after construction (`reading()`)."""
        return dict(self._of_module("weights", dict))

    @property
    def state_after(self) -> list[str]:
        """The names in `state_dict()` after all calls (`watched()`)."""
        return list(self._field(self._after(), "state", list))

    @property
    def values_kept(self) -> bool:
        """Whether parameters and buffers have the values that they had before the calls (`watched()`)."""
        return bool(self._field(self._after(), "values_kept", bool))

    @property
    def connected(self) -> bool:
        """Whether the output depends on anything with `requires_grad`."""
        return bool(self._field(self._grads(), "connected", bool))

    @property
    def input_grads(self) -> list[Tensor | None]:
        """Gradients of the inputs with `requires_grad`, in order."""
        return list(self._field(self._grads(), "inputs", list))

    @property
    def parameter_grads(self) -> dict[str, Tensor | None]:
        """Gradients of the parameters, by name."""
        return dict(self._field(self._grads(), "parameters", dict))

    def _grads(self) -> dict[str, Any]:
        return dict(self._field(self.response, "grads", dict))

    def _after(self) -> dict[str, Any]:
        return dict(self._of_module("after", dict))

    def _of_module(self, name: str, kind: type) -> Any:
        if self.response.get("module") is False:
            raise CheckFailedError("wrong type", f"what {self.request['target']} builds is no nn.Module")
        return self._field(self.response, name, kind)

    def _calls(self) -> list[dict[str, Any]]:
        return self._all_calls(len(self.request["calls"]))

    def _all_calls(self, count: int) -> list[dict[str, Any]]:
        calls = self._field(self.response, "calls", list)
        if len(calls) != count or not all(isinstance(call, dict) for call in calls):
            raise CheckFailedError("crashed", f"{self.called} gave an answer that is not complete")
        return list(calls)

    def _field(self, holder: CallResponse, name: str, kind: type) -> Any:
        if name not in holder or not isinstance(holder[name], kind):
            raise CheckFailedError("crashed", f"{self.called} gave an answer that is not complete")
        return holder[name]


def _known_settings(names: list[Any]) -> list[str]:
    """Return the settings among what a worker names, in their order."""
    return [setting for setting in SETTINGS if setting in names]


class PartAnswer(Answer):
    """An answer of which one output counts, where a program returns several.

    Args:
        whole: the answer.
        names: of all outputs, in order.
        place: of the output that counts.
    """

    def __init__(self, whole: Answer, names: Sequence[str], place: int) -> None:
        super().__init__(whole._response, name_part(whole.called, names[place]), whole.request)  # noqa: SLF001 - same module
        self._whole, self._names, self._place = whole.called, names, place

    @property
    def values(self) -> list[Any]:
        """This output of each call."""
        return [outputs_of(value, self._names, self._whole)[self._place] for value in super().values]
