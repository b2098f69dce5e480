"""Run again whenever a file is saved."""

import time
from collections.abc import Iterable
from multiprocessing.process import BaseProcess
from pathlib import Path

from .runs import CAN_FORK, JUDGED, Forks, Job, Spares, tell

TICK = 0.03  # seconds between two looks at the files
LONG = 10.0  # seconds after which a run may be one that does not end
STILL_RUNNING = """your code is still running: is there a loop that does not end?
Saving a file stops this run and starts the next one."""
Signature = tuple[tuple[str, int, int], ...]


def watch(job: Job, folders: Iterable[Path]) -> None:
    """Run, and run again after every save, until it is interrupted."""
    paths = tuple(folders)
    runs = Forks(job) if CAN_FORK else Spares(job)
    while True:
        seen = settled(paths)
        process = runs.start()
        wait_for_change(paths, seen, process, job)
        process.kill()
        process.join()


def wait_for_change(paths: tuple[Path, ...], seen: Signature, process: BaseProcess, job: Job) -> None:
    """Return when a file is no longer as it was; say meanwhile what became of the run."""
    deadline = time.monotonic() + LONG
    told = False
    while signature(paths) == seen:
        time.sleep(TICK)
        status = process.exitcode
        if not told and status not in (None, JUDGED):
            tell(f"your code ended the run (exit status {status}), so there is no verdict", job)
            told = True
        if not told and status is None and time.monotonic() > deadline:
            tell(STILL_RUNNING, job)
            told = True


def settled(paths: tuple[Path, ...]) -> Signature:
    """How the files are, once they stay so: an editor may be in the middle of writing."""
    before = signature(paths)
    while True:
        time.sleep(TICK)
        now = signature(paths)
        if now == before:
            return now
        before = now


def signature(paths: tuple[Path, ...]) -> Signature:
    """What changes when a Python file of these folders is saved."""
    found = []
    for file in sorted(file for path in paths for file in path.glob("*.py")):
        try:
            status = file.stat()
        except OSError:  # between two steps of saving
            continue
        found.append((str(file), status.st_mtime_ns, status.st_size))
    return tuple(found)
