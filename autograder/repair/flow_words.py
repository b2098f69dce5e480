"""Words of `rules.toml` for what a function does elsewhere: masks, loops and searches around an expression."""

import ast
from collections.abc import Iterator

from autograder.repair.scope import Scope, parameters, read_names, stored_names
from autograder.repair.syntax import LIBRARIES, assigned_names, is_argument, last_name, operand_of

TRIANGLES = frozenset({"tril", "triu"})
LEAST, LARGEST = frozenset({"min", "minimum", "fmin"}), frozenset({"max", "maximum", "fmax"})  # functions
LATER = "torch.ones_like({}, dtype=torch.bool).triu(1)"  # which scores are of later tokens


def hidden_scores(node: ast.BinOp, scope: Scope) -> Iterator[str]:
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


def only_variables(node: ast.expr, _: Scope) -> list[str]:
    """Return the only variable of an expression."""
    found = (item.id for item in ast.walk(node) if isinstance(item, ast.Name))
    names = [name for name in dict.fromkeys(found) if name not in LIBRARIES]
    return names if len(names) == 1 else []


def later_masks(node: ast.Call, scope: Scope) -> list[str]:
    """Return what hides scores only after their maximum along an axis is taken: a triangle, or a mask."""
    scores = operand_of(node)
    if not node.keywords or not isinstance(scores, ast.Name):
        return []
    others = [item for item in scope.around(node) if isinstance(item, ast.Call) and item is not node]
    masks = {LATER.format(scores.id) for item in others if last_name(item.func) in TRIANGLES}
    masks |= {ast.unparse(item.args[0]) for item in others if last_name(item.func) == "masked_fill" and item.args}
    return sorted(masks)


def limits(node: ast.Name, scope: Scope) -> list[str]:
    """Return the parameters that are never read, where a function that is a parameter is given a variable."""
    call, function = scope.parent(node), scope.function_of(node)
    names = [item.arg for item in parameters(function)] if function else []
    if not is_argument(node, call) or getattr(getattr(call, "func", None), "id", "") not in names:
        return []
    return [name for name in names if name in scope.unread_parameters(node)]


def values_before_loops(node: ast.Name, scope: Scope) -> Iterator[ast.expr]:
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


def other_ranges(node: ast.expr, scope: Scope) -> Iterator[str]:
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


def first_values(node: ast.expr, scope: Scope) -> Iterator[str]:
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


def diagonals(node: ast.Call, _: Scope) -> list[str]:
    """Return the diagonal that ends at the last row of a matrix that is not square, where none is given."""
    given, shift, _rest = _diagonal(node)
    return [shift] if shift and not given else []


def moved_diagonals(node: ast.Call, _: Scope) -> list[ast.expr]:
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
