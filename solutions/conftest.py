"""Runs checks by hand; see the plugin."""

from autograder.checking.pytest_plugin import (  # noqa: F401 - pytest finds its hook and fixtures here
    exercise,
    fork_server,
    loaded,
    pytest_addoption,
    student,
    submitted,
)
