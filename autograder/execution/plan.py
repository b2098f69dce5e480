"""The plan of a run: which submissions have to be graded, and which results of earlier runs are still valid."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from autograder.execution.cache_key import GradingEnvironment, result_keys, verdict_key
from autograder.execution.newest import choose_newest
from autograder.execution.renewed_lateness import RenewedLateness, renew_lateness
from autograder.intake.lateness import Dates, unknown_times
from autograder.intake.submission import Intake, Submission
from autograder.results.class_parts import parts_of_class
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
        contested: the submissions that nobody grades before a person has said whose they are.
        cached: the number of the stored grading of each of the others.
        pinned: those of `cached` that an earlier `regrade` kept although the checks have changed.
        newer: those of `cached` whose submission is newer than the one that the call names.
        published: what the output folder contains already, whether the call names it or not.
        notes: a sentence about each assignment that is no part of the class, and each hand-in that does not count.
        questions: a sentence about each hand-in that does not count and may be the newer one.
        judged: those of `pending` whose verdicts are still valid, as bytes (`execution.kept_judgements`).
        untold: the finished results, as bytes, that only have to be told in the words and at the prices of today.
        lateness: the stored results, and all that the call does not name, with the lateness of today.
    """

    intake: Intake
    environment: GradingEnvironment
    pending: tuple[Submission, ...]
    cached: dict[ResultKey, int]
    pinned: tuple[ResultKey, ...] = ()
    newer: tuple[ResultKey, ...] = ()
    contested: tuple[Submission, ...] = ()
    published: Mapping[ResultKey, PublishedState] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    judged: Mapping[ResultKey, bytes] = field(default_factory=dict)
    untold: Mapping[ResultKey, bytes] = field(default_factory=dict)
    lateness: RenewedLateness = field(default_factory=lambda: RenewedLateness({}))

    @property
    def assignments(self) -> frozenset[str]:
        """The ids of the assignments with a submission to grade."""
        return frozenset(submission.assignment for submission in self.pending)

    @property
    def named(self) -> frozenset[ResultKey]:
        """The results that the call is about."""
        return frozenset({*map(store_key, self.intake.submissions), *self.newer})


def make_plan(
    intake: Intake,
    environment: GradingEnvironment,
    store: Store,
    dates: Dates,
    *,
    fresh: bool = False,
    keep: bool = True,
    named: bool = True,
    replace_newer: bool = False,
) -> RunPlan:
    """Look up every submission in the store.

    Of each student the newest hand-in counts, whatever the order of the calls. That nothing arrived this time does not
    replace what arrived earlier, and what was removed stays away.

    Args:
        intake: the submissions.
        environment: what their verdicts depend on besides the submission.
        store: the results of earlier runs; a run has begun.
        dates: when assignments are due and close.
        fresh: grade everything, even what is in the store.
        keep: results that a regrade kept stay valid while their submission is unchanged.
        named: whether the call or the course names the assignments; otherwise a stray one counts for nobody else.
        replace_newer: take what the call names even where a newer hand-in counts.
    """
    published = store.published()
    earlier = {key for key, state in published.items() if was_submitted(store.summary(state))}
    submissions, notes = (intake.submissions, []) if named else _without_stray_parts(intake, earlier)
    present = tuple(item for item in submissions if not (item.is_absent and store_key(item) in earlier))
    intake = replace(intake, submissions=present)
    chosen = choose_newest(store, published, intake, dates, replace_newer=replace_newer)
    untimed = unknown_times(intake.submissions, dates.due)  # in what was read now; the store may know more
    remarks = [line for line in intake.remarks if line not in untimed] + unknown_times(chosen.counting, dates.due)
    intake = replace(intake, submissions=chosen.counting, remarks=tuple(remarks))
    pinned = _unchanged(intake, store.pinned()) if keep else {}
    settled = [item for item in intake.submissions if not item.contested]
    cached = {} if fresh else _cached(settled, environment, store)
    cached |= pinned
    new = [item for item in intake.submissions if store_key(item) not in cached]
    untold = {} if fresh else _untold((item for item in new if not item.contested), environment, store)
    pending = tuple(item for item in new if not item.contested and store_key(item) not in untold)
    contested = tuple(item for item in new if item.contested)
    cached |= {key: published[key].grading for key in chosen.newer}
    pinned_keys = (*pinned, *(key for key in chosen.newer if published[key].pinned))
    said = (*notes, *chosen.notes)
    found = {} if fresh else {store_key(item): store.judgement(verdict_key(item, environment)) for item in pending}
    judged = {key: content for key, content in found.items() if content is not None}
    present_items = {store_key(item): item for item in settled}
    others = {key: state.grading for key, state in published.items() if key not in present_items}
    lateness = renew_lateness(store, others | cached, dates, published, present_items)
    return RunPlan(
        intake,
        environment,
        pending,
        {key: lateness.gradings[key] for key in cached},
        pinned_keys,
        chosen.newer,
        contested,
        published,
        said,
        chosen.questions,
        judged,
        untold,
        lateness,
    )


def store_key(submission: Submission) -> ResultKey:
    """Return the store key of a submission: (student, assignment)."""
    return submission.student, submission.assignment


def _cached(submissions: Sequence[Submission], environment: GradingEnvironment, store: Store) -> dict[ResultKey, int]:
    """Return the latest grading of each submission that was graded in this environment."""
    found = (
        (store_key(item), store.latest_grading(key)) for item in submissions for key in result_keys(item, environment)
    )
    return {key: number for key, number in found if number is not None}


def _untold(submissions: Iterable[Submission], environment: GradingEnvironment, store: Store) -> dict[ResultKey, bytes]:
    """Return the finished result of each submission that was graded in this environment, but for words and prices."""
    found = (
        (store_key(item), store.untold(key)) for item in submissions for key in result_keys(item, environment.untold)
    )
    return {key: content for key, content in found if content is not None}


def _without_stray_parts(
    intake: Intake, earlier: Collection[tuple[str, str]]
) -> tuple[tuple[Submission, ...], list[str]]:
    """Leave out that others did not hand in what is no part of the class.

    Args:
        intake: the submissions of a call that names no assignment.
        earlier: student and assignment of everything that was handed in earlier.

    Returns:
        The submissions that remain, and a sentence for each assignment that is no part of the class.
    """
    arrived = [(item.student, item.assignment) for item in intake.submissions if not item.is_absent]
    parts = parts_of_class([*arrived, *earlier])
    kept = tuple(item for item in intake.submissions if item.assignment in parts or not item.is_absent)
    return kept, list(_stray_notes(arrived, parts))


def _stray_notes(arrived: Iterable[tuple[str, str]], parts: Collection[str]) -> Iterator[str]:
    students = defaultdict(list)
    for student, assignment in arrived:
        students[assignment].append(student)
    for assignment in sorted(students.keys() - parts):
        names = ", ".join(students[assignment])
        yield f"{assignment}: only {names} handed it in; it counts for nobody else (--assignment {assignment})"


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
            yield store.result(plan.lateness.gradings.get(key, state.grading))
