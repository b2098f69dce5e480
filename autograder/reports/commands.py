"""Commands that are shown to be copied, quoted for a shell."""

import shlex
from dataclasses import dataclass


@dataclass(frozen=True)
class RunOptions:
    """What a run was told about the course; a command about its results needs the same.

    Attributes:
        policies: the file of rules; empty if none was named.
        course: the folder of the course; empty if it was only discovered.
    """

    policies: str = ""
    course: str = ""

    def command(self, *words: str, rules: bool = True) -> str:
        """Return a command line of this program, with these options.

        Args:
            words: the command, its arguments and its own options.
            rules: whether the command takes the file of rules.
        """
        options = ["--policies", self.policies] if rules and self.policies else []
        options += ["--course", self.course] if self.course else []
        return shlex.join(["autograder", *words, *options])


NO_OPTIONS = RunOptions()
