"""How a check ends when it does not pass."""

from typing import Any

from torch import Tensor

from autograder.sandbox.examinee import Recipe
from autograder.sandbox.student_text import unmarked

LONGEST = 1000  # of a message; a report that no honest worker sends may hold a megabyte where a name belongs
OUTCOMES = (  # worst to best
    *("not submitted", "does not parse", "not attempted", "crashed", "timed out", "wrong type", "wrong shape"),
    *("wrong dtype", "not finite", "wrong values", "not allowed", "not run", "right"),
)


class Verdict(AssertionError):  # noqa: N818 - a verdict, not an error of ours
    """A check did not pass: the outcome, what to tell, and the evidence that a diagnosis may use."""

    def __init__(
        self, outcome: str, message: str, *, got: Any = None, expected: Any = None, wrong: Tensor | None = None
    ) -> None:
        super().__init__(unmarked(message))
        if outcome not in OUTCOMES:
            raise ValueError(f"no outcome is called {outcome!r}")
        self.outcome = outcome
        # With its marks: how much of it is the student's own words is counted where it is published.
        self.message = message if len(message) <= LONGEST else f"{message[: LONGEST - 1]}…"
        self.got = got
        self.expected = expected
        self.wrong = wrong  # which numbers of `got` are wrong, where shapes agree
        self.refused = ""  # what the sandbox refused, where that is why the check says nothing
        self.recipe: Recipe | None = None  # the call that it is about, once it is known
