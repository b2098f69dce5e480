"""Tolerances and inputs for comparing the references with torch and with printed figures."""

import torch
from torch import Tensor

from autograder.checking.samples import sample

CLOSE = {"rtol": 1e-12, "atol": 1e-12}  # equal up to float64 rounding
PRINTED = {"rtol": 0.0, "atol": 1.5e-4}  # four decimals


def doubles(*shape: int, seed: int) -> Tensor:
    return sample(*shape, seed=seed, dtype=torch.float64)


def drawn(*shapes: tuple[int, int]) -> list[Tensor]:
    """Weights as the sources draw them, with torch's generator."""
    with torch.random.fork_rng():
        torch.manual_seed(123)
        return [torch.rand(shape) for shape in shapes]
