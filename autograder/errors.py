"""Errors that users can fix, such as a wrong option or a file that cannot be read."""

from typing import ClassVar


class AutograderError(Exception):
    """An error for users; the message is one sentence, which the command line prints without a traceback.

    Attributes:
        exit_status: the exit status of a command that ends with this error.
    """

    exit_status: ClassVar[int] = 2


class IntakeError(AutograderError):
    """The named path cannot be graded at all; the message is one sentence that says what to do."""
