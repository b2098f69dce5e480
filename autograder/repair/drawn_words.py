"""Words of `rules.toml` for what may be put in the place of an expression: other numbers, names, orders and parts.

Some depend on what the function does elsewhere: on masks, loops and searches around the expression.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from autograder.repair.rule_words import is_axis, is_filled_in
from autograder.repair.scope import NUMBER_TYPES, Scope, is_docstring, parameters, read_names, stored_names
from autograder.repair.syntax import (
    LIBRARIES,
    assigned_names,
    is_argument,
    last_name,
    literal_number,
    neighbours_swapped,
    operand_of,
)

NUMBERS = (0, 1, -1, 2, -2)
LARGE = 10  # from here on, a decimal number may stand for infinity
SYMMETRIC = frozenset({"transpose"})  # the order of its two axes says nothing
MOVING = frozenset({"movedim", "moveaxis", "transpose", "swapaxes", "swapdims"})
ARROW = "->"
TRIANGLES = frozenset({"tril", "triu"})
LEAST, LARGEST = frozenset({"min", "minimum", "fmin"}), frozenset({"max", "maximum", "fmax"})  # functions
LATER = "torch.ones_like({}, dtype=torch.bool).triu(1)"  # which scores are of later tokens
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


def _hidden_scores(node: ast.BinOp, scope: Scope) -> Iterator[str]:
    """Yield scores with -inf where a product with a triangle has made them 0."""
    is_direct = any(map(_has_triangle, (node.left, node.right)))
    triangles = {
        side for side in (node.left, node.right) if (_has_triangle(side) if is_direct else _is_named(side, scope))
    }
    for scores, visible in ((node.left, node.right), (node.right, node.left)):
        if visible in triangles and scores not in triangles:
            yield f'({ast.unparse(scores)}).masked_fill(({ast.unparse(visible)}) == 0, float("-inf"))'


def _is_named(node: ast.expr, scope: Scope) -> bool:
    """Whether an expression is a variable that a triangle is assigned to."""
    assigned = (item for item in scope.around(node) if isinstance(item, ast.Assign))
    return isinstance(node, ast.Name) and any(
        _has_triangle(item.value) for item in assigned if node.id in stored_names(item)
    )


def _has_triangle(node: ast.AST) -> bool:
    return any(isinstance(item, ast.Call) and last_name(item.func) in TRIANGLES for item in ast.walk(node))


def _only_variables(node: ast.expr, _: Scope) -> list[str]:
    """Return the only variable of an expression."""
    found = (item.id for item in ast.walk(node) if isinstance(item, ast.Name))
    names = [name for name in dict.fromkeys(found) if name not in LIBRARIES]
    return names if len(names) == 1 else []


def _later_masks(node: ast.Call, scope: Scope) -> list[str]:
    """Return what hides scores only after their maximum along an axis is taken: a triangle, or a mask."""
    scores = operand_of(node)
    if not node.keywords or not isinstance(scores, ast.Name):
        return []
    others = [item for item in scope.around(node) if isinstance(item, ast.Call) and item is not node]
    masks = {LATER.format(scores.id) for item in others if last_name(item.func) in TRIANGLES}
    masks |= {ast.unparse(item.args[0]) for item in others if last_name(item.func) == "masked_fill" and item.args}
    return sorted(masks)


def _limits(node: ast.Name, scope: Scope) -> list[str]:
    """Return the parameters that are never read, where a function that is a parameter is given a variable."""
    call, function = scope.parent(node), scope.function_of(node)
    names = [item.arg for item in parameters(function)] if function else []
    if not is_argument(node, call) or getattr(getattr(call, "func", None), "id", "") not in names:
        return []
    return [name for name in names if name in scope.unread_parameters(node)]


def _values_before_loops(node: ast.Name, scope: Scope) -> Iterator[ast.expr]:
    """Yield the call that gave a variable its only value before a loop which changes what it is made of."""
    loops = scope.loops_around(node)
    if not loops or not isinstance(node.ctx, ast.Load):
        return
    first = min(item.lineno for item in loops)
    assigned = (item for item in scope.around(node) if isinstance(item, ast.Assign))
    values = [item.value for item in assigned if node.id in assigned_names(item)]
    if len(values) == 1 and isinstance(values[0], ast.Call) and values[0].lineno < first:
        changed = {name for loop in loops for name in stored_names(loop)}
        if any(isinstance(item, ast.Name) and item.id in changed for item in ast.walk(values[0])):
            yield values[0]


def _other_ranges(node: ast.expr, scope: Scope) -> Iterator[str]:
    """Yield the rest of what an outer loop runs over in place of its first part: `range(i + 1, n)` for `range(i)`."""
    end = _end_of_range(node)
    for loop in scope.loops_around(node) if isinstance(scope.parent(node), ast.For) else ():
        if isinstance(loop, ast.For) and isinstance(loop.target, ast.Name) and (last := _end_of_range(loop.iter)):
            name = loop.target.id
            if start := {name: f"{name} + 1", f"{name} + 1": name}.get(end):
                yield f"range({start}, {last})"


def _end_of_range(node: ast.expr) -> str:
    """Return `n` of `range(n)`."""
    is_range = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
    return ast.unparse(node.args[0]) if is_range and isinstance(node, ast.Call) and len(node.args) == 1 else ""


def _first_values(node: ast.expr, scope: Scope) -> Iterator[str]:
    """Yield where a search for the least or the largest begins: at the first of what a loop runs over, at infinity."""
    names = assigned_names(scope.parent(node))
    loops = [item for item in scope.around(node) if isinstance(item, ast.For) and item.lineno > node.lineno]
    for loop in loops:
        functions = {last_name(call.func) for call in _updates(loop, names)}
        if not functions.isdisjoint(LEAST | LARGEST):
            if isinstance(loop.iter, ast.Name) and isinstance(loop.target, ast.Name):
                yield f"{loop.iter.id}[0]"
            yield f'float("{"-" if functions & LARGEST else ""}inf")'


def _updates(loop: ast.For, names: set[str]) -> Iterator[ast.Call]:
    """Yield the calls in a loop that give some variables their next value."""
    assigned = (item for item in ast.walk(loop) if isinstance(item, ast.Assign))
    for item in assigned:
        if isinstance(item.value, ast.Call) and names & set(stored_names(item)) & read_names(item.value):
            yield item.value


def _diagonals(node: ast.Call, _: Scope) -> list[str]:
    """Return the diagonal that ends at the last row of a matrix that is not square, where none is given."""
    given, shift, _rest = _diagonal(node)
    return [shift] if shift and not given else []


def _moved_diagonals(node: ast.Call, _: Scope) -> list[ast.expr]:
    """Return a triangle whose diagonal, which is given, is moved to the last row's end."""
    given, shift, rest = _diagonal(node)
    if not shift or not given:
        return []
    diagonal = ast.parse(f"{given} + {shift}", mode="eval").body
    return [ast.Call(rest.func, rest.args, [*rest.keywords, ast.keyword("diagonal", diagonal)])]


def _diagonal(node: ast.Call) -> tuple[str, str, ast.Call]:
    """Return the diagonal of a triangle, by how much a matrix that is not square moves it, and the call without it."""
    matrix = operand_of(node)
    count = int(matrix in node.args)
    sizes = [ast.unparse(item) for item in matrix.args] if isinstance(matrix, ast.Call) else []
    shift = f"{sizes[1]} - {sizes[0]}" if len(sizes) == 2 and sizes[0] != sizes[1] else ""
    given = [*node.args[count:], *(item.value for item in node.keywords if item.arg == "diagonal")]
    others = [item for item in node.keywords if item.arg != "diagonal"]
    return ast.unparse(given[0]) if given else "", shift, ast.Call(node.func, node.args[:count], others)


DRAWN: Mapping[str, Callable[[Any, Scope], Iterable[str | ast.AST]]] = {
    "ANOTHER": _others,
    "ASKED": lambda node, scope: ["dim"] if "dim" in scope.names(node) else [],
    "ASSIGNED": _assigned,
    "COUNTED": _counted,
    "DEVICE": lambda node, scope: ["device"] if "device" in _parameters(node, scope) else [],
    "DIAGONAL": _diagonals,
    "DIM": lambda node, scope: ["dim" if "dim" in scope.names(node) else "-1"],
    "ELEMENT": lambda node, _: (item for item in node.elts if not isinstance(item, ast.Starred)),
    "FEWER": _fewer,
    "FIRST": _first_items,
    "GIVEN": _given,
    "HIDDEN": _hidden_scores,
    "INFINITY": _infinities,
    "INPUT": _inputs,
    "KNOWN": _known,
    "LATER": _later_masks,
    "LAYER": _unused_layers,
    "LETTERS": _letters,
    "LIMIT": _limits,
    "MASK": lambda node, scope: [name for name in scope.names(node) if "mask" in name],
    "MISSING": _missing_sizes,
    "MODEL": _models,
    "MOVED": _moved_back,
    "MOVED_DIAGONAL": _moved_diagonals,
    "NOTHING": _nothing,
    "NUMBER": _numbers,
    "ONLY": _only_variables,
    "OTHER": lambda node, scope: [name for name in scope.names(node) if name != ast.unparse(node)],
    "OTHER_RANGE": _other_ranges,
    "OWNER": _owners,
    "OWN": lambda node, scope: [size for size in scope.sizes(node) if size == ast.unparse(node)],
    "PARITY": _parities,
    "PLAIN": _plain,
    "ROUNDED_UP": lambda _, scope: ["math.ceil"] if "math" in scope.module_names else [],
    "SHARE": _shares,
    "SIZE": lambda node, scope: scope.sizes(node),
    "SLICE": _slices,
    "START": _first_values,
    "STORED": lambda node, scope: stored_names(scope.function_of(node) or node),
    "SWAPPED": _swapped,
    "TENSOR": _tensors,
    "UNREAD": lambda node, scope: _others(node, scope, unread=True),
    "VALUE_BEFORE": _values_before_loops,
    "VARIABLE": lambda node, scope: scope.names(node),
}
