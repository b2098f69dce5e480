"""What the payoffs of the course cost on its solutions, for five seeds, and what they reach.

    python -m benchmarks.payoffs 01 02 03 04 05 06

Seconds are those of the processor, for the whole command with its imports and pictures. A busy or a slow machine takes
more of them, so they are also told as a ratio to one fixed matrix product, which is timed before and after each run.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import torch

from benchmarks.class_run import ROOT

SEEDS = range(5)
PRODUCT, TIMES = 512, 20  # the matrix product: rows and columns, and how often
FOUND = re.compile(
    r"[\d.]+ above the floor|right +[\d.]+ %|[\d.]+ % of what can be known|loss [\d.]+ to [\d.]+"
    r"|with the mask .*|without  .*"
)


def solved(place: Path) -> None:
    """Write the course as somebody has it who has solved everything."""
    shutil.copytree(ROOT / "assignments", place / "assignments")
    for path in (ROOT / "solutions").glob("[0-9]*/*.py"):
        shutil.copy(path, place / "assignments" / path.parent.name)


def product_seconds() -> float:
    """Return the processor seconds of one matrix product in one thread."""
    x = torch.ones(PRODUCT, PRODUCT)
    start = time.process_time()
    for _ in range(TIMES):
        x @ x
    return (time.process_time() - start) / TIMES


def show(place: Path, part: str, seed: int) -> tuple[float, str]:
    """Run a payoff; return the processor seconds, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "assignments.show", part, "--seed", str(seed)]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def main() -> None:
    """Run the payoffs of the parts that are named."""
    torch.set_num_threads(1)
    product_seconds()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        solved(place)
        for part in sys.argv[1:]:
            for seed in SEEDS:
                first = product_seconds()
                seconds, printed = show(place, part, seed)
                ratio = seconds / ((first + product_seconds()) / 2)
                found = [" ".join(text.split()) for text in FOUND.findall(printed)][-2:]
                print(f"{part}, seed {seed}: {seconds:.1f} s, {ratio:.0f} products; {'; '.join(found)}", flush=True)


if __name__ == "__main__":
    main()
