"""What a constructor alone can do wrong: what it refuses, and heads that begin as copies."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.diagnosis.model import Construction
from autograder.sandbox.examinee import Lost, Recipe, Report

Ask = Callable[[Sequence[Recipe]], list[Report | Lost]]


def wrong_refusal(name: str, construction: Construction, ask: Ask) -> str | None:
    """The mistake in what the constructor refuses, if there is one."""
    sizes = (*construction.refused, *construction.taken)
    reports = ask([{"target": name, "init": list(own), "calls": []} for own in sizes]) if construction.refused else []
    if any(isinstance(report, Lost) or not report.get("defined") for report in reports):
        return None
    chains = [_chain(report) for report in reports if not isinstance(report, Lost)]
    count = len(construction.refused)
    if not all("ValueError" in chain for chain in chains[:count]):
        return "heads-not-refused"
    return "heads-refused" if any(chains[count:]) else None


def alike_heads(name: str, construction: Construction, ask: Ask) -> str | None:
    """The mistake of heads that all begin with the same numbers."""
    if not construction.twins:
        return None
    (report,) = ask([{"target": name, "init": list(construction.twins_at), "calls": [], "read": True}])
    weights = None if isinstance(report, Lost) else report.get("weights")
    if not isinstance(weights, dict):
        return None
    pairs = [(weights.get(one), weights.get(other)) for one, other in construction.twins]
    alike = [isinstance(a, Tensor) and isinstance(b, Tensor) and torch.equal(a, b) for a, b in pairs]
    return "heads-alike" if all(alike) else None


def _chain(report: Report) -> list[Any]:
    """The classes of the exception, the narrowest first; nothing where none was raised."""
    raised = report.get("raised")
    chain = raised.get("chain") if isinstance(raised, dict) else None
    return chain if isinstance(chain, list) else []
