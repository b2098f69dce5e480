"""Takes the exercises out of a notebook, and tells a stub from work; runs in the process of `NotebookReader`."""

from collections.abc import Sequence
from dataclasses import dataclass

from autograder.intake.outline import GAP, Handout, dump_of, without_given
from autograder.intake.programs import POSTPONED, NoProgramError, read_program
from autograder.sandbox.guest.slicing import Statement, defined, dependency_slice, statements

Wanted = dict[str, tuple[str, ...]]  # file of the assignment: its exercises


@dataclass(frozen=True)
class Taken:
    """What a notebook gives for each file, what was said, and which exercises are not the stub's any more."""

    sources: dict[str, bytes]
    notes: tuple[str, ...]
    changed: frozenset[str]
    problem: str = ""


def take(notebook: bytes, wanted: Wanted, stubs: dict[str, bytes], handouts: tuple[Handout, ...] = ()) -> Taken:
    """Definitions of the exercises and what they need, for each file that the notebook has something for.

    With *handouts*, what another file gives under the name of an exercise is not taken for the exercise.
    """
    try:
        found = read_program(notebook, {name for names in wanted.values() for name in names}, notebook=True)
    except NoProgramError as error:
        return Taken({}, (), frozenset(), str(error))
    program = found.statements
    there = defined(program) | {name: item.text for item in program for name in item.binds}
    head = [POSTPONED] if found.postponed else []
    sources = {
        file: GAP.join(
            [*head, *(item.text for item in dependency_slice(_own(program, file, names, handouts), names))]
        ).encode()
        + b"\n"
        for file, names in wanted.items()
        if any(name in there for name in names)
    }
    return Taken(sources, found.notes, frozenset(_changed(there, stubs, wanted)))


def _own(
    program: Sequence[Statement], file: str, names: tuple[str, ...], handouts: tuple[Handout, ...]
) -> Sequence[Statement]:
    handout = next((item for item in handouts if (item.file, item.exercises) == (file, names)), None)
    return without_given(program, handout, handouts) if handout else program


def untouched(source: bytes, stub: bytes, names: tuple[str, ...]) -> bool:
    """Whether a file still defines all of `names` as the stub does."""
    try:
        mine, theirs = (defined(statements(text.decode())) for text in (source, stub))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return all(_same(mine.get(name, ""), theirs.get(name, "")) for name in names)


def _changed(there: dict[str, str], stubs: dict[str, bytes], wanted: Wanted) -> set[str]:
    changed: set[str] = set()
    for file, names in wanted.items():
        given = defined(statements(stubs[file].decode())) if file in stubs else {}
        changed |= {name for name in names if name in there and not _same(there[name], given.get(name, ""))}
    return changed


def _same(one: str, other: str) -> bool:
    """Whether two definitions are the same program, whatever their comments and spaces."""
    return one == other or dump_of(one) == dump_of(other)
