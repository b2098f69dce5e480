"""Code that reaches into the library or into Python itself: what it takes to go round the record of library calls.

None of it is forbidden, and most of it is curiosity. A person gets a list of the lines.
"""

import ast
import re
from collections.abc import Iterator, Sequence

from .names import Names

# Dotted paths of what is imported, in any letter case, with everything below them.
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
PRIVATE = re.compile(r"torch(?:\.\w+)*\.(?!_foreach_|_C\b)_(?!_)\w")  # its record, and its kernels, are not in there
BY_PATH = [(f"{path}.", what) for what, paths in PATHS.items() for path in paths.split()]
BY_ATTRIBUTE = {name: what for what, names in ATTRIBUTES.items() for name in names.split()}
CODE_FROM_TEXT = ("exec", "eval", "compile")
STREAMS = ("sys.stdout", "sys.stderr")  # to see what was printed
NAMESPACE = "a namespace by its dictionary"
BY_NAME = ("getattr", "setattr", "delattr", "attrgetter", "methodcaller", "__import__", "import_module")


def reflection_in(nodes: Sequence[ast.AST], names: Names) -> list[tuple[int, str]]:
    """Line and description, in order; each description once a line."""
    reader = _Reader(nodes, names)
    return sorted({(getattr(node, "lineno", 0), what) for node in nodes for what in reader.reflects(node)})


class _Reader:
    """Reads one node at a time, knowing the names of the whole file."""

    def __init__(self, nodes: Sequence[ast.AST], names: Names) -> None:
        self._names = names
        self._defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        self._defined |= {node.arg for node in nodes if isinstance(node, ast.arg)} | names.assigned
        self._spelt_out = _spelt_out(nodes)
        self._called = {node.func for node in nodes if isinstance(node, ast.Call)}
        self._owners = {node.value for node in nodes if isinstance(node, ast.Attribute)}
        self._looked_into = {
            node.comparators[0]
            for node in nodes
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn)
        }

    def reflects(self, node: ast.AST) -> Iterator[str]:
        """Descriptions of what a node reaches into."""
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (what for path in self._names.imported_by(node) for what in _of_path(path))
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

    def _name(self, node: ast.Name) -> Iterator[str]:
        if node.id in CODE_FROM_TEXT:
            yield f"{node.id}()"
        elif node.id == "__import__" or (node.id in BY_NAME and node not in self._called):
            yield "names that are put together at run time"  # `map(getattr, …)`
        elif node.id in self._names.modules and node not in self._owners:
            yield f"the module {node.id} as a value"

    def _attribute(self, node: ast.Attribute) -> Iterator[str]:
        path = self._names.path(node)
        if isinstance(node.ctx, ast.Store | ast.Del):
            of_a_library = path is not None and not path.startswith("torch.backends.")
            if path in STREAMS:
                return
            if _is_class_of(node.value) or of_a_library or node.attr.startswith("__"):
                yield f"the replaced attribute {path or node.attr}"
            return
        if path and node not in self._looked_into:  # `"torch" in sys.modules` takes nothing
            yield from _of_path(path)
        if path and PRIVATE.match(path):
            yield "torch's inner parts"
        if node.attr in BY_ATTRIBUTE and not _is_self(node.value):
            yield BY_ATTRIBUTE[node.attr]
        if node.attr == "__dict__" and (path or not isinstance(node.value, ast.Name)) and not _is_self(node.value):
            yield NAMESPACE
        if node.attr in ("__file__", "__loader__", "__spec__") and path:
            yield "source code as text"

    def _call(self, node: ast.Call) -> Iterator[str]:
        name = _function_name(node.func)
        builtin = isinstance(node.func, ast.Name)
        if name in self._defined or (not builtin and self._names.path(node.func) is None):
            return
        of_a_module = name == "vars" and node.args and self._reaches(node.args[0])
        if (name == "globals" and node not in self._looked_into) or of_a_module:
            yield NAMESPACE
        if name in ("setattr", "delattr") and node.args:
            path = self._names.path(node.args[0])
            if path or _is_class_of(node.args[0]):
                yield f"a replaced attribute of {path or 'a class'}"
        if name in BY_NAME and self._puts_together(name, node.args):
            yield "names that are put together at run time"

    def _puts_together(self, name: str, args: Sequence[ast.expr]) -> bool:
        """Whether the name that is looked up is not spelt out; of `self`, that is how layers are numbered."""
        of_an_object = name in ("getattr", "setattr", "delattr")
        if of_an_object and args and not self._reaches(args[0]):
            return False
        return not all(map(self._is_spelt_out, args[1:2] if of_an_object else args))

    def _reaches(self, node: ast.expr) -> bool:
        """Whether an object may be of a library: it is imported, or the outcome of an expression."""
        return not _is_self(node) and (self._names.path(node) is not None or not isinstance(node, ast.Name))

    def _is_spelt_out(self, node: ast.expr) -> bool:
        return _is_text(node) or (isinstance(node, ast.Name) and node.id in self._spelt_out)


def _spelt_out(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that are only ever bound by loops over texts that are spelt out."""
    spelt = [
        node.target
        for node in nodes
        if isinstance(node, ast.For | ast.comprehension)
        and isinstance(node.target, ast.Name)
        and isinstance(node.iter, ast.Tuple | ast.List)
        and all(map(_is_text, node.iter.elts))
    ]
    bound = {
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in spelt
    }
    return {node.id for node in spelt} - bound - {node.arg for node in nodes if isinstance(node, ast.arg)}


def _of_path(path: str) -> Iterator[str]:
    folded = f"{path.casefold()}."
    yield from {what for start, what in BY_PATH if f".{folded}".find(f".{start}") >= 0}  # `torch.sys.modules` too


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
