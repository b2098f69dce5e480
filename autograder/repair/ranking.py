"""In which order the edits of a program are tried: by weights that are fitted to the wrong programs of a course.

The weights are in `ranking_weights.json`, which `python -m benchmarks.edit_ranking` writes: those of a conditional
logit model, in which the edit that mends a program is chosen among all of its edits. No weight is about one exercise.
"""

import ast
import copy
import functools
import json
import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from autograder.repair.likeness import OF_TENSORS, Undoing, likenesses, words_of
from autograder.repair.rules import known_kinds
from autograder.repair.scope import BLOCKS, is_docstring, last_definition, stored_names
from autograder.repair.source import TAKES_OVER, Edit, Span, Text, parsed_donor

WEIGHTS_FILE = Path(__file__).with_name("ranking_weights.json")
RIGHT_FORMULA = 100.0  # is added to an edit after which a formula has the values of the right one: these come first
MOST_ALIKE = 3  # edits of one kind and place that are tried
OWN_FOR_ONE_TAKEN = 3  # edits that are tried before each one that is taken over from a right program
MOST_COUNTED = 3  # words; more than these say nothing more


@dataclass(frozen=True)
class RankedEdit:
    """An edit, how much it is like what undoes a mistake (0 to 1), and how early it is tried.

    With `makes_formula_right`, the function is a formula that has the right values after it.
    """

    edit: Edit
    likeness: float
    promise: float
    makes_formula_right: bool = False


@dataclass(frozen=True)
class Definition:
    """The definition of an exercise, as far as the order of edits depends on it.

    Attributes:
        words: how often it has each word, without its own variables.
        variables: the names that it assigns.
        constructor_lines: the lines of `__init__`.
    """

    words: Mapping[str, int]
    variables: frozenset[str]
    constructor_lines: frozenset[int]

    def count(self, word: str) -> int:
        """Return how often it has a word."""
        return self.words.get(word, 0)

    @classmethod
    def of(cls, tree: ast.Module, name: str) -> Self:
        """Return what counts of the definition of a name; nothing if there is none."""
        definition = last_definition(tree, name)
        if definition is None:
            return cls({}, frozenset(), frozenset())
        variables = frozenset(stored_names(definition))
        functions = [item for item in ast.walk(definition) if isinstance(item, ast.FunctionDef)]
        inside = (range(item.lineno, (item.end_lineno or 0) + 1) for item in functions if item.name == "__init__")
        words = words_of(ast.unparse(_without_docstrings(definition)))
        counts = Counter(word for word in words if word not in variables)
        return cls(counts, variables, frozenset(line for lines in inside for line in lines))

    @classmethod
    @functools.lru_cache(maxsize=64)
    def of_donor(cls, donors: tuple[str, ...], name: str) -> Self:
        """Return what counts of the first right program; nothing if there is none."""
        return cls.of(parsed_donor(donors[0]).tree, name) if donors else cls({}, frozenset(), frozenset())


def _without_docstrings(node: ast.stmt) -> ast.stmt:
    """Return a statement without the docstrings in it; it shares all expressions with the one that it is made from."""
    copied = copy.copy(node)
    for field in BLOCKS:
        block = getattr(node, field, None)
        if isinstance(block, list) and block:
            kept = [_without_docstrings(item) for item in block if not is_docstring(item)]
            setattr(copied, field, kept or [ast.Pass()])
    return copied


@dataclass(frozen=True)
class EditFeatures:
    """Computes the features of the edits of one program, by name.

    Attributes:
        own: the definition in the student's program.
        right: the same in a right program.
        kinds: the kinds of edits that mend mistakes of the families that are meant; empty if none is known.
        others: kinds that seldom do.
        differing: the lines that the right program does not have.
        by_place, by_kind: how many edits there are of a kind at one place, and of a kind.
    """

    own: Definition
    right: Definition
    kinds: frozenset[str]
    others: frozenset[str]
    differing: frozenset[int]
    by_place: Mapping[tuple[str, Span], int]
    by_kind: Mapping[str, int]

    @classmethod
    def of(cls, own: Definition, right: Definition, edits: Sequence[Edit], undoings: Sequence[Undoing]) -> Self:
        """Return the features of the edits of a program."""
        families = {item.family for item in undoings}
        kinds = frozenset(name for name, kind in known_kinds().items() if not families.isdisjoint(kind.families))
        return cls(
            own,
            right,
            kinds,
            OF_TENSORS - kinds if kinds else frozenset(),
            frozenset(edit.place.line for edit in edits if edit.group == TAKES_OVER),
            Counter((edit.kind, edit.span) for edit in edits),
            Counter(edit.kind for edit in edits),
        )

    def of_edit(self, edit: Edit, likeness: float) -> dict[str, float]:
        """Return the features of one of the edits.

        Those of words count what comes nearer to the right program and what does not: `gain_add` is added and missing,
        `gain_rem` is taken away and too much. Sizes are told apart by group: what edits add is as large as
        whoever wrote the operator made it. `to_front` and `to_end` are axes that are counted from
        there and were not, `doubled` a number that becomes twice as large.
        """
        added, gone = self._changed_words(edit)
        wanted = sum(min(count, max(0, self._missing(word))) for word, count in added.items())
        too_much = sum(min(count, max(0, -self._missing(word))) for word, count in gone.items())
        return {
            f"kind:{edit.kind}": 1.0,
            f"group:{edit.group}": 1.0,
            "likeness": likeness,
            "of_family": float(edit.kind in self.kinds),
            "of_other": float(edit.kind in self.others),
            "differs": float(edit.place.line in self.differing),
            "copied": float(edit.is_copied),
            "to_front": float(edit.kind == "axis" and edit.old.count("-") > edit.new.count("-")),
            "to_end": float(edit.kind == "axis" and edit.old.count("-") < edit.new.count("-")),
            "doubled": float(_is_doubled(edit)),
            "gain_add": min(wanted, MOST_COUNTED),
            "bad_add": min(added.total() - wanted, MOST_COUNTED),
            "gain_rem": min(too_much, MOST_COUNTED),
            "bad_rem": min(gone.total() - too_much, MOST_COUNTED),
            f"size:{edit.group}": math.log(edit.size),
            "same_place": math.log(self.by_place[edit.kind, edit.span]),
            "same_kind": math.log(self.by_kind[edit.kind]),
            "constructor": float(edit.span.line in self.own.constructor_lines),
        }

    def _missing(self, word: str) -> int:
        """Return how much more often the right program has a word; less than 0 if the student's has it more often."""
        return self.right.count(word) - self.own.count(word)

    def _changed_words(self, edit: Edit) -> tuple[Counter[str], Counter[str]]:
        """Return the words that an edit adds and takes away, without the student's own variables."""
        old, new = (
            Counter(word for word in words_of(text) if word not in self.own.variables) for text in (edit.old, edit.new)
        )
        return new - old, old - new


def _is_doubled(edit: Edit) -> bool:
    """Whether a number becomes twice as large."""
    try:
        return edit.kind == "constant" and float(edit.new) == 2 * float(edit.old) != 0
    except ValueError:
        return False


@functools.cache
def fitted_weights() -> Mapping[str, float]:
    """Return the weights of the features; a kind that is not among those that are fitted has its prior."""
    weights: dict[str, float] = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return {f"kind:{name}": kind.prior for name, kind in known_kinds().items()} | weights


def _promise(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return sum(value * weights.get(name, 0.0) for name, value in features.items())


def ranked(
    program: Text,
    edits: Sequence[Edit],
    undoings: Sequence[Undoing],
    definitions: tuple[Definition, Definition],
    right: Collection[Edit] = (),
) -> list[RankedEdit]:
    """Return the edits, those first that are most likely to mend the program; of equal ones, small ones.

    Args:
        program: what the edits are of.
        edits: the edits, in the order of their sizes.
        undoings: the ways to undo the mistake that the program has, if any are known.
        definitions: that of the exercise in the program, and that in a right one.
        right: edits that come first, because they make a formula right.
    """
    weights, features = fitted_weights(), EditFeatures.of(*definitions, edits, undoings)
    found = [
        RankedEdit(
            edit,
            likeness,
            _promise(features.of_edit(edit, likeness), weights) + RIGHT_FORMULA * (edit in right),
            edit in right,
        )
        for edit, likeness in zip(edits, likenesses(program, edits, undoings), strict=True)
    ]
    return sorted(found, key=lambda item: (-round(item.promise, 6), item.edit.rank))


def chosen(ranking: Sequence[RankedEdit], most: int) -> list[RankedEdit]:
    """Return the first edits of a ranking, few of one kind and place, some of them taken over from right programs.

    The weights say nothing of these, as programs of a course are patches of right ones. They come in between.
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
