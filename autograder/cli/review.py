"""`autograder review`: make the instructor's pages, with the code beside each failure."""

from pathlib import Path

import click

from autograder.cli.common import BAD_ARGUMENTS, DONE, NamedPath, command, working, writing
from autograder.cli.options import json_option, options_of_run, policies_option
from autograder.cli.remembered import open_graded_course
from autograder.execution.republish import republish
from autograder.execution.review import ReviewPages
from autograder.reports.events import emit_event
from autograder.results.adjustments import read_adjustments
from autograder.results.folder_names import REVIEW_DIR
from autograder.results.store import Store
from autograder.wording import counted


@command(
    arguments={"GRADED": "output folder of `autograder grade`"},
    statuses={DONE: "the pages are up to date", BAD_ARGUMENTS: "bad arguments"},
    examples=["autograder review graded"],
)
@click.argument("graded", type=NamedPath())
@policies_option
@json_option
def review(*, graded: Path, policies: Path | None, as_json: bool) -> int:
    """Make pages for the instructor, with the code beside each failure.

    GRADED/.review gets a page for each hand-in, with all checks and the commands for a correction and an appeal, and a
    list of all hand-ins: those that need a person come first. From then on `grade`, `regrade` and `adjust` keep the
    pages up to date. Students never get them: exports and archives leave out what begins with a dot.
    """
    course = open_graded_course(graded, policies, as_json=as_json)
    with writing(), working("writing the pages"), Store(graded) as store:
        adjustments = read_adjustments(graded, course.exercise_names)
        store.begin_run("review", {})
        pages = republish(graded, course, store, adjustments, options_of_run(policies), review=True).review
    if pages:
        (_report_json if as_json else _report)(pages, graded / REVIEW_DIR / "index.html")
    return DONE


def _report(pages: ReviewPages, index: Path) -> None:
    click.echo(f"{counted(pages.count, 'page')}, {pages.written} of them written; open {index}")


def _report_json(pages: ReviewPages, index: Path) -> None:
    emit_event("end", pages=pages.count, written=pages.written, index=str(index))
