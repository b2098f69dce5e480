"""Removes results from an output folder, and brings them back; nothing is deleted.

A result that is removed is moved into a folder whose name begins with a dot, and the store keeps its gradings.
"""

import os
from collections.abc import Callable, Collection
from pathlib import Path

from autograder.execution.publisher import ScoreRules
from autograder.execution.republish import write_listed
from autograder.results.files import sync_path
from autograder.results.folder_names import folder_names
from autograder.results.store import ResultKey, Store

REMOVED_DIR = ".removed"  # in the output folder
FindRules = Callable[[], ScoreRules]


def remove_results(out: Path, find_rules: FindRules, store: Store, keys: Collection[ResultKey]) -> list[Path]:
    """Move results aside, and write the table and the pages without them.

    The folder is moved first: after a kill in between, the same call does the rest.

    Args:
        out: the output folder.
        find_rules: returns what decides which points count, once the results are gone: slip days depend on them.
        store: the store of the output folder.
        keys: student and assignment of each result.

    Returns:
        The new place of each folder that was there.
    """
    store.begin_run("remove", {})
    folders = folder_names((student for student, _ in (*store.published(), *keys)), out)
    moved: list[Path] = []
    for student, assignment in keys:
        folder = out / folders[student] / assignment
        if folder.is_dir():
            moved.append(_free(out / REMOVED_DIR / folders[student] / assignment))
            _move(folder, moved[-1])
        store.remove((student, assignment))
    write_listed(out, find_rules(), store)
    return moved


def bring_back_results(out: Path, find_rules: FindRules, store: Store, keys: Collection[ResultKey]) -> None:
    """Bring removed results back, with their pages as they are made today, into the table and the class page."""
    store.begin_run("remove --undo", {})
    for key in keys:
        store.bring_back(key)
    write_listed(out, find_rules(), store)


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
