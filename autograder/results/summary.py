"""What a class run keeps of a result in memory: enough for the table and the class page, however large the class."""

import hashlib
import json
from collections.abc import Sequence

from autograder.results.model import Json

UNGROUPED_OUTCOMES = ("right", "not submitted", "not attempted", "does not parse", "not run")
MAX_EXAMPLE = 300  # characters


def summarize(result: Json) -> Json:
    """Return a result without its checks; each wrong exercise keeps what it looks like and one example."""
    kept = {name: result[name] for name in ("student", "assignment", "score", "max_score", "anomalies")}
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
    return kept | policy | ({"needs_person": waiting} if waiting else {}) | {"exercises": exercises}


def _mistake(exercise: Json) -> Json | None:
    """Return what an exercise is grouped by: its diagnosis, or where there is none, its wrong answers.

    `told` is whether there is a diagnosis; the name is that of summaries in existing stores.
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
    """Hash the failed checks and their answers: equal for submissions that fail alike."""
    seen = [[check["id"], check["outcome"], check["message"], check["evidence"].get("got")] for check in failed]
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:16]
