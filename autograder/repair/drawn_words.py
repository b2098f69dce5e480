"""Words of `rules.toml` for what may be put in the place of an expression: other numbers, names, orders and parts."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from autograder.repair import flow_words
from autograder.repair.rule_words import is_axis, is_filled_in
from autograder.repair.scope import NUMBER_TYPES, Scope, is_docstring, parameters, read_names, stored_names
from autograder.repair.syntax import last_name, literal_number, neighbours_swapped

NUMBERS = (0, 1, -1, 2, -2)
LARGE = 10  # from here on, a decimal number may stand for infinity
SYMMETRIC = frozenset({"transpose"})  # the order of its two axes says nothing
MOVING = frozenset({"movedim", "moveaxis", "transpose", "swapaxes", "swapdims"})
ARROW = "->"
LEFT_OUT = ast.Expr | ast.AugAssign | ast.If | ast.Assign | ast.For | ast.Assert | ast.Break
WITHOUT_RESULT = frozenset(  # methods that are called for what they do
    (
        *("append", "extend", "insert", "update", "eval", "train", "zero_grad", "backward", "step", "setdefault"),
        *("manual_seed", "register_buffer", "register_parameter", "add_module", "requires_grad_", "close"),
    )
)


def _numbers(node: ast.expr, scope: Scope) -> list[str]:
    """Return the neighbours of a number, its sign, and the usual ones."""
    value, parent = literal_number(node), scope.parent(node)
    if value is None or is_axis(node, parent):
        return []
    powers = (0.5, -0.5) if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Pow) else ()
    others = dict.fromkeys((value - 1, value + 1, 2 * value, -value, *NUMBERS, *powers))
    return [repr(other) for other in others if other != value]


def _infinities(node: ast.expr, scope: Scope) -> list[str]:
    """Return infinity for what a mask fills in, for a decimal number below 0 that has a name, and for a large one."""
    value, parent = literal_number(node), scope.parent(node)
    if value is None:
        return []
    is_low = isinstance(value, float) and value < 0
    if is_filled_in(node, parent) or (is_low and isinstance(parent, ast.Assign | ast.AnnAssign)):
        return ['float("-inf")']
    return [f'float("{"-" if is_low else ""}inf")'] if isinstance(value, float) and abs(value) >= LARGE else []


def _others(node: ast.Name | ast.Attribute, scope: Scope, *, unread: bool = False) -> list[str]:
    """Return the other variables, or attributes of `self`: those that are read somewhere, or those that are not."""
    if not isinstance(node.ctx, ast.Load):
        return []
    if isinstance(node, ast.Name):
        known, missing = scope.names(node), scope.unread_parameters(node)
        return [name for name in known if name != node.id and node.id in known and (name in missing) == unread]
    read, names = scope.read_attributes, scope.attributes if ast.unparse(node.value) == "self" else ()
    return [f"self.{name}" for name in names if name != node.attr and (name not in read) == unread]


def _swapped(node: ast.Tuple | ast.List | ast.Call, _: Scope) -> Iterator[ast.expr]:
    """Yield a row, or a call, with two neighbours swapped."""
    if isinstance(node, ast.Call):
        for items in neighbours_swapped([] if last_name(node.func) in SYMMETRIC else node.args):
            yield ast.Call(node.func, items, node.keywords)
    elif isinstance(node.ctx, ast.Load):
        yield from (type(node)(items, node.ctx) for items in neighbours_swapped(node.elts))


def _fewer(node: ast.Dict | ast.List | ast.Call, _: Scope) -> Iterator[ast.expr]:
    """Yield a dict or a list without one of its entries, or a call without one of its arguments."""
    if isinstance(node, ast.Call):
        yield from (ast.Call(node.func, node.args, _without(node.keywords, at)) for at in range(len(node.keywords)))
        if len(node.args) > 1:
            yield ast.Call(node.func, node.args[:-1], node.keywords)
    elif isinstance(node, ast.List):
        yield from (ast.List(_without(node.elts, at), node.ctx) for at in range(len(node.elts)) if len(node.elts) > 1)
    elif len(node.keys) > 1 and None not in node.keys:  # that of `**others`
        yield from (ast.Dict(_without(node.keys, at), _without(node.values, at)) for at in range(len(node.keys)))


def _without(items: Sequence[Any], index: int) -> list[Any]:
    return [*items[:index], *items[index + 1 :]]


def _slices(node: ast.expr, scope: Scope) -> list[ast.AST]:
    """Return a slice of one element in place of its number, which keeps the axis: `x[:, -1:]` for `x[:, -1]`."""
    number, parent = literal_number(node), scope.parent(node)
    if not isinstance(number, int) or not isinstance(parent, ast.Tuple) or not scope.is_index(parent):
        return []
    return [ast.Slice(node, None if number == -1 else ast.Constant(number + 1))]


def _parities(node: ast.Name, scope: Scope) -> list[str]:
    """Return whether a number is odd, if the function asks for that."""
    asked = (item for item in scope.around(node) if isinstance(item, ast.BinOp) and isinstance(item.op, ast.Mod))
    return [f"{node.id} % 2"] if f"{node.id} % 2" in map(ast.unparse, asked) else []


def _moved_back(node: ast.expr, scope: Scope) -> list[str]:
    """Return a value with its axes as they were before a step above exchanged or moved them."""
    calls = (item for item in scope.around(node) if isinstance(item, ast.Call) and item.lineno < node.lineno)
    endings = {
        f".{last_name(call.func)}({', '.join(map(ast.unparse, reversed(call.args)))})"
        for call in calls
        if last_name(call.func) in MOVING and len(call.args) == 2 and not call.keywords
    }
    return [f"({ast.unparse(node)}){ending}" for ending in sorted(endings)]


def _letters(node: ast.Constant, _: Scope) -> Iterator[str]:
    """Yield equations in which two neighbouring letters of the result or of an operand change places, last ones first.

    The last letters are what a matrix product is about.
    """
    given, arrow, result = str(node.value).replace(" ", "").partition(ARROW)
    parts = [*given.split(","), result]
    for at in reversed(range(len(parts))) if arrow else ():
        for letters in _with_exchanged_letters(parts[at]):
            changed = [*parts[:at], letters, *parts[at + 1 :]]
            yield repr(",".join(changed[:-1]) + ARROW + changed[-1])


def _with_exchanged_letters(part: str) -> Iterator[str]:
    for end in range(len(part), 1, -1):
        first, second = part[end - 2], part[end - 1]
        if first.isalpha() and second.isalpha() and first != second:
            yield part[: end - 2] + second + first + part[end:]


def _unused_layers(node: ast.expr, scope: Scope) -> list[str]:
    """Return the layers that the function around does not name."""
    function = scope.function_of(node)
    unused = scope.unused_layers(function) if function and function.name != "__init__" else []
    return [f"self.{layer}" for layer in unused]


def _inputs(node: ast.expr, scope: Scope) -> list[str]:
    """Return the variables that a layer may be called with."""
    function = scope.function_of(node)
    is_layer = isinstance(node, ast.Attribute) and node.attr in scope.layers
    return scope.names(node) if is_layer and function and function.name != "__init__" else []


def _first_items(node: ast.expr, scope: Scope) -> list[str]:
    """Return the parameters of the function around that it does not call."""
    calls = {last_name(item.func) for item in scope.around(node) if isinstance(item, ast.Call)}
    return [name for name in _parameters(node, scope) if name not in calls]


def _assigned(node: ast.expr, scope: Scope) -> list[str]:
    """Return the variables that were assigned above, in place of what is more than a variable."""
    known = set[str]() if isinstance(node, ast.Name) else set(stored_names(scope.function_of(node) or node))
    return [name for name in scope.names(node) if name in known]


def _counted(node: ast.expr, scope: Scope) -> list[str]:
    """Return the sizes in a function that returns a number."""
    returned = getattr(scope.function_of(node), "returns", None)
    return scope.sizes(node) if returned and ast.unparse(returned) in NUMBER_TYPES else []


def _missing_sizes(node: ast.expr, scope: Scope) -> list[str]:
    """Return the sizes that an expression lacks, if it has no variables: of one, the value may lack them as well."""
    used, sizes = read_names(node), scope.sizes(node)
    return [size for size in sizes if size not in used and used <= set(sizes)]


def _shares(node: ast.expr, scope: Scope) -> list[str]:
    """Return what each of some heads has of a size."""
    sizes = scope.sizes(node)
    return [f"{size} // {heads}" for heads in sizes if "heads" in heads for size in sizes if "heads" not in size]


def _tensors(node: ast.expr, scope: Scope) -> list[str]:
    """Return the first parameters of the function around that may be tensors."""
    function = scope.function_of(node)
    own, sizes = [] if function is None else parameters(function), scope.sizes(node)
    return [item.arg for item in own if item.arg not in sizes or item.annotation is None][:2]


def _known(node: Any, scope: Scope) -> list[str]:
    """Return the variable that is assigned, if it had a value before that the new one does not begin with."""
    name, value = ast.unparse(node.targets[0]), node.value
    is_anew = not isinstance(value, ast.BinOp) or ast.unparse(value.left) != name
    return [name] if is_anew and name in scope.names(node) else []


def _nothing(node: ast.stmt, scope: Scope) -> list[ast.stmt]:
    """Return an empty statement, if the program can go on without one: what it assigns was assigned before."""
    if isinstance(node, ast.Assign) and all(isinstance(target, ast.Name | ast.Tuple) for target in node.targets):
        is_needed = not set(stored_names(node)) <= set(scope.names(node))
    elif isinstance(node, ast.Return):
        returns = [item for item in scope.around(node) if isinstance(item, ast.Return)]
        is_needed = len(returns) == 1
    else:
        is_needed = is_docstring(node) or not isinstance(node, LEFT_OUT)
    return [] if is_needed else [ast.Pass()]


def _owners(node: ast.Expr, _: Scope) -> list[str]:
    """Return the variable whose method is called, and the result not kept."""
    method = node.value.func if isinstance(node.value, ast.Call) else None
    if not isinstance(method, ast.Attribute) or method.attr in WITHOUT_RESULT:
        return []
    return [method.value.id] if isinstance(method.value, ast.Name) else []


def _plain(node: Any, _: Scope) -> list[ast.expr]:
    """Return the call of a method without the `_` at the end of its name."""
    call = node.value
    return [ast.Call(ast.Attribute(call.func.value, call.func.attr[:-1], ast.Load()), call.args, call.keywords)]


def _given(node: Any, _: Scope) -> list[str]:
    """Return the variables that a call is given whose result is assigned to another one."""
    given = node.value.args if isinstance(node.value, ast.Call) else []
    return [item.id for item in given if isinstance(item, ast.Name) and item.id != node.targets[0].id]


def _models(node: ast.AST, scope: Scope) -> list[str]:
    """Return the parameters of the function around that are called, or asked for their parameters or a step."""
    text = ast.unparse(scope.function_of(node) or node)
    return [name for name in _parameters(node, scope) if re.search(rf"{name}(\.parameters|\.step\(|\()", text)]


def _parameters(node: ast.AST, scope: Scope) -> list[str]:
    function = scope.function_of(node)
    return [] if function is None else [item.arg for item in parameters(function)]


DRAWN: Mapping[str, Callable[[Any, Scope], Iterable[str | ast.AST]]] = {
    "ANOTHER": _others,
    "ASKED": lambda node, scope: ["dim"] if "dim" in scope.names(node) else [],
    "ASSIGNED": _assigned,
    "COUNTED": _counted,
    "DEVICE": lambda node, scope: ["device"] if "device" in _parameters(node, scope) else [],
    "DIAGONAL": flow_words.diagonals,
    "DIM": lambda node, scope: ["dim" if "dim" in scope.names(node) else "-1"],
    "ELEMENT": lambda node, _: (item for item in node.elts if not isinstance(item, ast.Starred)),
    "FEWER": _fewer,
    "FIRST": _first_items,
    "GIVEN": _given,
    "HIDDEN": flow_words.hidden_scores,
    "INFINITY": _infinities,
    "INPUT": _inputs,
    "KNOWN": _known,
    "LATER": flow_words.later_masks,
    "LAYER": _unused_layers,
    "LETTERS": _letters,
    "LIMIT": flow_words.limits,
    "MASK": lambda node, scope: [name for name in scope.names(node) if "mask" in name],
    "MISSING": _missing_sizes,
    "MODEL": _models,
    "MOVED": _moved_back,
    "MOVED_DIAGONAL": flow_words.moved_diagonals,
    "NOTHING": _nothing,
    "NUMBER": _numbers,
    "ONLY": flow_words.only_variables,
    "OTHER": lambda node, scope: [name for name in scope.names(node) if name != ast.unparse(node)],
    "OTHER_RANGE": flow_words.other_ranges,
    "OWNER": _owners,
    "OWN": lambda node, scope: [size for size in scope.sizes(node) if size == ast.unparse(node)],
    "PARITY": _parities,
    "PLAIN": _plain,
    "ROUNDED_UP": lambda _, scope: ["math.ceil"] if "math" in scope.module_names else [],
    "SHARE": _shares,
    "SIZE": lambda node, scope: scope.sizes(node),
    "SLICE": _slices,
    "START": flow_words.first_values,
    "STORED": lambda node, scope: stored_names(scope.function_of(node) or node),
    "SWAPPED": _swapped,
    "TENSOR": _tensors,
    "UNREAD": lambda node, scope: _others(node, scope, unread=True),
    "VALUE_BEFORE": flow_words.values_before_loops,
    "VARIABLE": lambda node, scope: scope.names(node),
}
