"""Generates the mutants of an exercise: one small change each, between the marks of its solution."""

import ast
import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from autograder.audit.mutants.operators import (
    ConfusableNames,
    altered_statements,
    calls,
    literals,
    operators,
    orders,
    relatives,
    rows,
)
from autograder.course import Exercise, load_course
from autograder.edits.program_cells import find_definition

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
Operator = Callable[[ast.AST], Iterator[ast.AST]]


@dataclass(frozen=True)
class Mutant:
    """One changed definition, which replaces that of the solution."""

    exercise: Exercise
    before: str
    after: str
    source: bytes

    @property
    def change(self) -> str:
        """The changed lines as `old -> new`, which identifies the mutant until these lines of the solution change."""
        lines = list(difflib.ndiff(self.before.splitlines(), self.after.splitlines()))
        old, new = ([line[2:].strip() for line in lines if line.startswith(sign)] for sign in ("- ", "+ "))
        return f"{' | '.join(old)} -> {' | '.join(new)}"

    @property
    def diff(self) -> str:
        """A unified diff of one hunk."""
        name = self.exercise.name
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), name, name, "", "", 2, "")
        return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


def mutants_of(exercise: Exercise) -> list[Mutant]:
    """Return all mutants of an exercise, each text once."""
    solution = load_course().solution_file(exercise).read_text(encoding="utf-8")
    before, changed = mutate(solution, exercise.name)
    return [Mutant(exercise, before, text, f"{solution}\n\n{text}\n".encode()) for text in changed]


def mutate(solution: str, name: str) -> tuple[str, list[str]]:
    """Return the definition of `name` and its changed texts, in the order of the changes."""
    definition = find_definition(solution, name)
    before = ast.unparse(definition)
    changed = dict.fromkeys(_texts(definition, _marked(solution)))
    return before, [text for text in changed if text != before and _parses(text)]


def _texts(definition: ast.FunctionDef | ast.ClassDef, marked: set[int]) -> Iterator[str]:
    """Yield the definition as text, with one node replaced at a time."""
    names = ConfusableNames(definition)
    mutations: tuple[Operator, ...] = (
        literals,
        operators,
        calls,
        relatives,
        rows,
        altered_statements,
        orders,
        names.others,
    )
    for replace, node in _replaceable_nodes(definition):
        if _inside(node, marked):
            for mutation in mutations:
                for other in mutation(node):
                    replace(other)
                    yield ast.unparse(definition)
            replace(node)


def _replaceable_nodes(parent: ast.AST) -> Iterator[tuple[Callable[[ast.AST], None], ast.AST]]:
    """Yield each node below `parent` with a function that replaces it."""
    for field, value in list(ast.iter_fields(parent)):
        if isinstance(value, ast.AST):
            yield (lambda other, field=field: setattr(parent, field, other)), value  # type: ignore[misc]
            if not _is_atomic(value):
                yield from _replaceable_nodes(value)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, ast.AST):
                    yield (lambda other, index=index, value=value: value.__setitem__(index, other)), item  # type: ignore[misc]
                    if not _is_atomic(item):
                        yield from _replaceable_nodes(item)


def _is_atomic(node: ast.AST) -> bool:
    """Whether a node is only replaced as a whole: a signed number, docstring, annotation or raised error."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    is_signed = isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    return is_docstring or is_signed or isinstance(node, ast.Raise | ast.arguments)


def _marked(solution: str) -> set[int]:
    """Return the numbers of the lines between the marks."""
    inside, marked = False, set()
    for number, line in enumerate(solution.splitlines(), 1):
        inside = BEGIN in line or (inside and END not in line)
        if inside:
            marked.add(number)
    return marked


def _inside(node: ast.AST, marked: set[int]) -> bool:
    """Whether a node is between the marks; a function is if any of its statements is."""
    if isinstance(node, ast.FunctionDef):
        return any(item.lineno in marked for item in node.body)
    line = getattr(node, "lineno", None) or getattr(getattr(node, "target", None), "lineno", None)
    if line is None and isinstance(node, ast.Slice):
        line = node.lineno
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return line in marked and not is_docstring


def _parses(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except (SyntaxError, ValueError):
        return False
    return True
