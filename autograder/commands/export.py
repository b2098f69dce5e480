"""`autograder export GRADED --format FORMAT`: grades in the form that a learning platform takes."""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from autograder.course import Course, CourseError, load_course
from autograder.course.load_rules import under_rules
from autograder.exports.canvas import canvas_sheet
from autograder.exports.changes import Changes, unmatched_lines
from autograder.exports.graded import ExportError, Graded, check_rules, is_written, needs_you, read_graded
from autograder.exports.moodle import moodle_sheet
from autograder.exports.options import Order
from autograder.exports.plain import plain_sheet
from autograder.exports.sheet import Sheet, read_sheet
from autograder.intake.entries import IntakeError
from autograder.intake.options import named_path
from autograder.intake.roster import read_roster
from autograder.policies import counting, here_and_now, under_policies
from autograder.policies.cells import in_cells
from autograder.policies.options import add_policies_argument
from autograder.results.files import write_text
from autograder.results.model import dumps
from autograder.results.places import folder_names

BAD_ARGUMENTS, LEFT_OUT = 2, 3
SHEETS: dict[str, Callable[[Order], tuple[Sheet, Changes]]] = {
    "csv": plain_sheet,
    "canvas": canvas_sheet,
    "moodle": moodle_sheet,
}
PLACES = {"nbgrader": "gradebook.db", "gradescope": "gradescope"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    parser.add_argument("graded", type=named_path, metavar="GRADED", help="what `autograder grade --out` has written")
    parser.add_argument("--format", required=True, choices=[*SHEETS, *PLACES], help="who it is for")
    parser.add_argument(
        "--out", type=named_path, help="file to write (default: GRADED/FORMAT.csv, gradebook.db, gradescope/)"
    )
    parser.add_argument(
        "--into", type=named_path, metavar="CSV", help="the file that Canvas or Moodle exported, to be filled in"
    )
    parser.add_argument("--dry-run", action="store_true", help="write nothing; list every cell that would change")
    parser.add_argument("--assignment", action="append", default=[], metavar="NN", help="only this one (repeatable)")
    parser.add_argument("--roster", type=named_path, metavar="CSV", help="further names of students, as for `grade`")
    parser.add_argument(
        "--column", action="append", default=[], metavar="NN=NAME", help="the platform's column of an assignment"
    )
    add_policies_argument(parser)
    parser.add_argument("--scale", action="store_true", help="scale scores to the platform's maximum")
    parser.add_argument("--zeros", action="store_true", help="write 0 for what was not handed in, not an empty cell")
    parser.add_argument("--bom", action="store_true", help="mark the CSV file as UTF-8 for Excel")


def run(options: argparse.Namespace) -> int:
    """0 when everybody's score is written, 2 for bad arguments, 3 when students are missing on the platform's side."""
    try:
        course = under_rules(load_course(), options.policies)
        graded = read_graded(options.graded, [course.assignment(name).id for name in options.assignment])
        check_rules(options.graded, counting(course.policies))
        counted = _counted(options.format, graded, course)
        changes, where = _export(options, course, counted)
        waiting = needs_you(counted.results)
    except (CourseError, IntakeError, ExportError) as error:
        _say(f"autograder: {error}", error=True)
        return BAD_ARGUMENTS
    except OSError as error:
        _say(f"autograder: {error.filename}: cannot be written ({error.strerror})", error=True)
        return BAD_ARGUMENTS
    for line in changes.lines() if options.dry_run else []:
        _say(line)
    for line in changes.remarks + waiting + unmatched_lines(changes.unmatched, str(options.into)):
        _say(line)
    _say(f"{changes.summary()}; {'nothing is written' if options.dry_run else f'written to {where}'}")
    return LEFT_OUT if changes.unmatched else 0


def _counted(format_: str, graded: Graded, course: Course) -> Graded:
    """Every result under the rules of the course; nbgrader sums exercises itself, so it gets what each adds."""
    counted = in_cells if format_ == "nbgrader" else under_policies
    now = here_and_now()
    return Graded(tuple(counted(result, course.policies, now) for result in graded.results))


def _export(options: argparse.Namespace, course: Course, graded: Graded) -> tuple[Changes, Path]:
    if options.format in SHEETS:
        return _sheet(options, course, graded)
    if options.into is not None:
        raise ExportError(f"--into: {options.format} has no CSV file to be filled in")
    where = options.out or options.graded / PLACES[options.format]
    if options.format == "nbgrader":
        return _gradebook(graded, where, options.dry_run), where
    told = [item for item in graded.results if is_written(item, zeros=options.zeros)]
    folders = folder_names(graded.students, options.graded)
    return _gradescope(Graded(tuple(told)), where, folders, options.dry_run), where


def _sheet(options: argparse.Namespace, course: Course, graded: Graded) -> tuple[Changes, Path]:
    if options.into is not None and options.format == "csv":
        raise ExportError("--into: plain CSV is not filled into a file; say --format canvas or moodle")
    roster = read_roster(options.roster) if options.roster else None
    chosen = [text.partition("=") for text in options.column]
    columns = {course.assignment(name).id: column for name, _, column in chosen}
    sheet = read_sheet(options.into) if options.into else None
    names = roster.names if roster else {}
    order = Order(graded, course, sheet, names, columns, options.zeros, options.scale)
    made, changes = SHEETS[options.format](order)
    where = options.out or options.graded / f"{options.format}.csv"
    if options.into is not None and where.resolve() == options.into.resolve():
        raise ExportError(f"{where}: is the platform's own file; name another one with --out")
    if not options.dry_run:
        write_text(where, made.to_text(bom=options.bom), at_once=True)
    return changes, where


def _gradebook(graded: Graded, where: Path, dry_run: bool) -> Changes:
    from autograder.exports.gradebook import compare_gradebook, write_gradebook  # noqa: PLC0415 - needs nbgrader

    return (compare_gradebook if dry_run else write_gradebook)(graded, where)


def _gradescope(graded: Graded, where: Path, folders: Mapping[str, str], dry_run: bool) -> Changes:
    from autograder.exports.gradescope import gradescope_results  # noqa: PLC0415 - beside the other formats

    changes = Changes()
    for result in graded.results:
        path = where / folders[result["student"]] / result["assignment"] / "results.json"
        text = dumps(gradescope_results(result))
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        changes.same += before == text
        if before != text:
            row = {result["assignment"]: "another result"} if before else {}
            changes.put(row, result["student"], result["assignment"], f"{result['score']:g}")
        if not dry_run:
            write_text(path, text)
    return changes


def _say(text: str, *, error: bool = False) -> None:
    print(text, file=sys.stderr if error else sys.stdout)
