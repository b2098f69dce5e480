"""From a value to the JSON tree and the raw parts of a frame."""

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .language import (
    MAX_BODY,
    MAX_DEPTH,
    MAX_DIMS,
    MAX_INT_DIGITS,
    MAX_ITEMS,
    MAX_PARTS,
    NAMES,
    Foreign,
    NumpyArray,
    WireError,
)

Describe = Callable[[Any, "Encoder"], Any]
PLAIN = {str, bool, type(None)}
OF_NUMPY = {torch.float32, torch.float64, torch.int64, torch.bool}  # and nothing about them but numbers


class Encoder:
    """Turns one value into a JSON tree and the raw parts of the body."""

    def __init__(self, describe: Describe | None = None) -> None:
        self.table: list[dict[str, Any]] = []
        self.parts: list[bytes] = []
        self.room = MAX_BODY
        self.describe = describe

    def node(self, value: Any, depth: int) -> Any:
        """Return the JSON node of `value`. Only exact types are known; a subclass is as foreign as any other."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind is int:
            return value if -(2**53) < value < 2**53 else self._big(value)
        if kind is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if kind is list or kind is dict or kind is tuple or kind is torch.Size:
            return self._collection(value, kind, depth)
        return self._special(value, kind)

    def _collection(self, value: Any, kind: type, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise WireError(f"nested more than {MAX_DEPTH} deep")
        if len(value) > MAX_ITEMS:
            raise WireError(f"a collection of {len(value)} items")
        if kind is not dict:
            items = [x if type(x) in PLAIN else self.node(x, depth + 1) for x in tuple(value)]
            return items if kind is list else {"tuple" if kind is tuple else "size": items}
        if all(type(key) is str for key in value):
            return {"map": {key: x if type(x) in PLAIN else self.node(x, depth + 1) for key, x in value.items()}}
        return {"dict": [[self.node(k, depth + 1), self.node(v, depth + 1)] for k, v in value.items()]}

    def _big(self, value: int) -> dict[str, str]:
        if value.bit_length() > 3 * MAX_INT_DIGITS:
            raise WireError(f"a whole number of {value.bit_length()} bits")
        return {"int": str(value)}

    def _special(self, value: Any, kind: type) -> Any:
        if kind in (Tensor, torch.nn.Parameter):
            return {"tensor": self._tensor(value)}
        if kind is NumpyArray:
            return {"ndarray": self._tensor(value.values)}
        if kind is bytes:
            return {"bytes": self._part({"bytes": len(value)}, value)}
        if kind is torch.dtype:
            return {"dtype": str(value).removeprefix("torch.")}
        if kind is Foreign:
            return {"foreign": value.type_name[:100]}
        return self.describe(value, self) if self.describe else {"foreign": str(kind.__name__)[:100]}

    def _part(self, row: dict[str, Any], raw: bytes) -> int:
        self.room -= len(raw)
        if self.room < 0 or len(self.parts) >= MAX_PARTS:
            raise WireError("too many or too large tensors for one frame")
        self.table.append(row)
        self.parts.append(raw)
        return len(self.parts) - 1

    def _tensor(self, value: Tensor) -> int:
        if value.layout is not torch.strided or value.dtype not in NAMES or value.dim() > MAX_DIMS:
            raise WireError(f"a tensor of layout {value.layout}, dtype {value.dtype} and {value.dim()} dimensions")
        row: dict[str, Any] = {"dtype": NAMES[value.dtype], "shape": list(value.shape), "device": value.device.type}
        row |= {"grad": bool(value.requires_grad), "strided": not value.is_contiguous()}
        if value.device.type == "meta":
            return self._part(row, b"")
        if value.numel() * value.element_size() > self.room:  # before an expanded tensor becomes memory
            raise WireError("a tensor too large for one frame")
        return self._part(row, raw_bytes(value))


def raw_bytes(value: Tensor) -> bytes:
    """The numbers of `value`, row by row."""
    if not value.numel():
        return b""
    if value.dtype in OF_NUMPY and value.device.type == "cpu":
        return value.detach().resolve_neg().numpy().tobytes()
    plain = value.detach().cpu().contiguous().resolve_conj().resolve_neg().reshape(-1)
    if plain.stride(0) != 1:  # one number of an expanded or sliced tensor counts as contiguous, whatever its stride
        plain = plain.clone(memory_format=torch.contiguous_format)
    return plain.view(torch.uint8).numpy().tobytes()
