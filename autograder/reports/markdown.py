"""feedback.md: what the student reads where no HTML is shown."""

import re

from autograder.results.model import Json


def feedback_markdown(result: Json) -> str:
    """Score, exercise by exercise, with a reason and a hint for each check that did not pass."""
    lines = [f"# {result['assignment']}: {points(result)}", ""]
    lines += [f"By the rules of the course: {escape(result['policy']['line'])}", ""] if "policy" in result else []
    lines += [f"- {escape(note)}" for note in result["submission"]["notes"]]
    lines += [""] if result["submission"]["notes"] else []
    for exercise in result["exercises"]:
        lines += _exercise(exercise)
    return "\n".join(lines).rstrip() + "\n"


def points(item: Json) -> str:
    """`3.5 of 4 points`."""
    return f"{item['score']:g} of {item['max_score']:g} points"


def _exercise(exercise: Json) -> list[str]:
    lines = [f"## `{exercise['name']}`: {points(exercise)}, {exercise['outcome']}", ""]
    if exercise["note"]:
        lines += [f"*{exercise['note']}*", ""]
    if exercise["outcome"] in ("not submitted", "not attempted", "does not parse"):
        return [*lines, escape(exercise["checks"][0]["message"]), ""]
    for check in exercise["checks"]:
        lines += _check(check)
    return [*lines, ""]


def _check(check: Json) -> list[str]:
    mark = "x" if check["outcome"] == "right" else " "
    lines = [f"- [{mark}] {check['title']} ({check['score']:g}/{check['max_score']:g})"]
    if check["outcome"] != "right":
        lines.append(f"  {check['outcome']}: {escape(check['message'])}")
    lines += [f"  looks like: {escape(item['text'])}" for item in check["diagnosis"]]
    if check["counterexample"]:
        shown = ", ".join(f"{name} = {value}" for name, value in check["counterexample"].items())
        lines.append(f"  smallest example: {escape(shown)}")
    lines += [f"  hint: {check['hint']}"] if check["outcome"] != "right" and check["hint"] else []
    return lines


def escape(text: str) -> str:
    """Text of a student's in one line, where nothing is markup."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", " ".join(text.split()))
