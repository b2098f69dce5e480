"""Gradescope: `results.json`, as its documentation of autograders has it."""

from autograder.exports.graded import comment
from autograder.reports.markdown import escape
from autograder.results.model import Json, graded_points, number


def gradescope_results(result: Json, visibility: str = "visible") -> Json:
    """One result: a test for each check, numbered by exercise; the score is ours, not the sum of what is shown."""
    tests = [
        test
        for place, exercise in enumerate(result["exercises"], start=1)
        for test in _tests(str(place), exercise, visibility)
    ]
    notes = "\n".join(f"- {escape(note)}" for note in result["submission"]["notes"])
    return {
        "score": _score(result),
        "output": "\n\n".join(filter(None, (notes, comment(result).replace("\n", "\n\n")))),
        "output_format": "md",
        "test_output_format": "md",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {"grader": result.get("grader", {}), "sha256": result["submission"].get("sha256", "")},
    }


def _score(result: Json) -> float | int:
    """The score; where a person has to look, what the other exercises give, because the platform asks for a number."""
    if result["score"] is not None:
        return number(result["score"])
    return number(result.get("provisional", graded_points(result)))


def _tests(place: str, exercise: Json, visibility: str) -> list[Json]:
    if "needs_person" not in exercise:
        checks = enumerate(exercise["checks"], start=1)
        return [_test(f"{place}.{number}", exercise, check, visibility) for number, check in checks]
    told = {"name": f"{exercise['name']}: not graded yet", "output": escape(exercise["needs_person"])}
    return [told | {"number": place, "score": 0, "max_score": exercise["max_score"], "visibility": visibility}]


def _test(place: str, exercise: Json, check: Json, visibility: str) -> Json:
    right = check["outcome"] == "right"
    lines = [] if right else [f"**{check['outcome']}**: {escape(check['message'])}"]
    lines += [f"looks like: {escape(item['text'])}" for item in check["diagnosis"]]
    lines += [f"hint: {check['hint']}"] if check["hint"] and not right else []
    return {
        "number": place,
        "name": f"{exercise['name']}: {check['title']}",
        "score": check["score"],
        "max_score": check["max_score"],
        "status": "passed" if right else "failed",
        "output": "\n\n".join(lines),
        "tags": [check["level"]],
        "visibility": visibility,
    }
