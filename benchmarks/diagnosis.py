"""How often a diagnosis names the right family, and how often a wrong one: every program behind the wall.

    python -m benchmarks.diagnosis zoo      # the wrong programs: the family against that of each program's first line
    python -m benchmarks.diagnosis right    # right styles, and programs that are right but not robust
    python -m benchmarks.diagnosis single   # programs with one mistake, written for this benchmark
    python -m benchmarks.diagnosis pairs    # two of these mistakes at once

`--left-out` diagnoses each program of the zoo as if it were not in it.
`--show` lists the programs that are not told as they should be, `--only EXERCISE` takes those of one exercise,
`--every N` each N-th program.
A program whose two mistakes do not both show (one hides the other, or the call fails) is no pair.
"""

import argparse
import multiprocessing
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import torch

from autograder.audit.programs import read_programs
from autograder.course import Exercise, load_course
from autograder.diagnosis.matching import diagnose
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from benchmarks.faulty import double_programs, single_programs

MEASURED = ("scale", "axis", "normalisation", "mask", "projection", "heads", "cross", "formula")
FORMS = ("shape", "dtype", "stability", "vocabulary")  # of an answer
SHARED: list[ForkServer] = []  # the one warm process of this measuring process; filled by the pool's initializer


@dataclass(frozen=True)
class Program:
    """A program and the families of its mistakes."""

    name: str
    exercise: Exercise
    source: bytes
    families: frozenset[str]
    cell: str = ""  # of the zoo
    mistake: str = ""  # its name, where it is known
    tolerated: frozenset[str] = frozenset()  # may be said, and need not be


@dataclass(frozen=True)
class Told:
    """What was said about a program."""

    program: Program
    families: frozenset[str]
    names: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """All mistakes and no other, by name or at least by family."""
        return self.families == self.program.families or self._is_named

    @property
    def is_wrong(self) -> bool:
        """At least one that is not there."""
        return not self._is_named and bool(self.families - self.program.families - self.program.tolerated)

    @property
    def _is_named(self) -> bool:
        """The family of a cell says what the program is about; that of its mistake may be another one."""
        return self.names == (self.program.mistake,)


def zoo(kind: str, levels: Sequence[str | None]) -> Iterator[Program]:
    """Specimens; in a derivation a mistake is one of the formula, whatever the formula is about.

    Where the form of its answer is what is wrong (a list, a text), the formula may be named as well.
    """
    course = load_course()
    for item in read_programs(course, list(course)):
        if item.kind == kind and item.level in levels:
            derived = item.exercise.file == "derivations.py"
            family = "formula" if derived and item.family not in FORMS else item.family
            own = frozenset({family} if family and kind == "wrong" and item.level == "core" else ())
            also = {item.family if item.level == "robustness" else "", "formula" if derived else ""}
            yield Program(
                item.name, item.exercise, item.source, own, item.cell, item.mistake or "", frozenset(map(str, also))
            )


def written(programs: Iterable[tuple[Exercise, str, str, frozenset[str]]]) -> Iterator[Program]:
    """Programs of this benchmark, put over the solution."""
    for exercise, name, code, families in programs:
        solution = (load_course().solutions_folder / exercise.assignment / exercise.file).read_text(encoding="utf-8")
        yield Program(f"{exercise.name}: {name}", exercise, f"{solution}\n\n{code}\n".encode(), families)


def tell(programs: Sequence[Program], jobs: int, *, left_out: bool = False) -> list[Told]:
    """Diagnose all, `jobs` at once; each as if it were not in the zoo itself with `left_out`."""
    level = select_level(None)
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _start, (level,)) as pool:
        return list(pool.map(partial(_tell, left_out=left_out), programs, chunksize=8))


def _start(level: Level) -> None:
    torch.set_num_threads(1)
    SHARED.append(ForkServer(level, load_course().limits))


def _tell(program: Program, *, left_out: bool) -> Told:
    fork_server = SHARED[0]
    with SandboxClient(
        fork_server, SubmissionFiles({program.exercise.file: program.source}, program.exercise.file), fork_server.limits
    ) as s:
        found = diagnose(program.exercise, s.ask, program.cell if left_out else "")
    return Told(program, frozenset(item.family for item in found), tuple(item.name for item in found))


def report(told: Sequence[Told], *, by_family: bool) -> None:
    """Right, silent and wrong: for each family, and for all that are measured."""
    families = MEASURED if by_family else ()
    rows = [(family, [one for one in told if one.program.families == {family}]) for family in families]
    if by_family:
        rows.append(("all of these", [one for one in told if one.program.families <= set(MEASURED)]))
    rows.append(("every program", list(told)))
    print(f"{'':16} {'programs':>8} {'right':>7} {'silent':>7} {'wrong':>7}")
    for name, own in rows:
        if own:
            counts = (sum(one.is_right for one in own), sum(not one.names for one in own), sum(o.is_wrong for o in own))
            print(f"{name:16} {len(own):8} " + " ".join(f"{count / len(own):7.1%}" for count in counts))


def show(told: Iterable[Told]) -> None:
    """What is not told as it should be."""
    for one in told:
        if one.is_wrong or (not one.is_right and one.program.families <= set(MEASURED)):
            sign = "WRONG" if one.is_wrong else "part" if one.names else "silent"
            print(f"{sign:6} {one.program.name}  {'+'.join(sorted(one.program.families))}: {', '.join(one.names)}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["zoo", "right", "single", "pairs"])
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--left-out", action="store_true", help="without the program's own fingerprint")
    parser.add_argument("--only", metavar="EXERCISE")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    programs = {
        "zoo": lambda: zoo("wrong", ["core"]),
        "right": lambda: [*zoo("right", [None]), *zoo("wrong", ["robustness"])],
        "single": lambda: written(single_programs()),
        "pairs": lambda: written(double_programs()),
    }[options.what]()
    chosen = [one for one in programs if options.only in (None, one.exercise.name)]
    told = tell(chosen[:: options.every], options.jobs, left_out=options.left_out)
    report(told, by_family=options.what in ("zoo", "single"))
    if options.show:
        show(told)


if __name__ == "__main__":
    main()
