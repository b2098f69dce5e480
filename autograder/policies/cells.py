"""A result for a gradebook that has a cell for each exercise, sums them itself, and keeps lateness apart."""

from dataclasses import replace
from datetime import datetime

from autograder.course.model import Policies
from autograder.policies.apply import under_policies
from autograder.results.model import Json


def in_cells(result: Json, policies: Policies, now: datetime) -> Json:
    """Each exercise with what it adds to score and maximum, and `penalty`: the points that lateness takes of the sum.

    `penalty` is None where the course has no rule for lateness. Nothing is hidden: gradebooks are not for students.
    """
    view = under_policies(result, replace(policies, visibility={}), now)
    exercises = [item | _added((result["assignment"], item["name"]), policies) for item in view["exercises"]]
    penalty = None if policies.late is None else _penalty(view)
    return view | {"exercises": exercises, "penalty": penalty}


def _added(place: tuple[str, str], policies: Policies) -> Json:
    if place in policies.drop:
        return {"score": 0, "max_score": 0}
    return {"max_score": 0} if place in policies.bonus else {}


def _penalty(view: Json) -> float:
    """What the last step took, where it is that of lateness."""
    told = view.get("policy")
    if told is None or not told["steps"][-1]["rule"].startswith("late."):
        return 0.0
    before = told["steps"][-2]["score"] if len(told["steps"]) > 1 else told["graded"]
    return float(round(before - told["steps"][-1]["score"], 2))
