"""Checks by hand: `pytest autograder/checks/test_00_warmup.py [--submission FOLDER] [--wall] -k values`."""

import argparse
import functools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from autograder.checks.api import CheckInfo
from autograder.checks.settings import GRADING
from autograder.checks.student import Student
from autograder.course import load_course
from autograder.sandbox.choose import choose
from autograder.sandbox.inprocess import InProcess
from autograder.sandbox.material import Material
from autograder.sandbox.session import Session
from autograder.sandbox.zygote import Zygote

settings.register_profile("grading", GRADING)
settings.load_profile("grading")
SOLUTIONS = Path(__file__).parents[2] / "solutions"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The file under test: the solution, unless a folder is named."""
    group = parser.getgroup("autograder")
    group.addoption("--submission", type=_folder, help="folder with the assignment's files (default: the solution)")
    group.addoption("--wall", action="store_true", help="run the files behind the wall instead of in this process")


def _folder(text: str) -> Path:
    if not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder; name the one that holds the assignment's files")
    return Path(text)


@pytest.fixture(scope="session")
def zygote(request: pytest.FixtureRequest) -> Iterator[Zygote | None]:
    """One warm process for the whole run."""
    if not request.config.getoption("--wall"):
        yield None
        return
    with Zygote(choose(None), load_course().limits) as warm:
        yield warm


@pytest.fixture(scope="session")
def loaded() -> Callable[[Path, str], InProcess]:
    """Loads a trusted file once for the whole run."""
    return functools.cache(InProcess)


@pytest.fixture
def student(
    request: pytest.FixtureRequest, zygote: Zygote | None, loaded: Callable[[Path, str], InProcess]
) -> Iterator[Student]:
    """The submission's definitions, as the check sees them."""
    info: CheckInfo = request.function.check
    number = request.path.name.split("_")[1]
    assignment = load_course().assignment(number)
    exercise = load_course().exercise(assignment.id, info.exercise)
    folder = request.config.getoption("--submission") or SOLUTIONS / assignment.id
    if zygote is None:
        yield Student(loaded(folder, exercise.file))
        return
    sources = {name: (folder / name).read_bytes() for name in assignment.files if (folder / name).exists()}
    material = Material(sources, exercise.file, wanted=(exercise.name,))
    with Session(zygote, material, load_course().limits) as session:
        yield Student(session)
