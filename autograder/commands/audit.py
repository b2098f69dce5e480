"""`autograder audit [NN …] [--only EXERCISE]`."""

import argparse
import os
import sys
import time
from collections import Counter

import torch

from autograder.audit.report import check_lines, problem_lines
from autograder.audit.run import audit
from autograder.audit.zoo import read_zoo
from autograder.classroom.rehearse import rehearse_all
from autograder.course import CourseError, load_course
from autograder.sandbox.choose import choose
from autograder.sandbox.launch import Level
from autograder.sandbox.zygote import SandboxError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    parser.add_argument("assignments", nargs="*", metavar="NN", help="assignments (default: all)")
    parser.add_argument("--only", metavar="EXERCISE", help="specimens of this exercise")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--isolation", choices=[str(level) for level in Level])
    parser.add_argument("--matrix", action="store_true", help="say which checks each wrong program fails")


def run(options: argparse.Namespace) -> int:
    """0 when every verdict is as it should be, 1 when one is not."""
    start = time.monotonic()
    torch.set_num_threads(1)
    try:
        course = load_course()
        assignments = [course.assignment(name) for name in options.assignments] or list(course)
        specimens = read_zoo(course, assignments, options.only)
        needed = [item for item in assignments if any(s.exercise.assignment == item.id for s in specimens)]
        rehearsals = rehearse_all(needed)
        level = choose(Level(options.isolation) if options.isolation else None)
    except (CourseError, SandboxError) as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return 2
    judged = list(audit(course, level, rehearsals, specimens, max(1, options.jobs)))
    for line in [*problem_lines(judged), *(check_lines(judged) if options.matrix else [])]:
        print(line)  # noqa: T201 - the report is what the command is for
    kinds = Counter(item.specimen.kind for item in judged)
    bad = sum(item.problem is not None for item in judged)
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"{counts}; {bad} verdicts to mend; {time.monotonic() - start:.1f} s")  # noqa: T201 - the same
    return 1 if bad else 0
