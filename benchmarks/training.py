"""How long the two trainings of the course take on its solutions, and what they learn, for three seeds.

    python -m benchmarks.training

Limits: 30 s for the head of part 05, 180 s for the language model of part 06 on two cores, and a held-out loss at
least 0.3 nats below that of counted bigrams. The times mean something on a machine that does nothing else.
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.class_run import ROOT

SEEDS = (0, 1, 2)
MARGIN = 0.3  # nats below the bigrams
LOOK = """
from gradient_descent import token_before
from learn_to_look import learn_to_look
weights = learn_to_look(seed={seed}).weights(token_before()[0])
diagonal = weights.diagonal(offset=-1, dim1=-2, dim2=-1)
print([diagonal.mean().item(), diagonal.min().item()])
"""
WRITE = """
from pathlib import Path
from language_model import Prose, held_out_loss
from train import train_and_write
prose = Prose(Path("prose.txt"))
model = train_and_write(Path("prose.txt"), seed={seed})
print([held_out_loss(model, prose, 64), prose.bigram_loss()])
"""


@dataclass(frozen=True)
class Training:
    """A training of the course.

    Attributes:
        part: its part.
        code: what trains, with a slot for the seed; the last line that it prints is two numbers.
        limit: seconds that it may take.
    """

    part: str
    code: str
    limit: float

    def run(self, place: Path, seed: int) -> tuple[float, list[float]]:
        """Return the wall time in seconds, and the two numbers."""
        folder = place / self.part
        if not folder.exists():
            shutil.copytree(ROOT / "assignments" / self.part, folder)
            shutil.copytree(ROOT / "solutions" / self.part, folder, dirs_exist_ok=True)
        start = time.perf_counter()
        command = [sys.executable, "-c", self.code.format(seed=seed)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        return time.perf_counter() - start, json.loads(done.stdout.splitlines()[-1])


LOOKING = Training("05_gradient_descent", LOOK, 30)
WRITING = Training("06_language_model", WRITE, 180)


def main() -> None:
    """Train both for each seed, and print times and losses."""
    with tempfile.TemporaryDirectory() as place:
        for training, first, second in (
            (LOOKING, "weight on the token before", "the smallest"),
            (WRITING, "held-out loss", "counted bigrams"),
        ):
            times = []
            for seed in SEEDS:
                seconds, (one, other) = training.run(Path(place), seed)
                times.append(seconds)
                print(
                    f"{training.part}, seed {seed}: {seconds:.1f} s, {first} {one:.3f}, {second} {other:.3f}",
                    flush=True,
                )
            print(f"{training.part}: median {statistics.median(times):.1f} s, limit {training.limit:g} s")
    print(f"the held-out loss is to be at least {MARGIN:g} below the bigrams'")


if __name__ == "__main__":
    main()
