"""Shared by all commands: help, argument types, opening the course, messages and exit statuses."""

import contextlib
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click

from autograder.course import Course, load_course
from autograder.course.approval import UnapprovedCourseError, approve
from autograder.course.find import VARIABLE, course_folder, use_course
from autograder.errors import AutograderError
from autograder.printable import printable, printable_lines
from autograder.reports.events import emit_event

DONE, FOUND, BAD_ARGUMENTS, LEFT_OUT, INTERRUPTED = 0, 1, 2, 3, 130  # exit statuses

Function = Callable[..., int]


class NamedPath(click.Path):
    """A path that is not empty; otherwise an unset shell variable would name the current folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path as it was written.

        Raises:
            click.BadParameter: it is empty.
        """
        if not str(value).strip():
            self.fail("the name is empty; name a file or folder (`.` is the one you are in)", param, ctx)
        return Path(value)


class FiniteRange(click.FloatRange):
    """A number in a range, and not `nan`; its decimals may stand after a comma."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number.

        Raises:
            click.BadParameter: it is not in the range.
        """
        dotted: Any = value.replace(",", ".") if isinstance(value, str) else value
        number = float(super().convert(dotted, param, ctx))
        if math.isnan(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number


class Command(click.Command):
    """A command whose help has sections for its arguments, exit statuses and examples."""

    arguments: Mapping[str, str] = {}
    statuses: Mapping[int, str] = {}
    examples: Sequence[str] = ()

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments, options, exit statuses and examples."""
        if self.arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(list(self.arguments.items()))
        super().format_options(ctx, formatter)
        if self.statuses:
            with formatter.section("Exit status"):
                formatter.write_dl([(str(status), text) for status, text in sorted(self.statuses.items())])
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


def _use_course(context: click.Context, parameter: click.Parameter, value: Path | None) -> None:  # noqa: ARG001 - click's
    if value is not None:
        use_course(value)


course_option = click.option(
    "--course",
    type=NamedPath(),
    metavar="PATH",
    expose_value=False,
    callback=_use_course,
    help=f"Folder of the course.  [default: {VARIABLE}, else the nearest from here upward]",
)


def command(
    *,
    arguments: Mapping[str, str] | None = None,
    statuses: Mapping[int, str] | None = None,
    examples: Sequence[str] = (),
    uses_course: bool = True,
) -> Callable[[Function], Command]:
    """Make a function, which returns the exit status, a command; its docstring is the help.

    Args:
        arguments: what each positional argument means.
        statuses: what each exit status means.
        examples: command lines.
        uses_course: whether the command has the option `--course`.
    """

    def decorate(function: Function) -> Command:
        with_course = course_option(function) if uses_course else function
        result = click.command(cls=Command, help=cleandoc(function.__doc__ or ""))(with_course)
        result.arguments, result.statuses, result.examples = arguments or {}, statuses or {}, examples
        return result

    return decorate


def open_course(*, json: bool = False) -> Course:
    """Load the course of this command and name it, on stderr or, with `json`, as an event on stdout.

    On a terminal, somebody is asked whether a course that was only found may run.

    Args:
        json: report in lines of JSON.

    Raises:
        CourseError: there is no course, it is invalid, or it was found in a place that nobody has approved.
    """
    folder = course_folder() if json else _found_course()
    course = load_course()
    title = printable_lines(course.title)
    if json:
        emit_event("course", title=title, folder=str(folder))
    else:
        click.echo(f"course: {title} ({folder})", err=True)
    return course


def _found_course() -> Path:
    try:
        return course_folder()
    except UnapprovedCourseError as error:
        question = (
            f"{printable(str(error.folder))}: a course was found here. Run its checks with your rights, now and later?"
        )
        if not (sys.stdin.isatty() and sys.stderr.isatty() and click.confirm(question, err=True)):
            raise
        approve(error.folder)
        return error.folder


def require_outside(out: Path, submissions: Path) -> None:
    """Refuse to write into a download: the next call would read what was written as somebody's submission.

    Raises:
        AutograderError: *out* is the download or inside it.
    """
    download = submissions.resolve()
    if download == out.resolve():
        raise AutograderError(f"{out}: is what is graded; name another folder with --out, outside {submissions}")
    if download in out.resolve().parents:
        raise AutograderError(f"{out}: is inside the submissions; name a folder outside {submissions} with --out")


def require_writable(path: Path | None, option: str) -> None:
    """Refuse a file that cannot be written, before the work whose outcome it is for.

    Raises:
        AutograderError: it is a folder, or its folder can be neither made nor written.
    """
    if path is None:
        return
    if path.is_dir():
        raise AutograderError(f"{path}: is a folder; name a file with {option}")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    if not os.access(path.parent, os.W_OK):
        raise AutograderError(f"{path}: cannot be written, because its folder cannot; name another file with {option}")


def command_words() -> tuple[str, ...]:
    """Return the words of the command line that is run, so that a message can repeat it with another option."""
    context = click.get_current_context()
    return (context.find_root().info_name or "", *(context.obj or ()))


def complain(text: str) -> None:
    """Print a sentence on stderr, after the name of the program."""
    click.echo(f"autograder: {text}", err=True)


@contextlib.contextmanager
def working(text: str) -> Iterator[None]:
    """Show on a terminal that something is being done, such as `reading the submissions`, until it is done.

    It is one line on stderr, which is removed again; in a pipe or a file there is nothing.
    """
    shown = sys.stderr.isatty()
    if shown:
        sys.stderr.write(f"{text} …")
        sys.stderr.flush()
    try:
        yield
    finally:
        if shown:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()


def _reason(error: OSError) -> str:
    """Return why a file cannot be written, in the words of the system where they say it."""
    below_a_file = isinstance(error, FileExistsError | NotADirectoryError)
    return "a file is where one of its folders should be" if below_a_file else str(error.strerror)


@contextlib.contextmanager
def file_errors() -> Iterator[None]:
    """Turn an error of the file system into a sentence about the file that it names.

    Raises:
        AutograderError: a file cannot be read or written.
    """
    try:
        yield
    except OSError as error:
        text = f"{error.filename}: cannot be read or written ({_reason(error)})" if error.filename else str(error)
        raise AutograderError(text) from error


@contextlib.contextmanager
def writing(path: Path | None = None) -> Iterator[None]:
    """Turn an error of the file system into a sentence about `path`, or about the file that the error names.

    Raises:
        AutograderError: a file cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise AutograderError(f"{path or error.filename}: cannot be written ({_reason(error)})") from error
