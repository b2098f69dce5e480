"""`autograder handout`: write what students get, for all or, with variants, a zip for each."""

from dataclasses import dataclass
from pathlib import Path

import click

from autograder.cli.common import (
    BAD_ARGUMENTS,
    DONE,
    FOUND,
    NamedPath,
    command,
    complain,
    file_errors,
    open_course,
    working,
)
from autograder.course import Course
from autograder.intake.roster import read_roster
from autograder.platforms.handout.contents import FileContents, HandoutError, handout_files
from autograder.platforms.handout.writer import (
    PersonalHandouts,
    require_empty_folder,
    write_bytes,
    write_folder,
    zip_bytes,
)
from autograder.variants.secret import create_secret, read_secret


@dataclass(frozen=True)
class HandoutOptions:
    """What to write, as named on the command line."""

    out: Path
    archive: bool
    github: bool
    variants: Path | None
    new_secret: bool
    roster: Path | None

    @property
    def zip_path(self) -> Path:
        """The path of OUT.zip."""
        out = self.out.absolute()
        return out.with_name(f"{out.name}.zip")


@command(
    arguments={"OUT": "a new or empty folder for the students' files"},
    statuses={
        DONE: "everything is written",
        FOUND: "a source has a mistake, or something secret would be handed out",
        BAD_ARGUMENTS: "bad arguments",
    },
    examples=[
        "autograder handout build/handout --zip",
        "autograder handout template --github",
        "autograder handout handouts --variants ../course.secret --new-secret \\\n      --roster class.csv",
    ],
)
@click.argument("out", type=NamedPath())
@click.option("--zip", "archive", is_flag=True, help="Write also OUT.zip, the same bytes every time.")
@click.option("--github", is_flag=True, help="A template for GitHub Classroom, with a workflow that runs public tests.")
@click.option(
    "--variants",
    type=NamedPath(),
    metavar="FILE",
    help="A zip for each student, whose derivations ask about sizes drawn from the secret in FILE.",
)
@click.option("--new-secret", is_flag=True, help="Create FILE with a new random secret.")
@click.option("--roster", type=NamedPath(), metavar="CSV", help="Class list, with a column `student`.")
def handout(
    *, out: Path, archive: bool, github: bool, variants: Path | None, new_secret: bool, roster: Path | None
) -> int:
    """Write the students' folder, zip or template repository.

    Before anything is written, all files are searched for code of the solutions and for what hidden checks ask.
    """
    options = HandoutOptions(out, archive, github, variants, new_secret, roster)
    course = open_course()
    with file_errors(), working("collecting and searching the files"):
        leaks, summary = _write(options, course)
    if leaks:
        for sentence in [*leaks, "nothing was written"]:
            complain(sentence)
        return FOUND
    click.echo(summary)
    return DONE


def _write(options: HandoutOptions, course: Course) -> tuple[list[str], str]:
    """Write everything unless it contains something secret; return the leaks, and a summary of what was written."""
    _check(options)
    students = read_roster(options.roster).students if options.variants and options.roster else ()
    secret = _secret(options)
    files = handout_files(course, github=options.github, size_slots=bool(secret))
    if leaks := _find_leaks(files, course):  # the sizes that fill the slots are in no check and no solution
        return leaks, ""
    out = options.out.absolute()
    if secret:
        write_folder(out, PersonalHandouts(files, course, _top_folder(course), students, secret))
    else:
        write_folder(out, files)
    if options.archive:
        write_bytes(options.zip_path, zip_bytes(files, _top_folder(course)))
    return [], _summary(options, len(files), len(students))


def _check(options: HandoutOptions) -> None:
    """Refuse options that contradict each other, and files that exist already.

    Raises:
        HandoutError: the sentence says which.
    """
    require_empty_folder(options.out.absolute())
    if options.archive and options.zip_path.exists():
        raise HandoutError(f"{options.zip_path}: exists already; move it away")
    if not options.variants:
        if options.roster or options.new_secret:
            raise HandoutError("--roster and --new-secret belong to --variants FILE; say where the secret is")
        return
    if not options.roster:
        raise HandoutError("--variants: every student gets a zip; name them with --roster CSV")
    if options.github or options.archive:
        raise HandoutError("--variants: every student gets a zip of their own; leave out --github and --zip")
    if options.out.absolute() in options.variants.absolute().parents:
        raise HandoutError(f"{options.variants}: is inside the folder of the handouts; keep the secret elsewhere")


def _secret(options: HandoutOptions) -> bytes:
    """Return the secret that sizes are drawn from; empty without variants."""
    if options.variants is None:
        return b""
    if options.new_secret:
        create_secret(options.variants)
    return read_secret(options.variants)


def _find_leaks(files: FileContents, course: Course) -> list[str]:
    from autograder.platforms.leaks.forbidden import forbidden_in  # noqa: PLC0415 - imports torch
    from autograder.platforms.leaks.search import find_leaks  # noqa: PLC0415 - the same

    return find_leaks(files, forbidden_in(course))


def _top_folder(course: Course) -> str:
    """Return the name of the folder inside the zip."""
    return course.title.lower().replace(" ", "-")


def _summary(options: HandoutOptions, files: int, students: int) -> str:
    if options.variants:
        return f"{students} zips of {files} files in {options.out}; grade with --variants {options.variants}"
    return f"{files} files in {options.out}" + (f", and {options.out}.zip" if options.archive else "")
