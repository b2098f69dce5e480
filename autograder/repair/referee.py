"""Whether a named mistake and the edits that were found agree: where they do not, neither may be told by name.

A name comes from what a program returns, an edit from a place in its text. An edit agrees with a name if it is like
the change that undoes this mistake in a right program, or is in a line where such a change would be.
"""

from collections.abc import Sequence

from autograder.course import Exercise
from autograder.repair.enumeration import Enumerator
from autograder.repair.likeness import Undoing, likenesses
from autograder.repair.ranking import RankedEdit
from autograder.repair.search import SearchResult
from autograder.repair.source import Edit, Text
from autograder.repair.undoing import has_own_edit, undoings_of

ALIKE = 0.2  # from this likeness on, an edit counts as one that undoes the mistake
LOOKED_AT = 5  # edits that show where the mistake would be
OWN = 0.7  # the same of other edits of the program, which show only where the mistake would be


def refuted(exercise: Exercise, found: SearchResult, enumerator: Enumerator, names: Sequence[str]) -> frozenset[str]:
    """Return the named mistakes that the edits which were found do not agree with."""
    judged = [name for name in names if has_own_edit(exercise, name)]
    if not found.passing or not judged:
        return frozenset()
    data = found.original.encode()
    ways = {name: undoings_of(exercise, name) for name in judged}
    rankings = {name: enumerator.program(data, (own,), LOOKED_AT).edits for name, own in ways.items()}
    return frozenset(name for name in judged if not in_agreement(found, rankings[name], ways[name]))


def in_agreement(found: SearchResult, ranking: Sequence[RankedEdit], ways: Sequence[Undoing]) -> bool:
    """Whether what was found agrees with a named mistake; nothing disagrees with one that no edit is like.

    Args:
        found: the edits after which all checks pass; if there are none, nothing disagrees.
        ranking: the edits of the student's program that are most like what undoes the mistake.
        ways: to undo the mistake, by edits of its own name.
    """
    own = {item.edit.place.line for item in ranking if item.likeness >= OWN}
    if not found.passing or not ways or not own:
        return True
    chain = (*(step for step in found.before if step.needed), *found.passing)
    if own & {step.line for step in chain}:
        return True
    return _likeness(found.original, [step.edit for step in chain], ways) >= ALIKE


def _likeness(original: str, edits: Sequence[Edit], ways: Sequence[Undoing]) -> float:
    """Return how much the one most alike is like what undoes the mistake."""
    return max(likenesses(Text(original), edits, ways), default=0.0)
