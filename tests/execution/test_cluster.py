"""Any executor grades as this machine does; a real cluster of processes, with a worker killed in the middle."""

import importlib
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autograder.execution import worker
from autograder.execution.cache_key import GradingEnvironment, local_environment
from autograder.execution.executors import RemoteExecutor
from autograder.execution.scheduling import grade_class
from autograder.intake.submission import Submission
from autograder.results.model import GradingFailure, Result
from autograder.sandbox.host.isolation import Level, SandboxError, select_level, why_unavailable
from tests.helpers.extras import needs
from tests.helpers.grading import autograder, solution
from tests.helpers.paths import ROOT

pytestmark = needs("distributed")
PART = "00_warmup"
SOURCES = [solution(PART, "warmup.py"), b"def row_sums(x):\n    return x.sum(dim=0)\n"]
EXECUTORS: dict[str, Callable[[], Executor]] = {
    "threads": lambda: ThreadPoolExecutor(2),
    "spawned processes": lambda: ProcessPoolExecutor(2, multiprocessing.get_context("spawn")),
}


@pytest.fixture(scope="module")
def environment() -> GradingEnvironment:
    return local_environment(select_level(None))


@pytest.mark.sandbox
@pytest.mark.parametrize("make", EXECUTORS.values(), ids=EXECUTORS)
def test_any_executor_will_do(make: Callable[[], Executor], environment: GradingEnvironment) -> None:
    submissions = [Submission(f"s{number}", PART, {"warmup.py": SOURCES[number % 2]}) for number in range(6)]
    items = list(grade_class(RemoteExecutor(make(), environment, lambda: 2), submissions))
    assert sorted((item.student, item.score) for item in items if isinstance(item, Result)) == [
        (f"s{number}", 1 if number % 2 else 2) for number in range(6)
    ]


@pytest.mark.sandbox
def test_a_machine_with_other_checks_refuses(environment: GradingEnvironment) -> None:
    others = replace(environment, grader=replace(environment.grader, checks="others"))
    (item,) = grade_class(RemoteExecutor(ThreadPoolExecutor(1), others, lambda: 1), [Submission("ada", PART, {})])
    assert isinstance(item, GradingFailure)
    assert "other versions of checks or libraries are installed: checks differ" in item.reason


def test_a_machine_without_the_isolation_that_was_asked_for_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(worker.PROCESS, "sandboxes", {})
    problem = worker.incompatibility(local_environment(Level.BWRAP))
    assert f"the isolation bwrap was asked for: {why_unavailable(Level.BWRAP)}" in problem


def cluster(**of_workers: object) -> Any:
    """Two processes with one thread each."""
    import distributed  # noqa: PLC0415 - slow, and an extra

    return distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50, **of_workers
    )


def make_class(folder: Path, count: int) -> Path:
    for number in range(count):
        place = folder / f"s{number:02}" / PART
        place.mkdir(parents=True)
        (place / "warmup.py").write_bytes(SOURCES[number % 2])
    return folder


def results(out: Path) -> dict[str, bytes]:
    """Everything but what varies from run to run."""
    return {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*.*") if p.is_file() and p.parent != out} | {
        name: (out / name).read_bytes() for name in ("grades.csv", "class.html")
    }


def without_store(found: dict[str, bytes]) -> dict[str, bytes]:
    return {name: content for name, content in found.items() if not name.startswith(".autograder")}


@pytest.mark.full
@pytest.mark.sandbox
def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    if select_level(None) is not Level.BWRAP:
        pytest.skip("bubblewrap is not installed")
    submissions = make_class(tmp_path / "class", 40)
    autograder("grade", submissions, "--out", tmp_path / "local", "--jobs", 2)
    with cluster() as workers:
        address = workers.scheduler_address
        command = ["grade", submissions, "--out", tmp_path / "out", "--cluster", address, "--json"]
        with subprocess.Popen(
            [sys.executable, "-m", "autograder", *map(str, command)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as run:
            assert run.stdout is not None
            while json.loads(run.stdout.readline())["event"] != "graded":
                pass
            os.kill(workers.workers[0].pid, signal.SIGKILL)
            run.communicate(timeout=120)
    assert run.returncode == 0
    assert without_store(results(tmp_path / "out")) == without_store(results(tmp_path / "local"))


@pytest.mark.sandbox
def test_a_cluster_that_refuses_grades_nothing(tmp_path: Path) -> None:
    submissions = make_class(tmp_path / "class", 1)
    with cluster(env={"PATH": "/nowhere"}) as workers:
        done = autograder("grade", submissions, "--out", tmp_path / "out", "--cluster", workers.scheduler_address)
    assert done.returncode == 2
    assert "every worker refuses" in done.stderr
    assert "bubblewrap is not installed" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not list(tmp_path.glob("out/*/*/result.json"))


@pytest.mark.parametrize("address", ["nowhere", "x y", "tcp://", "odd://host:1", "tcp://host:port"])
def test_what_is_no_address_is_refused_at_once(address: str) -> None:
    clusters = importlib.import_module("autograder.execution.cluster")
    with pytest.raises(SandboxError, match=r"--cluster .* is no address of a scheduler"):
        clusters.connect_to_dask(address, local_environment(Level.BWRAP), print)


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    clusters = importlib.import_module("autograder.execution.cluster")
    monkeypatch.setattr(clusters, "WAIT_SECONDS", 1)
    monkeypatch.delattr(clusters, "Client")  # after Ctrl-C, one that has no connection would keep the command waiting
    with pytest.raises(SandboxError, match="no dask scheduler answers there"):
        clusters.connect_to_dask("tcp://127.0.0.1:9", local_environment(Level.BWRAP), print)
