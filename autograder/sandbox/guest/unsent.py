"""Tensors of which only dtype, shape and a digest cross the wire, because no right answer is nearly as large.

A check reads the shape and says that it is wrong. Two such tensors of one program can be compared by their digests.
Anything else that is done with the numbers raises `UnsentNumbersError`, so that they are never taken for others.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

DIGEST_LETTERS = 64  # of SHA-256 as hexadecimal digits


class UnsentNumbersError(Exception):
    """The numbers of a tensor are used that were not sent."""


class UnsentTensor(Tensor):
    """A tensor on the CPU with dtype and shape and no numbers; it takes up no memory.

    Attributes:
        digest: that of its numbers, as the worker says.
    """

    digest: str

    @classmethod
    def __torch_function__(
        cls,
        func: Any,
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return what needs no numbers.

        Raises:
            UnsentNumbersError: it needs them.
        """
        if func not in WITHOUT_NUMBERS:
            raise UnsentNumbersError("the numbers of a tensor that is too large were not sent")
        return super().__torch_function__(func, types, args, kwargs or {})  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:  # type: ignore[override]  # torch's has an optional argument
        return f"UnsentTensor({tuple(self.shape)}, {self.dtype})"


GETTERS = ("shape", "dtype", "device", "ndim", "layout", "requires_grad")
METHODS = ("dim", "numel", "nelement", "size", "element_size", "is_complex", "is_floating_point", "__len__")
WITHOUT_NUMBERS = frozenset(
    (
        *(getattr(Tensor, name).__get__ for name in GETTERS),
        *(getattr(Tensor, name) for name in METHODS),
    )
)


def unsent_tensor(dtype: torch.dtype, shape: Sequence[int], digest: str) -> UnsentTensor:
    """Return a tensor without its numbers."""
    tensor = torch.zeros((), dtype=dtype).expand(tuple(shape)).as_subclass(UnsentTensor)
    tensor.digest = digest
    return tensor


def numbers_digest(raw: bytes) -> str:
    """Return the digest of the numbers of a tensor."""
    return hashlib.sha256(raw).hexdigest()


def same_unsent(one: Tensor, other: Tensor) -> bool:
    """Whether two tensors have the same dtype, shape and digest.

    Raises:
        UnsentNumbersError: the numbers of only one of them were not sent.
    """
    if not isinstance(one, UnsentTensor) or not isinstance(other, UnsentTensor):
        raise UnsentNumbersError("a tensor that is too large is compared with another one")
    return one.dtype is other.dtype and one.shape == other.shape and one.digest == other.digest
