"""Gradescope: `results.json`, in the format of its documentation of autograders."""

from collections.abc import Sequence

from autograder.exports.class_results import score_comment
from autograder.reports.feedback_text import escape_markdown, hand_in_status
from autograder.results.model import Json, graded_points
from autograder.results.point_sums import shortest_number


def gradescope_results(result: Json, visibility: str = "visible") -> Json:
    """Return one result in Gradescope's format: a test for each check, numbered by exercise.

    The score is separate from the tests: it need not be the sum of those that are shown.

    Args:
        result: the content of result.json, after the policies were applied.
        visibility: when students see the tests: `visible`, `after_due_date`, `after_published` or `hidden`.
    """
    tests = [
        test
        for number, exercise in enumerate(result["exercises"], start=1)
        for test in _tests(str(number), exercise, visibility)
    ]
    notes = "\n".join(f"- {escape_markdown(note)}" for note in result["submission"]["notes"])
    return {
        "score": _score(result),
        "output": "\n\n".join(filter(None, (notes, _comment(result).replace("\n", "\n\n")))),
        "output_format": "md",
        "test_output_format": "md",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {"grader": result.get("grader", {}), "sha256": result["submission"].get("sha256", "")},
    }


def _comment(result: Json) -> str:
    """Return the points and the outcome of each exercise; a file's name in it is no markup."""
    comment, status = score_comment(result), hand_in_status(result)
    return comment.replace(f"Status: {status}", f"**Status: {escape_markdown(status)}**") if status else comment


def _score(result: Json) -> float | int:
    """Return the score or, if an exercise waits for a person, that of the others: a number is required."""
    if result["score"] is not None:
        return shortest_number(result["score"])
    return shortest_number(result.get("provisional", graded_points(result)))


def _tests(number: str, exercise: Json, visibility: str) -> list[Json]:
    if "needs_person" not in exercise:
        checks = enumerate(exercise["checks"], start=1)
        tests = [_test(f"{number}.{place}", exercise, check, visibility) for place, check in checks]
        return _with_traits(tests, exercise.get("traits", ()))
    test = {"name": f"{exercise['name']}: not graded yet", "output": escape_markdown(exercise["needs_person"])}
    return [test | {"number": number, "score": 0, "max_score": exercise["max_score"], "visibility": visibility}]


def _with_traits(tests: list[Json], traits: Sequence[str]) -> list[Json]:
    """Say in the first test that failed what the wrong answers of an exercise have in common."""
    first = next((test for test in tests if test["status"] == "failed"), None)
    words = "".join(f"\n\n{escape_markdown(text)}." for text in traits)
    return [test | {"output": f"{test['output']}{words}"} if test is first else test for test in tests]


def _test(number: str, exercise: Json, check: Json, visibility: str) -> Json:
    right = check["outcome"] == "right"
    lines = [] if right else [f"**{check['outcome']}**: {escape_markdown(check['message'])}"]
    lines += [f"looks like: {escape_markdown(item['text'])}" for item in check["diagnosis"] if not item.get("vague")]
    lines += [f"hint: {check['hint']}"] if check["hint"] and not right else []
    return {
        "number": number,
        "name": f"{exercise['name']}: {check['title']}",
        "score": check["score"],
        "max_score": check["max_score"],
        "status": "passed" if right else "failed",
        "output": "\n\n".join(lines),
        "tags": [check["level"]],
        "visibility": visibility,
    }
