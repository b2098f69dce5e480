"""The full matrix on demand: sample class and programs at every level of isolation, as every kind of user, must agree.

    python -m tests.matrix                      # all users and levels; about ten times the time of one audit
    python -m tests.matrix --busy 8 --sample 200    # one level, quiet and beside busy processes

What is compared: every file of the graded class and every result of the programs, the name of the level aside.
"""

import argparse
import contextlib
import filecmp
import itertools
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.audit.programs import Program
from tests.helpers.arguments import at_least_one
from tests.helpers.paths import ROOT
from tests.helpers.user_namespaces import USERS
from tests.helpers.zoo import programs

MYSELF = "this user"
LEVELS = ("bwrap", "landlock", "seccomp")
LEVEL = re.compile(r'("isolation": "|isolation )(?:bwrap|landlock|seccomp)')
FILES = ("result.json", "feedback.md", "feedback.html", "grades.csv")
SLOW = b"flex_attention"  # compiles for seconds
SAMPLE_CLASS = ROOT / "examples/class"
AUTOGRADER = [sys.executable, "-m", "autograder"]


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when all runs agree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--user", action="append", choices=[MYSELF, *USERS], help="only these users (repeatable)")
    parser.add_argument("--level", action="append", choices=LEVELS, help="only these levels (repeatable)")
    parser.add_argument("--busy", type=at_least_one, metavar="N", help="one level, without and with N busy processes")
    parser.add_argument("--sample", type=at_least_one, metavar="N", help="N of the programs instead of all")
    students = sorted(path.name for path in SAMPLE_CLASS.iterdir())
    only = "only these students of the sample class (repeatable)"
    parser.add_argument("--student", action="append", choices=students, metavar="STUDENT", help=only)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        found = list(_busy(options, Path(folder)) if options.busy else _users(options, Path(folder)))
        return _compare([item for item in found if item is not None])


def _users(options: argparse.Namespace, folder: Path) -> Iterator[Path | None]:
    for user, level in itertools.product(options.user or [MYSELF, *USERS], options.level or LEVELS):
        yield _run(folder / f"{user}, {level}", user, level, options)


def _busy(options: argparse.Namespace, folder: Path) -> Iterator[Path | None]:
    for count in (0, options.busy):
        with _busy_processes(count):
            yield _run(folder / f"{count} busy processes", MYSELF, (options.level or LEVELS)[0], options)


@contextlib.contextmanager
def _busy_processes(count: int) -> Iterator[None]:
    hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


def _run(out: Path, user: str, level: str, options: argparse.Namespace) -> Path | None:
    """Grade the sample class and all programs into `out`; None where this machine or this user has no such level."""
    prefix = USERS.get(user, ())
    doctor = subprocess.run(
        [*prefix, *AUTOGRADER, "doctor", "--isolation", level], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if level != "seccomp" and doctor.returncode != 0:
        print(f"{out.name}: not here ({(doctor.stderr + doctor.stdout).strip()[-100:]})", flush=True)
        return None
    out.mkdir()
    start = time.monotonic()
    with _class(options.sample or 0, options.student) as students:
        _call([*prefix, *AUTOGRADER, "grade", students, "--out", out / "graded", "--isolation", level])
    if not options.sample:
        _call([*prefix, *AUTOGRADER, "audit", "--fresh", "--isolation", level, "--results", out / "programs.json"])
    print(f"{out.name}: graded in {time.monotonic() - start:.0f} s", flush=True)
    return out


@contextlib.contextmanager
def _class(sample: int, students: list[str] | None) -> Iterator[Path]:
    """The sample class, or some of its students; with `sample`, so many programs as students of it."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "class"
        for name in students or [path.name for path in SAMPLE_CLASS.iterdir()]:
            shutil.copytree(SAMPLE_CLASS / name, target / name)
        for number, item in enumerate(sample_programs(sample)):
            place = target / f"program{number:04}" / item.exercise.assignment
            place.mkdir(parents=True)
            (place / item.exercise.file).write_bytes(item.source)
        yield target


def sample_programs(count: int) -> list[Program]:
    """Return so many programs, the same ones every time; all of them if there are fewer."""
    steady = [item for item in programs() if SLOW not in item.source]
    return random.Random(0).sample(steady, min(count, len(steady)))


def _call(command: list[object]) -> None:
    done = subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):  # 3: something needs a person
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stdout[-500:]}{done.stderr[-500:]}")


def _compare(outs: list[Path]) -> int:
    """Print what differs from the first run."""
    if len(outs) < 2:
        print("nothing to compare")
        return 1
    first, *others = outs
    differing = 0
    for other in others:
        names = [name for name in _names(first) | _names(other) if _differ(first / name, other / name)]
        differing += bool(names)
        told = f"differs in {len(names)} files: {', '.join(map(str, sorted(names)[:5]))}" if names else "the same"
        print(f"{other.name}: {told}")
    print(f"{len(outs)} runs of {len(_names(first))} files each, {differing} differ from {first.name}")
    return int(bool(differing))


def _names(out: Path) -> set[Path]:
    return {path.relative_to(out) for path in out.rglob("*") if path.name in (*FILES, "programs.json")}


def _differ(one: Path, other: Path) -> bool:
    if not (one.is_file() and other.is_file()):
        return True
    return not filecmp.cmp(one, other, shallow=False) and _plain(one) != _plain(other)


def _plain(path: Path) -> str:
    return LEVEL.sub(r"\1…", path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main())
