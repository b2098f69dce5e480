"""The model of part 06 learns: what the solution writes after a training beats counted pairs of characters."""

import subprocess
import sys

import pytest

from tests.helpers.paths import ROOT

STEPS = 700  # of 1200
BETTER = 0.3  # nats that the bigrams must be behind by then; after all steps it is about 0.9
PROGRAM = f"""
import runpy, torch
torch.set_num_threads(1)
given = runpy.run_path("solutions/06_language_model/language_model.py")
torch.manual_seed(1)
prose = given["Prose"](given["Path"]("solutions/06_language_model/material/prose.txt"))
model = given["TinyGPT"](len(prose.characters), 96, 4, 384, 3, 64)
print(given["held_out_loss"](model, prose, 64))
for loss in given["train"](model, prose, 64, {STEPS}):
    pass
print(given["held_out_loss"](model, prose, 64))
print(prose.bigram_loss())
print(len(given["write"](model, prose, 64, 100)))
"""


@pytest.mark.full
@pytest.mark.walk
def test_half_of_the_training_beats_the_bigrams() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)
    before, after, bigrams, written = map(float, done.stdout.split())
    assert 4.2 < before < 4.6
    assert after < bigrams - BETTER
    assert written == 100
