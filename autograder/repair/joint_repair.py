"""Repairs of several mistakes at once: what right programs write differently is taken over, and made small.

Mistakes that hide one another make no check pass alone. Taken over together, the statements of a near right program
show how many places have to change; then each place is mended by itself, with right statements at the other places.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.repair.candidates import Candidates
from autograder.repair.enumeration import Enumerated
from autograder.repair.source import TAKES_OVER, Edit, Text, edited_by_all

MOST_PLACES = 3  # mistakes in one program
MOST_COMBINED = 20  # statements of several right programs that are combined
MOST_COMBINATIONS = 120  # pairs of them that are tried

MOST_PROMISING = 12  # edits after which something more passes
MOST_SMALL = 24  # small edits that are combined with one another


@dataclass(frozen=True)
class JointRepair:
    """Edits after which all checks pass.

    Attributes:
        before: edits of different places, the last of the file first, so that each leaves the lines above as they are.
        last: the edits of the first place, each of which passes after those; the smallest first.
    """

    before: tuple[Edit, ...]
    last: tuple[Edit, ...]


class JointSearch:
    """Mends several places of one program.

    Args:
        candidates: tries programs, equal ones once.
    """

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates

    def needed(self, program: Enumerated) -> tuple[Edit, ...]:
        """Return the fewest edits that a right program as a whole comes to, the last of the file first."""
        found = [self._least(program.text, group) for group in program.joint if self._passes(program.text, group)]
        fitting = [edits for edits in found if len(edits) <= MOST_PLACES]
        return min(fitting, key=lambda edits: (len(edits), sum(edit.size for edit in edits)), default=())

    def combined(self, program: Enumerated) -> tuple[Edit, ...]:
        """Return two edits of different right programs that pass together, the last of the file first."""
        taken = [edit for edit in program.edits if edit.group == TAKES_OVER][:MOST_COMBINED]
        pairs = (pair for pair in itertools.combinations(taken, 2) if not pair[0].span.overlaps(pair[1].span))
        for pair in itertools.islice(pairs, MOST_COMBINATIONS):
            edits = tuple(sorted(pair, key=lambda edit: edit.span.start, reverse=True))
            if self._passes(program.text, edits):
                return edits
        return ()

    def small_pair(self, program: Enumerated, promising: Sequence[Edit]) -> tuple[Edit, ...]:
        """Return two small edits of different places that pass together, the last of the file first.

        Args:
            program: the program.
            promising: edits after which something more passes; they are combined first.
        """
        small = [edit for edit in program.edits if edit.group != TAKES_OVER and edit not in promising]
        pool = [*promising[:MOST_PROMISING], *small][:MOST_SMALL]
        pairs = sorted(itertools.combinations(range(len(pool)), 2), key=sum)
        for places in pairs:
            one, other = sorted((pool[place] for place in places), key=lambda edit: edit.span.start, reverse=True)
            if not one.span.overlaps(other.span) and self._passes(program.text, (one, other)):
                return one, other
        return ()

    def refined(self, program: Enumerated, edits: Sequence[Edit]) -> JointRepair:
        """Replace each edit by the smallest one of its lines that passes in its place.

        Args:
            program: the program.
            edits: which pass together, the last of the file first: then those above stay where they are.
        """
        before: list[Edit] = []
        last: tuple[Edit, ...] = ()
        for place, edit in enumerate(edits):
            before += last[:1]
            others = (*before, *edits[place + 1 :])
            last = tuple(self._small(program, edit, others)) or (edit,)
        return JointRepair(tuple(before), last)

    def _small(self, program: Enumerated, edit: Edit, others: Sequence[Edit]) -> Iterator[Edit]:
        """Yield the edits of the lines of an edit that pass in its place, no larger than the first of them by much."""
        text, smallest = Text(program.text), edit
        self._candidates.aim_at(edited_by_all(text, others))
        for small in edits_near(program.edits, [edit]):
            if small.rank >= edit.rank or (smallest is not edit and small.is_much_larger_than(smallest)):
                return
            if self._candidates.passes(edited_by_all(text, [small, *others])):
                smallest = small if smallest is edit else smallest
                yield small

    def _least(self, text: str, group: Sequence[Edit]) -> tuple[Edit, ...]:
        """Give back edits one by one, as long as all checks pass without them."""
        needed = list(group)
        for edit in group:
            fewer = [item for item in needed if item is not edit]
            if fewer and self._passes(text, fewer):
                needed = fewer
        return tuple(needed)

    def _passes(self, text: str, edits: Sequence[Edit]) -> bool:
        return self._candidates.passes(edited_by_all(Text(text), edits))


def edits_near(edits: Sequence[Edit], places: Sequence[Edit]) -> list[Edit]:
    """Return the edits in whose lines one of some places is."""
    lines = {line for place in places for line in place.span.lines}
    return [edit for edit in edits if not lines.isdisjoint(edit.span.lines)]
