"""What may stand in the place of a number, a truth value, a text or an operator."""

import ast
from collections.abc import Iterator

OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.Div),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
}
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ORDERED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)  # operands that may not be swapped


def number(node: ast.AST) -> int | float | None:
    """The value of a literal number, signed or not."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return node.value
    return None


def literals(node: ast.AST) -> Iterator[ast.expr]:
    """One more, one less, none and the other sign; the other truth value; no text."""
    value = number(node)
    if value is not None:
        others = dict.fromkeys((value + 1, value - 1, type(value)(), -value))
        yield from (_written(other) for other in others if other != value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield ast.Constant("")


def _written(value: float) -> ast.expr:
    """A number as the parser would read it: the sign is an operator, and knows its place among others."""
    return ast.UnaryOp(ast.USub(), ast.Constant(-value)) if value < 0 else ast.Constant(value)


def operators(node: ast.AST) -> Iterator[ast.AST]:
    """Another operator, either operand alone, operands swapped, the sign or the negation left out."""
    if isinstance(node, ast.BinOp):
        yield from (ast.BinOp(node.left, other(), node.right) for other in OPERATORS.get(type(node.op), ()))
        yield from (node.left, node.right)
        if isinstance(node.op, ORDERED):
            yield ast.BinOp(node.right, node.op, node.left)
    elif isinstance(node, ast.AugAssign):
        yield from (ast.AugAssign(node.target, other(), node.value) for other in OPERATORS.get(type(node.op), ()))
    elif isinstance(node, ast.Compare):
        others = COMPARISONS.get(type(node.ops[0]), ())
        yield from (ast.Compare(node.left, [other()], node.comparators) for other in others)
    elif isinstance(node, ast.UnaryOp) and number(node) is None:
        yield node.operand
