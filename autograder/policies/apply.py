"""A graded result as the course's rules make it count. result.json stays what was graded."""

from collections.abc import Iterator
from datetime import UTC, datetime

from autograder.course.policies import Policies
from autograder.policies.count import bonus_step, drop_step, note_on
from autograder.policies.late import late_step
from autograder.policies.step import Step, trace
from autograder.policies.visible import is_due, visible_checks
from autograder.results.model import Json, number


def under_policies(result: Json, policies: Policies, now: datetime) -> Json:
    """The result with the points that count; where a rule was at work, `policy` holds what was graded and every step.

    Without rules it is the very result that was given.
    """
    if not policies.any:
        return result
    due = is_due(result["student"], result["assignment"], policies, now)
    view = result | {
        "exercises": [_exercise(item, result["assignment"], policies, due=due) for item in result["exercises"]]
    }
    steps = list(_steps(result, policies))
    if not steps:
        return view
    told = {
        "graded": number(result["score"]),
        "steps": [step.to_json() for step in steps],
        "line": trace(result["score"], result["max_score"], steps),
    }
    counts = {"score": number(steps[-1].score), "max_score": number(steps[-1].max_score)}
    return view | counts | {"policy": told}


def here_and_now() -> datetime:
    """The class's own time, without a zone, as the dates of the course are written."""
    return datetime.now(UTC).astimezone().replace(tzinfo=None)


def phase_of(policies: Policies, now: datetime) -> str:
    """Changes whenever what may be shown does: how many dates have passed."""
    if not policies.visibility:
        return ""
    dates = list(policies.due.values())
    dates += [policies.due[part] + days for (_, part), days in policies.extensions.items() if part in policies.due]
    return str(sum(now > date for date in dates))


def _steps(result: Json, policies: Policies) -> Iterator[Step]:
    """Drops, then bonus, then lateness: what is late costs a share of what counts."""
    score, max_score = float(result["score"]), float(result["max_score"])
    for rule, step_of in ((policies.drop, drop_step), (policies.bonus, bonus_step)):
        for exercise in result["exercises"]:
            if (result["assignment"], exercise["name"]) in rule:
                step = step_of(exercise, score, max_score)
                score, max_score = step.score, step.max_score
                yield step
    if (late := late_step(result, policies, score, max_score)) is not None:
        yield late


def _exercise(exercise: Json, assignment: str, policies: Policies, *, due: bool) -> Json:
    checks = visible_checks(exercise, assignment, policies, due=due)
    return exercise | {"note": note_on(exercise, assignment, policies), "checks": checks}
