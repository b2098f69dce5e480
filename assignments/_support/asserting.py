"""Turns a plain `assert` of a test into a difference (called, got, expected), like that of `assert_close`."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from torch import Tensor

from .compare import Difference, assert_close
from .show import Said, sort_of

Names = dict[str, ast.expr]  # local names, and the calls whose results they are
LONGEST = 140  # characters of a call; a longer one is shown with its local names
KINDS = {
    ".shape": "wrong shape",
    ".dtype": "wrong dtype",
    ".device.type": "wrong device",
    ".grad": "wrong gradient",
}
WORDS = {
    "in": "something that contains",
    ">=": "at least",
    "<=": "at most",
    ">": "more than",
    "<": "less than",
    "!=": "anything but",
    "is not": "anything but",
}


@dataclass(frozen=True)
class Compared:
    """The two sides of the comparison that an `assert` made, as pytest saw them."""

    operator: str
    left: Any
    right: Any


def difference_of(error: BaseException, file: str, line: int, compared: Compared | None) -> Difference | None:
    """Return what differed when the test in `file` stopped in `line`; None if the error shows no difference."""
    statement = next(_statements_at(file, line), None)
    if isinstance(statement, ast.Assert) and isinstance(error, AssertionError):
        return _of_assert(statement, _names_in(file, line), compared, str(error))
    if isinstance(statement, ast.With) and isinstance(error, AssertionError | pytest.fail.Exception):
        return _of_raises(statement, _names_in(file, line), str(error))
    if isinstance(error, AttributeError) and hasattr(Tensor, error.name or ""):
        return _of_type(statement, _names_in(file, line), error.obj)
    return None


def called_at(file: str, line: int) -> str:
    """Return the call that the test in `file` was making when an error stopped it in `line`."""
    statement = next(_statements_at(file, line), None)
    expression: ast.expr | None = None
    if isinstance(statement, ast.Assert):
        expression = statement.test.left if isinstance(statement.test, ast.Compare) else statement.test
    elif isinstance(statement, ast.Assign | ast.Expr) and statement.value is not None:
        expression = statement.value
    if isinstance(expression, ast.Call) and ast.unparse(expression.func) == assert_close.__name__:
        expression = expression.args[0]
    return "" if expression is None else _call(expression, _names_in(file, line))


def error_expected_at(file: str, line: int) -> str:
    """Return the type of error that the test in `file` wants to be raised in `line`; empty if it wants none."""
    blocks = (
        statement.items[0].context_expr for statement in _statements_at(file, line) if isinstance(statement, ast.With)
    )
    calls = (block for block in blocks if isinstance(block, ast.Call) and ast.unparse(block.func) == "pytest.raises")
    return next((ast.unparse(call.args[0]) for call in calls if call.args), "")


def _of_assert(statement: ast.Assert, names: Names, compared: Compared | None, text: str) -> Difference:
    message = "" if statement.msg is None else text.partition("\n")[0]
    test = statement.test
    if compared is not None and isinstance(test, ast.Compare):
        return _of_comparison(test, names, compared, message)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return Difference("wrong values", message, got=True, expected=False, call=_call(test.operand, names))
    return Difference("wrong values", message, got=False, expected=True, call=_call(test, names))


def _of_comparison(test: ast.Compare, names: Names, compared: Compared, message: str) -> Difference:
    got, wanted = compared.left, compared.right
    call = _call(test.left, names)
    if compared.operator == "in":
        got, wanted, call = wanted, got, _call(test.comparators[0], names)
    if compared.operator in WORDS:
        wanted = Said(f"{WORDS[compared.operator]} {wanted!r}")
    kind = next((kind for end, kind in KINDS.items() if call.endswith(end)), "wrong values")
    if kind == "wrong gradient" and got is None:
        got, wanted = Said("no gradient"), Said("a gradient")
    if kind == "wrong values" and compared.operator == "==" and sort_of(got) != sort_of(wanted):
        kind = "wrong type"
    return Difference(kind, message, got, wanted, call=call)


def _of_raises(statement: ast.With, names: Names, message: str) -> Difference | None:
    wanted = statement.items[0].context_expr
    body = statement.body[0]
    if not isinstance(wanted, ast.Call) or not isinstance(body, ast.Expr):
        return None
    match = [f" that names {ast.unparse(word.value)}" for word in wanted.keywords if word.arg == "match"]
    expected = Said(f"{ast.unparse(wanted.args[0])}{''.join(match)} is raised")
    got = Said("nothing is raised" if "DID NOT RAISE" in message else "raised with other words")
    return Difference("wrong values", "", got, expected, call=_call(body.value, names))


def _of_type(statement: ast.stmt | None, names: Names, got: Any) -> Difference | None:
    """Describe a list or None that was returned where the test goes on with a tensor."""
    parts = (part for part in ast.walk(statement or ast.Pass()) if isinstance(part, ast.expr))
    spelled = (_spelled(part, names) for part in parts if isinstance(part, ast.Call | ast.Subscript | ast.Name))
    call = next((item for item in spelled if ast.unparse(item).startswith("student.")), None)
    return None if call is None else Difference("wrong type", "", got, Said("a tensor"), call=_call(call, {}))


def _call(expression: ast.expr, names: Names) -> str:
    """Return the expression as a student would write it, with calls in place of local names."""
    text = ast.unparse(_spelled(expression, names)).replace("student.", "")
    return text if len(text) <= LONGEST else ast.unparse(expression).replace("student.", "")


class _Spelled(ast.NodeTransformer):
    def __init__(self, names: Names) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._names:
            return node
        rest = {name: value for name, value in self._names.items() if name != node.id}
        return _spelled(self._names[node.id], rest)


def _spelled(expression: ast.expr, names: Names) -> ast.expr:
    spelled: ast.expr = _Spelled(names).visit(_copy(expression))
    return spelled


def _copy(expression: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(expression), mode="eval").body


@cache
def _tree(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def _statements_at(file: str, line: int) -> Iterator[ast.stmt]:
    """Yield the statements that contain the line, the innermost first."""
    nodes = [node for node in ast.walk(_tree(file)) if isinstance(node, ast.stmt)]
    containing = [node for node in nodes if node.lineno <= line <= (node.end_lineno or node.lineno)]
    yield from sorted(containing, key=lambda node: (node.end_lineno or node.lineno) - node.lineno)


def _names_in(file: str, line: int) -> Names:
    """Return the local names that were assigned from calls of the student's code."""
    function = next((node for node in _statements_at(file, line) if isinstance(node, ast.FunctionDef)), None)
    names: Names = {}
    for node in ast.walk(function) if function else ():
        if isinstance(node, ast.Assign) and "student." in ast.unparse(node.value):
            names |= dict(_assigned(node.targets[0], node.value))
    return names


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    if isinstance(target, ast.Tuple):
        for place, name in enumerate(target.elts):
            if isinstance(name, ast.Name):
                yield name.id, ast.Subscript(value=value, slice=ast.Constant(place), ctx=ast.Load())
