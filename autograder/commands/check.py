"""`autograder check FOLDER [EXERCISE]`: grade the work of one student for one part and print it; for appeals."""

import argparse
import contextlib
import sys
from dataclasses import replace

from autograder.classroom.agenda import Agenda
from autograder.classroom.options import add_isolation_argument, make_local_executor, resolve_environment
from autograder.course import Assignment, Course, CourseError, Visibility, load_course
from autograder.intake.entries import IntakeError
from autograder.intake.options import named_path
from autograder.intake.single import read_single
from autograder.intake.submission import Intake, Submission
from autograder.reports.plain_text import result_text
from autograder.results.model import Json, Result, Ungraded
from autograder.sandbox.zygote import SandboxError

AS_A_PERSON_SEES_IT = Visibility(show_all_words=True)  # an instructor sees examples, and all words of a program's own
RIGHT, NOT_RIGHT, BAD_ARGUMENTS, UNGRADED = 0, 1, 2, 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to `parser`."""
    parser.add_argument(
        "folder", type=named_path, metavar="FOLDER", help="a student's folder, archive, notebook or file of one part"
    )
    parser.add_argument("exercise", nargs="?", default="", metavar="EXERCISE", help="print this exercise only")
    parser.add_argument("--assignment", default="", metavar="NN", help="the part, where no folder is named after it")
    add_isolation_argument(parser)
    parser.set_defaults(cluster=None)
    parser.epilog = (
        "The files run in the sandbox, and nothing is written. Exit status: 0 everything printed is right, "
        "1 something is not, 2 bad arguments, 3 something could not be graded."
    )


def run(options: argparse.Namespace) -> int:
    """Grade and print; 0 all right, 1 not all right, 2 bad arguments, 3 not graded."""
    try:
        course = replace(load_course(), visibility=AS_A_PERSON_SEES_IT, own_visibility={})
        assignment = course.assignment(options.assignment) if options.assignment else None
        submission = read_single(options.folder, course, assignment)
        _check_exercise(options.exercise, course.assignment(submission.assignment))
        graded = _grade(options, course, submission)
    except (CourseError, IntakeError, SandboxError) as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return BAD_ARGUMENTS
    if isinstance(graded, Ungraded):
        print(f"autograder: {options.folder}: could not be graded: {graded.reason}", file=sys.stderr)  # noqa: T201 - the same
        return UNGRADED
    result = graded.to_json()
    print(result_text(result, options.exercise))  # noqa: T201 - what the command is for
    return _status(result, options.exercise)


def _check_exercise(name: str, assignment: Assignment) -> None:
    names = [exercise.name for exercise in assignment.exercises]
    if name and name not in names:
        raise IntakeError(f"{assignment.id} has no exercise {name!r}; it has {', '.join(names)}")


def _grade(options: argparse.Namespace, course: Course, submission: Submission) -> Result | Ungraded:
    """Grade the whole part, because the verdict on an exercise may depend on another one that it calls."""
    plan = Agenda(Intake((submission,), ()), resolve_environment(options), (submission,), {})
    with contextlib.closing(make_local_executor(course, plan, 1, _warn)) as executor:
        return executor.submit(submission).result()


def _warn(text: str) -> None:
    print(f"autograder: {text}", file=sys.stderr)  # noqa: T201 - a weak isolation


def _status(result: Json, exercise: str) -> int:
    """The exit status for the exercises that are printed; one without a score waits for a person."""
    printed = [item for item in result["exercises"] if exercise in ("", item["name"])]
    if any(item["score"] is None for item in printed):
        return UNGRADED
    return RIGHT if all(item["outcome"] == "right" for item in printed) else NOT_RIGHT
