"""The wire format between grader and worker: length-framed, numbered, typed values. No pickle in either direction.

A frame is two little-endian unsigned 32-bit lengths, a JSON header and a body of raw bytes. Plain values are in the
header; tensors and long byte strings are in the body, described by a table in the header. Of a tensor that is larger
than any right answer, only the row of the table is sent (`unsent.py`). Everything that arrives is checked before it is
used: lengths, table, depth, numbers, dtypes, sizes. Whatever does not conform is a `WireError`.

Each frame is preceded by a prefix: its number and a nonce, which a response repeats. So the content of a frame depends
on its own bytes alone, and equal bytes mean equal content.
"""

import contextlib
import json
import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import torch
from torch import Tensor

from .unsent import DIGEST_LETTERS, UnsentTensor, numbers_digest, unsent_tensor

HEAD = struct.Struct("<II")
PREFIX = struct.Struct("<I8s")  # before a frame: its number, and a nonce that nobody can predict
MAX_HEADER = 4 << 20
MAX_BODY = 64 << 20
MAX_PARTS = 512
MAX_DEPTH = 12
MAX_ITEMS = 100_000  # of one collection
MAX_VALUES = 250_000  # of one frame, as `most_values` counts them
MAX_DIMS = 12
MAX_INT_DIGITS = 400
SHORT_BYTES = 256  # a byte string of no more is in the header: a vocabulary has thousands

DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in (
        *(torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128),
        *(torch.bool, torch.int8, torch.int16, torch.int32, torch.int64),
        *(torch.uint8, torch.uint16, torch.uint32, torch.uint64),
    )
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}


class WireError(ValueError):
    """A frame or a value that does not conform to the wire format."""


@dataclass(frozen=True)
class OpaqueValue:
    """A value of a type that cannot cross the wire; only the name of the type does.

    In the response to a script, `step` is the number of the first step that gave this very object, if one did.
    """

    type_name: str
    step: int | None = None


class NumpyArray:
    """An ndarray; its values cross the wire as a tensor."""

    def __init__(self, values: Tensor) -> None:
        self.values = values


Describe = Callable[[Any, "Encoder"], Any]
PLAIN = {str, bool, type(None)}
SETS: dict[type, str] = {set: "set", frozenset: "frozenset"}
# A key of a dictionary, or an item of a set: one of these, or a tuple of them.
KEYS = (str, int, float, bool, bytes, type(None))
KEY_TAGS = {"float", "int", "hex", "bytes"}
NUMPY_DTYPES = {torch.float32, torch.float64, torch.int64, torch.bool}  # these convert without copying
TOO_MANY_BYTES = {"foreign": "bytes"}
WRITE = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Encoder:
    """Turns one value into a JSON tree and the raw parts of the body.

    Args:
        describe: encodes further types.
        largest: how many bytes a tensor or byte string may have so that its content is sent.
    """

    def __init__(self, describe: Describe | None = None, largest: int = MAX_BODY) -> None:
        self.table: list[dict[str, Any]] = []
        self.parts: list[bytes] = []
        self.room = MAX_BODY
        self.describe = describe
        self.largest = largest

    def node(self, value: Any, depth: int) -> Any:
        """Return the JSON node of `value`. Only exact types are encoded; a subclass is as opaque as any other type."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind is int:
            return value if -(2**53) < value < 2**53 else self._big_int(value)
        if kind is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if kind is list or kind is dict or kind is tuple or kind is torch.Size:
            return self._collection(value, kind, depth)
        if kind in SETS:
            return self._set(value, kind, depth)
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
        pairs = [[self.node(k, depth + 1), self.node(v, depth + 1)] for k, v in value.items()]
        if not all(_is_key_node(key) for key, _ in pairs):
            raise WireError("a dictionary with a key that is no plain value")
        return {"dict": pairs}

    def _set(self, value: Any, kind: type, depth: int) -> Any:
        """Return the node of a set, in an order that does not depend on hashes; one of other objects is opaque."""
        if len(value) > MAX_ITEMS:
            raise WireError(f"a collection of {len(value)} items")
        nodes = [self.node(item, depth + 1) for item in value]
        return {SETS[kind]: sorted(nodes, key=WRITE)} if all(map(_is_key_node, nodes)) else {"foreign": SETS[kind]}

    def _big_int(self, value: int) -> dict[str, str]:
        if value.bit_length() > 3 * MAX_INT_DIGITS:
            raise WireError(f"a whole number of {value.bit_length()} bits")
        return {"int": str(value)}

    def _special(self, value: Any, kind: type) -> Any:
        if kind in (Tensor, torch.nn.Parameter):
            if value.device.type != "cpu":
                return {"foreign": f"Tensor on {value.device.type}"}
            return {"tensor": self._tensor(value)}
        if kind is NumpyArray:
            return {"ndarray": self._tensor(value.values)}
        if kind is bytes and len(value) <= min(SHORT_BYTES, self.largest):
            return {"hex": value.hex()}
        if kind is bytes:
            return {"bytes": self._part({"bytes": len(value)}, value)} if len(value) <= self.largest else TOO_MANY_BYTES
        if kind is torch.dtype:
            return {"dtype": str(value).removeprefix("torch.")}
        if kind is OpaqueValue:
            name = value.type_name[:100]
            return {"foreign": name} if value.step is None else {"object": [name, value.step]}
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
        row: dict[str, Any] = {"dtype": NAMES[value.dtype], "shape": list(value.shape)}
        row |= {"grad": bool(value.requires_grad), "order": _stored_order(value)}
        size = value.numel() * value.element_size()
        if size > self.room:  # before an expanded tensor takes up memory
            raise WireError("a tensor too large for one frame")
        if size <= self.largest:
            return self._part(row, raw_bytes(value))
        self.room -= size
        return self._part(
            {"dtype": row["dtype"], "shape": row["shape"], "unsent": numbers_digest(raw_bytes(value))}, b""
        )


def _stored_order(value: Tensor) -> list[int]:
    """Return the dimensions of a tensor that is not contiguous, in the order in which memory holds them; else none."""
    strides = value.stride()
    return [] if value.is_contiguous() else sorted(range(value.dim()), key=lambda dim: -strides[dim])


def raw_bytes(value: Tensor) -> bytes:
    """Return the numbers of `value` as bytes, row by row."""
    if not value.numel():
        return b""
    if value.dtype in NUMPY_DTYPES:
        return value.detach().resolve_neg().numpy().tobytes()
    plain = value.detach().contiguous().resolve_conj().resolve_neg().reshape(-1)
    if plain.stride(0) != 1:  # one number of an expanded or sliced tensor counts as contiguous, whatever its stride
        plain = plain.clone(memory_format=torch.contiguous_format)
    return plain.view(torch.uint8).numpy().tobytes()


def _refuse(word: str) -> NoReturn:
    raise WireError(f"{word} is not a number of the wire format")


READ = json.JSONDecoder(parse_constant=_refuse).decode
NUMBERS = {int, float, bool, type(None)}


def most_values(header: bytes) -> int:
    """Return how many values a header has at most; commas and brackets inside of texts count, too.

    A header is not parsed before this was counted: three bytes of it can become a hundred.
    """
    return 1 + header.count(b",") + header.count(b"[") + header.count(b"{")


def _check_values(header: bytes) -> None:
    if len(header) > MAX_VALUES and most_values(header) > MAX_VALUES:
        raise WireError(f"more than {MAX_VALUES} values")


def _read_header(header: bytes) -> tuple[Any, list[Any]]:
    """Return the tree of values and the table of parts."""
    _check_values(header)
    data = READ(str(header, "utf-8"))
    if type(data) is not dict or set(data) != {"value", "parts"} or type(data["parts"]) is not list:
        raise WireError("a header without value and parts")
    if len(data["parts"]) > MAX_PARTS:
        raise WireError("too many parts")
    return data["value"], data["parts"]


class Decoder:
    """Checks the table of parts first, then builds the value."""

    def __init__(self, header: bytes, body: bytes | memoryview, keep: Callable[[str], str]) -> None:
        self._keep = keep
        self.tree, table = _read_header(header)
        self.parts = self._cut(table, body)

    def value(self) -> Any:
        """Return the value of the whole frame."""
        return self._build(self.tree, 0)

    def _cut(self, table: list[Any], body: bytes | memoryview) -> list[Any]:
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
        kind = type(node)
        if kind is str:
            return self._text(node)
        if kind in NUMBERS:
            return node
        if depth > MAX_DEPTH:
            raise WireError(f"nested more than {MAX_DEPTH} deep")
        if kind is list:
            return self._items(node, depth)
        if kind is not dict or len(node) != 1:
            raise WireError("a node that is neither a plain value nor one tagged value")
        ((tag, content),) = node.items()
        if tag == "map":
            named = _typed(content, dict).items()
            return {self._text(name): x if type(x) in NUMBERS else self._build(x, depth + 1) for name, x in named}
        if tag in ("tuple", "size"):
            items = self._items(_typed(content, list), depth)
            return tuple(items) if tag == "tuple" else torch.Size(items)
        if tag in SETS.values():
            keys = [self._key(item, depth) for item in _typed(content, list)]
            return set(keys) if tag == "set" else frozenset(keys)
        if tag == "dict":
            return {self._key(k, depth): self._build(v, depth + 1) for k, v in _typed(content, list)}
        return self._leaf(tag, content)

    def _text(self, text: str) -> str:
        return self._keep(writable_text(text))

    def _items(self, nodes: list[Any], depth: int) -> list[Any]:
        return [node if type(node) in NUMBERS else self._build(node, depth + 1) for node in nodes]

    def _key(self, node: Any, depth: int) -> Any:
        key = self._build(node, depth + 1)
        if not _is_key(key):
            raise WireError("a key that is no plain value")
        return key

    def _leaf(self, tag: str, content: Any) -> Any:
        if tag == "tensor":
            return self._tensor(content)
        if tag == "ndarray":
            return NumpyArray(self._tensor(content))
        if tag == "hex" and len(_typed(content, str)) <= 2 * SHORT_BYTES:
            return bytes.fromhex(content)
        if tag == "bytes":
            return _typed(self._part(content), bytes)
        if tag == "int" and len(_typed(content, str)) <= MAX_INT_DIGITS + 1:
            return int(content)
        if tag == "float" and content in ("nan", "inf", "-inf"):
            return float(content)
        if tag == "dtype" and content in DTYPES:
            return DTYPES[content]
        if tag == "foreign":
            return OpaqueValue(self._text(_typed(content, str)[:100]))
        if tag == "object" and len(_typed(content, list)) == 2:
            name, step = content
            return OpaqueValue(self._text(_typed(name, str)[:100]), _natural(step))
        raise WireError("an unknown tag")

    def _tensor(self, index: Any) -> Tensor:
        part = self._part(index)
        return part if type(part) is UnsentTensor else _typed(part, Tensor)

    def _part(self, index: Any) -> Any:
        if not 0 <= _typed(index, int) < len(self.parts):
            raise WireError("a part that is not there")
        return self.parts[index]


def _is_key_node(node: Any) -> bool:
    """Whether this is the node of a value that may be a key of a dictionary or an item of a set."""
    if type(node) is not dict:
        return type(node) in KEYS
    ((tag, content),) = node.items()
    return tag in KEY_TAGS or (tag == "tuple" and all(map(_is_key_node, content)))


def _is_key(value: Any) -> bool:
    """Whether a value may be a key of a dictionary or an item of a set."""
    kind = type(value)
    return kind in KEYS or (kind is tuple and all(map(_is_key, value))) or isinstance(value, str)


def writable_text(text: str) -> str:
    """Return `text` as it can be written to a file: a lone surrogate, which cannot be encoded, becomes `?`."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _typed(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise WireError(f"{type(value).__name__} where {kind.__name__} belongs")
    return value


def part_size(row: Any) -> int:
    """Return how many bytes the part described by `row` takes in the body."""
    _typed(row, dict)
    if set(row) == {"bytes"}:
        return _natural(row["bytes"])
    if set(row) == {"dtype", "shape", "unsent"}:
        _check_unsent(row)
        return 0
    if set(row) != {"dtype", "shape", "grad", "order"}:
        raise WireError("a part that is neither bytes nor a tensor")
    count = _count(row)
    if type(row["grad"]) is not bool or not _is_order(row["order"], len(row["shape"])):
        raise WireError("a tensor with odd flags")
    return count * DTYPES[row["dtype"]].itemsize


def _is_order(value: Any, dims: int) -> bool:
    """Whether this is an order of so many dimensions, or none."""
    return value == [] or (all(type(dim) is int for dim in _typed(value, list)) and sorted(value) == list(range(dims)))


def _check_unsent(row: dict[str, Any]) -> None:
    if not _count(row) or len(_typed(row["unsent"], str)) != DIGEST_LETTERS:
        raise WireError("a tensor that was not sent, and is empty or has no digest")


def _count(row: dict[str, Any]) -> int:
    """Return how many numbers a tensor has."""
    if row["dtype"] not in DTYPES or len(_typed(row["shape"], list)) > MAX_DIMS:
        raise WireError("an unknown dtype or too many dimensions")
    count = 1
    for size in row["shape"]:
        count *= max(_natural(size), 1)
        if count > MAX_BODY:  # before torch multiplies sizes, which could overflow even if some are 0
            raise WireError("a shape beyond all limits")
    return 0 if 0 in row["shape"] else count


def _natural(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MAX_BODY:
        raise WireError("a size that is no natural number within the limits")
    return value


def build_part(row: dict[str, Any], raw: memoryview) -> Any:
    """Return the tensor or byte string that `row` describes, built from its bytes."""
    if "bytes" in row:
        return bytes(raw)
    dtype, shape = DTYPES[row["dtype"]], row["shape"]
    if "unsent" in row:
        return unsent_tensor(dtype, shape, row["unsent"])
    if 0 in shape:
        tensor = torch.empty(shape, dtype=dtype)
    elif dtype is torch.bool:  # any byte but 0 is true: never trust the bytes of a bool
        tensor = torch.frombuffer(bytearray(raw), dtype=torch.uint8).reshape(shape) != 0
    else:
        tensor = torch.frombuffer(bytearray(raw), dtype=dtype).reshape(shape)
    if row["order"]:
        tensor = _stored_in(row["order"], tensor)
    grads = row["grad"] and (dtype.is_floating_point or dtype.is_complex)
    return tensor.requires_grad_() if grads else tensor


def _stored_in(order: list[int], tensor: Tensor) -> Tensor:
    """Return a tensor with the same numbers whose dimensions lie in this order in memory, and not side by side."""
    if order == sorted(order):
        return tensor.repeat_interleave(2, -1)[..., ::2]
    return tensor.permute(order).contiguous().permute([order.index(dim) for dim in range(len(order))])


def encode(value: Any, describe: Describe | None = None, largest: int = MAX_BODY) -> bytes:
    """Return the frame that carries `value`.

    Args:
        value: the value.
        describe: encodes further types, which otherwise are opaque.
        largest: how many bytes a tensor may have so that its numbers are sent.
    """
    encoder = Encoder(describe, largest)
    tree = encoder.node(value, 0)
    header = WRITE({"value": tree, "parts": encoder.table}).encode()
    _check_values(header)
    size = sum(map(len, encoder.parts))
    if len(header) > MAX_HEADER or size > MAX_BODY:
        raise WireError(f"too large for one frame: {len(header) + size} bytes")
    return b"".join([HEAD.pack(len(header), size), header, *encoder.parts])


def lengths(head: bytes, max_body: int = MAX_BODY) -> tuple[int, int]:
    """Return the lengths of header and body from the 8 bytes `head`; refuses what is too long before it is read."""
    header, body = HEAD.unpack(head)
    if header > MAX_HEADER or body > max_body:
        raise WireError(f"a frame of {header} + {body} bytes")
    return header, body


def split_frame(frame: bytes) -> tuple[bytes, bytes]:
    """Return the header and the body of a whole frame.

    Raises:
        WireError: it is longer or shorter than it says.
    """
    header, body = lengths(frame[: HEAD.size].ljust(HEAD.size, b"\0"))
    start = HEAD.size + header
    if len(frame) != start + body:
        raise WireError(f"a frame of {len(frame)} bytes that says {start + body}")
    return frame[HEAD.size : start], frame[start:]


def decode_frame(frame: bytes) -> Any:
    """Return the value of a whole frame.

    Raises:
        WireError: as `decode`.
    """
    return decode(*split_frame(frame))


@contextlib.contextmanager
def _wire_errors() -> Iterator[None]:
    """Raise a `WireError` for whatever a frame that does not conform makes us raise."""
    try:
        yield
    except WireError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, RecursionError, OverflowError, RuntimeError) as error:
        raise WireError(f"not a frame: {type(error).__name__}") from error


def decode(header: bytes, body: bytes | memoryview, keep: Callable[[str], str] = str) -> Any:
    """Return the value that a frame carries; `keep` converts each of its strings.

    Raises:
        WireError: the frame does not conform to the wire format; no other error is raised.
    """
    with _wire_errors():
        return Decoder(header, body, keep).value()


def check_parts(header: bytes, body: int, largest: int) -> None:
    """Check the parts that a header declares, before any of the body is read.

    Args:
        header: the header of a frame.
        body: the bytes of its body.
        largest: how many bytes a tensor or byte string may have.

    Raises:
        WireError: they do not fill the body, or one of them is larger.
    """
    with _wire_errors():
        sizes = [part_size(row) for row in _read_header(header)[1]]
    if sum(sizes) != body:
        raise WireError(f"parts of {sum(sizes)} bytes in a body of {body}")
    if max(sizes, default=0) > largest:
        raise WireError(f"a tensor of {max(sizes)} bytes, of which only the shape may be sent")
