"""What a class run keeps of a result in memory: enough for the table and the class page, however large the class."""

import hashlib
import json
from collections.abc import Sequence

from autograder.results.model import Json

UNTOLD = ("right", "not submitted", "not attempted", "does not parse", "not run")
LENGTH = 300  # of an example


def brief(result: Json) -> Json:
    """A result without its checks; of each wrong exercise, what it looks like and one example."""
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
    """What groups it with others: its diagnosis, or else the very answers that were wrong."""
    failed = [check for check in exercise["checks"] if check["outcome"] != "right"]
    if not failed or exercise["outcome"] in UNTOLD:
        return None
    core = [check for check in failed if check["level"] == "core"] or failed
    example = core[0]["message"][:LENGTH]
    told = [item for check in failed for item in check["diagnosis"]]
    if told:
        names = "+".join(item["name"] for item in told)
        return {"group": names, "text": "; ".join(item["text"] for item in told), "told": True, "example": example}
    text = f"{core[0]['title']}: {core[0]['outcome']}"
    return {"group": _answers(failed), "text": text, "told": False, "example": example}


def _answers(failed: Sequence[Json]) -> str:
    """The same for submissions that fail the same checks with the same answers."""
    seen = [[check["id"], check["outcome"], check["message"], check["evidence"].get("got")] for check in failed]
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:16]
