"""Finds two mistakes of one exercise in a class run: one is mended, then the other is diagnosed and located alone."""

import contextlib
import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from autograder.course import Exercise
from autograder.diagnosis.mistakes import Diagnosis, say_why
from autograder.repair.likeness import Undoing
from autograder.repair.locating import Better, Locator, Wrong, is_evidence
from autograder.repair.repair_search import RepairStep, SearchResult, original_line
from autograder.repair.source import Edit, Text, edited_by_all
from autograder.repair.trials import Trials
from autograder.repair.undoing import undoings_of

MOST_FOLLOWED = 2  # edits for the first mistake, with each of which the second one is sought
NO_WAY_KNOWN: tuple[Undoing, ...] = ()  # to undo a mistake that has no name: edits that often mend something come first


@dataclass(frozen=True)
class TwoMistakes:
    """Two edits after which all checks pass, of which one alone makes some of them pass; or this one and a name.

    Attributes:
        text: the program.
        first: the edit that was made first.
        second: an edit of the program that the first one makes; None if none is found, and the mistake only has a name.
        passed: the checks that pass after the first one.
        named: the mistakes of the program that the first one makes.
        first_is_named: whether the first one mends the mistake of the student's program that has a name; None if none
            has, or if that is not known.
    """

    text: str
    first: Edit
    second: Edit | None
    passed: frozenset[int]
    named: tuple[Diagnosis, ...] = ()
    first_is_named: bool | None = None

    @property
    def search_result(self) -> SearchResult:
        """The edits as a search returns them."""
        first = RepairStep(self.first, self.first.place.line)
        if self.second is None:
            return SearchResult((), (first,), self.text)
        second = RepairStep(self.second, original_line(self.second.place.line, [first]))
        return SearchResult((first,), (second,), self.text)


def find_second_mistake(
    exercise: Exercise, locator: Locator, text: str, better: Sequence[Better], names: Collection[str]
) -> TwoMistakes | None:
    """Return two edits that mend an exercise together; else one, if what is left then is a named mistake.

    Args:
        exercise: the exercise.
        locator: locates mistakes of the student's program.
        text: that program.
        better: the edits after which more checks pass, the best first.
        names: the mistakes of the student's program that have a name.

    Raises:
        SandboxError: the sandbox was lost.
    """
    better = [item for item in better if is_one_place(item.edit)]
    return _both_known(locator.trials, text, better) or _sought(exercise, locator, text, better, names)


def about_named(locator: Locator, text: str, better: Sequence[Better], names: Collection[str]) -> list[Better]:
    """Return the few best edits, without those after which a named mistake is still there: they mend another one.

    Raises:
        SandboxError: the sandbox was lost.
    """
    kept = list[Better]()
    for item in better[:MOST_FOLLOWED]:
        _, named = locator.trials.diagnose(Text(text).edited(item.edit))
        if not any(reason.name in names for reason in named):
            kept.append(item)
    return kept


def is_one_place(edit: Edit) -> bool:
    """Whether an edit changes one line or swaps two: of two edits, larger ones may mend what is no mistake."""
    return edit.place.end_line - edit.place.line <= 1 and not edit.is_copied


def _both_known(trials: Trials, text: str, better: Sequence[Better]) -> TwoMistakes | None:
    """Return two of the edits that leave no check out together, if all checks pass after both."""
    for pair in itertools.combinations(better, 2):
        later, earlier = sorted(pair, key=lambda item: item.edit.span.start, reverse=True)
        if len(later.passed | earlier.passed) < trials.checks:
            continue
        both = edited_by_all(Text(text), [later.edit, earlier.edit])
        if both and trials.judge(both).right:
            return TwoMistakes(text, later.edit, earlier.edit, later.passed)
    return None


def _sought(
    exercise: Exercise, locator: Locator, text: str, better: Sequence[Better], names: Collection[str]
) -> TwoMistakes | None:
    """Return one of the edits with an edit that mends the program which it makes, or with the mistake that is left."""
    only_named: TwoMistakes | None = None
    for item in better[:MOST_FOLLOWED]:
        mended = Text(text).edited(item.edit)
        verdict, named = locator.trials.diagnose(mended)
        if len(verdict.passed) == locator.trials.checks:  # but the from-scratch rule is broken
            continue
        # Else the edit has mended another one, or what is left may be of its own making.
        still_named = any(reason.name in names for reason in named)
        mends_named = bool(names) and is_evidence(item) and not still_named
        named = named if mends_named or not names else ()
        first_is_named = mends_named if mends_named or still_named else None
        with contextlib.closing(locator.trials.of_program(mended)) as trials:
            tried = Locator(trials, locator.enumerator).try_edits(Wrong((_ways(exercise, named),), verdict))
        if tried.place and is_one_place(tried.passing[0]):
            return TwoMistakes(text, item.edit, tried.passing[0], verdict.passed, named, first_is_named)
        if only_named is None and named and say_why(named) and is_evidence(item):
            only_named = TwoMistakes(text, item.edit, None, verdict.passed, named)
    return only_named


def _ways(exercise: Exercise, named: Sequence[Diagnosis]) -> tuple[Undoing, ...]:
    return undoings_of(exercise, named[0].name) if named else NO_WAY_KNOWN
