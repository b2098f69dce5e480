"""`autograder sync` and `autograder audit`: for authors of a course. Imports torch only when a command runs."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autograder.cli.common import (
    BAD_ARGUMENTS,
    DONE,
    FOUND,
    NamedPath,
    command,
    file_errors,
    open_course,
    require_writable,
    working,
    writing,
)
from autograder.cli.options import isolation_option, jobs_option
from autograder.course import Assignment, Course, CourseError
from autograder.results.files import write_text
from autograder.results.model import json_text
from autograder.sandbox.host.isolation import Level

if TYPE_CHECKING:
    from autograder.audit.judge import GradedProgram
    from autograder.audit.matrix import Matrix
    from autograder.audit.run import ProgramRunner


@command(
    statuses={
        DONE: "everything is as the sources say",
        FOUND: "with --check: a file differs; otherwise: a source has a mistake",
        BAD_ARGUMENTS: "a source cannot be read",
    },
    examples=["autograder sync", "autograder sync --check"],
)
@click.option("--force", is_flag=True, help="Overwrite generated files that were edited by hand.")
@click.option("--check", is_flag=True, help="Write nothing; fail and name each file that differs.")
def sync(*, check: bool, force: bool) -> int:
    """Make stubs, texts, notebooks and tables from solutions/."""
    course = open_course()
    from autograder.authoring.lookalikes import run_lookalikes  # noqa: PLC0415 - the same
    from autograder.authoring.record_fingerprints import run_fingerprints  # noqa: PLC0415 - imports torch
    from autograder.authoring.right_styles import run_right_styles  # noqa: PLC0415 - the same
    from autograder.authoring.sync import run_sync  # noqa: PLC0415 - the same
    from autograder.authoring.tables import run_tables  # noqa: PLC0415 - the same

    with file_errors():
        status = run_sync(course, check=check, force=force)
        if status != DONE and not check:
            return status
        made = (run_tables, run_right_styles, run_lookalikes, run_fingerprints)
        with working("recording what programs return"):
            stale = [name for run in made for name in run(course, check=check)]
    for name in stale:
        click.echo(f"{name}: {'differs from the code: run `autograder sync`' if check else 'written'}")
    return FOUND if stale and check else status


@command(
    arguments={"[NN]...": "assignments (default: all)"},
    statuses={
        DONE: "every verdict is as it should be",
        FOUND: "a verdict is not, or a check is redundant",
        BAD_ARGUMENTS: "bad arguments",
    },
    examples=[
        "autograder audit 01 --only softmax --matrix",
        "autograder audit --only softmax:over_rows",
        "autograder audit --mutants",
    ],
)
@click.argument("assignments", nargs=-1, metavar="[NN]...")
@click.option(
    "--only", metavar="EXERCISE[:PROGRAM]", help="Programs of this exercise only, or one of them with its verdict."
)
@click.option("--rebase", is_flag=True, help="Run nothing; list every patch that does not fit its right program.")
@click.option(
    "--mutants", is_flag=True, help="Small changes of the solutions instead of the programs in solutions/*/programs."
)
@jobs_option
@isolation_option
@click.option("--html", type=NamedPath(), metavar="FILE", help="Write the matrix as a page.")
@click.option("--matrix", is_flag=True, help="Print which checks each wrong program fails.")
@click.option("--fresh", is_flag=True, help="Judge every program again, those that an earlier run has judged included.")
@click.option(
    "--results", type=NamedPath(), metavar="FILE", help="Write every result as JSON, to compare with another audit's."
)
def audit(
    *,
    assignments: tuple[str, ...],
    only: str | None,
    rebase: bool,
    mutants: bool,
    jobs: int,
    isolation: Level | None,
    html: Path | None,
    matrix: bool,
    fresh: bool,
    results: Path | None,
) -> int:
    """Run wrong and right programs against the checks.

    Every wrong program must lose points at the level that its head names, and every right one must get all points.
    """
    course = open_course()
    parts = [course.assignment(name) for name in assignments] or list(course)
    require_writable(html, "--html")
    require_writable(results, "--results")
    if rebase:
        return _list_broken_patches(course, parts)
    import torch  # noqa: PLC0415 - bad arguments need not wait for it

    from autograder.sandbox.host.isolation import select_level  # noqa: PLC0415 - the same

    torch.set_num_threads(1)
    level = select_level(isolation)
    if mutants:
        return _audit_mutants(course, parts, level, only, jobs)
    from autograder.audit.run import ProgramRunner  # noqa: PLC0415 - the same
    from autograder.audit.verdict_cache import VerdictCache  # noqa: PLC0415 - the same

    start = time.monotonic()
    cache = None if fresh else VerdictCache(level)
    with working("running the programs"):
        graded, tables, slips = _audit_programs(course, parts, ProgramRunner(level, jobs, cache=cache), only)
    if cache:
        cache.remove_unused()
        if cache.problem:
            click.echo(f"note: {cache.problem}")
    _write_audit(graded, tables, html, results)
    for sentence in slips:
        click.echo(sentence)
    return _report_audit(graded, tables, matrix=matrix, start=start, is_whole=not slips)


def _list_broken_patches(course: Course, parts: list[Assignment]) -> int:
    from autograder.audit.programs import broken_cells  # noqa: PLC0415 - imports torch

    broken = broken_cells(course, parts)
    for sentence in broken:
        click.echo(sentence)
    click.echo(f"{len(broken)} patches do not fit")
    return FOUND if broken else DONE


def _audit_programs(
    course: Course, parts: list[Assignment], runner: "ProgramRunner", only: str | None
) -> "tuple[list[GradedProgram], list[Matrix], list[str]]":
    """Grade the programs of some parts, and name the exercises whose checks do not run on the solution.

    Raises:
        CourseError: there are no programs.
    """
    from autograder.audit.matrix import build_matrices  # noqa: PLC0415 - imports torch
    from autograder.audit.programs import affected_names, read_programs  # noqa: PLC0415 - the same
    from autograder.verification.hidden_checks import record_sound  # noqa: PLC0415 - the same
    from autograder.verification.programs import graded_programs  # noqa: PLC0415 - the same

    programs = read_programs(course, parts, only)
    if not programs:
        place = only or ", ".join(item.id for item in parts)
        raise CourseError(f"solutions/*/programs contains no program for {place}; CONTRIBUTING.md says how to add one")
    needed = [item for item in parts if any(program.exercise.assignment == item.id for program in programs)]
    names = affected_names(programs, needed) if only else None
    exercises = [item for part in needed for item in part.exercises if names is None or item.name in names]
    found = record_sound(course, exercises, exercises)
    graded = graded_programs(course, runner, found.recorded, programs)
    slips = list(dict.fromkeys(map(str, found.problems)))
    return graded, list(build_matrices(graded, found.recorded)), slips


def _write_audit(
    graded: "list[GradedProgram]", tables: "list[Matrix]", html: Path | None, results: Path | None
) -> None:
    from autograder.audit.report import matrix_html  # noqa: PLC0415 - imports torch

    with writing():
        if html:
            write_text(html, matrix_html(graded, tables))
        if results:
            write_text(results, json_text(dict(_results(graded))))


def _report_audit(
    graded: "list[GradedProgram]", tables: "list[Matrix]", *, matrix: bool, start: float, is_whole: bool
) -> int:
    from autograder.audit.report import problem_lines, verdict_lines  # noqa: PLC0415 - imports torch

    whole = [table for table in tables if len(graded) > 1]  # one program says nothing about which checks are needed
    redundant = [f"{name}: cheaper checks reject all that it rejects" for table in whole for name in table.redundant]
    notes = [f"note: {table.assignment}.{table.exercise}: {note}" for table in whole for note in table.notes]
    rows = [line for table in tables if matrix for line in table.lines()]
    verdict = list(verdict_lines(graded[0])) if len(graded) == 1 else []
    for line in [*verdict, *problem_lines(graded), *rows, *notes, *redundant]:
        click.echo(line)
    problems = sum(item.problem is not None for item in graded)
    seconds = time.monotonic() - start
    click.echo(f"{_counts(graded)}; {problems} verdicts to mend, {len(redundant)} idle checks; {seconds:.1f} s")
    return FOUND if problems or redundant or not is_whole else DONE


def _results(graded: "list[GradedProgram]") -> Iterator[tuple[str, object]]:
    for item in graded:
        yield f"{item.program.kind}/{item.program.name}", [result.to_json() for result in item.results]


def _counts(graded: "list[GradedProgram]") -> str:
    kinds = Counter(item.program.kind for item in graded)
    return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


def _audit_mutants(course: Course, parts: list[Assignment], level: Level, only: str | None, jobs: int) -> int:
    from autograder.audit.mutants.equivalent import read_equivalents  # noqa: PLC0415 - imports torch
    from autograder.audit.mutants.generate import mutants_of  # noqa: PLC0415 - the same
    from autograder.audit.mutants.judge import MutationReport, survivors  # noqa: PLC0415 - the same
    from autograder.execution.prewarm import record_checks  # noqa: PLC0415 - the same

    start = time.monotonic()
    exercises = [item for part in parts for item in part.exercises if only in (None, item.name)]
    mutants = [mutant for exercise in exercises for mutant in mutants_of(exercise)]
    needed = [part for part in parts if any(item.assignment == part.id for item in exercises)]
    with working(f"running {len(mutants)} mutants"):
        survived = survivors(course, level, record_checks(needed), mutants, jobs)
    report = MutationReport(mutants, survived, read_equivalents())
    for line in [*report.lines(), f"{time.monotonic() - start:.1f} s"]:
        click.echo(line)
    return FOUND if report.holes or report.stale else DONE
