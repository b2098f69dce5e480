"""Decides what feedback shows of a check, by its level, before and after the student's own due date."""

from datetime import datetime

from autograder.course.model import Policies
from autograder.results.model import OPTIONAL, SINGLE_REASON_OUTCOMES, Json
from autograder.results.rubric import RUBRIC

EMPTY: Json = {"message": "", "hint": "", "diagnosis": [], "counterexample": {}, "evidence": {}, "snippet": ""}
LATER = "Shown after the due date (rule {rule})"
NEVER = "Not shown (rule {rule})"


def is_due(student: str, assignment: str, policies: Policies, now: datetime) -> bool:
    """Return whether the student's own due date has passed; an assignment without one counts as due."""
    due = policies.due.get(assignment)
    return due is None or policies.instant(now) > policies.instant(policies.extended(due, student, assignment))


def visibility_phase(policies: Policies, now: datetime) -> str:
    """Return how many due dates have passed; this text changes whenever what may be shown changes."""
    if not policies.visibility:
        return ""
    dates = list(policies.due.values())
    dates += [policies.due[part] + days for (_, part), days in policies.extensions.items() if part in policies.due]
    return str(sum(policies.instant(now) > policies.instant(date) for date in dates))


def visible_checks(exercise: Json, assignment: str, policies: Policies, *, due: bool) -> list[Json]:
    """Return the checks of an exercise as the student may see them."""
    if exercise["outcome"] in SINGLE_REASON_OUTCOMES:
        return list(exercise["checks"])
    shown = [_visible(check, assignment, policies, due=due) for check in exercise["checks"]]
    return [check for check in shown if check is not None]


def visible_rubric(exercise: Json, assignment: str, policies: Policies, *, due: bool) -> Json:
    """Return the entry of the rubric as the student may see it: its line names what a core check found."""
    shown, _ = policies.shown(assignment, "core", "after_due" if due else "before_due")
    return {RUBRIC: exercise[RUBRIC] | {"line": ""}} if RUBRIC in exercise and shown != "all" else {}


def _visible(check: Json, assignment: str, policies: Policies, *, due: bool) -> Json | None:
    wanted, rule = policies.shown(assignment, check["level"], "after_due" if due else "before_due")
    if wanted == "all":
        return check
    if wanted == "nothing":
        return None
    reason = (NEVER if due else LATER).format(rule=rule)
    message = {"message": reason} if check["outcome"] != "right" else {}
    return {name: value for name, value in check.items() if name not in OPTIONAL} | EMPTY | message
