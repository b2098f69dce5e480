"""The language between grader and worker: length-framed, numbered, typed values. No pickle in either direction.

A frame is two little-endian unsigned 32-bit lengths, a JSON header and a body of raw bytes. Plain values stand in the
header; tensors and byte strings stand in the body, described by a table in the header. Everything that arrives is
checked before it is believed: lengths, table, depth, numbers, dtypes, sizes. Whatever does not fit is a `WireError`.
"""

import json
import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

import torch
from torch import Tensor

HEAD = struct.Struct("<II")
MAX_HEADER = 1 << 20
MAX_BODY = 64 << 20
MAX_PARTS = 512
MAX_DEPTH = 12
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


def encode(value: Any, describe: Callable[[Any, "Encoder"], Any] | None = None) -> bytes:
    """Return the frame that carries `value`; `describe` may turn further types into nodes (else they are foreign)."""
    encoder = Encoder(describe)
    tree = encoder.node(value, 0)
    header = json.dumps({"value": tree, "parts": encoder.table}, separators=(",", ":"), allow_nan=False).encode()
    size = sum(map(len, encoder.parts))
    if len(header) > MAX_HEADER or size > MAX_BODY:
        raise WireError(f"too large for one frame: {len(header) + size} bytes")
    return b"".join([HEAD.pack(len(header), size), header, *encoder.parts])


class Encoder:
    """Turns one value into a JSON tree and the raw parts of the body."""

    def __init__(self, describe: Callable[[Any, "Encoder"], Any] | None = None) -> None:
        self.table: list[dict[str, Any]] = []
        self.parts: list[bytes] = []
        self.room = MAX_BODY
        self.describe = describe

    def node(self, value: Any, depth: int) -> Any:
        """Return the JSON node of `value`. Only exact types are known; a subclass is as foreign as any other."""
        if depth > MAX_DEPTH:
            raise WireError(f"nested more than {MAX_DEPTH} deep")
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        if kind is int:
            return value if -(2**53) < value < 2**53 else self._big(value)
        if kind is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if kind in (list, tuple, torch.Size):
            name = {list: "list", tuple: "tuple", torch.Size: "size"}[kind]
            return {name: [self.node(item, depth + 1) for item in tuple(value)]}
        if kind is dict:
            return {"dict": [[self.node(k, depth + 1), self.node(v, depth + 1)] for k, v in value.items()]}
        return self._special(value, kind)

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
        row = {"dtype": NAMES[value.dtype], "shape": list(value.shape), "device": value.device.type}
        row |= {"grad": bool(value.requires_grad), "strided": not value.is_contiguous()}
        if value.device.type == "meta":
            return self._part(row, b"")
        if value.numel() * value.element_size() > self.room:  # before an expanded tensor becomes memory
            raise WireError("a tensor too large for one frame")
        return self._part(row, raw_bytes(value))


def raw_bytes(value: Tensor) -> bytes:
    """The numbers of `value`, row by row."""
    plain = value.detach().cpu().contiguous().resolve_conj().resolve_neg()
    return plain.reshape(-1).view(torch.uint8).numpy().tobytes() if plain.numel() else b""


def lengths(head: bytes, max_body: int = MAX_BODY) -> tuple[int, int]:
    """The lengths of header and body that the 8 bytes `head` announce; refuses what is too long before it is read."""
    header, body = HEAD.unpack(head)
    if header > MAX_HEADER or body > max_body:
        raise WireError(f"a frame of {header} + {body} bytes")
    return header, body


def decode(header: bytes, body: bytes) -> Any:
    """Return the value that a frame carries.

    Raises:
        WireError: anything that does not keep to the language; no other error comes out of here.
    """
    try:
        return Decoder(header, body).value()
    except WireError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, RecursionError, OverflowError, RuntimeError) as error:
        raise WireError(f"not a frame: {type(error).__name__}") from error


def _refuse(word: str) -> NoReturn:
    raise WireError(f"{word} is no number of this language")


class Decoder:
    """Checks the table of parts first, then builds the value."""

    def __init__(self, header: bytes, body: bytes) -> None:
        data = json.loads(header, parse_constant=_refuse)
        if type(data) is not dict or set(data) != {"value", "parts"} or type(data["parts"]) is not list:
            raise WireError("a header without value and parts")
        if len(data["parts"]) > MAX_PARTS:
            raise WireError("too many parts")
        self.tree = data["value"]
        self.parts = self._cut(data["parts"], body)

    def value(self) -> Any:
        """The value of the whole frame."""
        return self._build(self.tree, 0)

    def _cut(self, table: list[Any], body: bytes) -> list[Any]:
        parts, start = [], 0
        view = memoryview(body)
        for row in table:
            size = part_size(row)
            if start + size > len(body):
                raise WireError("parts longer than the body")
            parts.append(build_part(row, view[start : start + size]))
            start += size
        if start != len(body):
            raise WireError("a body longer than its parts")
        return parts

    def _build(self, node: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise WireError(f"nested more than {MAX_DEPTH} deep")
        if node is None or type(node) in (bool, str, int, float):
            return node
        if type(node) is not dict or len(node) != 1:
            raise WireError("a node that is neither a plain value nor one tagged value")
        ((tag, content),) = node.items()
        if tag in ("list", "tuple", "size"):
            items = [self._build(item, depth + 1) for item in _typed(content, list)]
            return items if tag == "list" else tuple(items) if tag == "tuple" else torch.Size(items)
        if tag == "dict":
            return {self._key(k, depth): self._build(v, depth + 1) for k, v in _typed(content, list)}
        return self._leaf(tag, content)

    def _key(self, node: Any, depth: int) -> Any:
        key = self._build(node, depth + 1)
        if type(key) not in (str, int, float, bool, tuple) and key is not None:
            raise WireError("a key that is no plain value")
        hash(key)
        return key

    def _leaf(self, tag: str, content: Any) -> Any:
        if tag == "tensor":
            return _typed(self._part(content), Tensor)
        if tag == "ndarray":
            return NumpyArray(_typed(self._part(content), Tensor))
        if tag == "bytes":
            return _typed(self._part(content), bytes)
        if tag == "int" and len(_typed(content, str)) <= MAX_INT_DIGITS + 1:
            return int(content)
        if tag == "float" and content in ("nan", "inf", "-inf"):
            return float(content)
        if tag == "dtype" and content in DTYPES:
            return DTYPES[content]
        if tag == "foreign":
            return Foreign(_typed(content, str)[:100])
        raise WireError("an unknown tag")

    def _part(self, index: Any) -> Any:
        if not 0 <= _typed(index, int) < len(self.parts):
            raise WireError("a part that is not there")
        return self.parts[index]


def _typed(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise WireError(f"{type(value).__name__} where {kind.__name__} belongs")
    return value


def part_size(row: Any) -> int:
    """How many bytes the part described by `row` takes in the body."""
    _typed(row, dict)
    if set(row) == {"bytes"}:
        return _natural(row["bytes"])
    if set(row) != {"dtype", "shape", "device", "grad", "strided"}:
        raise WireError("a part that is neither bytes nor a tensor")
    if row["dtype"] not in DTYPES or row["device"] not in ("cpu", "meta"):
        raise WireError("an unknown dtype or device")
    if type(row["grad"]) is not bool or type(row["strided"]) is not bool or len(_typed(row["shape"], list)) > MAX_DIMS:
        raise WireError("a tensor with odd flags or too many dimensions")
    count = 1
    for size in row["shape"]:
        count *= max(_natural(size), 1)
        if count > MAX_BODY:  # also keeps torch from multiplying sizes that overflow, whatever zeros stand among them
            raise WireError("a shape beyond all limits")
    count = 0 if 0 in row["shape"] or row["device"] == "meta" else count
    return count * DTYPES[row["dtype"]].itemsize


def _natural(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MAX_BODY:
        raise WireError("a size that is no natural number within the limits")
    return value


def build_part(row: dict[str, Any], raw: memoryview) -> Any:
    """Build the tensor or byte string that `row` describes from its bytes."""
    if "bytes" in row:
        return bytes(raw)
    dtype, shape = DTYPES[row["dtype"]], row["shape"]
    if row["device"] == "meta" or 0 in shape:
        tensor = torch.empty(shape, dtype=dtype, device=row["device"])
    elif dtype is torch.bool:  # any byte but 0 is true: never trust the bytes of a bool
        tensor = torch.frombuffer(bytearray(raw), dtype=torch.uint8).reshape(shape) != 0
    else:
        tensor = torch.frombuffer(bytearray(raw), dtype=dtype).reshape(shape)
    if row["strided"] and tensor.dim() > 1:
        tensor = tensor.transpose(-1, -2).contiguous().transpose(-1, -2)
    grads = row["grad"] and (dtype.is_floating_point or dtype.is_complex)
    return tensor.requires_grad_() if grads else tensor
