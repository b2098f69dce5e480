"""`autograder grade SUBMISSIONS --out OUT`."""

import argparse
import sys
import time
from typing import TYPE_CHECKING

from autograder.classroom.agenda import Agenda, make_agenda
from autograder.classroom.options import add_run_arguments, check_jobs, crew_of, resolve_environment, teller_of
from autograder.classroom.session import ClassSession
from autograder.classroom.stopping import stoppable
from autograder.course import Course, CourseError, load_course
from autograder.course.load_rules import under_rules
from autograder.intake.entries import IntakeError
from autograder.intake.options import add_intake_arguments, named_path, take_in
from autograder.policies.options import add_policies_argument
from autograder.results.store import Store, StoreError
from autograder.sandbox.zygote import SandboxError
from autograder.variants.intake import with_sizes
from autograder.variants.secret import SecretError

if TYPE_CHECKING:
    from autograder.channels.nbgrader.take import Taken

BAD_ARGUMENTS, LEFT_UNGRADED, STOPPED = 2, 3, 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    add_intake_arguments(parser)
    parser.add_argument("--out", type=named_path, help="where results, pages and tables go (nbgrader: COURSE/graded)")
    parser.add_argument(
        "--nbgrader",
        action="store_true",
        help="SUBMISSIONS is a course folder of nbgrader: grade what is submitted there, and show it in formgrader",
    )
    parser.add_argument("--fresh", action="store_true", help="grade everything, also what an earlier run has graded")
    add_policies_argument(parser)
    add_run_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Grade; 0 when every submission has a verdict, 2 for bad arguments, 3 when something was left ungraded."""
    try:
        course = under_rules(load_course(), options.policies)
        _check_out(options)
        taken = _take_course(options, course) if options.nbgrader else None
        intake, environment = taken.intake if taken else take_in(options, course), resolve_environment(options)
        intake = with_sizes(intake, course, options.variants, environment.level)
        with Store(options.out) as store, stoppable():
            status = _grade(options, course, make_agenda(intake, environment, store, fresh=options.fresh), store)
    except (CourseError, IntakeError, SandboxError, SecretError, StoreError) as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return BAD_ARGUMENTS
    if taken is None or status in (BAD_ARGUMENTS, STOPPED):
        return status
    from autograder.channels.nbgrader.give import give_back  # noqa: PLC0415 - an extra

    return give_back(taken, course, options.out, status)


def _take_course(options: argparse.Namespace, course: Course) -> "Taken":
    from autograder.channels.nbgrader.take import take_course  # noqa: PLC0415 - the same

    return take_course(options, course)


def _check_out(options: argparse.Namespace) -> None:
    if options.out is None and not options.nbgrader:
        raise IntakeError("--out: name a folder for the results")
    options.out = options.out or options.submissions / "graded"
    if options.out.exists() and not options.out.is_dir():
        raise IntakeError(f"{options.out}: is a file; name a folder for the results with --out")
    check_jobs(options)
    if options.nbgrader:
        return
    inside = options.submissions.resolve()
    if options.out.resolve() == inside or inside in options.out.resolve().parents:
        raise IntakeError(f"{options.out}: lies among the submissions; name a folder outside {options.submissions}")


def _grade(options: argparse.Namespace, course: Course, agenda: Agenda, store: Store) -> int:
    start = time.monotonic()
    teller = teller_of(options)
    crew = crew_of(options, course, agenda, teller)
    session = ClassSession(course, options.out, store, agenda, teller)
    try:
        session.grade(crew, start)
    except OSError as error:  # single results are kept one by one; this is about the table and the pages of the class
        print(f"autograder: {options.out}: cannot be written: {error.strerror}", file=sys.stderr)  # noqa: T201 - the same
        return LEFT_UNGRADED
    except KeyboardInterrupt:
        teller.pause()
        done = session.done + len(agenda.known)
        told = f"stopped; {done} of {len(agenda.intake.submissions)} submissions are graded, and kept"
        print(f"autograder: {told}. The same command goes on from there", file=sys.stderr)  # noqa: T201 - the same
        return STOPPED
    return LEFT_UNGRADED if session.ungraded or session.needs_person else 0
