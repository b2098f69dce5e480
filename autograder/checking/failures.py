"""How a check fails: an outcome and a message, also for exceptions that student code raised."""

import sys
from typing import Any

from msgspec.structs import replace
from torch import Tensor

from autograder.printable import printable
from autograder.results.failure import RAISED, UNDEFINED, Failure, SurfacedError
from autograder.sandbox.guest.exceptions import MEMORY, REFUSALS, is_refusal
from autograder.sandbox.host.student_text import (
    CALLED,
    DETAILS,
    OWN_MARKS,
    StudentText,
    detail,
    quoted,
    quoted_shape,
    unmarked,
)
from autograder.sandbox.host.target import CallRequest, CallResponse, line_number
from autograder.wording import counted

ABOUT_SHAPES = ("shape", "size", "dimension", "broadcast", "mat1", "out of bounds", "out of range", "out of bound")
MAX_SHAPES = 6  # tensors of a failing line that are named
MAX_REASON = 100  # characters of what a worker says of an answer that it cannot send
MAX_MESSAGE = 1000  # characters; a forged response may have a megabyte in place of a name
OUTCOMES = (  # worst to best
    *("not submitted", "does not parse", "not attempted", "crashed", "timed out", "wrong type", "wrong shape"),
    *("wrong dtype", "not finite", "wrong values", "not allowed", "not run", "right"),
)
# What an assertion finds that is a reason by itself, whatever the values are; `mistakes.toml` has words for them.
SYMPTOMS = (  # the first one that a submission shows is told
    *("nothing returned", "list returned", "text returned", "numpy array returned", "container returned"),
    *("parameters missing", "no gradient", "gradient missing", "input changed", "generator seeded"),
    "random numbers drawn",
    "made in inference mode",
    *("other without gradients", "other in evaluation", "earlier calls matter", "more in state dict"),
    *("not int64", "mode changed", "graph built", "called too often", "result kept", "input returned"),
    *("view of other memory", "other number of dimensions", "shapes that do not fit", "None used"),
    "gradient of what has none",
)
CRASHES = {  # the symptom of an exception, by what its text says
    "view size is not compatible with input tensor's size and stride": "view of other memory",
    "does not match the number of dimensions": "other number of dimensions",  # einsum
    "expects a tensor with <= 2 dimensions": "other number of dimensions",  # t()
    "must be a 3d tensor": "other number of dimensions",  # bmm
    "number of dimensions in the tensor input does not match": "other number of dimensions",  # permute
    "must match the size of tensor": "shapes that do not fit",
    "shapes cannot be multiplied": "shapes that do not fit",
    "expected size for first two dimensions of batch2": "shapes that do not fit",
    "'nonetype'": "None used",
    "one of the differentiated tensors": "gradient of what has none",  # torch.autograd.grad
}
# Exceptions that say by themselves what is wrong with a line, and it is not what a check is about.
TELLING_TYPES = frozenset({"NameError", "UnboundLocalError", "ImportError", "ModuleNotFoundError", "AssertionError"})
TELLING_TEXTS = (
    "is not callable",
    "is not subscriptable",
    "is not iterable",
    "object is not an iterator",
)


class CheckFailedError(AssertionError):
    """A check did not pass.

    Attributes:
        outcome: one of `OUTCOMES`.
        record: the failure in fields. Text that the submission produced is still marked (`student_text`), so that its
            length can be limited where results are published.
        got: the value that failed, if any.
        expected: the value that was expected, if any.
        wrong: a mask of the wrong numbers of `got`, if it has the shape of `expected`.
        symptom: one of `SYMPTOMS`, or empty.
        mistake: the name of the mistake in mistakes.toml, if a check without examples is certain of it; else empty.
        refused: what the sandbox refused, if the check could not be evaluated for that reason.
        request: the request that failed, if known.
        tells_itself: whether an exception says what is wrong, so that the hint of the check would lead elsewhere.
        parameter: the name of a parameter that is missing, or has another shape; empty if it is not about one.
        asserted: the assertion of a check that failed, or what ended it; it may contain the expected value.
        explanation: what the author and the instructor read besides; it may contain the expected value.
    """

    def __init__(
        self,
        outcome: str,
        message: str,
        *,
        got: Any = None,
        expected: Any = None,
        wrong: Tensor | None = None,
        symptom: str = "",
        parameter: str = "",
        mistake: str = "",
        record: Failure = Failure(),  # noqa: B008 - a frozen value
    ) -> None:
        super().__init__()
        if outcome not in OUTCOMES:
            raise ValueError(f"no outcome is called {outcome!r}")
        if symptom and symptom not in SYMPTOMS:
            raise ValueError(f"no symptom is called {symptom!r}")
        self.symptom = symptom
        self.mistake = mistake
        self.outcome = outcome
        self.record = _with_sentence(
            record, message if len(message) <= MAX_MESSAGE else f"{message[: MAX_MESSAGE - 1]}…"
        )
        self.got = got
        self.expected = expected
        self.wrong = wrong
        self.refused = ""
        self.request: CallRequest | None = None
        self.tells_itself = False
        self.asserted = ""
        self.explanation = ""
        self.parameter = unmarked(str.__str__(parameter)) if isinstance(parameter, str) else ""  # it may be forged

    def __str__(self) -> str:
        return unmarked(self.message)

    @property
    def message(self) -> str:
        """The failure in one sentence, in which the submission's own text is marked."""
        return self.record.words()

    def add(self, words: str) -> None:
        """Let the sentence end with further words."""
        *before, last = self.record.sentence
        self.record = replace(self.record, sentence=(*before, f"{last}{words}"))


def _with_sentence(record: Failure, text: str) -> Failure:
    """Return the record with what is said, in pieces, and with the call that it begins with."""
    call = CALLED.match(text)
    said = text[call.end() :] if call else text
    is_subject = call is not None and not said.startswith(":")
    if call and not is_subject:
        said = said[1:].lstrip()
    which = (call and call[2]) or ""
    pieces = tuple(piece.translate(OWN_MARKS) for piece in DETAILS.split(said))
    return replace(record, call=call[1] if call else "", which=which, is_subject=is_subject, sentence=pieces)


def backward_shape_failure(response: CallResponse, request: CallRequest, called: str) -> CheckFailedError | None:
    """Return the failure if `backward` failed because a result has the wrong shape; torch's error does not say so."""
    calls = response.get("calls")
    if response["raised"].get("where") or not request.get("cotangents") or not isinstance(calls, list) or not calls:
        return None
    value = calls[-1].get("value")
    results = [item for item in (value if isinstance(value, list | tuple) else [value]) if isinstance(item, Tensor)]
    if len(results) != len(request["cotangents"]):
        wanted = counted(len(request["cotangents"]), "tensor")
        text = f"{called} returned {detail(counted(len(results), 'tensor'))}, expected {detail(wanted)}"
        return CheckFailedError("wrong type", text, got=value)
    for got, sent in zip(results, request["cotangents"], strict=True):
        if sent is not None and got.shape != sent.shape:
            text = f"{called} has shape {detail(tuple(got.shape))}, expected {detail(tuple(sent.shape))}"
            return CheckFailedError("wrong shape", text, got=got)
    return None


def failure_from_exception(raised: dict[str, Any], called: str) -> CheckFailedError:
    """Describe the exception that a call raised: its type and text, and the line in the student's file."""
    if raised.get("not_attempted"):
        return CheckFailedError("not attempted", f"{called} still raises NotImplementedError")
    if is_refusal(raised.get("refused")):
        return not_run_failure(str(raised["refused"]), called)
    record = Failure(RAISED, exception=_surfaced_error(raised))
    failure = CheckFailedError("crashed", called, symptom=_crash_symptom(raised), record=record)
    failure.tells_itself = _tells_itself(raised)
    return failure


def _surfaced_error(raised: dict[str, Any]) -> SurfacedError:
    """Return the exception that a call raised in fields, of which nothing can be believed."""
    text, where = raised.get("text") or "", raised.get("where")
    error = SurfacedError(StudentText(raised.get("type")), StudentText(text), shapes=_shapes(raised))
    if not isinstance(where, dict) or not isinstance(where.get("file"), str):
        return error
    place = {"file": StudentText(where["file"]), "line": line_number(where.get("line"))}
    return replace(error, **place, code=StudentText(where.get("code")))


def _tells_itself(raised: dict[str, Any]) -> bool:
    text = str(raised.get("text"))
    return raised.get("type") in TELLING_TYPES or any(words in text for words in TELLING_TEXTS)


def _crash_symptom(raised: dict[str, Any]) -> str:
    """Return the symptom of an exception that Python or torch raised; empty if its text is none of those known."""
    text = str(raised.get("text")).lower()
    return next((symptom for words, symptom in CRASHES.items() if words in text), "")


def _shapes(raised: dict[str, Any]) -> str:
    """Return the shapes of the tensors in the failing line, if the exception is about shapes."""
    where = raised.get("where")
    rows = where.get("shapes") if isinstance(where, dict) else None
    text = str(raised.get("text")).lower()
    if not isinstance(rows, list) or not any(word in text for word in ABOUT_SHAPES):
        return ""
    return StudentText(", ".join(filter(None, map(_named_shape, rows[:MAX_SHAPES]))))  # limited as one text


def _named_shape(row: Any) -> str:
    """Return a name and its shape in words; empty if what came is neither."""
    if not isinstance(row, list) or len(row) != 2 or not isinstance(row[0], str) or not isinstance(row[1], list):
        return ""
    name, sizes = row
    if not all(type(size) is int and size >= 0 for size in sizes):
        return ""
    return f"{unmarked(str.__str__(name))} {tuple(sizes)}"


def not_run_failure(refused: str, called: str) -> CheckFailedError:
    """The sandbox refused something that honest code may need, or lacks it, so the check cannot be evaluated."""
    if refused in REFUSALS:
        text = f"{called} asks for {refused}, which the sandbox does not give"
    elif refused == MEMORY:
        text = f"{called} needs {refused} than a worker of the grader has"
    elif refused.startswith("Python "):
        text = (
            f"{called} needs {quoted(refused)}; the grader has Python {sys.version_info.major}.{sys.version_info.minor}"
        )
    else:
        text = f"{called} needs {quoted(refused)}, which is not installed at the grader"
    failure = CheckFailedError("not run", text)
    failure.refused = refused
    return failure


def unsent_failure(reason: Any, called: str) -> CheckFailedError:
    """What a call returned is above a limit of what crosses the wall, or of a kind that does not."""
    text = f"{called} returned something too large or too odd to be looked at"
    failure = CheckFailedError("wrong type", text)
    failure.explanation = f"{unmarked(text)}: {printable(unmarked(str(reason)), MAX_REASON)}"
    return failure


def undefined_failure(name: str) -> CheckFailedError:
    """The file does not define what is asked for."""
    return CheckFailedError("not attempted", f"{name} is not defined", record=Failure(UNDEFINED))


def weight_mismatch_failure(mismatch: dict[str, Any], request: CallRequest) -> CheckFailedError:
    """The weights of the check do not fit the model: a parameter is missing, or has another shape."""
    built = f"the model that {request['target']} builds"
    name, shape = mismatch["name"], mismatch["found"]
    weight = (request.get("weights") or {}).get(name)
    wanted = detail(tuple(weight.shape)) if isinstance(weight, Tensor) else "another one"
    if shape is None:
        return CheckFailedError("wrong values", f"{built} has no parameter {name} {wanted}", parameter=name)
    text = f"{built} has a parameter {name} of shape {detail(quoted_shape(shape))}, expected {wanted}"
    return CheckFailedError("wrong shape", text, parameter=name)
