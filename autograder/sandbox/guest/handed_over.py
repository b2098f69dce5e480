"""Records what a call hands over to one operation of torch, and what it gets back."""

from typing import Any

from torch import Generator, Tensor
from torch.utils._python_dispatch import TorchDispatchMode


class HandedOver(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """While it is active, every run of one operation is recorded, however it is reached.

    Args:
        operation: its name, such as `multinomial`.
    """

    def __init__(self, operation: str) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._operation = operation
        self.records: list[dict[str, Any]] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run the operation, and record it if it is the one."""
        result = func(*args, **(kwargs or {}))
        if func.overloadpacket.__name__ == self._operation:
            named = {name: _plain(value) for name, value in (kwargs or {}).items()}
            self.records.append({"given": [*map(_plain, args)], "named": named, "value": _plain(result)})
        return result


def _plain(value: Any) -> Any:
    """Return a copy of a tensor as it is now, the seed of a generator, and anything else as it is."""
    if isinstance(value, Generator):
        return value.initial_seed()
    return value.detach().clone() if isinstance(value, Tensor) else value
