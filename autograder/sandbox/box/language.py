"""What the language of the wire knows: types, limits, and the error for everything else."""

import struct
from dataclasses import dataclass

import torch
from torch import Tensor

HEAD = struct.Struct("<II")
STAMP = struct.Struct("<I8s")  # before a frame: its number, and a nonce that nobody can know beforehand
MAX_HEADER = 1 << 20
MAX_BODY = 64 << 20
MAX_PARTS = 512
MAX_DEPTH = 12
MAX_ITEMS = 100_000
MAX_DIMS = 12
MAX_INT_DIGITS = 400

DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in (
        *(torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128),
        *(torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64),
    )
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}


class WireError(ValueError):
    """A frame or a value that does not keep to the language."""


@dataclass(frozen=True)
class Foreign:
    """A value of a type that does not cross the wire; only the name of the type does."""

    type_name: str


class NumpyArray:
    """Marks an ndarray: its values cross as a tensor, but it is not one."""

    def __init__(self, values: Tensor) -> None:
        self.values = values


# What a call must leave as it was and is no input, in the order in which a worker reads it.
SETTINGS = (
    "the mode of the module",
    "torch's default dtype",
    "torch's default device",
    "whether gradients are recorded",
)
