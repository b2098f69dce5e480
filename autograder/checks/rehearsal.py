"""What is the same for every student is found once: the examples of a check and the recipes it asks.

A check is run once on the solution, in this process, while somebody writes down what it asks. For a submission all
recipes of an exercise then cross the wall together; the check runs on the answers that are already here, and asks
again only where it wants something else than it asked in the rehearsal.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder.checks.catalogue import Check
from autograder.checks.sameness import same
from autograder.checks.student import Student
from autograder.oracle.memo import remembering
from autograder.sandbox.examinee import Encoded, Examinee, Lost, Recipe, Report


@dataclass(eq=False)  # two runs of a check are never the same, whatever they ask
class Case:
    """One run of a check's function: its example (if hypothesis made one) and what it asks."""

    example: dict[str, Any]
    recipes: list[Encoded] = field(default_factory=list)


@dataclass(frozen=True)
class Rehearsed:
    """A check with all its cases."""

    check: Check
    cases: tuple[Case, ...]

    @functools.cached_property
    def recipes(self) -> list[Encoded]:
        """All that the check asks."""
        return [recipe for case in self.cases for recipe in case.recipes]


class Writer:
    """Passes recipes on and writes them down."""

    def __init__(self, examinee: Examinee) -> None:
        self._examinee = examinee
        self.case = Case({})

    def ask(self, recipes: Sequence[Recipe]) -> list[Report | Lost]:
        """Ask, and remember what was asked."""
        self.case.recipes += [Encoded(recipe) for recipe in recipes]
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
        self._ready = list(zip(case.recipes, answers, strict=True))
        self.strayed = False  # whether it asked something else

    def ask(self, recipes: Sequence[Recipe]) -> list[Report | Lost]:
        """Prepared answers where the recipe is the rehearsed one, fresh ones elsewhere."""
        return [self._one(recipe) for recipe in recipes]

    def _one(self, recipe: Recipe) -> Report | Lost:
        if self._ready and _same(recipe, self._ready[0][0]):
            return self._ready.pop(0)[1]
        self.strayed = True
        return self._examinee.ask([recipe])[0]


def _same(recipe: Recipe, rehearsed: Encoded) -> bool:
    """Whether the worker would be asked the same, to the bit."""
    return same(recipe, rehearsed) or Encoded(recipe).frame == rehearsed.frame
