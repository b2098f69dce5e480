"""The programs that one search tries: equal ones once, and no more than it may."""

from autograder.repair.trials import Trials, Verdict


class Candidates:
    """Tries the edited programs of one exercise.

    Args:
        trials: runs the programs.
        most: how many programs are tried at most.
    """

    def __init__(self, trials: Trials, most: int) -> None:
        self._trials = trials
        self._most = most
        self._passed: dict[str, bool] = {}  # by text

    @property
    def exhausted(self) -> bool:
        """Whether no other program may be tried."""
        return self._trials.tried >= self._most

    def aim_at(self, text: str, verdict: Verdict | None = None) -> None:
        """Try edits of a program first on what it fails.

        Args:
            text: the program.
            verdict: how it was judged; it is judged again by default.
        """
        judged = self._trials.judge(text) if verdict is None else verdict
        self._passed.setdefault(text, judged.right)
        self._trials.set_screens(judged)
        self._trials.confirm_screens(text)

    def known(self, text: str) -> bool | None:
        """Return whether a program passed; None if it was not tried."""
        return self._passed.get(text)

    def passes(self, text: str) -> bool:
        """Return whether all checks pass; False for a program that may not be tried, and for none."""
        if text and text not in self._passed and not self.exhausted:
            self.try_out(text)
        return self._passed.get(text, False)

    def try_out(self, text: str) -> int:
        """Try a program that is new; return how many of the checks that are tried first it passes.

        Raises:
            SandboxError: the sandbox was lost.
        """
        passed = self._trials.screen(text)
        self._passed[text] = passed == self._trials.screens and self._trials.judge(text).right
        return passed

    def trace(self, text: str) -> dict[int, frozenset[str]]:
        """Run a traced program on what is tried first; return nothing if no other program may be tried."""
        return {} if self.exhausted else self._trials.trace(text)
