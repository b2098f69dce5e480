"""How often a diagnosis names the right family, and how often a wrong one: every program behind the wall.

    python -m benchmarks.diagnosis zoo      # the wrong programs: the family against that of each program's first line
    python -m benchmarks.diagnosis right    # right styles, and programs that are right but not robust
    python -m benchmarks.diagnosis pairs    # solutions that call two wrong functions

`--left-out` diagnoses each program of the zoo as if it were not in it.
`--show` lists the programs that are not told as they should be, `--only EXERCISE` takes those of one exercise,
`--every N` each N-th program.
A program whose two mistakes do not both show on the probes (one hides the other, or the call fails) is no pair.
"""

import argparse
import functools
import itertools
import multiprocessing
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import torch

from autograder.audit.programs import Program as CellProgram
from autograder.audit.programs import mentioned_names, read_programs
from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import run_checks
from autograder.course import Course, Exercise, load_course
from autograder.diagnosis.answers import observe_answers
from autograder.diagnosis.claims import covers
from autograder.diagnosis.evidence import Observed, agrees
from autograder.diagnosis.matching import diagnose
from autograder.diagnosis.predictions import model_of
from autograder.execution.prewarm import record_checks
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level

MEASURED = ("scale", "axis", "normalisation", "mask", "projection", "heads", "cross", "formula")
FORMS = ("shape", "dtype", "stability", "vocabulary")  # of an answer
CHECKS: dict[tuple[str, str], tuple[RecordedCheck, ...]] = {}  # recorded before the processes are forked
SHARED: list[ForkServer] = []  # the one warm process of this measuring process; filled by the pool's initializer


@dataclass(frozen=True)
class Program:
    """A program and the families of its mistakes."""

    name: str
    exercise: Exercise
    source: bytes
    families: frozenset[str]
    cell: str = ""  # of the zoo
    mistakes: frozenset[str] = frozenset()  # their names
    tolerated: frozenset[str] = frozenset()  # may be said, and need not be
    alone: tuple[bytes, ...] = ()  # the programs with one of its mistakes each


@dataclass(frozen=True)
class Told:
    """What was said about a program."""

    program: Program
    families: frozenset[str]
    names: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """All mistakes and no other, by name or at least by family."""
        return self.families == self.program.families or self._names_all

    @property
    def _names_all(self) -> bool:
        """Whether every mistake is named, by its own name or a more general one, and no other."""
        own = self.program.mistakes
        return (
            bool(self.names)
            and all(any(covers(name, one) for one in own) for name in self.names)
            and all(any(covers(name, one) for name in self.names) for one in own)
        )

    @property
    def is_wrong(self) -> bool:
        """At least one that is not there."""
        others = [name for name in self.names if not any(covers(name, own) for own in self.program.mistakes)]
        return bool(others) and bool(self.families - self.program.families - self.program.tolerated)


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
            names = frozenset(filter(None, [item.mistake]))
            yield Program(
                item.name, item.exercise, item.source, own, item.cell_name, names, tolerated=frozenset(map(str, also))
            )


def pairs(every: int) -> Iterator[Program]:
    """Yield solutions that call two wrong functions; what only one of them changes is left out later."""
    for exercise, one, other in itertools.islice(_wrong_pairs(load_course()), 0, None, every):
        name = f"{exercise.name}: {one.key} and {other.key}"
        families = frozenset(str(item.family) for item in (one, other))
        mistakes = frozenset(str(item.mistake) for item in (one, other))
        source = f"{one.source.decode()}\n\n{other.code}".encode()
        yield Program(name, exercise, source, families, mistakes=mistakes, alone=(one.source, other.source))


def _wrong_pairs(course: Course) -> Iterator[tuple[Exercise, CellProgram, CellProgram]]:
    """Yield each exercise whose solution calls two functions, with wrong programs of both."""
    wrong = [item for item in read_programs(course, list(course)) if item.level == "core"]
    for assignment in course:
        for exercise in assignment.exercises:
            called = mentioned_names(exercise.assignment, exercise.file).get(exercise.name, set())
            own = [item for item in wrong if item.exercise.assignment == assignment.id and item.exercise.name in called]
            for one, other in itertools.combinations(own, 2):
                if one.exercise != other.exercise:
                    yield exercise, one, other


def tell(programs: Sequence[Program], jobs: int, *, left_out: bool = False) -> list[Told]:
    """Diagnose all, `jobs` at once; each as if it were not in the zoo itself with `left_out`."""
    level = select_level(None)
    CHECKS.update(record_checks(list(load_course()), jobs))
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _start, (level,)) as pool:
        return [told for told in pool.map(partial(_tell, left_out=left_out), programs, chunksize=8) if told]


def _start(level: Level) -> None:
    torch.set_num_threads(1)
    SHARED.append(ForkServer(level, load_course().limits))


def _tell(program: Program, *, left_out: bool) -> Told | None:
    """Diagnose one; None for a pair of which only one mistake shows."""
    if program.alone and not _both_show(program):
        return None
    with _client(program.exercise, program.source) as client:
        ask, own = client.ask, program.cell if left_out else ""
        found = diagnose(program.exercise, ask, left_out=own)
        if not found and CHECKS:  # as in a class run, where checks come first
            findings = run_checks(CHECKS[program.exercise.assignment, program.exercise.name], client)
            found = diagnose(program.exercise, ask, findings, left_out=own)
    return Told(program, frozenset(item.family for item in found), tuple(item.name for item in found))


def _both_show(program: Program) -> bool:
    both, *alone = (_answers(program.exercise, source) for source in (program.source, *program.alone))
    if not both or all(isinstance(item, str) for item in both):
        return False
    return all(one and not all(map(agrees, one, both)) for one in alone)


@functools.lru_cache(maxsize=4096)
def _answers(exercise: Exercise, source: bytes) -> list[Observed]:
    """Return the wrong answers of a program to the base probes; none if they are right, or the parameters wrong."""
    model = model_of(exercise)
    with _client(exercise, source) as client:
        seen = observe_answers(exercise, model, client.ask)[1] if model else []
    return seen[: len(model.plan.base_probes)] if model else []


def _client(exercise: Exercise, source: bytes) -> SandboxClient:
    return SandboxClient(SHARED[0], SubmissionFiles({exercise.file: source}, exercise.file), SHARED[0].limits)


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
    parser.add_argument("what", choices=["zoo", "right", "pairs"])
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--left-out", action="store_true", help="without the program's own fingerprint")
    parser.add_argument("--only", metavar="EXERCISE")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    programs = {
        "zoo": lambda: zoo("wrong", ["core"]),
        "right": lambda: [*zoo("right", [None]), *zoo("wrong", ["robustness"])],
        "pairs": lambda: pairs(options.every),
    }[options.what]()
    chosen = [one for one in programs if options.only in (None, one.exercise.name)]
    every = 1 if options.what == "pairs" else options.every
    told = tell(chosen[::every], options.jobs, left_out=options.left_out)
    report(told, by_family=options.what == "zoo")
    if options.show:
        show(told)


if __name__ == "__main__":
    main()
