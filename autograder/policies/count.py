"""Exercises that count for nobody, and exercises whose points come on top."""

from collections.abc import Iterable

from autograder.course import Assignment
from autograder.course.model import Policies
from autograder.policies.step import Step
from autograder.results.model import Json

DROPPED = "Dropped: counts for nobody (rule drop)"
BONUS = "Bonus: its points come on top (rule bonus)"


def maximum(assignments: Iterable[Assignment], policies: Policies) -> float:
    """What all of them are worth together: neither what is dropped nor what is bonus is asked for."""
    free = policies.drop | policies.bonus
    exercises = [item for assignment in assignments for item in assignment.exercises]
    return round(sum(item.points for item in exercises if (item.assignment, item.name) not in free), 2)


def drop_step(exercise: Json, score: float, max_score: float) -> Step:
    """Neither its points nor its maximum count; one that waits for a person has no points yet."""
    points = exercise["score"] or 0
    left = round(score - points, 2)
    text = f"− {points:g} for {exercise['name']} (dropped, rule drop)"
    return Step("drop", text, left, round(max_score - exercise["max_score"], 2))


def bonus_step(exercise: Json, score: float, max_score: float) -> Step:
    """Its points stay, what it is worth is not asked for."""
    points = "what a person gives" if exercise["score"] is None else f"{exercise['score']:g}"
    text = f"with {points} for {exercise['name']} on top (bonus, rule bonus)"
    return Step("bonus", text, score, round(max_score - exercise["max_score"], 2))


def note_on(exercise: Json, assignment: str, policies: Policies) -> str:
    """What is said about the exercise on the student's page, behind what is said anyway."""
    place = (assignment, exercise["name"])
    said = DROPPED if place in policies.drop else BONUS if place in policies.bonus else ""
    return "; ".join(filter(None, (exercise["note"], said)))
