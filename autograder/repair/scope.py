"""What may be edited in a file, and which names an edit may use there."""

import ast
import builtins
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from autograder.repair.source import ParsedText
from autograder.repair.syntax import last_name

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign
Loop = ast.For | ast.While
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BUILTINS = frozenset(dir(builtins))
BLOCKS = ("body", "orelse", "finalbody")  # the fields of a statement that hold statements
NUMBER_TYPES = frozenset({"int", "float", "int | None", "float | None"})


def editable(tree: ast.Module, name: str, others: Collection[str] = ()) -> list[Definition]:
    """Return the last definition of a name, and the helpers and constants of the file that it uses, in their order.

    Args:
        tree: the file.
        name: an exercise.
        others: names that belong to other exercises, and stay as they are.
    """
    last = {bound: node for node in tree.body for bound in _bound(node) if isinstance(node, Definition)}
    pending, reached = [name], set[str]()
    while pending:
        current = pending.pop()
        if current in last and current not in reached:
            reached.add(current)
            pending += [item for item in sorted(read_names(last[current])) if item not in others]
    nodes = {id(last[item]): last[item] for item in reached}
    return sorted(nodes.values(), key=lambda node: node.lineno)


def needed_part(source: ParsedText, name: str) -> ParsedText:
    """Return a file in which the functions and classes are empty lines that a definition does not need by name.

    It is loaded sooner. Where a program finds a definition in another way, it does something else than the whole file.

    Args:
        source: the file.
        name: the definition.
    """
    body = source.tree.body
    definitions = [item for item in body if isinstance(item, ast.FunctionDef | ast.ClassDef)]
    last = {item.name: item for item in definitions}
    pending = [name, *(read for item in body if item not in definitions for read in read_names(item))]
    needed = set[str]()
    while pending:
        current = pending.pop()
        if current in last and current not in needed:
            needed.add(current)
            pending += read_names(last[current])
    lines = list(source.lines)
    for item in definitions:
        if item.name not in needed:
            first = min([item.lineno, *(decorator.lineno for decorator in item.decorator_list)])
            end = item.end_lineno or first
            lines[first - 1 : end] = [""] * (end - first + 1)
    kept = [item for item in body if item not in definitions or getattr(item, "name", "") in needed]
    return ParsedText("\n".join(lines), ast.Module(kept, source.tree.type_ignores))


def last_definition(tree: ast.Module, name: str) -> ast.FunctionDef | ast.ClassDef | None:
    """Return the function or class that a name stands for at the end of a file."""
    bound = [node for node in tree.body if isinstance(node, Definition) and name in _bound(node)]
    return bound[-1] if bound and isinstance(bound[-1], ast.FunctionDef | ast.ClassDef) else None


def is_docstring(node: ast.AST) -> bool:
    """Whether a statement is a constant alone, which does nothing."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _bound(node: ast.stmt) -> list[str]:
    """Return the names that a statement at the top level defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [item.id for item in targets if isinstance(item, ast.Name)]


def read_names(node: ast.AST) -> set[str]:
    """Return the names that are read anywhere in a tree."""
    return {item.id for item in ast.walk(node) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load)}


def stored_names(node: ast.AST) -> list[str]:
    """Return the names that are assigned anywhere in a tree, in their order."""
    found = (item for item in ast.walk(node) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store))
    return list(dict.fromkeys(item.id for item in sorted(found, key=lambda item: (item.lineno, item.col_offset))))


def parameters(function: ast.FunctionDef) -> list[ast.arg]:
    """Return the parameters of a function without `self`."""
    own = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return [item for item in own if item.arg != "self"]


def defaults_of(function: ast.FunctionDef) -> dict[str, ast.expr]:
    """Return the defaults of parameters, by name."""
    arguments = function.args
    positional = zip(reversed([*arguments.posonlyargs, *arguments.args]), reversed(arguments.defaults), strict=False)
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return {item.arg: value for item, value in (*positional, *named) if value is not None}


@dataclass(frozen=True)
class Scope:
    """The names that edits of a definition may use.

    Attributes:
        definition: a function, a class, or an assignment.
        module_names: what the file binds at its top level, imports included.
    """

    definition: ast.stmt
    module_names: frozenset[str] = field(default_factory=frozenset)

    @cached_property
    def functions(self) -> list[ast.FunctionDef]:
        """The functions of the definition, outer ones first."""
        return [node for node in ast.walk(self.definition) if isinstance(node, ast.FunctionDef)]

    @cached_property
    def _nodes(self) -> dict[int, tuple[ast.AST, ...]]:
        return {id(function): tuple(ast.walk(function)) for function in self.functions}

    def nodes_of(self, function: ast.FunctionDef) -> tuple[ast.AST, ...]:
        """Return all nodes of one of the functions."""
        return self._nodes[id(function)]

    @cached_property
    def _variables(self) -> dict[int, dict[str, list[ast.Name]]]:
        found: dict[int, dict[str, list[ast.Name]]] = {}
        for function in self.functions:
            names = found.setdefault(id(function), {})
            for item in self.nodes_of(function):
                if isinstance(item, ast.Name):
                    names.setdefault(item.id, []).append(item)
        return found

    def uses(self, function: ast.FunctionDef, name: str) -> list[ast.Name]:
        """Return the places in one of the functions where a variable is read or assigned."""
        return self._variables[id(function)].get(name, [])

    @cached_property
    def _indices(self) -> frozenset[int]:
        return frozenset(id(item.slice) for item in ast.walk(self.definition) if isinstance(item, ast.Subscript))

    def is_index(self, node: ast.AST) -> bool:
        """Whether a node is what is between the brackets of a subscript."""
        return id(node) in self._indices

    @cached_property
    def _innermost(self) -> dict[int, ast.FunctionDef]:
        """The innermost function around each line of a function."""
        found: dict[int, ast.FunctionDef] = {}
        for function in sorted(self.functions, key=lambda item: item.lineno):
            found |= dict.fromkeys(range(function.lineno, (function.end_lineno or 0) + 1), function)
        return found

    def function_of(self, node: ast.AST) -> ast.FunctionDef | None:
        """Return the innermost function around a node."""
        return self._innermost.get(getattr(node, "lineno", 0))

    def around(self, node: ast.AST) -> tuple[ast.AST, ...]:
        """Return all nodes of the innermost function around one; none if there is no function."""
        function = self.function_of(node)
        return () if function is None else self.nodes_of(function)

    @cached_property
    def _parents(self) -> dict[int, ast.AST]:
        return {id(node): parent for parent in ast.walk(self.definition) for node in ast.iter_child_nodes(parent)}

    def parent(self, node: ast.AST) -> ast.AST:
        """Return what a node belongs to."""
        return self._parents.get(id(node), self.definition)

    def loops_around(self, node: ast.expr) -> list[Loop]:
        """Return the loops of the function around a node in whose bodies it is."""
        loops = (item for item in self.around(node) if isinstance(item, Loop))
        return [item for item in loops if item.body[0].lineno <= node.lineno <= (item.body[-1].end_lineno or 0)]

    def names(self, node: ast.AST) -> list[str]:
        """Return parameters, and variables that are assigned above the line of a node."""
        function = self.function_of(node)
        if function is None:
            return []
        line = getattr(node, "lineno", 0)
        stored = (name for assigned, name in self._stored[id(function)] if assigned < line)
        return list(dict.fromkeys([*(item.arg for item in parameters(function)), *stored]))

    def unread_parameters(self, node: ast.AST) -> frozenset[str]:
        """Return the parameters of the function around a node that it never reads: what they are for is missing."""
        function = self.function_of(node)
        return frozenset() if function is None else self._unread[id(function)]

    @cached_property
    def _unread(self) -> dict[int, frozenset[str]]:
        return {
            id(function): frozenset(item.arg for item in parameters(function)) - read_names(function)
            for function in self.functions
        }

    @cached_property
    def _stored(self) -> dict[int, list[tuple[int, str]]]:
        """The names that each function assigns, by the identity of the function, with their lines."""
        return {
            id(function): [
                (item.lineno, item.id)
                for item in self.nodes_of(function)
                if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
            ]
            for function in self.functions
        }

    @cached_property
    def _own_assignments(self) -> list[tuple[str, ast.expr]]:
        """The attributes of `self` with the values that they get."""
        return [
            (target.attr, node.value)
            for node in ast.walk(self.definition)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Attribute) and _is_self(target.value)
        ]

    @cached_property
    def attributes(self) -> list[str]:
        """The attributes that the class gives itself."""
        return list(dict.fromkeys(name for name, _ in self._own_assignments))

    @cached_property
    def read_attributes(self) -> frozenset[str]:
        """The attributes of `self` that are read anywhere in the class."""
        found = (node for node in ast.walk(self.definition) if isinstance(node, ast.Attribute) and _is_self(node.value))
        return frozenset(node.attr for node in found if isinstance(node.ctx, ast.Load))

    @cached_property
    def layers(self) -> list[str]:
        """Those of them that are made by a call of a class, such as `nn.Linear(…)`."""
        made = [(name, value.func) for name, value in self._own_assignments if isinstance(value, ast.Call)]
        return list(dict.fromkeys(name for name, function in made if _is_layer(last_name(function))))

    def unused_layers(self, function: ast.FunctionDef) -> list[str]:
        """Return the layers that one of the functions does not name."""
        used = self.attributes_in(function)
        return [layer for layer in self.layers if layer not in used]

    def attributes_in(self, function: ast.FunctionDef) -> frozenset[str]:
        """Return the attributes that one of the functions names."""
        return self._attributes_in[id(function)]

    @cached_property
    def _attributes_in(self) -> dict[int, frozenset[str]]:
        return {
            id(function): frozenset(item.attr for item in self.nodes_of(function) if isinstance(item, ast.Attribute))
            for function in self.functions
        }

    def sizes(self, node: ast.AST) -> list[str]:
        """Return expressions that may be a size: parameters that are numbers or not annotated, attributes that are."""
        function = self.function_of(node)
        own = [] if function is None else _numbers_of(function)
        if function is not None and function.name == "__init__":  # where an attribute may not be there yet
            return own
        plain = [name for name, value in self._own_assignments if name not in self.layers and not _is_tensor(value)]
        return [*own, *(f"self.{name}" for name in dict.fromkeys(plain))]

    def unbound(self) -> list[tuple[str, ast.Name]]:
        """Return names that nothing binds, each with the place where it is read first."""
        bound = self.module_names | BUILTINS | set(stored_names(self.definition)) | set(self._arguments())
        found: dict[str, ast.Name] = {}
        for item in ast.walk(self.definition):
            if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load) and item.id not in bound:
                found.setdefault(item.id, item)
        return list(found.items())

    def _arguments(self) -> Iterator[str]:
        for item in ast.walk(self.definition):
            if isinstance(item, ast.arg):
                yield item.arg
            elif isinstance(item, ast.FunctionDef | ast.ClassDef):
                yield item.name


def _is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _is_layer(name: str) -> bool:
    """Whether what is called is a class of layers, by its name."""
    return name[:1].isupper() and name != "Parameter"


def _numbers_of(function: ast.FunctionDef) -> list[str]:
    """Return the parameters that are numbers or not annotated; a default such as `False` says that one is neither."""
    defaults = defaults_of(function)
    flags = {name for name, value in defaults.items() if isinstance(getattr(value, "value", None), bool)}
    return [item.arg for item in parameters(function) if _is_number(item) and item.arg not in flags]


def _is_number(item: ast.arg) -> bool:
    return item.annotation is None or ast.unparse(item.annotation) in NUMBER_TYPES


def _is_tensor(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and last_name(value.func) not in ("int", "float", "sqrt", "len")


def module_names(tree: ast.Module) -> frozenset[str]:
    """Return everything that a file binds at its top level."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(item.asname or item.name).split(".")[0] for item in node.names}
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.add(node.name)
        else:
            found |= set(stored_names(node))
    return frozenset(found)
