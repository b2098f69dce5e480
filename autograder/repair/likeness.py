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
MOST_ALIKE = 2  # edits of one kind and place that are tried
MORE_ALIKE = {
    "argument added": 3,
    "comparison": 3,
    "factor": 3,
    "first element": 3,
    "scale": 3,
}  # by kind, where there are several that are as likely
TOO_MUCH = ("operand", "statement")  # kinds of edits that leave out a part of a sum, or a line
MOVED = "moved"  # the feature of a change that only has other order
DIFFERS = 0.15  # is added to an edit of a statement that the nearest right program does not have
COPIED = 0.25  # is added to the same change in neighbouring lines: few mistakes look as if they had been copied
PRIOR = {  # is added by kind: what these edits mend is a mistake whatever the name, or is one that students often make
    **dict.fromkeys(("result dropped", "return", "super", "module list", "parameter", "layer", "import"), 0.3),
    **dict.fromkeys(("axis asked for", "parentheses", "range", "rebinding", "inversion", "unread parameter"), 0.3),
    **dict.fromkeys(("unread attribute", "computed again", "rounding"), 0.55),
    **dict.fromkeys(
        ("argument added", "default", "diagonal", "order of axes", "first element", "values", "window"), 0.2
    ),
    **dict.fromkeys(("comparison", "in place"), 0.1),
    **dict.fromkeys(("call", "statement taken over", "zero_grad", "no_grad", "function", "operand"), 0.08),
    **dict.fromkeys(("argument", "constant", "axis", "operator"), 0.04),
}
RIGHT_FORMULA = 2.0  # is added to an edit after which a formula has the values of the right one
OF_FAMILY = 0.3  # is added to an edit of a kind that mends mistakes of this family
OF_OTHER = 0.15  # is taken from an edit of a kind of tensors, if the family has other kinds
KINDS_OF_FAMILY = {
    "scale": ("scale", "parentheses"),
    "axis": ("axis", "transpose"),
    "heads": ("axis", "transpose"),
    "formula": ("factor", "operand", "statement"),
    "mask": ("mask", "inversion", "diagonal", "normalisation", "comparison", "order of axes"),
    "projection": ("layer", "argument added", "argument"),
    "normalisation": ("normalisation", "parentheses", "argument added"),
    "state": ("argument added",),
    "training": ("zero_grad", "no_grad", "order of lines"),
}
OF_TENSORS = frozenset({"axis", "transpose", "scale", "inversion", "in place"})  # kinds that mend few other families
WEAK = {
    "name": 0.6,
    "sign": 0.6,
    "statement": 0.6,
    "subscript": 0.6,
}  # times as much: there are many of these edits, and few mend anything
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


@dataclass(frozen=True)
class RankedEdit:
    """An edit, how much it is like what undoes a mistake (0 to 1), and how early it is tried.

    With `makes_formula_right`, the function is a formula that has the right values after it.
    """

    edit: Edit
    likeness: float
    promise: float
    makes_formula_right: bool = False


def features_of(old: str, new: str, around: str) -> Features:
    """Return what a change takes away and adds, and what is beside it in `around`."""
    before, after = Counter(_words(old)), Counter(_words(new))
    changed = {f"-{word}": 1.0 for word in before - after} | {f"+{word}": 1.0 for word in after - before}
    if not changed:
        changed = {MOVED: 1.0}
    return changed | {f"~{word}": BESIDE for word in _words(around)}


def _words(text: str) -> list[str]:
    found = (item[0].strip("\"'") for item in TOKEN.finditer(text))
    return [SAME.get(word, word) for word in found if word not in PLAIN and not word.startswith("#")]


def ranked(
    program: Text, edits: Sequence[Edit], undoings: Sequence[Undoing], right: Collection[Edit] = ()
) -> list[RankedEdit]:
    """Return the edits, those first that are most like one of the ways to undo a mistake; of equal ones, small ones.

    Args:
        program: what the edits are of.
        edits: the edits, in the order of their sizes.
        undoings: the ways.
        right: edits that come first, because they make a formula right.
    """
    own = [features_of(edit.old, edit.new, _line(program, edit.span)) for edit in edits]
    counts = Counter(name for features in own for name in features)
    wanted = [item.features for item in undoings if item.wrong or item.right]
    kinds = frozenset(kind for item in undoings for kind in KINDS_OF_FAMILY.get(item.family, ()))
    other_kinds = OF_TENSORS - kinds if kinds else frozenset()
    differing = {edit.place.line for edit in edits if edit.group == TAKES_OVER}
    found: list[RankedEdit] = []
    for edit, features in zip(edits, own, strict=True):
        likeness = _nearest(features, wanted, counts, len(edits)) * WEAK.get(edit.kind, 1.0)
        more = (
            PRIOR.get(edit.kind, 0.0)
            + DIFFERS * (edit.place.line in differing)
            + COPIED * (edit.is_copied and edit.kind not in other_kinds)
        )
        more += (
            RIGHT_FORMULA * (edit in right) + OF_FAMILY * (edit.kind in kinds) - OF_OTHER * (edit.kind in other_kinds)
        )
        found.append(RankedEdit(edit, likeness, likeness + more, edit in right))
    return sorted(found, key=lambda item: (-round(item.promise, 6), item.edit.rank))


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


def chosen(ranking: Sequence[RankedEdit], most: int) -> list[RankedEdit]:
    """Return the first edits of a ranking, few of one kind and place, almost half of them from right programs."""
    places = Counter[tuple[Span, str]]()
    various: list[RankedEdit] = []
    for item in ranking:
        place = item.edit.span, item.edit.kind
        places[place] += 1
        if places[place] <= MORE_ALIKE.get(item.edit.kind, MOST_ALIKE):
            various.append(item)
    taken = [item for item in various if item.edit.group == TAKES_OVER][: most // 2]
    own = [item for item in various if item.edit.group != TAKES_OVER][: most - len(taken)]
    return sorted([*own, *taken], key=ranking.index)


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
