"""The language between grader and worker: length-framed, numbered, typed values. No pickle in either direction.

A frame is two little-endian unsigned 32-bit lengths, a JSON header and a body of raw bytes. Plain values stand in the
header; tensors and byte strings stand in the body, described by a table in the header. Everything that arrives is
checked before it is believed: lengths, table, depth, numbers, dtypes, sizes. Whatever does not fit is a `WireError`.

Before each frame stands a stamp, of its number and of a nonce that an answer repeats. So what a frame says depends on
its own bytes alone, and equal bytes say the same.
"""

import json
from collections.abc import Callable
from typing import Any

from .decoding import Decoder
from .encoding import Describe, Encoder
from .language import HEAD, MAX_BODY, MAX_HEADER, STAMP, Foreign, NumpyArray, WireError

WRITE = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode

__all__ = ["HEAD", "MAX_BODY", "STAMP", "Encoder", "Foreign", "NumpyArray", "WireError"]
__all__ += ["decode", "decode_frame", "encode", "lengths"]


def encode(value: Any, describe: Describe | None = None) -> bytes:
    """Return the frame that carries `value`; `describe` may turn further types into nodes (else they are foreign)."""
    encoder = Encoder(describe)
    tree = encoder.node(value, 0)
    header = WRITE({"value": tree, "parts": encoder.table}).encode()
    size = sum(map(len, encoder.parts))
    if len(header) > MAX_HEADER or size > MAX_BODY:
        raise WireError(f"too large for one frame: {len(header) + size} bytes")
    return b"".join([HEAD.pack(len(header), size), header, *encoder.parts])


def lengths(head: bytes, max_body: int = MAX_BODY) -> tuple[int, int]:
    """The lengths of header and body that the 8 bytes `head` announce; refuses what is too long before it is read."""
    header, body = HEAD.unpack(head)
    if header > MAX_HEADER or body > max_body:
        raise WireError(f"a frame of {header} + {body} bytes")
    return header, body


def decode_frame(frame: bytes) -> Any:
    """Return the value of a whole frame.

    Raises:
        WireError: as `decode`.
    """
    header, body = lengths(frame[: HEAD.size].ljust(HEAD.size, b"\0"))
    start = HEAD.size + header
    if len(frame) != start + body:
        raise WireError(f"a frame of {len(frame)} bytes that says {start + body}")
    return decode(frame[HEAD.size : start], frame[start:])


def decode(header: bytes, body: bytes | memoryview, keep: Callable[[str], str] = str) -> Any:
    """Return the value that a frame carries; `keep` makes each string of it what it is kept as.

    Raises:
        WireError: anything that does not keep to the language; no other error comes out of here.
    """
    try:
        return Decoder(header, body, keep).value()
    except WireError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, RecursionError, OverflowError, RuntimeError) as error:
        raise WireError(f"not a frame: {type(error).__name__}") from error
