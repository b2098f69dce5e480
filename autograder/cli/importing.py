"""`autograder import`: make a course of tests that there are."""

from pathlib import Path

import click

from autograder.cli.common import BAD_ARGUMENTS, DONE, LEFT_OUT, NamedPath, command, working
from autograder.course.approval import approve

STATUSES = {
    DONE: "every test is a check",
    BAD_ARGUMENTS: "bad arguments, or no test can be a check; nothing is written",
    LEFT_OUT: "some must be rewritten",
}


@command(
    arguments={
        "SOURCE": "a folder of pytest files, or a notebook with nbgrader's or otter's marks",
        "PATH": "a new folder",
    },
    statuses=STATUSES,
    examples=[
        "autograder import homework1/tests basics",
        "autograder import tests basics --solution src/bpe.py",
        "autograder import source/ps1/problem1.ipynb squares",
    ],
    uses_course=False,
)
@click.argument("source", type=NamedPath())
@click.argument("path", type=NamedPath())
@click.option(
    "--solution",
    type=NamedPath(),
    metavar="FILE.py",
    help="The module that students hand in.  [default: adapters.py, else the one that the tests import]",
)
@click.option("--title", default="", help="The title of the course.  [default: from PATH]")
def import_(*, source: Path, path: Path, solution: Path | None, title: str) -> int:
    """Make a course of the tests that you have.

    Tests that need the student's own process are listed with the reason.
    """
    from autograder.authoring.import_course import LIST, import_course, read_folder  # noqa: PLC0415 - slow
    from autograder.authoring.import_notebooks import read_notebook  # noqa: PLC0415 - the same

    with working("running the tests on the solution"):
        found = read_notebook(source) if source.suffix == ".ipynb" else read_folder(source, solution)
        done = import_course(found, path.absolute(), title or path.name)
    approve(path)
    for name, why in done.left_out.items():
        click.echo(f"to be rewritten: {name} {why}")
    count = len(done.taken) + len(done.left_out)
    click.echo(
        f"{len(done.taken)} of {count} tests are checks, each of which the solution passes; {path}/{LIST} lists all"
    )
    click.echo(f"next: cd {path} && autograder sync && autograder verify")
    return LEFT_OUT if done.left_out else DONE
