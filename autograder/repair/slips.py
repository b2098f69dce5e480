"""Edits of what is easily overlooked in Python and torch: whole tensors, empty slices, bounds off by one, entries."""

import ast
from collections.abc import Iterator, Sequence
from typing import TypeVar

from autograder.repair.call_edits import is_library, operand_of
from autograder.repair.source import ADDS, EXCHANGES, LEAVES_OUT
from autograder.repair.value_edits import Change, EditContext, last_name, literal_number, parsed

Item = TypeVar("Item")
ORDERING = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)
EXTREMES = {"max": "amax", "min": "amin", "amax": "amax", "amin": "amin"}


def along_axis(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield the largest number of each slice in place of that of the whole tensor, along `dim` if there is one."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in EXTREMES:
        return
    is_method = not is_library(node.func.value)
    given = [] if is_method else node.args
    if node.keywords or len(node.args) != len(given) or len(given) > 1:
        return
    tensor = node.func.value if is_method else given[0]
    axis = _axis_of_slices(node, place)
    named = [ast.keyword("dim", parsed(axis)), ast.keyword("keepdim", ast.Constant(value=True))]
    function = ast.Attribute(tensor, EXTREMES[node.func.attr], ast.Load())
    yield Change("each slice", ADDS, ast.Call(function, [], named))


def _axis_of_slices(node: ast.expr, place: EditContext) -> str:
    """Return the axis that a function is asked for, if it has such an argument; else the last one."""
    return "dim" if "dim" in place.scope.names(node) else "-1"


def shifted_for_clamped(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a variable without the largest entry of each slice, in place of one that is held within limits."""
    if not isinstance(node, ast.Call) or last_name(node.func) not in ("clamp", "clip") or _is_starred(node):
        return
    tensor = operand_of(node)
    if isinstance(tensor, ast.Name):
        axis = _axis_of_slices(node, place)
        yield Change("clamp", EXCHANGES, parsed(f"({tensor.id} - {tensor.id}.amax(dim={axis}, keepdim=True))"))


def items_of_their_own(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a new object for each item in place of the same one several times: `[f() for _ in …]` for `[f()] * n`."""
    del place
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult) or not isinstance(node.left, ast.List):
        return
    items = node.left.elts
    if len(items) == 1 and isinstance(items[0], ast.Call | ast.List):
        made, count = ast.unparse(items[0]), ast.unparse(node.right)
        yield Change("shared item", EXCHANGES, parsed(f"[{made} for _ in range({count})]"))


def even_numbers(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a dividend rounded down to an even number, where the function asks whether it is even or odd."""
    parent = place.parent
    if not isinstance(node, ast.Name) or not isinstance(parent, ast.BinOp) or not isinstance(parent.op, ast.Div):
        return
    inside = _function_around(node, place)
    asked = {ast.unparse(item) for item in inside if isinstance(item, ast.BinOp) and isinstance(item.op, ast.Mod)}
    if parent.left is node and f"{node.id} % 2" in asked:
        yield Change("even number", ADDS, parsed(f"({node.id} - {node.id} % 2)"))


def shifted_before_exp(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield `exp` without the largest entry of each slice, in functions that take no maximum."""
    if not isinstance(node, ast.Call) or last_name(node.func) != "exp" or _takes_maximum(node, place):
        return
    tensor = operand_of(node)
    if tensor is not None and not ast.unparse(node.func).startswith("math."):
        axis = _axis_of_slices(node, place)
        largest = parsed(f"({ast.unparse(tensor)}).amax(dim={axis}, keepdim=True)")
        yield Change("shift", ADDS, ast.Call(parsed("torch.exp"), [ast.BinOp(tensor, ast.Sub(), largest)], []))


def _takes_maximum(node: ast.expr, place: EditContext) -> bool:
    """Whether the function around an expression looks for a largest entry."""
    inside = _function_around(node, place)
    return any(isinstance(item, ast.Attribute) and item.attr in ("amax", "max", "maximum") for item in inside)


def _function_around(node: ast.expr, place: EditContext) -> Sequence[ast.AST]:
    """Return all nodes of the innermost function around an expression."""
    function = place.scope.function_of(node)
    return () if function is None else place.scope.nodes_of(function)


def _is_starred(call: ast.Call) -> bool:
    return any(isinstance(item, ast.Starred) for item in call.args)


def one_of_each_row(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield one entry of each row in place of some columns of all rows: `x[arange(n), i]` for `x[:, i]`."""
    del place
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Tuple) or len(node.slice.elts) != 2:
        return
    rows, columns = node.slice.elts
    is_whole = isinstance(rows, ast.Slice) and rows.lower is rows.upper is rows.step is None
    if is_whole and isinstance(columns, ast.Name) and isinstance(node.value, ast.Name):
        table = node.value.id
        number = f"torch.arange({table}.shape[0], device={table}.device)"
        yield Change("each row", EXCHANGES, parsed(f"{table}[{number}, {columns.id}]"))


def summed_first(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield the mean of sums along the last axis in place of the mean of all numbers."""
    del place
    if not isinstance(node, ast.Call) or last_name(node.func) != "mean" or node.keywords or _is_starred(node):
        return
    of_function = ast.unparse(node.func) == "torch.mean"
    if len(node.args) == of_function and isinstance(node.func, ast.Attribute):
        summed = ast.unparse(node.args[0] if of_function else node.func.value)
        yield Change("sum first", ADDS, parsed(f"({summed}).sum(-1).mean()"))


def from_front(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a slice that counts from the front: `x[..., -n:]` is all of the tensor where n is 0."""
    del place
    if not isinstance(node, ast.Subscript):
        return
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if any(isinstance(item, ast.Constant) and item.value is None for item in items):
        return  # a new axis, so that places are no longer those of the tensor
    for index, item in enumerate(items):
        if (count := _counted_from_end(item)) is not None:
            behind_dots = any(isinstance(one, ast.Constant) and one.value is ... for one in items[:index])
            axis = ast.Constant(index - len(items) if behind_dots else index)
            size = ast.Subscript(ast.Attribute(node.value, "shape", ast.Load()), axis, ast.Load())
            start = ast.Slice(ast.BinOp(size, ast.Sub(), count), None, None)
            slices = [*items[:index], start, *items[index + 1 :]]
            inside = ast.Tuple(slices, ast.Load()) if isinstance(node.slice, ast.Tuple) else slices[0]
            yield Change("from the front", EXCHANGES, ast.Subscript(node.value, inside, node.ctx))


def _counted_from_end(item: ast.expr) -> ast.expr | None:
    """Return `n` of a slice `-n:`, unless it is a literal number."""
    if not isinstance(item, ast.Slice) or item.upper is not None or item.step is not None:
        return None
    if isinstance(item.lower, ast.UnaryOp) and isinstance(item.lower.op, ast.USub):
        return None if isinstance(item.lower.operand, ast.Constant) else item.lower.operand
    return None


def absolute_sides(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield the absolute value of what is compared with a bound."""
    parent = place.parent
    if not isinstance(parent, ast.Compare) or parent.left is not node or literal_number(node) is not None:
        return
    if len(parent.ops) == 1 and isinstance(parent.ops[0], ORDERING):
        yield Change("absolute", ADDS, ast.Call(parsed("abs"), [node], []))


def neighbouring_bounds(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a slice that begins or ends one later: `x[i + 1:]` for `x[i:]`."""
    del place
    if not isinstance(node, ast.Slice):
        return
    if isinstance(node.lower, ast.Name | ast.Attribute):
        yield Change("bound", EXCHANGES, ast.Slice(_one_more(node.lower), node.upper, node.step))
    if isinstance(node.upper, ast.Name | ast.Attribute):
        yield Change("bound", EXCHANGES, ast.Slice(node.lower, _one_more(node.upper), node.step))


def _one_more(bound: ast.expr) -> ast.expr:
    return ast.BinOp(bound, ast.Add(), ast.Constant(1))


def without_entries(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a dict, or a list that is assigned or summed, without one of its entries."""
    if isinstance(node, ast.Dict):
        keys = [key for key in node.keys if key is not None]  # of `**others` there is none
        for index in range(len(keys) if len(keys) == len(node.keys) > 1 else 0):
            yield Change("entry", LEAVES_OUT, ast.Dict(_without(keys, index), _without(node.values, index)))
    elif isinstance(node, ast.List) and len(node.elts) > 1 and isinstance(place.parent, ast.Assign | ast.Call):
        for index in range(len(node.elts)):
            yield Change("entry", LEAVES_OUT, ast.List(_without(node.elts, index), node.ctx))


def _without(items: Sequence[Item], index: int) -> list[Item]:
    return [*items[:index], *items[index + 1 :]]
