"""Whether one version of this repository takes longer than another: both grade the same class in turns.

    python -m benchmarks.versions OLD [--new FOLDER] [--pairs 30] [--students 24] [--part 02_causal] [--jobs 1]

OLD is a checkout of the other version, `--new` one of this version. The class is the drawn one (`drawn_class.py`), the
same files for both. What counts is processor time, of the run and of all its workers (at landlock, where the system
adds it all up), on one CPU: two that work at the same time slow each other down, and how often they do is chance. Each
pair gives a ratio; printed are their mean and its 95 % interval (t distribution, of the logarithms).
"""

import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.drawn_class import drawn_class

ROOT = Path(__file__).parents[1]
T_95 = {4: 2.776, 9: 2.262, 14: 2.145, 19: 2.093, 24: 2.064, 29: 2.045, 39: 2.023, 59: 2.001}  # degrees of freedom


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("--new", type=Path, default=ROOT)
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--students", type=int, default=24)
    parser.add_argument("--part", default="02_causal")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if options.pairs <= min(T_95):
        parser.error(f"--pairs: at least {min(T_95) + 1}")
    with tempfile.TemporaryDirectory() as folder:
        submissions = Path(folder) / "class"
        drawn_class(options.part, options.students, submissions)
        ratios = [_ratio(options, submissions, number) for number in range(options.pairs)]
    mean, low, high = interval(ratios)
    print(f"{len(ratios)} pairs: new / old = {mean:.3f}, 95 % interval {low:.3f} to {high:.3f}")


def _ratio(options: argparse.Namespace, submissions: Path, number: int) -> float:
    """One pair; which goes first changes from pair to pair."""
    order = [options.old, options.new] if number % 2 == 0 else [options.new, options.old]
    seconds = {folder: cpu_seconds(folder, submissions, options) for folder in order}
    ratio = seconds[options.new] / seconds[options.old]
    print(f"{seconds[options.old]:.2f} s {seconds[options.new]:.2f} s {ratio:.3f}", flush=True)
    return ratio


def cpu_seconds(version: Path, submissions: Path, options: argparse.Namespace) -> float:
    """Processor time of one class run with all its processes."""
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-m", "autograder", "grade", str(submissions), "--out", f"{out}/graded"]
        command += ["--assignment", options.part, "--jobs", str(options.jobs), "--isolation", "landlock"]
        environment = os.environ | {"PYTHONPATH": str(version.resolve())}
        process = subprocess.Popen(
            command, cwd=version, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 3):
        sys.exit(f"{version}: the run ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def interval(ratios: list[float]) -> tuple[float, float, float]:
    """Geometric mean of ratios, and the bounds of its 95 % interval."""
    logarithms = [math.log(ratio) for ratio in ratios]
    mean = statistics.fmean(logarithms)
    freedom = len(ratios) - 1
    factor = T_95[max(known for known in T_95 if known <= freedom)]
    half = factor * statistics.stdev(logarithms) / math.sqrt(len(ratios))
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


if __name__ == "__main__":
    main()
