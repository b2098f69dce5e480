"""Brings an output folder up to date with `adjustments.csv`, without grading anything."""

import json
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from autograder.course import Course
from autograder.execution.publisher import Publisher, ScoreRules, write_class_files
from autograder.policies.corrections import above_maximum
from autograder.results.adjustments import Adjustments
from autograder.results.model import Json
from autograder.results.store import ResultKey, Store


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


def apply_corrections(out: Path, course: Course, store: Store, adjustments: Adjustments) -> list[tuple[Json, Json]]:
    """Write the files of every result whose corrections have changed, the table and the class page.

    Returns:
        The summaries before and after of each result whose score changed.
    """
    store.begin_run("adjust", {})
    rules = ScoreRules(course, adjustments)
    before = store.published()
    results = write_listed(out, rules, store)
    pairs = [(before[item["student"], item["assignment"]].summary, item) for item in results]
    return [(old, new) for old, new in pairs if old["score"] != new["score"]]


def bonus_notes(course: Course, store: Store, adjustments: Adjustments, keys: Iterable[ResultKey]) -> list[str]:
    """Return a sentence for each correction of these results that gives more points than there were to earn."""
    rules, published = ScoreRules(course, adjustments), store.published()
    return [
        line
        for key in keys
        for line in above_maximum(rules.apply(store.result(published[key].grading)), adjustments.of(*key))
    ]


def write_listed(out: Path, rules: ScoreRules, store: Store) -> list[Json]:
    """Bring the table, the class page and every page that is out of date in line with the store; return summaries."""
    publisher = Publisher(out, rules, store, ())
    results = [publisher.refresh(key) for key in publisher.others(())]
    write_class_files(out, results, [], _last_run(out), rules, changes=store.score_changes())
    return results


def _last_run(out: Path) -> Json:
    """Return what the last run recorded; nothing if it cannot be read."""
    try:
        run = json.loads((out / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return run if isinstance(run, dict) else {}
