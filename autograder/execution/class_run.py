"""One run over a class, from the plan to the files and the table at the end."""

import contextlib
import statistics
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from autograder.course import Exercise
from autograder.execution.cache_key import GradingEnvironment, result_keys, verdict_key
from autograder.execution.kept_submission import keep_submissions
from autograder.execution.order import quick_first
from autograder.execution.plan import RunPlan, store_key
from autograder.execution.progress import ProgressReporter
from autograder.execution.publisher import Publisher, ScoreRules, write_class_files
from autograder.execution.renewed_lateness import handed_in_as
from autograder.execution.republish import bonus_notes, corrections_of_older, unknown_checks
from autograder.execution.review import update_review
from autograder.execution.scheduling import GradingExecutor, Judged, LineSearch, Work, grade_in_groups
from autograder.execution.shared_work import SharedWork
from autograder.execution.unlisted import unlisted_lines
from autograder.intake.submission import Submission
from autograder.policies.totals import total_texts
from autograder.results.adjustments import FILE_NAME
from autograder.results.model import NO_REASONS, ExerciseResult, GradingFailure, Json, Result
from autograder.results.store import ResultKey, Store, StoreError, result_key
from autograder.results.summary import (
    EXCUSED,
    GRADED,
    NEEDS_PERSON,
    NOT_SUBMITTED,
    REJECTED,
    is_pending,
    status_of,
    summarize,
)
from autograder.wording import counted


class ClassRun:
    """Grades the pending submissions of a plan, stores and publishes the results, and reports progress.

    With `only`, the table and the class page list what the call names and nothing else that the store contains.

    Attributes:
        ungraded: the submissions that could not be graded.
        needs_person: whether an exercise could not be graded here, even if an earlier result is kept, or a line says
            what a person must decide. What is refused or unreadable has its verdict: the student hands in again.
        done: the number of submissions graded so far.
    """

    def __init__(
        self,
        rules: ScoreRules,
        out: Path,
        store: Store,
        plan: RunPlan,
        reporter: ProgressReporter,
        *,
        only: bool = False,
    ) -> None:
        self._rules = rules
        self._course = rules.course
        self._out = out
        self._store = store
        self._plan = plan
        self._reporter = reporter
        self._only = only
        self._submissions = {store_key(item): item for item in plan.intake.submissions}
        self._pending = {store_key(item): item for item in (*plan.pending, *plan.contested)}
        self._failed = [GradingFailure(*store_key(item), item.contested) for item in plan.contested]  # not graded
        self._waiting = 0  # submissions that need a person
        self._half_graded = 0  # of those that were graded now
        self._unwritten: list[GradingFailure] = []  # graded, and then not written
        self.ungraded: list[GradingFailure] = []
        self.needs_person = False
        self.done = 0
        self._searches: list[tuple[int, float]] = []  # the programs that were tried for an exercise, and seconds
        self._half: dict[ResultKey, int] = {}  # the gradings with points only, whose lines are still looked for
        self._scores_written = False

    def grade(self, executor: GradingExecutor | None, start: float) -> None:
        """Grade into the output folder; cached results are published again only where their files are out of date.

        Args:
            executor: grades the pending submissions; None if there are none. It is closed at the end.
            start: when the run began, by `time.monotonic`.
        """
        self._begin()
        jobs = executor.processes if executor else 0
        students = {student for student, _ in self._plan.named}
        publisher = Publisher(self._out, self._rules, self._store, students, self._plan.published)
        for failure in self._failed:
            self._skip(failure)
        keys = self._publish_cached(publisher)
        keys += self._publish_new(publisher, executor, keys)
        self._reporter.stop_progress()
        self._report_kept(publisher)
        before, after = self._plan.published, publisher.published
        for line in bonus_notes(self._rules, self._store, [key for key in keys if before.get(key) != after[key]]):
            self._reporter.note(line)
        others = self._refresh_others(publisher)
        results, listed = publisher.summaries(keys), publisher.summaries([*keys, *others])
        self._waiting = sum(status_of(result) == NEEDS_PERSON for result in results)
        self.needs_person = bool(publisher.kept or self._waiting)
        questions = [
            f"needs you: {item.student}, {item.assignment}: {item.question}; to settle it, move the other away, or"
            f" grade it alone with --student {item.student}"
            for item in self._plan.intake.submissions
            if item.question
        ]
        questions += self._plan.questions
        questions += corrections_of_older(self._out, self._rules, before, after)
        questions += unlisted_lines(self._out, self._store, [*keys, *others], self._rules.options)
        self.needs_person |= bool(questions)
        self._finish(results, listed, start, jobs, questions)
        update_review(self._out, self._rules, self._store, publisher)

    def collect(self, executor: GradingExecutor | None) -> dict[ResultKey, int]:
        """Grade into the store only; return the number of the grading of each submission.

        Args:
            executor: grades the pending submissions; None if there are none. It is closed at the end.
        """
        self._begin()
        gradings = dict(self._plan.cached)
        with contextlib.closing(self._new_results(executor)) as new:
            for group in new:
                for grading, result in self._stored(group):
                    if result_key(result) not in gradings:
                        self.done += 1
                        self._reporter.graded(summarize(result))
                    gradings[result_key(result)] = grading
        self._reporter.stop_progress()
        return gradings

    def _cache_key(self, outcome: Result | Judged) -> str:
        """Return what the store finds an outcome by: nothing while its lines are looked for."""
        return "" if isinstance(outcome, Judged) else self._result_key(outcome, self._plan.environment)

    def _result_key(self, result: Result, environment: GradingEnvironment) -> str:
        own, other = result_keys(self._submissions[_key_of(result)], environment)
        return own if result.reasons == NO_REASONS else other

    def _begin(self) -> None:
        plan = self._plan
        keep_submissions(self._store, plan.intake.submissions)
        self._reporter.note(f"isolation: {plan.environment.level}")
        for line in (*plan.intake.remarks, *plan.intake.ignored, *plan.notes, *self._unknown_names()):
            self._reporter.note(line)
        if plan.untold:
            self._tell_anew()
        self._reporter.begin(list(self._pending), len(plan.cached))

    def _tell_anew(self) -> None:
        """Add results that were told in other words or at other prices to those that are graded, as they are today."""
        from autograder.execution.kept_judgements import from_bytes, told_anew  # noqa: PLC0415 - imports torch

        results = {}
        for key, content in self._plan.untold.items():
            judged = from_bytes(content)
            if judged is None:
                raise StoreError(f"{self._out}: the result of {', '.join(key)} is damaged; --fresh grades it again")
            results[key] = handed_in_as(told_anew(judged.result, self._course), self._submissions[key])
        rows = {key: (self._cache_key(item), item.to_json()) for key, item in results.items()}
        same = {key: number for key, (_, result) in rows.items() if (number := self._published_as(key, result))}
        self._store.complete_all((number, *rows[key]) for key, number in same.items())
        other = [key for key in rows if key not in same]
        added = dict(zip(other, self._store.add_all(rows[key] for key in other), strict=True))
        self._plan.cached.update(same | added)
        changed = counted(len(added), "result")
        self._reporter.note(f"words or prices have changed, those of {changed} too; nobody is judged again")

    def _published_as(self, key: ResultKey, result: Json) -> int:
        """Return the number of the published grading if its result is the same; else 0."""
        state = self._plan.published.get(key)
        return state.grading if state is not None and self._store.result(state.grading) == result else 0

    def _unknown_names(self) -> list[str]:
        """Warn about extensions and corrections for unknown students, which may be misspelled names."""
        names = {item.student for item in self._plan.intake.submissions}
        names |= {student for student, _ in self._plan.published}
        unknown = sorted({student for student, _ in self._course.policies.extensions} - names)
        corrected = sorted({student for student, _ in self._rules.adjustments.keys} - names)
        return [
            *(f"policies.extension of {student}: no student in this class has this name" for student in unknown),
            *(f"{FILE_NAME}: {student}: no student in this class has this name" for student in corrected),
        ]

    def _publish_cached(self, publisher: Publisher) -> list[ResultKey]:
        """Bring the files of stored results up to date; return what is published."""
        pinned = set(self._plan.pinned)
        published: list[ResultKey] = []
        for key, grading in self._plan.cached.items():
            with self._writing(key):
                publisher.publish(key, grading, pinned=key in pinned)
                published.append(key)
        return published

    def _refresh_others(self, publisher: Publisher) -> list[ResultKey]:
        """Bring up to date what the call does not name; return what of it the table and class page list."""
        others = publisher.others(self._plan.named)
        if not others:
            return []
        students = len({student for student, _ in others})
        parts = ", ".join(f"{name} {count}" for name, count in sorted(Counter(name for _, name in others).items()))
        listed = "left out of the table and the class page" if self._only else "--only leaves them out"
        results = f"{counted(len(others), 'result')} of {counted(students, 'student')}"
        text = f"kept: {results} that this call does not name ({parts})"
        self._reporter.note(f"{text}; {listed}")
        refreshed: list[ResultKey] = []
        for key in others:
            with self._writing(key):
                publisher.publish(key, self._plan.lateness.gradings[key], pinned=publisher.published[key].pinned)
                refreshed.append(key)
        return [] if self._only else refreshed

    def _publish_new(
        self, publisher: Publisher, executor: GradingExecutor | None, cached: Sequence[ResultKey]
    ) -> list[ResultKey]:
        """Publish results as they are ready, then what could not be graded; return what is published.

        Args:
            publisher: writes the folders.
            executor: grades.
            cached: what is published already, and belongs into the tables that are written when all have their points.
        """
        published: dict[ResultKey, None] = {}  # an ordered set
        with contextlib.closing(self._new_results(executor)) as new:
            for group in new:
                for grading, result in self._stored(group):
                    with self._writing(result_key(result)):
                        summary = publisher.publish_new(grading, result)
                        if result_key(result) not in published:
                            published[result_key(result)] = None
                            self.done += 1
                            self._half_graded += status_of(summary) == NEEDS_PERSON
                            self._reporter.graded(summary)
                if self._half and self.done > 1 and self.done + len(self._failed) == len(self._pending):
                    self._write_scores(publisher, [*cached, *published])
        return [*published, *self._publish_failed(publisher)]

    def _write_scores(self, publisher: Publisher, keys: Sequence[ResultKey]) -> None:
        """Write the tables of the class as soon as all submissions have their points, once."""
        if self._scores_written:
            return
        self._scores_written = True
        others = [] if self._only else publisher.others(self._plan.named)
        run = {"graded": self.done, "submissions": len(keys)}
        listed = publisher.summaries([*keys, *others])
        write_class_files(self._out, listed, self._unwritten, run, self._rules, changes=self._store.score_changes())
        searched = counted(len(self._half), "submission")
        self._reporter.note(f"all scores are in {self._out}; the lines of mistakes of {searched} come next")

    def _stored(self, outcomes: Sequence[Result | Judged]) -> list[tuple[int, Json]]:
        """Store outcomes together; return the result of each with the number of its grading.

        A result with points only is not found by the next run, which goes on with its judgement. The result with lines
        takes its place.
        """
        from autograder.execution.kept_judgements import to_bytes  # noqa: PLC0415 - imports torch

        judged = [(item, to_bytes(item)) for item in outcomes if isinstance(item, Judged)]
        finished = [(item, to_bytes(Judged(item, ()))) for item in outcomes if isinstance(item, Result)]
        self._store.keep_untold(
            (self._result_key(item, self._plan.environment.untold), content)
            for item, content in finished
            if content is not None
        )
        self._store.keep_judgements(
            (verdict_key(self._pending[_key_of(item)], self._plan.environment), content)
            for item, content in judged
            if content is not None
        )
        newest = {_key_of(item): item for item in outcomes}
        results = {key: (item.result if isinstance(item, Judged) else item).to_json() for key, item in newest.items()}
        completed = {key: self._half.pop(key) for key in newest if key in self._half}
        self._store.complete_all((at, self._cache_key(newest[key]), results[key]) for key, at in completed.items())
        new = [key for key in newest if key not in completed]
        added = self._store.add_all((self._cache_key(newest[key]), results[key]) for key in new)
        numbers = dict(zip(new, added, strict=True))
        self._half |= {key: number for key, number in numbers.items() if isinstance(newest[key], Judged)}
        return [(number, results[key]) for key, number in (numbers | completed).items()]

    def _publish_failed(self, publisher: Publisher) -> list[ResultKey]:
        """Publish that submissions could not be graded, unless they have a score already; the next run tries again."""
        failed: list[Json] = []
        for failure in self._failed:
            submission = self._submissions[failure.student, failure.assignment]
            exercises = self._course.assignment(submission.assignment).exercises
            failed.append(failed_result(submission, exercises, failure.reason, self._plan.environment).to_json())
        published: list[ResultKey] = []
        for grading, result in zip(self._store.add_all(("", result) for result in failed), failed, strict=True):
            with self._writing(result_key(result)):
                publisher.publish_new(grading, result)
                published.append(result_key(result))
        return published

    def _new_results(self, executor: GradingExecutor | None) -> Generator[list[Result | Judged], None, None]:
        """Yield groups of results as they are ready; submissions that cannot be graded are reported and skipped."""
        if executor is None:
            return
        shared = SharedWork(self._plan.pending)
        works = [self._work(item) for item in quick_first(shared.graded, self._course)]
        with contextlib.closing(grade_in_groups(executor, works)) as groups:
            for group in groups:
                outcomes = list(shared.outcomes(group))
                results = [outcome for outcome in outcomes if isinstance(outcome, Result)]
                self._searches += [
                    (item.repair["candidates"], item.repair_seconds)
                    for result in results
                    for item in result.exercises
                    if "candidates" in item.repair
                ]
                yield [outcome for outcome in outcomes if not isinstance(outcome, GradingFailure)]
                for outcome in outcomes:
                    if isinstance(outcome, GradingFailure):
                        self._failed.append(outcome)
                        self._skip(outcome)

    def _work(self, submission: Submission) -> Work:
        """Return what is to be done with a submission: if its verdict is still valid, only its lines are looked for."""
        from autograder.execution.kept_judgements import from_bytes, told_anew  # noqa: PLC0415 - imports torch

        key = store_key(submission)
        content = self._plan.judged.get(key)
        judged = None if content is None else from_bytes(content)
        if judged is None:
            return submission
        state = self._plan.published.get(key)
        if (
            state is not None
            and state.submission == submission.sha256
            and is_pending(self._store.result(state.grading))
        ):
            self._half[key] = state.grading
        result = handed_in_as(told_anew(judged.result, self._course), submission)
        return LineSearch(submission, replace(judged, result=result))

    def _skip(self, item: GradingFailure) -> None:
        self.ungraded.append(item)
        self._reporter.ungraded(item)

    @contextlib.contextmanager
    def _writing(self, key: ResultKey) -> Iterator[None]:
        """Continue the run if a result cannot be written (a full disk, a file in place of its folder)."""
        try:
            yield
        except OSError as error:
            self._unwritten.append(GradingFailure(*key, f"its result cannot be written: {error.strerror}"))
            self._skip(self._unwritten[-1])

    def _report_kept(self, publisher: Publisher) -> None:
        if publisher.changed:
            text = "changed although the submissions are the same; the class page lists them"
            scores = counted(publisher.changed, "score")
            self._reporter.note(f"{scores} {text} (autograder regrade shows them before they are written)")
        for student, assignment in sorted(publisher.kept):
            self._reporter.note(f"{student}, {assignment}: could not be graded here; the earlier result stays")

    def _finish(
        self, results: Sequence[Json], listed: Sequence[Json], start: float, jobs: int, questions: Iterable[str]
    ) -> None:
        """Write the files of the class and report the end.

        Args:
            results: the summaries of what the call names.
            listed: those that the table and the class page list.
            start: when the run began.
            jobs: how many submissions were graded at the same time.
            questions: a sentence for each thing that a person must decide.
        """
        plan, seconds = self._plan, time.monotonic() - start
        figures = {"seconds": round(seconds, 2), "graded": self.done, "submissions": len(results)}
        run = figures | {"jobs": jobs}
        write_class_files(self._out, listed, self._unwritten, run, self._rules, changes=self._store.score_changes())
        for student, assignment in plan.pinned:
            self._reporter.note(f"kept by a regrade: {student}, {assignment} (autograder regrade --allow-lower)")
        for line in (*unknown_checks(self._course, self._store), *self._unlisted_parts(listed)):
            self._reporter.note(line)
        if self._searches:
            self._reporter.note(search_cost(self._searches))
        self._reporter.table(results, self.ungraded, total_texts(listed, self._course.policies))
        for line in plan.intake.unknown_times:
            self._reporter.needs_person(f"time: {line}")
        for line in questions:
            self._reporter.needs_person(line)
        summary = f"{self._summary(seconds)}; {class_counts(listed)}; results in {self._out}"
        self._reporter.end(summary, figures | {"ungraded": len(self.ungraded)})

    def _unlisted_parts(self, listed: Iterable[Json]) -> list[str]:
        """Return a sentence for each assignment that counts although the rules, which name the parts, leave it out."""
        parts = self._course.policies.parts
        counts = Counter(item["assignment"] for item in listed if parts and item["assignment"] not in parts)
        advice = "add it to the list; --only leaves it out"
        return [
            f"policies.parts: {name} is not listed, and {counted(count, 'result')} of it in"
            f" {self._out} still count; {advice}"
            for name, count in sorted(counts.items())
        ]

    def _summary(self, seconds: float) -> str:
        plan = self._plan
        before = f", {len(plan.cached)} were already," if plan.cached else ""
        absent = sum(item.is_absent for item in plan.pending)
        rejected = sum(not (item.sources or item.is_absent) for item in plan.pending)
        whole = max(0, self.done - absent - rejected - self._half_graded)
        graded = f"{counted(whole, 'submission')} graded{before} in {seconds:.1f} s"
        graded += f", {rejected} refused" if rejected else ""
        graded += f", {self._waiting} {'needs' if self._waiting == 1 else 'need'} you" if self._waiting else ""
        return f"{graded}{f', {absent} not handed in' if absent else ''}"


def _key_of(outcome: Result | Judged) -> ResultKey:
    return outcome.student, outcome.assignment


def class_counts(listed: Iterable[Json]) -> str:
    """Return what became of all hand-ins that the table lists, whichever run graded them."""
    counts = Counter("refused" if status_of(item) in REJECTED else status_of(item) for item in listed)
    waiting, absent = counts[NEEDS_PERSON], counts[NOT_SUBMITTED]
    text = f"the class: {counts[GRADED]} graded, {counts['refused']} refused"
    text = f"{text}, {waiting} {'needs' if waiting == 1 else 'need'} you, {absent} not handed in"
    return text + (f", {counts[EXCUSED]} excused" if counts[EXCUSED] else "")


def search_cost(searches: Sequence[tuple[int, float]]) -> str:
    """Return what the searches for lines have cost: the programs tried for each exercise, and the seconds."""
    seconds = [item for _, item in searches]
    programs = sum(count for count, _ in searches)
    text = f"--repair: {counted(programs, 'program')} tried for {counted(len(searches), 'wrong exercise')}"
    return f"{text} in {sum(seconds):.0f} s; median {statistics.median(seconds):.1f} s, worst {max(seconds):.1f} s"


def failed_result(
    submission: Submission, exercises: Iterable[Exercise], reason: str, environment: GradingEnvironment
) -> Result:
    """Return the result of a submission that could not be graded: every exercise waits for a person."""
    why = f"could not be graded: {reason}"
    waiting = [ExerciseResult(item.name, item.file, item.points, "not run", (), needs_person=why) for item in exercises]
    return Result(
        submission.student,
        submission.assignment,
        str(environment.level),
        environment.grader,
        submission.sha256,
        tuple(sorted(submission.sources)),
        submission.notes,
        tuple(waiting),
        (),
        submission.late,
        submission.attempts,
        submission.handed_in,
        submission.due,
    )
