"""How a check is written: a test function with a name, a title, points and a level."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

Level = Literal["core", "robustness"]
Function = TypeVar("Function", bound=Callable[..., Any])

PLAIN_VALUES = "plain values say more than gradients"  # a `for_message` of several checks


@dataclass(frozen=True)
class CheckInfo:
    """What is known of a check without running it."""

    id: str  # exercise.what_is_checked
    title: str
    points: float
    level: Level
    hint: str
    for_message: str = ""  # why it is there although cheaper checks reject all that it rejects

    @property
    def exercise(self) -> str:
        """The graded name that the check belongs to."""
        return self.id.split(".", 1)[0]


def check(
    name: str, title: str, *, points: float, level: Level = "core", hint: str = "", for_message: str = ""
) -> Callable[[Function], Function]:
    """Mark a test function as a check of the exercise before the dot in `name`.

    Args:
        name: `exercise.what_is_checked`; stands in results, so it is never renamed lightly.
        title: what holds when the check passes, in a few words a student understands.
        points: what it is worth; the checks of an exercise sum to the exercise's points.
        level: `core` is the exercise itself; `robustness` is stability, dtype, device, side effects.
        hint: one neutral sentence that leads on without giving the answer.
        for_message: what it says better, where cheaper checks of the exercise reject all that it rejects.
    """

    def mark(function: Function) -> Function:
        function.check = CheckInfo(name, title, points, level, hint, for_message)  # type: ignore[attr-defined]
        return function

    return mark
