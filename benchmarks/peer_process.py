"""Ways to grade that stay in one warm process, each in a process of its own: run by `peers.py`.

    python -m benchmarks.peer_process WAY PART OUT JOBS FOLDER...

bare    the student's arithmetic alone: every request of the checks is executed, nothing is encoded or compared
judge   the same judge without a wall: the same checks, caches, wire format, reasons and rubric, in this process
warm    `pytest.main` for each submission, one after the other
forks   a fork server of pytest: all is imported once, and each submission is a fork that runs `pytest.main`

Writes to OUT, as JSON, the seconds from the first to the last submission, so without the start, and the
exercises that each folder passed. Only for files of our own: nothing here protects anything.
"""

import functools
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import torch

Run = Callable[[str, Sequence[Path], int], Iterator[tuple[Path, list[str]]]]


def run_of(way: str, out: Path) -> Run:
    """Return what runs a way. Each imports no more than it needs: what is imported, a fork has to copy."""
    if way in ("bare", "judge"):
        from benchmarks import peer_judge  # noqa: PLC0415 - see above

        return {"bare": peer_judge.bare, "judge": peer_judge.judge}[way]
    from benchmarks import peer_pytest  # noqa: PLC0415 - see above

    report = out.with_suffix(".report")
    return functools.partial({"warm": peer_pytest.warm, "forks": peer_pytest.forks}[way], out=report)


def processor_seconds() -> float:
    """Processor time of this process and of those it has waited for."""
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def main(way: str, part: str, out: str, jobs: str, *folders: str) -> None:
    """Run one way and write what it took; the first pair that a way yields says that its start is over."""
    torch.set_num_threads(1)
    ended = run_of(way, Path(out))(part, [Path(folder) for folder in folders], int(jobs))
    next(ended)
    wall, processor = time.perf_counter(), processor_seconds()
    passed = {str(folder): right for folder, right in ended}
    taken = {"wall": time.perf_counter() - wall, "processor": processor_seconds() - processor}
    Path(out).write_text(json.dumps(taken | {"passed": passed}))


if __name__ == "__main__":
    main(*sys.argv[1:])
