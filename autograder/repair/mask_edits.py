"""Edits of masks and of what they are put on: another diagonal, rows divided by their sum, the last part of a text."""

import ast
import functools
from collections.abc import Iterator

from autograder.repair.scope import parameters, read_names, stored_names
from autograder.repair.source import ADDS, EXCHANGES
from autograder.repair.value_edits import Change, EditContext, last_name, parsed

TRIANGLES = frozenset({"tril", "triu"})
MAXIMA = frozenset({"max", "amax"})
LIBRARIES = frozenset({"torch", "F", "nn.functional", "torch.nn.functional"})


def shifted_diagonals(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a triangle of a matrix that is not square with its diagonal at the last row's end."""
    del place
    if not isinstance(node, ast.Call) or last_name(node.func) not in TRIANGLES:
        return
    is_function = not isinstance(node.func, ast.Attribute) or ast.unparse(node.func.value) in LIBRARIES
    matrix = node.args[0] if is_function and node.args else getattr(node.func, "value", None)
    sizes = [ast.unparse(item) for item in matrix.args] if isinstance(matrix, ast.Call) else []
    if len(sizes) != 2 or sizes[0] == sizes[1]:
        return
    given = [*node.args[is_function:], *(item.value for item in node.keywords if item.arg == "diagonal")]
    before = f"{ast.unparse(given[0])} + " if given else ""
    diagonal = parsed(f"{before}{sizes[1]} - {sizes[0]}")
    others = [item for item in node.keywords if item.arg != "diagonal"]
    call = ast.Call(node.func, node.args[:is_function], [*others, ast.keyword("diagonal", diagonal)])
    yield Change("diagonal", EXCHANGES if given else ADDS, call)


def normalized_rows(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a softmax exchanged for a division by the sum, and weights that are hidden in part with that division."""
    if not isinstance(node, ast.Call):
        return
    name = last_name(node.func)
    divided = _method_object(node) or next(iter(node.args), None)
    if name == "softmax" and divided and not isinstance(divided, ast.Starred):
        yield Change("normalisation", EXCHANGES, _divided_by_sum(ast.unparse(divided)))
    elif name in {*TRIANGLES, "masked_fill", "where"} and isinstance(place.parent, ast.Assign | ast.Return):
        yield Change("normalisation", ADDS, _divided_by_sum(ast.unparse(node)))


def _method_object(node: ast.Call) -> ast.expr | None:
    """Return the value that a method is called on; None for a function of a library, and for a plain name."""
    is_method = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) not in LIBRARIES
    return node.func.value if is_method and isinstance(node.func, ast.Attribute) else None


def hidden_scores(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield scores with -inf where a triangle has made them 0: by a product with it, or by `tril` of the scores."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        is_direct = any(map(_has_triangle, (node.left, node.right)))
        is_triangle = _has_triangle if is_direct else functools.partial(_is_named_triangle, place)
        for scores, visible in ((node.left, node.right), (node.right, node.left)):
            if is_triangle(visible) and not is_triangle(scores):
                hidden = f"({ast.unparse(visible)}) == 0"
                yield Change("mask", EXCHANGES, parsed(f'({ast.unparse(scores)}).masked_fill({hidden}, float("-inf"))'))
    elif isinstance(node, ast.Call) and last_name(node.func) == "tril" and len(names := _variables(node)) == 1:
        later = f"torch.ones_like({names[0]}, dtype=torch.bool).triu(1)"
        yield Change("mask", EXCHANGES, parsed(f'{names[0]}.masked_fill({later}, float("-inf"))'))


def _is_named_triangle(place: EditContext, node: ast.expr) -> bool:
    """Whether an expression is a variable that a triangle is assigned to."""
    function = place.scope.function_of(node)
    if function is None or not isinstance(node, ast.Name):
        return False
    assigned = (item for item in place.scope.nodes_of(function) if isinstance(item, ast.Assign))
    return any(_has_triangle(item.value) for item in assigned if node.id in stored_names(item))


def _has_triangle(node: ast.expr) -> bool:
    return any(isinstance(item, ast.Call) and last_name(item.func) in TRIANGLES for item in ast.walk(node))


def _variables(node: ast.expr) -> list[str]:
    found = (item.id for item in ast.walk(node) if isinstance(item, ast.Name))
    return [name for name in dict.fromkeys(found) if name not in LIBRARIES]


def _divided_by_sum(text: str) -> ast.expr:
    return parsed(f"({text}) / ({text}).sum(dim=-1, keepdim=True)")


def last_parts(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield what is handed to a function that is a parameter, cut to a length that is a parameter and not used."""
    parent, function = place.parent, place.scope.function_of(node)
    if function is None or not isinstance(node, ast.Name) or not isinstance(parent, ast.Call):
        return
    names = [item.arg for item in parameters(function)]
    if node in parent.args and isinstance(parent.func, ast.Name) and parent.func.id in names:
        used = read_names(function)
        yield from (Change("window", ADDS, parsed(f"{node.id}[:, -{name}:]")) for name in names if name not in used)


def hidden_from_maximum(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a maximum of rows without what is hidden only later: by a triangle, or by a mask."""
    function = place.scope.function_of(node)
    if function is None or not isinstance(node, ast.Call) or last_name(node.func) not in MAXIMA or not node.keywords:
        return
    own = _method_object(node)
    scores = own or next(iter(node.args), None)
    if not isinstance(scores, ast.Name):
        return
    later = [item for item in place.scope.nodes_of(function) if isinstance(item, ast.Call) and item is not node]
    masks = {f"torch.ones_like({scores.id}, dtype=torch.bool).triu(1)" for item in later if _is_triangle(item)}
    masks |= {ast.unparse(item.args[0]) for item in later if last_name(item.func) == "masked_fill" and item.args}
    for mask in sorted(masks):
        hidden = parsed(f'{scores.id}.masked_fill({mask}, float("-inf"))')
        function_name = ast.Attribute(hidden, last_name(node.func), ast.Load()) if own else node.func
        arguments = node.args if own else [hidden, *node.args[1:]]
        yield Change("mask", ADDS, ast.Call(function_name, arguments, node.keywords))


def _is_triangle(node: ast.Call) -> bool:
    return last_name(node.func) in TRIANGLES
