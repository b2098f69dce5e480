"""Edits of expressions that are nearly the right ones: a very small number for -inf, commas at the ends of a word."""

import ast
from collections.abc import Iterator

from autograder.repair.source import ADDS, EXCHANGES
from autograder.repair.value_edits import Change, EditContext, last_name, parsed

ENDS_ONLY = frozenset({"strip", "lstrip", "rstrip"})


def infinities(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield infinity in place of the smallest or largest number of a dtype, and of zeros that others are put into."""
    del place
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "torch.zeros_like" and len(node.args) == 1:
        filled = ast.Call(parsed("torch.full_like"), [node.args[0], parsed('float("-inf")')], node.keywords)
        yield Change("infinity", EXCHANGES, filled)
    if not isinstance(node, ast.Attribute) or node.attr not in ("min", "max") or not isinstance(node.value, ast.Call):
        return
    if last_name(node.value.func) == "finfo":
        yield Change("infinity", EXCHANGES, parsed(f'float("{"-" if node.attr == "min" else ""}inf")'))


def removed_everywhere(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield `text.replace(mark, "")` in place of `text.strip(mark)`, which leaves those inside."""
    del place
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in ENDS_ONLY:
        return
    if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
        text, mark = ast.unparse(node.func.value), ast.unparse(node.args[0])
        yield Change("everywhere", EXCHANGES, parsed(f'{text}.replace({mark}, "")'))


def columns(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a variable as a column, where it is a divisor or a factor: then it belongs to rows, not to columns."""
    is_operand = isinstance(place.parent, ast.BinOp) and isinstance(place.parent.op, ast.Div | ast.Mult)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and is_operand:
        yield Change("column", ADDS, parsed(f"{node.id}.unsqueeze(-1)"))
