"""Small calls that are made to be read; one that fails is shown instead of the smallest failing example."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from autograder.checking.student import Student

Function = TypeVar("Function", bound=Callable[[Student], None])


@dataclass(frozen=True)
class Illustration:
    """A call whose result can be read, such as attention weights because the values are unit vectors.

    Attributes:
        exercise: the exercise that it illustrates.
        note: what the numbers are, in a sentence or two; students read it above them.
        function: makes the call and compares the result, as a check does.
    """

    exercise: str
    note: str
    function: Callable[[Student], None]


def illustration(exercise: str, note: str) -> Callable[[Function], Function]:
    """Mark a function in a check file as an illustration; of several of an exercise, the first that fails is shown.

    It gives no points. The right result should have at most 16 numbers, so that it may be shown.

    Args:
        exercise: the name of an exercise with a property among its checks.
        note: what the numbers of the call are.
    """

    def mark(function: Function) -> Function:
        function.illustration = Illustration(exercise, note, function)  # type: ignore[attr-defined]
        return function

    return mark
