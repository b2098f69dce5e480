"""`autograder handout OUT [--zip] [--github]`."""

import argparse
import sys
from pathlib import Path

from autograder.authoring.sync import SyncError
from autograder.channels.handout.contents import Contents, HandoutError, contents
from autograder.channels.handout.place import refuse_unless_empty, write_bytes, write_folder, zipped
from autograder.course import Course, CourseError, load_course
from autograder.intake.options import named_path

DONE, FOUND, BAD_ARGUMENTS = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    parser.add_argument("out", type=named_path, metavar="OUT", help="a new or empty folder for the student's files")
    parser.add_argument("--zip", action="store_true", help="also OUT.zip, the same bytes every time")
    parser.add_argument(
        "--github", action="store_true", help="a template for GitHub Classroom: with a workflow of public tests"
    )


def run(options: argparse.Namespace) -> int:
    """0 when it is written; 1 when a source has a mistake or something secret would go out; 2 for bad arguments."""
    out: Path = options.out.absolute()
    try:
        refuse_unless_empty(out)
        if options.zip and _zip(out).exists():
            raise HandoutError(f"{_zip(out)}: exists already; move it away")
        course = load_course()
        files = contents(course, github=options.github)
        leaked = _leaks(files, course)
        if not leaked:
            _write(out, files, course, archive=options.zip)
    except (HandoutError, CourseError, OSError) as error:
        return _stop(BAD_ARGUMENTS, str(error))
    except SyncError as error:
        return _stop(FOUND, str(error))
    if leaked:
        return _stop(FOUND, "\n".join([*leaked, "nothing was written"]))
    print(f"{len(files)} files in {options.out}" + (f", and {options.out}.zip" if options.zip else ""))  # noqa: T201
    return DONE


def _leaks(files: Contents, course: Course) -> list[str]:
    from autograder.channels.leaks.find import leaks  # noqa: PLC0415 - imports torch, which bad arguments need not wait for
    from autograder.channels.leaks.secrets import secrets_of  # noqa: PLC0415 - the same

    return leaks(files, secrets_of(course))


def _write(out: Path, files: Contents, course: Course, *, archive: bool) -> None:
    write_folder(out, files)
    if archive:
        top = course.title.lower().replace(" ", "-")
        write_bytes(_zip(out), zipped(files, top))


def _zip(out: Path) -> Path:
    return out.with_name(f"{out.name}.zip")


def _stop(status: int, sentences: str) -> int:
    for sentence in sentences.splitlines():
        print(f"autograder: {sentence}", file=sys.stderr)  # noqa: T201 - what the user is to read
    return status
