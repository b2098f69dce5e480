"""The words of `rules.toml`: what may stand for which expressions, and where a rule applies."""

import ast
from collections.abc import Callable, Collection, Mapping
from typing import Any

from autograder.repair.scope import is_docstring
from autograder.repair.syntax import NO_GRADIENTS, is_argument, is_library, last_name, literal_number

OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.MatMult, ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.BitXor: (ast.Pow, ast.BitOr),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
ORDERED = ast.Sub | ast.Div | ast.FloorDiv | ast.Mod | ast.Pow | ast.MatMult  # operators
ASSOCIATIVE = ast.Add | ast.Mult | ast.MatMult  # operators, around two of which parentheses make no difference
ORDERING = ast.Gt | ast.GtE | ast.Lt | ast.LtE
TURNED = frozenset({"T", "mT", "transpose"})
SIMPLE = ast.Assign | ast.AugAssign | ast.Expr
AXIS_WORDS = frozenset({"dim", "axis", "dim0", "dim1", "start_dim", "end_dim", "dims"})
AXIS_FUNCTIONS = frozenset(
    (
        *(
            "sum",
            "mean",
            "amax",
            "amin",
            "max",
            "min",
            "softmax",
            "log_softmax",
            "logsumexp",
            "argmax",
            "cumsum",
            "var",
        ),
        *("std", "transpose", "permute", "unsqueeze", "squeeze", "flatten", "cat", "stack", "size", "chunk", "unbind"),
        *("norm", "prod", "var", "flip", "select", "narrow", "movedim", "moveaxis", "swapaxes", "swapdims"),
    )
)
STATEMENTS: Mapping[str, Any] = {
    **dict.fromkeys(("BODY", "REST"), list),
    "ASSIGNMENT": ast.Assign,
    "LAST": SIMPLE | ast.If | ast.For | ast.While | ast.With,
    "NODE": ast.AST,
    "NOTHING": ast.Pass,
    "RETURN": ast.Return,
    "SIMPLE": SIMPLE,
    "STATEMENT": ast.stmt,
}
SORTS: Mapping[str, Any] = {
    **STATEMENTS,
    **dict.fromkeys(("<<", ">>"), ast.operator),
    **dict.fromkeys(("LOWER", "UPPER", "STEP"), ast.expr | None),  # of a slice
    "ATTRIBUTE": ast.Attribute,
    "COUNT": ast.Name | ast.Attribute | ast.Subscript | ast.BinOp | ast.Call,
    "DICT": ast.Dict,
    "LIST": ast.List,
    "LISTED": ast.List | ast.ListComp,
    "MADE": ast.Call | ast.List,
    "NAME": ast.Name,
    "OPERATION": ast.BinOp,
    "PATH": ast.Name | ast.Attribute,
    "RESULT": ast.BinOp | ast.Call | ast.Name | ast.Subscript,
    "ROW": ast.Tuple | ast.List,
    "TARGET": ast.expr,
    "TERM": ast.BinOp | ast.Call | ast.Name,
    "TEXT": ast.Constant,
    "VALUE": ast.Call | ast.Name | ast.Subscript,
}


def _is_argument_of(node: ast.expr, parent: Any, functions: Collection[str], *, first: bool = False) -> bool:
    """Whether a node is an argument of a call of one of some functions, or the first one."""
    if not is_argument(node, parent) or last_name(parent.func) not in functions:
        return False
    return not first or node is parent.args[0]


def is_axis(node: ast.expr, parent: ast.AST) -> bool:
    """Whether a node is a whole number that counts axes."""
    if not isinstance(literal_number(node), int):
        return False
    if isinstance(parent, ast.keyword):
        return parent.arg in AXIS_WORDS
    if isinstance(parent, ast.Subscript) and node is parent.slice:
        return last_name(parent.value) == "shape"
    return _is_argument_of(node, parent, AXIS_FUNCTIONS)


def is_filled_in(node: ast.expr, parent: ast.AST) -> bool:
    """Whether a number is what a mask, or a new tensor, is filled with."""
    return _is_argument_of(node, parent, {"masked_fill", "masked_fill_", "where", "full", "full_like"})


def _is_whole(node: ast.expr, parent: ast.AST) -> bool:
    """Whether an expression is all that is assigned, added or returned."""
    return isinstance(parent, ast.Assign | ast.AugAssign | ast.Return) and parent.value is node


def _is_index(node: ast.Tuple | ast.List, parent: ast.AST) -> bool:
    """Whether a row is one of places along axes, and not of variables alone."""
    return isinstance(parent, ast.Subscript) and not all(isinstance(item, ast.Name) for item in node.elts)


def _is_kept_in_self(node: ast.expr, parent: ast.AST) -> bool:
    if not isinstance(parent, ast.Assign) or parent.value is not node:
        return False
    owners = [target.value for target in parent.targets if isinstance(target, ast.Attribute)]
    return any(isinstance(owner, ast.Name) and owner.id == "self" for owner in owners)


def _is_value(node: ast.expr, parent: ast.AST) -> bool:
    """Whether a node is returned, assigned or handed on, and not the function of a call."""
    if isinstance(parent, ast.Return | ast.Assign):
        return parent.value is node
    return is_argument(node, parent)


def _is_argument_of_softmax(node: ast.expr, parent: ast.AST) -> bool:
    """Whether a node is what softmax is applied to: its first argument, or the object that it is a method of."""
    if isinstance(parent, ast.Attribute):
        return parent.attr == "softmax" and not is_library(node)
    if not isinstance(parent, ast.Call) or "softmax" not in last_name(parent.func) or parent.args[:1] != [node]:
        return False
    return not isinstance(parent.func, ast.Attribute) or is_library(parent.func.value)


def _is_under_root(node: ast.expr, parent: ast.AST) -> bool:
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Pow):
        return parent.left is node
    return _is_argument_of(node, parent, {"sqrt"}, first=True)


def _is_compared(node: ast.expr, parent: ast.AST) -> bool:
    is_left = isinstance(parent, ast.Compare) and parent.left is node and len(parent.ops) == 1
    return is_left and isinstance(parent.ops[0], ORDERING) and literal_number(node) is None  # type: ignore[attr-defined]


def _is_end_of_function(node: ast.stmt, parent: ast.AST) -> bool:
    """Whether a function ends with a statement, and returns nothing there."""
    if not isinstance(parent, ast.FunctionDef) or parent.name == "__init__" or is_docstring(node):
        return False
    return node is parent.body[-1] and not isinstance(node, ast.Return | ast.Raise)


def _lacks_super(node: ast.stmt, parent: ast.AST) -> bool:
    """Whether a constructor begins with a statement and never calls that of its base."""
    is_constructor = isinstance(parent, ast.FunctionDef) and parent.name == "__init__" and node is parent.body[0]
    return is_constructor and "super()" not in ast.unparse(parent)


def _is_part_of_result(_: ast.expr, parent: ast.AST) -> bool:
    """Whether an expression is kept: at the end of a list, or as an entry of a tensor."""
    if isinstance(parent, ast.Assign):
        return isinstance(parent.targets[0], ast.Subscript)
    return isinstance(parent, ast.Call) and last_name(parent.func) == "append"


def _may_be_turned(node: Any, _: ast.AST) -> bool:
    """Whether the object of a method is a value, and no transpose."""
    value = node.func.value
    turned = value.func if isinstance(value, ast.Call) else value
    return not is_library(value) and getattr(turned, "attr", "") not in TURNED


PLACES: Mapping[str, Callable[[Any, Any], bool]] = {
    "appended": lambda node, parent: _is_argument_of(node, parent, {"append"}),
    "argument of softmax": lambda node, parent: (
        _is_argument_of_softmax(node, parent) and not isinstance(getattr(node, "op", None), ast.MatMult)
    ),
    "assigned": lambda node, parent: isinstance(parent, ast.Assign) and parent.value is node,
    "assigned or in a call": lambda _, parent: isinstance(parent, ast.Assign | ast.Call),
    "assigned or returned": lambda _, parent: isinstance(parent, ast.Assign | ast.Return),
    "axis": is_axis,
    "axis of unsqueeze": lambda node, parent: is_axis(node, parent) and _is_argument_of(node, parent, {"unsqueeze"}),
    "compared": _is_compared,
    "dividend": lambda node, parent: (
        isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Div) and parent.left is node
    ),
    "divided or multiplied": lambda _, parent: (
        isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Div | ast.Mult)
    ),
    "end of a function": _is_end_of_function,
    "end of a range": lambda node, parent: _is_argument_of(node, parent, {"range"}) and parent.args[-1] is node,
    "equation": lambda node, parent: (
        _is_argument_of(node, parent, {"einsum"}, first=True) and isinstance(node.value, str)
    ),
    "function of a library": lambda node, _: is_library(node.func.value),
    "in a loop": lambda _, parent: isinstance(parent, ast.For | ast.While),
    "in place": lambda node, _: last_name(getattr(node.value, "func", node)).endswith("_"),
    "index": _is_index,
    "iterated": lambda node, parent: isinstance(parent, ast.For | ast.comprehension) and parent.iter is node,
    "kept in self": _is_kept_in_self,
    "listed": lambda node, parent: _is_argument_of(node, parent, {"sorted", "enumerate", "list"}),
    "mask": lambda node, parent: _is_argument_of(node, parent, {"masked_fill", "masked_fill_", "where"}, first=True),
    "method": lambda node, _: not is_library(node.func.value),
    "no docstring": lambda node, _: not is_docstring(node),
    "no index": lambda node, parent: not _is_index(node, parent),
    "no number": lambda node, _: literal_number(node) is None,
    "not by a number": lambda node, _: literal_number(node.right) is None,
    "not called": lambda node, parent: (
        not isinstance(parent, ast.Attribute | ast.Subscript) and getattr(parent, "func", None) is not node
    ),
    "not turned": _may_be_turned,
    "ordered": lambda node, _: isinstance(node.op, ORDERED),
    "part of a result": _is_part_of_result,
    "returned": lambda _, parent: isinstance(parent, ast.Return),
    "sum": lambda node, _: isinstance(node.op, ast.Add | ast.Sub),
    "under a root": _is_under_root,
    "unmasked scores": lambda node, parent: (
        _is_argument_of_softmax(node, parent) and "masked_fill" not in ast.unparse(node)
    ),
    "value": _is_value,
    "whole": _is_whole,
    "whole number": lambda node, parent: _is_whole(node, parent) and isinstance(literal_number(node), int),
    "with gradients": lambda node, _: not any(name in ast.unparse(node.items[0]) for name in NO_GRADIENTS),
    "without backward": lambda node, _: "backward" not in ast.unparse(node),
    "without super": _lacks_super,
    "with an axis": lambda node, parent: (
        bool(node.args or node.keywords) and not isinstance(parent, ast.Attribute | ast.Subscript)
    ),
    "without an axis": lambda node, _: all(
        literal_number(item) is None and last_name(item) != "dim" for item in node.args
    ),
}
