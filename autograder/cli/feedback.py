"""`autograder feedback`: pack students' pages for the upload to Canvas or Moodle."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from autograder.cli.common import (
    BAD_ARGUMENTS,
    DONE,
    LEFT_OUT,
    NamedPath,
    command,
    open_course,
    require_outside,
    working,
    writing,
)
from autograder.cli.options import SUBMISSIONS, assignment_option
from autograder.cli.remembered import remembered
from autograder.exports.class_results import ExportError, read_class_results, require_same_policies
from autograder.exports.feedback_archives import MAIL, Page, pack_feedback, read_worksheet
from autograder.intake.groups import read_groups
from autograder.intake.platform_names import ReceivedFile
from autograder.intake.read import read_received
from autograder.intake.roster import read_roster
from autograder.results.adjustments import Adjustments, read_adjustments
from autograder.results.files import write_binary
from autograder.results.folder_names import folder_names
from autograder.results.summary import was_submitted
from autograder.wording import counted


@command(
    arguments={"GRADED": "output folder of `autograder grade`", "SUBMISSIONS": f"{SUBMISSIONS}, as graded"},
    statuses={DONE: "every page is packed", BAD_ARGUMENTS: "bad arguments", LEFT_OUT: "a page is in no archive"},
    examples=[
        "autograder feedback graded submissions.zip --assignment 02",
        "autograder feedback graded downloads --roster class.csv --out returned",
        "autograder feedback graded 02.zip --assignment 02 --worksheet grades.csv",
    ],
)
@click.argument("graded", type=NamedPath())
@click.argument("submissions", type=NamedPath())
@assignment_option
@click.option("--roster", type=NamedPath(), metavar="CSV", help="Class list, as for `grade`.")
@click.option("--groups", type=NamedPath(), metavar="CSV", help="Who hands in together, as for `grade`.")
@click.option(
    "--worksheet", type=NamedPath(), metavar="CSV", help="Moodle's grading worksheet: a number for each student."
)
@click.option("--out", type=NamedPath(), metavar="FOLDER", help="Where to write.  [default: GRADED/feedback]")
def feedback(
    *,
    graded: Path,
    submissions: Path,
    assignment: tuple[str, ...],
    roster: Path | None,
    groups: Path | None,
    worksheet: Path | None,
    out: Path | None,
) -> int:
    """Pack students' pages for the upload of feedback to Canvas or Moodle.

    One archive is written for each assignment and platform. The platforms find students by the names in the download,
    so SUBMISSIONS is what was graded, as it was downloaded. Nothing is run.
    """
    course = open_course()
    roster = remembered(graded, "roster", roster)
    folder = out or graded / "feedback"
    require_outside(folder, submissions)
    corrections = read_adjustments(graded, course.exercise_names)
    require_same_policies(graded, None, corrections.hash)
    wanted = tuple(course.assignment(name) for name in assignment)
    people = read_roster(roster) if roster else None
    if worksheet and len(wanted) != 1:
        raise ExportError("--worksheet: is of one assignment; name it with --assignment")
    with working("reading the submissions"):
        received = read_received(submissions, course, wanted, people, read_groups(groups, course) if groups else None)
    with working("packing the pages"):
        pages, waiting = _pages(graded, [item.id for item in wanted], received, corrections)
        participants = read_worksheet(worksheet, people.names if people else {}) if worksheet else None
        packed = pack_feedback(pages, received, participants, people)
    with writing(folder):
        for name in sorted(packed.members):
            write_binary(folder / name, packed.archive(name), durable=True)
    for line in (*waiting, *packed.left_out):
        click.echo(line)
    for name, members in sorted(packed.members.items()):
        by_mail = "; no platform takes them in an archive (Gradescope, nbgrader, mail): send each student the own file"
        click.echo(f"{folder / name}: {counted(len(members), 'page')}{by_mail if name.endswith(MAIL) else ''}")
    return LEFT_OUT if waiting or packed.left_out else DONE


def _pages(
    graded: Path, assignments: list[str], received: Mapping[str, Sequence[ReceivedFile]], corrections: Adjustments
) -> tuple[list[Page], list[str]]:
    """Return the pages of everybody who handed in, even if nothing could be graded; and who waits for a person.

    A page that says why nothing was accepted is for the student, as is one on which a person gave the score.
    """
    results = read_class_results(graded, assignments, with_pages=True)
    folders = folder_names(results.students, graded)
    pages: list[Page] = []
    waiting: list[str] = []
    for result in results.results:
        student, part = result["student"], result["assignment"]
        decided = "status" in result["submission"] or any(not item.exercise for item in corrections.of(student, part))
        if result["score"] is None and not decided:
            waiting.append(f"{student}, {part}: waits for a person; the page is in no archive")
        elif was_submitted(result) or any(item.assignment in ("", part) for item in received.get(student, ())):
            folder = graded / folders[student] / part
            pages.append(Page(student, part, _read(folder / "feedback.md"), _read(folder / "feedback.html")))
    return pages, waiting


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ExportError(f"{path}: cannot be read; grade the class again") from error
