"""Runs the tests again whenever a file is saved."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from .runs import CAN_FORK, JUDGED, Forks, Job, Run, Spares, print_screen
from .serving import serving

TICK = 0.01  # seconds between two checks of the files
SETTLED = 0.03  # seconds without a change after which a file is written
Signature = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class StudentWatch:
    """What is watched, what is run, and how to wait: whoever asks meanwhile is answered."""

    job: Job
    paths: tuple[Path, ...]
    runs: Forks | Spares
    wait: Callable[[float], None]


def watch(job: Job, folders: Iterable[Path]) -> None:
    """Run, and run again after every save, until interrupted."""
    paths = tuple(folders)
    if not CAN_FORK:
        _loop(StudentWatch(job, paths, Spares(job), time.sleep))
    runs = Forks(job)
    with serving(paths[0].parent) as server:
        _loop(StudentWatch(job, paths, runs, server.wait if server else time.sleep))


def _loop(watched: StudentWatch) -> None:
    while True:
        seen = settled(watched) if watched.runs.settles else signature(watched.paths)
        run = watched.runs.start()
        wait_for_change(watched, seen, run)
        run.process.kill()
        run.process.join()


def settled(watched: StudentWatch) -> Signature:
    """Return the signature of the files once it is stable: an editor may be in the middle of writing."""
    before = signature(watched.paths)
    while True:
        watched.wait(SETTLED)
        now = signature(watched.paths)
        if now == before:
            return now
        before = now


def wait_for_change(watched: StudentWatch, seen: Signature, run: Run) -> None:
    """Return when a file changes; meanwhile, say once if the run has failed.

    Where nothing settles, an editor may be in the middle of writing: the files change again before there is a verdict.
    """
    reported = ended = False
    while signature(watched.paths) == seen:
        watched.wait(TICK)
        status = run.process.exitcode
        if not ended and (status is not None or run.imported.poll()):
            ended = True
            watched.runs.get_ready(run)
        if not reported and status not in (None, JUDGED):
            print_screen(f"your code ended the run (exit status {status}), so there is no verdict", watched.job)
            reported = True


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
