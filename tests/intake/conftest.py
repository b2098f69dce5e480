"""Sources are parsed in one process for all tests: to start one and to import nbformat there takes seconds."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from autograder.intake import gradescope, read
from autograder.intake.parser_process import IntakeParser
from tests.helpers.costs import SHARED_PROCESS


class SharedParser(IntakeParser):
    """Says whenever it is used, because only the first test that does starts it."""

    def run(self, function: Callable[..., Any], arguments: tuple[object, ...], fallback: Any) -> Any:
        sys.audit(SHARED_PROCESS)
        return super().run(function, arguments, fallback)


@pytest.fixture(scope="session")
def shared_parser() -> Iterator[SharedParser]:
    with SharedParser() as parser:
        yield parser


@pytest.fixture(autouse=True)
def parse_in_one_process(monkeypatch: pytest.MonkeyPatch, shared_parser: SharedParser) -> None:
    monkeypatch.setattr(read, "IntakeParser", lambda: contextlib.nullcontext(shared_parser))
    monkeypatch.setattr(gradescope, "ParserProcess", lambda: contextlib.nullcontext(shared_parser))
