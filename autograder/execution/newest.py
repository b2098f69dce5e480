"""Which hand-in of a student counts: the newest, whatever the order in which downloads are graded."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from autograder.intake.lateness import Dates
from autograder.intake.names import safe_student
from autograder.intake.platform_names import confused_name
from autograder.intake.submission import Intake, Submission
from autograder.printable import spelled_out
from autograder.results.model import Json
from autograder.results.store import PublishedState, ResultKey, Store
from autograder.results.summary import REJECTED, status_of, was_submitted
from autograder.wording import counted

SHOWN = 5  # hand-ins that have a sentence each; further ones are counted
REPLACE = "--replace"


@dataclass(frozen=True)
class ChosenHandIns:
    """What of a call counts.

    Attributes:
        counting: the submissions of the call that count.
        newer: the results that stay, because what was handed in for them is newer.
        notes: a sentence for each submission that is older and does not count.
        questions: a sentence for each that may be the newer one.
    """

    counting: tuple[Submission, ...]
    newer: tuple[ResultKey, ...]
    notes: tuple[str, ...]
    questions: tuple[str, ...]


class _Reason(NamedTuple):
    """Why what counts already stays, and whether the other one may be newer."""

    text: str
    is_question: bool = False


def choose_newest(
    store: Store,
    published: Mapping[ResultKey, PublishedState],
    intake: Intake,
    dates: Dates,
    *,
    replace_newer: bool,
) -> ChosenHandIns:
    """Choose between each submission and the one that counts.

    What was handed in too late to count never replaces what was not. Then times decide where both are known, else the
    order of arrival: what counted before and was replaced is older.

    Args:
        store: the store of the output folder.
        published: what counts already.
        intake: what the call names.
        dates: when assignments are due and close.
        replace_newer: choose what the call names even where it is older.
    """
    before, gone = store.published_before(), frozenset(store.removed())
    known = _known_names(store, published, {item.student for item in intake.submissions})
    graded = {student for student, _ in published}
    counting: list[Submission] = []
    newer: dict[ResultKey, _Reason] = {}
    of_members: list[str] = []
    removed: list[ResultKey] = []
    for submission in intake.submissions:
        key = (submission.student, submission.assignment)
        item = _with_known_time(submission, store.hand_in(key, submission.sha256) or {}, dates)
        item = _confused(item, known.get(submission.student, {}))
        if submission.student in graded and (key not in published or published[key].submission != item.sha256):
            item = _planted(item, intake.around)
        if key in gone:
            removed += [] if item.is_absent else [key]
        elif (item.contested or not replace_newer) and (
            why := _why_older(item, store, published.get(key), before, dates)
        ):
            newer[key] = why
        else:
            counting.append(item)
            if key in published and (other := _other_member(item, store, published[key])):
                of_members.append(f"{', '.join(key)}: what {item.member} handed in replaces that of {other}")
    questions = tuple(f"needs you: {', '.join(key)}: {why.text}" for key, why in newer.items() if why.is_question)
    older = [f"{', '.join(key)}: {why.text}" for key, why in newer.items() if not why.is_question]
    notes = [*of_members, *older[:SHOWN]]
    if len(older) > SHOWN:
        notes.append(f"{counted(len(older) - SHOWN, 'other hand-in')} are older than what counts ({REPLACE})")
    if removed:
        names = ", ".join(sorted({student for student, _ in removed}))
        notes.append(f"removed: {counted(len(removed), 'result')} of {names}; `autograder remove --undo` takes it back")
    away = {student for student, _ in gone} - graded
    if back := sorted({item.student for item in counting if item.student in away and not item.is_absent}):
        names = ", ".join(back)
        notes.append(f"removed: {names}, but not in this part, which is graded; `autograder remove` takes it out too")
    return ChosenHandIns(tuple(counting), tuple(newer), tuple(notes), questions)


def _known_names(
    store: Store, published: Mapping[ResultKey, PublishedState], students: Collection[str]
) -> dict[str, dict[str, None]]:
    """Return the names under which what counts came, by student and in order; older versions did not keep them."""
    known: dict[str, dict[str, None]] = {}
    for key, state in published.items():
        if key[0] in students and (facts := store.hand_in(key, state.submission)):
            known.setdefault(key[0], {}).update(dict.fromkeys(facts.get("names", ())))
    return known


def _confused(item: Submission, known: Collection[str]) -> Submission:
    """Return a submission; of one that came under another name than what counts, only that it is contested."""
    other = confused_name(item.names, known)
    if not other or item.contested:
        return item
    mine, theirs = spelled_out(item.names[0]), spelled_out(other)
    advice = f"if it is one student, name it {theirs} too, else give each a line in the roster, as the name is written"
    return item.waiting(f"{mine} may be {theirs}, whose hand-ins are graded already, or another; {advice}")


def _planted(item: Submission, around: str) -> Submission:
    """Return a submission; of one that is in a folder which may be another student's, only that it is contested."""
    if not around or item.contested or item.is_absent:
        return item
    advice = "name the folder itself as SUBMISSIONS, or call it downloads, if it is no student's"
    why = f"{spelled_out(around)} is around students who are graded already, and may be one student's"
    return item.waiting(f"{why}; {advice}")


def _with_known_time(item: Submission, facts: Json, dates: Dates) -> Submission:
    """Return a submission with what an earlier call knew of when the same files were handed in.

    A platform's report of the time counts until there is another one.
    """
    marked = item.marked or (facts.get("marked", False) and not item.time)
    if facts.get("time") and not item.reported and (not item.time or facts.get("reported")):
        item = replace(item, **{name: facts[name] for name in ("time", "zone", "reported") if name in facts})
    return dates.judged(replace(item, marked=marked))


def _why_older(
    item: Submission,
    store: Store,
    state: PublishedState | None,
    before: Collection[tuple[ResultKey, str]],
    dates: Dates,
) -> _Reason | None:
    """Return why what counts already stays; None if a submission is newer, or is in time and what counts is not."""
    key = (item.student, item.assignment)
    if state is None:
        return None
    is_same = state.submission == item.sha256
    if item.contested:
        return None if is_same else _Reason(f"{item.contested}; what counted before stays", is_question=True)
    facts = store.hand_in(key, state.submission) or {}
    if is_same and _is_corrected(item, facts):
        return None
    mine, theirs = dates.time(item), dates.time(_timed(item, facts))
    counts, others_count = _in_time(mine, theirs, dates.limit(*key), is_work=_is_work(store, state))
    if counts != others_count:
        why = "was handed in too late to replace what counts (rule closes or count), which stays"
        return None if counts else _Reason(f"{why}; {REPLACE} takes this one")
    other = _other_member(item, store, state)
    if other and not (mine and theirs):
        if item.member == item.student:
            return None
        why = f"{item.member} handed in other files for the group {item.group}, and it is not known which are the last"
        return _Reason(f"{why}; each member's own count; {REPLACE} takes these")
    if mine and theirs:
        return _why_earlier(mine, theirs, is_same=is_same)
    if not is_same and (key, item.sha256) in before:
        return _Reason(f"counted earlier and was replaced by a newer hand-in, which stays; {REPLACE} takes this one")
    return None


def _in_time(
    mine: datetime | None, theirs: datetime | None, limit: datetime | None, *, is_work: bool
) -> tuple[bool, bool]:
    """Return whether a submission was handed in early enough to count beside another one, and whether that one was.

    Args:
        mine: when it was handed in, if that is known.
        theirs: when the other one was.
        limit: after what time a hand-in does not count if there is an earlier one.
        is_work: whether the other one can be graded.
    """
    if limit is None:
        return True, True
    return mine is None or mine <= limit, is_work and (theirs is None or theirs <= limit)


def _why_earlier(mine: datetime, theirs: datetime, *, is_same: bool) -> _Reason | None:
    """Return why what was handed in at one time stays beside what was at another; None if that was earlier."""
    if mine > theirs or (is_same and mine == theirs):
        return None
    order = "with other files at the same time as" if mine == theirs else "before"
    times = f"{mine.isoformat()} and {theirs.isoformat()}"
    return _Reason(
        f"was handed in {order} what counts ({times}), which stays; {REPLACE} takes this one",
        is_question=mine == theirs,
    )


def _other_member(item: Submission, store: Store, state: PublishedState) -> str:
    """Return which other member of a group handed in what counts already, if these are other files; else nothing.

    What is in the folder of the group is no member's own.
    """
    key = (item.student, item.assignment)
    facts = store.hand_in(key, state.submission)
    if not item.group or facts is None or state.submission == item.sha256 or not _is_work(store, state):
        return ""
    theirs = str(facts.get("member", "") if facts.get("group") else item.student)
    return "" if safe_student(item.group) in (item.member, theirs) or theirs == item.member else theirs


def _is_work(store: Store, state: PublishedState) -> bool:
    """Whether what counts already is something that was handed in and can be graded."""
    summary = store.summary(state)
    return was_submitted(summary) and status_of(summary) not in REJECTED


def _timed(item: Submission, facts: Json) -> Submission:
    """Return a submission as if it had been handed in when the one of these facts was."""
    return replace(item, time=facts.get("time", ""), zone=facts.get("zone", ""))


def _is_corrected(item: Submission, facts: Json) -> bool:
    """Whether a platform now says when the same files were handed in, and only they themselves said so before."""
    return item.reported and not facts.get("reported", True)
