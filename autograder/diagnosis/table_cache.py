"""Tables of predictions on disk: a machine computes those of a course once, until its edits or probes change."""

import hashlib
import io
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import torch

from autograder.checking.processor import processor
from autograder.course import Exercise, load_course
from autograder.diagnosis import edited_programs, evidence
from autograder.edits import step_edits
from autograder.results.kept_files import KeptFiles

KEPT = KeptFiles("autograder/predictions")
MAKERS = (edited_programs, evidence, step_edits)  # the modules on which predictions depend
CALLERS = ("predictions.py", "prediction_tables.py")  # those that import this one


def load_table(exercise: Exercise, key: str) -> Any:
    """Return what was stored under this key; None if nothing was, or something else than plain data and tensors."""
    content = KEPT.read(_name(exercise, key))
    with suppress(Exception):  # a damaged or foreign file is computed again
        return None if content is None else torch.load(io.BytesIO(content), weights_only=True)
    return None


def store_table(exercise: Exercise, key: str, table: Any) -> None:
    """Store plain data and tensors; without effect where there is no place to write."""
    stored = io.BytesIO()
    torch.save(table, stored)
    KEPT.write(_name(exercise, key), stored.getvalue())
    KEPT.remove_unused(f"{exercise.name}-{key}-*.pt")


def _name(exercise: Exercise, key: str) -> str:
    return f"{exercise.name}-{key}-{_digest(exercise)[:16]}.pt"


def _digest(exercise: Exercise) -> str:
    """Hash everything on which predictions depend: the exercise's edits, programs and probes, and what runs them."""
    whole = hashlib.sha256(f"{torch.__version__} {processor()} ".encode())
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
    yield from (Path(__file__).with_name(name) for name in CALLERS)
