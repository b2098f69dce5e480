"""Compares the stand-in of a GPU with a real one, rule by rule; without a GPU, says so and does nothing.

    python -m benchmarks.device_rules

It needs torch for CUDA, numpy and this repository, and ends with status 1 if a rule is not true of the GPU.
"""

import sys

import torch

from tests.helpers.device_rules import ALLOWED, REFUSED, outcome


def main() -> int:
    """Try every rule."""
    if not torch.cuda.is_available():
        print("no GPU here: the rules can only be tried on one")
        return 0
    x = torch.rand(3, 3, device="cuda")
    wrong = [f"{name}: refused: {text}" for name, call in ALLOWED.items() if (text := outcome(call, x))]
    wrong += [f"{name}: allowed" for name, call in REFUSED.items() if not outcome(call, x)]
    where = f"{torch.cuda.get_device_name(0)}, torch {torch.__version__}"
    print(*wrong, f"{where}: {len(wrong)} of {len(ALLOWED) + len(REFUSED)} rules are not true", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
