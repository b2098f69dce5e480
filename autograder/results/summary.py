"""The summary of a result, which is all that a run keeps in memory: enough for the table and the class page."""

import hashlib
import json
from collections.abc import Sequence

from autograder.results.model import Json

UNGROUPED_OUTCOMES = ("right", "not submitted", "not attempted", "does not parse", "not run")
MAX_EXAMPLE = 300  # characters


def summarize(result: Json) -> Json:
    """Return the summary of a result.

    It has the keys `student`, `assignment`, `score`, `max_score` and `anomalies` of the result, and `policy` if the
    result has one; `exercises`, each with `name`, `outcome` and `mistake` (see `_mistake`); and, if exercises wait for
    a person, `needs_person`, each with `exercise` and `reason`.

    Args:
        result: the content of result.json, with policies applied or not.
    """
    summary = {name: result[name] for name in ("student", "assignment", "score", "max_score", "anomalies")}
    exercises = [
        {"name": exercise["name"], "outcome": exercise["outcome"], "mistake": _mistake(exercise)}
        for exercise in result["exercises"]
    ]
    policy = {"policy": result["policy"]} if "policy" in result else {}
    waiting = [
        {"exercise": exercise["name"], "reason": exercise["needs_person"]}
        for exercise in result["exercises"]
        if "needs_person" in exercise
    ]
    return summary | policy | ({"needs_person": waiting} if waiting else {}) | {"exercises": exercises}


def was_submitted(result: Json | None) -> bool:
    """Return whether any file of the assignment arrived, from a result or its summary."""
    return result is not None and any(exercise["outcome"] != "not submitted" for exercise in result["exercises"])


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
