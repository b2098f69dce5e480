"""`autograder audit [NN …] [--only EXERCISE] [--mutants]`."""

import argparse
import os
import sys
import time
from collections import Counter

import torch

from autograder.audit.matrix import matrices
from autograder.audit.mutants.equivalent import read_equivalents
from autograder.audit.mutants.generate import mutants_of
from autograder.audit.mutants.judge import MutationReport, survivors
from autograder.audit.programs import read_programs
from autograder.audit.report import matrix_html, problem_lines
from autograder.audit.run import audit
from autograder.classroom.rehearse import rehearse_all
from autograder.course import Assignment, Course, CourseError, load_course
from autograder.intake.options import named_path
from autograder.results.files import write_text
from autograder.results.model import dumps
from autograder.sandbox.choose import choose
from autograder.sandbox.launch import Level
from autograder.sandbox.zygote import SandboxError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    parser.add_argument("assignments", nargs="*", metavar="NN", help="assignments (default: all)")
    parser.add_argument("--only", metavar="EXERCISE", help="programs of this exercise")
    parser.add_argument("--mutants", action="store_true", help="small changes of the solutions instead of the zoos")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--isolation", choices=[str(level) for level in Level])
    parser.add_argument("--html", type=named_path, metavar="FILE", help="write the matrix as a page")
    parser.add_argument("--matrix", action="store_true", help="say which checks each wrong program fails")
    parser.add_argument(
        "--results",
        type=named_path,
        metavar="FILE",
        help="write every result as JSON, to be compared with another audit's",
    )


def run(options: argparse.Namespace) -> int:
    """0 when every verdict is as it should be, 1 when one is not."""
    torch.set_num_threads(1)
    try:
        course = load_course()
        assignments = [course.assignment(name) for name in options.assignments] or list(course)
        level = choose(Level(options.isolation) if options.isolation else None)
        return (_run_mutants if options.mutants else _run_zoos)(course, assignments, level, options)
    except (CourseError, SandboxError) as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return 2


def _run_zoos(course: Course, assignments: list[Assignment], level: Level, options: argparse.Namespace) -> int:
    start = time.monotonic()
    programs = read_programs(course, assignments, options.only)
    if not programs:
        what = options.only or ", ".join(item.id for item in assignments)
        raise CourseError(
            f"tests/wrong and tests/styles hold no program about {what}; CONTRIBUTING.md says how to add one"
        )
    needed = [item for item in assignments if any(s.exercise.assignment == item.id for s in programs)]
    rehearsals = rehearse_all(needed)
    judged = list(audit(course, level, rehearsals, programs, max(1, options.jobs)))
    found = matrices(judged, rehearsals)
    if options.html:
        write_text(options.html, matrix_html(judged, found))
    if options.results:
        told = {
            f"{item.program.kind}/{item.program.name}": [result.to_json() for result in item.results] for item in judged
        }
        write_text(options.results, dumps(told))
    idle = [f"{name}: cheaper checks reject all that it rejects" for item in found for name in item.idle]
    matrix = [line for item in found if options.matrix for line in item.lines()]
    for line in [*problem_lines(judged), *matrix, *idle]:
        print(line)  # noqa: T201 - the report is what the command is for
    kinds = Counter(item.program.kind for item in judged)
    bad = sum(item.problem is not None for item in judged)
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"{counts}; {bad} verdicts to mend, {len(idle)} idle checks; {time.monotonic() - start:.1f} s")  # noqa: T201 - the same
    return 1 if bad or idle else 0


def _run_mutants(course: Course, assignments: list[Assignment], level: Level, options: argparse.Namespace) -> int:
    start = time.monotonic()
    exercises = [item for part in assignments for item in part.exercises if options.only in (None, item.name)]
    mutants = [mutant for exercise in exercises for mutant in mutants_of(exercise)]
    needed = [part for part in assignments if any(item.assignment == part.id for item in exercises)]
    survived = survivors(course, level, rehearse_all(needed), mutants, max(1, options.jobs))
    harvest = MutationReport(mutants, survived, read_equivalents())
    for line in [*harvest.lines(), f"{time.monotonic() - start:.1f} s"]:
        print(line)  # noqa: T201 - the report is what the command is for
    return 1 if harvest.holes or harvest.stale else 0
