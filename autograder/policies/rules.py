"""The rules about points: dropped exercises, bonus exercises and lateness. Each gives a step that names its rule."""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

from autograder.course import Assignment, Course
from autograder.course.model import Policies, SlipDays
from autograder.results.model import Json
from autograder.results.point_sums import shortest_number
from autograder.wording import counted

DROPPED = "Dropped: counts for nobody (rule drop)"
BONUS = "Bonus: its points come on top (rule bonus)"
DAY = timedelta(days=1)


@dataclass(frozen=True)
class PolicyStep:
    """What a rule did to the points; `text` names the rule: `− 10 % late (2 days, rule late.per_day)`."""

    rule: str
    text: str
    score: float  # after this step
    max_score: float

    def to_json(self) -> Json:
        """Return the step as it is written into the view of a result."""
        return asdict(self) | {"score": shortest_number(self.score), "max_score": shortest_number(self.max_score)}


def policy_line(score: float, max_score: float, steps: Sequence[PolicyStep]) -> str:
    """Describe each step from graded points to those that count.

    For example `27 − 10 % late (2 days, rule late.per_day) = 24.3`.
    """
    line, maximum = f"{score:g}", max_score
    for step in steps:
        space = "" if step.text.startswith(",") else " "
        line += f"{space}{step.text} = {step.score:g}"
        if step.max_score != maximum:
            line += f" of {step.max_score:g}"
            maximum = step.max_score
    return line


def max_points(assignments: Iterable[Assignment], policies: Policies) -> float:
    """Return what assignments are worth together, without dropped and bonus exercises."""
    excluded = policies.drop | policies.bonus
    exercises = [item for assignment in assignments for item in assignment.exercises]
    return round(sum(item.points for item in exercises if (item.assignment, item.name) not in excluded), 2)


def drop_step(exercise: Json, score: float, max_score: float) -> PolicyStep:
    """Take away the points of a dropped exercise and its maximum; one that waits for a person has no points yet."""
    points = exercise["score"] or 0
    left = round(score - points, 2)
    text = f"− {points:g} for {exercise['name']} (dropped, rule drop)"
    return PolicyStep("drop", text, left, round(max_score - exercise["max_score"], 2))


def bonus_step(exercise: Json, score: float, max_score: float) -> PolicyStep:
    """Keep the points of a bonus exercise and take away its maximum."""
    points = "what a person gives" if exercise["score"] is None else f"{exercise['score']:g}"
    text = f"with {points} for {exercise['name']} on top (bonus, rule bonus)"
    return PolicyStep("bonus", text, score, round(max_score - exercise["max_score"], 2))


def exercise_note(exercise: Json, assignment: str, policies: Policies) -> str:
    """Return the note on the student's page, with what drop or bonus adds to it."""
    place = (assignment, exercise["name"])
    added = DROPPED if place in policies.drop else BONUS if place in policies.bonus else ""
    return "; ".join(filter(None, (exercise["note"], added)))


@dataclass(frozen=True)
class Lateness:
    """Days begun since the due date that applies, and a remark about them."""

    days: int
    remark: str = ""


def measure_lateness(result: Json, policies: Policies) -> Lateness:
    """Count days past the student's own due date: none within the grace period, one if the time is not known."""
    submission = result["submission"]
    if not submission.get("late"):
        return Lateness(0)
    extension = policies.extension(result["student"], result["assignment"])
    if not (submission.get("handed_in") and submission.get("due")):
        if extension:
            return Lateness(0, "the hour is not known and an extension applies, rule extension")
        return Lateness(1, "the platform says late, but not when")
    handed_in, date = (datetime.fromisoformat(submission[name]) for name in ("handed_in", "due"))
    due = policies.extended(date, result["student"], result["assignment"])
    past = policies.instant(handed_in) - policies.instant(due)
    allowed = f"an extension of {counted(extension / DAY, 'day')}, rule extension"
    if past <= timedelta():
        return Lateness(0, f"within {allowed}" if extension else "")
    if past <= policies.grace:
        return Lateness(0, "within the grace, rule grace_hours")
    remark = f"after {allowed}" if extension else ""
    return Lateness(_days_begun(due, handed_in, policies), remark)


def _days_begun(due: datetime, handed_in: datetime, policies: Policies) -> int:
    """Count the days of the calendar begun since a due date, though one in spring has 23 hours and one in autumn 25."""
    days = math.ceil((handed_in.replace(tzinfo=None) - due.replace(tzinfo=None)) / DAY)
    end = due + days * DAY if days else due
    return days + (policies.instant(handed_in) > policies.instant(end))


def with_slip_days(
    course: Course, results: Iterable[Json], excused: Collection[tuple[str, str]] = frozenset()
) -> Course:
    """Return the course with the slip days that every student uses; itself if the course has none.

    So many late days of a student in the whole course cost nothing. They are used in the order of time.

    Args:
        course: the course.
        results: for every submission the entries `student`, `assignment` and `submission` of result.json.
        excused: the students and assignments that do not count, and use no slip day.
    """
    policies = course.policies
    if policies.late is None or not policies.late.slip_days:
        return course
    order = {assignment.id: place for place, assignment in enumerate(course)}
    by_student: dict[str, list[Json]] = {}
    for result in results:
        if (result["student"], result["assignment"]) not in excused:
            by_student.setdefault(result["student"], []).append(result)
    slips: dict[tuple[str, str], SlipDays] = {}
    for student, own in by_student.items():
        left = policies.late.slip_days
        for result in sorted(own, key=lambda item: (item["submission"].get("due", ""), order[item["assignment"]])):
            days = measure_lateness(result, policies).days
            used = min(days, left)
            left -= used
            if days:
                slips[student, result["assignment"]] = SlipDays(used, left)
    return replace(course, policies=replace(policies, slips=slips))


def late_step(result: Json, policies: Policies, score: float, max_score: float) -> PolicyStep | None:
    """Take what lateness costs from *score*; None if the submission is not late or the course has no late penalty."""
    if policies.late is None or not result["submission"].get("late"):
        return None
    late = measure_lateness(result, policies)
    slip = policies.slips.get((result["student"], result["assignment"]), SlipDays(0, 0))
    days = late.days - slip.used
    if days == 0 and slip.used:
        why = f"{counted(late.days, 'day')}, {_slip_text(slip)}"
        return PolicyStep("late.slip_days", f"− 0 % late ({why})", score, max_score)
    if days == 0:
        return PolicyStep("late.per_day", f"− 0 % late ({late.remark or 'in time'})", score, max_score)
    uncapped = policies.late.per_day * days
    percent = min(uncapped, policies.late.at_most)
    rule = "late.per_day" if uncapped <= policies.late.at_most else "late.at_most"
    slip_text = _slip_text(slip) if slip.used else ""
    why = "; ".join(filter(None, [f"{counted(late.days, 'day')}, rule {rule}", late.remark, slip_text]))
    return PolicyStep(rule, f"− {percent:g} % late ({why})", _reduced(score, percent), max_score)


def _slip_text(slip: SlipDays) -> str:
    return f"{counted(slip.used, 'slip day')} used and {slip.left} left, rule late.slip_days"


def closed_step(result: Json, policies: Policies, score: float, max_score: float) -> PolicyStep | None:
    """Take all points of a submission after the hard deadline; None if it was before it, or the time is not known."""
    closes = policies.closing_time(result["student"], result["assignment"])
    handed_in = result["submission"].get("handed_in")
    if closes is None or not handed_in:
        return None
    time = datetime.fromisoformat(handed_in)
    if policies.instant(time) <= policies.instant(closes):
        return None
    when = f"handed in {time:%Y-%m-%d %H:%M}, after the hard deadline {closes:%Y-%m-%d %H:%M} {policies.zone}"
    text = f"− {score:g} ({when}, rule closes)"
    return PolicyStep("closes", text, 0.0, max_score)


def _reduced(score: float, percent: float) -> float:
    """Subtract a percentage in decimal arithmetic, as by hand; half a hundredth is rounded up."""
    left = Decimal(str(score)) * (100 - Decimal(str(percent))) / 100
    return float(left.quantize(Decimal("0.01"), ROUND_HALF_UP))
