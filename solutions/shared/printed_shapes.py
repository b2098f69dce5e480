"""Finding names with the numbers of their shapes in a text of any format.

Understood are `q: torch.Size([2, 7, 5])`, `(2, 7, 5) = q.shape`, `q, k, v: 2x7x5`, a dict, one line or many, and a
line of names over a line of shapes.
"""

import re
from collections.abc import Mapping, Sequence

Shapes = Mapping[str, tuple[int, ...]]
NAME = r"(?<![^\W_]){0}(?![^\W_])"  # a word; an underscore may join it to others: attention_weights, out_shape
SHORT = r"(?<!\w){0}(?![^\W_])"  # a single letter stands free on its left: d_k is no k
NUMBER = re.compile(r"\d+")


def names_without_shape(text: str, shapes: Shapes) -> list[str]:
    """The names that do not stand in `text` together with the numbers of their shapes."""
    layouts = (_missing_after(text, shapes), _missing_before(text, shapes), _missing_in_table(text, shapes))
    return min(layouts, key=len)


def _missing_after(text: str, shapes: Shapes) -> list[str]:
    """Names that no place in the text has with the shape following, before a name of another shape's numbers."""
    parts = _parts(text, shapes)
    found = {name for place, (name, _) in enumerate(parts) if _holds(_following(parts, place), shapes[name])}
    return [name for name in shapes if name not in found]


def _missing_before(text: str, shapes: Shapes) -> list[str]:
    return _missing_after(_turned(text), {name: shape[::-1] for name, shape in shapes.items()})


def _missing_in_table(text: str, shapes: Shapes) -> list[str]:
    """Names in a row, shapes in a row below: both in the same order."""
    order = list(dict.fromkeys(name for name, _ in _parts(text, shapes)))
    wanted = [number for name in order for number in shapes[name]]
    fits = len(order) == len(shapes) and _holds([int(number) for number in NUMBER.findall(text)], wanted)
    return [] if fits else list(shapes)


def _parts(text: str, shapes: Shapes) -> list[tuple[str, list[int]]]:
    """Each mention of a name with the numbers up to the next mention."""
    either = "|".join((SHORT if len(name) == 1 else NAME).format(re.escape(name)) for name in shapes)
    mentions = list(re.finditer(either, text, re.IGNORECASE))
    ends = [*(mention.start() for mention in mentions), len(text)][1:]
    return [
        (mention.group().lower(), [int(number) for number in NUMBER.findall(text[mention.end() : end])])
        for mention, end in zip(mentions, ends, strict=True)
    ]


def _following(parts: Sequence[tuple[str, list[int]]], place: int) -> list[int]:
    """The first numbers from a mention on; `q, k, v: (2, 7, 5)` gives all three the same."""
    return next((numbers for _, numbers in parts[place:] if numbers), [])


def _holds(numbers: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether `wanted` stands in `numbers` without a gap."""
    size = len(wanted)
    return any(list(numbers[start : start + size]) == list(wanted) for start in range(len(numbers) - size + 1))


def _turned(text: str) -> str:
    """The text with its words and numbers in reverse order, so that what stood before stands after."""
    return " ".join(re.findall(r"[^\W\d]+|\d+|[^\w]+", text)[::-1])
