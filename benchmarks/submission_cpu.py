"""Processor seconds per submission, with exercises that share a worker and with a worker for each; start taken off.

    python -m benchmarks.submission_cpu [--part 02_causal] [--students 10]

Three classes: the drawn one (`drawn_class.py`), one of right programs only, and copies of the solution. One grading
process at landlock, where the system adds up what all workers used.
"""

import argparse
import contextlib
import os
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.course import Assignment, load_course
from autograder.execution.prewarm import RecordedChecks, record_checks
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.results.model import GraderVersion
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from benchmarks.drawn_class import WRONG, drawn_class

VERSION = GraderVersion("benchmark", "", "")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", default="02_causal")
    parser.add_argument("--students", type=int, default=10)
    options = parser.parse_args()
    assignment = load_course().assignment(options.part)
    recorded = record_checks([assignment])
    for name, submissions in _classes(assignment, options.students):
        seconds = [_per_submission(assignment, recorded, submissions, together=way) for way in (False, True)]
        print(f"{name}: {seconds[0]:.3f} s alone, {seconds[1]:.3f} s together, {seconds[1] / seconds[0]:.2f} times")


def _classes(assignment: Assignment, count: int) -> Iterator[tuple[str, list[Submission]]]:
    yield "drawn", _drawn(assignment, count, WRONG)
    yield "right, no two the same", _drawn(assignment, count, None)
    folder = load_course().solutions_folder / assignment.id
    texts = {file: (folder / file).read_bytes() for file in assignment.files}
    yield (
        "copies",
        [
            Submission(
                f"student{number}", assignment.id, {file: b"# %d\n" % number + text for file, text in texts.items()}
            )
            for number in range(count)
        ],
    )


def _drawn(assignment: Assignment, count: int, wrong: int | None) -> list[Submission]:
    with tempfile.TemporaryDirectory() as folder:
        return [
            Submission(made.parent.name, assignment.id, {file: (made / file).read_bytes() for file in assignment.files})
            for made in drawn_class(assignment.id, count, Path(folder), wrong)
        ]


def _per_submission(
    assignment: Assignment, recorded: RecordedChecks, submissions: Sequence[Submission], *, together: bool
) -> float:
    start = _seconds(assignment, recorded, [], together=together)
    return (_seconds(assignment, recorded, submissions, together=together) - start) / len(submissions)


def _seconds(
    assignment: Assignment, recorded: RecordedChecks, submissions: Sequence[Submission], *, together: bool
) -> float:
    """Return what this process and a fork server of its own use, from its start to its end."""
    before = _used()
    with ForkServer(Level.LANDLOCK, load_course().limits) as fork_server:
        fork_server.start()
        grader = ExerciseGrader(fork_server, fork_server.limits, recorded, together=together)
        for submission in submissions:
            grade_submission(grader, assignment, submission, VERSION)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    return _used() - before


def _used() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime + time.process_time()


if __name__ == "__main__":
    main()
