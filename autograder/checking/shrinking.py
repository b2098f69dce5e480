"""The smallest example that fails a property, found by hypothesis once for each sequence of outcomes.

Hypothesis is derandomized: which example it tries next depends only on how the earlier ones ended. So what it tried is
kept, and for the next program whose examples end in the same way it is not needed, which takes most of the time.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from autograder.checking.failures import CheckFailedError
from autograder.checking.recording import call_with
from autograder.checking.registry import Check
from autograder.checking.student import Student
from autograder.sandbox.host.isolation import SandboxError
from autograder.sandbox.host.target import Target

MAX_PATHS = 100  # kept for each check; most programs take one of a few

Example = dict[str, Any]
Outcome = tuple[tuple[type[BaseException], str, int], ...]  # what was raised and where, with its causes; () if nothing
Failure = tuple[CheckFailedError, Example]


@dataclass(eq=False)
class _Step:
    """An example that is tried, and what is tried next after each outcome; without an example, the end."""

    example: Example | None = None
    after: dict[Outcome, "_Step"] = field(default_factory=dict)


@dataclass
class _Paths:
    """All sequences of examples that are known for one check."""

    first: _Step = field(default_factory=_Step)
    count: int = 0


class ShrinkCache:
    """For each check, what hypothesis tried on its way to the smallest example."""

    def __init__(self) -> None:
        self._paths: WeakKeyDictionary[Callable[..., None], _Paths] = WeakKeyDictionary()

    def shrink(self, check: Check, target: Target) -> Failure | None:
        """Return the smallest example that fails, and how; None if the program fails differently from run to run.

        Raises:
            SandboxError: the sandbox was lost.
        """
        paths = self._paths.setdefault(check.function, _Paths())
        student = Student(target)
        known, failure = _follow(paths.first, check, student)
        if known:
            return failure
        failure, tried = _search(check, student)
        if paths.count < MAX_PATHS:
            _insert(paths, tried)
        return failure


def _follow(first: _Step, check: Check, student: Student) -> tuple[bool, Failure | None]:
    """Try the examples of a known path; whether it was known to its end, and how the last example failed."""
    inner = check.function.hypothesis.inner_test  # type: ignore[attr-defined]
    step, failure = first, None
    while step.example is not None:
        outcome: Outcome = ()
        failure = None
        try:
            inner(student, **step.example)
        except SandboxError:
            raise
        except Exception as error:  # noqa: BLE001 - an answer may be too odd to be judged
            outcome = _outcome(error)
            failure = (error, step.example) if isinstance(error, CheckFailedError) else None
        if outcome not in step.after:
            return False, None
        step = step.after[outcome]
    return step is not first, failure


def _search(check: Check, student: Student) -> tuple[Failure | None, list[tuple[Example, Outcome]]]:
    """Let hypothesis search; also each example that it tried, with its outcome."""
    tried: list[tuple[Example, Outcome]] = []
    lost: list[SandboxError] = []

    def noted(inner: Callable[..., None]) -> Callable[..., None]:
        def run(student: Student, **example: Any) -> None:
            tried.append((example, ()))
            try:
                inner(student, **example)
            except SandboxError as error:  # hypothesis would take it for a failure, try again and call it flaky
                lost.append(error)
                raise
            except Exception as error:
                tried[-1] = (example, _outcome(error))
                raise

        return run

    failure: Failure | None = None
    try:
        call_with(check, noted, student)
    except CheckFailedError as verdict:
        failure = verdict, tried[-1][0]
    except Exception:  # noqa: BLE001, S110 - answers that differ from run to run, or are too odd
        pass
    if lost:
        raise lost[0]
    return failure, tried


def _insert(paths: _Paths, tried: list[tuple[Example, Outcome]]) -> None:
    """Add a path, unless it contradicts a known one: then the program does not always do the same."""
    step, is_new = paths.first, paths.count == 0
    for example, outcome in tried:
        if is_new:
            step.example = example
        elif step.example != example:
            return
        is_new = outcome not in step.after
        step = step.after.setdefault(outcome, _Step())
    paths.count += 1


def _outcome(error: BaseException) -> Outcome:
    places = []
    seen: BaseException | None = error
    while seen is not None:
        places.append((type(seen), *_place(seen)))
        seen = seen.__context__
    return tuple(places)


def _place(error: BaseException) -> tuple[str, int]:
    """The file and line that raised it, as far as hypothesis tells failures apart."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ("", 0)
