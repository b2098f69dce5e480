"""What is known of one derivation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

Formula = Callable[..., Any]


@dataclass(frozen=True)
class Derivation:
    """One formula with its wrong forms; `sizes` are the arguments that are asked."""

    right: Formula
    sizes: Sequence[tuple[Any, ...]]
    wrong: dict[str, Formula] = field(default_factory=dict)
