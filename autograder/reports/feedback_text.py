"""Feedback as text: feedback.md, plain text for a terminal, and comments for formgrader."""

import re
import textwrap
from collections.abc import Iterator, Sequence

from autograder.reports.leading_check import FailedExercise, failed_exercise, marked_code
from autograder.results.failure import Failure
from autograder.results.model import SINGLE_REASON_OUTCOMES, Json
from autograder.results.rubric import rubric_line
from autograder.results.summary import (
    EXCUSED,
    GRADED,
    NEEDS_PERSON,
    REJECTED,
    UNTOUCHED,
    is_pending,
    is_untouched,
    status_of,
)

CAUSES = ("by the rules of the course", "by a correction", "by corrections", "by hand")  # in this order
PlainLine = tuple[str, int]  # a text, and how far it is indented
MIN_WIDTH = 40  # columns of a text in a terminal; a narrower one breaks lines itself
MAX_LENGTH = 2000  # characters of one text: more than any message has


def points_text(item: Json) -> str:
    """Return `3.5 of 4 points`, or that it is not graded (*yet*, unless the exercise was dropped), or *excused*."""
    if "excused" in item:
        return EXCUSED
    if item["score"] is None:
        waits = "needs_person" in item or "exercises" in item
        return f"not graded{' yet' if waits else ''}, worth {item['max_score']:g} points"
    return f"{item['score']:g} of {item['max_score']:g} points"


def hand_in_status(result: Json) -> str:
    """Return what became of a hand-in, for its student; empty if something in it was graded, and it was in time."""
    status, late = status_of(result), ", late" if result["submission"].get("late") else ""
    if status in REJECTED:
        return f"{status}{late}: {result['submission']['reason']}. Hand in again, or ask your instructor"
    if status == EXCUSED:
        return f"{EXCUSED}, so that this part counts neither for you nor against you: {result['excused']}"
    if status == NEEDS_PERSON:
        return f"waits for your instructor{late}"
    if is_untouched(result):
        return f"{UNTOUCHED}{late}"
    return f"{status}{late}" if late or status != GRADED else ""


def policy_sentence(result: Json) -> str:
    """Return how the points that count follow from those that were graded; empty if they are the same.

    It begins with what changed them: the rules of the course, corrections, or what a person graded in formgrader.
    """
    if "policy" not in result:
        return ""
    rules = [step["rule"].partition(".")[0] for step in result["policy"]["steps"]]
    corrections = "by corrections" if rules.count("adjustment") > 1 else "by a correction"
    named = {"adjustment": corrections, "person": "by hand"}
    causes = sorted({named.get(rule, "by the rules of the course") for rule in rules}, key=CAUSES.index)
    return f"{' and '.join(causes).capitalize()}: {result['policy']['line']}"


def pending_sentence(result: Json) -> str:
    """Return that the lines of mistakes are still to come; empty if they are there."""
    return "The points are final; the lines of mistakes are still being looked for." if is_pending(result) else ""


def escape_markdown(text: str) -> str:
    """Return a text, such as one that a student wrote, as one line in which nothing is markup or a link."""
    plain = re.sub(r"([\\`*_{}\[\]<>#|~$&@!])", r"\\\1", " ".join(text.split()))
    return re.sub(
        r"(?i)\b(https?|ftp|mailto)(:)|\b(www)(\.)", r"\1\3\\\2\4", plain
    )  # many renderers make links of plain addresses


def with_code(text: str) -> list[tuple[str, bool]]:
    """Return the parts of a sentence, and whether each is code, which stands between backticks."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick that ends nothing
        return [(text, False)]
    return [(part, place % 2 == 1) for place, part in enumerate(parts) if part]


def _markdown_with_code(text: str) -> str:
    """Return a sentence as `escape_markdown` does; code in it stays code, in which nothing is markup."""
    return "".join(f"`{part}`" if is_code else _escaped(part) for part, is_code in with_code(text))


def _escaped(part: str) -> str:
    """Escape a part of a sentence, whose spaces at the ends stay."""
    words = part.strip()
    before, _, behind = part.partition(words)
    return f"{before}{escape_markdown(words)}{behind}" if words else part


def feedback_markdown(result: Json) -> str:
    """Return feedback.md: the score, then each exercise with a reason and a hint for each check that did not pass."""
    lines = [f"# {result['assignment']}: {points_text(result)}", ""]
    if status := hand_in_status(result):
        lines += [f"Status: {escape_markdown(status)}", ""]
    for sentence in filter(None, (policy_sentence(result), pending_sentence(result))):
        lines += [escape_markdown(sentence), ""]
    lines += [f"- {escape_markdown(note)}" for note in result["submission"]["notes"]]
    lines += [""] if result["submission"]["notes"] else []
    right = [exercise for exercise in result["exercises"] if exercise["outcome"] == "right"]
    for exercise in result["exercises"]:
        lines += [] if exercise["outcome"] == "right" else _markdown_exercise(exercise)
    lines += [f"## {len(right)} right", "", *map(_markdown_right, right)] if right else []
    return "\n".join(lines).rstrip() + "\n"


def _markdown_exercise(exercise: Json) -> list[str]:
    lines = [f"## `{exercise['name']}`: {points_text(exercise)}, {exercise['outcome']}", ""]
    if sentence := rubric_line(exercise):
        lines += [f"{sentence}.", ""]
    if exercise["note"]:
        lines += [f"*{exercise['note']}*", ""]
    if "needs_person" in exercise:
        return [*lines, f"{escape_markdown(exercise['needs_person'])}. It is not your mistake.", ""]
    if exercise["outcome"] in SINGLE_REASON_OUTCOMES:
        return [*lines, escape_markdown(exercise["checks"][0]["message"]), ""]
    failed = failed_exercise(exercise)
    if failed is None:  # a person has given other points
        return lines
    lines += _markdown_reason(failed)
    for check in failed.told:
        lines += _markdown_check(failed, check)
    if failed.repeated:
        lines += ["", failed.repeated_sentence, "", *(_markdown_title(check) for check in failed.repeated)]
    lines += ["", f"{failed.passed_words}:", ""] if failed.passed else []
    return [*lines, *(_markdown_title(check, ticked=not failed.is_forgiving) for check in failed.passed), ""]


def _markdown_right(exercise: Json) -> str:
    note = f"; *{exercise['note']}*" if exercise["note"] else ""
    return f"- [x] `{exercise['name']}`: {points_text(exercise)}{note}"


def _markdown_reason(failed: FailedExercise) -> list[str]:
    """Return what is known of the mistakes of an exercise, and where they are."""
    lines: list[str] = []
    for told in failed.told_reasons:
        for text in told.texts:
            lines += [f"**{_markdown_with_code(text)}**", ""]
        lines += _markdown_paragraphs(told.whys_above)
        for place in told.places:
            where = f"In {escape_markdown(failed.file)}, {_markdown_with_code(_sentence(place))}:"
            lines += [where, "", *(f"    {line}" for line in marked_code(place)), ""]
        lines += _markdown_paragraphs(told.whys_below)
    for text in failed.further_traits:
        lines += [escape_markdown(text), ""]
    return lines


def _markdown_paragraphs(texts: Sequence[str]) -> list[str]:
    return [line for text in texts for line in (_markdown_with_code(text), "")]


def _sentence(place: Json) -> str:
    """Return what is known about a place."""
    return "; ".join(filter(None, (place["sentence"], place.get("elsewhere"))))


def _markdown_title(check: Json, *, ticked: bool = True) -> str:
    """Return the line of a check; `ticked` is False where one only keeps its points, and need not be right."""
    mark = ("[x] " if ticked else "") if check["outcome"] == "right" else "[ ] "
    return f"- {mark}{check['title']} ({check['score']:g}/{check['max_score']:g})"


def _markdown_check(failed: FailedExercise, check: Json) -> list[str]:
    lines = [_markdown_title(check), f"  {check['outcome']}: {escape_markdown(check['message'])}"]
    lines += [f"  looks like: {escape_markdown(text)}" for text in failed.mistakes_of(check)]
    if example := example_text(check):
        lines.append(f"  example: {escape_markdown(example)}")
    lines += [f"  {_markdown_with_code(check['note'])}"] if "note" in check else []
    hint = failed.hint_of(check)
    return [*lines, f"  hint: {hint}"] if hint else lines


def example_text(check: Json) -> str:
    """Return the smallest example that fails a check, as `T = 1, d_k = 2`; empty if the message shows its call."""
    if Failure.of(check).call:
        return ""
    return ", ".join(f"{name} = {value}" for name, value in check["counterexample"].items())


def result_text(result: Json, exercise: str = "", width: int = 80) -> str:
    """Return a result as text: outcome, points and failed checks of one exercise, or of all.

    Args:
        result: the content of result.json.
        exercise: the only exercise to describe.
        width: the columns that a line may have.
    """
    return "\n".join(line for text, indent in _plain_lines(result, exercise) for line in _wrapped(text, indent, width))


def _plain_lines(result: Json, exercise: str) -> Iterator[PlainLine]:
    yield f"{result['assignment']}: {points_text(result)} (isolation: {result['isolation']})", 0
    if status := hand_in_status(result):
        yield f"status: {status}", 2
    for note in result["submission"]["notes"]:
        yield note, 2
    yield "", 0
    for item in result["exercises"]:
        if exercise in ("", item["name"]):
            yield from _plain_exercise(item)
    for anomaly in result["anomalies"]:
        if exercise in ("", anomaly["exercise"]):
            yield "", 0
            yield f"worth a look: {anomaly['kind']} in {anomaly['exercise']}: {anomaly['evidence']}", 0


def _plain_exercise(exercise: Json) -> Iterator[PlainLine]:
    yield f"{exercise['name']}: {exercise['outcome']}, {points_text(exercise)}", 0
    if sentence := rubric_line(exercise):
        yield sentence, 2
    if exercise["note"]:
        yield exercise["note"], 2
    if "needs_person" in exercise:
        yield exercise["needs_person"], 2
        return
    if exercise["outcome"] in SINGLE_REASON_OUTCOMES:
        yield exercise["checks"][0]["message"], 2
        return
    failed = failed_exercise(exercise)
    if failed is None:
        return
    for told in failed.told_reasons:
        yield from ((text, 2) for text in (*told.texts, *told.whys_above))
        for place in told.places:
            yield f"{exercise['file']}, {_sentence(place)}:", 2
            yield from ((line, 6) for line in marked_code(place))
        yield from ((text, 2) for text in told.whys_below)
    yield from ((text, 2) for text in failed.further_traits)
    for check in failed.told:
        yield from _plain_check(failed, check)
    if failed.repeated:
        yield failed.repeated_sentence, 2
        yield ", ".join(check["id"] for check in failed.repeated), 6


def _plain_check(failed: FailedExercise, check: Json) -> Iterator[PlainLine]:
    """Yield the lines of a failed check: what it checks, how it failed, the smallest example and the hint."""
    worth = f"{check['score']:g}/{check['max_score']:g}"
    yield f"- {check['id']} ({worth}): {check['title']}", 2
    yield f"{check['outcome']}: {check['message']}", 6
    for text in failed.mistakes_of(check):
        yield f"looks like: {text}", 6
    if example := example_text(check):
        yield f"example: {example}", 6
    if "note" in check:
        yield check["note"], 6
    if hint := failed.hint_of(check):
        yield f"hint: {hint}", 6
    yield from ((line, 6 + 2 * (place > 0)) for place, line in enumerate(check.get("explanation", "").splitlines()))


def _wrapped(text: str, indent: int, width: int) -> list[str]:
    """Wrap a text, which is printable as everything in a result is; an empty one is an empty line."""
    plain = " ".join(text.split())[:MAX_LENGTH]
    first, rest = " " * indent, " " * (indent + 2)
    width = max(width, MIN_WIDTH)
    return textwrap.wrap(plain, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False) or [""]


def cell_comments(result: Json) -> dict[str, str]:
    """Return for each exercise the plain text of its check cell in formgrader: what was wrong and why."""
    return {exercise["name"]: "\n".join(_cell_lines(exercise)) + "\n" for exercise in result["exercises"]}


def _cell_lines(exercise: Json) -> list[str]:
    lines = [f"{exercise['name']}: {points_text(exercise)}, {exercise['outcome']}"]
    lines += filter(None, [rubric_line(exercise), exercise["note"]])
    if "needs_person" in exercise:
        return [*lines, exercise["needs_person"]]
    failed = failed_exercise(exercise)
    if failed is None:
        return lines
    if exercise["outcome"] in SINGLE_REASON_OUTCOMES:
        return [*lines, failed.leading["message"]]
    for told in failed.told_reasons:
        lines += [*told.texts, *told.whys_above]
        for place in told.places:
            first, *rest = marked_code(place)
            lines += [f"{exercise['file']}, {_sentence(place)}: {first}", *rest]
        lines += told.whys_below
    lines += failed.further_traits
    for check in failed.told:
        lines += ["", f"{check['title']} ({check['score']:g}/{check['max_score']:g})"]
        lines.append(f"  {check['outcome']}: {check['message']}")
        lines += [f"  looks like: {text}" for text in failed.mistakes_of(check)]
        lines += [f"  hint: {hint}"] if (hint := failed.hint_of(check)) else []
    if failed.repeated:
        lines += ["", failed.repeated_sentence, *(f"  {check['title']}" for check in failed.repeated)]
    return lines
