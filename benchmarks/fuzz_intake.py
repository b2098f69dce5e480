"""How intake stands damaged archives and notebooks, and what it takes for a large class.

    python -m benchmarks.fuzz_intake damage [--files 20000]   # bytes of good archives changed, dropped, doubled
    python -m benchmarks.fuzz_intake class [--students 1000]  # a class of zips: seconds and peak of memory

`damage` must end with no exception but a sentence, within bounds of memory and time.
"""

import argparse
import io
import os
import random
import resource
import tempfile
import time
import zipfile
from pathlib import Path

from autograder.course import load_course
from autograder.intake.archives import archive_entries
from autograder.intake.entries import MAX_FILE, MB, UnreadableError, student_budget
from autograder.intake.read import read_class
from tests.helpers import archives

GOOD = {
    "02_causal/causal.py": archives.CODE * 20,
    "02_causal/derivations.py": archives.FORMULAS,
    "a/b/picture.png": bytes(5000),
}
SAMPLES = [
    archives.zipped(GOOD),
    archives.zipped(GOOD, compression=zipfile.ZIP_STORED),
    archives.zipped(GOOD, compression=zipfile.ZIP_BZIP2),
    archives.nested(2, GOOD),
    *(archives.tarred(GOOD, pack) for pack in ("", "gz", "bz2", "xz")),
]


def damaged(rng: random.Random, data: bytes) -> bytes:
    """A few bytes changed, dropped or doubled; or the end cut off."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        place = rng.randrange(len(changed))
        changed[place : place + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
    return bytes(changed[: rng.randrange(len(changed))] if rng.random() < 0.1 else changed)


def read(data: bytes) -> bool:
    """Whether an archive is read to its end; anything but a sentence goes up and ends the run."""
    try:
        for entry in archive_entries(io.BytesIO(data), student_budget()):
            if not entry.folder and not entry.problem:
                entry.read(MAX_FILE)
    except UnreadableError:
        return False
    return True


def damage(files: int) -> None:
    """Read many damaged archives."""
    rng = random.Random(1)
    slowest, whole, start = 0.0, 0, time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(files):
        begin = time.perf_counter()
        whole += read(damaged(rng, SAMPLES[number % len(SAMPLES)]))
        slowest = max(slowest, time.perf_counter() - begin)
    seconds = time.perf_counter() - start
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"{files} archives, {whole} still whole, {files / seconds:.0f} per second, slowest {slowest * 1000:.0f} ms")
    print(f"peak of memory grew by {grown:.0f} MB")


def large_class(students: int) -> None:
    """Read a class in which everybody hands in a zip with a large picture beside the code."""
    with tempfile.TemporaryDirectory() as folder:
        work = archives.zipped(GOOD | {"02_causal/plot.png": os.urandom(MB)})
        path = archives.folder(Path(folder), {f"s{number:04}.zip": work for number in range(students)})
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = time.perf_counter()
        intake = read_class(path, load_course(), ())
        seconds = time.perf_counter() - start
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"{len(intake.submissions)} submissions from zips in {seconds:.1f} s, peak of memory grew by {grown:.0f} MB")


def main() -> None:
    """Run one of the two."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["damage", "class"])
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--students", type=int, default=1000)
    options = parser.parse_args()
    if options.what == "damage":
        damage(options.files)
    else:
        large_class(options.students)


if __name__ == "__main__":
    main()
