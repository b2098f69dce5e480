"""The rules and the class list that a class was graded with: kept beside its results, for every later command."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from autograder.cli.common import open_course, writing
from autograder.cli.options import NO_FILE
from autograder.course import Course
from autograder.course.policies import with_policies_file
from autograder.errors import AutograderError
from autograder.exports.class_results import require_same_policies
from autograder.intake.options import NO_DATE, due_dates
from autograder.policies import score_policy_hash
from autograder.reports.events import emit_event
from autograder.reports.people import ROSTER_FILE
from autograder.results.files import write_text
from autograder.results.store import STORE_DIR

DUE_FILE = "due.txt"  # beside them: a line for each date, as it is written on the command line
KEPT = {"policies": "rules.toml", "roster": ROSTER_FILE}  # by option


def remembered(out: Path, option: str, named: Path | None, *, as_json: bool = False) -> Path | None:
    """Return the file that an option names, or else the one that the class was graded with, which is said.

    Args:
        out: the output folder of the class.
        option: `policies` or `roster`.
        named: what the option names; None if it is not given.
        as_json: report in lines of JSON.
    """
    if named is not None:
        return None if named == NO_FILE else named
    path = out / STORE_DIR / KEPT[option]
    if not path.is_file():
        return None
    _say(f"{option}: {path}, as kept by the last run that named it; --{option} names another, or none", as_json)
    return path


def _say(text: str, as_json: bool) -> None:
    if as_json:
        emit_event("note", text=text)
    else:
        click.echo(text, err=True)


def due_of_class(out: Path, named: Sequence[str], course: Course, *, as_json: bool = False) -> tuple[str, ...]:
    """Return the dates that `--due` names, and those of other assignments that the class was graded with.

    Args:
        out: the output folder of the class.
        named: the dates as they are written on the command line.
        course: the course.
        as_json: report in lines of JSON.
    """
    path = out / STORE_DIR / DUE_FILE
    kept = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    dates = {course.assignment(text.partition("=")[0]).id: text.partition("=")[2] for text in (*kept, *named)}
    texts = tuple(f"{name}={date}" for name, date in dates.items() if date != NO_DATE)
    if used := [text for text in kept if text in texts]:
        _say(f"due: {', '.join(used)}, as kept by the last run that named it; --due names another, or none", as_json)
    return texts


def remember_due(out: Path, texts: Sequence[str]) -> None:
    """Keep due dates for later commands (`due_of_class`)."""
    path = out / STORE_DIR / DUE_FILE
    if texts or path.is_file():
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, "".join(f"{text}\n" for text in texts), durable=True)


def with_due_dates(course: Course, texts: Sequence[str]) -> Course:
    """Return the course with due dates that go before those of its rules."""
    due = course.policies.due | due_dates(texts, course)
    return replace(course, policies=replace(course.policies, due=due))


def open_course_with_rules(out: Path, policies: Path | None, *, as_json: bool = False) -> Course:
    """Return the course, with the rules that `--policies` names or that the class was graded with (`remembered`)."""
    return open_course_with_dates(out, policies, (), as_json=as_json)[0]


def open_course_with_dates(
    out: Path, policies: Path | None, due: Sequence[str], *, as_json: bool = False
) -> tuple[Course, tuple[str, ...]]:
    """Return the course with the rules and dates that are named, or that the class was graded with; and these dates."""
    course = open_course(json=as_json)
    course = with_policies_file(course, remembered(out, "policies", policies, as_json=as_json))
    texts = due_of_class(out, due, course, as_json=as_json)
    return with_due_dates(course, texts), texts


def open_graded_course(graded: Path, policies: Path | None, *, as_json: bool = False) -> Course:
    """Return the course with these rules, for a command that changes what the folder of a class contains.

    Raises:
        AutograderError: no class run has written the folder.
        ExportError: its tables and pages were made under other rules.
    """
    course = open_course_with_rules(graded, policies, as_json=as_json)
    if not (graded / "run.json").is_file():
        raise AutograderError(f"{graded}: has no results; name what `autograder grade --out` has written")
    require_same_policies(graded, score_policy_hash(course.policies))
    return course


def remember(out: Path, option: str, named: Path | None) -> None:
    """Keep the file that an option names for later commands; nothing if it is not given.

    Raises:
        AutograderError: it cannot be read.
    """
    path = out / STORE_DIR / KEPT[option]
    if named is None or named == path:
        return
    with writing(path):
        if named == NO_FILE:
            path.unlink(missing_ok=True)
            return
        try:
            text = named.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise AutograderError(f"{named}: cannot be read") from error
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text, durable=True)
