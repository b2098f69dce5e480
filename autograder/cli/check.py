"""`autograder check`: grade one student's part and print the result, for appeals."""

from dataclasses import replace
from pathlib import Path

import click

from autograder.cli.common import (
    BAD_ARGUMENTS,
    DONE,
    FOUND,
    LEFT_OUT,
    NamedPath,
    command,
    complain,
    open_course,
    working,
    writing,
)
from autograder.cli.options import isolation_option, json_option
from autograder.course import Assignment, Course, Visibility
from autograder.errors import IntakeError
from autograder.execution.kept_submission import is_result_folder, kept_submission
from autograder.execution.plan import RunPlan
from autograder.execution.scheduling import grade_class
from autograder.execution.startup import ExecutorOptions, make_local_executor, resolve_environment
from autograder.intake.read import read_single
from autograder.intake.submission import Intake, Submission
from autograder.reports.events import emit_event
from autograder.reports.feedback_text import result_text
from autograder.reports.terminal import terminal_width
from autograder.results.model import GradingFailure, Json, Result
from autograder.sandbox.host.isolation import Level

INSTRUCTOR_VIEW = Visibility(show_all_words=True)  # shows examples, and all text of the student's program


@command(
    arguments={
        "FOLDER": "a student's folder, archive, notebook or file of one part, or the folder of a result",
        "[EXERCISE]": "print this exercise only",
    },
    statuses={
        DONE: "everything printed is right",
        FOUND: "something is not",
        BAD_ARGUMENTS: "bad arguments",
        LEFT_OUT: "something could not be graded",
    },
    examples=[
        "autograder check submissions/ada/02_causal",
        "autograder check submissions/ada/02_causal masked_softmax",
        "autograder check graded/ada/02_causal",
        "autograder check work.zip --assignment 02",
    ],
)
@click.argument("folder", type=NamedPath())
@click.argument("exercise", default="")
@click.option("--assignment", default="", metavar="NN", help="The part, if no folder is named after it.")
@isolation_option
@json_option
def check(*, folder: Path, exercise: str, assignment: str, isolation: Level | None, as_json: bool) -> int:
    """Grade one student's part and print why each check failed.

    The files run in the sandbox, and neither submissions nor results change. For the folder of a result in an output
    folder of `grade`, the files that were graded are taken from its store.
    """
    course = replace(open_course(json=as_json), visibility=INSTRUCTOR_VIEW, own_visibility={})
    with working("reading the files"):
        submission = read_part(folder, course, assignment)
    require_exercise(exercise, course.assignment(submission.assignment))
    with working("grading"):
        graded = _grade(course, submission, isolation)
    if isinstance(graded, GradingFailure):
        complain(f"{folder}: could not be graded: {graded.reason}")
        return LEFT_OUT
    result = graded.to_json()
    if as_json:
        _report_json(result, exercise)
    else:
        click.echo(result_text(result, exercise, terminal_width()))
    return _status(result, exercise)


def read_part(folder: Path, course: Course, assignment: str) -> Submission:
    """Read one student's part, from a folder of a result too.

    Raises:
        AutograderError: it is no part of the course, or cannot be read.
    """
    if is_result_folder(folder):
        with writing(folder):
            return kept_submission(folder, course)
    return read_single(folder, course, course.assignment(assignment) if assignment else None)


def require_exercise(name: str, assignment: Assignment) -> None:
    """Refuse the name of an exercise that an assignment does not have.

    Raises:
        IntakeError: it has none of this name.
    """
    names = [exercise.name for exercise in assignment.exercises]
    if name and name not in names:
        raise IntakeError(f"{assignment.id} has no exercise {name!r}; it has {', '.join(names)}")


def _grade(course: Course, submission: Submission, isolation: Level | None) -> Result | GradingFailure:
    """Grade the whole part, because the verdict on an exercise may depend on another one that it calls."""
    environment = resolve_environment(ExecutorOptions(isolation=isolation))
    plan = RunPlan(Intake((submission,), ()), environment, (submission,), {})
    (outcome,) = grade_class(make_local_executor(course, plan, 1, complain), [submission])
    return outcome


def _report_json(result: Json, exercise: str) -> None:
    """Print an event for each exercise and each anomaly, as in result.json, and one at the end."""
    for item in result["exercises"]:
        if exercise in ("", item["name"]):
            emit_event("exercise", **item)
    for item in result["anomalies"]:
        if exercise in ("", item["exercise"]):
            emit_event("anomaly", **item)
    figures = {name: result[name] for name in ("assignment", "score", "max_score", "isolation", "submission")}
    emit_event("end", **figures)


def _status(result: Json, exercise: str) -> int:
    """Return the exit status for the exercises that are printed; one without a score waits for a person."""
    printed = [item for item in result["exercises"] if exercise in ("", item["name"])]
    if any(item["score"] is None for item in printed):
        return LEFT_OUT
    return DONE if all(item["outcome"] == "right" for item in printed) else FOUND
