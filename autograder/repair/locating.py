"""Finds the lines of named mistakes: an edit that undoes the mistake is made in the student's program and must pass.

Few edits are tried, those that are most like the change that undoes the mistake in a right program of the course. A
line is told only if all checks of the exercise pass with the edit, and with none of the others in another line. What
is tried depends on the submission and the course alone, never on time.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.repair.enumeration import Enumerator, Ranked
from autograder.repair.likeness import RankedEdit, Undoing
from autograder.repair.location import Location
from autograder.repair.source import Edit, Span, Text, edited_by_all
from autograder.repair.trials import Trials

MOST_TRIED = 2  # edits for each mistake


@dataclass(frozen=True)
class Locator:
    """Locates the mistakes of one exercise of one submission.

    Attributes:
        trials: runs the edited programs.
        enumerator: yields the edits of the student's program.
    """

    trials: Trials
    enumerator: Enumerator

    def locate(self, ways: Sequence[tuple[Undoing, ...]], passed: frozenset[int]) -> tuple[Location, ...]:
        """Return the place of each mistake; nothing if the edits that were tried do not make all checks pass.

        Args:
            ways: for each mistake, the ways to undo it.
            passed: the checks that the student's own program passes.

        Raises:
            SandboxError: the sandbox was lost.
        """
        program = self.enumerator.ranked(self.trials.source, tuple(ways), MOST_TRIED)
        if not program.text or not all(program.edits):
            return ()
        text = Text(program.text)
        self.trials.set_screens(program.text, passed)
        passing = (edits for edits in _chosen(program) if self._passes(text, edits))
        if len(ways) == 1:
            place = _shared([edit.place for (edit,) in passing])
            return (_location(text, place),) if place else ()
        return tuple(_location(text, edit.place) for edit in next(passing, ()))

    def _passes(self, program: Text, edits: Sequence[Edit]) -> bool:
        edited = edited_by_all(program, edits)
        return bool(edited) and self.trials.passes(edited)


def _chosen(program: Ranked) -> Iterator[tuple[Edit, ...]]:
    """Yield what is tried: an edit for each mistake, those most alike first; equal programs come once."""
    for items in sorted(itertools.product(*program.edits), key=_unlikeness):  # a stable sort
        yield tuple(item.edit for item in items)


def _shared(places: Sequence[Span]) -> Span | None:
    """Return the shortest place, if its lines are among those of all places; else a line would be a guess."""
    shortest = min(places, key=lambda place: place.end_line - place.line, default=None)
    if shortest and all(item.line <= shortest.line and shortest.end_line <= item.end_line for item in places):
        return shortest
    return None


def _unlikeness(items: Sequence[RankedEdit]) -> float:
    return -round(sum(item.promise for item in items), 6)


def _location(program: Text, place: Span) -> Location:
    end = place.end_column if place.end_line == place.line else len(program.lines[place.line - 1].rstrip())
    return Location(place.line, place.end_line, place.column, max(end, place.column + 1), program.text)
