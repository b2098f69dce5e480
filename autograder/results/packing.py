"""A result as the store keeps it: small, and known to be whole when it is read."""

import json
import zlib

from autograder.results.model import Json


def packed(data: Json) -> bytes:
    """The bytes of it."""
    return zlib.compress(json.dumps(data, sort_keys=True).encode())


def unpacked(data: bytes) -> Json:
    """What was packed.

    Raises:
        ValueError: it was not, or not all of it is there.
    """
    try:
        found: Json = json.loads(zlib.decompress(data))
    except (TypeError, zlib.error) as error:
        raise ValueError(str(error)) from error
    return found
