"""`autograder export`: write grades in the format of a learning platform."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from autograder.cli.common import BAD_ARGUMENTS, DONE, LEFT_OUT, NamedPath, command, command_words, working, writing
from autograder.cli.options import assignment_option, json_option, policies_option
from autograder.cli.remembered import open_course_with_rules, remembered
from autograder.course import Course
from autograder.course.model import Policies
from autograder.exports.canvas import canvas_table
from autograder.exports.class_results import (
    ClassResults,
    ExportError,
    excused_notes,
    is_excused,
    is_exported,
    read_class_results,
    require_same_policies,
    waiting_notes,
)
from autograder.exports.csv import plain_table
from autograder.exports.csv_table import CsvTable, read_csv_table
from autograder.exports.moodle import moodle_table
from autograder.exports.request import ExportChanges, ExportRequest, shortened, unmatched_notes
from autograder.intake.roster import read_roster
from autograder.policies import score_policy_hash, with_policies, with_slip_days
from autograder.policies.apply import per_exercise_scores
from autograder.policies.totals import so_far_line
from autograder.reports.events import emit_event
from autograder.results.adjustments import Adjustments, read_adjustments
from autograder.results.files import write_text
from autograder.results.folder_names import folder_names
from autograder.results.model import json_text

TABLES: dict[str, Callable[[ExportRequest], tuple[CsvTable, ExportChanges]]] = {  # formats that are CSV files
    "csv": plain_table,
    "canvas": canvas_table,
    "moodle": moodle_table,
}
DEFAULT_NAMES = {  # what the other formats write, in GRADED
    "nbgrader": "gradebook.db",
    "gradescope": "gradescope",
    "classroom50": "scores.json",
}


@dataclass(frozen=True)
class ExportOptions:
    """What to export and where to, as named on the command line."""

    graded: Path
    format: str
    out: Path | None
    into: Path | None
    dry_run: bool
    summary: bool
    roster: Path | None
    column: tuple[str, ...]
    scale: bool
    zeros: bool
    bom: bool

    @property
    def target(self) -> Path:
        """The file or folder to write."""
        return self.out or self.graded / DEFAULT_NAMES.get(self.format, f"{self.format}.csv")


@command(
    arguments={"GRADED": "output folder of `autograder grade`"},
    statuses={
        DONE: "every score is written",
        BAD_ARGUMENTS: "bad arguments",
        LEFT_OUT: "a student is missing on the platform's side, or there twice",
    },
    examples=[
        "autograder export graded --format canvas --into exported.csv --dry-run",
        "autograder export graded --format moodle --into m.csv --dry-run --summary",
        "autograder export graded --format moodle --scale",
        "autograder export graded --format csv --out grades.csv --bom",
    ],
)
@click.argument("graded", type=NamedPath())
@click.option(
    "--format", "format_", required=True, type=click.Choice([*TABLES, *DEFAULT_NAMES]), help="Target platform."
)
@click.option(
    "--out",
    type=NamedPath(),
    metavar="PATH",
    help="File to write.  [default: GRADED/FORMAT.csv, gradebook.db or gradescope/]",
)
@click.option(
    "--into",
    type=NamedPath(),
    metavar="CSV",
    help="The file of the platform (exported CSV, scores.json), to be filled in.",
)
@click.option("--dry-run", is_flag=True, help="Write nothing; list every cell that would change.")
@click.option(
    "--summary", is_flag=True, help="List counts for each column, and only cells that had another value before."
)
@assignment_option
@click.option("--roster", type=NamedPath(), metavar="CSV", help="Alternative names of students, as for `grade`.")
@click.option(
    "--column", multiple=True, metavar="NN=NAME", help="The platform's column of an assignment.  [repeatable]"
)
@policies_option
@click.option("--scale", is_flag=True, help="Scale scores to the platform's maximum.")
@click.option("--zeros", is_flag=True, help="Write 0 for what was not handed in, not an empty cell.")
@click.option("--bom", is_flag=True, help="Mark the CSV file as UTF-8 for Excel.")
@json_option
def export(
    *,
    graded: Path,
    format_: str,
    out: Path | None,
    into: Path | None,
    dry_run: bool,
    summary: bool,
    assignment: tuple[str, ...],
    roster: Path | None,
    column: tuple[str, ...],
    policies: Path | None,
    scale: bool,
    zeros: bool,
    bom: bool,
    as_json: bool,
) -> int:
    """Write the grades of a class in the form that a platform takes.

    With --into, the rows and columns of the platform's own file are filled in; a new file is written.
    """
    course = open_course_with_rules(graded, policies, as_json=as_json)
    roster = remembered(graded, "roster", roster, as_json=as_json)
    options = ExportOptions(graded, format_, out, into, dry_run, summary, roster, column, scale, zeros, bom)
    with working("reading the results"):
        results = read_class_results(graded, [course.assignment(name).id for name in assignment])
    adjustments = read_adjustments(graded, course.exercise_names)
    require_same_policies(graded, score_policy_hash(course.policies), adjustments.hash)
    course = with_slip_days(course, read_class_results(graded).results, adjustments.excused)
    results = _apply_policies(format_, results, course, adjustments)
    with writing(), working("comparing" if dry_run else "writing"):
        changes = _export(options, course, results)
    if as_json:
        _report_json(options, changes, results)
    else:
        _report(options, changes, results, course.policies)
    return LEFT_OUT if changes.unmatched or changes.repeated else DONE


def _report(options: ExportOptions, changes: ExportChanges, results: ClassResults, policies: Policies) -> None:
    cells = changes.overview() if options.summary else changes.lines() if options.dry_run else []
    cells += filter(None, [so_far_line(results.results, policies)]) if options.summary else []
    for line in [*cells, *_notes(options, changes, results)]:
        click.echo(line)
    outcome = "nothing is written" if options.dry_run else f"written to {options.target}"
    click.echo(f"{changes.summary()}; {outcome}")


def _notes(options: ExportOptions, changes: ExportChanges, results: ClassResults) -> list[str]:
    excused = excused_notes(results.results, options.format) if options.format in DEFAULT_NAMES else []
    waiting = waiting_notes(results.results, filled_in=options.into is not None)
    kinds = (changes.remarks, waiting, excused, unmatched_notes(changes, str(options.into)))
    return [line for kind in kinds for line in (shortened(kind) if options.summary else kind)]


def _report_json(options: ExportOptions, changes: ExportChanges, results: ClassResults) -> None:
    """Print an event for each cell that changes, for each remark, and one at the end."""
    for change in changes.changed:
        emit_event("cell", **vars(change))
    for line in _notes(options, changes, results):
        emit_event("note", text=line)
    written = None if options.dry_run else str(options.target)
    counts = {"changed": len(changes.changed), "same": changes.same, "excused": changes.excused}
    people = {"unmatched": changes.unmatched, "repeated": changes.repeated, "without_result": changes.without_result}
    emit_event("end", summary=changes.summary(), written=written, **people, **counts)


def _apply_policies(format_: str, graded: ClassResults, course: Course, adjustments: Adjustments) -> ClassResults:
    """Return every result with the points that count; for nbgrader, which sums exercises itself, per exercise."""
    apply = per_exercise_scores if format_ == "nbgrader" else with_policies
    now = course.policies.now
    return ClassResults(
        tuple(
            apply(result, course.policies, now, adjustments.of(result["student"], result["assignment"]))
            for result in graded.results
        )
    )


def _export(options: ExportOptions, course: Course, graded: ClassResults) -> ExportChanges:
    if options.format in TABLES:
        return _export_table(options, course, graded)
    if options.format == "classroom50":
        return _export_classroom50(options, course, graded)
    if options.into is not None:
        raise ExportError(f"--into: {options.format} has no CSV file to be filled in")
    if options.format == "nbgrader":
        from autograder.exports.nbgrader import compare_gradebook, write_gradebook  # noqa: PLC0415 - needs nbgrader

        return (compare_gradebook if options.dry_run else write_gradebook)(graded, options.target)
    exported = ClassResults(tuple(item for item in graded.results if is_exported(item, zeros=options.zeros)))
    folders = folder_names(graded.students, options.graded)
    if not options.dry_run:
        for result in filter(is_excused, graded.results):
            path = options.target / folders[result["student"]] / result["assignment"] / "results.json"
            path.unlink(missing_ok=True)  # of an earlier export
    return _export_gradescope(exported, options.target, folders, dry_run=options.dry_run)


def _export_table(options: ExportOptions, course: Course, graded: ClassResults) -> ExportChanges:
    if options.into is not None and options.format == "csv":
        raise ExportError("--into: plain CSV is not filled into a file; say --format canvas or moodle")
    roster = read_roster(options.roster) if options.roster else None
    chosen = [text.partition("=") for text in options.column]
    columns = {course.assignment(name).id: column for name, _, column in chosen}
    platform_table = read_csv_table(options.into) if options.into else None
    names = roster.names if roster else {}
    request = ExportRequest(
        graded, course, platform_table, names, columns, options.zeros, options.scale, command_words()
    )
    table, changes = TABLES[options.format](request)
    target = options.target
    if options.into is not None and target.resolve() == options.into.resolve():
        raise ExportError(f"{target}: is the platform's own file; name another one with --out")
    if not options.dry_run:
        write_text(target, table.to_text(bom=options.bom), durable=True)
    return changes


def _export_classroom50(options: ExportOptions, course: Course, graded: ClassResults) -> ExportChanges:
    from autograder.exports.classroom50 import ScoresFile, read_scores  # noqa: PLC0415 - the other formats do not need it

    if options.into is None:
        raise ExportError("--into: name the scores.json of the classroom, which is filled in")
    names = read_roster(options.roster).names if options.roster else {}
    scores, changes = ScoresFile(graded, course, names).fill(read_scores(options.into))
    if options.target.resolve() == options.into.resolve():
        raise ExportError(f"{options.target}: is the classroom's own file; name another one with --out")
    if not options.dry_run:
        write_text(options.target, json.dumps(scores, indent=2, ensure_ascii=False) + "\n", durable=True)
    return changes


def _export_gradescope(
    graded: ClassResults, target: Path, folders: Mapping[str, str], *, dry_run: bool
) -> ExportChanges:
    from autograder.exports.gradescope import gradescope_results  # noqa: PLC0415 - the other formats do not need it

    changes = ExportChanges()
    for result in graded.results:
        path = target / folders[result["student"]] / result["assignment"] / "results.json"
        text = json_text(gradescope_results(result))
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        changes.same += before == text
        if before != text:
            row = {result["assignment"]: "another result"} if before else {}
            changes.put(row, result["student"], result["assignment"], f"{result['score']:g}")
        if not dry_run:
            write_text(path, text)
    return changes
