"""The plan of a run: which submissions have to be graded, and which results of earlier runs are still valid."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from autograder.execution.cache_key import GradingEnvironment, cache_key
from autograder.execution.stray_parts import without_stray_parts
from autograder.intake.submission import Intake, Submission
from autograder.results.model import Json
from autograder.results.store import PublishedState, ResultKey, Store
from autograder.results.summary import was_submitted


@dataclass(frozen=True)
class RunPlan:
    """The submissions of a run, divided into those to grade and those with a stored result.

    Attributes:
        intake: all submissions that the call names.
        environment: what every verdict of the run depends on besides the submission.
        pending: the submissions to grade.
        cached: the number of the stored grading of each of the others.
        pinned: those of `cached` that an earlier `regrade` kept although the checks have changed.
        published: what the output folder contains already, whether the call names it or not.
        notes: a sentence about each assignment that is no part of the class.
    """

    intake: Intake
    environment: GradingEnvironment
    pending: tuple[Submission, ...]
    cached: dict[ResultKey, int]
    pinned: tuple[ResultKey, ...] = ()
    published: Mapping[ResultKey, PublishedState] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def assignments(self) -> frozenset[str]:
        """The ids of the assignments with a submission to grade."""
        return frozenset(submission.assignment for submission in self.pending)


def make_plan(
    intake: Intake,
    environment: GradingEnvironment,
    store: Store,
    *,
    fresh: bool = False,
    keep: bool = True,
    named: bool = True,
) -> RunPlan:
    """Look up every submission in the store. That nothing arrived this time does not replace what arrived earlier.

    Args:
        intake: the submissions.
        environment: what their verdicts depend on besides the submission.
        store: the results of earlier runs.
        fresh: grade everything, even what is in the store.
        keep: results that a regrade kept stay valid while their submission is unchanged.
        named: whether the call or the course names the assignments; otherwise a stray one counts for nobody else.
    """
    published = store.published()
    earlier = {key for key, state in published.items() if was_submitted(store.summary(state))}
    submissions, notes = (intake.submissions, []) if named else without_stray_parts(intake, earlier)
    intake = replace(intake, submissions=_without_absences(submissions, earlier))
    pinned = _unchanged(intake, store.pinned()) if keep else {}
    cached = {} if fresh else _cached(intake.submissions, environment, store)
    cached |= pinned
    pending = tuple(item for item in intake.submissions if store_key(item) not in cached)
    return RunPlan(intake, environment, pending, cached, tuple(pinned), published, tuple(notes))


def store_key(submission: Submission) -> ResultKey:
    """Return the store key of a submission: (student, assignment)."""
    return submission.student, submission.assignment


def _cached(submissions: Sequence[Submission], environment: GradingEnvironment, store: Store) -> dict[ResultKey, int]:
    """Return the latest grading of each submission that was graded in this environment."""
    found = ((store_key(item), store.latest_grading(cache_key(item, environment))) for item in submissions)
    return {key: number for key, number in found if number is not None}


def _without_absences(submissions: Sequence[Submission], earlier: Collection[ResultKey]) -> tuple[Submission, ...]:
    """Leave out that nothing arrived now where something arrived earlier."""
    return tuple(item for item in submissions if not (item.is_absent and store_key(item) in earlier))


def _unchanged(intake: Intake, kept: Mapping[ResultKey, tuple[int, str]]) -> dict[ResultKey, int]:
    """Return the kept gradings whose submission has not changed since."""
    present = [(store_key(item), item.sha256) for item in intake.submissions if store_key(item) in kept]
    return {key: kept[key][0] for key, sha256 in present if kept[key][1] == sha256}


def handed_in(plan: RunPlan, store: Store) -> Iterator[Json]:
    """Yield the student, the assignment and the lateness of every submission: of this run, and of earlier ones."""
    for item in plan.intake.submissions:
        lateness = {"late": item.late, "handed_in": item.handed_in, "due": item.due}
        yield {"student": item.student, "assignment": item.assignment, "submission": lateness}
    present = {store_key(item) for item in plan.intake.submissions}
    for key, state in plan.published.items():
        if key not in present:
            yield store.result(state.grading)
