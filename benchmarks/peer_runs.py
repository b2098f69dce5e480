"""Every way of `peers.py`: what it runs, what it costs, and which exercises it found right."""

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peer_notebooks import nbgrader_passed, otter_passed
from benchmarks.peer_scores import Verdicts, require_same, verdicts_of

ROOT = Path(__file__).parents[1]
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1"}


@dataclass(frozen=True)
class Cost:
    """Seconds per submission, of the clock and of all processors."""

    wall: float
    processor: float

    def __str__(self) -> str:
        return f"{self.wall:.3f} s, {self.processor:.3f} s of processors"


@dataclass(frozen=True)
class Way:
    """A way to grade; `run` gets an empty folder and returns its cost, or None if it is not installed."""

    name: str
    run: Callable[[Path], Cost | None]


def ways(part: str, folders: Sequence[Path], jobs: int, others: int, slow: int) -> list[Way]:
    """Return all ways, this grader first: the verdicts of the others are compared with its own.

    Args:
        part: the assignment.
        folders: a submission of it for each student.
        jobs: how many run at once where several do.
        others: how many submissions the ways with pytest get.
        slow: how many submissions nbgrader and otter get.
    """
    expected: list[Verdicts] = []
    some, few = folders[:others], folders[:slow]

    def ours(out: Path, workers: int) -> Cost:
        cost, verdicts = grader(part, folders, out, workers)
        expected.append(verdicts)
        return cost if workers == 1 else Cost(cost.wall, math.nan)  # not all of several workers' time is added up

    def peer(way: str, given: Sequence[Path], workers: int) -> Callable[[Path], Cost]:
        def run(out: Path) -> Cost:
            cost, passed = warm_process(way, part, given, out, workers)
            if way != "bare":
                require_same(way, expected[0], passed, part)
            return cost

        return run

    def plain(out: Path, workers: int) -> Cost:
        cost, passed = plain_pytest(part, some, out, workers)
        require_same("pytest", expected[0], passed, part)
        return cost

    def notebooks(
        name: str, out: Path, passed_of: Callable[[str, Sequence[Path], Path], Verdicts | None]
    ) -> Cost | None:
        before, start = _processor_of_children(), time.perf_counter()
        passed = passed_of(part, few, out)
        if passed is None:
            return None
        cost = Cost(time.perf_counter() - start, _processor_of_children() - before)
        require_same(name, expected[0], passed, part)
        return Cost(cost.wall / len(few), cost.processor / len(few))

    return [
        Way("(a) this grader, 1 worker", lambda out: ours(out, 1)),
        Way(f"(a) this grader, {jobs} workers", lambda out: ours(out, jobs)),
        Way("(b) bare arithmetic", peer("bare", folders, 1)),
        Way("(c) the same judge, no wall", peer("judge", folders, 1)),
        Way("(d) fork server of pytest, 1 at a time", peer("forks", some, 1)),
        Way(f"(d) fork server of pytest, {jobs} at once", peer("forks", some, jobs)),
        Way("(e) warm pytest", peer("warm", some, 1)),
        Way("(f) plain pytest, 1 at a time", lambda out: plain(out, 1)),
        Way(f"(f) plain pytest, {jobs} at once", lambda out: plain(out, jobs)),
        Way("(g) nbgrader autograde", lambda out: notebooks("nbgrader", out, nbgrader_passed)),
        Way("(h) otter run", lambda out: notebooks("otter", out, otter_passed)),
    ]


def grader(part: str, folders: Sequence[Path], out: Path, workers: int) -> tuple[Cost, Verdicts]:
    """Grade the class; what a run with one submission takes is its start and is subtracted."""
    everybody = folders[0].parents[1]
    first = _grade(part, folders[0].parent, out / f"start{workers}", workers)
    whole = _grade(part, everybody, out / f"graded{workers}", workers)
    more = len(folders) - 1
    cost = Cost((whole.wall - first.wall) / more, (whole.processor - first.processor) / more)
    return cost, verdicts_of(out / f"graded{workers}", part)


def _grade(part: str, folder: Path, out: Path, workers: int) -> Cost:
    """One run with all its workers, at the level where the system adds up their processor time."""
    command = ["-m", "autograder", "grade", folder, "--out", out, "--jobs", workers, "--assignment", part]
    return _run([*command, "--isolation", "landlock"], (0, 3))


def warm_process(way: str, part: str, folders: Sequence[Path], out: Path, workers: int) -> tuple[Cost, Verdicts]:
    """Run a way of `peer_process.py`, which measures itself after its start."""
    answer = out / f"{way}{workers}.json"
    _run(["-m", "benchmarks.peer_process", way, part, answer, workers, *folders], (0,))
    taken = json.loads(answer.read_text())
    passed = {Path(folder).parent.name: set(right) for folder, right in taken["passed"].items()}
    return Cost(taken["wall"] / len(folders), taken["processor"] / len(folders)), passed


def plain_pytest(part: str, folders: Sequence[Path], out: Path, workers: int) -> tuple[Cost, Verdicts]:
    """One process for each submission, which writes what it passed."""
    before, start = _processor_of_children(), time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        places = [out / f"plain{workers}_{number}.json" for number in range(len(folders))]
        pairs = zip(folders, places, strict=True)
        list(
            pool.map(
                lambda pair: _run(["-m", "benchmarks.peer_process", "once", part, pair[1], 1, pair[0]], (0,)), pairs
            )
        )
    cost = Cost(time.perf_counter() - start, _processor_of_children() - before)
    texts = [json.loads(place.read_text())["passed"] for place in places]
    passed = {Path(folder).parent.name: set(right) for text in texts for folder, right in text.items()}
    return Cost(cost.wall / len(folders), cost.processor / len(folders)), passed


def _run(command: Sequence[object], good: Sequence[int]) -> Cost:
    """Run Python to its end.

    Raises:
        SystemExit: it ended with another exit status, or with a traceback.
    """
    start = time.perf_counter()
    line = [sys.executable, *map(str, command)]
    process = subprocess.Popen(line, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None, "it is a pipe"
    errors = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in good or "Traceback" in errors:
        raise SystemExit(f"{' '.join(line[:5])} … ended with status {process.returncode}\n{errors[-2000:]}")
    return Cost(time.perf_counter() - start, usage.ru_utime + usage.ru_stime)


def _processor_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system
