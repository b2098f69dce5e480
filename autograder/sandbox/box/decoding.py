"""From the bytes of a frame to a value, believing nothing."""

import json
from collections.abc import Callable
from typing import Any, NoReturn

import torch
from torch import Tensor

from .language import DTYPES, MAX_BODY, MAX_DEPTH, MAX_DIMS, MAX_INT_DIGITS, MAX_PARTS, Foreign, NumpyArray, WireError


def _refuse(word: str) -> NoReturn:
    raise WireError(f"{word} is no number of this language")


READ = json.JSONDecoder(parse_constant=_refuse).decode
NUMBERS = {int, float, bool, type(None)}


class Decoder:
    """Checks the table of parts first, then builds the value."""

    def __init__(self, header: bytes, body: bytes | memoryview, keep: Callable[[str], str]) -> None:
        self._keep = keep
        data = READ(str(header, "utf-8"))
        if type(data) is not dict or set(data) != {"value", "parts"} or type(data["parts"]) is not list:
            raise WireError("a header without value and parts")
        if len(data["parts"]) > MAX_PARTS:
            raise WireError("too many parts")
        self.tree = data["value"]
        self.parts = self._cut(data["parts"], body)

    def value(self) -> Any:
        """The value of the whole frame."""
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
        if tag == "dict":
            return {self._key(k, depth): self._build(v, depth + 1) for k, v in _typed(content, list)}
        return self._leaf(tag, content)

    def _text(self, text: str) -> str:
        return self._keep(written(text))

    def _items(self, nodes: list[Any], depth: int) -> list[Any]:
        return [node if type(node) in NUMBERS else self._build(node, depth + 1) for node in nodes]

    def _key(self, node: Any, depth: int) -> Any:
        key = self._build(node, depth + 1)
        if not isinstance(key, str) and type(key) not in (int, float, bool, tuple) and key is not None:
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
            return Foreign(self._text(_typed(content, str)[:100]))
        raise WireError("an unknown tag")

    def _part(self, index: Any) -> Any:
        if not 0 <= _typed(index, int) < len(self.parts):
            raise WireError("a part that is not there")
        return self.parts[index]


def written(text: str) -> str:
    """`text` as it can be written to a file: a lone half of a surrogate pair, which no encoding has, becomes `?`."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


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
