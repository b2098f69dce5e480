"""How a check fails: the outcome and the sentence, also for what student code raised."""

from typing import Any

from torch import Tensor

from autograder.sandbox.guest.exceptions import REFUSALS
from autograder.sandbox.host.student_text import quoted, quoted_shape, unmarked
from autograder.sandbox.host.target import CallRequest, CallResponse, line_number

LONGEST = 1000  # of a message; a report that no honest worker sends may hold a megabyte where a name belongs
OUTCOMES = (  # worst to best
    *("not submitted", "does not parse", "not attempted", "crashed", "timed out", "wrong type", "wrong shape"),
    *("wrong dtype", "not finite", "wrong values", "not allowed", "not run", "right"),
)


class CheckFailedError(AssertionError):
    """A check did not pass: the outcome, what to tell, and the evidence that a diagnosis may use."""

    def __init__(
        self, outcome: str, message: str, *, got: Any = None, expected: Any = None, wrong: Tensor | None = None
    ) -> None:
        super().__init__(unmarked(message))
        if outcome not in OUTCOMES:
            raise ValueError(f"no outcome is called {outcome!r}")
        self.outcome = outcome
        # With its marks: how much of it is the student's own words is counted where it is published.
        self.message = message if len(message) <= LONGEST else f"{message[: LONGEST - 1]}…"
        self.got = got
        self.expected = expected
        self.wrong = wrong  # which numbers of `got` are wrong, where shapes agree
        self.refused = ""  # what the sandbox refused, where that is why the check says nothing
        self.recipe: CallRequest | None = None  # the call that it is about, once it is known


def backward_shape_failure(report: CallResponse, recipe: CallRequest, called: str) -> CheckFailedError | None:
    """Where going backward failed because a result has another shape: that, not the error of torch."""
    calls = report.get("calls")
    if report["raised"].get("where") or not recipe.get("cotangents") or not isinstance(calls, list) or not calls:
        return None
    value = calls[-1].get("value")
    results = [item for item in (value if isinstance(value, list | tuple) else [value]) if isinstance(item, Tensor)]
    if len(results) != len(recipe["cotangents"]):
        text = f"{called} returned {_tensors(len(results))}, expected {_tensors(len(recipe['cotangents']))}"
        return CheckFailedError("wrong type", text, got=value)
    for got, sent in zip(results, recipe["cotangents"], strict=True):
        if sent is not None and got.shape != sent.shape:
            text = f"{called} has shape {tuple(got.shape)}, expected {tuple(sent.shape)}"
            return CheckFailedError("wrong shape", text, got=got)
    return None


def _tensors(count: int) -> str:
    return f"{count} tensor{'' if count == 1 else 's'}"


def failure_from_exception(raised: dict[str, Any], called: str) -> CheckFailedError:
    """The call ended with an exception: its type and text, and the place in the student's file."""
    if raised.get("not_attempted"):
        return CheckFailedError("not attempted", f"{called} still raises NotImplementedError")
    if raised.get("refused") in REFUSALS:
        return not_run(str(raised["refused"]), called)
    text = f": {quoted(raised.get('text'))}" if raised.get("text") else ""
    return CheckFailedError(
        "crashed", f"{called} raised {quoted(raised.get('type'))}{text}{_place(raised.get('where'))}"
    )


def _place(where: Any) -> str:
    if not where:
        return ""
    file, line, code = where.get("file"), line_number(where.get("line")), where.get("code")
    return f", at {quoted(file)} line {line}: {quoted(code)}"


def not_run(refused: str, called: str) -> CheckFailedError:
    """The sandbox refused what an honest program may ask for: nothing is known of the program."""
    verdict = CheckFailedError("not run", f"{called} asks for {refused}, which the sandbox does not give")
    verdict.refused = refused
    return verdict


def verdict_on_misfit(misfit: dict[str, Any], recipe: CallRequest) -> CheckFailedError:
    """The model cannot take the weights of the check: a parameter is missing, or has another shape."""
    built = f"the model that {recipe['target']} builds"
    name, found = misfit["name"], misfit["found"]
    asked = (recipe.get("weights") or {}).get(name)
    wanted = tuple(asked.shape) if isinstance(asked, Tensor) else "another one"
    if found is None:
        return CheckFailedError("wrong shape", f"{built} has no parameter {name} {wanted}")
    return CheckFailedError(
        "wrong shape", f"{built} has a parameter {name} of shape {quoted_shape(found)}, expected {wanted}"
    )
