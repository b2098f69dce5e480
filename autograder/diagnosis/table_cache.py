"""Tables of predictions on disk: a machine computes those of a course once, until its edits or probes change."""

import hashlib
import io
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import torch

from autograder.course import Exercise, load_course
from autograder.diagnosis import edited_programs, evidence
from autograder.edits import step_edits
from autograder.results.files import user_cache, write_binary

FOLDER = "autograder/predictions"
UNUSED_DAYS = 30  # after which a table of an older course is removed
MAKERS = (edited_programs, evidence, step_edits)


def load_table(exercise: Exercise, key: str) -> Any:
    """Return what was stored under this key; None if nothing was, or something else than plain data and tensors."""
    with suppress(Exception):  # a damaged or foreign file is computed again
        path = _path(exercise, key)
        table = torch.load(path, weights_only=True)
        path.touch()
        return table
    return None


def store_table(exercise: Exercise, key: str, table: Any) -> None:
    """Store plain data and tensors; without effect where there is no place to write."""
    with suppress(OSError, RuntimeError):
        path = _path(exercise, key)
        stored = io.BytesIO()
        torch.save(table, stored)
        write_binary(path, stored.getvalue(), mode=0o600)
        for other in path.parent.glob(f"{exercise.name}-{key}-*.pt"):
            if time.time() - other.stat().st_mtime > UNUSED_DAYS * 24 * 3600:
                other.unlink(missing_ok=True)


def _path(exercise: Exercise, key: str) -> Path:
    return user_cache(FOLDER) / f"{exercise.name}-{key}-{_digest(exercise)[:16]}.pt"


def _digest(exercise: Exercise) -> str:
    """Hash everything on which predictions depend: the exercise's edits, programs and probes, and what runs them."""
    whole = hashlib.sha256(torch.__version__.encode())
    for path in _sources(exercise):
        whole.update(path.read_bytes())
    return whole.hexdigest()


def _sources(exercise: Exercise) -> Iterator[Path]:
    course = load_course()
    yield course.solution_file(exercise)
    yield from sorted(course.shared_folder.glob("*.py"))
    yield from sorted(course.shared_folder.glob("*/*.toml"))
    yield from sorted(course.shared_folder.glob("probes/*.py"))
    yield from (Path(str(module.__file__)) for module in MAKERS)
    yield Path(__file__).with_name("prediction_tables.py")
