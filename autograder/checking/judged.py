"""Turns what a check's own code raises into a failure: a plain `assert` into wrong values, a slip into its line.

A failure has two readers. The student reads the calls that the check made and what they gave. The author and the
instructor also read pytest's explanation of the assertion, which may contain the expected value.
"""

import ast
import contextlib
import functools
import inspect
import os
import re
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType
from typing import Any

from hypothesis.errors import HypothesisException
from msgspec.structs import replace
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.describe import describe_call, describe_value
from autograder.checking.failures import CheckFailedError
from autograder.checking.script import ScriptAnswer
from autograder.checking.student import Student
from autograder.course.code import course_place
from autograder.printable import printable_lines
from autograder.results.failure import SurfacedError
from autograder.sandbox.guest.unsent import UnsentNumbersError, UnsentTensor
from autograder.sandbox.host.isolation import SandboxError
from autograder.sandbox.host.student_text import StudentText, detail, quoted
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse, Target

NAMED_CALLS = 3  # of a check that makes no more, all are named; else the last one
WRITTEN_OUT = 8  # numbers of a tensor that a message shows
MAX_LINES, MAX_LETTERS = 16, 1500  # of an explanation
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
SAYS_NOTHING = re.compile(r"where (student\.\w+) = \1$")
ADVICE = "Use -v to get"  # of pytest, whose option is not one of the autograder
PASSED_ON = (CheckFailedError, SandboxError, UnsentNumbersError, HypothesisException)
REWRITTEN = "@pytest_ar"  # a name in modules whose assertions pytest has rewritten


class CheckBrokenError(CheckFailedError):
    """The code of a check raised something else than a failure.

    On the solution that is a slip of the author. On a submission, the check went on with an answer that it did not
    expect.

    Attributes:
        slip: the line of the author's and what was raised there, in one sentence.
    """

    slip = ""


class CallLog:
    """Passes requests on to a target and keeps the last ones with their responses."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self.last: deque[tuple[CallRequest, CallResponse | NoResponse]] = deque(maxlen=NAMED_CALLS)
        self.count = 0

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return the responses of the target."""
        responses = self._target.ask(requests)
        self.last.extend(zip(requests, responses, strict=True))
        self.count += len(responses)
        return responses

    def told(self) -> tuple[str, ...]:
        """Return the calls to name, and what they gave: the last one first, the others if there are few."""
        shown = list(self.last) if self.count <= NAMED_CALLS else list(self.last)[-1:]
        return tuple(_told(request, response) for request, response in reversed(shown))

    def about(self, failure: CheckFailedError) -> CheckFailedError:
        """Add to a failure the last request and what it gave."""
        if self.last:
            failure.request, failure.got = self.last[-1][0], _given(*self.last[-1])
            if (raised := _answer(*self.last[-1]).raised) is not None:
                failure.record = replace(failure.record, exception=SurfacedError(StudentText(raised.get("type"))))
        return failure


def judged(function: Callable[..., None]) -> Callable[..., None]:
    """Return a check's function that raises nothing but failures, and what stops a search or a whole run."""

    @functools.wraps(function)
    def run(student: Student, **example: Any) -> None:
        log = CallLog(student.target)
        try:
            with explained(function):
                function(type(student)(log), **example)
        except PASSED_ON:
            raise
        except BaseException as error:
            if isinstance(error, AssertionError) or (_is_of_pytest(error) and type(error).__name__ == "Failed"):
                raise log.about(_wrong_values(error, log)) from error
            if isinstance(error, Exception | SystemExit) or _is_of_pytest(error):
                raise log.about(_broken(error, log)) from error
            raise

    return run


def _is_of_pytest(error: BaseException) -> bool:
    """Whether an exception is one of pytest's own, such as that of `pytest.raises` where nothing is raised."""
    return any(kind.__name__ == "OutcomeException" for kind in type(error).__mro__)


def _wrong_values(error: BaseException, log: CallLog) -> CheckFailedError:
    calls = log.told()
    text = f"{calls[0]}, which is not right" if calls else "what this check asks for does not hold"
    failure = CheckFailedError("wrong values", f"{text}{_before(calls)}")
    place = course_place(error)
    failure.asserted, *more = explanation(str(error) or type(error).__name__)
    failure.explanation = "\n".join([f"{place}: {failure.asserted}" if place else failure.asserted, *more])
    return failure


def _broken(error: BaseException, log: CallLog) -> CheckBrokenError:
    calls, place = log.told(), course_place(error)
    kind = "crashed" if _is_ours(error) else "wrong type" if isinstance(error, TypeError) else "wrong values"
    text = f"{calls[0]}, with which this check cannot go on" if calls else "this check cannot go on"
    failure = CheckBrokenError(kind, f"{text}{_before(calls)}")
    failure.asserted = one_line(f"{type(error).__name__}: {error}")
    failure.slip = failure.explanation = f"{place}: {failure.asserted}" if place else failure.asserted
    return failure


def _is_ours(error: BaseException) -> bool:
    """Whether the engine raised it on an answer that is not what a worker sends."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and f"{os.sep}autograder{os.sep}checking{os.sep}" in frames[-1].filename


def _before(calls: Sequence[str]) -> str:
    return f"; before it, {', '.join(reversed(calls[1:]))}" if len(calls) > 1 else ""


def _told(request: CallRequest, response: CallResponse | NoResponse) -> str:
    """Return a call and what it gave, in words."""
    answer = _answer(request, response)
    try:
        if (raised := answer.raised) is not None:
            return f"{answer.called} raises {quoted(raised.get('type'))}"
        value = answer.value
        return f"{answer.called} gives {'nothing (None)' if value is None else detail(_shown(value))}"
    except CheckFailedError as failure:
        return failure.message


def _given(request: CallRequest, response: CallResponse | NoResponse) -> Any:
    try:
        return _answer(request, response).value
    except CheckFailedError:
        return None


def _answer(request: CallRequest, response: CallResponse | NoResponse) -> Answer:
    if "script" in request:
        return ScriptAnswer(response, request, len(request["wanted"]) - 1)
    return Answer(response, describe_call(request), request)


def _shown(value: Any) -> str:
    """Return a value for a message; its text is the student's, and a short tensor is written out."""
    if isinstance(value, Tensor) and not isinstance(value, UnsentTensor) and 1 < value.numel() <= WRITTEN_OUT:
        value = value.tolist()
    text = describe_value(value)
    return text if isinstance(value, bool | int | float | Tensor) else quoted(text)


def one_line(text: str) -> str:
    """Return a text in one printable line, without addresses of objects."""
    return printable_lines(" ".join(ADDRESS.sub("", text).split()))[:MAX_LETTERS]


def explanation(text: str) -> list[str]:
    """Return pytest's explanation of an assertion, of which the first line is the assertion."""
    every = ADDRESS.sub("", text).splitlines()
    lines = [line for line in every if line.strip() and ADVICE not in line and not SAYS_NOTHING.search(line)]
    return printable_lines("\n".join(lines[:MAX_LINES]))[:MAX_LETTERS].split("\n")


def rewritten(path: Path) -> CodeType:
    """Return the code of a check file, in which pytest has rewritten the assertions."""
    from _pytest.assertion.rewrite import rewrite_asserts  # noqa: PLC0415 - only for checks with assertions

    source = path.read_bytes()
    tree = ast.parse(source, path)
    rewrite_asserts(tree, source, str(path))
    return compile(tree, path, "exec", dont_inherit=True)


@contextlib.contextmanager
def explained(function: Callable[..., None]) -> Iterator[None]:
    """Let pytest explain the comparisons in the assertions of a function, where it has rewritten them."""
    if REWRITTEN not in getattr(inspect.unwrap(function), "__globals__", {}):
        yield
        return
    from _pytest.assertion import util  # noqa: PLC0415 - only for checks with assertions

    before, util._reprcompare = util._reprcompare, _explained_comparison  # noqa: SLF001 - as pytest's own plugin does
    try:
        yield
    finally:
        util._reprcompare = before  # noqa: SLF001 - the same


def _explained_comparison(operator: str, left: object, right: object) -> str | None:
    """Return what pytest says of a comparison that does not hold, in the form that rewritten assertions expect."""
    with _outside_ci():
        config = _pytest_config()
        found = config.hook.pytest_assertrepr_compare(config=config, op=operator, left=left, right=right)
    lines = next(filter(None, found), None)
    return "\n~".join(line.replace("\n", "\\n") for line in lines).replace("%", "%%") if lines else None


@functools.cache
def _pytest_config() -> Any:
    """Return pytest's settings without files, plugins of others and an import hook."""
    from _pytest.config import get_config  # noqa: PLC0415 - only for checks with assertions

    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    before = {name: os.environ.get(name) for name in alone}
    os.environ.update(alone)
    try:
        config = get_config()
        config.parse(
            ["-c", os.devnull, "--rootdir", os.sep, "--noconftest", "--assert=plain", "-p", "no:cacheprovider"]
        )
    finally:
        _restore(before)
    return config


@contextlib.contextmanager
def _outside_ci() -> Iterator[None]:
    """Hide that this runs in CI, where pytest says more: a verdict says the same everywhere."""
    before = {name: os.environ.pop(name, None) for name in ("CI", "BUILD_NUMBER")}
    try:
        yield
    finally:
        _restore(before)


def _restore(variables: dict[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
