"""Compares new gradings with published results after a change of checks or points, and writes them on request."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from autograder.execution.publisher import Publisher, ScoreRules, write_class_files
from autograder.execution.renewed_lateness import renew_lateness
from autograder.execution.republish import unknown_checks
from autograder.execution.review import update_review
from autograder.execution.score_changes import ScoreChange, change_between, reasons_between
from autograder.intake.lateness import Dates
from autograder.policies import with_slip_days
from autograder.results.model import GradingFailure, Json
from autograder.results.store import PublishedState, ResultKey, Store, StoreError, result_key
from autograder.results.summary import EXCUSED, REJECTED, status_of, summarize, unscored_lines


class Regrade:
    """The results in an output folder compared with new gradings, under the rules and corrections of today.

    What the call does not name is compared too: rules and corrections may have changed for it.

    Without `allow_lower`, a student who would lose points keeps the published grading. Slip days, which depend on what
    else a student handed in, are counted for what will be in force.

    Args:
        out: the output folder.
        rules: what decides which points count.
        store: the store of the output folder, with the new gradings.
        gradings: the number of the new grading of each submission.
        dates: when assignments are due and close.
        allow_lower: whether lower scores may be written.

    Attributes:
        unscored: submissions whose new grading has no score although something of them can be graded.
        rejected: a sentence for each submission that is refused or unreadable now, and was not so for this reason.
        changes: the score changes.
        covered: a sentence for each score that a correction or a rule keeps although its grading gives other points.
        kept: the submissions that keep their published grading, because the new one gives less.
    """

    def __init__(
        self,
        out: Path,
        rules: ScoreRules,
        store: Store,
        gradings: Mapping[ResultKey, int],
        dates: Dates,
        *,
        allow_lower: bool,
    ) -> None:
        self._out = out
        self._rules = rules
        self._store = store
        self._published = store.published()
        before = {key: state.grading for key, state in self._published.items()}
        self._before = renew_lateness(store, before, dates, self._published).gradings  # as it would be without grading
        self._gradings = gradings = {**self._others(gradings), **gradings}
        self.kept: frozenset[ResultKey] = frozenset()
        self.changes = self._changes()
        while not allow_lower and (more := self.lowered.keys() - self.lowered_by_rules.keys() - self.kept):
            self.kept |= more
            self.changes = self._changes()
        covered = self._covered()
        self.covered = [line for line, _ in covered.values()]
        if not allow_lower:
            self.kept |= {key for key, (_, down) in covered.items() if down}
        rules = self._rules
        summaries = ((key, summarize(rules.apply(store.result(gradings[key])))) for key in sorted(gradings))
        unscored = {key: summary for key, summary in summaries if summary["score"] is None}
        self.unscored = [key for key, item in unscored.items() if status_of(item) not in (*REJECTED, EXCUSED)]
        self.rejected = [
            line
            for key, summary in unscored.items()
            if status_of(summary) in REJECTED and not self._was_rejected(key, summary)
            for line in unscored_lines([summary])
        ]

    def _changes(self) -> dict[ResultKey, ScoreChange]:
        """Compare all results, with the slip days of what will be in force."""
        in_force = self._gradings | {key: self._before[key] for key in self.kept}
        results = (self._store.result(grading) for grading in in_force.values())
        excused = self._rules.adjustments.excused
        self._rules = replace(self._rules, course=with_slip_days(self._rules.course, results, excused))
        changes = {key: self._change(key) for key in sorted(self._gradings)}
        return {key: change for key, change in changes.items() if change}

    def _covered(self) -> dict[ResultKey, tuple[str, bool]]:
        """Return a sentence for each score that stays although its grading changes, and whether that gives less."""
        found: dict[ResultKey, tuple[str, bool]] = {}
        for key in sorted(self._gradings.keys() - self.changes.keys()):
            published = self._published.get(key)
            if published is None or self._is_published(key):
                continue
            before, after = (self._store.result(item)["score"] for item in (published.grading, self._gradings[key]))
            if before is not None and after is not None and before != after:
                line = f"{', '.join(key)}: the score stays by a correction or a rule; graded {after:g}, was {before:g}"
                found[key] = line, after < before
        return found

    @property
    def count(self) -> int:
        """How many submissions are compared."""
        return len(self._gradings)

    @property
    def lowered(self) -> dict[ResultKey, ScoreChange]:
        """The changes that lose points."""
        return {key: change for key, change in self.changes.items() if change.down}

    @property
    def lowered_by_rules(self) -> dict[ResultKey, ScoreChange]:
        """The changes that lose points although the grading is the same: no earlier grading can be kept instead."""
        return {key: item for key, item in self.lowered.items() if self._is_published(key)}

    @property
    def unknown_checks(self) -> list[str]:
        """A sentence for each check of the rules that no result has."""
        return unknown_checks(self._rules.course, self._store)

    def keeps_earlier_score(self, key: ResultKey) -> bool:
        """Whether the same submission had a score and has none now; `Publisher` then keeps the earlier result."""
        published = self._published.get(key)
        if published is None or key not in self.unscored:
            return False
        submission = self._store.result(self._gradings[key])["submission"]["sha256"]
        return published.submission == submission and self._score(published.grading) is not None

    def apply(self, ungraded: list[GradingFailure]) -> None:
        """Write the new results; what could not be graded this time keeps its earlier one.

        Args:
            ungraded: the submissions that could not be graded.
        """
        publisher = Publisher(self._out, self._rules, self._store, {student for student, _ in self._gradings})
        for key, grading in self._gradings.items():
            if self._is_published(key):
                publisher.publish(key, self._before[key], pinned=self._published[key].pinned)
            elif key in self.kept:
                publisher.publish(key, self._before[key], pinned=True)
            else:
                publisher.publish(key, grading)
        results = publisher.summaries(self._gradings)
        run = {
            "regraded": len(self._gradings),
            "moved": len(self.changes),
            "kept": len(self.kept) + len(publisher.kept),
        }
        unlisted = [item for item in ungraded if (item.student, item.assignment) not in publisher.published]
        write_class_files(self._out, results, unlisted, run, self._rules, changes=self._store.score_changes())
        update_review(self._out, self._rules, self._store, publisher)

    def _score(self, grading: int) -> float | None:
        """Return the points that count under the policies."""
        score: float | None = self._rules.apply(self._store.result(grading))["score"]
        return score

    def _was_rejected(self, key: ResultKey, summary: Json) -> bool:
        """Whether the published result says the same about why nothing was graded."""
        before = self._published.get(key)
        return before is not None and self._store.summary(before).get("reason") == summary["reason"]

    def _others(self, named: Mapping[ResultKey, int]) -> dict[ResultKey, int]:
        """Return the published gradings of what the call does not name."""
        ids = {assignment.id for assignment in self._rules.course}
        items = sorted(self._before.items())
        return {key: grading for key, grading in items if key not in named and key[1] in ids}

    def _is_published(self, key: ResultKey) -> bool:
        """Whether nothing was graded anew: the published grading is the same, but for its lateness."""
        before, after = self._before.get(key), self._gradings[key]
        return before is not None and (before == after or self._store.result(before) == self._store.result(after))

    def _change(self, key: ResultKey) -> ScoreChange | None:
        published = self._published.get(key)
        if published is None:
            return None
        result = self._store.result(self._gradings[key])
        after = self._rules.apply(result)
        if after["score"] is None:
            return self._lost(key, published, after)
        why = () if self._is_published(key) else reasons_between(self._store.result(published.grading), result)
        return change_between(self._store.summary(published), after, why)

    def _lost(self, key: ResultKey, published: PublishedState, after: Json) -> ScoreChange | None:
        """Return the change to no score at all, of another submission; what cannot be graded here is no change."""
        before = self._store.summary(published)
        if before["score"] is None or published.submission == after["submission"]["sha256"]:
            return None
        why = summarize(after).get("reason", "needs a person")
        return ScoreChange(*key, before["score"], None, before["max_score"], after["max_score"], (why,))


def adopt_results(out: Path, store: Store) -> None:
    """Add the results of an output folder without a store, written by an old version, to a new store.

    Raises:
        StoreError: the folder contains no results, or one cannot be read.
    """
    published = store.published()
    for path in sorted(out.glob("*/*/result.json")):
        if (path.parts[-3], path.parts[-2]) in published:
            continue
        result = _read_result(path)
        key = result_key(result)
        if key not in published:  # the folder may have another name than the student
            state = PublishedState(store.add("", result), result["submission"]["sha256"], "", "")
            published[key] = store.set_published(key, state, summarize(result))
    if not published:
        raise StoreError(f"{out}: contains no results; name the output folder of `autograder grade`")


def _read_result(path: Path) -> Json:
    try:
        result: Json = json.loads(path.read_text(encoding="utf-8"))
        summarize(result)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path}: is not a result of this grader; grade this student again ({error})") from error
    return result
