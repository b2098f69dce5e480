"""What is the same for every student is found once: the examples of a check and the recipes it asks.

A check is run once on the solution, in this process, while somebody writes down what it asks. For a submission all
recipes of an exercise then cross the wall together; the check runs on the answers that are already here, and asks
again only where it wants something else than it asked in the rehearsal.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder.checks.catalogue import Check
from autograder.checks.student import Student
from autograder.oracle.memo import remembering
from autograder.sandbox.box import wire
from autograder.sandbox.examinee import Examinee, Lost, Recipe, Report


@dataclass
class Case:
    """One run of a check's function: its example (if hypothesis made one) and what it asks."""

    example: dict[str, Any]
    recipes: list[Recipe] = field(default_factory=list)
    frames: list[bytes] = field(default_factory=list)


@dataclass(frozen=True)
class Rehearsed:
    """A check with all its cases."""

    check: Check
    cases: tuple[Case, ...]


class Writer:
    """Passes recipes on and writes them down."""

    def __init__(self, examinee: Examinee) -> None:
        self._examinee = examinee
        self.case = Case({})

    @property
    def load_failure(self) -> dict[str, Any] | None:
        """As the examinee's."""
        return self._examinee.load_failure

    def ask(self, recipes: Sequence[Recipe]) -> list[Report | Lost]:
        """Ask, and remember what was asked."""
        self.case.recipes += recipes
        self.case.frames += [wire.encode(recipe) for recipe in recipes]
        return self._examinee.ask(recipes)


def rehearse(check: Check, solution: Examinee) -> Rehearsed:
    """Run `check` on the solution and keep its cases.

    Raises:
        Verdict: the solution itself does not pass, which is a mistake of the check or the solution.
    """
    writer = Writer(solution)
    cases: list[Case] = []

    def observed(inner: Callable[..., None]) -> Callable[..., None]:
        def run(student: Student, **example: Any) -> None:
            writer.case = Case(example)
            inner(student, **example)
            cases.append(writer.case)

        return run

    with remembering():
        call_with(check, observed, Student(writer))
    return Rehearsed(check, tuple(cases))


def call_with(check: Check, around: Callable[[Callable[..., None]], Callable[..., None]], student: Student) -> None:
    """Run a check with something around each run of its innermost function."""
    if not check.is_property:
        around(check.function)(student)
        return
    handle = check.function.hypothesis  # type: ignore[attr-defined]
    inner = handle.inner_test
    handle.inner_test = around(inner)
    try:
        check.function(student=student)
    finally:
        handle.inner_test = inner


class Reader:
    """Gives the answers that are already here, as long as the check asks what it asked in the rehearsal."""

    def __init__(self, examinee: Examinee, case: Case, answers: Sequence[Report | Lost]) -> None:
        self._examinee = examinee
        self._ready = list(zip(case.frames, answers, strict=True))

    @property
    def load_failure(self) -> dict[str, Any] | None:
        """As the examinee's."""
        return self._examinee.load_failure

    def ask(self, recipes: Sequence[Recipe]) -> list[Report | Lost]:
        """Prepared answers where the recipe is the rehearsed one, fresh ones elsewhere."""
        return [self._one(recipe) for recipe in recipes]

    def _one(self, recipe: Recipe) -> Report | Lost:
        if self._ready and self._ready[0][0] == wire.encode(recipe):
            return self._ready.pop(0)[1]
        return self._examinee.ask([recipe])[0]
