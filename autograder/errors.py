"""The base class of all errors that are a user's to mend, such as a wrong option or a file that cannot be read."""

from typing import ClassVar


class AutograderError(Exception):
    """Its text is one sentence for a user; the command line prints it without a traceback.

    Attributes:
        exit_status: the exit status of a command that ends with this error.
    """

    exit_status: ClassVar[int] = 2
