"""Other names of the same kind: `keys` for `queries`, `x_2` for `x_1`, `self.W_k` for `self.W_q`."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

NUMBERS = {"int", "float", "bool"}


@dataclass(frozen=True)
class Bound:
    """A name with its kind and the line from which on it is there."""

    name: str
    kind: str
    line: int


class Names:
    """All names of a definition that may be taken for each other."""

    def __init__(self, definition: ast.stmt) -> None:
        self._functions = [node for node in ast.walk(definition) if isinstance(node, ast.FunctionDef)]
        self._locals = {function.name: _locals(function) for function in self._functions}
        self._attributes = [bound for function in self._functions for bound in _attributes(function)]

    def others(self, node: ast.AST) -> Iterator[ast.AST]:
        """The node with another name, or a return of what was there before the last step."""
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
    """The neighbours of `name` among the names of its kind that are bound by then: all others would be too many."""
    kinds = {bound.kind for bound in bounds if bound.name == name}
    there = [bound for bound in bounds if bound.kind in kinds and (line is None or bound.line < line)]
    names = list(dict.fromkeys(bound.name for bound in there))
    if name not in names:
        return []
    place = names.index(name)
    return names[max(0, place - 1) : place] + names[place + 1 : place + 2]


def _locals(function: ast.FunctionDef) -> list[Bound]:
    """Arguments, of the kind of their annotation, and variables, which are tensors wherever there are tensors."""
    arguments = [item for item in function.args.args if item.annotation is not None]
    found = [Bound(item.arg, _kind(item.annotation), 0) for item in arguments]
    words = [*(bound.kind for bound in found), ast.unparse(function.returns) if function.returns else ""]
    kind = "Tensor" if any("Tensor" in word for word in words) else "number"
    stored = [node for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return found + [Bound(node.id, kind, node.lineno) for node in stored]


def _kind(annotation: ast.expr | None) -> str:
    text = ast.unparse(annotation) if annotation else ""
    return "number" if text in NUMBERS else text


def _attributes(function: ast.FunctionDef) -> Iterator[Bound]:
    """What `self` gets, of the kind of the call that makes it."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Attribute):
            kind = ast.unparse(node.value.func) if isinstance(node.value, ast.Call) else "number"
            yield Bound(target.attr, kind, 0)
