"""What a piece of a tree is: a name, a number, a call of a library or of a method."""

import ast
from collections.abc import Iterator, Sequence

LIBRARIES = frozenset({"torch", "math", "nn", "nn.functional", "F", "np", "numpy", "self", "torch.nn.functional"})
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


def is_library(node: ast.expr) -> bool:
    """Whether an attribute of a node is no method of a value: `torch.softmax`, `self.softmax`."""
    return isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in LIBRARIES


def operand_of(call: ast.Call) -> ast.expr | None:
    """Return what a method is called on, or the first argument of a function; None without one."""
    if isinstance(call.func, ast.Attribute) and not is_library(call.func.value):
        return call.func.value
    first = next(iter(call.args), None)
    return None if isinstance(first, ast.Starred) else first


def is_argument(node: ast.expr, call: ast.AST) -> bool:
    """Whether a node is one of the arguments of a call that have no name."""
    return isinstance(call, ast.Call) and node in call.args


def assigned_names(node: ast.AST) -> set[str]:
    """Return the variables that an assignment gives its whole value."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def neighbours_swapped(items: Sequence[ast.expr]) -> Iterator[list[ast.expr]]:
    """Yield the items with two neighbours swapped."""
    for index in range(len(items) - 1):
        yield [*items[:index], items[index + 1], items[index], *items[index + 2 :]]
