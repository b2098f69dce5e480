"""How late a submission is, and what that costs."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

from autograder.course.model import Policies
from autograder.policies.step import Step
from autograder.results.model import Json

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Lateness:
    """Days that have begun since the date that held, and what else is to be known about them."""

    days: int
    remark: str = ""


def lateness(result: Json, policies: Policies) -> Lateness:
    """Days past the student's own date, none within the grace; one where the platform tells no hour."""
    submission = result["submission"]
    if not submission.get("late"):
        return Lateness(0)
    extension = policies.extension(result["student"], result["assignment"])
    if not (submission.get("handed_in") and submission.get("due")):
        if extension:
            return Lateness(0, "the hour is not known and an extension holds, rule extension")
        return Lateness(1, "the platform says late, but not when")
    past = datetime.fromisoformat(submission["handed_in"]) - datetime.fromisoformat(submission["due"]) - extension
    told = f"after an extension of {_days(extension / DAY)}, rule extension" if extension else ""
    if past <= timedelta():
        return Lateness(0, f"within an extension of {_days(extension / DAY)}, rule extension" if extension else "")
    if past <= policies.grace:
        return Lateness(0, "within the grace, rule grace_hours")
    return Lateness(math.ceil(past / DAY), told)


def late_step(result: Json, policies: Policies, score: float, max_score: float) -> Step | None:
    """What lateness takes of `score`; None where nobody is late or it costs nothing."""
    if policies.late is None or not result["submission"].get("late"):
        return None
    found = lateness(result, policies)
    if found.days == 0:
        return Step("late.per_day", f"− 0 % late ({found.remark or 'in time'})", score, max_score)
    asked = policies.late.per_day * found.days
    percent = min(asked, policies.late.at_most)
    rule = "late.per_day" if asked <= policies.late.at_most else "late.at_most"
    why = f"{_days(found.days)}, rule {rule}" + (f"; {found.remark}" if found.remark else "")
    return Step(rule, f"− {percent:g} % late ({why})", _without(score, percent), max_score)


def _without(score: float, percent: float) -> float:
    """In decimals, as one would do it by hand; a half cent goes to the student."""
    left = Decimal(str(score)) * (100 - Decimal(str(percent))) / 100
    return float(left.quantize(Decimal("0.01"), ROUND_HALF_UP))


def _days(count: float) -> str:
    return f"{count:g} day" + ("" if count == 1 else "s")
