"""Edits of what an expression names: numbers, axes, names, attributes, functions, operators, comparisons."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from autograder.repair.scope import NUMBER_TYPES, Scope, parameters, stored_names
from autograder.repair.source import ADDS, EXCHANGES, LEAVES_OUT

AXES = (-1, -2, 0, 1, 2)
NUMBERS = (0, 1, -1, 2, -2)
AXIS_WORDS = frozenset({"dim", "axis", "dim0", "dim1", "start_dim", "end_dim", "dims"})
AXIS_FUNCTIONS = frozenset(
    (
        *(
            "sum",
            "mean",
            "amax",
            "amin",
            "max",
            "min",
            "softmax",
            "log_softmax",
            "logsumexp",
            "argmax",
            "cumsum",
            "var",
        ),
        *("std", "transpose", "permute", "unsqueeze", "squeeze", "flatten", "cat", "stack", "size", "chunk", "unbind"),
        *("norm", "prod", "flip", "select", "narrow", "movedim", "moveaxis", "swapaxes", "swapdims"),
    )
)
RELATIVES = {  # functions and attributes that are easily mixed up
    "sum": ("mean", "amax"),
    "mean": ("sum", "amax"),
    "max": ("amax", "sum"),
    "min": ("amin",),
    "amax": ("sum", "amin"),
    "amin": ("amax",),
    "tril": ("triu",),
    "triu": ("tril",),
    "rand": ("randn",),
    "randn": ("rand",),
    "zeros": ("ones", "rand"),
    "ones": ("zeros", "rand"),
    "zeros_like": ("ones_like",),
    "ones_like": ("zeros_like",),
    "sigmoid": ("softmax",),
    "log_softmax": ("softmax",),
    "gumbel_softmax": ("softmax",),
    "isqrt": ("sqrt",),
    "exp2": ("exp",),
    "expm1": ("exp",),
    "log2": ("log",),
    "stack": ("cat",),
    "cat": ("stack",),
    "view": ("reshape",),
    "split": ("chunk",),
    "ge": ("gt", "le"),
    "gt": ("ge", "lt"),
    "le": ("lt", "ge"),
    "lt": ("le", "gt"),
    "mul": ("matmul",),
    "ceil": ("floor",),
    "append": ("extend",),
    "extend": ("append",),
    "std": ("var",),
    "var": ("std",),
    "item": (),
}
COMPARING = frozenset({"ge", "gt", "le", "lt"})  # functions
OF_ONE_NUMBER = frozenset({"sqrt", "rsqrt", "exp", "log"})  # functions
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.MatMult, ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.BitXor: (ast.Pow, ast.BitOr),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Gt: (ast.GtE, ast.Lt, ast.LtE),
    ast.GtE: (ast.Gt, ast.LtE, ast.Lt),
    ast.Lt: (ast.LtE, ast.Gt, ast.GtE),
    ast.LtE: (ast.Lt, ast.GtE, ast.Gt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ORDERED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
FILLING = frozenset({"masked_fill", "masked_fill_", "where", "full", "full_like"})
LARGE = 10  # from here on, a decimal number may stand for infinity


class Change(NamedTuple):
    """What may take the place of a node."""

    kind: str
    group: int
    new: ast.expr


@dataclass(frozen=True)
class EditContext:
    """Where a node is: what it belongs to, and the names that may be used there."""

    parent: ast.AST
    scope: Scope


NO_GRADIENTS = frozenset({"no_grad", "inference_mode"})  # under these, nothing is recorded


def parsed(text: str) -> ast.expr:
    """Return the tree of an expression."""
    return ast.parse(text, mode="eval").body


def last_name(function: ast.AST) -> str:
    """Return the name that a call ends in: `softmax` of `torch.softmax`."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def literal_number(node: ast.AST) -> int | float | None:
    """Return the value of a literal number, signed or not."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = literal_number(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return node.value
    return None


def other_constants(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield other axes, the neighbours of a number, its sign, infinity for a large one, the other truth value."""
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield Change("constant", EXCHANGES, ast.Constant(not node.value))
    value = literal_number(node)
    if value is None or literal_number(place.parent) is not None:
        return
    is_axis = isinstance(value, int) and _is_axis(node, place.parent)
    others: list[int | float] = [*(AXES if is_axis else (value - 1, value + 1, 2 * value, -value, *NUMBERS))]
    if is_axis and isinstance(place.parent, ast.Call) and last_name(place.parent.func) == "unsqueeze":
        others.append(-3)
    if is_axis and "dim" in place.scope.names(node):
        yield Change("axis asked for", EXCHANGES, ast.Name("dim", ast.Load()))
    if isinstance(place.parent, ast.BinOp) and isinstance(place.parent.op, ast.Pow):
        others += [0.5, -0.5]
    for other in dict.fromkeys(others):
        if other != value:
            yield Change("axis" if is_axis else "constant", EXCHANGES, parsed(repr(other)))
    if _fills(node, place.parent) or (value < 0 and isinstance(value, float) and _is_assigned(node, place.parent)):
        yield Change("infinity", EXCHANGES, parsed('float("-inf")'))
    elif abs(value) >= LARGE and isinstance(value, float):
        yield Change("infinity", EXCHANGES, parsed(f'float("{"-" if value < 0 else ""}inf")'))


def _fills(node: ast.expr, parent: ast.AST) -> bool:
    """Whether a number is what a mask fills in."""
    return isinstance(parent, ast.Call) and node in parent.args and last_name(parent.func) in FILLING


def _is_assigned(node: ast.expr, parent: ast.AST) -> bool:
    """Whether a number is the whole of what a name stands for."""
    return isinstance(parent, ast.Assign | ast.AnnAssign) and node is parent.value


def _is_axis(node: ast.expr, parent: ast.AST) -> bool:
    if isinstance(parent, ast.keyword):
        return parent.arg in AXIS_WORDS
    if isinstance(parent, ast.Subscript) and node is parent.slice:
        return last_name(parent.value) == "shape"
    if isinstance(parent, ast.Call) and node in parent.args:
        return last_name(parent.func) in AXIS_FUNCTIONS
    return False


def other_signs(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield an expression without its sign or negation, and a mask, a result or an entry of one with it."""
    if isinstance(node, ast.UnaryOp) and literal_number(node) is None:
        yield Change("sign", LEAVES_OUT, node.operand)
    is_kept = isinstance(node, ast.BinOp) and _keeps(place.parent)
    if is_kept or (isinstance(place.parent, ast.Return) and isinstance(node, ast.BinOp | ast.Call | ast.Name)):
        yield Change("sign", ADDS, ast.UnaryOp(ast.USub(), node))
    if isinstance(place.parent, ast.Call) and place.parent.args[:1] == [node] and _takes_mask(place.parent):
        yield Change("inversion", ADDS, ast.UnaryOp(ast.Invert(), node))


def _keeps(statement: ast.AST) -> bool:
    """Whether a part of a result is kept: at the end of a list, or as an entry of a tensor."""
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Subscript)
    return isinstance(statement, ast.Call) and last_name(statement.func) == "append"


def _takes_mask(call: ast.Call) -> bool:
    return last_name(call.func) in ("masked_fill", "masked_fill_", "where")


def other_names(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield another variable, another attribute of `self`, a function that is easily mixed up."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield from _other_variables(node, place)
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            for other in place.scope.attributes:
                kind = "attribute" if other in place.scope.read_attributes else "unread attribute"
                if other != node.attr:
                    yield Change(kind, EXCHANGES, ast.Attribute(node.value, other, node.ctx))
        if node.attr == "T":
            yield Change("transpose", EXCHANGES, ast.Attribute(node.value, "mT", node.ctx))
        for relative in RELATIVES.get(node.attr, ()):
            kind = "comparison" if relative in COMPARING else "function"
            yield Change(kind, EXCHANGES, ast.Attribute(node.value, relative, node.ctx))


def _other_variables(node: ast.Name, place: EditContext) -> Iterator[Change]:
    known = place.scope.names(node)
    if node.id in known:
        unread = place.scope.unread_parameters(node)
        for other in known:
            kind = "unread parameter" if other in unread else "name"
            if other != node.id:
                yield Change(kind, EXCHANGES, ast.Name(other, node.ctx))
    elif node.id in ("int", "round") and "math" in place.scope.module_names:
        yield Change("rounding", EXCHANGES, parsed("math.ceil"))


def other_operations(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield either operand alone, another operator, operands swapped, other parentheses, a root, the absolute value."""
    if not isinstance(node, ast.BinOp):
        return
    if isinstance(node.op, ast.Sub) and _is_whole(node, place.parent):
        yield Change("absolute", ADDS, ast.Call(parsed("abs"), [node], []))
    yield Change("operand", LEAVES_OUT, node.left)
    yield Change("operand", LEAVES_OUT, node.right)
    for other in OPERATORS.get(type(node.op), ()):
        yield Change("operator", EXCHANGES, ast.BinOp(node.left, other(), node.right))
    if isinstance(node.op, ORDERED):
        yield Change("order", EXCHANGES, ast.BinOp(node.right, node.op, node.left))
    yield from (Change("parentheses", EXCHANGES, other) for other in _regrouped(node))
    if isinstance(node.op, ast.Div) and isinstance(node.left, ast.Call) and last_name(node.left.func) == "sum":
        yield Change("function", EXCHANGES, _mean(node.left))
    if isinstance(node.op, ast.Div | ast.Mult) and literal_number(node.right) is None:
        root = ast.BinOp(node.right, ast.Pow(), ast.Constant(0.5))
        yield Change("scale", ADDS, ast.BinOp(node.left, node.op, root))
        yield Change("scale", EXCHANGES, ast.BinOp(node.left, ast.Div(), root))


def _mean(total: ast.Call) -> ast.Call:
    """Return the mean of what a call sums."""
    function = total.func
    name = ast.Attribute(function.value, "mean", ast.Load()) if isinstance(function, ast.Attribute) else parsed("mean")
    return ast.Call(name, total.args, total.keywords)


def added_numbers(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a whole product, sum or size with a factor more, and the end of a range with one more."""
    parent = place.parent
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Add) and _is_whole(node, parent):
        used = {item.id for item in ast.walk(node) if isinstance(item, ast.Name)}
        sizes = place.scope.sizes(node)
        # of variables, a size may as well be missing where they got their values
        others = (size for size in sizes if size not in used and used <= set(sizes))
        yield from (Change("factor", ADDS, ast.BinOp(parsed(text), ast.Mult(), node)) for text in ("2", *others))
        yield from _added_terms(node, place)
    elif isinstance(node, ast.Name) and _is_whole(node, parent) and node.id in place.scope.sizes(node):
        yield from (Change("factor", ADDS, ast.BinOp(ast.Constant(count), ast.Mult(), node)) for count in (2, 3, 4))
    elif isinstance(literal_number(node), int) and _is_whole(node, parent):
        yield from (
            Change("factor", ADDS, ast.BinOp(node, ast.Mult(), parsed(size))) for size in place.scope.sizes(node)
        )
    if isinstance(parent, ast.Call) and last_name(parent.func) == "range" and parent.args[-1] is node:
        yield Change("constant", ADDS, ast.BinOp(node, ast.Add(), ast.Constant(1)))


def _added_terms(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a count that is returned with a size more, once or several times."""
    function = place.scope.function_of(node)
    if isinstance(place.parent, ast.Return) and function is not None and _returns_number(function):
        for size in place.scope.sizes(node):
            for text in (size, f"2 * {size}", f"3 * {size}", f"{size} ** 2"):
                yield Change("term", ADDS, ast.BinOp(node, ast.Add(), parsed(text)))


def _returns_number(function: ast.FunctionDef) -> bool:
    return function.returns is not None and ast.unparse(function.returns) in NUMBER_TYPES


def _is_whole(node: ast.expr, parent: ast.AST) -> bool:
    """Whether an expression is all that is assigned, added or returned."""
    return isinstance(parent, ast.Assign | ast.AugAssign | ast.Return) and parent.value is node


def _regrouped(node: ast.BinOp) -> Iterator[ast.expr]:
    """Yield `a * (b + c)` for `a * b + c` and the other way round, and `x / a ** (b / c)` for `x / a ** b / c`.

    Also `sqrt(a + b)` for `sqrt(a) + b`.
    """
    left, right = node.left, node.right
    if isinstance(left, ast.Call) and last_name(left.func) in OF_ONE_NUMBER and isinstance(node.op, ast.Add | ast.Sub):
        if len(left.args) == 1 and not left.keywords:
            yield ast.Call(left.func, [ast.BinOp(left.args[0], node.op, right)], [])
        elif not left.args and isinstance(left.func, ast.Attribute):
            yield ast.Call(
                ast.Attribute(ast.BinOp(left.func.value, node.op, right), left.func.attr, ast.Load()), [], []
            )
    if isinstance(left, ast.BinOp) and not _is_associative(left.op, node.op):
        yield ast.BinOp(left.left, left.op, ast.BinOp(left.right, node.op, right))
        if isinstance(power := left.right, ast.BinOp) and isinstance(power.op, ast.Pow):
            exponent = ast.BinOp(power.right, node.op, right)
            yield ast.BinOp(left.left, left.op, ast.BinOp(power.left, power.op, exponent))
    if isinstance(right, ast.BinOp) and not _is_associative(node.op, right.op):
        yield ast.BinOp(ast.BinOp(node.left, node.op, right.left), right.op, right.right)


def _is_associative(one: ast.operator, other: ast.operator) -> bool:
    """Whether parentheses around either of two operations make no difference."""
    return type(one) is type(other) and isinstance(one, ast.Add | ast.Mult | ast.MatMult)


def other_comparisons(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield another comparison, `and` for `or`, one side of it, one branch of a choice."""
    del place
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other in COMPARISONS.get(type(node.ops[0]), ()):
            yield Change("comparison", EXCHANGES, ast.Compare(node.left, [other()], node.comparators))
    elif isinstance(node, ast.BoolOp):
        op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield from (Change("side", LEAVES_OUT, value) for value in node.values)
        yield Change("operator", EXCHANGES, ast.BoolOp(op, node.values))
    elif isinstance(node, ast.IfExp):
        yield Change("branch", LEAVES_OUT, node.body)
        yield Change("branch", LEAVES_OUT, node.orelse)


def other_rows(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield rows with neighbours swapped, one element alone, an object without subscript, a slice without a bound."""
    if isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load):
        for index in range(len(node.elts) - 1):
            elements = [*node.elts[:index], node.elts[index + 1], node.elts[index], *node.elts[index + 2 :]]
            is_index = isinstance(place.parent, ast.Subscript) and not all(
                isinstance(item, ast.Name) for item in elements
            )
            kind = "order of axes" if is_index else "order"
            yield Change(kind, EXCHANGES, type(node)(elements, node.ctx))
        if isinstance(place.parent, ast.Return):
            yield from (Change("element", LEAVES_OUT, element) for element in node.elts)
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield Change("subscript", LEAVES_OUT, node.value)
    elif isinstance(node, ast.Slice):
        yield from _bounds(node)


def kept_axes(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a slice of one element in place of its number, which keeps the axis: `x[:, -1:]` for `x[:, -1]`."""
    number = literal_number(node)
    if isinstance(place.parent, ast.Tuple) and isinstance(number, int) and place.scope.is_index(place.parent):
        end = None if number == -1 else ast.Constant(number + 1)
        yield Change("kept axis", ADDS, ast.Slice(node, end, None))


def _bounds(node: ast.Slice) -> Iterator[Change]:
    for lower, upper, step in (
        (None, node.upper, node.step),
        (node.lower, None, node.step),
        (node.lower, node.upper, None),
    ):
        if (lower, upper, step) != (node.lower, node.upper, node.step):
            yield Change("subscript", LEAVES_OUT, ast.Slice(lower, upper, step))
    if node.lower is None and node.step is None and isinstance(node.upper, ast.Name | ast.Attribute):
        yield Change("window", EXCHANGES, ast.Slice(ast.UnaryOp(ast.USub(), node.upper), None, None))


def first_elements(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield an empty list that begins with a parameter."""
    if isinstance(node, ast.List) and not node.elts and isinstance(place.parent, ast.Assign):
        function = place.scope.function_of(node)
        called = set() if function is None else _called_names(function)
        names = [] if function is None else [item.arg for item in parameters(function) if item.arg not in called]
        yield from (Change("first element", ADDS, ast.List([ast.Name(name, ast.Load())], node.ctx)) for name in names)


def _called_names(function: ast.FunctionDef) -> set[str]:
    """Return the names that a function calls."""
    calls = (item.func for item in ast.walk(function) if isinstance(item, ast.Call))
    return {name.id for name in calls if isinstance(name, ast.Name)}


def other_results(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a return of another variable instead of an expression."""
    if isinstance(place.parent, ast.Return) and not isinstance(node, ast.Name):
        function = place.scope.function_of(node)
        known = set() if function is None else set(stored_names(function))
        for name in place.scope.names(node):
            if name in known:
                yield Change("name", EXCHANGES, ast.Name(name, ast.Load()))
