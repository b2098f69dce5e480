"""Edits that change the dtype of a value: of a new tensor, and of what is returned."""

import ast
from collections.abc import Iterator

from autograder.repair.source import ADDS
from autograder.repair.value_edits import Change, EditContext, last_name, parsed

NEW = frozenset(
    {"zeros", "ones", "empty", "full", "tensor", "zeros_like", "ones_like"}
)  # make tensors of a default dtype
DTYPES = ("torch.long", "torch.bool")


def dtypes(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield a new tensor of integers or truth values, and a result that is converted to truth values."""
    if (
        isinstance(node, ast.Call)
        and last_name(node.func) in NEW
        and "dtype" not in {item.arg for item in node.keywords}
    ):
        for dtype in DTYPES:
            keyword = ast.keyword("dtype", parsed(dtype))
            yield Change("dtype", ADDS, ast.Call(node.func, node.args, [*node.keywords, keyword]))
    if isinstance(place.parent, ast.Return) and isinstance(node, ast.Call | ast.Name | ast.Subscript):
        yield Change("dtype", ADDS, parsed(f"{ast.unparse(node)}.bool()"))
