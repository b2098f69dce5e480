"""Which examples of a check fail: a property of their arguments that tells the wrong ones from the right ones."""

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.wording import counted

Arguments = Mapping[str, Any]
Holds = Callable[[Arguments], bool]
LEAST = 6  # examples; of fewer, too many properties separate the wrong ones by chance
LEAST_BESIDE = 3  # examples on either side of a threshold, which is one of many
MOST_OFTEN = 1.5  # times as many examples as are wrong may have a property that all wrong ones have
LEADING = "leading"  # the sizes before those that an exercise is about, of a batch for one
AT, ABOVE = "at", "above"  # the smallest sizes


@dataclass(frozen=True)
class Property:
    """A property of arguments.

    Attributes:
        words: behind *where*: `T is odd`.
        holds: whether an example has it.
        least: how many examples have to be on either side, so that it says something.
        telling: whether it says something where only wrong examples, but not all with the property, are wrong.
        smallest: whether it is that a size is 0 or 1 (`AT`), or larger (`ABOVE`): most mistakes show only there.
    """

    words: str
    holds: Holds
    least: int = 1
    telling: bool = True
    smallest: str = ""

    def only_says_large(self, *, of_wrong: bool) -> bool:
        """Whether it says of the wrong examples, or of the right ones, only that the smallest are not wrong."""
        return self.smallest == (ABOVE if of_wrong else AT)


def examples_sentence(
    outcomes: Sequence[tuple[Arguments, bool]], known: Collection[str], *, explained: bool = False
) -> str:
    """Return which examples are wrong, as a sentence; empty if no property of the arguments says it.

    Args:
        outcomes: the arguments of each example, and whether it is wrong.
        known: the names of arguments that may be told.
        explained: whether something else is known of wrong results; then it is not told that the smallest are right.
    """
    wrong = [is_wrong for _, is_wrong in outcomes]
    if len(outcomes) < LEAST or all(wrong) or not any(wrong):
        return ""
    names = {LEADING, *known}
    every = [{name: arguments[name] for name in arguments if name in names} for arguments, _ in outcomes]
    found = [(item, [item.holds(arguments) for arguments in every]) for item in properties(every)]
    return _exact(found, wrong, explained) or _one_sided(found, wrong, explained)


Found = Sequence[tuple[Property, list[bool]]]  # whether each example has a property


def _exact(found: Found, wrong: list[bool], explained: bool) -> str:
    """Return the sentence of a property that all wrong examples have and no right one, or the other way round."""
    right = [not item for item in wrong]
    for item, holds in found:
        if holds in (wrong, right) and min(sum(holds), len(holds) - sum(holds)) >= item.least:
            if explained and item.only_says_large(of_wrong=holds == wrong):
                return ""
            kind, other = ("wrong", "right") if holds == wrong else ("right", "wrong")
            return f"Small examples are {kind} where {item.words}, and {other} elsewhere"
    return ""


def _one_sided(found: Found, wrong: list[bool], explained: bool) -> str:
    """Return the sentence of the rarest property that all wrong examples have, and some right ones."""
    own = [
        (sum(holds), item)
        for item, holds in found
        if item.telling
        and not (explained and item.only_says_large(of_wrong=True))
        and all(has for has, is_wrong in zip(holds, wrong, strict=True) if is_wrong)
    ]
    count, item = min(own, key=lambda pair: pair[0], default=(len(wrong), None))
    if item is None or sum(wrong) < LEAST_BESIDE or count > MOST_OFTEN * sum(wrong):
        return ""
    return f"Of {len(wrong)} small examples, {sum(wrong)} are wrong, all of them where {item.words}"


def properties(every: Sequence[Arguments]) -> list[Property]:
    """Return the properties that arguments may have, those that say most first."""
    values = {name: [arguments[name] for arguments in every] for name in every[0]}
    whole = [name for name in values if all(type(value) is int for value in values[name])]
    pairs = itertools.combinations(whole, 2)
    groups = (
        *(_equal(one, other) for one, other in pairs),
        *(_of_any(name, values[name]) for name in values),
        *(_of_whole(name, values[name]) for name in whole),
        *(_thresholds(name, values[name]) for name in values),
        *(_limited(name, limit) for name, limit in itertools.permutations(whole, 2)),
    )
    return list(itertools.chain.from_iterable(groups))


def _equal(one: str, other: str) -> Iterator[Property]:
    yield Property(f"{one} = {other}", lambda item: bool(item[one] == item[other]))


def _limited(name: str, limit: str) -> Iterator[Property]:
    """Yield that a number is above a limit, which its name has to say."""
    if limit.startswith("max"):
        yield Property(f"{name} > {limit}", lambda item: bool(item[name] > item[limit]))


def _of_any(name: str, values: Sequence[Any]) -> Iterator[Property]:
    """Yield the properties of truth values, of arguments that may be left out, and of sequences."""
    if all(type(value) is bool for value in values):
        yield Property(f"{name} is True", lambda item: bool(item[name]))
    if any(value is None for value in values):
        yield Property(f"{name} is None", lambda item: item[name] is None)
    if not all(isinstance(value, list | tuple) for value in values):
        return
    empty = "there are no leading dimensions" if name == LEADING else f"{name} is empty"
    yield Property(empty, lambda item: not item[name], smallest=AT)
    if all(isinstance(part, int | str) for value in values for part in value):
        yield Property(f"{name} has repeated items", lambda item: len(set(item[name])) < len(item[name]))
    for count in (1, 2):
        words = f"{name} has more than {counted(count, 'item')}"
        if name == LEADING:
            words = f"there are more than {counted(count, 'leading dimension')}"
        yield Property(words, _longer(name, count), least=2, telling=False)


def _of_whole(name: str, values: Sequence[int]) -> Iterator[Property]:
    """Yield the properties of whole numbers: 0, 1, odd."""
    for number in sorted(set(values) & {0, 1}):
        yield Property(f"{name} = {number}", _is(name, number), smallest=AT)
    yield Property(f"{name} is odd", lambda item: item[name] % 2 == 1, least=LEAST_BESIDE, telling=False)


def _thresholds(name: str, values: Sequence[Any]) -> Iterator[Property]:
    """Yield which numbers are negative, and which are above each of them."""
    if not all(type(value) in (int, float) for value in values):
        return
    yield Property(f"{name} is negative", lambda item: bool(item[name] < 0), least=2)
    for low in sorted(set(values))[:-1]:
        least, above = (1 if low == 0 else LEAST_BESIDE), (ABOVE if low in (0, 1) else "")
        yield Property(f"{name} > {low:g}", _above(name, low), least=least, smallest=above)


def _is(name: str, number: int) -> Holds:
    return lambda item: bool(item[name] == number)


def _above(name: str, number: float) -> Holds:
    return lambda item: bool(item[name] > number)


def _longer(name: str, count: int) -> Holds:
    return lambda item: len(item[name]) > count
