"""What may stand in the place of a statement, and another order of what a constructor makes."""

import ast
from collections.abc import Iterator


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Nothing, a branch always or never taken, a result cut off from the gradients or returned otherwise."""
    if not isinstance(node, ast.stmt) or isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Pass):
        return
    if isinstance(node, ast.With):
        yield ast.If(ast.Constant(True), node.body, [])
    elif isinstance(node, ast.If):
        yield from (ast.If(ast.Constant(always), node.body, node.orelse) for always in (True, False))
    elif isinstance(node, ast.Assign | ast.Return) and node.value is not None:
        yield from _values(node)
    if not _binds(node):
        yield ast.Pass()


def _values(node: ast.Assign | ast.Return) -> Iterator[ast.stmt]:
    """The same statement with its value detached; a returned value also in another dtype."""
    value = node.value
    if not isinstance(value, ast.BinOp | ast.Call):
        return
    methods = ("detach",) if isinstance(node, ast.Assign) else ("detach", "float", "squeeze")
    for method in methods:
        call = ast.Call(ast.Attribute(value, method, ast.Load()), [], [])
        yield ast.Assign(node.targets, call, lineno=node.lineno) if isinstance(node, ast.Assign) else ast.Return(call)


def orders(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """A constructor that makes two neighbouring attributes in the other order."""
    if not isinstance(node, ast.FunctionDef) or node.name != "__init__":
        return
    for index in range(len(node.body) - 1):
        if all(isinstance(item, ast.Assign) and _draws(item) for item in node.body[index : index + 2]):
            body = [*node.body[:index], node.body[index + 1], node.body[index], *node.body[index + 2 :]]
            yield _with_body(node, body)


def _binds(node: ast.stmt) -> bool:
    """Whether a variable is bound here: without it, the next line crashes, which no check needs to find out."""
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Tuple)


def _draws(item: ast.stmt) -> bool:
    return isinstance(item, ast.Assign) and isinstance(item.value, ast.Call)


def _with_body(node: ast.FunctionDef, body: list[ast.stmt]) -> ast.FunctionDef:
    changed = ast.FunctionDef(**dict(ast.iter_fields(node)))
    changed.body = body
    return ast.copy_location(changed, node)
