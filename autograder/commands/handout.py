"""`autograder handout OUT [--zip] [--github]`; with `--variants FILE --roster CSV`, a zip for each student."""

import argparse
import sys
from pathlib import Path

from autograder.authoring.sync import SyncError
from autograder.channels.handout.contents import Contents, HandoutError, contents
from autograder.channels.handout.personal import Handouts
from autograder.channels.handout.place import refuse_unless_empty, write_bytes, write_folder, zipped
from autograder.course import Course, CourseError, load_course
from autograder.intake.entries import IntakeError
from autograder.intake.options import named_path
from autograder.intake.roster import read_roster
from autograder.variants.secret import SecretError, new_secret, read_secret

DONE, FOUND, BAD_ARGUMENTS = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    parser.add_argument("out", type=named_path, metavar="OUT", help="a new or empty folder for the student's files")
    parser.add_argument("--zip", action="store_true", help="also OUT.zip, the same bytes every time")
    parser.add_argument(
        "--github", action="store_true", help="a template for GitHub Classroom: with a workflow of public tests"
    )
    parser.add_argument(
        "--variants",
        type=named_path,
        metavar="FILE",
        help="a zip for each student, whose derivations ask about sizes drawn from the secret in FILE",
    )
    parser.add_argument("--new-secret", action="store_true", help="make FILE, with a secret that nobody has seen")
    parser.add_argument("--roster", type=named_path, metavar="CSV", help="who is in the class, in a column `student`")


def run(options: argparse.Namespace) -> int:
    """0 when it is written; 1 when a source has a mistake or something secret would go out; 2 for bad arguments."""
    out: Path = options.out.absolute()
    try:
        _check(options, out)
        course = load_course()
        students = read_roster(options.roster).students if options.variants else ()
        secret = _secret(options) if options.variants else b""
        files = contents(course, github=options.github, slots=bool(secret))
        leaked = _leaks(files, course)  # slots are filled with sizes, which no check and no solution holds
        if not leaked and secret:
            write_folder(out, Handouts(files, course, _top(course), students, secret))
        elif not leaked:
            _write(out, files, course, archive=options.zip)
    except (HandoutError, CourseError, IntakeError, SecretError, OSError) as error:
        return _stop(BAD_ARGUMENTS, str(error))
    except SyncError as error:
        return _stop(FOUND, str(error))
    if leaked:
        return _stop(FOUND, "\n".join([*leaked, "nothing was written"]))
    print(_done(options, len(files), len(students)))  # noqa: T201 - the report of the command
    return DONE


def _check(options: argparse.Namespace, out: Path) -> None:
    refuse_unless_empty(out)
    if options.zip and _zip(out).exists():
        raise HandoutError(f"{_zip(out)}: exists already; move it away")
    if not options.variants and (options.roster or options.new_secret):
        raise HandoutError("--roster and --new-secret belong to --variants FILE; say where the secret is")
    if not options.variants:
        return
    if not options.roster:
        raise HandoutError("--variants: every student gets a zip; name them with --roster CSV")
    if options.github or options.zip:
        raise HandoutError("--variants: every student gets a zip of their own; leave out --github and --zip")
    if out in options.variants.absolute().parents:
        raise HandoutError(f"{options.variants}: lies where the handouts go; keep the secret elsewhere")


def _secret(options: argparse.Namespace) -> bytes:
    if options.new_secret:
        new_secret(options.variants)
    return read_secret(options.variants)


def _leaks(files: Contents, course: Course) -> list[str]:
    from autograder.channels.leaks.find import leaks  # noqa: PLC0415 - imports torch, which bad arguments need not wait for
    from autograder.channels.leaks.secrets import secrets_of  # noqa: PLC0415 - the same

    return leaks(files, secrets_of(course))


def _write(out: Path, files: Contents, course: Course, *, archive: bool) -> None:
    write_folder(out, files)
    if archive:
        write_bytes(_zip(out), zipped(files, _top(course)))


def _top(course: Course) -> str:
    return course.title.lower().replace(" ", "-")


def _zip(out: Path) -> Path:
    return out.with_name(f"{out.name}.zip")


def _done(options: argparse.Namespace, files: int, students: int) -> str:
    if options.variants:
        return f"{students} zips of {files} files in {options.out}; grade with --variants {options.variants}"
    return f"{files} files in {options.out}" + (f", and {options.out}.zip" if options.zip else "")


def _stop(status: int, sentences: str) -> int:
    for sentence in sentences.splitlines():
        print(f"autograder: {sentence}", file=sys.stderr)  # noqa: T201 - what the user is to read
    return status
