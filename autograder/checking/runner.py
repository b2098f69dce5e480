"""Running the recorded checks of one exercise on a submission."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from autograder.checking.describe import describe_value
from autograder.checking.failures import CheckFailedError
from autograder.checking.recording import RecordedCheck, RecordedExample, ReplayTarget
from autograder.checking.registry import Check, CheckInfo
from autograder.checking.shrinking import ShrinkCache
from autograder.checking.student import Student
from autograder.sandbox.host.isolation import SandboxError
from autograder.sandbox.host.target import CallResponse, LazyResponse, NoResponse, Target

MOST = 40_000  # digests, some 8 MB; then all are forgotten, so that memory does not grow with the class
Answers = Sequence[CallResponse | NoResponse]


class PassCache:
    """For each case the digests of the answers that it passed.

    One of these belongs to one set of checks: a case does not say which function judges it.
    """

    def __init__(self, most: int = MOST) -> None:
        self._cases: WeakKeyDictionary[RecordedExample, set[bytes]] = WeakKeyDictionary()
        self._known: set[bytes] = set()
        self._most = most
        self._count = 0

    def __contains__(self, digest: object) -> bool:
        """Whether an answer of this digest is part of what passed: it was open then."""
        return digest in self._known

    def holds(self, case: RecordedExample, answers: Answers) -> bool:
        """Whether the case passed with these very answers before."""
        digest = _digest(answers)
        return digest is not None and digest in self._cases.get(case, ())

    def add(self, case: RecordedExample, answers: Answers) -> None:
        """The case has passed with these answers, and asked nothing else."""
        digest = _digest(answers)
        if digest is None:
            return
        self._count += 1 + len(answers)
        if self._count > self._most:
            self._forget(1 + len(answers))
        self._cases.setdefault(case, set()).add(digest)
        self._known |= {report.digest for report in answers if isinstance(report, LazyResponse)}

    def _forget(self, count: int) -> None:
        self._cases.clear()
        self._known.clear()
        self._count = count


def _digest(answers: Answers) -> bytes | None:
    """Of all answers together; None where one did not arrive behind the wall, or at all."""
    digests = [report.digest for report in answers if isinstance(report, LazyResponse)]
    return hashlib.sha256(b"".join(digests)).digest() if len(digests) == len(answers) else None


SHRUNK = (
    "wrong type",
    "wrong shape",
    "wrong dtype",
    "not finite",
    "wrong values",
)  # crashes and hangs are not repeated


@dataclass(frozen=True)
class Finding:
    """How one check ended for one submission."""

    info: CheckInfo
    verdict: CheckFailedError | None
    counterexample: dict[str, str]

    @property
    def outcome(self) -> str:
        """`right`, or what is wrong."""
        return self.verdict.outcome if self.verdict else "right"


def run_checks(
    rehearsed: Sequence[RecordedCheck],
    examinee: Target,
    *,
    passed: PassCache | None = None,
    shrunk: ShrinkCache | None = None,
) -> list[Finding]:
    """Ask everything at once, then judge check by check; what `passed` before is not judged again.

    A request that several checks make is sent once, and each of them judges the same response.
    """
    requests = {request.frame: request for item in rehearsed for request in item.recipes}
    answers = dict(zip(requests, examinee.ask(list(requests.values())), strict=True))
    known = PassCache() if passed is None else passed
    found = [_run_check(item, answers, examinee, known) for item in rehearsed]
    smallest = ShrinkCache() if shrunk is None else shrunk
    pairs = zip(rehearsed, found, strict=True)
    return [_with_smallest_example(item.check, finding, examinee, smallest) for item, finding in pairs]


def _run_check(
    rehearsed: RecordedCheck, answers: Mapping[bytes, CallResponse | NoResponse], examinee: Target, passed: PassCache
) -> Finding:
    check = rehearsed.check
    prepared = [(case, [answers[request.frame] for request in case.recipes]) for case in rehearsed.cases]
    inner = check.function.hypothesis.inner_test if check.is_property else check.function  # type: ignore[attr-defined]
    for case, ready in prepared:
        if passed.holds(case, ready):
            continue
        reader = ReplayTarget(examinee, case, ready)
        verdict = _judge(inner, Student(reader), case)
        if verdict is None and not reader.diverged:
            passed.add(case, ready)
        if verdict is not None:
            return Finding(check.info, verdict, _words(case.example))
    return Finding(check.info, None, {})


def _with_smallest_example(check: Check, finding: Finding, examinee: Target, shrunk: ShrinkCache) -> Finding:
    """The failure of the smallest example that fails, where a property failed with wrong values."""
    if not check.is_property or finding.outcome not in SHRUNK:
        return finding
    failure = shrunk.shrink(check, examinee)
    return finding if failure is None else Finding(finding.info, failure[0], _words(failure[1]))


def _judge(inner: Callable[..., None], student: Student, case: RecordedExample) -> CheckFailedError | None:
    try:
        inner(student, **case.example)
    except CheckFailedError as verdict:
        return verdict
    except SandboxError:
        raise
    except Exception as error:  # noqa: BLE001 - the check passes on the solution, so the answer is such that none can be judged
        return CheckFailedError("crashed", f"an answer was so odd that it could not be judged ({type(error).__name__})")
    return None


def _words(example: dict[str, Any]) -> dict[str, str]:
    return {name: describe_value(value) for name, value in example.items()}
