"""Ways to grade that stay in one warm process, each in a process of its own: run by `peers.py`.

    python -m benchmarks.peer_process WAY PART OUT JOBS FOLDER...

bare    the student's arithmetic alone: every request of the checks is executed, nothing is encoded or compared
judge   the same judge without a wall: the same checks, caches, wire format and reasons, no process for the student
warm    `pytest.main` for each submission, one after the other
forks   a fork server of pytest: all is imported once, and each submission is a fork that runs `pytest.main`
once    as `warm`, start included: the process of plain pytest for one submission

Writes to OUT, as JSON, the seconds from the first to the last submission, so without the start, and the
exercises that each folder passed. Only for files of our own: nothing here protects anything.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import torch

from autograder.checking.registry import checks_of
from autograder.checking.runner import Finding, PassCache, run_checks
from autograder.checking.shrinking import ShrinkCache
from autograder.course import load_course
from autograder.course.code import course_module
from autograder.diagnosis.matching import diagnose
from autograder.execution.prewarm import RecordedChecks, record_checks
from autograder.execution.worker import collect_less_garbage
from autograder.grading.exercise import EXPLICABLE
from autograder.sandbox.guest import wire
from autograder.sandbox.guest.execute import encode_plain_value, execute
from autograder.sandbox.guest.loading import LoadedSubmission
from autograder.sandbox.host.target import CallRequest, CallResponse, LazyResponse, NoResponse, frame_of

PRINTED_BYTES = 1 << 16
PYTEST = ["-q", "-p", "no:cacheprovider", "--tb=short", "-c", "pyproject.toml", "-o", "filterwarnings="]
PYTEST += ["-p", "benchmarks.unsandboxed"]
Passed = dict[str, list[str]]  # exercises without a failed check, by folder


class NoWall:
    """Answers requests in this process, through the wire format, as a worker would."""

    def __init__(self, submission: LoadedSubmission, file: str) -> None:
        self._submission = submission
        self._file = file
        self._builders = course_module("shared.arguments").BUILDERS

    def execute(self, request: CallRequest) -> object:
        """Execute a request that is decoded already, and return the response as it is."""
        names = self._submission.modules[self._file].__dict__
        return execute(names, request, self._submission.sources, PRINTED_BYTES, self._builders)

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return one response for each request."""
        return [self._ask(request) for request in requests]

    def _ask(self, request: CallRequest) -> LazyResponse:
        frame = wire.encode(self.execute(wire.decode_frame(frame_of(request))), encode_plain_value)
        header, _ = wire.lengths(frame[: wire.HEAD.size])
        return LazyResponse(header, frame[wire.HEAD.size :])


def bare(part: str, folders: Sequence[Path], jobs: int) -> Iterator[tuple[Path, list[str]]]:
    """Execute all requests; nothing is judged, so nothing is passed."""
    del jobs
    recorded = record_checks([load_course().assignment(part)])
    requests = {name: _requests(recorded, part, name) for _, name in recorded}
    yield folders[0], []
    for folder in folders:
        for name, target in _targets(part, folder):
            for frame in requests[name]:
                target.execute(wire.decode_frame(frame))
        yield folder, []


def _requests(recorded: RecordedChecks, part: str, name: str) -> list[bytes]:
    frames = {request.frame for check in recorded[part, name] for request in check.requests}
    return sorted(frames)


def judge(part: str, folders: Sequence[Path], jobs: int) -> Iterator[tuple[Path, list[str]]]:
    """Judge as the grader does, but each exercise once: nothing is tried again with a substitute."""
    del jobs
    recorded = record_checks([load_course().assignment(part)])
    passed, shrunk = PassCache(), ShrinkCache()
    collect_less_garbage()
    yield folders[0], []
    for folder in folders:
        right = []
        for name, target in _targets(part, folder):
            findings = run_checks(recorded[part, name], target, pass_cache=passed, shrink_cache=shrunk)
            if all(finding.failure is None for finding in findings):
                right.append(name)
            elif _explicable(findings):
                tuple(diagnose(load_course().exercise(part, name), target.ask, findings))
        yield folder, right


def _explicable(findings: Sequence[Finding]) -> bool:
    return any(item.info.level == "core" and item.outcome in EXPLICABLE for item in findings)


def _targets(part: str, folder: Path) -> Iterator[tuple[str, NoWall]]:
    """Yield the exercises of a submission; each file is loaded once."""
    sources = {path.name: path.read_bytes() for path in sorted(folder.glob("*.py"))}
    submission = LoadedSubmission(sources, definitions_only=False)
    assignment = load_course().assignment(part)
    for file in (file for file in assignment.files if file in sources):
        submission.load(file)
        target = NoWall(submission, file)
        for exercise in assignment.of_file(file):
            yield exercise.name, target


class Reports:
    """A pytest plugin that keeps the exercises of which a check failed."""

    def __init__(self) -> None:
        self.failed: set[str] = set()
        self.ran = 0
        self._exercises: dict[str, str] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Remember which exercise each test belongs to."""
        for item in items:
            self._exercises[item.nodeid] = item.function.check.exercise  # type: ignore[attr-defined]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what failed."""
        self.ran += report.when == "call"
        if report.failed:
            self.failed.add(self._exercises[report.nodeid])


def run_pytest(part: str, folder: Path) -> list[str]:
    """Run all checks of a part on a folder; return the exercises that passed."""
    reports = Reports()
    checks = sorted((load_course().solutions_folder / part / "checks").glob("test_*.py"))
    status = pytest.main([*PYTEST, *map(str, checks), f"--unsandboxed={folder}"], plugins=[reports])
    if status not in (0, 1) or not reports.ran:
        sys.exit(f"pytest ended with status {status} after {reports.ran} tests of {folder}")
    return [name for name in checks_of(part) if name not in reports.failed]


def warm(part: str, folders: Sequence[Path], jobs: int) -> Iterator[tuple[Path, list[str]]]:
    """Run pytest for one submission after the other."""
    del jobs
    run_pytest(part, folders[0])  # what the first run imports belongs to the start
    yield folders[0], []
    for folder in folders:
        yield folder, run_pytest(part, folder)


def once(part: str, folders: Sequence[Path], jobs: int) -> Iterator[tuple[Path, list[str]]]:
    """Run pytest for one submission in a new process; who runs it measures it from outside."""
    del jobs
    yield folders[0], []
    yield folders[0], run_pytest(part, folders[0])


def forks(part: str, folders: Sequence[Path], jobs: int) -> Iterator[tuple[Path, list[str]]]:
    """Fork a process for each submission, some at once, with everything imported and the checks collected before."""
    run_pytest(part, folders[0])  # imports everything, so that no fork has to
    collect_less_garbage()
    yield folders[0], []
    running: dict[int, tuple[Path, int]] = {}
    for folder in folders:
        if len(running) == jobs:
            yield _reap(running)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.write(writing, json.dumps(run_pytest(part, folder)).encode())  # less than a pipe holds
            os._exit(0)
        os.close(writing)
        running[child] = folder, reading
    while running:
        yield _reap(running)


def _reap(running: dict[int, tuple[Path, int]]) -> tuple[Path, list[str]]:
    child, status = os.wait()
    folder, reading = running.pop(child)
    with os.fdopen(reading, "rb") as stream:
        text = stream.read()
    if status or not text:
        sys.exit(f"the process for {folder} ended with status {status}")
    return folder, json.loads(text)


def processor_seconds() -> float:
    """Processor time of this process and of those it has waited for."""
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


WAYS: dict[str, Callable[[str, Sequence[Path], int], Iterator[tuple[Path, list[str]]]]] = {
    "bare": bare,
    "judge": judge,
    "warm": warm,
    "forks": forks,
    "once": once,
}


def main(way: str, part: str, out: str, jobs: str, *folders: str) -> None:
    """Run one way and write what it took; the first pair that a way yields says that its start is over."""
    torch.set_num_threads(1)
    ended = WAYS[way](part, [Path(folder) for folder in folders], int(jobs))
    next(ended)
    wall, processor = time.perf_counter(), processor_seconds()
    passed = {str(folder): right for folder, right in ended}
    taken = {"wall": time.perf_counter() - wall, "processor": processor_seconds() - processor}
    Path(out).write_text(json.dumps(taken | {"passed": passed}))


if __name__ == "__main__":
    main(*sys.argv[1:])
