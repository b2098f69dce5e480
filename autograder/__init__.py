"""Grade exercises in a sandbox: `autograder --help`."""

__version__ = "0.1.0"
