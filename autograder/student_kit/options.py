"""The options that `pytest` has in this folder.

Imports nothing slow: a watch may run the tests in place of this process.
"""

import pytest

from .time_limit import SECONDS

LEVELS = (1, 2, 3)  # of hints


def add_options(parser: pytest.Parser) -> None:
    """Add the options `--hints`, `--all` and `--time-limit`."""
    text = "how much a failed public test tells: 1 what it looks like, 2 what can be seen, 3 which step to look at"
    parser.addoption("--hints", type=int, choices=LEVELS, default=LEVELS[0], help=text)
    text = "show every failure, also of exercises that call a wrong one (as does -v)"
    parser.addoption("--all", action="store_true", dest="all_failures", help=text)
    text = "your code stops after so many seconds of computing, or thrice as many of waiting (default: %(default)g)"
    parser.addoption("--time-limit", type=float, metavar="SECONDS", default=SECONDS, help=text)
