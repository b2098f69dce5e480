"""Finds the smallest example that fails a property; hypothesis searches once for each pattern of outcomes.

Hypothesis is derandomized: which example it tries next depends only on the outcomes of the earlier ones. So its
searches are cached, and replayed for programs whose examples fail in the same pattern; that saves most of the time.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from hypothesis.errors import UnsatisfiedAssumption

from autograder.checking.failures import CheckFailedError
from autograder.checking.recording import call_wrapped
from autograder.checking.registry import Check
from autograder.checking.student import Student
from autograder.sandbox.host.isolation import SandboxError
from autograder.sandbox.host.target import Target

REJECTED = -1  # the example is not one that the check wants
MAX_PATHS = 100  # for each check; most programs follow one of a few

Example = dict[str, Any]
Outcome = tuple[tuple[type[BaseException], str, int], ...]  # exceptions with file and line; () if none
Kind = int  # of an outcome within a search: 0 if nothing was raised, else one number for each place and type
Failure = tuple[CheckFailedError, Example]


@dataclass(eq=False)
class _Step:
    """An example, and the next step after each of its outcomes; the last step of a path has no example."""

    example: Example | None = None
    after: dict[Kind, "_Step"] = field(default_factory=dict)


@dataclass
class _Paths:
    """The cached searches of one check, as a tree."""

    first: _Step = field(default_factory=_Step)
    count: int = 0


class _Kinds:
    """Numbers the outcomes of one search.

    What hypothesis tries next depends on whether two failures are the same, not on where in the check they happen.
    """

    def __init__(self) -> None:
        self._numbers: dict[Outcome, Kind] = {(): 0}

    def of(self, outcome: Outcome) -> Kind:
        """Return the number of an outcome."""
        if outcome and issubclass(outcome[0][0], UnsatisfiedAssumption):
            return REJECTED
        return self._numbers.setdefault(outcome, len(self._numbers))


class ShrinkCache:
    """The searches of hypothesis for the smallest failing example, by check."""

    def __init__(self) -> None:
        self._paths: WeakKeyDictionary[Callable[..., None], _Paths] = WeakKeyDictionary()

    def shrink(self, check: Check, target: Target) -> Failure | None:
        """Return the smallest failing example and its failure; None if the program is not deterministic.

        Raises:
            SandboxError: the sandbox was lost.
        """
        paths = self._paths.setdefault(check.function, _Paths())
        student = Student(target)
        complete, failure = _follow(paths.first, check, student)
        if complete:
            return failure
        failure, tried = _search(check, student)
        if paths.count < MAX_PATHS:
            _insert(paths, tried)
        return failure


def _follow(first: _Step, check: Check, student: Student) -> tuple[bool, Failure | None]:
    """Try the examples of a cached path; return whether its end was reached, and the failure of the last example."""
    inner = check.function.hypothesis.inner_test  # type: ignore[attr-defined]
    step, failure, kinds = first, None, _Kinds()
    while step.example is not None:
        outcome: Outcome = ()
        failure = None
        try:
            inner(student, **step.example)
        except SandboxError:
            raise
        except Exception as error:  # noqa: BLE001 - a check may raise anything on a forged response
            outcome = _outcome(error)
            failure = (error, step.example) if isinstance(error, CheckFailedError) else None
        kind = kinds.of(outcome)
        if kind not in step.after:
            return False, None
        step = step.after[kind]
    return step is not first, failure


def _search(check: Check, student: Student) -> tuple[Failure | None, list[tuple[Example, Outcome]]]:
    """Let hypothesis search; return the failure, and each example that it tried with its outcome."""
    tried: list[tuple[Example, Outcome]] = []
    sandbox_errors: list[SandboxError] = []

    def observe(inner: Callable[..., None]) -> Callable[..., None]:
        def run(student: Student, **example: Any) -> None:
            tried.append((example, ()))
            try:
                inner(student, **example)
            except SandboxError as error:  # hypothesis would count it as a failure of the check
                sandbox_errors.append(error)
                raise
            except Exception as error:
                tried[-1] = (example, _outcome(error))
                raise

        return run

    failure: Failure | None = None
    try:
        call_wrapped(check, observe, student)
    except CheckFailedError as error:
        failure = error, tried[-1][0]
    except Exception:  # noqa: BLE001, S110 - a flaky program, or a forged response
        pass
    if sandbox_errors:
        raise sandbox_errors[0]
    return failure, tried


def _insert(paths: _Paths, tried: list[tuple[Example, Outcome]]) -> None:
    """Add a path, unless it contradicts a cached one, because then the program is not deterministic."""
    step, is_new, kinds = paths.first, paths.count == 0, _Kinds()
    for example, outcome in tried:
        if is_new:
            step.example = example
        elif step.example != example:
            return
        kind = kinds.of(outcome)
        is_new = kind not in step.after
        step = step.after.setdefault(kind, _Step())
    paths.count += 1


def _outcome(error: BaseException) -> Outcome:
    places = []
    cause: BaseException | None = error
    while cause is not None:
        places.append((type(cause), *_place(cause)))
        cause = cause.__context__
    return tuple(places)


def _place(error: BaseException) -> tuple[str, int]:
    """The file and line that raised an exception; hypothesis distinguishes failures by these."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ("", 0)
