"""What feedback shows of a check, by its level, before and after the student's own due date."""

from datetime import datetime

from autograder.course.model import Policies
from autograder.results.model import TOLD_ONCE, Json

EMPTY: Json = {"message": "", "hint": "", "diagnosis": [], "counterexample": {}, "evidence": {}, "snippet": ""}
LATER = "Shown after the due date (rule {rule})"
NEVER = "Not shown (rule {rule})"


def is_due(student: str, assignment: str, policies: Policies, now: datetime) -> bool:
    """Whether the student's own date has passed; an assignment without one counts as due."""
    due = policies.due.get(assignment)
    return due is None or now > due + policies.extension(student, assignment)


def visible_checks(exercise: Json, assignment: str, policies: Policies, *, due: bool) -> list[Json]:
    """The checks of an exercise as the student may see them."""
    if exercise["outcome"] in TOLD_ONCE:
        return list(exercise["checks"])
    shown = [_shown(check, assignment, policies, due=due) for check in exercise["checks"]]
    return [check for check in shown if check is not None]


def _shown(check: Json, assignment: str, policies: Policies, *, due: bool) -> Json | None:
    wanted, rule = policies.shown(assignment, check["level"], "after_due" if due else "before_due")
    if wanted == "all":
        return check
    if wanted == "nothing":
        return None
    reason = (NEVER if due else LATER).format(rule=rule)
    told = {"message": reason} if check["outcome"] != "right" else {}
    return check | EMPTY | told
