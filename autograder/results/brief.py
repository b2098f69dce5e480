"""What a class run keeps of a result in memory: enough for the table and the class page, however large the class."""

from autograder.results.model import Json

UNTOLD = ("right", "not submitted", "not attempted")


def brief(result: Json) -> Json:
    """A result without its checks; of each wrong exercise, what it looks like and one example."""
    kept = {name: result[name] for name in ("student", "assignment", "score", "max_score", "anomalies")}
    exercises = [
        {"name": exercise["name"], "outcome": exercise["outcome"], "mistake": _mistake(exercise)}
        for exercise in result["exercises"]
    ]
    return kept | {"exercises": exercises}


def _mistake(exercise: Json) -> Json | None:
    failed = [check for check in exercise["checks"] if check["outcome"] != "right"]
    if not failed or exercise["outcome"] in UNTOLD:
        return None
    told = [item["text"] for check in failed for item in check["diagnosis"]]
    text = told[0] if told else f"{failed[0]['title']}: {failed[0]['outcome']}"
    return {"text": text, "example": failed[0]["message"][:300]}
