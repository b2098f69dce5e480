"""The same checks on the same submissions: through the wall, and the ways graders usually work.

    python -m benchmarks.peers [--submissions 24] [--others 24] [--slow 4] [--rounds 1] [--jobs 4]
                               [--part 02_causal] [--drawn]

(a) this grader, at 1 and N workers, wall and all reports included, start included
(b) one warm process without any wall: torch imported once, `pytest.main` for each submission
(c) plain `pytest`, one process per submission, at 1 and N
(d) `nbgrader autograde` of a notebook whose test cells run the same checks
(e) `otter run` of a notebook whose tests run the same checks

The class is the sample class, as often as needed; with `--drawn` nobody in it wrote the same (`drawn_class.py`).
(b) and (c) take as long for each submission however many there are, so they may get the first `--others` only; (d) and
(e) are slow and get the first `--slow`. All ways take turns, `--rounds` times: an hour in which the machine is slow is
one for all of them. Each figure is seconds per submission, the mean of the rounds, in one run on one machine, and what
counts is the ratio. nbgrader or otter that is not installed is left out, and the table says so.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.bars import bars
from benchmarks.drawn_class import drawn_class
from benchmarks.peer_notebooks import nbgrader_seconds, otter_seconds

ROOT = Path(__file__).parents[1]
WARM = """
import sys, time, pytest, torch, hypothesis
torch.set_num_threads(1)
USUAL = ["-q", "-p", "no:cacheprovider", "--tb=short", "-c", "pyproject.toml", "-o", "filterwarnings="]
USUAL += ["-p", "benchmarks.unsandboxed"]
checks, folders = sys.argv[1].split(":"), sys.argv[2:]
start = time.perf_counter()
for folder in folders:
    pytest.main([*USUAL, *checks, "--unsandboxed=" + folder])
print("SECONDS", time.perf_counter() - start)
"""
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1"}


def submissions(part: str, count: int, target: Path) -> list[Path]:
    """A class of `count` students: the sample class's submissions of this part, as often as needed."""
    found = sorted(folder / part for folder in (ROOT / "examples/class").iterdir() if (folder / part).is_dir())
    quick = [folder for folder in found if not _hangs(folder)]
    made = []
    for number in range(count):
        made.append(target / f"student{number:03d}" / part)
        shutil.copytree(quick[number % len(quick)], made[-1])
    return made


def _hangs(folder: Path) -> bool:
    """Plain pytest waits for ever for an endless loop, so the comparison leaves it out, and what ends the process."""
    text = "".join(path.read_text(errors="replace") for path in folder.glob("*.py"))
    return "while z.sum()" in text or "os._exit" in text or "SystemExit" in text


def wall_seconds(folder: Path, out: Path, jobs: int) -> float:
    """Way (a)."""
    command = [sys.executable, "-m", "autograder", "grade", folder, "--out", out, "--jobs", str(jobs)]
    return timed(lambda: run(command))


def warm_seconds(checks: list[Path], folders: list[Path]) -> float:
    """Way (b): the time without the import of torch, which is paid once."""
    command = [sys.executable, "-c", WARM, ":".join(map(str, checks)), *folders]
    return float(run(command).rsplit("SECONDS", 1)[1])


def plain_seconds(checks: list[Path], folders: list[Path], jobs: int) -> float:
    """Way (c)."""
    usual = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "benchmarks.unsandboxed"]

    def one(folder: Path) -> None:
        run([*usual, *checks, f"--unsandboxed={folder}"])

    with ThreadPoolExecutor(jobs) as pool:
        return timed(lambda: list(pool.map(one, folders)))


def run(command: list[object]) -> str:
    """Run to the end, whatever the exit status (tests fail: the submissions are partly wrong)."""
    done = subprocess.run([*map(str, command)], cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if "Traceback" in done.stderr:
        raise SystemExit(done.stderr[-2000:])
    return done.stdout


def timed(action: Callable[[], object]) -> float:
    """Seconds that `action` takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def measure(options: argparse.Namespace, folder: Path) -> dict[str, float | None]:
    """Seconds per submission of every way, over all rounds."""
    everybody = drawn_class if options.drawn else submissions
    folders = everybody(options.part, options.submissions, folder / "class")
    rounds = [one_round(options, folders, folder / f"round{number}") for number in range(max(1, options.rounds))]
    return {name: _mean([found[name] for found in rounds]) for name in sorted(rounds[0])}


def one_round(options: argparse.Namespace, folders: list[Path], out: Path) -> dict[str, float | None]:
    """Every way once."""
    part, jobs, everybody = options.part, options.jobs, folders[0].parents[1]
    some, few = folders[: options.others], folders[: options.slow]
    checks = sorted((ROOT / "solutions" / part / "checks").glob("test_*.py"))
    ways: dict[str, Callable[[], float | None]] = {
        f"(a) through the wall, {jobs} workers": lambda: wall_seconds(everybody, out / "many", jobs) / len(folders),
        f"(c) plain pytest, {jobs} at once": lambda: plain_seconds(checks, some, jobs) / len(some),
        "(d) nbgrader autograde": lambda: nbgrader_seconds(part, few, out / "nbgrader"),
        "(a) through the wall, 1 worker": lambda: wall_seconds(everybody, out / "one", 1) / len(folders),
        "(c) plain pytest, 1 at a time": lambda: plain_seconds(checks, some, 1) / len(some),
        "(b) one warm process, no wall": lambda: warm_seconds(checks, some) / len(some),
        "(e) otter run": lambda: otter_seconds(part, few, out / "otter"),
    }
    return {name: _told(name, way()) for name, way in ways.items()}


def _mean(seconds: list[float | None]) -> float | None:
    known = [value for value in seconds if value is not None]
    return statistics.mean(known) if known else None


def _told(name: str, seconds: float | None) -> float | None:
    print(f"{name}: {seconds}", file=sys.stderr, flush=True)
    return seconds


def table(seconds: dict[str, float | None]) -> str:
    """The figures with their ratios to (a) at one worker."""
    unit = seconds["(a) through the wall, 1 worker"] or 1.0
    rows = ["| way | seconds per submission | times (a) at 1 worker |", "| --- | ---: | ---: |"]
    for name, value in seconds.items():
        rows.append(f"| {name} | {value:.3f} | {value / unit:.2f} |" if value else f"| {name} | not installed | |")
    return "\n".join(rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=24)
    parser.add_argument("--others", type=int, default=10**6, help="submissions for the ways (b) and (c)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--slow", type=int, default=4, help="submissions for nbgrader and otter")
    parser.add_argument("--rounds", type=int, default=1, help="how often every way has its turn")
    parser.add_argument("--part", default="02_causal")
    parser.add_argument("--drawn", action="store_true", help="a class of which everybody wrote something else")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument("--plot", type=Path, help="also draw them here, as SVG")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seconds = measure(options, Path(folder))
    print(table(seconds))
    if options.json:
        options.json.write_text(json.dumps(seconds, indent=1) + "\n")
    if options.plot:
        found = {name: value for name, value in seconds.items() if value}
        options.plot.write_text(bars(f"Seconds per submission, {options.submissions} of {options.part}", found))


if __name__ == "__main__":
    main()
