"""What right programs compute in the calls of checks, kept on disk, so that a machine works it out once.

A file belongs to one call and to the programs, the version of torch and the kind of processor that it was worked out
with. No score depends on it; what cannot be read is worked out again.
"""

import hashlib
import json
import platform
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import torch

from autograder.repair.first_difference import RightValues
from autograder.results.files import user_cache, write_binary

FOLDER = "autograder/right_values"
UNUSED_DAYS = 30  # after which a file is removed


def values_key(files: Iterable[bytes], frame: bytes) -> str:
    """Return the name under which the values of some programs in a call are kept.

    Args:
        files: the programs, and all files that they may import.
        frame: the call.
    """
    processor = f"{platform.machine()} {torch.backends.cpu.get_cpu_capability()}"
    whole = hashlib.sha256(f"{platform.python_version()} {torch.__version__} {processor} ".encode())
    for content in files:
        whole.update(hashlib.sha256(content).digest())
    whole.update(frame)
    return whole.hexdigest()[:40]


def load_values(key: str) -> RightValues | None:
    """Return what was kept under a name; None if nothing was, or something that is damaged."""
    with suppress(OSError, RuntimeError, ValueError, KeyError, TypeError):
        path = _path(key)
        kept = json.loads(path.read_bytes())
        values = RightValues(frozenset(map(str, kept["digests"])), bool(kept["integers_only"]))
        with suppress(OSError):  # a folder that can only be read
            path.touch()
        return values if values.digests else None
    return None


def store_values(key: str, values: RightValues) -> None:
    """Keep values; without effect where there is no place to write."""
    kept = {"digests": sorted(values.digests), "integers_only": values.integers_only}
    with suppress(OSError, RuntimeError):
        write_binary(_path(key), json.dumps(kept).encode(), mode=0o600)


def remove_unused() -> None:
    """Remove the files of calls that no run has asked for in a month."""
    with suppress(OSError, RuntimeError):
        for path in user_cache(FOLDER).glob("*.json"):
            with suppress(OSError):  # another process may have removed it
                if time.time() - path.stat().st_mtime > UNUSED_DAYS * 24 * 3600:
                    path.unlink()


def _path(key: str) -> Path:
    return user_cache(FOLDER) / f"{key}.json"
