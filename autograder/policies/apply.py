"""Applies the course's policies to a result; result.json keeps what was graded."""

import hashlib
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import fields, replace
from datetime import datetime

from autograder.course.model import Policies
from autograder.policies.rules import (
    PolicyStep,
    bonus_step,
    closed_step,
    drop_step,
    exercise_note,
    late_step,
    policy_line,
)
from autograder.policies.visibility import is_due, visible_checks
from autograder.results.model import Json, graded_points, shortest_number


def with_policies(result: Json, policies: Policies, now: datetime) -> Json:
    """Return the result with the points that count.

    If a rule about points applied, `policy` has what was graded and every step. If an exercise that counts waits for a
    person, the score stays None, and `provisional` is what the graded exercises give after every step.

    Args:
        result: the content of result.json.
        policies: those of the course; without any, the result itself is returned.
        now: local time without a zone.
    """
    if not policies.any:
        return result
    due = is_due(result["student"], result["assignment"], policies, now)
    view = result | {
        "exercises": [_exercise_view(item, result["assignment"], policies, due=due) for item in result["exercises"]]
    }
    waits = result["score"] is None and any("needs_person" in exercise for exercise in view["exercises"])
    graded = graded_points(result) if result["score"] is None else result["score"]
    steps = list(_steps(result, policies, graded))
    score = shortest_number(steps[-1].score if steps else graded)
    view |= {"score": None, "provisional": score} if waits else {"score": score}
    if not steps:
        return view
    policy = {
        "graded": shortest_number(graded),
        "steps": [step.to_json() for step in steps],
        "line": policy_line(graded, result["max_score"], steps) + (" so far" if waits else ""),
    }
    return view | {"max_score": shortest_number(steps[-1].max_score), "policy": policy}


def _steps(result: Json, policies: Policies, graded: float) -> Iterator[PolicyStep]:
    """Apply drops, then bonus, then lateness, which costs a share of what counts."""
    score, max_score = float(graded), float(result["max_score"])
    for exercises, step_of in ((policies.drop, drop_step), (policies.bonus, bonus_step)):
        for exercise in result["exercises"]:
            if (result["assignment"], exercise["name"]) in exercises:
                step = step_of(exercise, score, max_score)
                score, max_score = step.score, step.max_score
                yield step
    late = closed_step(result, policies, score, max_score) or late_step(result, policies, score, max_score)
    if late is not None:
        yield late


def _exercise_view(exercise: Json, assignment: str, policies: Policies, *, due: bool) -> Json:
    """Return an exercise as the student may see it; a dropped exercise does not wait for a person."""
    checks = visible_checks(exercise, assignment, policies, due=due)
    view = exercise | {"note": exercise_note(exercise, assignment, policies), "checks": checks}
    if (assignment, exercise["name"]) in policies.drop:
        view.pop("needs_person", None)
    return view


def per_exercise_scores(result: Json, policies: Policies, now: datetime) -> Json:
    """Return a result for a gradebook that has a cell per exercise, sums them itself and deducts lateness separately.

    Each exercise has what it adds to score and maximum. `penalty` is the points that lateness takes from the sum, None
    if the course has no rule about lateness. Nothing is hidden: gradebooks are for instructors.
    """
    view = with_policies(result, replace(policies, visibility={}), now)
    exercises = [item | _added((result["assignment"], item["name"]), policies) for item in view["exercises"]]
    penalty = None if policies.late is None and not policies.closes else _penalty(view)
    return view | {"exercises": exercises, "penalty": penalty}


def _added(place: tuple[str, str], policies: Policies) -> Json:
    if place in policies.drop:
        return {"score": 0, "max_score": 0}
    return {"max_score": 0} if place in policies.bonus else {}


def _penalty(view: Json) -> float:
    """Return what the last step took, if it was the one for lateness."""
    policy = view.get("policy")
    if policy is None or not policy["steps"][-1]["rule"].startswith(("late.", "closes")):
        return 0.0
    before = policy["steps"][-2]["score"] if len(policy["steps"]) > 1 else policy["graded"]
    return float(round(before - policy["steps"][-1]["score"], 2))


def policy_hash(policies: Policies) -> str:
    """Hash all rules, independently of their order; empty if there are none."""
    if policies == Policies():
        return ""
    lines = [f"{field.name} {_canonical(getattr(policies, field.name))}" for field in fields(policies)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def score_policy_hash(policies: Policies) -> str:
    """Hash the rules that a score depends on: all but those about visibility; slip days follow from the results."""
    return policy_hash(replace(policies, visibility={}, slips={}))


def _canonical(value: object) -> str:
    if isinstance(value, dict):
        return repr(sorted(value.items()))
    return repr(sorted(value)) if isinstance(value, AbstractSet) else repr(value)
