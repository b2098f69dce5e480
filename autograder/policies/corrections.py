"""Corrections by hand and other weights of checks: what they make of the exercises of a result, each step in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from autograder.policies.rules import PolicyStep
from autograder.results.adjustments import Adjustment
from autograder.results.model import Json
from autograder.results.point_sums import shortest_number
from autograder.results.rubric import RUBRIC, points_by_checks, points_by_rubric, with_rubric_line

# Rules of steps.
ADJUSTMENT, TOTAL_ADJUSTMENT, CHECKS, NO_RUBRIC = "adjustment", "adjustment.total", "checks", "rubric"
EXCUSE = "adjustment.excused"
UNWEIGHTED = ("not submitted", "not attempted", "does not parse", "not allowed", "not run")  # no check tells them apart


@dataclass
class RunningScore:
    """The points of a result, from step to step.

    Attributes:
        score: the points after the last step.
        max_score: their maximum.
        steps: the steps so far.
    """

    score: float
    max_score: float
    steps: list[PolicyStep] = field(default_factory=list)

    def change(self, rule: str, difference: float, why: str) -> None:
        """Add a step that adds or takes points."""
        self.score = round(self.score + difference, 2)
        sign = "−" if difference < 0 else "+"
        self.steps.append(PolicyStep(rule, f"{sign} {abs(difference):g} {why}", self.score, self.max_score))

    def take(self, step: PolicyStep) -> None:
        """Add a step of a rule."""
        self.score, self.max_score = step.score, step.max_score
        self.steps.append(step)


def without_rubric(result: Json, running: RunningScore) -> list[Json]:
    """Return the exercises with the points of their checks, whatever their named mistakes cost.

    Args:
        result: the content of result.json.
        running: gets a step for each exercise whose points change.
    """
    exercises = []
    for exercise in result["exercises"]:
        plain = {name: value for name, value in exercise.items() if name != RUBRIC}
        if RUBRIC in exercise and exercise["score"] is not None:
            plain["score"] = _rounded(points_by_checks(exercise["max_score"], exercise["checks"]))
            if difference := round(plain["score"] - exercise["score"], 2):
                running.change(NO_RUBRIC, difference, f"for {exercise['name']} (without rubric, rule rubric)")
        exercises.append(plain)
    return exercises


def weigh_checks(result: Json, weights: Mapping[tuple[str, str, str], float], running: RunningScore) -> list[Json]:
    """Return the exercises with their points shared anew among their checks: an exercise keeps what it is worth.

    Args:
        result: the content of result.json.
        weights: by assignment, exercise and check; 0 switches a check off, 2 makes it worth twice as much.
        running: gets a step for each exercise whose points change.
    """
    exercises = []
    for exercise in result["exercises"]:
        place = (result["assignment"], exercise["name"])
        own = {name.rpartition(".")[2]: weight for (*where, name), weight in weights.items() if tuple(where) == place}
        weighed = _weighed(exercise, own) if own else exercise
        if (exercise["score"] or 0) != (weighed["score"] or 0):
            difference = round((weighed["score"] or 0) - (exercise["score"] or 0), 2)
            running.change(CHECKS, difference, f"for {exercise['name']} (other weights of checks, rule checks)")
        exercises.append(weighed)
    return exercises


def _weighed(exercise: Json, weights: Mapping[str, float]) -> Json:
    """Return an exercise with other weights of its checks; if nothing is left that counts, the exercise as it was."""
    if exercise["outcome"] in UNWEIGHTED or exercise["score"] is None:
        return exercise
    factors = [weights.get(check["id"].partition(".")[2], 1.0) for check in exercise["checks"]]
    pairs = list(zip(exercise["checks"], factors, strict=True))
    total = sum(check["max_score"] * factor for check, factor in pairs)
    if total <= 0:
        return exercise
    share = exercise["max_score"] / total
    checks = [
        check | {name: _rounded(check[name] * factor * share) for name in ("score", "max_score")}
        for check, factor in pairs
    ]
    exact = [
        {"id": check["id"]} | {name: check[name] * factor * share for name in ("score", "max_score")}
        for check, factor in pairs
    ]
    score = _rounded(points_by_rubric(exercise.get(RUBRIC), exercise["max_score"], exact))
    off = [check["title"] for check, factor in pairs if factor == 0]
    words = f"does not count: {'; '.join(off)} (rule checks)" if off else "its checks have other weights (rule checks)"
    note = "; ".join(filter(None, (exercise["note"], words)))
    return with_rubric_line(exercise | {"checks": checks, "score": score, "note": note})


def correct_exercises(
    exercises: Sequence[Json], corrections: Sequence[Adjustment], running: RunningScore
) -> list[Json]:
    """Return the exercises after the corrections of single exercises, and with the comments on them, in their order.

    Args:
        exercises: the exercises of a result.
        corrections: those of the result.
        running: gets a step for each correction.
    """
    corrected = list(exercises)
    for item in corrections:
        for place, exercise in enumerate(corrected):
            if exercise["name"] == item.exercise:
                corrected[place] = _corrected(exercise, item, running)
    return corrected


def _corrected(exercise: Json, item: Adjustment, running: RunningScore) -> Json:
    """Return an exercise after a correction; unless it is a comment, nothing waits for a person any more."""
    if item.is_comment:
        return exercise | {"note": "; ".join(filter(None, (exercise["note"], f"Comment: {item.text}")))}
    before = exercise["score"] or 0
    after = _after(before, item)
    running.change(ADJUSTMENT, round(after - before, 2), f"for {exercise['name']} ({_why(item, before)})")
    note = "; ".join(filter(None, (exercise["note"], f"Corrected by hand: {item.text}")))
    rest = {name: value for name, value in exercise.items() if name != "needs_person"}
    return rest | {"score": shortest_number(after), "note": note, "corrected": True}


def correct_whole(corrections: Sequence[Adjustment], running: RunningScore) -> None:
    """Add a step for each correction of the assignment as a whole."""
    for item in corrections:
        if not item.exercise and not item.excuses and not item.is_comment:
            difference = round(_after(running.score, item) - running.score, 2)
            comment = f"; {item.comment}" if item.comment else ""  # no exercise has a place for it
            running.change(TOTAL_ADJUSTMENT, difference, f"({_why(item, running.score)}{comment})")


def excuse(corrections: Sequence[Adjustment], running: RunningScore) -> Json:
    """Return the entry of a view that says why the student is excused, and add a step; nothing if nobody is.

    Neither the points nor their maximum count then.
    """
    item = next((item for item in corrections if item.excuses), None)
    if item is None:
        return {}
    running.take(PolicyStep(EXCUSE, f", does not count (excused: {item.reason}; {item.signature})", 0.0, 0.0))
    return {"excused": item.text, "score": None, "max_score": 0}


def comments_on_whole(result: Json, corrections: Sequence[Adjustment]) -> Json:
    """Return the entry of a view with the comments on the assignment as a whole, among the notes on the hand-in."""
    comments = [f"Comment: {item.text}" for item in corrections if item.is_comment and not item.exercise]
    submission = result["submission"]
    return {"submission": submission | {"notes": [*submission["notes"], *comments]}} if comments else {}


def above_maximum(view: Json, corrections: Sequence[Adjustment]) -> list[str]:
    """Return a sentence for each correction that gives more than there was to earn: a bonus, or a slip of the pen.

    Args:
        view: the result with the points that count.
        corrections: those of the result.
    """
    place = f"{view['student']}, {view['assignment']}"
    corrected = {item.exercise for item in corrections if not item.is_comment}
    exercises = {item["name"]: item for item in view["exercises"] if item["name"] in corrected}
    items = {f"{place}, {name}": item for name, item in exercises.items()} | ({place: view} if "" in corrected else {})
    return [
        f"{where}: {item['score']:g} of {item['max_score']:g} points, above the maximum; it counts, as a bonus"
        for where, item in items.items()
        if item["score"] is not None and item["score"] > item["max_score"]
    ]


def _after(before: float, item: Adjustment) -> float:
    """Return the points after a correction: never below 0, but above the maximum if a person says so."""
    return round(max(0.0, item.score if item.score is not None else before + (item.points or 0)), 2)


def _why(item: Adjustment, before: float) -> str:
    """Say why points are corrected, and what a correction took that was more than there were."""
    to = f"set to {item.score:g}: " if item.score is not None else ""
    taken = -(item.points or 0) if item.score is None else 0.0
    cut = f"; {cut_at_zero(taken)}" if taken > before else ""
    return f"{to}{item.reason}; {item.signature}{cut}"


def cut_at_zero(taken: float) -> str:
    """Say that fewer points were taken than a correction or a rule takes, because there were no more."""
    return f"takes {taken:g}, cut at 0"


def _rounded(value: float) -> float | int:
    return shortest_number(round(value, 2))
