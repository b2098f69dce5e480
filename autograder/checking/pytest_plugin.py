"""Runs checks by hand: `pytest solutions/00_warmup/checks [--submission=FOLDER] -k values`.

Without `--submission` they run on the solution, in this process; a submission always runs in the sandbox.
The `=` matters: pytest takes a separate argument for a folder of tests, and reads its settings.
"""

import argparse
import functools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from autograder.checking.illustrations import Illustration
from autograder.checking.plain_functions import plain_function
from autograder.checking.plain_student import PlainStudent
from autograder.checking.registry import GRADING, CheckInfo, replaced_ids
from autograder.checking.student import Student
from autograder.course import Assignment, CourseError, Exercise, load_course
from autograder.errors import IntakeError
from autograder.intake.read import read_single
from autograder.intake.submission import Submission
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.in_process import InProcess
from autograder.sandbox.host.isolation import SandboxError, select_level
from autograder.sandbox.host.self_test import verify_isolation

settings.register_profile("grading", GRADING)
settings.load_profile("grading")
NOT_RUN = 3  # exit status if nothing was run


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Add the options that choose what the checks run on."""
    group = parser.getgroup("autograder")
    group.addoption(
        "--submission",
        type=_existing,
        help="a student's folder of the part, run in the sandbox (default: the solution)",
    )
    group.addoption("--wall", action="store_true", help="no effect: a submission always runs in the sandbox")
    config = pluginmanager.getplugin("pytestconfig")
    if config and "--submission" in config.invocation_params.args:
        # pytest does not know the option yet: it takes the value for a folder of tests and would run its conftest.py
        pluginmanager._noconftest = True  # noqa: SLF001 - there is no public way; tested


def _existing(text: str) -> Path:
    if not Path(text).exists():
        raise argparse.ArgumentTypeError(f"{text}: no such file or folder; name the folder of the assignment's files")
    return Path(text)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a specification made where a check by hand with the same id counts in its place."""
    checks = {item: getattr(getattr(item, "function", None), "check", None) for item in items}
    infos = {item: info for item, info in checks.items() if isinstance(info, CheckInfo)}
    ids = replaced_ids(list(infos.values()))
    replaced = [item for item, info in infos.items() if info.from_specification and info.id in ids]
    if replaced:
        config.hook.pytest_deselected(items=replaced)
        items[:] = [item for item in items if item not in replaced]


@pytest.fixture(scope="session")
def fork_server(request: pytest.FixtureRequest) -> Iterator[ForkServer | None]:
    """The sandbox for the whole run, at the strongest level that works here; None if the solution is checked."""
    if request.config.getoption("--submission") is None:
        yield None
        return
    limits = load_course().limits
    try:
        with ForkServer(select_level(None), limits) as server:
            verify_isolation(server, limits)
            yield server
    except SandboxError as error:
        pytest.exit(f"the submission was not run: {error}", returncode=NOT_RUN)


@pytest.fixture(scope="session")
def loaded() -> Callable[[Path, str], InProcess]:
    """Returns a function that loads a trusted file once for the whole run."""
    return functools.cache(InProcess)


@pytest.fixture(scope="session")
def submitted(request: pytest.FixtureRequest) -> Callable[[Assignment], Submission]:
    """Returns a function that reads the submission once for the whole run, as `autograder grade` does."""
    path = request.config.getoption("--submission")

    @functools.cache
    def read(assignment: Assignment) -> Submission:
        try:
            return read_single(path, load_course(), assignment)
        except IntakeError as error:
            pytest.exit(str(error), returncode=NOT_RUN)

    return read


@pytest.fixture
def exercise(request: pytest.FixtureRequest) -> Exercise:
    """The exercise that the check or the illustration belongs to."""
    function, part = request.function, request.path.parents[1].name
    declared: CheckInfo | Illustration | None = getattr(function, "check", getattr(function, "illustration", None))
    try:
        name = declared.exercise if declared else plain_function(function).exercise(load_course().assignment(part))
    except CourseError as error:
        pytest.fail(str(error), pytrace=False)
    return load_course().exercise(part, name)


@pytest.fixture
def student(
    request: pytest.FixtureRequest,
    exercise: Exercise,
    fork_server: ForkServer | None,
    loaded: Callable[[Path, str], InProcess],
) -> Iterator[Student | PlainStudent]:
    """The definitions under test; in a plain function, their calls give values."""
    kind = Student if hasattr(request.function, "check") or hasattr(request.function, "illustration") else PlainStudent
    if fork_server is None:
        yield kind(loaded(load_course().solutions_folder / exercise.assignment, exercise.file))
        return
    course = load_course()
    read: Callable[[Assignment], Submission] = request.getfixturevalue("submitted")
    submission = read(course.assignment(exercise.assignment))
    if exercise.file not in submission.sources:
        pytest.fail(submission.why_missing(exercise.file), pytrace=False)
    files = SubmissionFiles(dict(submission.sources), exercise.file, wanted=(exercise.name,))
    with SandboxClient(fork_server, files, course.limits) as client:
        yield kind(client)
