"""Running all checks of one exercise on one examinee."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis.errors import HypothesisException

from autograder.checks.api import CheckInfo
from autograder.checks.rehearsal import Case, Reader, Rehearsed, call_with
from autograder.checks.student import Student
from autograder.checks.verdict import Verdict
from autograder.checks.wording import describe_value
from autograder.sandbox.examinee import Examinee, Lost, Report

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
    verdict: Verdict | None
    counterexample: dict[str, str]

    @property
    def outcome(self) -> str:
        """`right`, or what is wrong."""
        return self.verdict.outcome if self.verdict else "right"


def run_checks(rehearsed: Sequence[Rehearsed], examinee: Examinee) -> list[Finding]:
    """Ask everything at once, then judge check by check."""
    recipes = [recipe for item in rehearsed for case in item.cases for recipe in case.recipes]
    answers = iter(examinee.ask(recipes))
    return [_run_check(item, answers, examinee) for item in rehearsed]


def _run_check(rehearsed: Rehearsed, answers: Iterator[Report | Lost], examinee: Examinee) -> Finding:
    check = rehearsed.check
    prepared = [(case, [next(answers) for _ in case.recipes]) for case in rehearsed.cases]
    inner = check.function.hypothesis.inner_test if check.is_property else check.function  # type: ignore[attr-defined]
    for case, ready in prepared:
        verdict = _judge(inner, Student(Reader(examinee, case, ready)), case)
        if verdict is not None and check.is_property and verdict.outcome in SHRUNK:
            return _shrink(rehearsed, examinee, Finding(check.info, verdict, _words(case.example)))
        if verdict is not None:
            return Finding(check.info, verdict, _words(case.example))
    return Finding(check.info, None, {})


def _judge(inner: Callable[..., None], student: Student, case: Case) -> Verdict | None:
    try:
        inner(student, **case.example)
    except Verdict as verdict:
        return verdict
    return None


def _shrink(rehearsed: Rehearsed, examinee: Examinee, found: Finding) -> Finding:
    """Let hypothesis look for the smallest example that fails in the same way, through the wall."""
    last: dict[str, Any] = {}

    def watched(inner: Callable[..., None]) -> Callable[..., None]:
        def run(student: Student, **example: Any) -> None:
            last.clear()
            last.update(example)
            inner(student, **example)

        return run

    try:
        call_with(rehearsed.check, watched, Student(examinee))
    except Verdict as verdict:
        return Finding(found.info, verdict, _words(last))
    except (HypothesisException, BaseExceptionGroup):  # answers that differ from run to run: keep what was found first
        return found
    return found


def _words(example: dict[str, Any]) -> dict[str, str]:
    return {name: describe_value(value) for name, value in example.items()}
