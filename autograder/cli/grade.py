"""`autograder grade` and `autograder regrade`."""

import dataclasses
import functools
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autograder.cli.common import (
    DONE,
    FOUND,
    INTERRUPTED,
    LEFT_OUT,
    NamedPath,
    command,
    complain,
    open_course,
    require_outside,
    working,
    writing,
)
from autograder.cli.options import (
    SUBMISSIONS,
    intake_options,
    options_of_run,
    quiet_option,
    run_options,
    student_option,
)
from autograder.cli.remembered import (
    due_of_class,
    open_course_with_dates,
    remember,
    remember_due,
    remembered,
    with_due_dates,
)
from autograder.course import Course
from autograder.course.policies import with_policies_file
from autograder.errors import IntakeError
from autograder.execution.class_run import ClassRun
from autograder.execution.interrupts import handle_interrupts
from autograder.execution.kept_submission import kept_class
from autograder.execution.plan import RunPlan, handed_in, make_plan
from autograder.execution.progress import JsonReporter, ProgressReporter, QuietReporter, TerminalReporter
from autograder.execution.publisher import ScoreRules
from autograder.execution.regrade import Regrade, adopt_results
from autograder.execution.republish import has_other_rules
from autograder.execution.score_changes import change_line
from autograder.execution.startup import ExecutorOptions, make_executor, resolve_environment
from autograder.intake.lateness import Dates
from autograder.intake.options import IntakeOptions, only_students, read_intake
from autograder.intake.spool import spool_beside
from autograder.policies import with_slip_days
from autograder.results.adjustments import read_adjustments
from autograder.results.store import ResultKey, Store
from autograder.variants.secret import with_student_sizes

if TYPE_CHECKING:
    from autograder.platforms.nbgrader.collect import CollectedSubmissions

OTHER_RULES = "rules: not those of the last run; every score in the folder follows the rules of this call (--policies)"
STATUSES = {
    0: "every submission has a verdict",
    2: "bad arguments",
    3: "something could not be graded, or a person must decide whose or which hand-in counts",
    130: "interrupted; the same command continues from there",
}


@command(
    arguments={"SUBMISSIONS": SUBMISSIONS},
    statuses=STATUSES,
    examples=[
        "autograder grade submissions.zip --out graded",
        "autograder grade downloads --out graded --roster class.csv --assignment 02",
        "autograder grade --nbgrader course",
    ],
)
@intake_options
@click.option(
    "--out",
    type=NamedPath(),
    metavar="FOLDER",
    help="Where results, pages and tables are written.  [with --nbgrader: SUBMISSIONS/graded]",
)
@click.option(
    "--nbgrader",
    is_flag=True,
    help="SUBMISSIONS is a course folder of nbgrader: grade what is submitted there and show it in formgrader.",
)
@student_option
@click.option("--fresh", is_flag=True, help="Grade everything, even what an earlier run has graded.")
@click.option("--replace", is_flag=True, help="Take these hand-ins even where a newer one counts already.")
@click.option(
    "--only", is_flag=True, help="List only what this call names, not the rest of what is in the folder already."
)
@quiet_option
@run_options
def grade(
    *,
    intake: IntakeOptions,
    out: Path | None,
    nbgrader: bool,
    students: tuple[str, ...],
    fresh: bool,
    replace: bool,
    only: bool,
    quiet: bool,
    executor: ExecutorOptions,
    policies: Path | None,
    variants: Path | None,
    as_json: bool,
) -> int:
    """Grade a class into an output folder.

    The folder gets a table (grades.csv), a page of the class (class.html), and result.json, feedback.md and
    feedback.html of each student and assignment. A further run into the same folder adds and replaces what it names,
    grades only what has changed, and keeps the rest: the table, the pages and exports are made of everything in it.
    Of each student the newest hand-in counts, also if an older download is graded again.
    """
    course = open_course(json=as_json)
    out = _output_folder(intake.submissions, out, nbgrader=nbgrader)
    course = with_policies_file(course, remembered(out, "policies", policies, as_json=as_json))
    kept_for_later = {"policies": policies, "roster": intake.roster}
    roster = remembered(out, "roster", intake.roster, as_json=as_json)
    due = due_of_class(out, intake.due, course, as_json=as_json)
    intake = dataclasses.replace(intake, roster=roster, due=due)
    course = with_due_dates(course, due)
    with working("reading the submissions"):
        collected = _collect_nbgrader(intake, course, out) if nbgrader else None
        read = collected.intake if collected else read_intake(intake, course, spool_beside(out))
        submissions = only_students(read, students)
    environment = resolve_environment(executor)
    submissions = with_student_sizes(submissions, course, variants, environment.level)
    reporter = _make_reporter(as_json=as_json, quiet=quiet)
    with Store(out) as store, handle_interrupts():
        for option, path in kept_for_later.items():
            remember(out, option, path)
        remember_due(out, due)
        named = _names_parts(intake, course)
        dates = Dates(course.policies, collected.due if collected else course.policies.due)
        store.begin_run("grade", environment.to_json())
        plan = make_plan(submissions, environment, store, dates, fresh=fresh, named=named, replace_newer=replace)
        adjustments = read_adjustments(out, course.exercise_names)
        course = with_slip_days(course, handed_in(plan, store), adjustments.excused)
        rules = ScoreRules(course, adjustments, options_of_run(policies))
        if new_rules := has_other_rules(out, rules):
            reporter.note(OTHER_RULES)
        for line in plan.lateness.notes(new_dates=new_rules):
            reporter.note(line)
        run = ClassRun(rules, out, store, plan, reporter, only=only)
        status = _grade(run, course, out, plan, options=executor, reporter=reporter)
    if collected is None or status == INTERRUPTED:
        return status
    from autograder.platforms.nbgrader.release import release_results  # noqa: PLC0415 - an optional dependency

    return release_results(collected, course, out, status)


def _collect_nbgrader(options: IntakeOptions, course: Course, out: Path) -> "CollectedSubmissions":
    from autograder.platforms.nbgrader.collect import collect_submissions  # noqa: PLC0415 - an optional dependency

    return collect_submissions(options, course, spool_beside(out))


def _names_parts(options: IntakeOptions, course: Course) -> bool:
    """Whether the call or the course says which assignments the class has."""
    return bool(options.assignment or course.policies.parts)


def _make_reporter(*, as_json: bool, quiet: bool) -> ProgressReporter:
    if as_json:
        return JsonReporter()
    return QuietReporter() if quiet else TerminalReporter()


def _output_folder(submissions: Path, out: Path | None, *, nbgrader: bool) -> Path:
    """Return the folder for results.

    Raises:
        IntakeError: it is not named, or is a file.
        AutograderError: it is what is graded, or inside it.
    """
    if out is None and not nbgrader:
        raise IntakeError("--out: name a folder for the results")
    out = out or submissions / "graded"
    require_outside(out, submissions / "submitted" if nbgrader else submissions)
    if out.exists() and not out.is_dir():
        raise IntakeError(f"{out}: is a file; name a folder for the results with --out")
    return out


def _grade(
    run: ClassRun, course: Course, out: Path, plan: RunPlan, *, options: ExecutorOptions, reporter: ProgressReporter
) -> int:
    start = time.monotonic()
    with working("starting the sandbox"):
        executor = make_executor(options, course, plan, reporter.note)
    try:
        run.grade(executor, start)
    except OSError as error:  # from the table or the class page; errors of single results are caught earlier
        complain(f"{error.filename or out}: cannot be written ({error.strerror})")
        return LEFT_OUT
    except KeyboardInterrupt:
        reporter.stop_progress()
        done = f"{run.done + len(plan.cached)} of {len(plan.named)}"
        complain(f"interrupted; {done} submissions are graded and kept. The same command continues from there")
        return INTERRUPTED
    return LEFT_OUT if run.ungraded or run.needs_person else DONE


@command(
    arguments={
        "OUT": "output folder of `autograder grade`",
        "[SUBMISSIONS]": f"{SUBMISSIONS}; by default, what was graded and is kept in OUT",
    },
    statuses=STATUSES | {0: "everything is shown or written", 1: "with --apply: a student keeps a higher score"},
    examples=[
        "autograder regrade graded",
        "autograder regrade graded --apply --allow-lower",
    ],
)
@click.argument("out", type=NamedPath())
@functools.partial(intake_options, required=False)
@student_option
@click.option("--apply", is_flag=True, help="Write the new results; without this they are only shown.")
@click.option("--allow-lower", is_flag=True, help="Write also the results of students who lose points.")
@quiet_option
@run_options
def regrade(
    *,
    out: Path,
    intake: IntakeOptions | None,
    due: tuple[str, ...],
    students: tuple[str, ...],
    apply: bool,
    allow_lower: bool,
    quiet: bool,
    executor: ExecutorOptions,
    policies: Path | None,
    variants: Path | None,
    as_json: bool,
) -> int:
    """Show whose score would change after a change of checks or points.

    Nothing is written unless you say --apply. With it, a student who would lose points keeps the earlier result, unless
    you say --allow-lower.
    """
    if not out.is_dir():
        raise IntakeError(f"{out}: not a folder; name the output folder of `autograder grade`")
    course, due = open_course_with_dates(out, policies, due, as_json=as_json)
    if intake is not None:
        intake = dataclasses.replace(intake, roster=remembered(out, "roster", intake.roster, as_json=as_json))
    environment = resolve_environment(executor)
    delivered = None
    if intake is not None:
        require_outside(out, intake.submissions)
        with working("reading the submissions"):
            read = only_students(read_intake(intake, course, spool_beside(out)), students)
        delivered = with_student_sizes(read, course, variants, environment.level)
    reporter = _make_reporter(as_json=as_json, quiet=quiet)
    try:
        with writing(), Store(out) as store, handle_interrupts():
            adopt_results(out, store)
            lost: list[str] = []
            if delivered is None:
                kept, lost = kept_class(store, course)
                delivered = with_student_sizes(only_students(kept, students), course, variants, environment.level)
            named = intake is None or _names_parts(intake, course)
            dates = Dates(course.policies, course.policies.due)
            store.begin_run("regrade", environment.to_json())
            plan = make_plan(delivered, environment, store, dates, keep=False, named=named)
            rules = ScoreRules(course, read_adjustments(out, course.exercise_names), options_of_run(policies))
            run = ClassRun(rules, out, store, plan, reporter)
            gradings = _collect(course, plan, run, executor, reporter)
            comparison = Regrade(out, rules, store, gradings, dates, allow_lower=allow_lower)
            for line in lost:
                reporter.needs_person(line)
            status = _finish_regrade(comparison, run, reporter, apply=apply, allow_lower=allow_lower)
            if apply and not (comparison.lowered_by_rules and not allow_lower):
                remember(out, "policies", policies)
                remember_due(out, due)
            return LEFT_OUT if lost else status
    except KeyboardInterrupt:
        complain("interrupted; what is graded is kept, nothing is changed. The same command continues from there")
        return INTERRUPTED


def _collect(
    course: Course, plan: RunPlan, run: ClassRun, options: ExecutorOptions, reporter: ProgressReporter
) -> dict[ResultKey, int]:
    with working("starting the sandbox"):
        executor = make_executor(options, course, plan, reporter.note)
    try:
        return run.collect(executor)
    finally:
        reporter.stop_progress()


def _finish_regrade(
    comparison: Regrade, run: ClassRun, reporter: ProgressReporter, *, apply: bool, allow_lower: bool
) -> int:
    """Write the new results with `apply`, and report the changes; return the exit status."""
    refused = bool(comparison.lowered_by_rules) and not allow_lower
    if apply and not refused:
        comparison.apply(run.ungraded)
    for change in comparison.changes.values():
        reporter.score_changed(change_line(change.to_json()), change.to_json())
    if apply and refused:
        count = len(comparison.lowered_by_rules)
        reporter.needs_person(f"{count} would lose points by the rules, which hold for all; --allow-lower applies them")
    _report_problems(comparison, run, reporter)
    for line in (*comparison.covered, *comparison.unknown_checks):
        reporter.note(line)
    _report_end(comparison, reporter, asked=apply, applied=apply and not refused, allow_lower=allow_lower)
    if run.ungraded or comparison.unscored:
        return LEFT_OUT
    return FOUND if apply and comparison.lowered and not allow_lower else DONE


def _report_end(
    comparison: Regrade, reporter: ProgressReporter, *, asked: bool, applied: bool, allow_lower: bool
) -> None:
    changes, count = comparison.changes.values(), comparison.count
    up, down = sum(change.up for change in changes), len(comparison.lowered)
    first = sum(change.before is None for change in changes)
    text = f"{len(changes)} of {count} results change: {up} up, {down} down"
    text += f", {first} with a first score" if first else ""
    way = "--allow-lower" if comparison.lowered_by_rules and asked else "--apply"
    text += "; written" if applied else f"; nothing is written ({way})"
    if down and not allow_lower:
        text += f"; the {down} that would lose points stay as they were (--allow-lower)"
    figures = {"results": count, "moved": len(changes), "up": up, "down": down, "first": first}
    reporter.end(text, figures | {"applied": applied})


def _report_problems(comparison: Regrade, run: ClassRun, reporter: ProgressReporter) -> None:
    for line in comparison.rejected:
        reporter.needs_person(line)
    for student, assignment in comparison.unscored:
        stays = "; the earlier result stays" if comparison.keeps_earlier_score((student, assignment)) else ""
        reporter.needs_person(f"needs you: {student}, {assignment}: could not be graded here{stays}")
    for item in run.ungraded:
        reporter.needs_person(f"ungraded: {item.student}, {item.assignment}: {item.reason}")
