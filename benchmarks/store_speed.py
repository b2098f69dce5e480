"""Results per second through the store on a slow disk: each alone, and in the groups in which a run stores them.

    python -m benchmarks.store_speed [--results 20000] [--alone 1000] [--milliseconds 5] [--pages]

Every wait for the disk (`fsync`, `fdatasync`) takes so many milliseconds longer: a library of a few lines, which needs
a C compiler, is loaded before libc (`slow_disk.c`). The results are those of examples/expected under other names. They
take the way of a class run (`grade_in_groups`, `Store.add_all`, `Store.set_published`; with `--pages` the students'
files too), only that grading takes no time. `--alone`: how many to store each alone, which is slow. What counts is the
rate, and under load how often a result waits.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import cast

from autograder.course import load_course
from autograder.execution.publisher import Publisher, ScoreRules
from autograder.execution.scheduling import GradingOutcome, grade_in_groups
from autograder.intake.submission import Submission
from autograder.results.model import Json
from autograder.results.store import PublishedState, Store, result_key
from autograder.results.summary import summarize

ROOT = Path(__file__).parents[1]
ALONE, GROUPS = "each alone", "in groups"


class ReadyResults:
    """An executor whose results are there at once."""

    processes = max_pending = 1
    completes_in_thread = False
    worker_lost_errors: tuple[type[BaseException], ...] = ()

    def __init__(self, results: Sequence[Json]) -> None:
        self._results = results

    def submit(self, submission: Submission) -> "Future[GradingOutcome]":
        """Return one of the results under the student's name."""
        future: Future[GradingOutcome] = Future()
        result = self._results[int(submission.student[1:]) % len(self._results)]
        future.set_result(cast(GradingOutcome, result | {"student": submission.student}))
        return future

    def close(self, *, at_once: bool = False) -> None:
        """Nothing runs."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=int, default=20_000)
    parser.add_argument("--alone", type=int, default=1000)
    parser.add_argument("--milliseconds", type=float, default=5.0)
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--way", choices=(ALONE, GROUPS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.way:
        print(*_rate(options.results, alone=options.way == ALONE, pages=options.pages))
        return
    with tempfile.TemporaryDirectory() as folder:
        disk = _slow_disk(Path(folder))
        rates = {}
        for way, count in ((ALONE, options.alone), (GROUPS, options.results)):
            rates[way], used, waits = _measured(way, count, options, disk)
            each = f"each {waits / count:.2f} waits and {1000 * used / count:.2f} ms of a processor"
            print(f"{way}: {count} results, {rates[way]:.0f} a second, {each}", flush=True)
    hours = [100_000 / rates[way] / 3600 for way in (GROUPS, ALONE)]
    print(f"{hours[1] / hours[0]:.1f} times as many; 100,000 take {hours[0]:.2f} h, not {hours[1]:.2f} h (by rate)")


def _slow_disk(folder: Path) -> Path:
    disk = folder / "slow_disk.so"
    source = Path(__file__).with_name("slow_disk.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", disk, source, "-ldl"], check=True)
    return disk


def _measured(way: str, count: int, options: argparse.Namespace, disk: Path) -> tuple[float, float, int]:
    """Return results per second, processor seconds, and how often a process with a slow disk waited for it."""
    command = [sys.executable, "-m", "benchmarks.store_speed", "--way", way, "--results", str(count)]
    slow = {"LD_PRELOAD": str(disk), "SLOW_DISK_MICROSECONDS": str(round(1000 * options.milliseconds))}
    done = subprocess.run(
        [*command, *(["--pages"] if options.pages else [])],
        cwd=ROOT,
        env=os.environ | slow,
        text=True,
        capture_output=True,
        check=True,
    )
    rate, used = map(float, done.stdout.split())
    return rate, used, int(done.stderr.split()[-2])


def _rate(count: int, *, alone: bool, pages: bool) -> tuple[float, float]:
    """Store so many results in a new folder; return results per second, and processor seconds."""
    results = [json.loads(path.read_text()) for path in sorted((ROOT / "examples/expected").rglob("result.json"))]
    submissions = [Submission(f"s{number:06}", "", {}) for number in range(count)]
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store:
        store.begin_run("benchmark", {})
        students = [item.student for item in submissions]
        publisher = Publisher(Path(folder), ScoreRules(load_course()), store, students) if pages else None
        start, used = time.perf_counter(), time.process_time()
        for group in _groups(ReadyResults(results), submissions, alone=alone):
            numbers = store.add_all((f"{item['student']} {item['assignment']}", item) for item in group)
            for number, item in zip(numbers, group, strict=True):
                _publish(store, publisher, number, item)
        return count / (time.perf_counter() - start), time.process_time() - used


def _groups(executor: ReadyResults, submissions: Sequence[Submission], *, alone: bool) -> Iterator[list[Json]]:
    for group in grade_in_groups(executor, submissions):
        results = cast(list[Json], group)
        yield from ([item] for item in results) if alone else [results]


def _publish(store: Store, publisher: Publisher | None, number: int, result: Json) -> None:
    if publisher is not None:
        publisher.publish_new(number, result)
        return
    state = PublishedState(number, result["submission"]["sha256"], "", "")
    store.set_published(result_key(result), state, summarize(result))


if __name__ == "__main__":
    main()
