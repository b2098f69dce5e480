"""Runs the recorded checks of one exercise on a submission."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakKeyDictionary

from torch import Tensor

from autograder.checking.describe import describe_value
from autograder.checking.failures import CheckFailedError
from autograder.checking.illustrations import Illustration
from autograder.checking.recording import RecordedCheck, RecordedExample, ReplayTarget
from autograder.checking.registry import Check, CheckInfo
from autograder.checking.shown_examples import magnitude, shows_mistake
from autograder.checking.shrinking import Failure, ShrinkCache
from autograder.checking.student import Student
from autograder.sandbox.guest.unsent import UnsentNumbersError
from autograder.sandbox.host.isolation import SandboxError
from autograder.sandbox.host.target import CallRequest, CallResponse, EncodedRequest, LazyResponse, NoResponse, Target

MAX_DIGESTS = 40_000  # some 8 MB; then the cache is cleared, so that memory does not grow with the class
Responses = Sequence[CallResponse | NoResponse]
ExampleOutcome = tuple[dict[str, Any], CheckFailedError | None]  # arguments, and how they fail


class PassCache:
    """The digests of the responses with which each example has passed.

    A cache belongs to one set of recorded checks, because an example does not know the function that evaluates it.
    """

    def __init__(self, most: int = MAX_DIGESTS) -> None:
        self._passed: WeakKeyDictionary[RecordedExample, set[bytes]] = WeakKeyDictionary()
        self._decoded: set[bytes] = set()
        self._most = most
        self._count = 0

    def __contains__(self, digest: object) -> bool:
        """Whether a response with this digest was decoded when an example passed with it."""
        return digest in self._decoded

    def has_passed(self, example: RecordedExample, responses: Responses) -> bool:
        """Whether the example has passed with exactly these responses before."""
        digest = _digest(responses)
        return digest is not None and digest in self._passed.get(example, ())

    def add(self, example: RecordedExample, responses: Responses) -> None:
        """Record that the example has passed with these responses, and made no other request."""
        digest = _digest(responses)
        if digest is None:
            return
        self._count += 1 + len(responses)
        if self._count > self._most:
            self._forget(1 + len(responses))
        self._passed.setdefault(example, set()).add(digest)
        self._decoded |= {response.digest for response in responses if isinstance(response, LazyResponse)}

    def _forget(self, count: int) -> None:
        self._passed.clear()
        self._decoded.clear()
        self._count = count


def _digest(responses: Responses) -> bytes | None:
    """The digest of all responses together; None if one is missing, or did not come from the sandbox."""
    digests = [response.digest for response in responses if isinstance(response, LazyResponse)]
    return hashlib.sha256(b"".join(digests)).digest() if len(digests) == len(responses) else None


# Outcomes whose smallest example is searched; crashes and hangs are not repeated.
SHRUNK = ("wrong type", "wrong shape", "wrong dtype", "not finite", "wrong values")
ILLUSTRATED = ("not finite", "wrong values")  # of which an illustration shows what the numbers mean


@dataclass(frozen=True)
class Finding:
    """How one check ended for one submission.

    Attributes:
        info: the declaration of the check.
        failure: how it failed; None if it passed.
        counterexample: the example that fails, in words by argument; empty for a check without examples.
        arguments: the same example, in values.
        failing: the place of the first recorded example that fails; None if that is not known.
        note: what the numbers of an illustration are, whose failure this is; else empty.
    """

    info: CheckInfo
    failure: CheckFailedError | None
    counterexample: dict[str, str]
    arguments: Mapping[str, Any] = field(default_factory=dict)
    failing: int | None = None
    note: str = ""

    @property
    def outcome(self) -> str:
        """`right`, or the outcome of the failure."""
        return self.failure.outcome if self.failure else "right"


def run_checks(
    recorded: Sequence[RecordedCheck],
    target: Target,
    *,
    pass_cache: PassCache | None = None,
    shrink_cache: ShrinkCache | None = None,
) -> list[Finding]:
    """Send all requests at once, then evaluate check by check.

    A request that several checks make is sent once, and all of them evaluate the same response.

    Args:
        recorded: the checks.
        target: the submission.
        pass_cache: responses that passed before are not evaluated again; default: none.
        shrink_cache: earlier searches for the smallest failing example; default: none.

    Raises:
        SandboxError: the sandbox was lost.
    """
    responses = _responses(recorded, target)
    pass_cache = PassCache() if pass_cache is None else pass_cache
    shrink_cache = ShrinkCache() if shrink_cache is None else shrink_cache
    findings = [_run_check(item, responses, target, pass_cache) for item in recorded]
    return _with_small_examples(recorded, findings, responses, AnsweredTarget(target, responses), shrink_cache)


def passed_findings(recorded: Sequence[RecordedCheck], target: Target, pass_cache: PassCache) -> list[Finding] | None:
    """Return the findings of checks that all pass on the recorded requests; None as soon as one does not.

    A check that would make other requests does not pass: the recorded ones are the same for every submission, so that
    nothing in them depends on earlier responses. The first example of each core check comes first, because most wrong
    programs fail one of them and need not be asked the rest.

    Raises:
        SandboxError: the sandbox was lost.
    """
    responses: dict[bytes, CallResponse | NoResponse] = {}
    findings: list[Finding] = []
    nobody = _Nobody()
    for checks in (_first_examples(recorded), recorded):
        responses |= _responses(checks, target, responses)
        findings = []
        for item in checks:
            findings.append(_run_check(item, responses, nobody, pass_cache))
            if findings[-1].failure is not None or nobody.asked:
                return None
    return findings


def _first_examples(recorded: Sequence[RecordedCheck]) -> list[RecordedCheck]:
    """Return the core checks with their first example alone."""
    return [item.first_example for item in recorded if item.check.info.level == "core"]


def passes_example(recorded: RecordedCheck, place: int, target: Target) -> bool:
    """Whether a target that may not have been asked anything else passes one recorded example of a check.

    Raises:
        SandboxError: the sandbox was lost.
    """
    example = recorded.examples[place]
    replay = ReplayTarget(target, example, target.ask(example.requests))
    return _evaluate(_function_of(recorded), Student(replay), example) is None


class AnsweredTarget:
    """Repeats responses that are there, and passes other requests on.

    A search for the smallest example begins with the examples that were recorded.
    """

    def __init__(self, target: Target, responses: Mapping[bytes, CallResponse | NoResponse]) -> None:
        self._target = target
        self._responses = {frame: item for frame, item in responses.items() if not isinstance(item, NoResponse)}

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return one response for each request."""
        encoded = [EncodedRequest(request) for request in requests]
        new = [request for request in encoded if request.frame not in self._responses]
        asked = iter(self._target.ask(new) if new else ())
        return [
            self._responses[request.frame] if request.frame in self._responses else next(asked) for request in encoded
        ]


class _Nobody:
    """A target that answers nothing, and notes that it was asked."""

    def __init__(self) -> None:
        self.asked = False

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return no response."""
        self.asked = True
        return [NoResponse("not run", "not asked") for _ in requests]


def _responses(
    recorded: Sequence[RecordedCheck], target: Target, known: Collection[bytes] = ()
) -> dict[bytes, CallResponse | NoResponse]:
    """Send all requests but those whose frames are known, each once; return the responses by frame.

    Those on the stand-in of a GPU come last: what a program keeps from them reaches no other request.
    """
    every = {request.frame: request for item in recorded for request in item.requests}
    new = {frame: request for frame, request in every.items() if frame not in known}
    requests = dict(sorted(new.items(), key=lambda item: item[1].get("stand_in", False)))
    return dict(zip(requests, target.ask(list(requests.values())), strict=True))


def _run_check(
    recorded: RecordedCheck, responses: Mapping[bytes, CallResponse | NoResponse], target: Target, pass_cache: PassCache
) -> Finding:
    check = recorded.check
    function = _function_of(recorded)
    for place, (example, ready) in enumerate(_answered(recorded, responses)):
        if pass_cache.has_passed(example, ready):
            continue
        replay = ReplayTarget(target, example, ready)
        failure = _evaluate(function, Student(replay), example)
        if failure is None and not replay.diverged:
            pass_cache.add(example, ready)
        if failure is not None:
            words = _words(example.arguments) if check.is_property else {}
            return Finding(check.info, failure, words, example.arguments, place)
    return Finding(check.info, None, {})


def _with_small_examples(
    recorded: Sequence[RecordedCheck],
    findings: Sequence[Finding],
    responses: Mapping[bytes, CallResponse | NoResponse],
    target: Target,
    shrink_cache: ShrinkCache,
) -> list[Finding]:
    """Replace failures of properties by those of small examples; the first one by an illustration, if one fails."""
    shown = list(findings)
    is_illustrated = False
    failures: dict[Illustration, CheckFailedError | None] = {}
    for place, (item, finding) in enumerate(zip(recorded, findings, strict=True)):
        if not item.check.is_property or finding.outcome not in SHRUNK:
            continue
        may_be = finding.outcome in ILLUSTRATED and not is_illustrated
        illustrated = _illustrated(item.check, finding, target, failures) if may_be else None
        is_illustrated = is_illustrated or illustrated is not None
        shown[place] = illustrated or _with_small_example(item, finding, responses, target, shrink_cache)
    return shown


def _illustrated(
    check: Check, finding: Finding, target: Target, failures: dict[Illustration, CheckFailedError | None]
) -> Finding | None:
    """Return the failure of the first illustration that fails in the same way, with what its numbers are.

    `failures` remembers how illustrations fail.
    """
    for item in check.illustrations:
        if item not in failures:
            failures[item] = _evaluate(item.function, Student(target), RecordedExample({}))
        failure = failures[item]
        if failure is not None and failure.outcome == finding.outcome and isinstance(failure.got, Tensor):
            return replace(finding, failure=failure, counterexample={}, note=item.note)
    return None


def _with_small_example(
    recorded: RecordedCheck,
    finding: Finding,
    responses: Mapping[bytes, CallResponse | NoResponse],
    target: Target,
    shrink_cache: ShrinkCache,
) -> Finding:
    """Replace the failure of a property by that of the smallest failing example, if it can be found.

    If that one hardly shows the mistake, the smallest recorded example that does takes its place.
    """
    smallest = shrink_cache.shrink(recorded.check, target)
    if smallest is None:
        return finding
    failure, example = smallest
    if not shows_mistake(failure, example):
        failure, example = _smallest_that_shows(recorded, responses, target, failure.outcome) or smallest
    return Finding(finding.info, failure, _words(example), example, finding.failing)


def _smallest_that_shows(
    recorded: RecordedCheck, responses: Mapping[bytes, CallResponse | NoResponse], target: Target, outcome: str
) -> Failure | None:
    """Return the smallest recorded example that fails with this outcome and shows the mistake."""
    shown = [
        (failure, arguments)
        for arguments, failure in example_outcomes(recorded, responses, target)
        if failure is not None and failure.outcome == outcome and shows_mistake(failure, arguments)
    ]
    return min(shown, key=lambda item: magnitude(*item), default=None)


def example_outcomes(
    recorded: RecordedCheck, responses: Mapping[bytes, CallResponse | NoResponse], target: Target
) -> list[ExampleOutcome]:
    """Return the arguments of each recorded example of a check, and how it fails; None where it passes."""
    function = _function_of(recorded)
    return [
        (example.arguments, _evaluate(function, Student(ReplayTarget(target, example, ready)), example))
        for example, ready in _answered(recorded, responses)
    ]


def _answered(
    recorded: RecordedCheck, responses: Mapping[bytes, CallResponse | NoResponse]
) -> list[tuple[RecordedExample, Responses]]:
    """Return each example of a check with the responses to its requests."""
    return [(example, [responses[request.frame] for request in example.requests]) for example in recorded.examples]


def _function_of(recorded: RecordedCheck) -> Callable[..., None]:
    """Return what evaluates one example of a check."""
    check = recorded.check
    return check.function.hypothesis.inner_test if check.is_property else check.function  # type: ignore[attr-defined]


def _evaluate(function: Callable[..., None], student: Student, example: RecordedExample) -> CheckFailedError | None:
    try:
        function(student, **example.arguments)
    except CheckFailedError as failure:
        return failure
    except SandboxError:
        raise
    except UnsentNumbersError:
        return CheckFailedError("wrong type", "an answer was too large to be looked at")
    except Exception as error:  # noqa: BLE001 - the check passes on the solution, so the response is to blame
        return CheckFailedError("crashed", f"an answer was so odd that it could not be judged ({type(error).__name__})")
    return None


def _words(example: dict[str, Any]) -> dict[str, str]:
    return {name: describe_value(value) for name, value in example.items()}
