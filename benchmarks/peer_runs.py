"""Every way of `peers.py`: what it runs, what it costs, and which exercises it found right."""

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks import peer_pytest
from benchmarks.peer_notebooks import nbgrader_passed, otter_passed
from benchmarks.peer_scores import Verdicts, read_reported, require_same, verdicts_of

ROOT = Path(__file__).parents[1]
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1"} | peer_pytest.WITHOUT_PLUGINS
PassedOf = Callable[[str, Sequence[Path], Path], Verdicts | None]  # of an assignment, submissions and an empty folder


@dataclass(frozen=True)
class Cost:
    """Seconds per submission, of the clock and of all processors."""

    wall: float
    processor: float

    def __str__(self) -> str:
        return f"{self.wall:.3f} s, {self.processor:.3f} s of processors"

    def divided(self, count: int) -> "Cost":
        """Return the cost of one submission if this is that of `count`."""
        return Cost(self.wall / count, self.processor / count)


@dataclass(frozen=True)
class Way:
    """A way to grade; `run` gets an empty folder and returns its cost, or None if it is not installed."""

    name: str
    run: Callable[[Path], Cost | None]


@dataclass
class Comparison:
    """A class that every way grades; the verdicts of the others are compared with those of this grader.

    Attributes:
        part: the assignment.
        folders: a submission of it for each student.
        jobs: how many run at once where several do.
        others: how many submissions the ways with pytest get.
        slow: how many submissions nbgrader and otter get.
        expected: the verdicts of this grader, as soon as it has run.
    """

    part: str
    folders: Sequence[Path]
    jobs: int
    others: int
    slow: int
    expected: Verdicts = field(default_factory=dict)

    def ways(self) -> list[Way]:
        """Return all ways, this grader first."""
        some, jobs = self.folders[: self.others], self.jobs
        return [
            Way("(a) this grader, 1 worker", lambda out: self.grader(out, 1)),
            Way("(a) this grader, 1 worker, lines located", lambda out: self.grader(out, 1, "--locate")),
            Way(f"(a) this grader, {jobs} workers", lambda out: self.grader(out, jobs)),
            Way("(b) bare arithmetic", self.bare),
            Way("(c) the same judge, no wall", lambda out: self.peer("judge", self.folders, out, 1)),
            Way("(d) fork server of pytest, 1 at a time", lambda out: self.peer("forks", some, out, 1)),
            Way(f"(d) fork server of pytest, {jobs} at once", lambda out: self.peer("forks", some, out, jobs)),
            Way("(e) warm pytest", lambda out: self.peer("warm", some, out, 1)),
            Way("(f) plain pytest, 1 at a time", lambda out: self.plain(some, out, 1)),
            Way(f"(f) plain pytest, {jobs} at once", lambda out: self.plain(some, out, jobs)),
            Way("(g) nbgrader autograde", lambda out: self.notebooks("nbgrader", nbgrader_passed, out)),
            Way("(h) otter run", lambda out: self.notebooks("otter", otter_passed, out)),
        ]

    def grader(self, out: Path, workers: int, locate: str = "--no-locate") -> Cost:
        """Grade the class; what a run with one submission takes is its start and is subtracted.

        Only where that is asked for, the lines of mistakes are located: no other way does that.
        """
        one, everybody = self.folders[0].parent, self.folders[0].parents[1]
        started, graded = (out / f"{name}{workers}{locate}" for name in ("start", "graded"))
        first = self._grade(one, started, workers, locate)
        whole = self._grade(everybody, graded, workers, locate)
        self.expected = verdicts_of(graded, self.part)
        more = len(self.folders) - 1
        processor = (whole.processor - first.processor) / more if workers == 1 else math.nan  # not all is added up
        return Cost((whole.wall - first.wall) / more, processor)

    def _grade(self, folder: Path, out: Path, workers: int, locate: str) -> Cost:
        """One run with all its workers, at the level where the system adds up their processor time."""
        command = ["-m", "autograder", "grade", folder, "--out", out, "--jobs", workers, "--assignment", self.part]
        return _run([*command, "--isolation", "landlock", locate], (0, 3))

    def bare(self, out: Path) -> Cost:
        """Run the arithmetic alone, which has no verdicts."""
        return self._process("bare", self.folders, out, 1)[0]

    def peer(self, way: str, given: Sequence[Path], out: Path, workers: int) -> Cost:
        """Run a way of `peer_process.py`, and require its verdicts."""
        cost, passed = self._process(way, given, out, workers)
        require_same(way, self.expected, passed, self.part)
        return cost

    def _process(self, way: str, given: Sequence[Path], out: Path, workers: int) -> tuple[Cost, Verdicts]:
        """Run a way of `peer_process.py`, which measures itself after its start."""
        answer = out / f"{way}{workers}.json"
        _run(["-m", "benchmarks.peer_process", way, self.part, answer, workers, *given], (0,))
        taken = json.loads(answer.read_text())
        passed = {Path(folder).parent.name: set(right) for folder, right in taken["passed"].items()}
        return Cost(taken["wall"] / len(given), taken["processor"] / len(given)), passed

    def plain(self, given: Sequence[Path], out: Path, workers: int) -> Cost:
        """Run `python -m pytest` for each submission, and require its verdicts."""
        before, start = _processor_of_children(), time.perf_counter()
        reports = {folder: out / f"plain{workers}_{number}.json" for number, folder in enumerate(given)}

        def run(folder: Path) -> None:
            _run(["-m", "pytest", *peer_pytest.arguments(self.part, folder, reports[folder])], peer_pytest.RAN)

        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(run, given))
        cost = Cost(time.perf_counter() - start, _processor_of_children() - before)
        passed = {folder.parent.name: set(read_reported(path, self.part)) for folder, path in reports.items()}
        require_same("pytest", self.expected, passed, self.part)
        return cost.divided(len(given))

    def notebooks(self, name: str, passed_of: PassedOf, out: Path) -> Cost | None:
        """Run nbgrader or otter on the first submissions, and require its verdicts; None if it is not installed."""
        few = self.folders[: self.slow]
        before, start = _processor_of_children(), time.perf_counter()
        passed = passed_of(self.part, few, out)
        if passed is None:
            return None
        cost = Cost(time.perf_counter() - start, _processor_of_children() - before)
        require_same(name, self.expected, passed, self.part)
        return cost.divided(len(few))


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
