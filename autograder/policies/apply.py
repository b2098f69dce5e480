"""A graded result as the course's rules make it count. result.json stays what was graded."""

from collections.abc import Iterator
from datetime import UTC, datetime

from autograder.course.model import Policies
from autograder.policies.count import bonus_step, drop_step, note_on
from autograder.policies.late import late_step
from autograder.policies.step import Step, trace
from autograder.policies.visible import is_due, visible_checks
from autograder.results.model import Json, graded_points, number


def under_policies(result: Json, policies: Policies, now: datetime) -> Json:
    """The result with the points that count; where a rule was at work, `policy` holds what was graded and every step.

    Where an exercise that counts waits for a person, the score stays None, and `provisional` is what the exercises that
    are graded give after every step. Without rules it is the very result that was given.
    """
    if not policies.any:
        return result
    due = is_due(result["student"], result["assignment"], policies, now)
    view = result | {
        "exercises": [_exercise(item, result["assignment"], policies, due=due) for item in result["exercises"]]
    }
    waits = result["score"] is None and any("needs_person" in exercise for exercise in view["exercises"])
    graded = graded_points(result) if result["score"] is None else result["score"]
    steps = list(_steps(result, policies, graded))
    score = steps[-1].score if steps else graded
    view |= {"score": None, "provisional": number(score)} if waits else {"score": number(score)}
    if not steps:
        return view
    told = {
        "graded": number(graded),
        "steps": [step.to_json() for step in steps],
        "line": trace(graded, result["max_score"], steps) + (" so far" if waits else ""),
    }
    return view | {"max_score": number(steps[-1].max_score), "policy": told}


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


def _steps(result: Json, policies: Policies, graded: float) -> Iterator[Step]:
    """Drops, then bonus, then lateness: what is late costs a share of what counts."""
    score, max_score = float(graded), float(result["max_score"])
    for rule, step_of in ((policies.drop, drop_step), (policies.bonus, bonus_step)):
        for exercise in result["exercises"]:
            if (result["assignment"], exercise["name"]) in rule:
                step = step_of(exercise, score, max_score)
                score, max_score = step.score, step.max_score
                yield step
    if (late := late_step(result, policies, score, max_score)) is not None:
        yield late


def _exercise(exercise: Json, assignment: str, policies: Policies, *, due: bool) -> Json:
    """As the student may see it; nobody has to look at an exercise that counts for nobody."""
    checks = visible_checks(exercise, assignment, policies, due=due)
    view = exercise | {"note": note_on(exercise, assignment, policies), "checks": checks}
    if (assignment, exercise["name"]) in policies.drop:
        view.pop("needs_person", None)
    return view
