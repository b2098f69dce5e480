"""How a check ends when it does not pass."""

from typing import Any

OUTCOMES = (  # worst to best
    *("not submitted", "does not parse", "not attempted", "crashed", "timed out", "wrong type", "wrong shape"),
    *("wrong dtype", "not finite", "wrong values", "not allowed", "not run", "right"),
)


class Verdict(AssertionError):  # noqa: N818 - a verdict, not an error of ours
    """A check did not pass: the outcome, what to tell, and the evidence that a diagnosis may use."""

    def __init__(self, outcome: str, message: str, *, got: Any = None, expected: Any = None) -> None:
        super().__init__(message)
        if outcome not in OUTCOMES:
            raise ValueError(f"no outcome is called {outcome!r}")
        self.outcome = outcome
        self.message = message
        self.got = got
        self.expected = expected
