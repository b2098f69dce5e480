"""Which mistakes a course tells of its own wrong programs, as JSON; AUTOGRADER_COURSE names the folder of the course.

A program of its own, because a process has one course.
"""

import json
import sys

from autograder.audit.programs import Program, read_programs
from autograder.course import load_course
from autograder.execution.prewarm import record_checks
from autograder.grading.exercise import ExerciseGrader
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import select_level


def told(grader: ExerciseGrader, program: Program) -> list[str]:
    exercise = program.exercise
    attempt = grader.try_exercise(exercise, {exercise.file: program.source}, {}, grader.budget())
    return [diagnosis.name for diagnosis in attempt.diagnosis]


def main() -> None:
    """Print, for each program that is wrong at its core, the name of its mistake and those that are told."""
    course = load_course()
    fork_server = ForkServer(select_level(None), course.limits)
    grader = ExerciseGrader(fork_server, course.limits, record_checks(list(course)))
    programs = [item for item in read_programs(course, list(course)) if (item.kind, item.level) == ("wrong", "core")]
    rows = {f"{item.exercise.name}:{item.cell_name}": [item.mistake, told(grader, item)] for item in programs}
    fork_server.close()
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
