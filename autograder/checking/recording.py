"""Records which requests a check makes on the solution, so that all of them can be sent at once."""

import dataclasses
import functools
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from autograder.checking.reference_cache import remembering
from autograder.checking.registry import Check
from autograder.checking.student import Student
from autograder.sandbox.guest.wire import NumpyArray
from autograder.sandbox.host.target import CallRequest, CallResponse, EncodedRequest, NoResponse, Target

WIDEST = 8  # times as many bytes as the narrowest dtype of its kind: int64 beside int8
LEAST_SENT = 4 << 20  # bytes


def requests_equal(one: Any, other: Any) -> bool:
    """Whether two requests, or parts of them, are bit-identical; False for arrays and unusual tensors, equal or not."""
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and list(one) == list(other)
            and all(requests_equal(one[key], other[key]) for key in one)
        )
    if type(one) is not type(other):
        return False
    if isinstance(one, Tensor):
        return _same_tensor(one, other)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(requests_equal, one, other))
    if isinstance(one, np.ndarray):
        return False
    return bool(one == other) and (type(one) is not float or str(one) == str(other))  # 0.0 == -0.0


def _same_tensor(one: Tensor, other: Tensor) -> bool:
    if (one.dtype, one.shape, one.requires_grad) != (other.dtype, other.shape, other.requires_grad):
        return False
    if (
        not one.is_contiguous() or not other.is_contiguous() or one.numel() < 2
    ):  # a tensor with one element counts as contiguous, whatever its stride
        return False
    # As bytes, because NaN is then equal to itself, and -0.0 is not equal to 0.0.
    return torch.equal(one.detach().reshape(-1).view(torch.uint8), other.detach().reshape(-1).view(torch.uint8))


@dataclass(eq=False)  # a key of caches: two runs are different even if their requests are equal
class RecordedExample:
    """One run of a check's function.

    Attributes:
        arguments: the example that hypothesis passed, or the number of a part; empty for a check without either.
        requests: the requests of the run.
        largest: the bytes of the largest tensor in the responses of the solution.
    """

    arguments: dict[str, Any]
    requests: list[EncodedRequest] = field(default_factory=list)
    largest: int = 0


@dataclass(frozen=True)
class RecordedCheck:
    """A check with all examples that it was run on."""

    check: Check
    examples: tuple[RecordedExample, ...]

    @functools.cached_property
    def requests(self) -> list[EncodedRequest]:
        """The requests of all examples."""
        return [request for example in self.examples for request in example.requests]

    @functools.cached_property
    def digest(self) -> bytes:
        """A hash of all requests."""
        digest = hashlib.sha256()
        for request in self.requests:
            digest.update(request.frame)
        return digest.digest()

    @functools.cached_property
    def first_example(self) -> "RecordedCheck":
        """The check with its first example alone."""
        return RecordedCheck(self.check, self.examples[:1])

    @functools.cached_property
    def without_shrinking(self) -> "RecordedCheck":
        """The check without a search for its smallest failing example, for runs whose examples nobody reads."""
        if not self.check.is_property:
            return self
        inner = self.check.function.hypothesis.inner_test  # type: ignore[attr-defined]
        return RecordedCheck(dataclasses.replace(self.check, function=inner), self.examples)


class RecordingTarget:
    """Passes requests on to another target and records them in `example`."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self.example = RecordedExample({})

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Record the requests, and pass them on."""
        self.example.requests += [EncodedRequest(request) for request in requests]
        responses = self._target.ask(requests)
        self.example.largest = max(self.example.largest, *map(_largest_tensor, responses))
        return responses


def _largest_tensor(value: Any) -> int:
    """Return the bytes of the largest tensor in a response."""
    if isinstance(value, Tensor):
        return value.numel() * value.element_size()
    if isinstance(value, NumpyArray):
        return _largest_tensor(value.values)
    items = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return max(map(_largest_tensor, items), default=0)


def largest_sent(recorded: Iterable[RecordedCheck]) -> int:
    """Return how many bytes a tensor may have that a program sends to these checks; one of more is certainly wrong.

    It says nothing of the right answers but the magnitude of their size: it is much larger, a power of two, and for
    nearly all exercises the same. Another dtype of the same kind takes at most eight times as many bytes.
    """
    largest = max((example.largest for item in recorded for example in item.examples), default=0)
    return max(LEAST_SENT, 1 << (WIDEST * largest - 1).bit_length())


def record_check(check: Check, solution: Target) -> RecordedCheck:
    """Run `check` on the solution and record its examples.

    Raises:
        CheckFailedError: the solution does not pass, so the check or the solution is wrong.
    """
    recorder = RecordingTarget(solution)
    examples: list[RecordedExample] = []

    def observe(inner: Callable[..., None]) -> Callable[..., None]:
        def run(student: Student, **arguments: Any) -> None:
            recorder.example = RecordedExample(arguments)
            inner(student, **arguments)
            examples.append(recorder.example)

        return run

    with remembering():
        call_wrapped(check, observe, Student(recorder))
        for item in check.illustrations:
            item.function(Student(solution))
    return RecordedCheck(check, tuple(examples))


def call_wrapped(check: Check, wrap: Callable[[Callable[..., None]], Callable[..., None]], student: Student) -> None:
    """Run a check with its function wrapped; of a property, the function that hypothesis calls with each example."""
    if not check.is_property:
        for arguments in [{"part": part} for part in range(check.parts)] or [{}]:
            wrap(check.function)(student, **arguments)
        return
    handle = check.function.hypothesis  # type: ignore[attr-defined]
    inner = handle.inner_test
    handle.inner_test = wrap(inner)
    try:
        check.function(student=student)
    finally:
        handle.inner_test = inner


class ReplayTarget:
    """Returns prepared responses to the recorded requests of an example; any other request is passed on.

    Attributes:
        diverged: whether a request was not the recorded one.
    """

    def __init__(
        self, target: Target, example: RecordedExample, responses: Sequence[CallResponse | NoResponse]
    ) -> None:
        self._target = target
        self._ready = list(zip(example.requests, responses, strict=True))
        self.diverged = False

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return the prepared response if the request is the recorded one, else a new one."""
        return [self._one(request) for request in requests]

    def _one(self, request: CallRequest) -> CallResponse | NoResponse:
        if self._ready and _same(request, self._ready[0][0]):
            return self._ready.pop(0)[1]
        self.diverged = True
        return self._target.ask([request])[0]


def _same(request: CallRequest, recorded: EncodedRequest) -> bool:
    """Whether both requests have the same frame."""
    return requests_equal(request, recorded) or EncodedRequest(request).frame == recorded.frame
