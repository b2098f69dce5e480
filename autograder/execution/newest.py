"""Which hand-in of a student counts: the newest, whatever the order in which downloads are graded."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from autograder.intake.submission import Submission
from autograder.results.store import PublishedState, ResultKey, Store
from autograder.wording import counted

SHOWN = 5  # hand-ins that have a sentence each; further ones are counted
REPLACE = "--replace"


@dataclass(frozen=True)
class ChosenHandIns:
    """What of a call counts.

    Attributes:
        counting: the submissions of the call that count.
        newer: the results that stay, because what was handed in for them is newer.
        notes: a sentence for each submission that does not count.
    """

    counting: tuple[Submission, ...]
    newer: tuple[ResultKey, ...]
    notes: tuple[str, ...]


def choose_newest(
    store: Store,
    published: Mapping[ResultKey, PublishedState],
    submissions: Sequence[Submission],
    *,
    replace_newer: bool,
) -> ChosenHandIns:
    """Choose between each submission and the one that counts.

    Where both times are known they decide, else the order of arrival: what counted before and was replaced is older.

    Args:
        store: the store of the output folder.
        published: what counts already.
        submissions: what the call names.
        replace_newer: choose what the call names even where it is older.
    """
    before, gone = store.published_before(), frozenset(store.removed())
    counting: list[Submission] = []
    newer: dict[ResultKey, str] = {}
    removed: list[ResultKey] = []
    for item in submissions:
        key = (item.student, item.assignment)
        if key in gone:
            removed += [] if item.is_absent else [key]
        elif not replace_newer and (why := _why_older(item, store, published.get(key), before)):
            newer[key] = why
        else:
            counting.append(item)
    notes = [f"{student}, {part}: {why}" for (student, part), why in list(newer.items())[:SHOWN]]
    if len(newer) > SHOWN:
        notes.append(f"{counted(len(newer) - SHOWN, 'other hand-in')} are older than what counts ({REPLACE})")
    if removed:
        names = ", ".join(sorted({student for student, _ in removed}))
        notes.append(f"removed: {counted(len(removed), 'result')} of {names}; `autograder remove --undo` takes it back")
    return ChosenHandIns(tuple(counting), tuple(newer), tuple(notes))


def _why_older(
    item: Submission, store: Store, state: PublishedState | None, before: Collection[tuple[ResultKey, str]]
) -> str:
    """Return why what counts already stays; empty if a submission is newer."""
    key = (item.student, item.assignment)
    if state is None or state.submission == item.sha256:
        return ""
    if item.contested:
        return f"{item.contested}; what counted before stays"
    facts = store.hand_in(key, state.submission) or {}
    if item.time and (theirs := facts.get("time")):
        if datetime.fromisoformat(item.time) > datetime.fromisoformat(theirs):
            return ""
        when = "at the same time as" if item.time == theirs else "before"
        return f"was handed in {when} what counts ({item.time} and {theirs}), which stays; {REPLACE} takes this one"
    if (key, item.sha256) in before:
        return f"counted earlier and was replaced by a newer hand-in, which stays; {REPLACE} takes this one"
    return ""
