"""What came back for one recipe. Everything in it is the worker's claim, so every field is checked when it is taken."""

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from torch import Tensor

from autograder.checking.failures import (
    CheckFailedError,
    backward_shape_failure,
    failure_from_exception,
    verdict_on_misfit,
)
from autograder.sandbox.guest.observation import SETTINGS
from autograder.sandbox.host.student_text import quoted
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse

Rest = ParamSpec("Rest")
Judged = TypeVar("Judged")


def about_its_call(
    judge: Callable[Concatenate["Answer", Rest], Judged],
) -> Callable[Concatenate["Answer", Rest], Judged]:
    """A verdict that `judge` passes on an answer names the recipe that was asked."""

    @functools.wraps(judge)
    def wrapped(answer: "Answer", /, *args: Rest.args, **named: Rest.kwargs) -> Judged:
        try:
            return judge(answer, *args, **named)
        except CheckFailedError as verdict:
            verdict.recipe = answer.recipe
            raise

    return wrapped


class Answer:
    """Takes a report apart; whatever is missing or ended badly is a `CheckFailedError`."""

    def __init__(self, report: CallResponse | NoResponse, called: str, recipe: CallRequest) -> None:
        self._report = report
        self.called = called
        self.recipe = recipe

    @property
    def raised(self) -> dict[str, Any] | None:
        """The exception that the call ended with, if it did; does not judge it."""
        report = self._survived()
        raised = report.get("raised")
        return raised if isinstance(raised, dict) else None

    @property
    @about_its_call
    def report(self) -> CallResponse:
        """The whole report of a call that returned."""
        report = self._survived()
        if report.get("defined") is False:
            raise CheckFailedError("not attempted", f"{self.recipe['target']} is not defined")
        if "misfit" in report:
            raise verdict_on_misfit(report["misfit"], self.recipe)
        if "raised" in report:
            raise backward_shape_failure(report, self.recipe, self.called) or failure_from_exception(
                report["raised"], self.called
            )
        if "unsendable" in report:
            raise CheckFailedError(
                "wrong type", f"{self.called} returned something too large or too odd to be looked at"
            )
        return report

    def _survived(self) -> CallResponse:
        if isinstance(self._report, NoResponse):
            raise CheckFailedError(self._report.kind, f"{self.called}: {self._report.evidence}")
        return self._report

    @property
    def values(self) -> list[Any]:
        """What each of the calls returned."""
        return [self._field(call, "value", object) for call in self._calls()]

    @property
    def value(self) -> Any:
        """What the last call returned."""
        return self.values[-1]

    @property
    def printed(self) -> str:
        """What was written to stdout, up to the limit."""
        return str(self._field(self.report, "printed", str))

    @property
    def untouched(self) -> bool:
        """Whether all inputs of all calls are what they were."""
        return all(self._field(call, "untouched", bool) for call in self._calls())

    @property
    def rng_untouched(self) -> bool:
        """Whether no call moved or seeded torch's generator."""
        return all(self._field(call, "rng_untouched", bool) for call in self._calls())

    @property
    def unmarked(self) -> bool:
        """Whether inputs that asked for no gradients still ask for none, and hold none."""
        return all(self._field(call, "unmarked", bool) for call in self._calls())

    @property
    def changed(self) -> list[str]:
        """What the calls changed that is no input: the module's mode, torch's defaults."""
        names = [name for call in self._calls() for name in self._field(call, "changed", list)]
        return [setting for setting in SETTINGS if setting in names]

    @property
    def models(self) -> list[dict[str, Any]]:
        """Parameters, mode and frozen parameters of the models among the last call's arguments, after the call."""
        models = self._field({"models": []} | self._calls()[-1], "models", list)
        return [model | {"frozen": [quoted(name) for name in self._field(model, "frozen", list)]} for model in models]

    @property
    def parameters(self) -> dict[str, tuple[int, ...]]:
        """Name and shape of each parameter, in order of creation."""
        rows = self._of_module("parameters", list)
        return {str(name): tuple(shape) for name, shape, _, _ in rows}

    @property
    def trainable(self) -> dict[str, bool]:
        """Which parameters ask for gradients."""
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
        """Whether the output depends on anything that asks for gradients."""
        return bool(self._field(self._grads(), "connected", bool))

    @property
    def input_grads(self) -> list[Tensor | None]:
        """Gradients of the inputs that ask for them."""
        return list(self._field(self._grads(), "inputs", list))

    @property
    def parameter_grads(self) -> dict[str, Tensor | None]:
        """Gradients of the parameters, by name."""
        return dict(self._field(self._grads(), "parameters", dict))

    def _grads(self) -> dict[str, Any]:
        return dict(self._field(self.report, "grads", dict))

    def _after(self) -> dict[str, Any]:
        return dict(self._of_module("after", dict))

    def _of_module(self, name: str, kind: type) -> Any:
        if self.report.get("module") is False:
            raise CheckFailedError("wrong type", f"what {self.recipe['target']} builds is no nn.Module")
        return self._field(self.report, name, kind)

    def _calls(self) -> list[dict[str, Any]]:
        calls = self._field(self.report, "calls", list)
        if len(calls) != len(self.recipe["calls"]) or not all(isinstance(call, dict) for call in calls):
            raise CheckFailedError("crashed", f"{self.called} gave an answer that is not complete")
        return list(calls)

    def _field(self, holder: CallResponse, name: str, kind: type) -> Any:
        if name not in holder or not isinstance(holder[name], kind):
            raise CheckFailedError("crashed", f"{self.called} gave an answer that is not complete")
        return holder[name]
