"""In which order the edits of a program are tried.

It is that of a sum: of the prior of the edit's kind, of its likeness to what undoes a mistake that is meant, and of the
words by which it comes nearer to a right program; a large edit comes later. The priors and the constants here were
fitted to the wrong programs of a course once, then rounded.
"""

import ast
import copy
import functools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from autograder.repair.likeness import Undoing, likenesses, words_of
from autograder.repair.rules import known_kinds
from autograder.repair.scope import BLOCKS, is_docstring, last_definition, stored_names
from autograder.repair.source import LEAVES_OUT, TAKES_OVER, Edit, ParsedText, Span, parsed_donor

LIKE = 4.5  # for an edit that is exactly what undoes a mistake
NEARER = 0.75  # for each word
LARGER, LEFT_OUT = 0.25, 1.0  # for each logarithm of the size; the latter if a part as large is left out
MOST_ALIKE = 3  # edits of one kind and place that are tried
OWN_FOR_ONE_TAKEN = 3  # edits that are tried before each one that is taken over from a right program
MOST_COUNTED = 3  # words; more than these say nothing more


@dataclass(frozen=True)
class RankedEdit:
    """An edit, how much it is like what undoes a mistake (0 to 1), and how early it is tried."""

    edit: Edit
    likeness: float
    promise: float


def ranked(
    program: ParsedText, name: str, edits: Sequence[Edit], undoings: Sequence[Undoing], donors: tuple[str, ...]
) -> list[RankedEdit]:
    """Return the edits, those first that are most likely to mend the program; of equal ones, small ones.

    Args:
        program: what the edits are of.
        name: the exercise.
        edits: the edits.
        undoings: the ways to undo the mistake that the program has, if any are known.
        donors: the code of right programs, of which the first one is compared.
    """
    variables, own = _words(program.tree, name)
    missing = Counter(_donor_words(donors[0], name) if donors else {})
    missing.subtract(own)  # less than 0 if the student's program has a word more often
    found = []
    for edit, likeness in zip(edits, likenesses(program, edits, undoings), strict=True):
        words = _words_nearer(edit, variables, missing)
        size = (LEFT_OUT if edit.group == LEAVES_OUT else LARGER) * math.log(edit.size)
        found.append(
            RankedEdit(edit, likeness, known_kinds()[edit.kind].prior + LIKE * likeness + NEARER * words - size)
        )
    return sorted(found, key=lambda item: (-round(item.promise, 6), item.edit.rank))


def _words_nearer(edit: Edit, variables: frozenset[str], missing: Counter[str]) -> int:
    """Return by how many words an edit brings a program nearer to a right one; its own variables do not count."""
    before, after = (Counter(word for word in words_of(text) if word not in variables) for text in (edit.old, edit.new))
    nearer = 0
    for change, sign in ((after - before, 1), (before - after, -1)):
        wanted = sum(min(count, max(0, sign * missing[word])) for word, count in change.items())
        nearer += min(wanted, MOST_COUNTED) - min(change.total() - wanted, MOST_COUNTED)
    return nearer


def _words(tree: ast.Module, name: str) -> tuple[frozenset[str], Counter[str]]:
    """Return the variables of a definition, and how often it has each other word."""
    definition = last_definition(tree, name)
    if definition is None:
        return frozenset(), Counter()
    variables = frozenset(stored_names(definition))
    words = words_of(ast.unparse(_without_docstrings(definition)))
    return variables, Counter(word for word in words if word not in variables)


@functools.lru_cache(maxsize=64)
def _donor_words(code: str, name: str) -> Counter[str]:
    return _words(parsed_donor(code).tree, name)[1]


def _without_docstrings(node: ast.stmt) -> ast.stmt:
    """Return a statement without the docstrings in it; it shares all expressions with the one that it is made from."""
    copied = copy.copy(node)
    for field in BLOCKS:
        block = getattr(node, field, None)
        if isinstance(block, list) and block:
            kept = [_without_docstrings(item) for item in block if not is_docstring(item)]
            setattr(copied, field, kept or [ast.Pass()])
    return copied


def chosen(ranking: Sequence[RankedEdit], most: int) -> list[RankedEdit]:
    """Return the first edits of a ranking, few of one kind and place, some of them taken over from right programs.

    The priors say nothing of these, as programs of a course are patches of right ones. They come in between.
    """
    places = Counter[tuple[Span, str]]()
    own, taken = list[RankedEdit](), list[RankedEdit]()
    for item in ranking:
        places[item.edit.span, item.edit.kind] += 1
        if places[item.edit.span, item.edit.kind] <= MOST_ALIKE:
            (taken if item.edit.group == TAKES_OVER else own).append(item)
    found = list[RankedEdit]()
    while (own or taken) and len(found) < most:
        found += own[:OWN_FOR_ONE_TAKEN] + taken[:1]
        own, taken = own[OWN_FOR_ONE_TAKEN:], taken[1:]
    return found[:most]
