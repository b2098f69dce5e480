"""How tests grade: one submission in this process's own sandbox, or a whole class through the command."""

import re
import subprocess
import sys
from dataclasses import replace

from autograder.course import Course
from autograder.execution.grader import SubmissionGrader
from autograder.execution.prewarm import RecordedChecks
from autograder.execution.scheduling import Judged, LineSearch
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.results.model import ExerciseResult, GraderVersion, Result
from autograder.sandbox.host.fork_server import ForkServer
from tests.helpers.paths import ROOT

SUBSTITUTED = re.compile(r"(?:; )?judged with .* replaced by a correct definition, .*")
GRADER = GraderVersion("test", "test", "test")


def grade_sources(
    fork_server: ForkServer, course: Course, recorded_checks: RecordedChecks, assignment: str, **sources: bytes
) -> Result:
    """Grade files given by their stems: `self_attention=b"…"`."""
    grader = ExerciseGrader(fork_server, fork_server.limits, recorded_checks, rubric=course.rubric)
    files = {f"{stem}.py": source for stem, source in sources.items()}
    return grade_submission(grader, course.assignment(assignment), Submission("student", assignment, files), GRADER)


def grade_whole(grader: SubmissionGrader, submission: Submission) -> Result:
    """Judge a submission and look for its lines, as a class run does."""
    outcome = grader.grade(submission)
    result = grader.grade(LineSearch(submission, outcome)) if isinstance(outcome, Judged) else outcome
    assert isinstance(result, Result)
    return result


def by_name(result: Result) -> dict[str, ExerciseResult]:
    return {exercise.name: exercise for exercise in result.exercises}


def without_substitute_notes(result: Result) -> Result:
    """A result without its trials with substitutes: what an exercise uses is only known where all share a worker."""
    exercises = [replace(item, note=SUBSTITUTED.sub("", item.note), trials=()) for item in result.exercises]
    return replace(result, exercises=tuple(exercises))


def solution(assignment: str, file: str) -> bytes:
    return (ROOT / "solutions" / assignment / file).read_bytes()


def stub(assignment: str, file: str) -> bytes:
    return (ROOT / "assignments" / assignment / file).read_bytes()


def complaints(stderr: str) -> str:
    """What a command prints on stderr besides the line that names the course."""
    return re.sub(r"\Acourse: [^\n]*\n", "", stderr)


def autograder(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command as an instructor does; its stderr without the line that names the course."""
    command = [sys.executable, "-m", "autograder", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    done.stderr = complaints(done.stderr)
    return done
