"""feedback.md: what the student reads where no HTML is shown."""

import re

from autograder.results.model import TOLD_ONCE, Json


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
    """`3.5 of 4 points`, or that there are none yet; nobody will grade a dropped exercise that has none."""
    if item["score"] is None:
        waits = "needs_person" in item or "exercises" in item
        return f"not graded{' yet' if waits else ''}, worth {item['max_score']:g} points"
    return f"{item['score']:g} of {item['max_score']:g} points"


def _exercise(exercise: Json) -> list[str]:
    lines = [f"## `{exercise['name']}`: {points(exercise)}, {exercise['outcome']}", ""]
    if exercise["note"]:
        lines += [f"*{exercise['note']}*", ""]
    if "needs_person" in exercise:
        return [*lines, f"{escape(exercise['needs_person'])}. It is not your mistake.", ""]
    if exercise["outcome"] in TOLD_ONCE:
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
    plain = re.sub(r"([\\`*_{}\[\]<>#|~$&@!])", r"\\\1", " ".join(text.split()))
    return re.sub(
        r"(?i)\b(https?|ftp|mailto)(:)|\b(www)(\.)", r"\1\3\\\2\4", plain
    )  # addresses become links by themselves
