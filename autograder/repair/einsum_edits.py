"""Edits of the equation of an `einsum`, whose letters say which axes meet, and in which order the result has them."""

import ast
from collections.abc import Iterator

from autograder.repair.source import EXCHANGES
from autograder.repair.value_edits import Change, EditContext, last_name

ARROW = "->"


def exchanged_letters(node: ast.expr, place: EditContext) -> Iterator[Change]:
    """Yield equations with `->` in which two neighbouring letters of the result or of an operand change places.

    The last ones come first: they are what a matrix product is about.
    """
    call = place.parent
    if not isinstance(call, ast.Call) or last_name(call.func) != "einsum" or call.args[:1] != [node]:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        for equation in _with_exchanged_letters(node.value.replace(" ", "")):
            yield Change("index letters", EXCHANGES, ast.Constant(equation))


def _with_exchanged_letters(equation: str) -> Iterator[str]:
    given, arrow, result = equation.partition(ARROW)
    parts = [*given.split(","), result]
    for at in reversed(range(len(parts))) if arrow else ():
        for other in _exchanged(parts[at]):
            changed = [*parts[:at], other, *parts[at + 1 :]]
            yield ",".join(changed[:-1]) + ARROW + changed[-1]


def _exchanged(letters: str) -> Iterator[str]:
    """Yield a part of an equation with two neighbouring letters exchanged, those at its end first."""
    for end in range(len(letters), 1, -1):
        first, second = letters[end - 2], letters[end - 1]
        if first.isalpha() and second.isalpha() and first != second:
            yield letters[: end - 2] + second + first + letters[end:]
