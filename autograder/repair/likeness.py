"""How much an edit of a student's program is like the change that undoes a named mistake in a right program."""

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from autograder.repair.source import LEAVES_OUT, TAKES_OVER, TOKEN, Edit, Span, Text

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
BESIDE = 0.3  # what stands beside a change counts so much less than what changes
TOO_MUCH = ("operand", "statement")  # kinds of edits that leave out a part of a sum, or a line
MOVED = "moved"  # the feature of a change that only has other order
KINDS_OF_FAMILY = {
    "scale": ("scale", "parentheses"),
    "axis": ("axis", "transpose"),
    "heads": ("axis", "transpose"),
    "formula": ("factor", "operand", "statement"),
    "mask": ("mask", "inversion", "diagonal", "normalisation", "comparison", "order of axes"),
    "projection": ("layer", "argument added", "argument", "axis", "transpose"),
    "normalisation": ("normalisation", "parentheses", "argument added"),
    "state": ("argument added",),
    "training": ("zero_grad", "no_grad", "order of lines"),
}
OF_TENSORS = frozenset({"axis", "transpose", "scale", "inversion", "in place"})  # kinds that mend few other families
UNCHANGED = 0.5  # times as much likeness where only what is beside the changes is alike


@dataclass(frozen=True)
class Undoing:
    """What undoes a mistake: the text of some steps with it, and the right text in their place; both may be unknown."""

    wrong: str
    right: str
    family: str = ""  # of the mistake

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


def words_of(text: str) -> list[str]:
    """Return the words of a code, with one for each that is written in several ways."""
    found = (item[0].strip("\"'") for item in TOKEN.finditer(text))
    return [SAME.get(word, word) for word in found if word not in PLAIN and not word.startswith("#")]


def likenesses(program: Text, edits: Sequence[Edit], undoings: Sequence[Undoing]) -> list[float]:
    """Return how much each edit is like one of the ways to undo a mistake, 0 to 1.

    Args:
        program: what the edits are of.
        edits: the edits.
        undoings: the ways.
    """
    own = [features_of(edit.old, edit.new, _line(program, edit.span)) for edit in edits]
    counts = Counter(name for features in own for name in features)
    wanted = [item.features for item in undoings if item.wrong or item.right]
    return [_nearest(features, wanted, counts, len(edits)) for features in own]


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
    gone = Counter(TOKEN.findall(edit.old)) - Counter(TOKEN.findall(edit.new))
    return frozenset(word for word in gone if word.isidentifier())


def _line(program: Text, span: Span) -> str:
    return program.lines[span.line - 1]


def _nearest(features: Features, wanted: Sequence[Features], counts: Mapping[str, int], total: int) -> float:
    return max((_cosine(features, other, counts, total) for other in wanted), default=0.0)


def _cosine(one: Features, other: Features, counts: Mapping[str, int], total: int) -> float:
    """Return the cosine of two changes, in which a feature that few edits have counts more."""
    share = 1.0 if any(name in one and not name.startswith("~") for name in other) else UNCHANGED
    weights = {name: math.log(1 + total / counts.get(name, 1)) for name in {*one, *other}}
    dot = sum(one[name] * other[name] * weights[name] ** 2 for name in sorted(one.keys() & other.keys()))
    lengths = [sum((item[name] * weights[name]) ** 2 for name in sorted(item)) for item in (one, other)]
    return share * dot / math.sqrt(lengths[0] * lengths[1])
