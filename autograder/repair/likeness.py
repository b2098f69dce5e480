"""How much an edit of a student's program is like the change that undoes a named mistake in a right program."""

import functools
import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from autograder.repair.source import LEAVES_OUT, TAKES_OVER, TOKEN, Edit, Span, Text, changed_tokens

Features = Mapping[str, float]  # by name: `-mT` is taken away, `+mT` is added, `~softmax` is beside it

SAME = {  # what is written in several ways, by token
    **dict.fromkeys(("T", "mT", "permute", "swapaxes", "swapdims", "t"), "transpose"),
    **dict.fromkeys(("matmul", "bmm", "mm", "einsum"), "@"),
    **dict.fromkeys(("axis", "keepdims"), "dim"),
    **dict.fromkeys(("masked_fill_", "where"), "masked_fill"),
    **dict.fromkeys(("-inf", "finfo"), "inf"),
    **dict.fromkeys(("sqrt", "rsqrt"), "**"),
    **dict.fromkeys(("mul", "multiply"), "*"),
    **dict.fromkeys(("div", "divide"), "/"),
    **dict.fromkeys(("gt",), ">"),
    **dict.fromkeys(("ge",), ">="),
    **dict.fromkeys(("lt",), "<"),
    **dict.fromkeys(("le",), "<="),
    **dict.fromkeys(("unbiased",), "correction"),
}
PLAIN = frozenset("()[]{},.:=") | {
    "return",
    "torch",
    "self",
    "nn",
    "F",
    "import",
    "from",
    "float",
}  # say nothing by themselves
TOKENS = "T"  # as a variable, the number of tokens; as an attribute, a transpose
BESIDE = 0.3  # what stands beside a change counts so much less than what changes
TOO_MUCH = ("operand", "side", "statement")  # kinds of edits that leave out a part of a sum or a condition, or a line
MOVED = "moved"  # the feature of a change that only has other order
UNCHANGED = 0.5  # times as much likeness where only what is beside the changes is alike


@dataclass(frozen=True)
class Undoing:
    """What undoes a mistake: the text of some steps with it, and the right text in their place; both may be unknown.

    Attributes:
        wrong, right: the two texts.
        family: of the mistake.
    """

    wrong: str
    right: str
    family: str = ""

    @property
    def is_known(self) -> bool:
        """Whether more is known than the family."""
        return bool(self.wrong or self.right)

    @property
    def features(self) -> Features:
        """What changes, and what is beside it."""
        return features_of(self.wrong, self.right, self.right)


def features_of(old: str, new: str, around: str) -> Features:
    """Return what a change takes away and adds, and what is beside it in `around`."""
    before, after = Counter(words_of(old)), Counter(words_of(new))
    changed = {f"-{word}": 1.0 for word in before - after} | {f"+{word}": 1.0 for word in after - before}
    if not changed:
        changed = {MOVED: 1.0}
    return changed | {f"~{word}": BESIDE for word in words_of(around)}


@functools.lru_cache(maxsize=4096)  # pieces of one program; many edits have the same old text, or the same line
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a code, with one for each that is written in several ways."""
    found = ((item[0].strip("\"'"), text[: item.start()].endswith(".")) for item in TOKEN.finditer(text))
    return tuple(
        word if word == TOKENS and not is_attribute else SAME.get(word, word)
        for word, is_attribute in found
        if word not in PLAIN and not word.startswith("#")
    )


def likenesses(program: Text, edits: Sequence[Edit], undoings: Sequence[Undoing]) -> list[float]:
    """Return how much each edit is like one of the ways to undo a mistake, 0 to 1.

    Args:
        program: what the edits are of.
        edits: the edits.
        undoings: the ways.
    """
    wanted = [item.features for item in undoings if item.is_known]
    if not wanted:
        return [0.0] * len(edits)
    own = [features_of(edit.old, edit.new, _line(program, edit.span)) for edit in edits]
    counts = Counter(name for features in own for name in features)
    names = dict.fromkeys(name for features in (*own, *wanted) for name in features)
    weights = {name: math.log(1 + len(edits) / counts.get(name, 1)) for name in names}
    ways = [_WeightedChange.of(features, weights) for features in wanted]
    return [max(map(_WeightedChange.of(features, weights).likeness, ways)) for features in own]


def without_rivals(edits: Sequence[Edit], helpers: Collection[str] = ()) -> list[Edit]:
    """Leave out the edits that take away what stands in another line as well: either may be what is too much.

    So are lines of right programs in place of the call of a helper: what is wrong may be the helper.

    Args:
        edits: of a program.
        helpers: the functions and methods that the program has of its own.
    """
    removed = {edit: _removed_names(edit) for edit in edits if edit.group == LEAVES_OUT and edit.kind in TOO_MUCH}
    rivals = {
        one
        for one, names in removed.items()
        for other, others in removed.items()
        if one.place.line != other.place.line and len(names) > 1 and names <= others
    }
    return [edit for edit in edits if edit not in rivals and not (edit.group == TAKES_OVER and _calls(edit, helpers))]


def _calls(edit: Edit, helpers: Collection[str]) -> bool:
    """Whether an edit takes a helper away, be it a function or a method."""
    patterns = [re.compile(rf"(?:\bself\.|(?<![\w.])){re.escape(name)}\b") for name in helpers]
    return any(pattern.search(edit.old) and not pattern.search(edit.new) for pattern in patterns)


def _removed_names(edit: Edit) -> frozenset[str]:
    gone, _ = changed_tokens(edit.old, edit.new)
    return frozenset(word for word in gone if word.isidentifier())


def _line(program: Text, span: Span) -> str:
    return program.lines[span.line - 1]


class _WeightedChange(NamedTuple):
    """The features of a change times their weights: one that few edits have counts more."""

    features: Features
    length: float

    @classmethod
    def of(cls, features: Features, weights: Mapping[str, float]) -> Self:
        weighted = {name: value * weights[name] for name, value in features.items()}
        return cls(weighted, math.sqrt(math.fsum(value**2 for value in weighted.values())))

    def likeness(self, way: Self) -> float:
        """Return the cosine of this change and one that undoes a mistake."""
        common = self.features.keys() & way.features.keys()
        share = UNCHANGED if all(name.startswith("~") for name in common) else 1.0
        dot = math.fsum(self.features[name] * way.features[name] for name in common)
        return share * dot / (self.length * way.length)
