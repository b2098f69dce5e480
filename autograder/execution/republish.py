"""Brings an output folder up to date with corrections and rules, without grading anything."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from autograder.course import Course
from autograder.execution.publisher import Publisher, ScoreRules, write_class_files
from autograder.execution.review import ReviewPages, write_review
from autograder.policies import with_slip_days
from autograder.policies.corrections import above_maximum
from autograder.reports.commands import RunOptions
from autograder.results.adjustments import Adjustments
from autograder.results.folder_names import has_review
from autograder.results.model import Json
from autograder.results.store import PublishedState, ResultKey, Store


def unknown_checks(course: Course, store: Store) -> list[str]:
    """Return a sentence for each check of `policies.checks` that no result has, which may be misspelled."""
    wanted = course.policies.checks
    known: dict[str, set[str]] = {}
    for (_, assignment), state in store.published().items() if wanted else ():
        if any(assignment == name for name, *_ in wanted) and assignment not in known:
            exercises = store.result(state.grading)["exercises"]
            known[assignment] = {check["id"] for exercise in exercises for check in exercise["checks"]}
    notes = []
    for assignment, exercise, check in sorted(wanted):
        name, ids = f"{exercise}.{check}", known.get(assignment)
        if ids and name not in ids:
            similar = get_close_matches(name, sorted(ids), n=1)
            hint = f"; did you mean {assignment}.{similar[0]}?" if similar else ""
            notes.append(f"policies.checks: {assignment}.{name}: no check has this name{hint}")
    return notes


@dataclass(frozen=True)
class Republished:
    """What was brought up to date.

    Attributes:
        rules: what decides which points count.
        changed: the summaries before and after of each score that changed.
        review: the instructor's pages, if there are any.
    """

    rules: ScoreRules
    changed: list[tuple[Json, Json]]
    review: ReviewPages | None


def republish(
    out: Path,
    course: Course,
    store: Store,
    adjustments: Adjustments,
    options: RunOptions,
    *,
    review: bool = False,
) -> Republished:
    """Bring the table, the class page and every page that is out of date in line with the store.

    Args:
        out: the output folder.
        course: the course, with the rules that count; slip days follow from the results in the store.
        store: the store of the folder, in which a run has begun.
        adjustments: the corrections that count.
        options: those that commands on pages need.
        review: make the instructor's pages; without this, they are only kept up to date.
    """
    before = store.published()
    rules = ScoreRules(
        with_slip_days(course, _results(course, store, before), adjustments.excused), adjustments, options
    )
    publisher = Publisher(out, rules, store, (), before)
    keys = publisher.others(())
    for key in keys:
        publisher.refresh(key)
    results = publisher.summaries(keys)
    review = review or has_review(out)
    write_class_files(out, results, [], _last_run(out), rules, changes=store.score_changes(), review=review)
    pages = write_review(out, rules, store, publisher) if review else None
    renewed = [(before[key], publisher.published[key]) for key in keys if before[key] != publisher.published[key]]
    pairs = [(store.summary(old), store.summary(new)) for old, new in renewed]
    return Republished(rules, [(old, new) for old, new in pairs if old["score"] != new["score"]], pages)


def bonus_notes(rules: ScoreRules, store: Store, keys: Iterable[ResultKey]) -> list[str]:
    """Return a sentence for each correction of these results that gives more points than there were to earn."""
    published = store.published()
    return [
        line
        for key in keys
        for line in above_maximum(rules.apply(store.result(published[key].grading)), rules.adjustments.of(*key))
    ]


def corrections_of_older(
    out: Path, rules: ScoreRules, before: Mapping[ResultKey, PublishedState], after: Mapping[ResultKey, PublishedState]
) -> list[str]:
    """Return a sentence for each result of another hand-in than the one whose points a person corrected.

    Args:
        out: the output folder, for the command that undoes corrections.
        rules: what decides which points count.
        before: what the folder contained.
        after: what it contains.
    """
    lines: list[str] = []
    for key in sorted(rules.adjustments.keys & before.keys() & after.keys()):
        points = [item for item in rules.adjustments.of(*key) if not (item.excuses or item.is_comment)]
        if points and before[key].submission != after[key].submission:
            what = " and ".join(f"{item.signature} ({item.change})" for item in points)
            numbers = ",".join(str(item.number) for item in points)
            undo = rules.options.command("adjust", str(out), "--undo", numbers)
            lines.append(
                f"needs you: {', '.join(key)}: {what}: made for an older hand-in, counts for this one too; {undo}"
            )
    return lines


def _results(course: Course, store: Store, published: Mapping[ResultKey, PublishedState]) -> Iterator[Json]:
    """Yield what is published of the assignments of the course."""
    ids = {assignment.id for assignment in course}
    yield from (store.result(state.grading) for (_, name), state in published.items() if name in ids)


def has_other_rules(out: Path, rules: ScoreRules) -> bool:
    """Return whether the scores in an output folder were made under other rules about points."""
    today = rules.record()["policies"]
    return bool(_last_run(out).get("policies", today) != today)


def _last_run(out: Path) -> Json:
    """Return what the last run recorded; nothing if it cannot be read."""
    try:
        run = json.loads((out / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return run if isinstance(run, dict) else {}
