"""What dropout did to weights, read from outside."""

import math

from torch import Tensor

from autograder.checks.judge import hold
from autograder.checks.tolerances import FLOAT32
from autograder.checks.verdict import Verdict
from autograder.oracle.causal import is_hidden


def dropped_of(weights: Tensor, undropped: Tensor, p: float, called: str) -> Tensor:
    """Which of the weights `(B, T, T)` dropout set to 0, as bool.

    Raises:
        Verdict: a weight is neither 0 nor its undropped value times 1 / (1 - p), or not about a share p is 0.
    """
    name = f"{called}: weights"
    if weights.shape != undropped.shape:
        raise Verdict("wrong shape", f"{name} has shape {tuple(weights.shape)}, expected {tuple(undropped.shape)}")
    kept, got = undropped / (1 - p), weights.detach().double()
    dropped = got == 0
    right = dropped | ((got - kept).abs() <= FLOAT32.absolute + FLOAT32.relative * kept)
    count = f"{int((~right).sum())} of {right.numel()}"
    hold(right.all(), f"{name}: {count} are neither 0 nor the weight without dropout times 1 / (1 - p)")
    visible = (~is_hidden(weights.shape[-1])).expand(weights.shape)
    share, spread = dropped[visible].double().mean().item(), math.sqrt(p * (1 - p) / int(visible.sum()))
    hold(abs(share - p) < 5 * spread, f"{name}: a share of {share:.2f} is dropped, expected about {p:g}")
    return dropped


def factors_of(dropped: Tensor, p: float) -> Tensor:
    """What dropout multiplied each weight by."""
    return (~dropped).double() / (1 - p)


def is_shared(dropped: Tensor) -> bool:
    """Whether one draw served a whole batch, all queries of a sentence, or all keys of a query."""
    visible = ~is_hidden(dropped.shape[-1])
    across_batch = (dropped == dropped[:1])[..., visible].all()
    last = dropped[..., -1:, :]  # the last query sees every key
    across_queries = ((dropped == last) | ~visible).all()
    across_keys = ((dropped == dropped[..., :1]) | ~visible).all()
    return bool(across_batch or across_queries or across_keys)
