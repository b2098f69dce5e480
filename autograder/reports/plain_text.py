"""One result as plain text of 80 columns, for a terminal."""

import textwrap
from collections.abc import Iterator

from autograder.reports.markdown import points
from autograder.results.model import TOLD_ONCE, Json

WIDTH = 80
LONGEST = 2000  # characters of one text: more than any message has


def result_text(result: Json, exercise: str = "") -> str:
    """Outcome, points and failed checks of every exercise of a result, or of one."""
    level = f"isolation: {result['isolation']}"
    lines = list(_wrapped(f"{result['assignment']}: {points(result)} ({level})", 0))
    for note in result["submission"]["notes"]:
        lines += _wrapped(note, 2)
    lines.append("")
    for item in result["exercises"]:
        if exercise in ("", item["name"]):
            lines += _exercise_lines(item)
    for anomaly in result["anomalies"]:
        if exercise in ("", anomaly["exercise"]):
            evidence = f"{anomaly['kind']} in {anomaly['exercise']}: {anomaly['evidence']}"
            lines += ["", *_wrapped(f"worth a look: {evidence}", 0)]
    return "\n".join(lines)


def _exercise_lines(exercise: Json) -> Iterator[str]:
    yield from _wrapped(f"{exercise['name']}: {exercise['outcome']}, {points(exercise)}", 0)
    if exercise["note"]:
        yield from _wrapped(exercise["note"], 2)
    if "needs_person" in exercise:
        yield from _wrapped(exercise["needs_person"], 2)
        return
    if exercise["outcome"] in TOLD_ONCE:
        yield from _wrapped(exercise["checks"][0]["message"], 2)
        return
    for check in exercise["checks"]:
        if check["outcome"] != "right":
            yield from _check_lines(check)


def _check_lines(check: Json) -> Iterator[str]:
    """A failed check: what is wrong, what it looks like, the smallest example and the hint."""
    worth = f"{check['score']:g}/{check['max_score']:g}"
    yield from _wrapped(f"- {check['id']} ({worth}): {check['title']}", 2)
    yield from _wrapped(f"{check['outcome']}: {check['message']}", 6)
    for item in check["diagnosis"]:
        yield from _wrapped(f"looks like: {item['text']}", 6)
    if check["counterexample"]:
        example = ", ".join(f"{name} = {value}" for name, value in check["counterexample"].items())
        yield from _wrapped(f"smallest example: {example}", 6)
    if check["hint"]:
        yield from _wrapped(f"hint: {check['hint']}", 6)


def _wrapped(text: str, indent: int) -> list[str]:
    """The lines of a text, which is printable, as all of a result is."""
    plain = " ".join(text.split())[:LONGEST]
    first, rest = " " * indent, " " * (indent + 2)
    return textwrap.wrap(plain, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
