"""Finds the lines of mistakes in a class run: a few edits of the student's program are tried, and one must pass.

Those are tried first that are most like the change that undoes the mistake in a right program of the course. What is
tried depends on the submission and the course alone, never on time.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from autograder.repair.enumeration import Enumerator, Ranked
from autograder.repair.likeness import Undoing
from autograder.repair.location import Location
from autograder.repair.ranking import RankedEdit
from autograder.repair.rules import known_kinds
from autograder.repair.source import TAKES_OVER, Edit, Span, Text, edited_by_all
from autograder.repair.trials import Trials, Verdict

MOST_TRIED = 20  # programs for one exercise
AT_LEAST = 2  # programs that are tried even if the first one passes: another line may do as well
OF_EACH = 6  # edits for each of several mistakes
LONGEST_JOINED = 3  # lines; a longer place would not say where a mistake is
NEAR = 6  # programs that fail the first screen, of which it is asked whether they pass another one
JUDGED = 3  # programs that do not pass, on which all checks are run
LEAST_GAINED = 2  # checks that have to pass after an edit of a mistake without a name
LEAST_LIKENESS = 0.2  # an edit that is less like what undoes a mistake is no evidence if some checks still fail


@dataclass(frozen=True)
class Wrong:
    """What is known about an exercise that is wrong.

    Attributes:
        ways: for each named mistake, the ways to undo it.
        verdict: how it was judged.
        telling: the failed check that names the first mistake, if any does.
        failing_line: where an exception surfaced, if one did; else 0.
    """

    ways: tuple[tuple[Undoing, ...], ...]
    verdict: Verdict
    telling: int | None = None
    failing_line: int = 0


@dataclass(frozen=True)
class Better:
    """An edit after which more checks pass than before, and none is lost, and how much it undoes a named mistake."""

    edit: Edit
    passed: frozenset[int]
    likeness: float = 0.0


@dataclass(frozen=True)
class Tried:
    """What became of the edits for a single mistake.

    Attributes:
        program: the program with the edits; without a text if none of them is worth a trial.
        passing: the edits after which all checks pass, in the order in which they were tried.
        near: if there are none, the first ones after which a screen passes.
    """

    program: Ranked = field(default_factory=Ranked)
    passing: tuple[Edit, ...] = ()
    near: tuple[RankedEdit, ...] = ()

    @property
    def text(self) -> str:
        """The text of the program."""
        return self.program.text

    @property
    def place(self) -> Span | None:
        """Where the mistake is: what the edits after which all checks pass have in common."""
        return _common(self.passing)


@dataclass(frozen=True)
class Locator:
    """Locates the mistakes of one exercise of one submission.

    Attributes:
        trials: runs the edited programs.
        enumerator: yields the edits of the student's program.
    """

    trials: Trials
    enumerator: Enumerator

    def locate_several(self, wrong: Wrong) -> tuple[Location, ...]:
        """Return the place of each of several named mistakes; nothing if no edits make all checks pass together.

        Raises:
            SandboxError: the sandbox was lost.
        """
        program = self.enumerator.ranked(self.trials.source, wrong.ways, OF_EACH)
        if not program.text or not all(program.edits):
            return ()
        self.trials.set_screens(wrong.verdict, wrong.telling)
        together = next((edits for edits in _combined(program) if self._passes(program, edits)), ())
        return tuple(location_of(Text(program.text), edit.place) for edit in together)

    def try_edits(self, wrong: Wrong) -> Tried:
        """Try a few edits for a single mistake until one makes all checks pass.

        Raises:
            SandboxError: the sandbox was lost.
        """
        program = self.enumerator.ranked(self.trials.source, wrong.ways, MOST_TRIED)
        if not program.text or not all(program.edits):
            return Tried()
        self.trials.set_screens(wrong.verdict, wrong.telling)
        passing, screens = self._screened(program)
        return Tried(program, tuple(passing), () if passing else tuple(self._near(program, screens)))

    def _screened(self, program: Ranked) -> tuple[list[Edit], list[int]]:
        """Try the first edits until one passes; return those that do, and how many screens in a row each passes.

        The screens are tried on what the exercise needs of the file, which is loaded sooner; all checks, on the whole.
        What passes is tried elsewhere, too: if `x` in place of `f(x)` does in one line, it may do in another.
        """
        text, needed, ranking = Text(program.text), Text(program.needed), program.edits[0]
        passing, screens = list[Edit](), list[int]()
        at_least = max(AT_LEAST, sum(item.makes_formula_right for item in ranking))
        for place, item in enumerate(ranking):
            if passing and place >= at_least and not any(_is_same_elsewhere(item.edit, edit) for edit in passing):
                continue
            screens.append(self.trials.screens_in_a_row(needed.edited(item.edit)))
            if screens[-1] == self.trials.screens and self.trials.judge(text.edited(item.edit)).right:
                passing.append(item.edit)
        return passing, screens

    def _near(self, program: Ranked, screens: Sequence[int]) -> Iterator[RankedEdit]:
        """Yield edits with which a screen passes, those first that are like what undoes a mistake.

        Only of the first ones is it asked whether another screen passes than the one on which all were tried.
        """
        needed = Text(program.needed)
        pairs = sorted(zip(program.edits[0], screens, strict=True), key=lambda pair: pair[0].likeness < LEAST_LIKENESS)
        near = (
            item
            for place, (item, passed) in enumerate(pairs)
            if passed or (place < NEAR and self.trials.passes_later_screen(needed.edited(item.edit)))
        )
        return itertools.islice(near, JUDGED)

    def _passes(self, program: Ranked, edits: Sequence[Edit]) -> bool:
        needed = edited_by_all(Text(program.needed), edits)
        if not needed or self.trials.screens_in_a_row(needed) < self.trials.screens:
            return False
        return self.trials.judge(edited_by_all(Text(program.text), edits)).right

    def better_edits(self, tried: Tried, wrong: Wrong) -> tuple[Better, ...]:
        """Return the edits after which more checks pass and none is lost, the best first.

        Raises:
            SandboxError: the sandbox was lost.
        """
        text = Text(tried.text)
        judged = [
            Better(item.edit, self.trials.judge(text.edited(item.edit)).passed, item.likeness) for item in tried.near
        ]
        better = [item for item in judged if item.passed > wrong.verdict.passed]
        return tuple(sorted(better, key=lambda item: -len(item.passed)))


def location_of_passing(tried: Tried) -> Location | None:
    """Return the place of a mistake, if all checks pass after an edit there."""
    return location_of(Text(tried.text), tried.place) if tried.place else None


def location_of_better(text: str, better: Sequence[Better], wrong: Wrong) -> Location | None:
    """Return the place of a named mistake beside which something else is wrong, if the best edits are near one another.

    Args:
        text: the program.
        better: the edits after which more checks pass, the best first.
        wrong: the mistake, whose check has to pass.
    """
    telling = [item for item in better if wrong.telling in item.passed and is_evidence(item)]
    best = [item.edit for item in telling if len(item.passed) == len(telling[0].passed)]
    place = _common(best)
    mended = sorted(telling[0].passed - wrong.verdict.passed) if telling else []
    return location_of(Text(text), place, tuple(mended)) if place else None


def is_evidence(item: Better) -> bool:
    """Whether an edit is about a mistake that something else hides: it is like what undoes it, or of a telling kind."""
    return item.likeness >= LEAST_LIKENESS or known_kinds()[item.edit.kind].is_telling


def most_telling(better: Sequence[Better], wrong: Wrong, checks: int) -> tuple[Better, ...]:
    """Return the edits that make most checks pass, where no mistake has a name; nothing unless that says enough.

    Half of what failed has to pass, and the edits have to be in one line.

    Args:
        better: the edits after which more checks pass, the best first.
        wrong: what is known about the exercise.
        checks: how many checks it has.
    """
    failed = checks - len(wrong.verdict.passed)
    best = tuple(item for item in better if len(item.passed) == len(better[0].passed))
    gained = len(best[0].passed) - len(wrong.verdict.passed) if best else 0
    in_one_line = len({item.edit.place.lines for item in best}) == 1 and len(best[0].edit.place.lines) == 1
    return best if in_one_line and gained >= LEAST_GAINED and 2 * gained >= failed else ()


def _combined(program: Ranked) -> Iterator[tuple[Edit, ...]]:
    """Yield what is tried for several mistakes: an edit for each, those most alike first."""
    ordered = sorted(itertools.product(*program.edits), key=_unlikeness)  # a stable sort
    for items in ordered[:MOST_TRIED]:
        yield tuple(item.edit for item in items)


def _is_same_elsewhere(edit: Edit, other: Edit) -> bool:
    """Whether an edit puts the same in the place of something in another line."""
    return (edit.kind, edit.new) == (other.kind, other.new) and edit.place.line != other.place.line


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


def location_of(program: Text, place: Span, mended: tuple[int, ...] = ()) -> Location:
    """Return a place in a program as a result says it."""
    place = program.closed(place)
    end = place.end_column if place.end_line == place.line else len(program.lines[place.line - 1].rstrip())
    return Location(place.line, place.end_line, place.column, max(end, place.column + 1), program.text, mended)
