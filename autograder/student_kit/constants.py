"""Tensors that tests of one file share, as they were written, whatever a function did to them in an earlier test."""

from types import ModuleType

from torch import Tensor

KEPT = "_tensors_as_written"


def restore(module: ModuleType) -> None:
    """Give every tensor of the module back the numbers that it had when this was first called."""
    names = vars(module)
    kept: dict[str, Tensor] = names.setdefault(
        KEPT, {name: value.clone() for name, value in names.items() if isinstance(value, Tensor)}
    )
    names.update({name: value.clone() for name, value in kept.items()})
