"""Parses a file without running it: its identifiers, and code that reaches into the library or into Python itself.

The record of library calls shows what ran. A scan shows what a file names, and which of its lines could get round the
record: modules other than those that exercises need, and names that are looked up without being spelt out. None of
these lines is forbidden, and most are curiosity: a person gets a list of them.
"""

import ast
import importlib.util
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from .mending import PARSE_ERRORS, mend

MAX_WORDS = 20_000
# What an exercise may need to import; of what these contain, some is on the lists below.
USUAL = """
    __future__ abc argparse bisect cmath collections collections.abc contextlib copy csv dataclasses datetime
    decimal enum fractions functools gc glob heapq importlib.metadata io itertools jaxtyping json logging math
    numbers operator os os.path pathlib platform pprint pytest random re statistics string struct sys tempfile
    textwrap time types typing typing_extensions warnings
    numpy numpy.linalg numpy.random numpy.testing numpy.typing
    torch torch.amp torch.autograd torch.autograd.functional torch.backends torch.backends.cuda
    torch.backends.cudnn torch.backends.mps torch.compiler torch.cuda torch.distributions torch.fft torch.func
    torch.jit torch.library torch.linalg torch.mps torch.nn torch.nn.functional torch.nn.init torch.nn.modules
    torch.nn.parameter torch.nn.utils torch.optim torch.optim.sgd torch.random torch.special torch.testing
    torch.types torch.utils torch.utils.checkpoint torch.utils.data torch.version
    """
USUAL_MODULES = frozenset(USUAL.split())
USUAL_PACKAGES = ("matplotlib", "tqdm", "assignments", "IPython")  # with all their modules
NAME = re.compile(r"[\w.]{1,100}|\w+::[\w.]{1,100}")  # a text that may name something
MAX_CODE = 10_000  # letters of a text that is read as code

# Dotted paths of imports, in any letter case, with everything below them.
PATHS = {
    "stack frames": "sys._getframe sys._current_frames inspect.currentframe inspect.stack inspect.trace",
    "trace hooks": "sys.settrace sys.setprofile sys.addaudithook threading.settrace threading.setprofile",
    "the garbage collector's objects": "gc.get_objects gc.get_referrers gc.get_referents gc.callbacks gc.unfreeze",
    "the table of modules": "sys.modules sys.meta_path sys.path_hooks importlib.reload runpy",
    "foreign functions": "ctypes _ctypes cffi torch.utils.cpp_extension",
    "torch's inner parts": "torch._c torch._decomp torch._refs torch._prims torch._dynamo torch._inductor",
    "torch's dispatcher": """torch.library.library torch.library.impl torch.library.fallthrough_kernel
        torch.library.get_kernel torch.library._impls torch.utils._python_dispatch torch._dispatch torch._ops
        torch.overrides""",
    "source code as text": """inspect.getsource inspect.getsourcelines inspect.getsourcefile inspect.getfile
        inspect.getmodule linecache pkgutil.get_data importlib.util importlib.resources importlib.machinery dis""",
    "code from data": """marshal pickle _pickle dill cloudpickle shelve codecs.decode types.functiontype types.codetype
        torch.load torch.jit.load torch.serialization numpy.load code codeop timeit pdb""",
    "names that are put together at run time": """builtins pkgutil.resolve_name pydoc inspect.getattr_static
        inspect.getmembers inspect.getmembers_static
        inspect.unwrap inspect.getclosurevars typing.get_type_hints typing.forwardref string.formatter""",
    "replaced attributes": "unittest.mock",
}
ATTRIBUTES = {
    "stack frames": "tb_frame f_back f_globals f_locals f_builtins gi_frame cr_frame ag_frame _getframe currentframe",
    "the inside of a function": "__wrapped__ __closure__ cell_contents __globals__ __code__ __builtins__",
    "the inside of a class": "__subclasses__ __getattribute__",
    "the garbage collector's objects": "get_objects get_referrers get_referents",
    "torch's inner parts": "_C",
    "torch's dispatcher": "__torch_dispatch__ _ExcludeDispatchKeyGuard _IncludeDispatchKeyGuard",
}
# `_foreach_` functions are ordinary kernels, and `torch._C` has an entry of its own.
PRIVATE = re.compile(r"torch(?:\.\w+)*\.(?!_foreach_|_C\b)_(?!_)\w")
BY_PATH = [(f"{path}.", what) for what, paths in PATHS.items() for path in paths.split()]
BY_ATTRIBUTE = {name: what for what, names in ATTRIBUTES.items() for name in names.split()}
CODE_FROM_TEXT = ("exec", "eval", "compile")
STREAMS = ("sys.stdout", "sys.stderr")  # programs replace them to read what was printed
NAMESPACE = "a namespace by its dictionary"
BY_NAME = ("getattr", "setattr", "delattr", "attrgetter", "methodcaller", "__import__", "import_module")


class ImportedNames:
    """Maps names bound by imports, and plain aliases of them, to dotted paths; one map for the whole file."""

    def __init__(self, nodes: Sequence[ast.AST], own_modules: set[str]) -> None:
        self._own_modules = own_modules
        self._paths: dict[str, str] = {}
        self.own: set[str] = set()  # imported from the submission's own files
        self.modules: set[str] = set()  # bound by `import`
        self.assigned = {
            node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        } - {alias.asname or alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        for node in nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._bind(node)
        for node in nodes:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self._bind_alias(node.targets[0].id, node.value)

    def path(self, node: ast.AST) -> str | None:
        """Return the dotted path of an imported name or its attribute: `F.elu` is `torch.nn.functional.elu`."""
        if isinstance(node, ast.Name):
            return self._paths.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.path(node.value)
            return f"{owner}.{node.attr}" if owner else None
        return None

    def imported_by(self, node: ast.Import | ast.ImportFrom) -> list[str]:
        """Return the dotted paths that a statement imports, without those of the submission's own files."""
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names if not self._is_own(alias.name)]
        module = node.module or ""
        return [] if node.level or self._is_own(module) else [f"{module}.{alias.name}" for alias in node.names]

    def _bind(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            module = alias.name if isinstance(node, ast.Import) else node.module or ""
            bound = alias.asname or (alias.name.split(".")[0] if isinstance(node, ast.Import) else alias.name)
            if self._is_own(module) or (isinstance(node, ast.ImportFrom) and node.level):
                self.own.add(bound)
            elif isinstance(node, ast.ImportFrom):
                self._paths[bound] = f"{module}.{alias.name}"
            else:
                self._paths[bound] = alias.name if alias.asname else bound
                self.modules.add(bound)

    def _bind_alias(self, name: str, value: ast.AST) -> None:
        path = self.path(value)
        if path is not None:
            self._paths.setdefault(name, path)

    def _is_own(self, module: str) -> bool:
        return module.split(".", maxsplit=1)[0] in self._own_modules


def scan_file(source: bytes, own_modules: set[str]) -> dict[str, Any]:
    """Return the identifiers of a file, and what in it reaches into the library or into Python.

    Args:
        source: the file.
        own_modules: the modules of the submission itself.

    Returns:
        `words`: attributes, imports, dotted paths, names that are not the file's own, strings that may be one; no
        comments and docstrings, no error messages, and nothing that the submission defines. None if there are too many:
        which part of them is seen would be up to the author of the file.
        `reflection`: line and description of what reaches into the library or into Python itself.
    """
    try:
        nodes = list(ast.walk(_tree(source)))
    except (LookupError, *PARSE_ERRORS):
        return {"words": [], "reflection": []}
    names = ImportedNames(nodes, own_modules)
    left_out = {id(text) for node in nodes for text in _for_people(node)}
    own = {name for node in nodes for name in _defined(node)} | names.own
    words = {word for node in nodes if id(node) not in left_out for word in _words(node, own, names)}
    return {
        "words": sorted(words) if len(words) <= MAX_WORDS else None,
        "reflection": [list(item) for item in reflection_in(nodes, names)],
    }


def _tree(source: bytes) -> ast.Module:
    """Return the tree of a file, or of what is left of it without what does not parse."""
    try:
        return ast.parse(source)
    except PARSE_ERRORS:
        return ast.parse(mend(importlib.util.decode_source(source), "").text)


def _for_people(node: ast.AST) -> list[ast.AST]:
    """Return the nodes that are for people: a docstring, an error message."""
    if isinstance(node, ast.Raise | ast.Assert):
        text = node.exc if isinstance(node, ast.Raise) else node.msg
        return [part for part in ast.walk(text) if isinstance(part, ast.Constant)] if text else []
    body = getattr(node, "body", None)
    first = body[0] if isinstance(body, list) and body else None
    return [first.value] if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else []


def _defined(node: ast.AST) -> list[str]:
    """Return the names that a node defines; attributes of `self` with the prefix `self.`."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name, f"self.{node.name}"]
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return [node.id]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _of_self(node):
        return [f"self.{node.attr}"]
    return []


def _of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def _words(node: ast.AST, own: set[str], names: ImportedNames) -> list[str]:
    if isinstance(node, ast.Name):
        return [] if node.id in own else [node.id]
    if isinstance(node, ast.Attribute):
        if _of_self(node) and f"self.{node.attr}" in own:
            return []
        path = names.path(node)
        return [node.attr, path] if path else [node.attr]
    if isinstance(node, ast.Import | ast.ImportFrom):
        paths = names.imported_by(node)
        return [*paths, *(word for path in paths for word in path.split("."))]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _words_of_text(node.value)
    return []


def _words_of_text(text: str) -> list[str]:
    """Return what a text names: itself where it may be a name, and the names in it where it is code.

    A text for people hardly ever is code that takes an attribute of something.
    """
    if NAME.fullmatch(text):
        return [text]
    if "." not in text or len(text) > MAX_CODE:
        return []
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except PARSE_ERRORS:
        return []
    return [word for node in nodes if isinstance(node, ast.Attribute) for word in (node.attr, ast.unparse(node))]


def reflection_in(nodes: Sequence[ast.AST], names: ImportedNames) -> list[tuple[int, str]]:
    """Return line and description, in order; each description once per line."""
    finder = _ReflectionFinder(nodes, names)
    return sorted({(getattr(node, "lineno", 0), what) for node in nodes for what in finder.reflects(node)})


class _ReflectionFinder:
    """Inspects one node at a time, with the names of the whole file."""

    def __init__(self, nodes: Sequence[ast.AST], names: ImportedNames) -> None:
        self._names = names
        self._defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        self._defined |= {node.arg for node in nodes if isinstance(node, ast.arg)} | names.assigned
        self._spelt_out = _spelt_out(nodes)
        self._called = {node.func for node in nodes if isinstance(node, ast.Call)}
        self._owners = {node.value for node in nodes if isinstance(node, ast.Attribute)}
        self._aliased = {node.value for node in nodes if isinstance(node, ast.Assign)}
        self._looked_into = {
            node.comparators[0]
            for node in nodes
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn)
        }

    def reflects(self, node: ast.AST) -> Iterator[str]:
        """Yield descriptions of what a node reaches into."""
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from self._import(node)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in BY_ATTRIBUTE:
            yield BY_ATTRIBUTE[node.value]
        elif isinstance(node, ast.Name) and node.id == "__builtins__":
            yield NAMESPACE
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in self._defined:
            yield from self._name(node)
        elif isinstance(node, ast.MatchClass):
            yield from {BY_ATTRIBUTE[name] for name in node.kwd_attrs if name in BY_ATTRIBUTE}
        elif isinstance(node, ast.Call):
            yield from self._call(node)

    def _import(self, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
        paths = self._names.imported_by(node)
        listed = [what for path in paths for what in _of_path(path)]
        yield from listed
        if listed:
            return
        for path in paths:
            module = path.rpartition(".")[0] if isinstance(node, ast.ImportFrom) else path
            if not _is_usual(module):
                yield f"the module {module}"
            elif not _is_usual(path) and _is_module(path):
                yield f"the module {path}"

    def _name(self, node: ast.Name) -> Iterator[str]:
        if node.id in CODE_FROM_TEXT:
            yield f"{node.id}()"
        elif node.id == "__import__" or (node.id in BY_NAME and node not in self._called):
            yield "names that are put together at run time"  # `map(getattr, …)`
        elif node.id in self._names.modules and node not in self._owners:
            yield f"the module {node.id} as a value"
        else:
            yield from self._module_as_value(node)

    def _module_as_value(self, node: ast.Name | ast.Attribute) -> Iterator[str]:
        """`look(nn.functional)`; a further name for it, as in `F = nn.functional`, is followed."""
        path = self._names.path(node)
        if path in sys.modules and node not in self._owners and node not in self._aliased:
            yield f"the module {path} as a value"

    def _attribute(self, node: ast.Attribute) -> Iterator[str]:
        path = self._names.path(node)
        if isinstance(node.ctx, ast.Store | ast.Del):
            of_a_library = path is not None and not path.startswith("torch.backends.")
            if path in STREAMS:
                return
            if _is_class_of(node.value) or of_a_library or node.attr.startswith("__"):
                yield f"the replaced attribute {path or node.attr}"
            return
        if path and node not in self._looked_into:  # `"torch" in sys.modules` only tests membership
            yield from _of_path(path)
        if path and not _is_usual(path) and _is_module(path) and not any(_of_path(path)):
            yield f"the module {path}"
        yield from self._module_as_value(node)
        if path and PRIVATE.match(path):
            yield "torch's inner parts"
        if node.attr in BY_ATTRIBUTE and not _is_self(node.value):
            yield BY_ATTRIBUTE[node.attr]
        if node.attr == "__dict__" and not _is_self(node.value):
            yield NAMESPACE
        if node.attr in ("__file__", "__loader__", "__spec__") and path:
            yield "source code as text"

    def _call(self, node: ast.Call) -> Iterator[str]:
        name = _function_name(node.func)
        builtin = isinstance(node.func, ast.Name)
        if name in self._defined or (not builtin and self._names.path(node.func) is None):
            return
        of_another = name in ("vars", "dir") and node.args and not _is_self(node.args[0])
        if (name == "globals" and node not in self._looked_into) or of_another:
            yield NAMESPACE
        if name in ("setattr", "delattr") and node.args:
            path = self._names.path(node.args[0])
            if path or _is_class_of(node.args[0]):
                yield f"a replaced attribute of {path or 'a class'}"
        if name in BY_NAME and self._puts_together(name, node.args):
            yield "names that are put together at run time"

    def _puts_together(self, name: str, args: Sequence[ast.expr]) -> bool:
        """Whether the looked-up name is not spelt out; on `self`, that is how numbered layers are accessed."""
        of_an_object = name in ("getattr", "setattr", "delattr")
        if of_an_object and args and _is_self(args[0]):
            return False
        return not all(map(self._is_spelt_out, args[1:2] if of_an_object else args))

    def _is_spelt_out(self, node: ast.expr) -> bool:
        return _is_text(node) or (isinstance(node, ast.Name) and node.id in self._spelt_out)


def _spelt_out(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the names that are only bound by loops over texts that are written down, in the loop or as a constant."""
    assigned = [node for node in nodes if isinstance(node, ast.Assign) and len(node.targets) == 1]
    stored = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    constants = {
        node.targets[0].id
        for node in assigned
        if isinstance(node.targets[0], ast.Name) and _are_texts(node.value) and stored.count(node.targets[0].id) == 1
    }
    loops = [node for node in nodes if isinstance(node, ast.For | ast.comprehension)]
    spelt = {
        target
        for loop in loops
        for target, values in _pairs(loop.target, loop.iter)
        if isinstance(target, ast.Name)
        and (_are_texts(values) or (isinstance(values, ast.Name) and values.id in constants))
    }
    others = {
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in spelt
    }
    names = {node.id for node in spelt if isinstance(node, ast.Name)}
    return names - others - {node.arg for node in nodes if isinstance(node, ast.arg)}


def _pairs(target: ast.expr, values: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each name of a loop with what it goes over: `for name, layer in zip(NAMES, layers)` has two."""
    if isinstance(target, ast.Tuple) and isinstance(values, ast.Call) and _function_name(values.func) == "zip":
        yield from zip(target.elts, values.args, strict=False)
    else:
        yield target, values


def _are_texts(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple | ast.List) and all(map(_is_text, node.elts))


def _of_path(path: str) -> Iterator[str]:
    folded = f"{path.casefold()}."
    yield from {what for start, what in BY_PATH if f".{folded}".find(f".{start}") >= 0}  # `torch.sys.modules` too


def _is_module(path: str) -> bool:
    """Whether an attribute of a module is a module too, perhaps one that is not imported yet."""
    owner, _, name = path.rpartition(".")
    if path in sys.modules or owner not in sys.modules or name in vars(sys.modules[owner]):
        return path in sys.modules
    try:
        return importlib.util.find_spec(path) is not None
    except (ImportError, AttributeError, ValueError):  # what owns it is no package
        return False


def _is_usual(module: str) -> bool:
    return module in USUAL_MODULES or module.partition(".")[0] in USUAL_PACKAGES


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _function_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_self(node: ast.expr) -> bool:
    """`self`, or an attribute of it."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def _is_class_of(node: ast.expr) -> bool:
    """`type(x)` or `x.__class__`."""
    if isinstance(node, ast.Call):
        return _function_name(node.func) == "type" and len(node.args) == 1
    return isinstance(node, ast.Attribute) and node.attr == "__class__"
