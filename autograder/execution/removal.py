"""Removes results from an output folder, and brings them back; nothing is deleted.

A result that is removed is moved into a folder whose name begins with a dot, and the store keeps its gradings.
"""

import os
from collections.abc import Collection
from pathlib import Path

from autograder.results.files import sync_path
from autograder.results.folder_names import folder_names
from autograder.results.store import ResultKey, Store

REMOVED_DIR = ".removed"  # in the output folder


def remove_results(out: Path, store: Store, keys: Collection[ResultKey]) -> list[Path]:
    """Move results aside.

    The folder is moved first: after a kill in between, the same call does the rest.

    Args:
        out: the output folder.
        store: the store of the output folder, in which a run has begun.
        keys: student and assignment of each result.

    Returns:
        The new place of each folder that was there.
    """
    folders = folder_names((student for student, _ in (*store.published(), *keys)), out)
    moved: list[Path] = []
    for student, assignment in keys:
        folder = out / folders[student] / assignment
        if folder.is_dir():
            moved.append(_free(out / REMOVED_DIR / folders[student] / assignment))
            _move(folder, moved[-1])
        store.remove((student, assignment))
    return moved


def bring_back_results(store: Store, keys: Collection[ResultKey]) -> None:
    """Bring removed results back; their pages are made anew when the folder is brought up to date."""
    for key in keys:
        store.bring_back(key)


def _free(path: Path) -> Path:
    """Return a path at which there is nothing, numbered where something is."""
    number, free = 2, path
    while free.exists():
        number, free = number + 1, path.with_name(f"{path.name}.{number}")
    return free


def _move(folder: Path, target: Path) -> None:
    """Rename a folder durably; the student's folder is removed if it is empty then."""
    target.parent.mkdir(parents=True, exist_ok=True)
    os.rename(folder, target)  # noqa: PTH104 - one step, as in `results.files`
    if any(folder.parent.iterdir()):
        sync_path(folder.parent)
    else:
        folder.parent.rmdir()
    for place in (target.parent, target.parent.parent, folder.parent.parent):
        sync_path(place)
