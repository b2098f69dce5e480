"""Restores the tensors that the tests of one file share, whatever an earlier test did to them."""

from types import ModuleType

from torch import Tensor

KEPT = "_tensors_as_written"


def restore(module: ModuleType) -> None:
    """Give every tensor of the module the numbers that it had when this was first called."""
    names = vars(module)
    originals: dict[str, Tensor] = names.setdefault(
        KEPT, {name: value.clone() for name, value in names.items() if isinstance(value, Tensor)}
    )
    names.update({name: value.clone() for name, value in originals.items()})
