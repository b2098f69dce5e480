"""`autograder nbgrader` and `autograder gradescope`: write the course in the format of a platform."""

from pathlib import Path

import click

from autograder.cli.common import (
    BAD_ARGUMENTS,
    DONE,
    FOUND,
    FiniteRange,
    NamedPath,
    command,
    file_errors,
    open_course,
    working,
    writing,
)
from autograder.cli.options import policies_option
from autograder.course.policies import with_policies_file
from autograder.platforms.gradescope.package import package_files, package_zip
from autograder.platforms.gradescope.platform import POLICIES_FILE, VISIBILITIES, GradescopeSettings, WhenVisible
from autograder.platforms.handout.contents import HandoutError
from autograder.platforms.handout.writer import require_empty_folder, write_bytes, write_folder
from autograder.platforms.nbgrader.build import nbgrader_files
from autograder.policies.rules import max_points


@click.group()
def nbgrader() -> None:
    """Use the course with nbgrader.

    `autograder grade --nbgrader` grades what is submitted there.
    """


@command(
    arguments={"FOLDER": "a new or empty folder, for instructors only"},
    statuses={
        DONE: "the folder is written",
        FOUND: "a solution file has a mistake",
        BAD_ARGUMENTS: "bad arguments",
    },
    examples=["autograder nbgrader build course", "cd course && nbgrader generate_assignment 02_causal"],
)
@click.argument("folder", type=NamedPath())
def build(folder: Path) -> int:
    """Make a course folder from which nbgrader generates assignments."""
    course = open_course()
    with file_errors(), working("making the notebooks"):
        require_empty_folder(folder.absolute())
        files = nbgrader_files(course)
        write_folder(folder.absolute(), files)
    click.echo(f"{len(files)} files in {folder}; next, in there: nbgrader generate_assignment NAME")
    return DONE


nbgrader.add_command(build)


@command(
    arguments={"OUT.zip": "a new file, to be uploaded as the autograder"},
    statuses={DONE: "the zip is written", BAD_ARGUMENTS: "bad arguments"},
    examples=["autograder gradescope 02.zip --assignment 02"],
)
@click.argument("out", type=NamedPath(), metavar="OUT.zip")
@click.option(
    "--assignment", multiple=True, metavar="NN", help="An assignment that it grades.  [repeatable; default: all]"
)
@click.option(
    "--visibility", type=click.Choice(VISIBILITIES), default=VISIBILITIES[0], help="When students see the checks."
)
@click.option("--minutes", type=FiniteRange(min=1), default=10, help="The assignment's timeout there.  [default: 10]")
@policies_option
@click.option("--index", default="", metavar="URL", help="Package index with torch without CUDA, for a smaller image.")
def gradescope(
    *,
    out: Path,
    assignment: tuple[str, ...],
    visibility: WhenVisible,
    minutes: float,
    policies: Path | None,
    index: str,
) -> int:
    """Make the zip of an autograder for Gradescope."""
    course = with_policies_file(open_course(), policies)
    assignments = tuple(course.assignment(name) for name in assignment) or course.assignments
    _check(out, index)
    settings = GradescopeSettings(tuple(item.id for item in assignments), visibility, minutes)
    with writing(out), working("packing the grader"):
        files = package_files(settings, course, assignments, index)
        if policies:
            files[POLICIES_FILE] = policies.read_bytes()
        write_bytes(out.absolute(), package_zip(files))
    points = max_points(assignments, course.policies)
    names = ", ".join(item.id for item in assignments)
    click.echo(f"{out}: grades {names}; make the assignment worth {points:g} points")
    return DONE


def _check(out: Path, index: str) -> None:
    if out.suffix != ".zip":
        raise HandoutError(f"{out}: name a file that ends in .zip")
    if out.exists():
        raise HandoutError(f"{out}: exists already; move it away")
    if index and not index.startswith(("https://", "http://")):
        raise HandoutError(f"--index {index}: name the address of a package index")
