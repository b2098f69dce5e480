"""Applies the course's policies to a result; result.json keeps what was graded."""

import hashlib
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, replace
from datetime import datetime

from autograder.course.model import Policies
from autograder.policies.corrections import (
    TOTAL_ADJUSTMENT,
    RunningScore,
    comments_on_whole,
    correct_exercises,
    correct_whole,
    excuse,
    weigh_checks,
    without_rubric,
)
from autograder.policies.rules import bonus_step, closed_step, drop_step, exercise_note, late_step, policy_line
from autograder.policies.visibility import is_due, visible_checks, visible_rubric
from autograder.results.adjustments import Adjustment
from autograder.results.model import Json, graded_points
from autograder.results.point_sums import shortest_number


def with_policies(result: Json, policies: Policies, now: datetime, corrections: Sequence[Adjustment] = ()) -> Json:
    """Return the result with the points that count.

    If a rule about points or a correction applied, `policy` has what was graded and every step. If an exercise that
    counts waits for a person, the score stays None, and `provisional` is what the graded exercises give after every
    step. If the student is excused, the score is None too, the maximum is 0, and `excused` says why. First come the
    switch of the rubric, weights of checks and corrections of exercises, which correct what was graded; then the rules;
    corrections of the assignment as a whole come last.

    Args:
        result: the content of result.json.
        policies: those of the course; without any, the result itself is returned.
        now: local time without a zone.
        corrections: those of this result, made by hand.
    """
    if not policies.any and not corrections:
        return result
    graded = graded_points(result) if result["score"] is None else result["score"]
    running = RunningScore(float(graded), float(result["max_score"]))
    ruled = result if policies.rubric else result | {"exercises": without_rubric(result, running)}
    exercises = correct_exercises(weigh_checks(ruled, policies.checks, running), corrections, running)
    _apply_rules(result | {"exercises": exercises}, policies, running)
    correct_whole(corrections, running)
    excused = excuse(corrections, running)
    due = is_due(result["student"], result["assignment"], policies, now)
    view = result | {"exercises": [_exercise_view(item, result["assignment"], policies, due=due) for item in exercises]}
    view |= comments_on_whole(result, corrections)
    if excused:
        view["exercises"] = [_without_wait(item) for item in view["exercises"]]
    waits = not excused and _waits(view, policies) and all(item.exercise or item.is_comment for item in corrections)
    score = shortest_number(running.score)
    view |= {"score": None, "provisional": score} if waits else {"score": score}
    if not running.steps:
        return view
    if waits and "status" in result["submission"]:  # nothing that arrived can be graded, so there are no points
        return view | {"max_score": shortest_number(running.max_score)}
    policy = {
        "graded": shortest_number(graded),
        "steps": [step.to_json() for step in running.steps],
        "line": policy_line(graded, result["max_score"], running.steps) + (" so far" if waits else ""),
    }
    return view | {"max_score": shortest_number(running.max_score), "policy": policy} | excused


def _waits(view: Json, policies: Policies) -> bool:
    """Whether an exercise that counts has no points yet."""
    return any(
        exercise["score"] is None and (view["assignment"], exercise["name"]) not in policies.drop
        for exercise in view["exercises"]
    )


def _apply_rules(result: Json, policies: Policies, running: RunningScore) -> None:
    """Apply drops, then bonus, then lateness, which costs a share of what counts."""
    for exercises, step_of in ((policies.drop, drop_step), (policies.bonus, bonus_step)):
        for exercise in result["exercises"]:
            if (result["assignment"], exercise["name"]) in exercises:
                running.take(step_of(exercise, running.score, running.max_score))
    late = closed_step(result, policies, running.score, running.max_score)
    late = late or late_step(result, policies, running.score, running.max_score)
    if late is not None:
        running.take(late)


def _exercise_view(exercise: Json, assignment: str, policies: Policies, *, due: bool) -> Json:
    """Return an exercise as the student may see it; `dropped` says that it counts for nobody, and waits for nobody."""
    checks = visible_checks(exercise, assignment, policies, due=due)
    view = exercise | {"note": exercise_note(exercise, assignment, policies), "checks": checks}
    view |= visible_rubric(exercise, assignment, policies, due=due)
    if (assignment, exercise["name"]) not in policies.drop:
        return view
    return _without_wait(view) | {"dropped": True}


def _without_wait(exercise: Json) -> Json:
    """Return an exercise that waits for nobody, because it does not count."""
    return {name: value for name, value in exercise.items() if name != "needs_person"}


def per_exercise_scores(
    result: Json, policies: Policies, now: datetime, corrections: Sequence[Adjustment] = ()
) -> Json:
    """Return a result for a gradebook that has a cell per exercise, sums them itself and deducts lateness separately.

    Each exercise has what it adds to score and maximum. `penalty` is the points that lateness, or a correction of the
    assignment as a whole, takes from the sum; None if there is neither. Nothing is hidden: gradebooks are for
    instructors.
    """
    view = with_policies(result, replace(policies, visibility={}), now, corrections)
    exercises = [item | _added((result["assignment"], item["name"]), policies) for item in view["exercises"]]
    whole = any(not (item.exercise or item.excuses or item.is_comment) for item in corrections)
    lateness = policies.late is not None or policies.closes
    penalty = _penalty(view) if whole or lateness else None
    return view | {"exercises": exercises, "penalty": penalty}


def _added(place: tuple[str, str], policies: Policies) -> Json:
    if place in policies.drop:
        return {"score": 0, "max_score": 0}
    return {"max_score": 0} if place in policies.bonus else {}


def _penalty(view: Json) -> float:
    """Return what the steps took that belong to no exercise."""
    before = view["policy"]["graded"] if "policy" in view else 0.0
    penalty = 0.0
    for step in view.get("policy", {}).get("steps", ()):
        penalty += before - step["score"] if step["rule"].startswith(("late.", "closes", TOTAL_ADJUSTMENT)) else 0.0
        before = step["score"]
    return round(penalty, 2)


def policy_hash(policies: Policies) -> str:
    """Hash all rules, independently of their order; empty if there are none."""
    zone = policies.own_zone if policies.due or policies.closes else None
    policies = replace(policies, gradescope=None, own_zone=zone)  # attempts there decide nothing here
    if policies == Policies():
        return ""
    names = (field.name for field in fields(policies) if field.name != "gradescope")
    lines = [f"{name} {_canonical(getattr(policies, name))}" for name in names]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def score_policy_hash(policies: Policies) -> str:
    """Hash the rules that a score depends on: all but those about visibility; slip days follow from the results."""
    return policy_hash(replace(policies, visibility={}, slips={}))


def _canonical(value: object) -> str:
    if isinstance(value, dict):
        return repr(sorted(value.items()))
    return repr(sorted(value)) if isinstance(value, AbstractSet) else repr(value)
