"""A class over a term through the real command, with an executor that reads verdicts instead of running anything.

A file of a submission names what it fails: `# wrong: causal_mask` fails the core of an exercise, `# fragile:
causal_mask` only its robustness; `# stub: causal_mask` is not attempted. `# crash` loses the grading process, and
`# refused: causal_mask` needs a person.
"""

import csv
import json
import math
import re
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.checking.registry import Check, CheckInfo, Level
from autograder.course import Course, Exercise, load_course
from autograder.execution.scheduling import GradingFuture
from autograder.intake.submission import Submission
from autograder.results.failure import REFUSED_FILE, Failure
from autograder.results.model import CheckResult, ExerciseResult, GraderVersion, Json, Result

GRADER = GraderVersion("test", "0" * 64, "test")
CORE_SHARE = 0.75  # of an exercise's points


class ReadingExecutor:
    """Grades in this process, by what a submission says of itself."""

    processes = max_pending = 1
    completes_in_thread = False
    worker_lost_errors: tuple[type[BaseException], ...] = ()

    def __init__(self, course: Course, core_share: float = CORE_SHARE, *, lost: bool = False) -> None:
        self._course = course
        self._core_share = core_share
        self._lost = lost

    def submit(self, submission: Submission, patience: float = math.inf) -> GradingFuture:
        future: GradingFuture = Future()
        if self._lost or any(b"# crash" in source for source in submission.sources.values()):
            future.set_exception(RuntimeError("the grading process was lost"))
        else:
            future.set_result(self._grade(submission))
        return future

    def close(self, *, at_once: bool = False) -> None:
        """Nothing runs."""

    def _grade(self, submission: Submission) -> Result:
        exercises = tuple(
            self._exercise(exercise, submission)
            for exercise in self._course.assignment(submission.assignment).exercises
        )
        return Result(
            submission.student,
            submission.assignment,
            "bwrap",
            GRADER,
            submission.sha256,
            tuple(sorted(submission.sources)),
            submission.notes,
            exercises,
            (),
            submission.late,
            submission.attempts,
            submission.handed_in,
            submission.due,
            submission.received,
            submission.unreadable,
        )

    def _exercise(self, exercise: Exercise, submission: Submission) -> ExerciseResult:
        name, file = exercise.name, exercise.file
        if file not in submission.sources:
            refused, why = file in submission.refused, submission.why_missing(file)
            failed = "does not parse" if refused else "not submitted"
            record = Failure(REFUSED_FILE if refused else "", remark=why)
            checks = self._checks(exercise, failed, failed, record)
            return ExerciseResult(name, file, exercise.points, failed, checks)
        said = re.findall(r"# (\w+): (\w+)", submission.sources[file].decode())
        marks = {mark for mark, named in said if named == name}
        core = "not attempted" if "stub" in marks else "wrong values" if "wrong" in marks else "right"
        robust = core if "stub" in marks else "right" if not marks & {"wrong", "fragile"} else "crashed"
        waits = "the sandbox refused socket()" if "refused" in marks else ""
        outcome = "not run" if waits else core if core != "right" else robust
        checks = self._checks(exercise, core, robust, Failure(remark=f"{name} of {submission.student} is off"))
        return ExerciseResult(name, file, exercise.points, outcome, checks, needs_person=waits)

    def _checks(self, exercise: Exercise, core: str, robust: str, failure: Failure) -> tuple[CheckResult, ...]:
        outcomes = {"core": core, "robustness": robust}
        named = worth_of(exercise, self._core_share)
        return tuple(_check(name, level, outcomes[level], worth, failure) for name, level, worth in named)


def worth_of(exercise: Exercise, core_share: float) -> tuple[tuple[str, Level, float], ...]:
    """The checks of an exercise: id, level and points of each."""
    worth = round(exercise.points * core_share, 2)
    rest = round(exercise.points - worth, 2)
    return (f"{exercise.name}.values", "core", worth), (f"{exercise.name}.large", "robustness", rest)


def _check(name: str, level: str, outcome: str, worth: float, failure: Failure) -> CheckResult:
    right = outcome == "right"
    told = {} if right else {"message": failure.words(), "failure": failure}
    return CheckResult(name, name, level, worth if right else 0.0, worth, outcome, **told)


class Term:
    """The folders of a term: what is handed in each week, and the results of all weeks."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.out = folder / "graded"
        self.course = load_course()
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        for module in ("publisher", "review"):
            monkeypatch.setattr(f"autograder.execution.{module}.sync_all", lambda: None)  # waits for the whole machine
        self.use_checks(CORE_SHARE)

    def use_checks(self, core_share: float) -> None:
        """Grade from now on with checks of other points, as after an edit of the course."""
        self._monkeypatch.setattr(
            "autograder.cli.grade.make_executor",
            lambda options, course, plan, say: ReadingExecutor(course, core_share) if plan.pending else None,
        )
        self._monkeypatch.setattr("autograder.grading.renewal.checks_of", lambda part: self._declared(part, core_share))
        self._monkeypatch.setattr("autograder.execution.cache_key.runtime_hash", lambda: f"checks {core_share}")
        self._monkeypatch.setattr("autograder.execution.cache_key.part_hashes", tuple)

    def _declared(self, assignment: str, core_share: float) -> dict[str, list[Check]]:
        """The checks of an assignment's exercises, as the course would declare those that the executor names."""
        return {
            exercise.name: [
                Check(CheckInfo(name, name, worth, level, ""), lambda: None)
                for name, level, worth in worth_of(exercise, core_share)
            ]
            for exercise in self.course.assignment(assignment).exercises
        }

    def lose_everything(self) -> None:
        """From now on, lose the grading process of every submission."""
        self._monkeypatch.setattr(
            "autograder.cli.grade.make_executor",
            lambda options, course, plan, say: ReadingExecutor(course, lost=True) if plan.pending else None,
        )

    def hand_in(self, week: str, student: str, assignment: str, *marks: str) -> None:
        """Write all files of an assignment, with these marks in each."""
        part = self.course.assignment(assignment)
        for file in part.files:
            self.hand_in_file(week, student, f"{part.id}/{file}", *marks)

    def hand_in_file(self, week: str, student: str, name: str, *marks: str) -> None:
        path = self.folder / week / student / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"# {mark}\n" for mark in (*marks, f"by: {student}")), encoding="utf-8")

    def run(self, *arguments: object) -> tuple[int, str]:
        """Run a command; return its status and everything that it printed."""
        self._capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        captured = self._capsys.readouterr()
        assert "Traceback" not in captured.err
        return status, captured.out + captured.err

    def said(self, *arguments: object, status: int = 0) -> str:
        """Run a command that must end with this status; return everything that it printed."""
        got, said = self.run(*arguments)
        assert got == status, said
        return said

    def adjust(self, *arguments: object, status: int = 0) -> str:
        """Correct scores of the term, or list the corrections."""
        return self.said("adjust", self.out, *arguments, status=status)

    def grade(self, week: str, *arguments: object) -> str:
        status, said = self.run("grade", self.folder / week, "--out", self.out, "--jobs", 1, *arguments)
        assert status in (0, 3), said
        return said

    def rows(self) -> dict[tuple[str, str], dict[str, str]]:
        """The rows of grades.csv by student and the number of the assignment."""
        with (self.out / "grades.csv").open(encoding="utf-8", newline="") as file:
            return {(row["student"], row["assignment"][:2]): row for row in csv.DictReader(file)}

    def scores(self) -> dict[tuple[str, str], str]:
        return {key: row["score"] for key, row in self.rows().items()}

    def result(self, student: str, assignment: str) -> Json:
        result: Json = json.loads(self._file(student, assignment, "result.json"))
        return result

    def page(self, student: str, assignment: str) -> str:
        return self._file(student, assignment, "feedback.md")

    def _file(self, student: str, assignment: str, name: str) -> str:
        path = self.out / student / self.course.assignment(assignment).id / name
        return path.read_text(encoding="utf-8")

    def left_behind(self) -> Mapping[str, bytes]:
        """Every file of the results but what varies from run to run."""
        paths = [path for path in sorted(self.out.rglob("*")) if path.is_file() and path.name != "run.json"]
        return {str(path.relative_to(self.out)): path.read_bytes() for path in paths if ".autograder" not in path.parts}


@pytest.fixture
def term(
    fixed_points: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Term:
    return Term(tmp_path, monkeypatch, capsys)
