"""What people did in formgrader: points, extra credit and comments, for the page that is released to the student."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder.exports.nbgrader import answer_cell
from autograder.policies.corrections import RunningScore, cut_at_zero
from autograder.policies.rules import policy_line
from autograder.printable import printable
from autograder.results.model import Json, graded_points
from autograder.results.point_sums import shortest_number
from autograder.wording import first_of

BY_HAND, LATE = "person.cell", "person.late"  # rules of steps
GRADED_BY_HAND, UNANSWERED = "graded by hand", "not answered"  # outcomes of cells that no check grades
WAITS = "waits for your instructor"  # the same
SHOWN = 5  # students that one line names


@dataclass(frozen=True)
class GradedCell:
    """A cell of a submission with points in the gradebook.

    Attributes:
        name: its name; that of an exercise is the exercise's.
        max_score: what it is worth.
        auto_score: the automatic points; None if there are none.
        manual_score: what a person gave instead; None if nobody did.
        extra_credit: what a person added.
        waits: whether a person has to look at it.
    """

    name: str
    max_score: float
    auto_score: float | None
    manual_score: float | None
    extra_credit: float
    waits: bool

    @property
    def by_hand(self) -> bool:
        """Whether a person gave points."""
        return self.manual_score is not None or bool(self.extra_credit)

    @property
    def score(self) -> float | None:
        """The points that count, as nbgrader counts them; None if nobody and nothing gave any."""
        points = self.auto_score if self.manual_score is None else self.manual_score
        return None if points is None and not self.extra_credit else (points or 0.0) + self.extra_credit


@dataclass(frozen=True)
class PersonalGrades:
    """What the gradebook has of one submission besides the automatic points.

    Attributes:
        cells: all cells with points, in order of the notebook.
        comments: what a person wrote, by cell or exercise.
        penalty: nbgrader's own penalty for lateness, where the course has no rule for it.
    """

    cells: tuple[GradedCell, ...] = ()
    comments: dict[str, str] = field(default_factory=dict)
    penalty: float = 0.0

    def others(self, result: Json) -> list[GradedCell]:
        """Return the cells that belong to no exercise of the course."""
        exercises = {exercise["name"] for exercise in result["exercises"]}
        return [cell for cell in self.cells if cell.name not in exercises]


def read_personal_grades(book: Any, result: Json) -> PersonalGrades:
    """Return what people did with a submission.

    Args:
        book: nbgrader's gradebook, with the automatic scores of today.
        result: the result as it was written there.
    """
    submission = book.find_submission(result["assignment"], result["student"])
    exercises = {answer_cell(exercise): exercise["name"] for exercise in result["exercises"]}
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    comments = [comment for notebook in submission.notebooks for comment in notebook.comments]
    written = ((item.name, " ".join((item.manual_comment or "").split())) for item in comments)
    penalty = sum(notebook.late_submission_penalty or 0.0 for notebook in submission.notebooks)
    return PersonalGrades(
        tuple(map(_cell, grades)),
        {exercises.get(name, name): printable(text) for name, text in written if text},
        penalty if result.get("penalty") is None else 0.0,
    )


def _cell(grade: Any) -> GradedCell:
    scores = (grade.auto_score, grade.manual_score, grade.extra_credit or 0.0)
    return GradedCell(str(grade.name), float(grade.cell.max_score), *scores, bool(grade.needs_manual_grade))


def with_personal_grades(view: Json, written: Json, grades: PersonalGrades) -> Json:
    """Return a view of a result with what people did: the points are those that nbgrader exports.

    Args:
        view: the result with the points that count by the rules of the course.
        written: the same result as the gradebook has it, with the automatic points of each cell.
        grades: what people did; nothing of it counts if the student is excused.
    """
    if "excused" in view:
        return view
    others = grades.others(written)
    graded = view.get("provisional", graded_points(view)) if view["score"] is None else view["score"]
    running = RunningScore(float(graded), round(view["max_score"] + sum(cell.max_score for cell in others), 2))
    _take_steps(running, written, grades)
    if not (running.steps or others or grades.comments):
        return view
    exercises = [*_exercises(view, grades), *map(_other_exercise, others)]
    waits = view["score"] is None and _has_open_exercise(view["submission"], exercises)
    shown = view | {"exercises": exercises, "submission": _with_comments(view, grades)}
    shown |= {"score": None if waits else shortest_number(running.score)}
    shown |= {"max_score": shortest_number(running.max_score)}
    if not running.steps:
        return shown
    so_far = waits or any(cell.waits and cell.score is None for cell in others)
    return shown | {"policy": _policy(view, float(graded), running, " so far" if so_far else "")}


def _take_steps(running: RunningScore, written: Json, grades: PersonalGrades) -> None:
    """Add a step for each cell that a person graded, and for nbgrader's penalty."""
    points = {item["name"]: item["score"] or 0.0 for item in written["exercises"]}
    for cell in grades.cells:
        if cell.by_hand:
            difference = round((cell.score or 0.0) - points.get(cell.name, 0.0), 2)
            running.change(BY_HAND, difference, f"for {cell.name} (by hand)")
    if grades.penalty:
        taken, there = round(grades.penalty, 2), max(0.0, running.score)
        cut = f"; {cut_at_zero(taken)}" if taken > there else ""
        running.change(LATE, -min(taken, there), f"late (penalty in nbgrader{cut})")


def _policy(view: Json, graded: float, running: RunningScore, so_far: str) -> Json:
    """Return the entry `policy` of a view with the steps of people after those of the rules and corrections."""
    line = policy_line(graded, float(view["max_score"]), running.steps)
    steps = [step.to_json() for step in running.steps]
    if before := view.get("policy"):
        line = before["line"].removesuffix(" so far") + line.removeprefix(f"{graded:g}")
        return {"graded": before["graded"], "steps": [*before["steps"], *steps], "line": line + so_far}
    return {"graded": shortest_number(graded), "steps": steps, "line": line + so_far}


def _has_open_exercise(submission: Json, exercises: Sequence[Json]) -> bool:
    """Whether an exercise has no points yet that a person has to give; all, if nothing that arrived can be graded."""
    rejected = "status" in submission
    return any(item["score"] is None and (rejected or "needs_person" in item) for item in exercises)


def _exercises(view: Json, grades: PersonalGrades) -> list[Json]:
    """Return the exercises with the points that a person gave; one that waited for a person does not wait any more."""
    cells = {cell.name: cell for cell in grades.cells if cell.by_hand}
    return [_by_hand(item, cells[item["name"]]) if item["name"] in cells else item for item in view["exercises"]]


def _by_hand(exercise: Json, cell: GradedCell) -> Json:
    words = "Graded by hand" if cell.manual_score is not None else f"{cell.extra_credit:g} points of extra credit"
    note = "; ".join(filter(None, (exercise["note"], words)))
    rest = {name: value for name, value in exercise.items() if name != "needs_person"}
    return rest | {"score": None if cell.score is None else shortest_number(cell.score), "note": note}


def _other_exercise(cell: GradedCell) -> Json:
    """Return a cell that no check grades in the form of an exercise."""
    full = cell.score is not None and cell.score >= cell.max_score
    outcome = "right" if full else GRADED_BY_HAND if cell.by_hand else UNANSWERED
    outcome = WAITS if cell.score is None else outcome
    score = None if cell.score is None else shortest_number(cell.score)
    plain: Json = {"name": cell.name, "checks": [], "max_score": shortest_number(cell.max_score)}
    return plain | {"score": score, "outcome": outcome, "note": "Graded by hand" if full else ""}


def _with_comments(view: Json, grades: PersonalGrades) -> Json:
    """Return the entry `submission` with the comments of people, which the page shows at its top."""
    notes = [f"Comment on {name}: {text}" for name, text in grades.comments.items()]
    submission: Json = view["submission"] | {"notes": [*view["submission"]["notes"], *notes]}
    return submission


def personal_lines(graded: Iterable[tuple[Json, PersonalGrades]]) -> list[str]:
    """Say which cells people graded or commented on, and which still wait for them, one line for each cell.

    Args:
        graded: each result, and what people did with it.
    """
    done: dict[tuple[str, str], list[str]] = {}
    waiting: dict[tuple[str, str], list[str]] = {}
    for result, grades in graded:
        by_hand = dict.fromkeys([*(cell.name for cell in grades.cells if cell.by_hand), *grades.comments])
        for name in by_hand:
            done.setdefault((result["assignment"], name), []).append(result["student"])
        for cell in grades.cells:
            if cell.waits:
                waiting.setdefault((result["assignment"], cell.name), []).append(result["student"])
    kinds = (("graded or commented on by a person", done), ("waits for a person", waiting))
    return [
        f"{', '.join(key)}: {what} for {first_of(who, SHOWN)}" for what, cells in kinds for key, who in cells.items()
    ]
