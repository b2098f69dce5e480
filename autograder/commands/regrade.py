"""`autograder regrade OUT SUBMISSIONS`: what a change of checks or points does to a graded class."""

import argparse
import sys

from autograder.classroom.agenda import Agenda, make_agenda
from autograder.classroom.moves import move_line
from autograder.classroom.options import add_run_arguments, check_jobs, crew_of, resolve_environment, teller_of
from autograder.classroom.progress import Teller
from autograder.classroom.regrade import Regrade, adopt
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

KEPT, BAD_ARGUMENTS, LEFT_UNGRADED, STOPPED = 1, 2, 3, 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    parser.add_argument("out", type=named_path, metavar="OUT", help="what `autograder grade --out` has written")
    add_intake_arguments(parser)
    parser.add_argument("--apply", action="store_true", help="write the new results; without it they are only shown")
    parser.add_argument("--allow-lower", action="store_true", help="also those of students who lose points")
    add_policies_argument(parser)
    add_run_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """0 when all is shown or written, 1 when somebody keeps a better score, 2 and 3 as for `grade`."""
    try:
        course = under_rules(load_course(), options.policies)
        if not options.out.is_dir():
            raise IntakeError(f"{options.out}: not a folder; name what `autograder grade --out` has written")
        check_jobs(options)
        intake, environment = take_in(options, course), resolve_environment(options)
        intake = with_sizes(intake, course, options.variants, environment.level)
        with Store(options.out) as store, stoppable():
            adopt(options.out, store)
            agenda = make_agenda(intake, environment, store, keep=False)
            return _regrade(options, course, agenda, store)
    except (CourseError, IntakeError, SandboxError, SecretError, StoreError) as error:
        _complain(str(error))
        return BAD_ARGUMENTS
    except OSError as error:
        _complain(f"{error.filename}: cannot be written ({error.strerror})")
        return BAD_ARGUMENTS
    except KeyboardInterrupt:
        _complain("stopped; what is graded is kept, nothing is changed. The same command goes on from there")
        return STOPPED


def _regrade(options: argparse.Namespace, course: Course, agenda: Agenda, store: Store) -> int:
    teller = teller_of(options)
    session = ClassSession(course, options.out, store, agenda, teller)
    crew = crew_of(options, course, agenda, teller)
    try:
        gradings = session.collect(crew)
    finally:
        teller.pause()
    regrade = Regrade(options.out, course, store, gradings)
    if options.apply:
        regrade.apply(session.ungraded, allow_lower=options.allow_lower)
    _tell(regrade, options, teller, len(gradings))
    for student, assignment in regrade.waiting:
        stays = "; the earlier result stays" if regrade.stays((student, assignment)) else ""
        teller.say(f"needs you: {student}, {assignment}: could not be graded here{stays}")
    for item in session.ungraded:
        teller.say(f"ungraded: {item.student}, {item.assignment}: {item.reason}")
    if session.ungraded or regrade.waiting:
        return LEFT_UNGRADED
    return KEPT if options.apply and regrade.lower and not options.allow_lower else 0


def _tell(regrade: Regrade, options: argparse.Namespace, teller: Teller, count: int) -> None:
    for move in regrade.moves.values():
        teller.move(move_line(move.to_json()), move.to_json())
    up = sum(move.up for move in regrade.moves.values())
    lower, first = len(regrade.lower), sum(move.before is None for move in regrade.moves.values())
    told = f"{len(regrade.moves)} of {count} results move: {up} up, {lower} down"
    told += f", {first} with a first score" if first else ""
    kept = f"; the {lower} that would lose points stay as they were (--allow-lower)"
    done = "written" if options.apply else "nothing is written (--apply)"
    figures = {"results": count, "moved": len(regrade.moves), "up": up, "down": lower, "first": first}
    teller.end(
        f"{told}; {done}{kept if lower and not options.allow_lower else ''}", figures | {"applied": options.apply}
    )


def _complain(text: str) -> None:
    print(f"autograder: {text}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
