"""What a graded class leaves behind: everything but result.json is made from result.json."""

from collections.abc import Sequence
from pathlib import Path

from autograder.course import Course
from autograder.policies import counting, here_and_now, under_policies
from autograder.reports.markdown import feedback_markdown
from autograder.reports.pages import class_html, feedback_html
from autograder.reports.summary import summarise
from autograder.reports.table import grades_csv
from autograder.results.files import settle, sweep, write_text
from autograder.results.model import Json, Ungraded, dumps
from autograder.results.places import folder_names


def as_it_counts(result: Json, course: Course) -> Json:
    """The result under the rules of the course, today."""
    return under_policies(result, course.policies, here_and_now())


def files_of_result(result: Json, course: Course) -> dict[str, str]:
    """The files of one student and assignment."""
    title = course.assignment(result["assignment"]).title
    view = as_it_counts(result, course)
    return {
        "result.json": dumps(result),
        "feedback.md": feedback_markdown(view),
        "feedback.html": feedback_html(view, title),
    }


def write_class(
    out: Path,
    results: Sequence[Json],
    ungraded: Sequence[Ungraded],
    run: Json,
    course: Course,
    *,
    moves: Sequence[Json] = (),
) -> None:
    """The files of the whole class; they and those of the students are on disk when this returns."""
    sweep(out, ("grades.csv", "class.html", "run.json"))
    write_text(out / "grades.csv", grades_csv(results, [(item.student, item.assignment) for item in ungraded]))
    folders = folder_names((result["student"] for result in results), out)
    page = summarise(results, [vars(item) for item in ungraded], course.title, folders)
    write_text(out / "class.html", class_html(**page, moves=moves))
    write_text(out / "run.json", dumps(run | {"policies": counting(course.policies)}))
    settle()
