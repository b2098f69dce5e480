"""New statements in the place of some of a block."""

import ast
from collections.abc import Sequence
from typing import NamedTuple


class NewLines(NamedTuple):
    """What may take the place of some statements of a block.

    Attributes:
        kind: what is changed.
        group: of the edit.
        first, replaced: which statements of the block are replaced.
        text: the new lines, without the indentation of the block.
        size: how much changes, in nodes; 0 stands for the difference.
        shown: the statement or the expression that is meant, if that is not all that is replaced.
    """

    kind: str
    group: int
    first: int
    replaced: int
    text: str
    size: int = 0
    shown: ast.stmt | ast.expr | None = None


def joined_code(nodes: Sequence[ast.stmt]) -> str:
    """Return the code of statements; `pass` if there are none."""
    return "\n".join(map(ast.unparse, nodes)) if nodes else "pass"
