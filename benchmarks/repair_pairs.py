"""Programs with two or three mistakes: patches of the same right program whose lines do not touch one another."""

import functools
import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from autograder.audit.programs import Program, read_programs
from autograder.course import Course, Exercise

EVERYBODY = -1  # the owner of what all patches change: imports, which a patch of a definition is given


@dataclass(frozen=True)
class Hunk:
    """What a patch changes in one place: lines from `start` to `end`, and those in their place."""

    start: int
    end: int
    lines: tuple[str, ...]
    owner: int

    @property
    def change(self) -> tuple[int, int, tuple[str, ...]]:
        """What is changed, whoever does so."""
        return self.start, self.end, self.lines


@dataclass(frozen=True)
class Composed:
    """A program with several mistakes.

    Attributes:
        exercise: the exercise.
        names: the mistakes.
        keys: the programs that have one of them each.
        patched: the right program.
        source: the file that is graded.
        places: for each mistake, the lines of the file that its patch has written, or those beside the gap.
    """

    exercise: Exercise
    names: tuple[str, ...]
    keys: tuple[str, ...]
    patched: str
    source: bytes
    places: tuple[frozenset[int], ...]


def composed_programs(course: Course, part: str, count: int, size: int, draw: int = 0) -> list[Composed]:
    """Return programs of a part with `size` mistakes of different names, of each exercise as many as of the others.

    Args:
        course: the course.
        part: the part.
        count: how many programs.
        size: how many mistakes each of them has.
        draw: another number draws other programs.
    """
    found = read_programs(course, [course.assignment(part)])
    patches = [item for item in found if item.kind == "wrong" and item.level == "core" and item.patched]
    groups: dict[tuple[str, str], list[Program]] = {}
    for item in patches:
        groups.setdefault((item.exercise.name, item.patched), []).append(item)
    by_exercise: dict[str, list[tuple[Program, ...]]] = {}
    for (name, _), group in groups.items():
        by_exercise.setdefault(name, []).extend(_combinations(group, size))
    rng = random.Random(draw)
    drawn = [_drawn(rng, combinations) for _, combinations in sorted(by_exercise.items())]
    taken = (item for row in itertools.zip_longest(*drawn) for item in row if item is not None)
    return list(itertools.islice(taken, count))


def _combinations(group: Sequence[Program], size: int) -> Iterator[tuple[Program, ...]]:
    """Yield programs that have a mistake of another name each."""
    for programs in itertools.combinations(group, size):
        if len({item.mistake for item in programs}) == size:
            yield programs


def _drawn(rng: random.Random, combinations: Sequence[tuple[Program, ...]]) -> Iterator[Composed]:
    for programs in rng.sample(combinations, len(combinations)):
        if (made := _composed(programs)) is not None:
            yield made


def _composed(programs: Sequence[Program]) -> Composed | None:
    """Return the program with all patches; None if two of them touch one another."""
    first = programs[0]
    base = first.patched.rstrip("\n").split("\n")
    own = [_hunks(base, item.code, owner) for owner, item in enumerate(programs)]
    common = {hunk.change for hunk in own[0]}.intersection(*({hunk.change for hunk in hunks} for hunks in own))
    several = [hunk for hunks in own for hunk in hunks if hunk.change not in common]
    shared = [replace(hunk, owner=EVERYBODY) for hunk in own[0] if hunk.change in common]
    hunks = sorted([*several, *shared], key=lambda hunk: (hunk.start, hunk.end))
    if any(one.end > other.start or one.start == other.start for one, other in itertools.pairwise(hunks)):
        return None
    lines, places, done = list[str](), [set[int]() for _ in programs], 0
    for hunk in hunks:
        lines += base[done : hunk.start]
        written = set(range(len(lines), len(lines) + len(hunk.lines))) or {len(lines) - 1, len(lines)}
        if hunk.owner != EVERYBODY:
            places[hunk.owner] |= written
        lines += hunk.lines
        done = hunk.end
    lines += base[done:]
    before = first.source.decode().removesuffix("\n").removesuffix(first.code.removesuffix("\n"))
    offset = before.count("\n") + 1
    return Composed(
        first.exercise,
        tuple(item.mistake or "" for item in programs),
        tuple(item.key for item in programs),
        first.patched,
        (before + "\n".join(lines) + "\n").encode(),
        tuple(frozenset(offset + line for line in own) for own in places),
    )


def _hunks(base: Sequence[str], code: str, owner: int) -> list[Hunk]:
    return [Hunk(start, end, lines, owner) for start, end, lines in _changes("\n".join(base), code)]


@functools.cache
def _changes(base: str, code: str) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    own = code.rstrip("\n").split("\n")
    found = SequenceMatcher(None, base.split("\n"), own, autojunk=False).get_opcodes()
    return tuple((start, end, tuple(own[first:last])) for tag, start, end, first, last in found if tag != "equal")
