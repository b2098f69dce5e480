"""Finds code by which one call could leave something for a later one, other than in the objects that it was given.

The exercises of a file share a worker only where nothing is found, or only in definitions that they do not use. So this
is a list of what is allowed: definitions and constants at the top level of the file, attributes of `self`, imports of
libraries that compute. It reads a file before any of it has run, and runs none of it. What it finds is no fault: what
uses it is judged exercise by exercise.
"""

import ast
import functools
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .code_scan import ImportedNames
from .parsed_file import ParsedFile
from .slicing import names_needed

PATH_MODULE = "pathlib"  # may be imported for an annotation
LIBRARIES = frozenset(
    (
        *("__future__", "abc", "cmath", "collections", "dataclasses", "enum", "fractions", "functools", "itertools"),
        *("jaxtyping", "math", "numbers", "numpy", "operator", "random", "statistics", "string", "torch", "typing"),
        *("typing_extensions", PATH_MODULE),
    )
)
# Last parts of the paths of library functions that change or use more than their arguments.
REACHING_NAMES = re.compile(
    r"set\w+|register\w*|use_\w+|enable\w*|disable\w*|seterr\w*|setstate|(?:lru_)?cache|singledispatch\w*|(?:np)?save\w*|"
    r"load\w*|compile\w*|jit|script\w*|library|hub|backends|overrides|multiprocessing|distributed|utils|fx|"
    r"_dynamo|ops|append|extend|insert|setdefault|update|popitem|clear|getcontext|setcontext|memmap|fromfile|tofile"
)
WRITING_METHODS = frozenset(("write_text", "write_bytes", "touch", "mkdir", "symlink_to", "hardlink_to"))  # of a path
REACHING_BUILTINS = frozenset(
    (
        *("__import__", "breakpoint", "compile", "delattr", "eval", "exec", "globals", "id", "input", "locals"),
        *("memoryview", "open", "setattr", "type", "vars", "__builtins__"),
    )
)
ASKING_BUILTINS = frozenset(("isinstance", "issubclass", "super"))
DECORATORS = frozenset(
    (
        *("staticmethod", "classmethod", "property", "torch.no_grad", "torch.inference_mode"),
        *("dataclasses.dataclass", "abc.abstractmethod", "typing.override", "typing.no_type_check"),
    )
)
CACHES = frozenset(("functools.cache", "functools.lru_cache"))  # keep something for the function that they decorate
SPECIAL_NAMES = frozenset(("__init__", "__call__", "__name__", "__doc__", "__version__", "__repr__", "__len__"))
PURE_CALLS = frozenset(("torch.device", "torch.cuda.is_available", "float", "int"))
FUNCTION_NODES = (ast.FunctionDef, ast.AsyncFunctionDef)
FoundState = tuple[int, str, str]
UNREADABLE: list[FoundState] = [(0, "code that cannot be read", "")]


def kept_state(file: ParsedFile | None) -> list[FoundState]:
    """Return line, description and owner of everything in a file that may keep something from one call to the next.

    The owner is the definition of the top level that has to be called for it; empty where loading the file is enough.
    """
    try:
        return UNREADABLE if file is None else sorted(set(_FileReader(file).found()))
    except (RecursionError, MemoryError):
        return UNREADABLE


class _FileReader:
    """Looks at the nodes of one file, with what its top level binds."""

    def __init__(self, file: ParsedFile) -> None:
        tree, table = file.tree, file.table
        self._definitions = [node for node in tree.body if isinstance(node, (*FUNCTION_NODES, ast.ClassDef))]
        self._scopes = table.get_children()
        self._nodes = file.nodes
        self._names = ImportedNames(self._nodes, set())
        self._bound = set(table.get_identifiers())
        self._cleared: set[ast.expr] = set()  # attributes that are set to None
        self._plain: set[ast.AST] = set()  # names of definitions where they are called, or say what something is
        self._methods = {item for node in self._nodes if isinstance(node, ast.ClassDef) for item in node.body}
        self._defined = {node.name for node in self._definitions}
        self._functions = {node.name for node in self._nodes if isinstance(node, FUNCTION_NODES)}
        self._imports = {node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)}
        self._reaching = {name for node in self._imports for name in _reaching_names(node)}
        self._changeable: set[str] = set()
        for _ in range(2):  # `a = b` before `b = []`
            for node in tree.body:
                self._changeable |= self._binds_changeable(node)

    def found(self) -> Iterator[FoundState]:
        """Yield line, description and owner, in no order."""
        at_top = {(node.name, node.lineno) for node in self._definitions}
        for scope in self._scopes:
            name, line = scope.get_name(), scope.get_lineno()
            for used in self._changeable.intersection(names_needed(scope)):
                yield line, f"{used}, which is made at the top level", name if (name, line) in at_top else ""
        readers = self._readers()
        for node in self._nodes:
            if reader := readers.get(type(node)):
                for what in reader(node):
                    yield getattr(node, "lineno", 0), what, self._owners.get(node, "")

    @functools.cached_property
    def _owners(self) -> dict[ast.AST, str]:
        """The definition of the top level to which a node belongs that runs only when a function or method is called.

        Default values, decorators, annotations and what else is in a class run while the file is loaded. But a cache
        matters only to those who call the function that it decorates.
        """
        owned: list[tuple[str, Sequence[ast.AST]]] = [
            (node.name, part.body)
            for node in self._definitions
            for part in (node.body if isinstance(node, ast.ClassDef) else [node])
            if isinstance(part, FUNCTION_NODES)
        ]
        owned += [
            (node.name, [item for item in node.decorator_list if self._is_cache(item)]) for node in self._definitions
        ]
        return {node: name for name, parts in owned for part in parts for node in ast.walk(part)}

    def _is_cache(self, decorator: ast.expr) -> bool:
        return self._names.path(decorator.func if isinstance(decorator, ast.Call) else decorator) in CACHES

    def _readers(self) -> dict[type[ast.AST], Callable[[Any], Iterator[str]]]:
        """Return what reads the nodes of each type that may be found."""
        return {
            ast.Name: self._name,
            ast.Assign: self._assignment,
            ast.Attribute: self._attribute,
            ast.Subscript: self._item,
            ast.arg: self._annotation,
            ast.AnnAssign: self._annotation,
            ast.alias: self._alias,
            ast.Call: self._call,
            ast.arguments: self._arguments,
            ast.Global: self._declaration,
            ast.Nonlocal: self._declaration,
            ast.Import: self._import,
            ast.ImportFrom: self._import,
            ast.ClassDef: self._class,
            ast.FunctionDef: self._function,
            ast.AsyncFunctionDef: self._function,
        }

    def _binds_changeable(self, node: ast.stmt) -> set[str]:
        """Return the names that a top-level statement binds to what may change later."""
        if isinstance(node, (*FUNCTION_NODES, ast.ClassDef, ast.Import, ast.ImportFrom)):
            return set()
        if isinstance(node, ast.Assign | ast.AnnAssign) and (node.value is None or self._is_constant(node.value)):
            return set()
        names = (part for part in ast.walk(node) if isinstance(part, ast.Name))
        return {name.id for name in names if isinstance(name.ctx, ast.Store)}

    def _is_constant(self, node: ast.expr) -> bool:
        """Whether the value of an expression cannot change."""
        if isinstance(node, ast.Constant | ast.Lambda):
            return True
        if isinstance(node, ast.Name):
            return node.id not in self._changeable
        if isinstance(node, ast.Call):
            path = self._names.path(node.func) or (node.func.id if isinstance(node.func, ast.Name) else "")
            pure = path in PURE_CALLS or path.startswith("math.")
            return pure and not node.keywords and all(map(self._is_constant, node.args))
        if isinstance(node, ast.Attribute):
            return self._names.path(node) is not None
        if isinstance(node, ast.UnaryOp | ast.BinOp | ast.IfExp | ast.Tuple | ast.Subscript):
            parts = (part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
            return all(map(self._is_constant, parts))
        return False

    def _name(self, node: ast.Name) -> Iterator[str]:
        if not isinstance(node.ctx, ast.Load):
            if node.id == "self":
                yield "another self"
        elif node.id in REACHING_BUILTINS or node.id in self._reaching:
            yield node.id
        elif node.id in self._defined and node not in self._plain:
            yield f"{node.id} as a value"

    def _assignment(self, node: ast.Assign) -> Iterator[str]:
        """Note which attributes are set to None; their nodes come later than that of the assignment."""
        if isinstance(node.value, ast.Constant) and node.value.value is None:
            self._cleared.update(node.targets)
        yield from ()

    def _item(self, node: ast.Subscript) -> Iterator[str]:
        root = _root(node)
        if not isinstance(node.ctx, ast.Load) and root in self._bound:
            yield f"an item of {root}"

    def _arguments(self, node: ast.arguments) -> Iterator[str]:
        if not all(map(self._is_constant, filter(None, (*node.defaults, *node.kw_defaults)))):
            yield "a default value that may change"

    def _declaration(self, node: ast.Global | ast.Nonlocal) -> Iterator[str]:
        yield type(node).__name__.lower()

    def _annotation(self, node: ast.arg | ast.AnnAssign) -> Iterator[str]:
        if node.annotation is not None:
            self._plain.update(ast.walk(node.annotation))
        yield from ()

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
        yield from self._decorators(node)
        if node.returns is not None:
            self._plain.update(ast.walk(node.returns))
        if node not in self._methods and any(
            item.arg == "self" for item in ast.walk(node.args) if isinstance(item, ast.arg)
        ):
            yield "another self"
        if _is_special(node.name):
            yield f"the method {node.name}"

    def _attribute(self, node: ast.Attribute) -> Iterator[str]:
        if _is_special(node.attr) or node.attr in WRITING_METHODS:
            yield node.attr
        if not isinstance(node.ctx, ast.Load):
            if not self._is_of_own_object(node):
                yield f"an attribute {node.attr} of another object than self"
            return
        if isinstance(node.value, ast.Name) and node.value.id in self._defined:
            if node.attr in self._functions or node.value.id in self._functions:
                yield f"{node.value.id}.{node.attr}"  # with another object in place of self
            self._plain.add(node.value)
        path = self._names.path(node)
        if path and (REACHING_NAMES.fullmatch(node.attr) or node.attr.startswith("_")):
            yield path

    def _is_of_own_object(self, node: ast.Attribute) -> bool:
        """Whether an attribute is assigned that disappears with an object, or is an old gradient that is removed."""
        if node in self._cleared and node.attr == "grad" and _root(node) not in (None, *self._bound):
            return True
        return _root(node) == "self" and "self" not in self._bound and "__" not in ast.unparse(node.value)

    def _call(self, node: ast.Call) -> Iterator[str]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        self._plain.add(node.func)
        if name in ASKING_BUILTINS:
            self._plain.update(part for item in node.args for part in ast.walk(item))
        if name == "getattr" and _root(node.args[0] if node.args else None) != "self":
            yield "getattr"
        if (self._names.path(node.func) or "").startswith(f"{PATH_MODULE}."):
            yield "a path"

    def _import(self, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
        paths = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        known = sys.stdlib_module_names if isinstance(node, ast.Import) and node in self._imports else LIBRARIES
        for path in paths:
            root, *rest = path.split(".")
            if path not in known and root not in LIBRARIES:  # another file of the submission, for one
                yield f"the module {path}"
            if any(REACHING_NAMES.fullmatch(part) or part.startswith("_") for part in rest):
                yield path
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            for alias in node.names:
                path = f"{module}.{alias.name}"
                if alias.name == "*" or (REACHING_NAMES.fullmatch(alias.name) and node not in self._imports):
                    yield path
                if module != "__future__" and alias.name.startswith("_"):
                    yield path

    def _alias(self, node: ast.alias) -> Iterator[str]:
        if node.asname == "self":
            yield "another self"

    def _class(self, node: ast.ClassDef) -> Iterator[str]:
        yield from self._decorators(node)
        self._plain.update(node.bases)
        if node.keywords:
            yield "a metaclass"
        for part in node.body:
            plain = isinstance(part, (*FUNCTION_NODES, ast.Pass)) or (
                isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
            )
            value = part.value if isinstance(part, ast.Assign | ast.AnnAssign) else None
            constant = isinstance(part, ast.AnnAssign) if value is None else self._is_constant(value)
            if not plain and not constant:
                yield f"what the class {node.name} shares between its objects"

    def _decorators(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[str]:
        for item in node.decorator_list:
            target = item.func if isinstance(item, ast.Call) else item
            path = self._names.path(target) or (target.id if isinstance(target, ast.Name) else "")
            if path not in DECORATORS and not (path in CACHES and not isinstance(node, ast.ClassDef)):
                yield f"the decorator {ast.unparse(item)[:60]}"


def _reaching_names(node: ast.Import | ast.ImportFrom) -> set[str]:
    """Return the names that an import binds to what changes or uses more than its arguments.

    To import a module of Python keeps nothing by itself, so what counts is where these names are used.
    """
    modules = isinstance(node, ast.Import)
    reaching = sys.stdlib_module_names - LIBRARIES
    return {
        alias.asname or alias.name
        for alias in node.names
        if (alias.name in reaching if modules else REACHING_NAMES.fullmatch(alias.name))
    }


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in SPECIAL_NAMES


def _root(node: ast.AST | None) -> str | None:
    """Return the name that a chain of attributes and items begins with; None if it begins with something else."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
