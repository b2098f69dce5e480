"""Public tests: `pytest assignments`, `pytest assignments/02_causal`, one file, or one test.

What runs them is in `_support/public_run.py`, which imports torch: that takes seconds, and is not needed where a watch
(`python -m assignments.watch 02_causal`) is running, which does the same at once.
"""

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
if str(HERE.parent) not in sys.path:  # so that `assignments` is found without the project's settings
    sys.path.append(str(HERE.parent))

from assignments._support.handover import hand_over
from assignments._support.options import add_options

RUN = "assignments._support.public_run"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of public tests."""
    add_options(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Let a watch of this folder run the tests, if there is one that can."""
    return hand_over(config, HERE)


@pytest.hookimpl(trylast=True)  # pytest's own reporter comes first
def pytest_configure(config: pytest.Config) -> None:
    """Register what runs the public tests."""
    if not config.pluginmanager.has_plugin(RUN):
        run = importlib.import_module(RUN)
        config.stash[run.HOME] = HERE
        config.pluginmanager.register(run, RUN)


@pytest.fixture
def student(request: pytest.FixtureRequest) -> Any:
    """Give access to the student's files beside the test: `student.softmax` is their softmax.

    If several files define a name, the one that the test is named after counts.
    """
    return importlib.import_module(RUN).definitions_for(request)
