"""`autograder approve`: courses that may run where they are found."""

from pathlib import Path

import click

from autograder.cli.common import BAD_ARGUMENTS, DONE, NamedPath, command
from autograder.course.approval import approvals_file, approved_courses, revoke
from autograder.course.approval import approve as approve_place
from autograder.course.find import COURSE_FILE
from autograder.course.model import CourseError


@command(
    arguments={"FOLDER": "the folder of a course"},
    statuses={DONE: "the list is as you want it", BAD_ARGUMENTS: "bad arguments"},
    examples=["autograder approve ~/course", "autograder approve", "autograder approve --revoke ~/course"],
    uses_course=False,
)
@click.argument("folder", type=NamedPath(), required=False)
@click.option("--revoke", "take_back", is_flag=True, help="Take the approval of FOLDER back.")
def approve(*, folder: Path | None, take_back: bool) -> int:
    """Allow a course to run where it is found, or list those that may.

    The checks of a course run with your rights. A course that you name with --course may run; one that is only found,
    because you are in its folder, may run after you approved the folder once.
    """
    if folder is None:
        if take_back:
            raise CourseError("--revoke: name the folder whose approval is taken back")
        for place in approved_courses():
            click.echo(place)
        click.echo(f"kept in {approvals_file()}", err=True)
    elif take_back:
        click.echo(f"{folder.resolve()}: {'not approved any more' if revoke(folder) else 'was not approved'}")
    elif not (folder / COURSE_FILE).is_file():
        raise CourseError(f"{folder}: has no {COURSE_FILE}; name the folder of a course")
    else:
        approve_place(folder)
        click.echo(f"{folder.resolve()}: approved")
    return DONE
