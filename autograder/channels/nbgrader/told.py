"""What the check cell of an exercise says in formgrader: what was wrong and why, as plain text."""

from autograder.reports.markdown import points
from autograder.results.model import TOLD_ONCE, Json


def told(result: Json) -> dict[str, str]:
    """A text for each exercise."""
    return {exercise["name"]: "\n".join(_lines(exercise)) + "\n" for exercise in result["exercises"]}


def _lines(exercise: Json) -> list[str]:
    lines = [f"{exercise['name']}: {points(exercise)}, {exercise['outcome']}"]
    lines += [exercise["note"]] if exercise["note"] else []
    if "needs_person" in exercise:
        return [*lines, exercise["needs_person"]]
    failed = [check for check in exercise["checks"] if check["outcome"] != "right"]
    if exercise["outcome"] in TOLD_ONCE:
        return [*lines, *(check["message"] for check in failed[:1])]
    for check in failed:
        lines += ["", f"{check['title']} ({check['score']:g}/{check['max_score']:g})"]
        lines.append(f"  {check['outcome']}: {check['message']}")
        lines += [f"  looks like: {item['text']}" for item in check["diagnosis"]]
        lines += [f"  hint: {check['hint']}"] if check["hint"] else []
    return lines
