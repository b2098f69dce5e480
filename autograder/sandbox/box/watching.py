"""What calls changed in a layer: the names in its state dict, and the values that they have."""

from typing import Any

from torch import Tensor, equal, nn


def state_of(target: Any) -> dict[str, Any]:
    """A copy of the state dict of a layer; nothing for a function."""
    state = target.state_dict() if isinstance(target, nn.Module) else {}
    return {name: value.detach().clone() if isinstance(value, Tensor) else value for name, value in state.items()}


def changes_in(target: Any, before: dict[str, Any]) -> dict[str, Any]:
    """The names in the state dict after use, and whether those that were there have the values that they had."""
    after = state_of(target)
    return {
        "state": list(after),
        "values_kept": all(_same(before[name], after[name]) for name in before.keys() & after.keys()),
    }


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        return one.shape == other.shape and one.dtype == other.dtype and bool(equal(one, other))
    return one is other or bool(one == other)
