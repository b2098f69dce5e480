"""Defines a check in the module of the check file that asks for it, as if it were written there."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.registry import CheckInfo
from autograder.checking.student import Student

ByHand = Callable[[Student], None]  # what a check does that no template does
IDENTIFIER = re.compile(r"[a-z]\w*")


@dataclass(frozen=True)
class CheckText:
    """What an exercise says instead of a template; whatever is empty stays as the template has it.

    Attributes:
        title: what is true when the check passes.
        hint: one sentence that leads on without giving the answer.
        points: what it is worth; without it, its share of what the exercise's other checks leave.
        id: what stands after the dot of the check's id.
        also: further templates that this check runs, which then have no check of their own, and functions of a student
            that it calls after them.
        for_message: what it explains better, if cheaper checks reject the same programs.
    """

    title: str = ""
    hint: str = ""
    points: float | None = None
    id: str = ""
    also: Sequence[str | ByHand] = ()
    for_message: str = ""

    @property
    def also_templates(self) -> list[str]:
        """The ids of the further templates."""
        return [item for item in self.also if isinstance(item, str)]

    @property
    def also_by_hand(self) -> list[ByHand]:
        """The functions that are called after the templates."""
        return [item for item in self.also if not isinstance(item, str)]

    def applied_to(self, info: CheckInfo) -> CheckInfo:
        """Return the declaration of a template's check with what is given here."""
        named = self.points is not None
        return replace(
            info,
            id=f"{info.exercise}.{self.id}" if self.id else info.id,
            title=self.title or info.title,
            points=self.points or 0.0,
            hint=self.hint or info.hint,
            for_message=self.for_message or info.for_message,
            share=0.0 if named else info.share,
            from_solution=info.from_solution and not self.also_by_hand,
        )


def part_of(namespace: Mapping[str, Any]) -> str:
    """Return the id of the part that a check file belongs to: `solutions/<part>/checks/test_….py`."""
    return Path(namespace["__file__"]).resolve().parents[1].name


def define_check(
    namespace: dict[str, Any],
    info: CheckInfo,
    function: Callable[..., None],
    examples: Mapping[str, st.SearchStrategy[Any]] | None = None,
) -> None:
    """Define a test function in a module; with `examples`, it is a property.

    Args:
        namespace: of the module.
        info: the declaration of the check.
        function: takes a student, and an example by name.
        examples: a strategy for each argument of an example.
    """
    function.__name__ = function.__qualname__ = f"test_{info.id.replace('.', '_')}"
    function.__module__ = namespace["__name__"]
    function.__doc__ = info.title
    check = given(**examples)(function) if examples else function
    check.check = info  # type: ignore[attr-defined]
    namespace[function.__name__] = check
