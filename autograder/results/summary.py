"""The summary of a result, with enough for the table and the class page; the store keeps one of each result."""

import hashlib
import json
from collections.abc import Iterable, Sequence

from autograder.results.failure import REFUSED_FILE, Failure
from autograder.results.model import PENDING, Json

UNGROUPED_OUTCOMES = ("right", "not submitted", "not attempted", "does not parse", "not run")
MARKS = ("dropped", "corrected")  # of exercises: by the rules of the course, by a person
MAX_EXAMPLE = 300  # characters
GRADED, NOT_SUBMITTED, NEEDS_PERSON = "graded", "not submitted", "needs you"
EXCUSED = "excused"  # by a person: the assignment does not count for the student
UNTOUCHED = "nothing was attempted"  # in a word, of a hand-in that is as it was handed out
UNATTEMPTED = ("not submitted", "not attempted")  # outcomes
REJECTED = ("refused", "unreadable")  # something arrived, and nothing of it can be graded
PARTLY_READ = "graded in part"  # a file of it cannot be read


def summarize(result: Json) -> Json:
    """Return the summary of a result.

    It has the keys `student`, `assignment`, `score`, `max_score` and `anomalies` of the result, and `policy` if the
    result has one; `status` (`status_of`) and `late`; `excused`, why, and `arrived`, whether anything was handed in, if
    the student is excused; `reason`, if nothing that arrived can be graded; `unread`, why
    files beside others that are graded cannot be read, if there are any; `exercises`, each with `name`, `outcome` and
    `mistake` (see `_mistake`), and `dropped` or `corrected` if it is so; and, if
    exercises wait for a person, `needs_person`, each with `exercise` and `reason`.

    Args:
        result: the content of result.json, with policies applied or not.
    """
    summary = {name: result[name] for name in ("student", "assignment", "score", "max_score", "anomalies")}
    exercises = [
        {"name": exercise["name"], "outcome": exercise["outcome"], "mistake": _mistake(exercise)}
        | {name: True for name in MARKS if name in exercise}
        for exercise in result["exercises"]
    ]
    hand_in = {"status": status_of(result), "late": bool(result["submission"].get("late"))}
    hand_in |= {"reason": result["submission"]["reason"]} if hand_in["status"] in REJECTED else {}
    hand_in |= {"excused": result["excused"], "arrived": was_submitted(result)} if "excused" in result else {}
    unread = _unread(result) if hand_in["status"] == GRADED else []
    hand_in |= {"unread": unread} if unread else {}
    policy = {"policy": result["policy"]} if "policy" in result else {}
    waiting = [
        {"exercise": exercise["name"], "reason": exercise["needs_person"]}
        for exercise in result["exercises"]
        if "needs_person" in exercise
    ]
    return summary | hand_in | policy | ({"needs_person": waiting} if waiting else {}) | {"exercises": exercises}


def status_of(result: Json) -> str:
    """Return what became of a hand-in, from a result or its summary.

    `graded`; `refused` (none of the files that arrived is an expected one) or `unreadable`; `not submitted`; `needs
    you`, where an exercise waits for a person; or `excused`, whatever arrived. Whether it is late is another question.
    """
    if "status" in result:
        return str(result["status"])
    if "excused" in result:
        return EXCUSED
    if result["score"] is None:
        return str(result.get("submission", {}).get("status", NEEDS_PERSON))
    if any(step["rule"].startswith("adjustment") for step in result.get("policy", {}).get("steps", ())):
        return GRADED  # by a person
    outcomes = {exercise["outcome"] for exercise in result["exercises"]}
    return NOT_SUBMITTED if outcomes == {NOT_SUBMITTED} else GRADED


def shown_status(summary: Json) -> str:
    """Return what tables show as the status of a hand-in: that of `status_of`, or that it is graded in part."""
    status = status_of(summary)
    return PARTLY_READ if status == GRADED and summary.get("unread") else status


def _unread(result: Json) -> list[str]:
    """Return why files that were handed in cannot be read."""
    checks = [check for exercise in result["exercises"] for check in exercise["checks"][:1]]
    failures = [Failure.of(check) for check in checks if check["outcome"] == "does not parse"]
    return list(dict.fromkeys(failure.remark for failure in failures if failure.kind == REFUSED_FILE))


def is_untouched(result: Json) -> bool:
    """Return whether all of a hand-in is as it was handed out, from a result or its summary."""
    outcomes = {exercise["outcome"] for exercise in result["exercises"]}
    return (
        status_of(result) == GRADED
        and not result["score"]
        and "not attempted" in outcomes
        and outcomes <= set(UNATTEMPTED)
    )


def was_submitted(result: Json | None) -> bool:
    """Return whether anything arrived for the assignment, from a result or its summary."""
    if result is None or "arrived" in result:
        return result is not None and bool(result["arrived"])
    return status_of({name: value for name, value in result.items() if name != "excused"}) != NOT_SUBMITTED


def unscored_lines(results: Iterable[Json]) -> list[str]:
    """Return a sentence for each reason why a hand-in has no score, or has one in part; it begins with the status.

    What needs a person comes last, where a terminal shows it longest.
    """
    lines = [
        f"{shown_status(item)}: {item['student']}, {item['assignment']}"
        f"{', ' if 'needs_person' in item else ': '}{reason}"
        for item in results
        if (item["score"] is None and "excused" not in item) or "unread" in item
        for reason in unscored_reasons(item)
    ]
    return sorted(lines, key=lambda line: line.startswith(NEEDS_PERSON))


def is_pending(result: Json) -> bool:
    """Whether the lines of a result are still looked for; a result of an older version does not say."""
    return bool(result["grader"].get("reasons") == PENDING)


def unscored_reasons(summary: Json) -> list[str]:
    """Return why a hand-in has no score, or has one in part; exercises with the same reason are named together."""
    if "excused" in summary:
        return [summary["excused"]]
    if "reason" in summary:
        return [summary["reason"]]
    if "unread" in summary:
        return list(summary["unread"])
    exercises: dict[str, list[str]] = {}
    for item in summary.get("needs_person", ()):
        exercises.setdefault(item["reason"], []).append(item["exercise"])
    return [f"{', '.join(names)}: {reason}" for reason, names in exercises.items()]


def _mistake(exercise: Json) -> Json | None:
    """Return the mistake that the class page groups an exercise by: its diagnosis, else its failed checks.

    `group` is equal for the same mistake, `text` and `example` describe it, and `told` is whether there is a diagnosis.
    (The name comes from summaries in existing stores.) None if there is nothing to group by.
    """
    failed = [check for check in exercise["checks"] if check["outcome"] != "right"]
    if not failed or exercise["outcome"] in UNGROUPED_OUTCOMES:
        return None
    core = [check for check in failed if check["level"] == "core"] or failed
    example = core[0]["message"][:MAX_EXAMPLE]
    diagnoses = [item for check in failed for item in check["diagnosis"]]
    if diagnoses:
        group = "+".join(item["name"] for item in diagnoses)
        return {"group": group, "text": "; ".join(item["text"] for item in diagnoses), "told": True, "example": example}
    text = f"{core[0]['title']}: {core[0]['outcome']}"
    return {"group": _answers_hash(failed), "text": text, "told": False, "example": example}


def _answers_hash(failed: Sequence[Json]) -> str:
    """Hash the failed checks and their messages; equal for submissions that fail in the same way."""
    content = [[check["id"], check["outcome"], check["message"], check["evidence"].get("got")] for check in failed]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
