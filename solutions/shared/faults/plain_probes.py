"""Probes of functions of plain values."""

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from autograder.diagnosis.model import Probe


def plain_probes(name: str, inputs: Sequence[tuple[Any, ...]]) -> tuple[Probe, ...]:
    """One probe for each tuple of arguments; a model computes from the same in float64."""
    return tuple(
        Probe({"target": name, "calls": [{"args": list(args), "named": {}}]}, _doubles(args)) for args in inputs
    )


def _doubles(args: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(item.double() if isinstance(item, Tensor) else item for item in args)
