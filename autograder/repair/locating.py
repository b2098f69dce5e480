"""Finds the lines of mistakes in a class run: a few edits of the student's program are tried, and one must pass.

Those are tried first that are most like the change that undoes the mistake in a right program of the course. What is
tried depends on the submission and the course alone, never on time.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.repair.enumeration import Enumerator, Ranked
from autograder.repair.likeness import RankedEdit, Undoing
from autograder.repair.location import Location
from autograder.repair.source import TAKES_OVER, Edit, Span, Text, edited_by_all
from autograder.repair.trials import Trials

MOST_TRIED = 16  # programs for one exercise
AT_LEAST = 2  # programs that are tried even if the first one passes: another line may do as well
OF_EACH = 6  # edits for each of several mistakes
LONGEST_JOINED = 3  # lines; a longer place would not say where a mistake is
JUDGED = 3  # programs that do not pass, on which all checks are run
LEAST_LIKENESS = 0.2  # an edit that is less like what undoes a mistake is no evidence if some checks still fail


@dataclass(frozen=True)
class Wrong:
    """What is known about an exercise that is wrong.

    Attributes:
        ways: for each named mistake, the ways to undo it.
        passed: the checks that pass.
        telling: the failed check that names the first mistake, if any does.
    """

    ways: tuple[tuple[Undoing, ...], ...]
    passed: frozenset[int]
    telling: int | None = None


@dataclass(frozen=True)
class Locator:
    """Locates the mistakes of one exercise of one submission.

    Attributes:
        trials: runs the edited programs.
        enumerator: yields the edits of the student's program.
    """

    trials: Trials
    enumerator: Enumerator

    def locate(self, wrong: Wrong) -> tuple[Location, ...]:
        """Return the place of each mistake; nothing if the edits that were tried do not make all checks pass.

        Of a single mistake, the place is also returned if the check that names it passes after the edit, and others,
        and none is lost: then something else is wrong as well.

        Raises:
            SandboxError: the sandbox was lost.
        """
        several = len(wrong.ways) > 1
        program = self.enumerator.ranked(self.trials.source, wrong.ways, OF_EACH if several else MOST_TRIED)
        if not program.text or not all(program.edits):
            return ()
        text = Text(program.text)
        self.trials.set_screens(program.needed, wrong.passed, wrong.telling)
        if several:
            together = next((edits for edits in _combined(program) if self._passes(program, edits)), ())
            return tuple(_location(text, edit.place) for edit in together)
        passing, near = self._tried(program)
        place = _common(passing)
        if passing:
            return (_location(text, place),) if place else ()
        return self._partly(text, near, wrong)

    def passing_edit(self, wrong: Wrong) -> tuple[str, Edit] | None:
        """Return the text of the program, and an edit after which all checks pass, if one of a few does so.

        Raises:
            SandboxError: the sandbox was lost.
        """
        program = self.enumerator.ranked(self.trials.source, wrong.ways, MOST_TRIED)
        if not program.text or not all(program.edits):
            return None
        self.trials.set_screens(program.needed, wrong.passed)
        passing, _ = self._tried(program)
        return (program.text, passing[0]) if _common(passing) else None

    def _tried(self, program: Ranked) -> tuple[list[Edit], list[Edit]]:
        """Try the first edits until one passes; return those that do, and others with which the first screen passes.

        The screens are tried on what the exercise needs of the file, which is loaded sooner; all checks, on the whole.
        """
        text, needed, ranking = Text(program.text), Text(program.needed), program.edits[0]
        passing, near = list[Edit](), list[Edit]()
        at_least = max(AT_LEAST, sum(item.makes_formula_right for item in ranking))
        for count, item in enumerate(ranking, start=1):
            screens = self.trials.screens_in_a_row(needed.edited(item.edit))
            if screens == self.trials.screens and self.trials.judge(text.edited(item.edit)).right:
                passing.append(item.edit)
            elif screens and item.likeness >= LEAST_LIKENESS:
                near.append(item.edit)
            if passing and count >= at_least:
                break
        return passing, near

    def _passes(self, program: Ranked, edits: Sequence[Edit]) -> bool:
        needed = edited_by_all(Text(program.needed), edits)
        if not needed or self.trials.screens_in_a_row(needed) < self.trials.screens:
            return False
        return self.trials.judge(edited_by_all(Text(program.text), edits)).right

    def _partly(self, text: Text, near: Sequence[Edit], wrong: Wrong) -> tuple[Location, ...]:
        """Return the place of the edit after which most checks pass, and among them the one that names the mistake."""
        judged = [(edit, self.trials.judge(text.edited(edit)).passed) for edit in near[:JUDGED]]
        better = [(edit, passed) for edit, passed in judged if wrong.telling in passed and passed > wrong.passed]
        most = max((len(passed) for _, passed in better), default=0)
        place = _common([edit for edit, passed in better if len(passed) == most])
        return (_location(text, place, most - len(wrong.passed)),) if place else ()


def _combined(program: Ranked) -> Iterator[tuple[Edit, ...]]:
    """Yield what is tried for several mistakes: an edit for each, those most alike first."""
    ordered = sorted(itertools.product(*program.edits), key=_unlikeness)  # a stable sort
    for items in ordered[:MOST_TRIED]:
        yield tuple(item.edit for item in items)


def _common(edits: Sequence[Edit]) -> Span | None:
    """Return the lines of edits that are near one another; a statement of a right program may be put anywhere near."""
    own = [edit for edit in edits if edit.group != TAKES_OVER] or edits
    places = [edit.place for edit in own]
    shortest = min(places, key=lambda place: place.end_line - place.line, default=None)
    if shortest is None or all(item.line <= shortest.line and shortest.end_line <= item.end_line for item in places):
        return shortest
    first = min(places, key=lambda place: place.line)
    end = max(place.end_line for place in places)
    return Span(first.line, first.column, end, 0) if end - first.line < LONGEST_JOINED else None


def _unlikeness(items: Sequence[RankedEdit]) -> float:
    return -round(sum(item.promise for item in items), 6)


def _location(program: Text, place: Span, more_checks: int = 0) -> Location:
    end = place.end_column if place.end_line == place.line else len(program.lines[place.line - 1].rstrip())
    return Location(place.line, place.end_line, place.column, max(end, place.column + 1), program.text, more_checks)
