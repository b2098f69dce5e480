"""Mutation operators: each makes one small change in a syntax tree."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.repair.syntax import literal_number, neighbours_swapped

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
    """Yield the call without its function, with arguments swapped, and with one argument left out."""
    if not isinstance(node, ast.Call):
        return
    if isinstance(node.func, ast.Attribute) and not _is_module(node.func.value):
        yield node.func.value  # x.transpose(-2, -1) becomes x
    elif node.args and not isinstance(node.args[0], ast.Starred):
        yield node.args[0]  # torch.exp(x) becomes x
    if getattr(node.func, "attr", "") not in SYMMETRIC:
        yield from (ast.Call(node.func, args, node.keywords) for args in neighbours_swapped(node.args))
    if len(node.args) > 1:
        yield ast.Call(node.func, node.args[:-1], node.keywords)
    for index in range(len(node.keywords)):
        yield ast.Call(node.func, node.args, node.keywords[:index] + node.keywords[index + 1 :])


def relatives(node: ast.AST) -> Iterator[ast.expr]:
    """Yield functions that are easily confused with this one."""
    if isinstance(node, ast.Attribute):
        for name in RELATIVES.get(node.attr, ()):
            yield ast.Attribute(node.value, name, node.ctx)


def rows(node: ast.AST) -> Iterator[ast.AST]:
    """Yield rows with neighbours swapped, lists without an item; values without a subscript, bound or filter."""
    if isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load):
        for elements in neighbours_swapped(node.elts):
            yield type(node)(elements, node.ctx)
        for index in range(len(node.elts) if isinstance(node, ast.List) else 0):
            yield type(node)(node.elts[:index] + node.elts[index + 1 :], node.ctx)
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield node.value
    elif isinstance(node, ast.Slice):
        yield from (ast.Slice(*bounds) for bounds in ((None, node.upper), (node.lower, None)))
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield ast.comprehension(node.target, node.iter, [], node.is_async)


def _is_module(node: ast.expr) -> bool:
    return ast.unparse(node) in {"torch", "math", "nn", "nn.functional"}


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


def literals(node: ast.AST) -> Iterator[ast.expr]:
    """Yield a number plus 1, minus 1, 0 and negated; the other truth value; the empty text."""
    value = literal_number(node)
    if value is not None:
        others = dict.fromkeys((value + 1, value - 1, type(value)(), -value))
        yield from (_number_node(other) for other in others if other != value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield ast.Constant("")


def _number_node(value: float) -> ast.expr:
    """Return a number as the parser would read it: a sign is an operator, so that parentheses are right."""
    return ast.UnaryOp(ast.USub(), ast.Constant(-value)) if value < 0 else ast.Constant(value)


def operators(node: ast.AST) -> Iterator[ast.AST]:
    """Yield another operator, either operand alone, operands swapped, or no sign or negation."""
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
    elif isinstance(node, ast.UnaryOp) and literal_number(node) is None:
        yield node.operand


NUMBERS = {"int", "float", "bool"}


@dataclass(frozen=True)
class Bound:
    """A name with its kind and the line where it is bound."""

    name: str
    kind: str
    line: int


class ConfusableNames:
    """All names of a definition that could be confused with each other."""

    def __init__(self, definition: ast.stmt) -> None:
        self._functions = [node for node in ast.walk(definition) if isinstance(node, ast.FunctionDef)]
        self._locals = {function.name: _locals(function) for function in self._functions}
        self._attributes = [bound for function in self._functions for bound in _attributes(function)]

    def others(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the node with another name, or a return of the variable that was bound last."""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from (ast.Name(name, node.ctx) for name in _alike(self._around(node), node.id, node.lineno))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and ast.unparse(node.value) == "self":
            yield from (ast.Attribute(node.value, name, node.ctx) for name in _alike(self._attributes, node.attr))
        elif isinstance(node, ast.Return) and not isinstance(node.value, ast.Name):
            before = [bound for bound in self._around(node) if bound.line < node.lineno]
            yield from (ast.Return(ast.Name(bound.name, ast.Load())) for bound in before[-1:])

    def _around(self, node: ast.expr | ast.stmt) -> list[Bound]:
        return next(
            (
                self._locals[item.name]
                for item in self._functions
                if item.lineno <= node.lineno <= (item.end_lineno or 0)
            ),
            [],
        )


def _alike(bounds: list[Bound], name: str, line: int | None = None) -> list[str]:
    """Return the neighbours of `name` among the names of its kind bound before a line; all would be too many."""
    kinds = {bound.kind for bound in bounds if bound.name == name}
    same_kind = [bound for bound in bounds if bound.kind in kinds and (line is None or bound.line < line)]
    names = list(dict.fromkeys(bound.name for bound in same_kind))
    if name not in names:
        return []
    index = names.index(name)
    return names[max(0, index - 1) : index] + names[index + 1 : index + 2]


def _locals(function: ast.FunctionDef) -> list[Bound]:
    """Return annotated arguments and variables; variables count as tensors if the signature mentions tensors."""
    annotated = [item for item in function.args.args if item.annotation is not None]
    arguments = [Bound(item.arg, _kind(item.annotation), 0) for item in annotated]
    kinds = [*(bound.kind for bound in arguments), ast.unparse(function.returns) if function.returns else ""]
    kind = "Tensor" if any("Tensor" in text for text in kinds) else "number"
    stored = [node for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return arguments + [Bound(node.id, kind, node.lineno) for node in stored]


def _kind(annotation: ast.expr | None) -> str:
    text = ast.unparse(annotation) if annotation else ""
    return "number" if text in NUMBERS else text


def _attributes(function: ast.FunctionDef) -> Iterator[Bound]:
    """Yield the attributes that are assigned, with the function that creates each as its kind."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Attribute):
            kind = ast.unparse(node.value.func) if isinstance(node.value, ast.Call) else "number"
            yield Bound(target.attr, kind, 0)


def altered_statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield `pass`, a branch always or never taken, and a value detached or returned differently."""
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
    """Yield the statement with its value detached; a returned value also in another dtype or squeezed."""
    value = node.value
    if not isinstance(value, ast.BinOp | ast.Call):
        return
    methods = ("detach",) if isinstance(node, ast.Assign) else ("detach", "float", "squeeze")
    for method in methods:
        call = ast.Call(ast.Attribute(value, method, ast.Load()), [], [])
        yield ast.Assign(node.targets, call, lineno=node.lineno) if isinstance(node, ast.Assign) else ast.Return(call)


def orders(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """Yield a constructor that creates two neighbouring attributes in the other order."""
    if not isinstance(node, ast.FunctionDef) or node.name != "__init__":
        return
    for index in range(len(node.body) - 1):
        if all(_assigns_call(item) for item in node.body[index : index + 2]):
            body = [*node.body[:index], node.body[index + 1], node.body[index], *node.body[index + 2 :]]
            yield _with_body(node, body)


def _binds(node: ast.stmt) -> bool:
    """Whether a statement binds a variable; without it, later lines crash, which is no test of the checks."""
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Tuple)


def _assigns_call(item: ast.stmt) -> bool:
    return isinstance(item, ast.Assign) and isinstance(item.value, ast.Call)


def _with_body(node: ast.FunctionDef, body: list[ast.stmt]) -> ast.FunctionDef:
    changed = ast.FunctionDef(**dict(ast.iter_fields(node)))
    changed.body = body
    return ast.copy_location(changed, node)
