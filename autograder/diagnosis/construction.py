"""What a constructor alone can do wrong: what it refuses, and heads that begin as copies."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.sandbox.examinee import Lost, Recipe, Report

Ask = Callable[[Sequence[Recipe]], list[Report | Lost]]
REFUSED = {"MultiHeadAttention": ((10, 4), (6, 5), (3, 6))}  # num_heads does not divide d_model
TAKEN = {"MultiHeadAttention": ((6, 6), (12, 2), (5, 1))}


def wrong_refusal(name: str, ask: Ask) -> str | None:
    """The mistake in what the constructor refuses, if there is one."""
    refused, taken = REFUSED.get(name, ()), TAKEN.get(name, ())
    reports = (
        ask([{"target": name, "init": list(sizes), "calls": []} for sizes in (*refused, *taken)]) if refused else []
    )
    if any(isinstance(report, Lost) or not report.get("defined") for report in reports):
        return None
    chains = [_chain(report) for report in reports if not isinstance(report, Lost)]
    if not all("ValueError" in chain for chain in chains[: len(refused)]):
        return "heads-not-refused"
    return "heads-refused" if any(chains[len(refused) :]) else None


def alike_heads(name: str, ask: Ask) -> str | None:
    """The mistake of heads that all begin with the same numbers."""
    if name != "MultiHeadAttentionWrapper":
        return None
    (report,) = ask([{"target": name, "init": [6, 5, 4, 2], "calls": [], "read": True}])
    weights = None if isinstance(report, Lost) else report.get("weights")
    if not isinstance(weights, dict):
        return None
    pairs = [(weights.get(f"heads.0.{own}"), weights.get(f"heads.1.{own}")) for own in ("W_query", "W_key", "W_value")]
    alike = [isinstance(a, Tensor) and isinstance(b, Tensor) and torch.equal(a, b) for a, b in pairs]
    return "heads-alike" if all(alike) else None


def _chain(report: Report) -> list[Any]:
    """The classes of the exception, the narrowest first; nothing where none was raised."""
    raised = report.get("raised")
    chain = raised.get("chain") if isinstance(raised, dict) else None
    return chain if isinstance(chain, list) else []
