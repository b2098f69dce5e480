"""What came back for one recipe. Everything in it is the worker's claim, so every field is checked when it is taken."""

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from torch import Tensor

from autograder.checks.verdict import Verdict
from autograder.sandbox.examinee import Lost, Recipe, Report

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
        except Verdict as verdict:
            verdict.recipe = answer.recipe
            raise

    return wrapped


class Answer:
    """Takes a report apart; whatever is missing or ended badly is a `Verdict`."""

    def __init__(self, report: Report | Lost, called: str, recipe: Recipe) -> None:
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
    def report(self) -> Report:
        """The whole report of a call that returned."""
        report = self._survived()
        if report.get("defined") is False:
            raise Verdict("not attempted", f"{self.recipe['target']} is not defined")
        if "misfit" in report:
            raise _verdict_on_misfit(report["misfit"], self.recipe)
        if "raised" in report:
            raise _misshapen(report, self.recipe, self.called) or _verdict_on(report["raised"], self.called)
        if "unsendable" in report:
            raise Verdict("wrong type", f"{self.called} returned something too large or too odd to be looked at")
        return report

    def _survived(self) -> Report:
        if isinstance(self._report, Lost):
            raise Verdict(self._report.kind, f"{self.called}: {self._report.evidence}")
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
    def asked_at(self) -> list[list[float]]:
        """Where the functions among the last call's arguments were evaluated."""
        return list(self._field(self._calls()[-1], "asked_at", list))

    @property
    def models(self) -> list[dict[str, Any]]:
        """Parameters, mode and frozen parameters of the models among the last call's arguments, after the call."""
        return list(self._field(self._calls()[-1], "models", list))

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
    def ran(self) -> list[str]:
        """The watched library calls that ran (`traced()`)."""
        return list(self._field(self.report, "ran", list))

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

    def _of_module(self, name: str, kind: type) -> Any:
        if self.report.get("module") is False:
            raise Verdict("wrong type", f"what {self.recipe['target']} builds is no nn.Module")
        return self._field(self.report, name, kind)

    def _calls(self) -> list[dict[str, Any]]:
        calls = self._field(self.report, "calls", list)
        if len(calls) != len(self.recipe["calls"]) or not all(isinstance(call, dict) for call in calls):
            raise Verdict("crashed", f"{self.called} gave an answer that is not complete")
        return list(calls)

    def _field(self, holder: dict[str, Any], name: str, kind: type) -> Any:
        if name not in holder or not isinstance(holder[name], kind):
            raise Verdict("crashed", f"{self.called} gave an answer that is not complete")
        return holder[name]


def _misshapen(report: Report, recipe: Recipe, called: str) -> Verdict | None:
    """Where going backward failed because a result has another shape: that, not the error of torch."""
    calls = report.get("calls")
    if report["raised"].get("where") or not recipe.get("cotangents") or not isinstance(calls, list) or not calls:
        return None
    value = calls[-1].get("value")
    results = [item for item in (value if isinstance(value, list | tuple) else [value]) if isinstance(item, Tensor)]
    if len(results) != len(recipe["cotangents"]):
        text = f"{called} returned {_tensors(len(results))}, expected {_tensors(len(recipe['cotangents']))}"
        return Verdict("wrong type", text, got=value)
    for got, sent in zip(results, recipe["cotangents"], strict=True):
        if sent is not None and got.shape != sent.shape:
            text = f"{called} has shape {tuple(got.shape)}, expected {tuple(sent.shape)}"
            return Verdict("wrong shape", text, got=got)
    return None


def _tensors(count: int) -> str:
    return f"{count} tensor{'' if count == 1 else 's'}"


def _verdict_on(raised: dict[str, Any], called: str) -> Verdict:
    if raised.get("not_attempted"):
        return Verdict("not attempted", f"{called} still raises NotImplementedError")
    where = raised.get("where") or {}
    place = f", at {where.get('file')} line {where.get('line')}: {where.get('code')}" if where else ""
    text = f": {raised.get('text')}" if raised.get("text") else ""
    return Verdict("crashed", f"{called} raised {raised.get('type')}{text}{place}")


def _verdict_on_misfit(misfit: dict[str, Any], recipe: Recipe) -> Verdict:
    """The model cannot take the weights of the check: a parameter is missing, or has another shape."""
    built = f"the model that {recipe['target']} builds"
    name, wanted, found = misfit["name"], tuple(misfit["wanted"]), misfit["found"]
    if found is None:
        return Verdict("wrong shape", f"{built} has no parameter {name} {wanted}")
    return Verdict("wrong shape", f"{built} has a parameter {name} of shape {tuple(found)}, expected {wanted}")
