"""Submissions of a group are graded once, and the result is given to every member."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace

from autograder.execution.scheduling import GradingOutcome, Judged
from autograder.intake.submission import Submission
from autograder.results.store import ResultKey


class SharedWork:
    """The submissions of a run, with one for each group.

    Args:
        submissions: those of all students.
    """

    def __init__(self, submissions: Sequence[Submission]) -> None:
        first: dict[object, Submission] = {}
        self._members: dict[ResultKey, list[str]] = {}  # of groups only
        graded: list[Submission] = []
        for item in submissions:
            one = first.setdefault(_content(item), item) if item.group else item
            if item.group:
                self._members.setdefault((one.student, one.assignment), []).append(item.student)
            if one is item:
                graded.append(item)
        self.graded = tuple(graded)

    def outcomes(self, outcomes: Iterable[GradingOutcome]) -> Generator[GradingOutcome, None, None]:
        """Yield the outcome of each group for every member, and those of all others as they are."""
        for outcome in outcomes:
            for student in self._members.get((outcome.student, outcome.assignment), (outcome.student,)):
                if isinstance(outcome, Judged):
                    yield replace(outcome, result=replace(outcome.result, student=student))
                else:
                    yield replace(outcome, student=student)


def _content(item: Submission) -> object:
    """Return something that is equal for submissions of a group with the same result."""
    files = item.sha256, tuple(sorted(item.missing.items())), tuple(sorted(item.refused)), item.notes
    times = item.late, item.attempts, item.handed_in, item.due
    return item.group, item.assignment, files, times, repr(sorted(item.sizes.items()))
