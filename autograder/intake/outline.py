"""Finds the exercises that a program solves, and extracts them; parsing runs in a `ParserProcess`.

An exercise is solved where a program defines it otherwise than the stub that was handed out.
"""

import ast
import functools
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from autograder.course import Assignment, Course, load_course
from autograder.intake.programs import POSTPONED_ANNOTATIONS, UnparsableError, read_program
from autograder.sandbox.guest.slicing import SCOPES, Statement, defined, dependency_slice, statements

GAP = "\n\n\n"  # between statements of a file that is put together
FileKey = tuple[str, str]  # assignment, file
Signature = tuple[str, ...]


@dataclass(frozen=True)
class Handout:
    """A stub as it was handed out, and the exercises in it; everything else that it defines is given code."""

    assignment: str
    file: str
    exercises: tuple[str, ...]
    stub: bytes

    @property
    def place(self) -> FileKey:
        """The assignment and the file."""
        return self.assignment, self.file


def read_handouts(course: Course) -> tuple[Handout, ...]:
    """Return all files of the course as they were handed out."""
    handouts: list[Handout] = []
    for assignment in course:
        stubs = read_stubs(assignment)
        for file in assignment.files:
            names = tuple(exercise.name for exercise in assignment.of_file(file))
            handouts.append(Handout(assignment.id, file, names, stubs.get(file, b"")))
    return tuple(handouts)


def read_stubs(assignment: Assignment) -> dict[str, bytes]:
    """Return the files of an assignment as they were handed out, where the course has them."""
    folder = load_course().assignments_folder / assignment.id
    return {file: (folder / file).read_bytes() for file in assignment.files if (folder / file).is_file()}


def handed_out_beside(course: Course) -> frozenset[FileKey]:
    """Return the files that are handed out beside those to fill in, such as data and programs to run."""
    folder = course.assignments_folder
    names = ((part.id, path.name) for part in course for path in (folder / part.id).glob("*"))
    filled_in = {(part.id, name) for part in course for name in (*part.files, f"{part.id}.ipynb")}
    return frozenset(names) - filled_in


@dataclass(frozen=True)
class Outline:
    """The exercises that a source solves.

    Attributes:
        solved: for each file, exercises and hashes of their definitions.
        imported: exercises that the source imports.
        needed_by: for each exercise, the other assignments whose exercises depend on it in this source.
        problem: why it could not be parsed; empty where it could.
        in_cells: whether it parses only cell by cell.
        mixed: files whose exercises it also contains in the version that another file is handed out with.
        notes: sentences about cells that were left out.
    """

    solved: dict[FileKey, dict[str, str]] = field(default_factory=dict)
    imported: frozenset[str] = frozenset()
    needed_by: dict[str, frozenset[str]] = field(default_factory=dict)
    problem: str = ""
    in_cells: bool = False
    mixed: frozenset[FileKey] = frozenset()
    notes: tuple[str, ...] = ()

    def of(self, assignment: str) -> set[str]:
        """Return the solved exercises of an assignment, in any of its files."""
        return {name for (owner, _), names in self.solved.items() if owner == assignment for name in names}

    @property
    def assignments(self) -> set[str]:
        """All assignments of which an exercise is solved."""
        return {assignment for (assignment, _), names in self.solved.items() if names}


def outline(data: bytes, handouts: tuple[Handout, ...], notebook: bool) -> Outline:
    """Find the exercises that a source solves.

    Args:
        data: the content of a notebook or a Python file.
        handouts: all stubs of the course.
        notebook: whether it is a notebook.
    """
    exercises = {name for handout in handouts for name in handout.exercises}
    try:
        program = read_program(data, exercises, notebook=notebook)
    except UnparsableError as error:
        return Outline(problem=str(error))
    solved = {item.place: _solved(program.statements, item, handouts, program.broken) for item in handouts}
    imported = frozenset(name for item in program.statements if _is_import(item) for name in item.binds)
    return Outline(
        solved,
        imported & exercises,
        _needed_by(program.statements, solved),
        in_cells=program.in_cells,
        mixed=frozenset(
            item.place
            for item in handouts
            if len(drop_given(program.statements, item, handouts)) < len(program.statements)
        ),
        notes=program.notes,
    )


def _solved(
    program: Sequence[Statement], handout: Handout, handouts: tuple[Handout, ...], broken: frozenset[str]
) -> dict[str, str]:
    own = drop_given(program, handout, handouts)
    stubs = stub_signatures(handout)
    hashes: dict[str, str] = {}
    for name in handout.exercises:
        signature = definition_signature(name, own)
        if signature and name not in broken and signature != stubs.get(name):
            hashes[name] = hashlib.sha256("\0".join(signature).encode("utf-8", "replace")).hexdigest()
    return hashes


def _needed_by(program: Sequence[Statement], solved: dict[FileKey, dict[str, str]]) -> dict[str, frozenset[str]]:
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


def drop_given(program: Sequence[Statement], handout: Handout, handouts: tuple[Handout, ...]) -> list[Statement]:
    """Return a program without given code of other files that has the name of an exercise of this file."""
    given = {text for name in handout.exercises for text in _given(handouts).get(name, ())}
    if not given:
        return list(program)
    return [item for item in program if not item.defines or dump_statement(item) not in given]


def drop_stubs(program: Sequence[Statement], handout: Handout, names: Iterable[str]) -> list[Statement]:
    """Return a program without those definitions of *names* that equal the stub's."""
    stubs = stub_signatures(handout)
    left_out = {text for name in names for text in stubs.get(name, ())}
    return [item for item in program if not item.defines or dump_statement(item) not in left_out]


@functools.cache
def _given(handouts: tuple[Handout, ...]) -> dict[str, frozenset[str]]:
    """Return the given code whose name is an exercise in another file."""
    exercises = {name for handout in handouts for name in handout.exercises}
    given: dict[str, set[str]] = {}
    for handout in handouts:
        for item in statements(handout.stub.decode()):
            for name in item.binds & exercises if item.defines else ():
                if name not in handout.exercises:
                    given.setdefault(name, set()).add(dump_statement(item))
    return {name: frozenset(texts) for name, texts in given.items()}


@functools.cache
def stub_signatures(handout: Handout) -> dict[str, Signature]:
    """Return the definitions of all exercises in the stub."""
    program = statements(handout.stub.decode())
    return {name: definition_signature(name, program) for name in handout.exercises}


def definition_signature(name: str, program: Iterable[Statement]) -> Signature:
    """Return the statements that define `name` as a function, a class or an alias of one; empty where none does."""
    binding = [item for item in program if name in item.binds and not _is_import(item)]
    return tuple(map(dump_statement, binding)) if any(_defines(name, item) for item in binding) else ()


def _defines(name: str, item: Statement) -> bool:
    if item.defines:
        return True
    return any(_defines_in(name, node) for node in ast.walk(ast.parse(item.text)))


def _defines_in(name: str, node: ast.AST) -> bool:
    """Whether a node defines a name below an `if`, or as an alias of a function or class."""
    if isinstance(node, SCOPES):
        return node.name == name
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda | ast.Name):
        return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    return False


def _is_import(item: Statement) -> bool:
    return any(True for node in ast.parse(item.text).body if isinstance(node, ast.Import | ast.ImportFrom))


@functools.lru_cache(maxsize=4096)
def dump_source(text: str) -> str:
    """Return the syntax tree as text: equal for programs that differ only in comments and spaces."""
    return ast.dump(ast.parse(text))


def dump_statement(item: Statement) -> str:
    """Return the syntax tree of a statement as text."""
    return dump_source(item.text)


def imports_in(item: Statement) -> Iterator[tuple[str, str]]:
    """Yield each name that an import binds, and what it refers to."""
    for node in ast.walk(ast.parse(item.text)):
        if isinstance(node, ast.Import):
            yield from (
                (a.asname or a.name.split(".")[0], a.name if a.asname else a.name.split(".")[0]) for a in node.names
            )
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            yield from ((a.asname or a.name, f"{origin}.{a.name}") for a in node.names)


@dataclass(frozen=True)
class Extracted:
    """What was extracted from a notebook.

    Attributes:
        sources: the files that it contains something of.
        notes: sentences about cells that were left out.
        changed: the exercises that differ from the stub.
        problem: why it could not be parsed; empty where it could.
    """

    sources: dict[str, bytes]
    notes: tuple[str, ...]
    changed: frozenset[str]
    problem: str = ""


def extract_exercises(notebook: bytes, assignment: str, handouts: tuple[Handout, ...]) -> Extracted:
    """Extract the definitions of exercises, with everything they need, for each file of an assignment.

    Args:
        notebook: the content of a notebook.
        assignment: the id of the assignment.
        handouts: all stubs of the course; given code of another file is not mistaken for an exercise of the same name.
    """
    wanted = [item for item in handouts if item.assignment == assignment]
    try:
        parsed = read_program(notebook, {name for item in wanted for name in item.exercises}, notebook=True)
    except UnparsableError as error:
        return Extracted({}, (), frozenset(), str(error))
    program = parsed.statements
    definitions = defined(program) | {name: item.text for item in program for name in item.binds}
    head = [POSTPONED_ANNOTATIONS] if parsed.postpones_annotations else []
    sources: dict[str, bytes] = {}
    changed: set[str] = set()
    for handout in wanted:
        written = [name for name in handout.exercises if name in definitions]
        if written:
            parts = dependency_slice(drop_given(program, handout, handouts), handout.exercises)
            sources[handout.file] = (GAP.join([*head, *(item.text for item in parts)]) + "\n").encode()
        given = defined(statements(handout.stub.decode()))
        changed |= {name for name in written if not _same(definitions[name], given.get(name, ""))}
    return Extracted(sources, parsed.notes, frozenset(changed))


def is_unchanged_stub(source: bytes, handout: Handout) -> bool:
    """Whether a file still defines all exercises as the stub does."""
    try:
        mine = statements(source.decode())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return all(definition_signature(name, mine) == given for name, given in stub_signatures(handout).items())


def _same(one: str, other: str) -> bool:
    """Whether two definitions are equal apart from comments and spaces."""
    return one == other or dump_source(one) == dump_source(other)
