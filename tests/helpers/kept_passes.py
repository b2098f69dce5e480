"""Tests of what the sandbox and the whole course do are not run again until something that they need has changed.

A pass is kept in the user's cache under a hash of what the test module and the fixtures import, of the sandbox's own
modules, of the course and what its checks import, and of what tests read. Only tests that use a warm sandbox of this
process, or go through the whole course, are kept: what they need is what they import. `make test-all` keeps nothing.
"""

import functools
import hashlib
import random
from pathlib import Path

import pytest

from autograder.checking.processor import processor
from autograder.execution.source_hashes import (
    GUEST,
    PACKAGE,
    ImportClosure,
    program_files,
    runtime_hash,
)
from autograder.intake.spool import files_hash
from autograder.results.kept_files import KeptFiles
from tests.helpers.paths import ROOT, TESTS
from tests.helpers.zoo import levels

FILES = KeptFiles("autograder/passes")
AGAIN = 0.02  # of the tests that would be skipped, run all the same
SHOWN_PROGRAMS = "tests/helpers/shown_programs.py"  # whoever imports it goes through programs as well
FIXTURES = ("fork_servers", "zoo")
WHY = "passed before, and nothing that it needs has changed"


def is_kept(item: pytest.Item) -> bool:
    """Whether a pass of this test may be kept."""
    return bool(set(FIXTURES) & set(getattr(item, "fixturenames", ()))) or item.get_closest_marker("zoo") is not None


def has_passed(item: pytest.Item) -> bool:
    """Whether it has passed in this state; a few of those that have are drawn to run again."""
    return FILES.read(_name(item)) == _state(item).encode() and random.random() > AGAIN


def keep_pass(item: pytest.Item) -> None:
    """Note that it has passed."""
    FILES.write(_name(item), _state(item).encode())


def _name(item: pytest.Item) -> str:
    return hashlib.sha256(item.nodeid.encode()).hexdigest()


def _state(item: pytest.Item) -> str:
    return _state_of_module(item.path, item.get_closest_marker("zoo") is not None)


@functools.cache
def _state_of_module(path: Path, goes_through_programs: bool) -> str:
    closure = _imported_by_all().copy()
    closure.add([".".join(path.relative_to(ROOT).with_suffix("").parts)])
    programs = _programs() if goes_through_programs or SHOWN_PROGRAMS in closure.files else {}
    files = closure.files | _read_by_all() | programs
    return files_hash(files | {"machine": f"{runtime_hash()} {processor()} {levels()}".encode()})


@functools.cache
def _imported_by_all() -> ImportClosure:
    closure = ImportClosure(PACKAGE, ROOT / "solutions", TESTS)
    closure.add(["tests.conftest", GUEST])
    return closure


@functools.cache
def _read_by_all() -> dict[str, bytes]:
    """The course without its programs, its handout, the examples, and what tests read or import from each other."""
    course = [path for folder in ("solutions", "assignments", "examples") for path in (ROOT / folder).rglob("*")]
    helpers = [path for path in TESTS.rglob("*") if not path.name.startswith("test_") or path.suffix == ".ambr"]
    paths = [path for path in (ROOT / "course.toml", *course, *helpers) if "programs" not in path.parts]
    return program_files(PACKAGE, ROOT, "*") | _contents(paths)


@functools.cache
def _programs() -> dict[str, bytes]:
    return _contents(list((ROOT / "solutions").glob("*/programs/*.py")))


def _contents(paths: list[Path]) -> dict[str, bytes]:
    kept = [path for path in paths if path.is_file() and "__pycache__" not in path.parts]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in kept}
