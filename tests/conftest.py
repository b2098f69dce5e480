"""Fixtures of all tests: one warm sandbox per level and test process, checks recorded once."""

import dataclasses
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from syrupy.assertion import SnapshotAssertion

os.environ.setdefault("OMP_NUM_THREADS", "1")
torch.set_num_threads(1)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background; what tests start would ignore it too
    signal.signal(signal.SIGINT, signal.default_int_handler)

from autograder.course import Course, Exercise, Limits, load_course  # noqa: E402
from autograder.course.approval import CONFIG_HOME  # noqa: E402
from autograder.diagnosis.matching import diagnose  # noqa: E402
from autograder.execution.cache_key import local_environment  # noqa: E402
from autograder.execution.prewarm import RecordedChecks, record_checks  # noqa: E402 - after the threads are set
from autograder.execution.recording_cache import RecordingCache  # noqa: E402
from autograder.sandbox.guest import landlock  # noqa: E402
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles  # noqa: E402
from autograder.sandbox.host.fork_server import ForkServer  # noqa: E402
from autograder.sandbox.host.isolation import Level, select_level, why_unavailable  # noqa: E402
from tests.helpers.costs import UNIT, Costs, cost_of  # noqa: E402
from tests.helpers.diagnosis import Said  # noqa: E402
from tests.helpers.fixed_points import fixed_points  # noqa: E402, F401 - a fixture of several folders
from tests.helpers.near_snapshots import NearSnapshotExtension  # noqa: E402
from tests.helpers.paths import TESTS  # noqa: E402
from tests.helpers.zoo import Zoo, levels  # noqa: E402

ON_WINDOWS = ("course", "course_model", "edits", "student_kit", "traits")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """On Windows, collect only the folders `ON_WINDOWS`: all others are about grading, which needs Linux."""
    if sys.platform != "win32" or not collection_path.is_relative_to(TESTS):
        return None
    inside = collection_path.relative_to(TESTS).parts
    return None if not inside or inside[0] in ON_WINDOWS else True


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run files of dear tests first if several processes share the work, so that none of them is left for the end."""
    if hasattr(config, "workerinput"):
        dear = Counter(item.path for item in items if cost_of(item) != UNIT)
        items.sort(key=lambda item: -dear[item.path])


@pytest.fixture(scope="session", autouse=True)
def own_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Approvals of courses go to a folder of the tests, for the processes that they start too."""
    os.environ[CONFIG_HOME] = str(tmp_path_factory.mktemp("settings"))


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(NearSnapshotExtension)


@pytest.fixture(scope="session")
def course() -> Course:
    return load_course()


@pytest.fixture(scope="session")
def limits(course: Course) -> Limits:
    """The course's own limits: what does not hang is never late, however busy the machine is."""
    return course.limits


@pytest.fixture(scope="session")
def impatient(limits: Limits) -> Limits:
    """The course's limits with short waits, for tests that wait for a hang to end."""
    return dataclasses.replace(limits, seconds_per_request=1.0, seconds_per_exercise=8.0)


@pytest.fixture(scope="session")
def fork_servers(limits: Limits) -> Iterator[Callable[[Level], ForkServer]]:
    """One fork server per level, started when it is first asked for."""
    running: dict[Level, ForkServer] = {}

    def get(level: Level) -> ForkServer:
        if (problem := why_unavailable(level)) is not None:
            pytest.skip(problem)
        if level not in running:
            running[level] = ForkServer(level, limits)
        return running[level]

    yield get
    for fork_server in running.values():
        fork_server.close()


@pytest.fixture(scope="session", params=[Level.BWRAP, Level.LANDLOCK], ids=str)
def fork_server(request: pytest.FixtureRequest, fork_servers: Callable[[Level], ForkServer]) -> ForkServer:
    """A warm fork server, once for each level of isolation."""
    return fork_servers(request.param)


@pytest.fixture
def writing_fork_server(fork_server: ForkServer) -> ForkServer:
    """A warm fork server whose workers may write to a folder of their own, once for each level."""
    if fork_server.level is Level.LANDLOCK and not landlock.confines_writing():
        pytest.skip("this kernel's Landlock cannot keep writing inside a folder (Linux 6.2 can)")
    return fork_server


@pytest.fixture(scope="session")
def recorded_checks(course: Course) -> Callable[[str], RecordedChecks]:
    """The recorded checks of an assignment, made once per test process and kept for the next run, as in a class run."""
    made: dict[str, RecordedChecks] = {}
    cache: list[RecordingCache] = []

    def get(assignment: str) -> RecordedChecks:
        if assignment not in made:
            cache[:] = cache or [RecordingCache(local_environment(Level.BWRAP).checks_hash)]
            made[assignment] = record_checks([course.assignment(assignment)], cache=cache[0])
        return made[assignment]

    return get


@pytest.fixture(scope="session")
def zoo(
    course: Course, fork_servers: Callable[[Level], ForkServer], recorded_checks: Callable[[str], RecordedChecks]
) -> Iterator[Zoo]:
    """The programs of the course with their verdicts."""
    if not levels():
        pytest.skip("no strong level of isolation here")
    made = Zoo(course, fork_servers, recorded_checks)
    yield made
    for cache in made.caches.values():
        cache.remove_unused()


@pytest.fixture(scope="session")
def said_about(fork_servers: Callable[[Level], ForkServer], limits: Limits) -> Said:
    """Family and name of every mistake that is named; wrong programs run in the sandbox, here as everywhere."""

    def said(exercise: Exercise, source: bytes) -> list[tuple[str, str]]:
        material = SubmissionFiles({exercise.file: source}, exercise.file, {})
        with SandboxClient(fork_servers(select_level(None)), material, limits) as session:
            return [(item.family, item.name) for item in diagnose(exercise, session.ask)]

    return said
