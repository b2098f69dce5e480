"""Names what replaced commands of version 0.1.0."""

import sys

import pytest

FORMER = "autograder/checks"


def pytest_addoption() -> None:
    """Refuse the former folder of hidden checks before pytest complains about it or about `--submission`."""
    if any(argument.startswith(FORMER) for argument in sys.argv[1:]):
        raise pytest.UsageError(f"{FORMER} is now solutions/<part>/checks: pytest solutions/02_causal/checks")
