"""Which exercises a program solves; runs in the process of `NotebookReader`."""

import ast
import functools
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from autograder.intake.programs import NoProgramError, read_program
from autograder.sandbox.guest.slicing import SCOPES, Statement, dependency_slice, statements

GAP = "\n\n\n"  # between statements of a file that is put together
Place = tuple[str, str]  # assignment, file
Signature = tuple[str, ...]


@dataclass(frozen=True)
class Handout:
    """A file as it was given out, and the exercises in it; everything else that it defines is given."""

    assignment: str
    file: str
    exercises: tuple[str, ...]
    stub: bytes

    @property
    def place(self) -> Place:
        """Which file of which assignment it is."""
        return self.assignment, self.file


@dataclass(frozen=True)
class Outline:
    """What a source has to offer."""

    solved: dict[Place, dict[str, str]] = field(default_factory=dict)  # exercises and digests of their definitions
    imported: frozenset[str] = frozenset()
    needed_by: dict[str, frozenset[str]] = field(default_factory=dict)  # exercise: other assignments that build on it
    problem: str = ""
    in_cells: bool = False  # it can be read cell by cell only
    mixed: frozenset[Place] = frozenset()  # files whose exercises it also has as another file gives them
    notes: tuple[str, ...] = ()

    def of(self, assignment: str) -> set[str]:
        """The exercises of an assignment that are solved, in whichever file they belong."""
        return {name for (owner, _), names in self.solved.items() if owner == assignment for name in names}

    @property
    def assignments(self) -> set[str]:
        """All assignments that something is solved of."""
        return {assignment for (assignment, _), names in self.solved.items() if names}


def outline(data: bytes, handouts: tuple[Handout, ...], notebook: bool) -> Outline:
    """Which exercises a source defines itself, other than in the stub."""
    exercises = {name for handout in handouts for name in handout.exercises}
    try:
        program = read_program(data, exercises, notebook=notebook)
    except NoProgramError as error:
        return Outline(problem=str(error))
    solved = {item.place: _solved(program.statements, item, handouts, program.broken) for item in handouts}
    imported = frozenset(name for item in program.statements if _is_import(item) for name in item.binds)
    return Outline(
        solved,
        imported & exercises,
        _needed_by(program.statements, solved),
        in_cells=program.in_cells,
        mixed=frozenset(item.place for item in handouts if _is_mixed(program.statements, item, handouts)),
        notes=program.notes,
    )


def _solved(
    program: Sequence[Statement], handout: Handout, handouts: tuple[Handout, ...], broken: frozenset[str]
) -> dict[str, str]:
    own = without_given(program, handout, handouts)
    stubs = stub_signatures(handout)
    found: dict[str, str] = {}
    for name in handout.exercises:
        signature = definition_of(name, own)
        if signature and name not in broken and signature != stubs.get(name):
            found[name] = hashlib.sha256("\0".join(signature).encode("utf-8", "replace")).hexdigest()
    return found


def _needed_by(program: Sequence[Statement], solved: dict[Place, dict[str, str]]) -> dict[str, frozenset[str]]:
    own = {assignment: set[str]() for assignment, _ in solved}
    for (assignment, _), names in solved.items():
        own[assignment] |= set(names)
    needs = {
        assignment: {name for item in dependency_slice(program, names) for name in item.binds}
        for assignment, names in own.items()
        if names
    }
    everything = set().union(*own.values())
    return {
        name: frozenset(other for other, bound in needs.items() if name in bound and name not in own[other])
        for name in everything
    }


def without_given(program: Sequence[Statement], handout: Handout, handouts: tuple[Handout, ...]) -> list[Statement]:
    """A program without what other files give under the name of an exercise of this one."""
    given = {text for name in handout.exercises for text in _given(handouts).get(name, ())}
    if not given:
        return list(program)
    return [item for item in program if not item.defines or dumped(item) not in given]


def _is_mixed(program: Sequence[Statement], handout: Handout, handouts: tuple[Handout, ...]) -> bool:
    return len(without_given(program, handout, handouts)) < len(program)


def without_stubs(program: Sequence[Statement], handout: Handout, names: Iterable[str]) -> list[Statement]:
    """A program without the definitions of *names* that are the stub's."""
    stubs = stub_signatures(handout)
    left_out = {text for name in names for text in stubs.get(name, ())}
    return [item for item in program if not item.defines or dumped(item) not in left_out]


@functools.cache
def _given(handouts: tuple[Handout, ...]) -> dict[str, frozenset[str]]:
    """What is given under a name that is an exercise elsewhere."""
    exercises = {name for handout in handouts for name in handout.exercises}
    found: dict[str, set[str]] = {}
    for handout in handouts:
        for item in statements(handout.stub.decode()):
            for name in item.binds & exercises if item.defines else ():
                if name not in handout.exercises:
                    found.setdefault(name, set()).add(dumped(item))
    return {name: frozenset(texts) for name, texts in found.items()}


@functools.cache
def stub_signatures(handout: Handout) -> dict[str, Signature]:
    """The definitions of all exercises as they were given out."""
    program = statements(handout.stub.decode())
    return {name: definition_of(name, program) for name in handout.exercises}


def definition_of(name: str, program: Iterable[Statement]) -> Signature:
    """What a program says `name` is, as a function, a class or another name for one; empty where it says nothing."""
    binding = [item for item in program if name in item.binds and not _is_import(item)]
    return tuple(map(dumped, binding)) if any(_defines(name, item) for item in binding) else ()


def _defines(name: str, item: Statement) -> bool:
    if item.defines:
        return True
    return any(_defines_in(name, node) for node in ast.walk(ast.parse(item.text)))


def _defines_in(name: str, node: ast.AST) -> bool:
    """Whether it is a definition below an `if`, or gives a function or class another name."""
    if isinstance(node, SCOPES):
        return node.name == name
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda | ast.Name):
        return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    return False


def _is_import(item: Statement) -> bool:
    return any(True for node in ast.parse(item.text).body if isinstance(node, ast.Import | ast.ImportFrom))


@functools.lru_cache(maxsize=4096)
def dump_of(text: str) -> str:
    """The same for the same program, whatever its comments and spaces."""
    return ast.dump(ast.parse(text))


def dumped(item: Statement) -> str:
    """The same for the same program, whatever its comments and spaces."""
    return dump_of(item.text)


def imports_in(item: Statement) -> Iterator[tuple[str, str]]:
    """Each name that an import binds, and what it stands for."""
    for node in ast.walk(ast.parse(item.text)):
        if isinstance(node, ast.Import):
            yield from (
                (a.asname or a.name.split(".")[0], a.name if a.asname else a.name.split(".")[0]) for a in node.names
            )
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            yield from ((a.asname or a.name, f"{origin}.{a.name}") for a in node.names)
