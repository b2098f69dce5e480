"""What a graded class leaves behind: everything but result.json is made from result.json."""

from collections.abc import Sequence
from pathlib import Path

from autograder.classroom.run import Ungraded
from autograder.course import Course
from autograder.reports.markdown import feedback_markdown
from autograder.reports.pages import class_html, feedback_html
from autograder.reports.summary import summarise
from autograder.reports.table import grades_csv
from autograder.results.files import write_text
from autograder.results.model import Json, dumps


def write_result(out: Path, result: Json, course: Course) -> None:
    """The files of one student and assignment."""
    folder = out / result["student"] / result["assignment"]
    write_text(folder / "result.json", dumps(result))
    write_text(folder / "feedback.md", feedback_markdown(result))
    title = course.assignment(result["assignment"]).title
    write_text(folder / "feedback.html", feedback_html(result, title))


def write_class(out: Path, results: Sequence[Json], ungraded: Sequence[Ungraded], run: Json, course: Course) -> None:
    """The files of the whole class."""
    write_text(out / "grades.csv", grades_csv(results, [(item.student, item.assignment) for item in ungraded]))
    page = summarise(results, [vars(item) for item in ungraded], course.title)
    write_text(out / "class.html", class_html(**page))
    write_text(out / "run.json", dumps(run))
