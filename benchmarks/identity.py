"""Whether results are the same to the byte when exercises share a worker and when each has its own.

    python -m benchmarks.identity sample|zoo|attacks|drawn [--part 02_causal] [--students 100] [--sample N]

sample  the sample class: every submission of every part
zoo     every program of the zoo, on the solution
attacks every attack of tests/sandbox/attacks, on the solution; it runs into the limits that most of them are for
drawn   a class of which nobody wrote the same (`drawn_class.py`)

Without `--part`, all parts. `--sample N` takes N of the submissions, evenly spread. Both graders have caches of their
own and one sandbox. Prints each difference, and ends with status 1 if there is one. A submission that has another
result when it is graded again in the same way, because it tosses a coin, is printed and not counted.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from autograder.audit.programs import read_programs
from autograder.course import Assignment, load_course
from autograder.execution.prewarm import record_checks
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.read import read_class
from autograder.intake.submission import Submission
from autograder.results.model import GraderVersion, Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from benchmarks.drawn_class import drawn_class
from tests.helpers.arguments import at_least_one
from tests.helpers.attacks import ATTACKED, ATTACKS
from tests.helpers.grading import without_substitute_notes

ROOT = Path(__file__).parents[1]
VERSION = GraderVersion("benchmark", "", "")
REPEATS = 4  # further gradings in each way of a submission with two results


def main() -> int:
    """Grade every submission in both ways; return 1 if a result differs, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("of", choices=("sample", "zoo", "attacks", "drawn"))
    parts = [assignment.id for assignment in load_course()]
    parser.add_argument("--part", choices=parts, metavar="PART", help="one part; default: all")
    parser.add_argument("--students", type=at_least_one, default=100, help="of the drawn class")
    parser.add_argument("--sample", type=at_least_one, default=10**6, help="how many submissions of each part")
    options = parser.parse_args()
    compared = differing = 0
    for assignment in load_course():
        if options.part in (None, assignment.id):
            submissions = list(_submissions(options.of, assignment, options.students))
            chosen = submissions[:: max(1, len(submissions) // options.sample)]
            compared += len(chosen)
            differing += sum(1 for _ in _differing(assignment, chosen))
    print(f"{compared} submissions ({options.of}), {differing} of which have another result alone than together")
    return int(differing > 0)


def _submissions(kind: str, assignment: Assignment, students: int) -> Iterator[Submission]:
    if kind == "sample":
        yield from read_class(ROOT / "examples/class", load_course(), (assignment,)).submissions
    elif kind == "zoo":
        files = _solution(assignment)
        for program in read_programs(load_course(), [assignment]):
            yield Submission(program.key, assignment.id, files | {program.exercise.file: program.source})
    elif kind == "attacks":
        files = _solution(assignment)
        for attack in ATTACKS if ATTACKED in files else ():
            yield Submission(attack.path.stem, assignment.id, files | {ATTACKED: attack.over(files[ATTACKED])})
    else:
        with tempfile.TemporaryDirectory() as folder:
            for made in drawn_class(assignment.id, students, Path(folder)):
                sources = {file: (made / file).read_bytes() for file in assignment.files}
                yield Submission(made.parent.name, assignment.id, sources)


def _solution(assignment: Assignment) -> dict[str, bytes]:
    folder = load_course().solutions_folder / assignment.id
    return {file: (folder / file).read_bytes() for file in assignment.files}


def _differing(assignment: Assignment, submissions: list[Submission]) -> Iterator[str]:
    """Yield the students whose result is another one when each exercise is judged alone, and print it."""
    recorded = record_checks([assignment])
    with ForkServer(Level.LANDLOCK, load_course().limits) as fork_server:
        together, alone = (
            ExerciseGrader(fork_server, fork_server.limits, recorded, together=shared, rubric=load_course().rubric)
            for shared in (True, False)
        )
        for submission in submissions:
            one, other = (grade_submission(grader, assignment, submission, VERSION) for grader in (together, alone))
            if without_substitute_notes(one) == without_substitute_notes(other):
                continue
            place = f"{assignment.id}, {submission.student}"
            if _varies(together, assignment, submission, one) or _varies(alone, assignment, submission, other):
                print(f"{place}: has another result each time that it is graded in the same way", flush=True)
            else:
                print(f"{place}: {_difference(one, other)}", flush=True)
                yield submission.student


def _varies(grader: ExerciseGrader, assignment: Assignment, submission: Submission, first: Result) -> bool:
    """Whether a grader gives another result when it grades a submission again."""
    again = (grade_submission(grader, assignment, submission, VERSION) for _ in range(REPEATS))
    return any(result.to_json() != first.to_json() for result in again)


def _difference(one: Result, other: Result) -> str:
    pairs = zip(one.exercises, other.exercises, strict=True)
    names = [first.name for first, second in pairs if first != second]
    return f"together and alone differ in {', '.join(names) or 'what concerns the whole submission'}"


if __name__ == "__main__":
    sys.exit(main())
