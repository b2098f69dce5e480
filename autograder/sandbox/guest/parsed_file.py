"""Parses a file once for all that read it before any of it has run."""

import ast
import importlib.util
import symtable
from dataclasses import dataclass
from functools import cached_property
from types import CodeType


@dataclass(frozen=True)
class ParsedFile:
    """The tree of a file, and what Python makes of it."""

    name: str
    tree: ast.Module
    table: symtable.SymbolTable
    code: CodeType

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the tree but those that only say what another one does: parents first, in order."""
        nodes: list[ast.AST] = [self.tree]
        for node in nodes:  # it grows meanwhile
            for field in node._fields:
                value = getattr(node, field, None)
                if type(value) is list:
                    nodes += [item for item in value if isinstance(item, NODES)]
                elif isinstance(value, NODES):
                    nodes.append(value)
        return nodes


NODES = (  # all that have parts or a place: without contexts and operators, half of the nodes of a file
    *(ast.expr, ast.stmt, ast.arguments, ast.arg, ast.keyword, ast.alias, ast.comprehension, ast.withitem),
    *(ast.ExceptHandler, ast.match_case, ast.pattern),
)


def parse_file(source: bytes, name: str) -> ParsedFile | None:
    """Parse a file; None if Python could not run it either, or it is too large."""
    try:
        tree = ast.parse(source, name)
        table = symtable.symtable(importlib.util.decode_source(source), name, "exec")
        return ParsedFile(name, tree, table, compile(tree, name, "exec", dont_inherit=True))
    except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError):
        return None
