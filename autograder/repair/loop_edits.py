"""Edits of loops: what is computed once before a loop although it changes in it, where a loop starts and ends."""

import ast
from collections.abc import Iterator

from autograder.repair.scope import read_names, stored_names
from autograder.repair.source import EXCHANGES
from autograder.repair.value_edits import Change, EditContext, last_name, parsed

Loop = ast.For | ast.While
LEAST, LARGEST = frozenset({"min", "minimum", "fmin"}), frozenset({"max", "maximum", "fmax"})  # functions


def computed_again(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield the call that gave a variable its only value before a loop, in place of the variable inside the loop."""
    function = place.scope.function_of(node)
    if function is None or not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
        return
    nodes = place.scope.nodes_of(function)
    loops = [item for item in nodes if isinstance(item, Loop) and _is_inside(node, item)]
    if not loops:
        return
    first = min(item.lineno for item in loops)
    values = [item.value for item in nodes if isinstance(item, ast.Assign) and _is_value_of(node, item)]
    if len(values) == 1 and isinstance(values[0], ast.Call) and values[0].lineno < first:
        changed = {name for loop in loops for name in stored_names(loop)}
        if any(isinstance(item, ast.Name) and item.id in changed for item in ast.walk(values[0])):
            yield Change("computed again", EXCHANGES, values[0])


def other_ranges(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield the rest of what an outer loop runs over in place of its first part: `range(i + 1, n)` for `range(i)`."""
    function = place.scope.function_of(node)
    if function is None or not isinstance(place.parent, ast.For) or (first := _end_of_range(node)) is None:
        return
    nodes = place.scope.nodes_of(function)
    loops = [item for item in nodes if isinstance(item, ast.For) and _is_inside(node, item)]
    for loop in loops:
        last = _end_of_range(loop.iter)
        if isinstance(loop.target, ast.Name) and last is not None:
            text = ast.unparse(first)
            start = {loop.target.id: f"{loop.target.id} + 1", f"{loop.target.id} + 1": loop.target.id}.get(text)
            if start:
                yield Change("range", EXCHANGES, parsed(f"range({start}, {ast.unparse(last)})"))


def _end_of_range(node: ast.expr) -> ast.expr | None:
    """Return `n` of `range(n)`."""
    is_range = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
    return node.args[0] if is_range and isinstance(node, ast.Call) and len(node.args) == 1 else None


def _is_inside(node: ast.expr, loop: Loop) -> bool:
    return loop.body[0].lineno <= node.lineno <= (loop.body[-1].end_lineno or 0)


def _is_value_of(node: ast.Name, assignment: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == node.id for target in assignment.targets)


def first_values(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield where a search for the least or the largest begins: at the first of what a loop runs over, at infinity."""
    function, parent = place.scope.function_of(node), place.parent
    if function is None or not isinstance(parent, ast.Assign) or parent.value is not node:
        return
    loops = [item for item in place.scope.nodes_of(function) if isinstance(item, ast.For) and item.lineno > node.lineno]
    for loop in loops:
        functions = {last_name(call.func) for call in _updates(loop, parent)}
        if not functions.isdisjoint(LEAST | LARGEST):
            if isinstance(loop.iter, ast.Name) and isinstance(loop.target, ast.Name):
                yield Change("initial value", EXCHANGES, parsed(f"{loop.iter.id}[0]"))
            sign = "-" if functions & LARGEST else ""
            yield Change("initial value", EXCHANGES, parsed(f'float("{sign}inf")'))


def _updates(loop: ast.For, before: ast.Assign) -> Iterator[ast.Call]:
    """Yield the calls in a loop that give a variable its next value, which it got its first one for before."""
    names = {target.id for target in before.targets if isinstance(target, ast.Name)}
    for item in ast.walk(loop):
        if isinstance(item, ast.Assign) and isinstance(item.value, ast.Call):
            stored, read = set(stored_names(item)), read_names(item.value)
            if names & stored & read:
                yield item.value
