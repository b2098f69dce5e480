"""Runs the tests again whenever a file is saved."""

import time
from collections.abc import Iterable
from multiprocessing.process import BaseProcess
from pathlib import Path

from .runs import CAN_FORK, JUDGED, Forks, Job, Spares, print_screen

TICK = 0.03  # seconds between two checks of the files
LONG = 10.0  # seconds after which a run may have an endless loop
STILL_RUNNING = """your code is still running: is there a loop that does not end?
Saving a file stops this run and starts the next one."""
Signature = tuple[tuple[str, int, int], ...]


def watch(job: Job, folders: Iterable[Path]) -> None:
    """Run, and run again after every save, until interrupted."""
    paths = tuple(folders)
    runs = Forks(job) if CAN_FORK else Spares(job)
    while True:
        seen = settled(paths)
        process = runs.start()
        wait_for_change(paths, seen, process, job)
        process.kill()
        process.join()


def wait_for_change(paths: tuple[Path, ...], seen: Signature, process: BaseProcess, job: Job) -> None:
    """Return when a file changes; meanwhile, say once if the run has failed or takes long."""
    deadline = time.monotonic() + LONG
    reported = False
    while signature(paths) == seen:
        time.sleep(TICK)
        status = process.exitcode
        if not reported and status not in (None, JUDGED):
            print_screen(f"your code ended the run (exit status {status}), so there is no verdict", job)
            reported = True
        if not reported and status is None and time.monotonic() > deadline:
            print_screen(STILL_RUNNING, job)
            reported = True


def settled(paths: tuple[Path, ...]) -> Signature:
    """Return the signature of the files once it is stable: an editor may be in the middle of writing."""
    before = signature(paths)
    while True:
        time.sleep(TICK)
        now = signature(paths)
        if now == before:
            return now
        before = now


def signature(paths: tuple[Path, ...]) -> Signature:
    """Return the names, times and sizes of the Python files in these folders."""
    files = []
    for file in sorted(file for path in paths for file in path.glob("*.py")):
        try:
            status = file.stat()
        except OSError:  # an editor may delete and recreate it
            continue
        files.append((str(file), status.st_mtime_ns, status.st_size))
    return tuple(files)
