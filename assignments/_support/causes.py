"""Says why an error stopped a test, by the names and shapes in the line that raised it; and which failures are one."""

import ast
import linecache
import re
import traceback
from collections.abc import Collection, Iterator
from types import FrameType, ModuleType
from typing import Any

from torch import Tensor, nn

from .compare import Difference
from .forbidden import NotAllowedError
from .loading import Folder, LoadError
from .lookalikes import Lookalike
from .show import sort_of
from .time_limit import TimeLimitError

ABOUT_SHAPES = re.compile(r"\b(size|sizes|shape|shapes|dimension|dimensions|dim|broadcast)\b", re.IGNORECASE)
WORD = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")
TOLD = re.compile(r"^assert_\w+\(.*, call='(.*)'\)$")
COUNTED = re.compile(r"^sum\(\(?parameter\.numel\(\) for parameter in (.*)\.parameters\(\)\)?\)$")
CONSTANT = re.compile(r"(?<![\w.'\"])([A-Z]{2,}(?:_[A-Z]{2,})*)\b(?!\()(\.clone\(\))?")  # of a file of tests
CHOSEN = re.compile(r"\)\[\d+\]")
NO_GRAPH = re.compile(r"does not require grad")
NO_PARAMETERS = "has no parameters"
LEAF = re.compile(r"leaf Variable that requires grad")
BEFORE_INIT = re.compile(r"before Module\.__init__\(\) call")


def cause_of(
    error: BaseException, files: Collection[str], difference: Difference | None, lookalike: Lookalike | None = None
) -> str:
    """Return what tests that fail for one reason have in common; empty if this failure may have one of its own."""
    if difference is not None:
        return _cause_of_difference(difference, lookalike)
    if isinstance(error, LoadError):
        return ""
    if isinstance(error, NotAllowedError):
        return "not allowed"
    name = type(error).__name__
    own = [(frame, line) for frame, line in _frames(error) if frame.f_code.co_filename in files]
    if isinstance(error, AttributeError) and isinstance(error.obj, nn.Module):
        return f"has no {error.name}" if any(True for _ in error.obj.parameters()) else NO_PARAMETERS
    if not own and NO_GRAPH.search(str(error)):
        return NO_PARAMETERS
    if not own:
        part = none_at(error, _frames(error)[-1][0].f_code.co_filename)
        return f"{part} is None" if part else f"{name}: {error}"
    frame, line = own[-1]
    place = frame.f_code.co_qualname if isinstance(error, TimeLimitError) else f"line {line}"
    return f"{name} in {frame.f_code.co_filename}, {place}"


def _cause_of_difference(difference: Difference, lookalike: Lookalike | None) -> str:
    """Return the cause of a wrong result: what is missing, what is returned, or the mistake if it has a name."""
    if difference.kind == "wrong type":
        return f"returns {sort_of(difference.got)}"
    if missing := _missing(difference):
        return f"has no {missing[0].partition('.')[0]}" if difference.got else NO_PARAMETERS
    return lookalike.text if lookalike and lookalike.is_named else ""


def shapes_at(error: BaseException, files: Collection[str]) -> str:
    """Return the shapes of the tensors that the failing line names, if the error is about shapes: `keys (3, 2)`."""
    return ", ".join(f"{name} {tuple(value.shape)}" for name, value in _tensors_at(error, files)[1].items())


def _tensors_at(error: BaseException, files: Collection[str]) -> tuple[str, dict[str, Tensor]]:
    """Return the student's line that raised an error about shapes, and the tensors that it names."""
    own = [(frame, line) for frame, line in _frames(error) if frame.f_code.co_filename in files]
    if not own or not isinstance(error, RuntimeError | IndexError) or not ABOUT_SHAPES.search(str(error)):
        return "", {}
    frame, line = own[-1]
    text = linecache.getline(frame.f_code.co_filename, line).partition("#")[0]
    return text, {name: value for name, value in _named_in(text, frame) if isinstance(value, Tensor)}


def _on_turned(error: BaseException, files: Collection[str]) -> str:
    """Say what `.T` does to a batch."""
    text, tensors = _tensors_at(error, files)
    turned = (name for name, value in tensors.items() if value.dim() > 2 and re.search(rf"\b{name}\.T\b", text))
    name = next(turned, "")
    return f"{name}.T reverses all {tensors[name].dim()} dimensions, and only two are meant" if name else ""


def hint_on(error: BaseException, folder: Folder) -> str:
    """Return what to write instead, where the name in the error says it; else nothing."""
    frame = next((frame for frame, _ in reversed(_frames(error)) if frame.f_code.co_filename in folder.paths), None)
    if BEFORE_INIT.search(str(error)):
        return "super().__init__() has to come first in __init__"
    if LEAF.search(str(error)):
        return "autograd records this line: what changes a parameter belongs inside torch.no_grad()"
    if isinstance(error, NameError) and frame is not None and error.name:
        return _on_name(error.name, frame)
    if isinstance(error, AttributeError) and isinstance(error.obj, nn.Module) and error.name:
        return _on_attribute(error.name, error.obj)
    return _on_turned(error, folder.paths)


def _on_name(name: str, frame: FrameType) -> str:
    own = frame.f_locals.get("self")
    if own is not None and hasattr(own, name):
        return f"{name} belongs to the object: write self.{name}"
    modules = {key: value for key, value in frame.f_globals.items() if isinstance(value, ModuleType)}
    places = [f"{key}.{name}" for key, value in modules.items() if not key.startswith("_") and hasattr(value, name)]
    return f"write {' or '.join(sorted(places)[:2])}" if places else ""


def _on_attribute(name: str, module: nn.Module) -> str:
    """Look for the name among the local variables of `__init__`, and for one that differs in capitals only."""
    code = getattr(type(module).__init__, "__code__", None)
    if code is not None and name in code.co_varnames[code.co_argcount + code.co_kwonlyargcount :]:
        return f"{name} is a local variable of __init__: write self.{name} = …"
    parts = (module.named_parameters(recurse=False), module.named_buffers(recurse=False), module.named_children())
    names = [*vars(module), *(key for part in parts for key, _ in part)]
    alike = [key for key in names if key.lower() == name.lower()]
    return f"the object has {alike[0]}, and the text calls it {name}" if alike else ""


def on_names(difference: Difference) -> list[str]:
    """Say which parameters are missing or not asked for, where a test compares the names that a module shows."""
    if not isinstance(difference.got, list | dict) or not _are_parameters(difference):
        return []
    got, expected = [*difference.got], [*difference.expected]
    extra = [name for name in got if name not in expected]
    renamed = {name: other for name in expected for other in extra if name.lower() == other.lower()}
    lines = [f"{other} should be called {name}" for name, other in renamed.items()]
    missing = _missing(difference)
    alone = [name for name in missing if "." not in name]
    if alone:
        lines.append(f"{_are(alone)} missing: only an nn.Parameter that is assigned to self is one of the parameters")
    lines += _on_missing([name for name in missing if name not in alone], got)
    lines += [_on_extra(name) for name in extra if name not in renamed.values()]
    if not lines and isinstance(difference.got, list) and sorted(got) == sorted(expected):
        lines = ["the right names, created in another order"]
    return list(dict.fromkeys(lines))[:2]


def _missing(difference: Difference) -> list[str]:
    """Return the names of parameters that a module should have and has under no spelling."""
    if not isinstance(difference.got, list | dict) or not _are_parameters(difference):
        return []
    spelled = {name.lower() for name in difference.got}
    return [name for name in difference.expected if name.lower() not in spelled]


def _are_parameters(difference: Difference) -> bool:
    values = difference.expected.values() if isinstance(difference.expected, dict) else ()
    shapes = bool(values) and all(isinstance(value, tuple) for value in values)
    listed = isinstance(difference.expected, list) and all(isinstance(name, str) for name in difference.expected)
    return shapes or (listed and bool(re.search(r"state_dict|^names$|^parts$", difference.called)))


def _on_missing(names: list[str], got: list[Any]) -> Iterator[str]:
    biases = [name for name in names if name.endswith(".bias") and f"{name.removesuffix('bias')}weight" in got]
    if biases:
        yield f"{_are(biases)} missing: is the layer made with bias=False?"
    for name in names:
        first, *inner = name.split(".")[:-1]
        if inner and inner[0].isdigit():
            yield f"the parts of {first} are missing: is there a line self.{first} = nn.ModuleList(…) in __init__?"
        elif name not in biases:
            layer = ".".join([first, *inner])
            yield f"{layer} is missing: is there a line self.{first} = … in __init__?"


def _are(names: list[str]) -> str:
    """Return the names as the subject of a sentence, with its verb."""
    *others, last = names
    return f"{', '.join(others)} and {last} are" if others else f"{last} is"


def _on_extra(name: str) -> str:
    if name.endswith(".bias"):
        return f"{name} is not asked for: bias=False makes a layer without one"
    return f"{name} is not asked for: a buffer stays out of the state dict with persistent=False"


def is_about_none(error: BaseException) -> bool:
    """Whether a test could not use a result because it is None."""
    if isinstance(error, AttributeError):
        return error.obj is None
    return isinstance(error, TypeError) and "NoneType" in str(error)


def none_at(error: BaseException, test: str) -> str:
    """Return the name of the part, such as `bias`, that is None where the test wants to use it; else nothing."""
    frame, line = _frames(error)[-1]
    if frame.f_code.co_filename != test or not isinstance(error, AttributeError) or error.obj is not None:
        return ""
    found = re.search(rf"\.(\w+)\.{error.name}\b", linecache.getline(test, line))
    return found[1] if found else ""


def plain_call(text: str) -> str:
    """Return the expression of a test without what only a test has: constants, counts, a choice from a tuple."""
    text = CONSTANT.sub(lambda found: found[1].lower(), TOLD.sub(r"\1", text))
    text = COUNTED.sub(r"the number of parameters of \1", text)
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:  # words
        return text
    return ast.unparse(_Chosen().visit(tree)) if CHOSEN.search(text) else text


class _Chosen(ast.NodeTransformer):
    """Puts the item that is chosen in place of `(a, b)[0]`."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.value, ast.Tuple) and isinstance(node.slice, ast.Constant):
            return node.value.elts[int(str(node.slice.value))]
        return node


def shown_call(text: str, exercise: str) -> str:
    """Return what a student could type of a test's line: the call of the exercise, without what is done with it."""
    if not re.search(rf"\b{exercise}\(", text):
        return f"{exercise}(…)"
    try:
        tree = _Unwrapped(exercise).visit(ast.parse(plain_call(text), mode="eval"))
    except SyntaxError:  # words
        return text
    return next((ast.unparse(node) for node in ast.walk(tree) if _is_call_of(exercise, node)), f"{exercise}(…)")


class _Unwrapped(ast.NodeTransformer):
    """Puts an object in place of `prepared(object)`, as a test prepares it."""

    def __init__(self, exercise: str) -> None:
        self._exercise = exercise

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        wraps = isinstance(node.func, ast.Name) and node.func.id != self._exercise and node.args
        return node.args[0] if wraps and _makes(self._exercise, node.args[0]) else node


def _makes(exercise: str, node: ast.AST) -> bool:
    """Whether an expression calls a function or makes an object of a class, or calls methods of that object."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):
        return exercise[0].isupper() and _makes(exercise, node.func.value)
    return isinstance(node.func, ast.Name) and node.func.id == exercise


def _is_call_of(exercise: str, node: ast.AST) -> bool:
    return _makes(exercise, node) or (isinstance(node, ast.Call) and _makes(exercise, node.func))


def _frames(error: BaseException) -> list[tuple[FrameType, int]]:
    return [*traceback.walk_tb(error.__traceback__)]


def _named_in(text: str, frame: FrameType) -> Iterator[tuple[str, Any]]:
    """Yield the variables that a line names, and attributes of them such as `self.W_query`."""
    for word in WORD.findall(text):
        first, *rest = word.split(".")
        value, name = frame.f_locals.get(first), first
        for part in rest if first in frame.f_locals else ():
            if isinstance(value, Tensor):
                break
            value, name = getattr(value, part, None), f"{name}.{part}"
        yield name, value
