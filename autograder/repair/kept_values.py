"""What right programs compute in the calls of checks, kept on disk, so that a machine works it out once.

A file belongs to one call and to the programs, the version of torch and the kind of processor that it was worked out
with. No score depends on it; what cannot be read is worked out again.
"""

import hashlib
import json
import platform
from collections.abc import Iterable
from contextlib import suppress

import torch

from autograder.checking.processor import processor
from autograder.repair.first_difference import RightValues
from autograder.results.kept_files import KeptFiles

KEPT = KeptFiles("autograder/right_values")


def values_key(files: Iterable[bytes], frame: bytes) -> str:
    """Return the name under which the values of some programs in a call are kept.

    Args:
        files: the programs, and all files that they may import.
        frame: the call.
    """
    whole = hashlib.sha256(f"{platform.python_version()} {torch.__version__} {processor()} ".encode())
    for content in files:
        whole.update(hashlib.sha256(content).digest())
    whole.update(frame)
    return whole.hexdigest()[:40]


def load_values(key: str) -> RightValues | None:
    """Return what was kept under a name; None if nothing was, or something that is damaged."""
    with suppress(ValueError, KeyError, TypeError):
        kept = json.loads(KEPT.read(_name(key)) or b"{}")
        values = RightValues(frozenset(map(str, kept["digests"])), bool(kept["integers_only"]))
        return values if values.digests else None
    return None


def store_values(key: str, values: RightValues) -> None:
    """Keep values; without effect where there is no place to write."""
    kept = {"digests": sorted(values.digests), "integers_only": values.integers_only}
    KEPT.write(_name(key), json.dumps(kept).encode())


def remove_unused() -> None:
    """Remove the files of calls that no run has asked for in a month."""
    KEPT.remove_unused(_name("*"))


def _name(key: str) -> str:
    return f"{key}.json"
