"""Pairs of files with the same statements in another order, where runs of code say nothing."""

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations

from autograder.similarity.identical import NormalisedStatement, statements_of

MIN_WORDS = 5  # of a statement; `return V` is in every program
MIN_SHARED = 60  # words that a pair must have in common, about eight statements

Lines = tuple[int, int]  # the first and the last


@dataclass(frozen=True)
class StatementMatch:
    """Two files, and the statements that both have.

    Attributes:
        names: the two students.
        words: how many words of normalised statements they share.
        shares: the share of each one's own statements.
        lines: the lines of these statements in each file.
    """

    names: tuple[str, str]
    words: int
    shares: tuple[float, float]
    lines: tuple[tuple[Lines, ...], tuple[Lines, ...]]


class StatementIndex:
    """The own statements of each version of a file: those that are neither handed out nor common.

    Args:
        texts: the versions, by student.
        stub: what was handed out.
        most: statements that more than so many students have are common.
    """

    def __init__(self, texts: Mapping[str, str], stub: str, most: float) -> None:
        given = {item.form for item in statements_of(stub)}
        self._statements = {
            name: [item for item in statements_of(text) if item.form not in given and _words(item.form) >= MIN_WORDS]
            for name, text in texts.items()
        }
        owners = Counter(form for own in self._statements.values() for form in {item.form for item in own})
        self._common = {form for form, count in owners.items() if count > most}
        self._forms = {name: Counter(item.form for item in self._own(name)) for name in texts}

    def matches(self, least: float) -> Iterator[StatementMatch]:
        """Yield each pair of which one shares at least this part of its own statements with the other."""
        totals = {name: _weight(forms) for name, forms in self._forms.items()}
        for one, other in self._candidates():
            both = self._forms[one] & self._forms[other]
            words = _weight(both)
            if words >= MIN_SHARED and words >= least * min(totals[one], totals[other]):
                shares = words / totals[one], words / totals[other]
                lines = self._lines(one, both.keys()), self._lines(other, both.keys())
                yield StatementMatch((one, other), words, shares, lines)

    def _candidates(self) -> list[tuple[str, str]]:
        owners: dict[str, list[str]] = {}
        for name in sorted(self._forms):
            for form in self._forms[name]:
                owners.setdefault(form, []).append(name)
        return sorted({pair for names in owners.values() for pair in combinations(names, 2)})

    def _own(self, name: str) -> list[NormalisedStatement]:
        return [item for item in self._statements[name] if item.form not in self._common]

    def _lines(self, name: str, forms: AbstractSet[str]) -> tuple[Lines, ...]:
        """Return the lines of some statements, neighbours together."""
        found: list[Lines] = []
        for item in self._own(name):
            if item.form not in forms:
                continue
            if found and item.first <= found[-1][1] + 1:
                found[-1] = (found[-1][0], max(found[-1][1], item.last))
            else:
                found.append((item.first, item.last))
        return tuple(found)


def forms_in(lines: str) -> frozenset[int]:
    """Return the hashes of the statements in some lines of a program."""
    return frozenset(hash(item.form) for item in statements_of(textwrap.dedent(lines)))


def line_spans(text: str, lines: Sequence[Lines]) -> tuple[tuple[int, int], ...]:
    """Return where lines begin and end, in letters of a text."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return tuple((starts[first - 1], max(starts[last] - 1, starts[first - 1])) for first, last in lines)


def _words(form: str) -> int:
    return form.count(" ") + 1


def _weight(forms: Counter[str]) -> int:
    return sum(_words(form) * count for form, count in forms.items())
