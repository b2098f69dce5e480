"""Runs checks by hand; see the plugin."""

from autograder.checking.pytest_plugin import (  # noqa: F401 - pytest finds its hooks and fixtures here
    exercise,
    fork_server,
    loaded,
    pytest_addoption,
    pytest_collection_modifyitems,
    student,
    submitted,
)
