"""What may stand in the place of a call, a subscript or a row of values."""

import ast
from collections.abc import Iterator

RELATIVES = {
    "sum": ("mean", "amax"),
    "mean": ("sum",),
    "amax": ("amin", "sum"),
    "amin": ("amax",),
    "tril": ("triu",),
    "triu": ("tril",),
    "zeros": ("ones",),
    "ones": ("zeros",),
    "rand": ("randn", "zeros"),
    "square": ("abs",),
    "sqrt": ("log",),
    "exp": ("exp2", "sigmoid"),
    "floor": ("ceil",),
    "outer": ("kron",),
    "softmax": ("log_softmax", "sigmoid"),
    "cat": ("stack", "hstack"),
    "long": ("int32", "float32"),
    "float32": ("float64", "int64"),
    "bool": ("uint8", "float32"),
    "sub_": ("add_", "sub"),
    "masked_fill": ("masked_fill_",),
    "inf": ("pi",),
}
SYMMETRIC = {"transpose"}  # the order of its two axes says nothing


def calls(node: ast.AST) -> Iterator[ast.expr]:
    """What is called left out, arguments swapped, and each argument that may be missing left out."""
    if not isinstance(node, ast.Call):
        return
    if isinstance(node.func, ast.Attribute) and not _is_module(node.func.value):
        yield node.func.value  # x.transpose(-2, -1) becomes x
    elif node.args and not isinstance(node.args[0], ast.Starred):
        yield node.args[0]  # torch.exp(x) becomes x
    if getattr(node.func, "attr", "") not in SYMMETRIC:
        yield from (ast.Call(node.func, args, node.keywords) for args in swapped(node.args))
    if len(node.args) > 1:
        yield ast.Call(node.func, node.args[:-1], node.keywords)
    for index in range(len(node.keywords)):
        yield ast.Call(node.func, node.args, node.keywords[:index] + node.keywords[index + 1 :])


def relatives(node: ast.AST) -> Iterator[ast.expr]:
    """A function that is easily taken for this one."""
    if isinstance(node, ast.Attribute):
        for name in RELATIVES.get(node.attr, ()):
            yield ast.Attribute(node.value, name, node.ctx)


def rows(node: ast.AST) -> Iterator[ast.AST]:
    """Neighbours swapped in a row of values, one of a list left out; a subscript, a bound or a filter left out."""
    if isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load):
        for elements in swapped(node.elts):
            yield type(node)(elements, node.ctx)
        for index in range(len(node.elts) if isinstance(node, ast.List) else 0):
            yield type(node)(node.elts[:index] + node.elts[index + 1 :], node.ctx)
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield node.value
    elif isinstance(node, ast.Slice):
        yield from (ast.Slice(*bounds) for bounds in ((None, node.upper), (node.lower, None)))
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield ast.comprehension(node.target, node.iter, [], node.is_async)


def swapped(items: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """The items with two neighbours changing places."""
    for index in range(len(items) - 1):
        yield [*items[:index], items[index + 1], items[index], *items[index + 2 :]]


def _is_module(node: ast.expr) -> bool:
    return ast.unparse(node) in {"torch", "math", "nn", "nn.functional"}
