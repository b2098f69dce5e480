"""Recorded checks on disk: a machine records those of an assignment once, until what decides verdicts changes.

A file contains right answers, as the solutions do, so it is this user's alone. It is read only if nobody else can have
written it, if its content has the digest at its beginning, and if it is made of nothing but the types below. Anything
else counts as missing: the checks are recorded again, and the file is replaced.
"""

import hashlib
import io
import os
import pickle
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from autograder.checking.processor import processor
from autograder.checking.recording import RecordedExample
from autograder.execution import trusted_pickle
from autograder.results.files import user_cache, write_binary

FOLDER = "autograder/recordings"
KEPT = 3  # files of an assignment: of this version, and of others that may come back
DIGEST_SIZE = hashlib.sha256().digest_size
TYPES = {
    "builtins": {"bool", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"},
    "collections": {"OrderedDict"},
    "marshal": {"loads"},  # of a function in the key of a reference's result, where it is compared and never run
    "torch": {name for name, value in vars(torch).items() if isinstance(value, torch.dtype)},
    "torch._utils": {"_rebuild_meta_tensor_no_storage"},
    "autograder.checking.recording": {"RecordedExample"},
    "autograder.execution.trusted_pickle": {"_restore_tensor"},
    "autograder.sandbox.host.target": {"EncodedRequest"},
}


@dataclass(frozen=True)
class Recording:
    """What was recorded of a check.

    Attributes:
        examples: its examples.
        references: the results of references that it asked for, by their key in `reference_cache`.
    """

    examples: tuple[RecordedExample, ...]
    references: dict[Any, Any]


class RecordingCache:
    """The recordings of one state of package, course and libraries.

    Args:
        fingerprint: a hash of everything that the recordings depend on, except for the processor.
    """

    def __init__(self, fingerprint: str) -> None:
        self._key = hashlib.sha256(f"{fingerprint} {processor()}".encode()).hexdigest()

    def load(self, assignment: str) -> dict[str, Recording] | None:
        """Return the recordings of an assignment by the id of the check; None without a file that can be trusted."""
        with suppress(Exception):  # whatever is wrong with the file, the checks can be recorded
            path = self._path(assignment)
            data = memoryview(_read_own(path))
            if self._digest(assignment, data[DIGEST_SIZE:]) == data[:DIGEST_SIZE]:
                os.utime(path)
                return _loads(data[DIGEST_SIZE:])
        return None

    def store(self, assignment: str, recordings: Mapping[str, Recording]) -> None:
        """Write the recordings of an assignment; without effect where that is impossible."""
        plain = {name: (item.examples, item.references) for name, item in recordings.items()}
        data = trusted_pickle.dumps(plain)
        with suppress(OSError, RuntimeError, pickle.UnpicklingError):  # no home folder, no room, or other types
            _loads(memoryview(data))
            path = self._path(assignment)
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_binary(path, self._digest(assignment, memoryview(data)) + data, mode=0o600)
            files = sorted(path.parent.glob(f"{assignment}-*.bin"), key=lambda item: item.stat().st_mtime)
            for old in files[:-KEPT]:
                old.unlink(missing_ok=True)

    def _path(self, assignment: str) -> Path:
        return user_cache(FOLDER) / f"{assignment}-{self._key[:32]}.bin"

    def _digest(self, assignment: str, data: memoryview) -> bytes:
        digest = hashlib.sha256(f"{assignment} {self._key} ".encode())
        digest.update(data)
        return digest.digest()


def _read_own(path: Path) -> bytes:
    """Return the content of a file that only this user can have written.

    Raises:
        OSError: there is no such file.
    """
    folder = path.parent.stat()
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    with os.fdopen(handle, "rb") as file:
        for found in (folder, os.fstat(handle)):
            if found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & (stat.S_IWGRP | stat.S_IWOTH):
                raise PermissionError(f"{path}: somebody else may have written it")
        return file.read()


def _loads(data: memoryview) -> dict[str, Recording]:
    """Return the recordings that a file contains.

    Raises:
        pickle.UnpicklingError: it contains another type.
    """
    plain = _RecordingUnpickler(io.BytesIO(data)).load()
    return {name: Recording(examples, references) for name, (examples, references) in plain.items()}


class _RecordingUnpickler(pickle.Unpickler):
    """Creates nothing but what recordings are made of."""

    def find_class(self, module: str, name: str) -> Any:
        """Return one of the types."""
        if name not in TYPES.get(module, ()):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a recording")
        return super().find_class(module, name)
