"""Runs checks by hand; see the plugin."""

from autograder.checking.pytest_plugin import (  # noqa: F401 - pytest finds its hook and fixtures here
    exercise,
    loaded,
    pytest_addoption,
    student,
    submitted,
    zygote,
)
