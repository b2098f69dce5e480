"""Results that are kept follow the dates of today: what is late is worked out again, and nobody is graded again."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from autograder.execution.kept_submission import known_hand_in
from autograder.intake.lateness import Dates, notes_with_lateness
from autograder.intake.submission import Submission
from autograder.results.model import Json, Result, lateness_entries
from autograder.results.store import PublishedState, ResultKey, Store
from autograder.results.summary import was_submitted
from autograder.wording import first_of

SHOWN = 5  # students that a sentence names
LATENESS = ("late", "handed_in", "due")  # entries of a result


@dataclass(frozen=True)
class RenewedLateness:
    """What became of results after a change of dates.

    Attributes:
        gradings: the number of each grading, with the lateness of today.
        changed: the results whose lateness is another one.
        undated: those that stay late although nobody knows a date any more.
        untimed: those that count as in time because nobody knows when they were handed in.
    """

    gradings: dict[ResultKey, int]
    changed: tuple[ResultKey, ...] = ()
    undated: tuple[ResultKey, ...] = ()
    untimed: tuple[ResultKey, ...] = ()

    def notes(self, *, new_dates: bool) -> list[str]:
        """Return a sentence about each group of results.

        Args:
            new_dates: whether the dates are not those of the last run.
        """
        lines = [
            ("the dates and times of this call decide for {}", self.changed),
            ("no due date is known any more, so that these stay late: {}; --due names one", self.undated),
            ("no time is known, so that a new date changes nothing for {}", self.untimed if new_dates else ()),
        ]
        return [f"lateness: {text.format(_names(keys))}" for text, keys in lines if keys]


def _names(keys: tuple[ResultKey, ...]) -> str:
    return first_of([f"{student} ({assignment})" for student, assignment in sorted(keys)], SHOWN)


def renew_lateness(
    store: Store,
    gradings: Mapping[ResultKey, int],
    dates: Dates,
    published: Mapping[ResultKey, PublishedState],
    named: Mapping[ResultKey, Submission] | None = None,
) -> RenewedLateness:
    """Return gradings with the lateness that follows from the dates of today; those that differ are added to the store.

    Args:
        store: the store, in which a run has begun.
        gradings: the number of each grading.
        dates: when assignments are due and close.
        published: what the output folder contains already.
        named: the submissions that the call names; of all others the store knows when they were handed in.
    """
    numbers = dict(gradings)
    changed: list[ResultKey] = []
    undated: list[ResultKey] = []
    untimed: list[ResultKey] = []
    for key, number in gradings.items():
        date, state = dates.of(key[1]), published.get(key)
        summary = store.summary(state) if state is not None and state.grading == number else None
        if summary is not None and not summary["late"] and (date is None or not was_submitted(summary)):
            continue
        result = store.result(number)
        known = (named or {}).get(key) or known_hand_in(store, result)
        today = dates.judged(known)
        if _lateness(result) != (today.late, today.handed_in, today.due):
            numbers[key] = store.add_variant(number, _with_lateness(result, today))
            changed.append(key)
        elif date is None and today.handed_in:
            undated.append(key)
        elif date and not (today.time or today.late) and was_submitted(result):
            untimed.append(key)
    return RenewedLateness(numbers, tuple(changed), tuple(undated), tuple(untimed))


def handed_in_as(result: Result, submission: Submission) -> Result:
    """Return a result of the same files with the lateness of a submission."""
    notes = notes_with_lateness(result.notes, submission.notes)
    return replace(result, notes=notes, late=submission.late, handed_in=submission.handed_in, due=submission.due)


def _lateness(result: Json) -> tuple[bool, str, str]:
    submission = result["submission"]
    return bool(submission.get("late")), submission.get("handed_in", ""), submission.get("due", "")


def _with_lateness(result: Json, today: Submission) -> Json:
    submission: Json = {}
    for name, value in result["submission"].items():
        if name not in LATENESS:
            submission[name] = value
        if name == "notes":
            submission["notes"] = list(notes_with_lateness(value, today.notes))
            submission |= lateness_entries(late=today.late, handed_in=today.handed_in, due=today.due)
    return result | {"submission": submission}
