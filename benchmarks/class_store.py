"""What the store of a class run is good for: growth with the class, a second run, a run that is killed again and again.

    python -m benchmarks.class_store scale 10000   # time per submission against that of a class of 100; a second run
    python -m benchmarks.class_store kill 200      # kill -9 at so many random moments; then as if nothing had happened

`scale 10000 00_warmup` takes one part only: little to grade, so that all the rest shows; with `10` behind it,
every tenth submission is from all parts. The class is the sample class under other names. `scale 10000 drawn` takes one
where no two students wrote the same: every tenth has all of a part, the others one definition for each of its files.
JOBS: how many grade at once. KEEP: where the results are copied. Everything goes through the command.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.drawn_class import drawn_class, light_class

ROOT = Path(__file__).parents[1]
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1"}
DRAWN, DRAWN_PART, DRAWN_EVERY = "drawn", "02", 10
JOBS = int(os.environ.get("JOBS", "4"))
KEEP = os.environ.get("KEEP", "")


def make_class(folder: Path, count: int, wanted: str = "*", every: int = 0) -> None:
    """Make `count` submissions of one part each, dealt out in turn; with `every`, each `every`-th is from all parts."""
    if wanted == DRAWN:
        whole = len(drawn_class(DRAWN_PART, count // (every or DRAWN_EVERY), folder))
        light_class(DRAWN_PART, count - whole, folder)
        return
    usual, all_parts = (
        sorted(path for path in (ROOT / "examples/class").glob(f"*/{name}") if path.is_dir()) for name in (wanted, "*")
    )
    for number in range(count):
        whole, rest = divmod(number, every) if every else (0, 1)
        part = usual[number % len(usual)] if rest else all_parts[whole % len(all_parts)]
        shutil.copytree(part, folder / f"s{number:05d}" / part.name)


def grade(submissions: Path, out: Path) -> dict[str, Any]:
    """Run the command; what it tells at the end, its seconds, those behind the start, and what all processes used."""
    command = [sys.executable, "-m", "autograder", "grade", submissions, "--out", out, "--jobs", JOBS, "--json"]
    start = begun = time.perf_counter()
    before = used()
    told: dict[str, Any] = {}
    with subprocess.Popen([*map(str, command)], cwd=ROOT, env=ENVIRONMENT, text=True, stdout=subprocess.PIPE) as run:
        for line in run.stdout or ():
            told = json.loads(line)
            begun = time.perf_counter() if told["event"] == "begin" else begun
    end = time.perf_counter()
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return told | {"wall": end - start, "grading": end - begun, "used": used() - before, "megabytes": largest}


def used() -> float:
    """Seconds of processors that all processes took that have ended: what others do on the machine does not count."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def scale(count: int, wanted: str = "*", every: str = "0") -> None:
    """Time and memory for 100 submissions and for `count`, then a run with one changed and one with none.

    The time of a class of one is the start, which is taken off.
    """
    with tempfile.TemporaryDirectory() as folder:
        submissions, out = Path(folder) / f"class{count}", Path(folder) / f"out{count}"
        first = {}
        for size in (1, 100, count):
            make_class(Path(folder) / f"class{size}", size, wanted, int(every))
            first[size] = run = grade(Path(folder) / f"class{size}", Path(folder) / f"out{size}")
            told = f"{run['grading'] / size * 1000:.1f} ms each, {run['used']:.1f} s of processors"
            print(f"{size} submissions: {run['wall']:.1f} s, {told}, {run['megabytes']:.0f} MB", flush=True)
        compare(first[1], first[100], first[count], count)
        print(f"class page: {(out / 'class.html').stat().st_size / 1e6:.2f} MB")
        file = next(iter(sorted(submissions.glob("*/*/*.py"))))
        file.write_text(file.read_text() + "\n# once more\n")
        for name in ("one changed", "none changed"):
            run = grade(submissions, out)
            share = 100 * run["wall"] / first[count]["wall"]
            told = f"{run['graded']:g} graded in {run['wall']:.2f} s, {share:.2f} % of the first run"
            print(f"{name}: {told}, {run['megabytes']:.0f} MB", flush=True)
        if KEEP:
            shutil.copytree(out, KEEP)


def compare(start: dict[str, Any], small: dict[str, Any], large: dict[str, Any], count: int) -> None:
    """Print what `count` submissions take against 100, in processor time and in memory."""
    few, many = (1000 * (run["used"] - start["used"]) / (size - 1) for run, size in ((small, 100), (large, count)))
    print(f"without the start: {few:.1f} and {many:.1f} ms of processors each, ratio {many / few:.2f}")
    grown = (large["megabytes"] - small["megabytes"]) * 1024 / (count - 100)
    times = large["megabytes"] / small["megabytes"]
    print(f"largest process: {times:.2f} times, {grown:.2f} kB for each submission", flush=True)


def kill(times: int) -> None:
    """The test of the same, with more kills."""
    test = "tests/execution/test_resume.py::test_a_run_killed_again_and_again_ends_as_if_nothing_had_happened"
    command = [sys.executable, "-m", "pytest", "-q", test]
    subprocess.run(command, cwd=ROOT, env=ENVIRONMENT | {"KILLS": str(times)}, check=True)


if __name__ == "__main__":
    {"scale": scale, "kill": kill}[sys.argv[1]](int(sys.argv[2]), *sys.argv[3:])
