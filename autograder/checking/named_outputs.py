"""Several outputs of one call, which have names: a tuple or list in their order."""

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from autograder.checking.describe import describe_type
from autograder.checking.failures import CheckFailedError
from autograder.sandbox.host.student_text import detail

IN_WORDS = {2: "two", 3: "three", 4: "four"}


def outputs_of(value: Any, names: Sequence[str], called: str) -> Sequence[Any]:
    """Return the outputs of a call: as many as there are names.

    Raises:
        CheckFailedError: there are not so many.
    """
    wanted = f"{IN_WORDS.get(len(names), str(len(names)))}: {', '.join(names[:-1])} and {names[-1]}"
    if isinstance(value, Tensor):
        raise CheckFailedError("wrong type", f"{called} returned one Tensor, expected {wanted}", got=value)
    if not isinstance(value, list | tuple):
        text = f"{called} is {describe_type(value)}, expected a list or tuple"
        raise CheckFailedError("wrong type", text, got=value)
    if len(value) != len(names):
        raise CheckFailedError("wrong type", f"{called} returned {detail(len(value))} things, expected {wanted}")
    return value
