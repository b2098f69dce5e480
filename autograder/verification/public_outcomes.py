"""A pytest plugin beside `autograder.authoring.public_runs`: writes how each public test ended for each program.

python -m pytest -p autograder.authoring.public_runs -p autograder.verification.public_outcomes --outcomes FILE …
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from assignments._support.compare import MismatchError

LONGEST = 200  # characters of what is kept of an error
OUTCOMES = pytest.StashKey[list[dict[str, str]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the file."""
    parser.addoption("--outcomes", type=Path, required=True)


def pytest_configure(config: pytest.Config) -> None:
    """Start with no outcomes."""
    config.stash[OUTCOMES] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Keep whether a test passed, or else its error in one line."""
    problem = ""
    try:
        yield
    except BaseException as error:
        problem = _described(error)
        raise
    finally:
        if isinstance(item, pytest.Function):
            names = {"test": item.originalname, "program": str(item.callspec.params["program"])}
            item.config.stash[OUTCOMES].append(names | {"problem": problem})


def _described(error: BaseException) -> str:
    if isinstance(error, MismatchError):
        text = f"{error.difference.kind}: {error.difference.where}"
    else:
        text = f"{type(error).__name__}: {error}"
    return " ".join(text.split())[:LONGEST].rstrip(": ")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write all outcomes."""
    outcomes: Path = session.config.getoption("outcomes")
    outcomes.write_text(json.dumps(session.config.stash[OUTCOMES]), encoding="utf-8")
