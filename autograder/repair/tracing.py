"""Rewrites a program so that it says what it computes on the way: each expression is handed to a recorder.

The definitions of the file that an exercise calls are traced as well, its helpers and other exercises alike.
"""

import ast
import inspect
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

from autograder.repair import value_recorder
from autograder.repair.scope import editable
from autograder.repair.source import ParsedText, Span, UnreadableProgramError

RECORD = value_recorder.record_traced_value.__name__
COMPUTED = (ast.BinOp, ast.UnaryOp, ast.Call, ast.Subscript, ast.Compare, ast.IfExp)
LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
TRANSPOSES = ("T", "mT")


@dataclass(frozen=True)
class TracedPlace:
    """An expression whose values are recorded.

    Attributes:
        span: where it is.
        parts: the places of what it is computed from.
        is_name: whether it is a variable.
        is_filled: whether it is put in a variable whose entries are assigned later.
        is_in_loop: whether it is in a loop.
        is_slice: whether it takes a part of a value.
        is_given: whether it is an attribute of the object, such as a parameter.
    """

    span: Span
    parts: tuple[int, ...]
    is_name: bool = False
    is_filled: bool = False
    is_in_loop: bool = False
    is_slice: bool = False
    is_given: bool = False

    @property
    def is_computed(self) -> bool:
        """Whether it is neither a variable nor an attribute of the object."""
        return not self.is_name and not self.is_given


@dataclass(frozen=True)
class TracedProgram:
    """A program that prints what it computes; empty if the file cannot be read.

    Attributes:
        text: the program.
        original: the text of the file.
        places: the expressions whose values are recorded.
        has_input: whether its values depend on what it is called with.
        made: where attributes of the object are made, by their names.
    """

    text: str = ""
    original: str = ""
    places: tuple[TracedPlace, ...] = ()
    has_input: bool = False
    made: Mapping[str, Span] = field(default_factory=dict)


def traced_program(data: bytes, name: str, others: Collection[str] = ()) -> TracedProgram:
    """Return a file whose exercise is traced; only a process with limits may call this for a student's file.

    Args:
        data: the file.
        name: the exercise.
        others: other exercises of the file, which are not traced.
    """
    try:
        source = ParsedText.of_bytes(data)
    except UnreadableProgramError:
        return TracedProgram()
    recorder = _Recorder(source)
    definitions = [
        item for item in editable(source.tree, name, others) if isinstance(item, ast.FunctionDef | ast.ClassDef)
    ]
    arguments = [item for one in definitions for item in ast.walk(one) if isinstance(item, ast.arg)]
    own = [item for item in definitions if isinstance(item, ast.ClassDef) and item.name == name]
    made = {target: source.span(value) for one in own for target, value in reversed(list(_made_attributes(one)))}
    for definition in definitions:
        recorder.visit(definition)
    text = ast.unparse(ast.fix_missing_locations(source.tree))
    program = f"{text}\n\n\n{inspect.getsource(value_recorder)}"
    return TracedProgram(program, source.text, tuple(recorder.places), bool(arguments), made)


def _made_attributes(definition: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the attributes of the object that statements of a class assign, each with what is assigned, in order."""
    for statement in ast.walk(definition):
        if isinstance(statement, ast.Assign):
            targets = (item for target in statement.targets for item in ast.walk(target))
            yield from ((item.attr, statement.value) for item in targets if _is_attribute_of_self(item))
        elif isinstance(statement, ast.AnnAssign) and statement.value and _is_attribute_of_self(statement.target):
            yield statement.target.attr, statement.value


def _is_attribute_of_self(node: ast.AST) -> TypeGuard[ast.Attribute]:
    if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
        return False
    return isinstance(node.value, ast.Name) and node.value.id == "self"


class _Recorder(ast.NodeTransformer):
    """Wraps the expressions of definitions."""

    def __init__(self, source: ParsedText) -> None:
        self._source = source
        self._parts: list[list[int]] = [[]]
        self._loops = 0
        self._filled: set[int] = set()
        self.places: list[TracedPlace] = []

    def visit(self, node: ast.AST) -> ast.AST:
        """Return a node with its expressions wrapped."""
        if isinstance(node, LOOPS):
            self._loops += 1
            node = self.generic_visit(node)
            self._loops -= 1
            return node
        if isinstance(node, ast.FunctionDef):
            self._filled |= _filled_values(node)
            node.body = [self.visit(item) for item in node.body]  # type: ignore[misc]
            return node
        if isinstance(node, ast.ClassDef):
            node.body = [self.visit(item) if isinstance(item, ast.FunctionDef) else item for item in node.body]  # type: ignore[misc]
            return node
        if isinstance(node, ast.AnnAssign):
            node.value = None if node.value is None else self.visit(node.value)  # type: ignore[assignment]
            return node
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert | ast.Import | ast.ImportFrom | ast.Delete):
            return node
        return self._expression(node) if isinstance(node, ast.expr) else self.generic_visit(node)

    def _expression(self, node: ast.expr) -> ast.expr:
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return node
        span = self._source.span(node) if hasattr(node, "lineno") else None
        self._parts.append([])
        self._visit_operands(node)
        parts = tuple(self._parts.pop())
        if span is None or not _is_recorded(node):
            self._parts[-1] += parts
            return node
        place = len(self.places)
        is_name, is_slice = isinstance(node, ast.Name), isinstance(node, ast.Subscript)
        kinds = (is_name, id(node) in self._filled, self._loops > 0, is_slice, _is_given(node))
        self.places.append(TracedPlace(span, parts, *kinds))
        self._parts[-1].append(place)
        return ast.Call(ast.Name(RECORD, ast.Load()), [ast.Constant(place), node], [])

    def _visit_operands(self, node: ast.expr) -> None:
        """Visit what an expression is computed from; the name of a function and an attribute's module stay."""
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name):
                node.func.value = self._expression(node.func.value)
            elif isinstance(node.func, ast.Attribute):
                node.func.value = self._object(node.func.value)
            node.args = [self._expression(item) for item in node.args]
            for keyword in node.keywords:
                keyword.value = self._expression(keyword.value)
        elif isinstance(node, ast.Attribute) and not _is_given(node):
            node.value = self._object(node.value) if isinstance(node.value, ast.Name) else self._expression(node.value)
        elif not isinstance(node, ast.Attribute | ast.Lambda):
            self.generic_visit(node)

    def _object(self, node: ast.expr) -> ast.expr:
        """Return a variable that an attribute is taken of, wrapped; a module stays, which is no value."""
        is_module = isinstance(node, ast.Name) and node.id in ("torch", "math", "nn", "F", "np", "self", "super")
        return node if is_module else self._expression(node)


def _filled_values(function: ast.FunctionDef) -> set[int]:
    """Return the nodes that are put in a variable some entries of which are assigned in the same function."""
    nodes = list(ast.walk(function))
    stored = (item.value for item in nodes if isinstance(item, ast.Subscript) and isinstance(item.ctx, ast.Store))
    filled = {item.id for item in stored if isinstance(item, ast.Name)}
    return {
        id(item.value)
        for item in nodes
        if isinstance(item, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id in filled for target in item.targets)
    }


def _is_recorded(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in TRANSPOSES or _is_given(node)
    is_literal = isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)  # such as -0.5
    return isinstance(node, (*COMPUTED, ast.Name)) and not is_literal


def _is_given(node: ast.expr) -> bool:
    """Whether it is an attribute of the object, or one of such an attribute: a parameter or what was kept."""
    while isinstance(node, ast.Attribute) and node.attr not in TRANSPOSES:
        node = node.value
        if isinstance(node, ast.Name) and node.id == "self":
            return True
    return False
