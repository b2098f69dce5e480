"""What a class run survives: a grading process that is lost, a result that cannot be written."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.course import Course
from autograder.execution.executors import local_executor
from autograder.execution.grader import GradingSetup
from autograder.execution.prewarm import RecordedChecks
from autograder.execution.scheduling import grade_class
from autograder.intake.submission import Submission
from autograder.results.model import Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import select_level
from tests.helpers.grading import GRADER, autograder, solution

PART = "00_warmup"
RIGHT = {"warmup.py": solution(PART, "warmup.py")}


class Deadly(Submission):
    """Whichever grading process takes it up ends at once, as one does that the kernel kills for its memory."""

    def __reduce__(self) -> tuple[Callable[[int], Any], tuple[int]]:
        return os._exit, (9,)


@pytest.mark.sandbox
def test_a_lost_grading_process_costs_only_the_submission_that_loses_it_each_time(
    course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    names = [f"student{number:02}" for number in range(20)]
    submissions: list[Submission] = [Submission(name, PART, RIGHT) for name in names]
    submissions.insert(3, Deadly("deadly", PART, RIGHT))
    plan = GradingSetup(course, select_level(None), recorded_checks(PART), GRADER)
    items = list(grade_class(local_executor(plan, ForkServer(plan.level, course.limits), 2), submissions))
    graded = [item for item in items if isinstance(item, Result)]
    assert [item.student for item in items if item not in graded] == ["deadly"]
    assert sorted(item.student for item in graded) == names
    assert all(item.score == item.max_score for item in graded)


@pytest.mark.sandbox
@pytest.mark.parametrize("option", ["--quiet", "--no-locate"])
def test_a_result_that_cannot_be_written_is_named_and_costs_nobody_else(tmp_path: Path, option: str) -> None:
    for name in ("ada", "bo"):
        (tmp_path / "class" / name / PART).mkdir(parents=True)
        (tmp_path / "class" / name / PART / "warmup.py").write_bytes(RIGHT["warmup.py"])
    (tmp_path / "out").mkdir()
    (tmp_path / "out/ada").write_text("a file where a folder belongs")
    done = autograder("grade", tmp_path / "class", "--out", tmp_path / "out", "--jobs", 1, option)
    assert done.returncode == 3
    assert "ungraded: ada, 00_warmup: its result cannot be written" in done.stdout
    assert "\n1 submission graded" in done.stdout, "what has no result is not counted"
    assert "Traceback" not in done.stderr
    assert f'"bo","{PART}",2,2,"graded"' in (tmp_path / "out/grades.csv").read_text()


@pytest.mark.sandbox
@pytest.mark.parametrize("name", ["grades.csv", "class.html", "run.json"])
def test_a_file_of_the_class_that_cannot_be_written_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "class/ada" / PART).mkdir(parents=True)
    (tmp_path / "class/ada" / PART / "warmup.py").write_bytes(RIGHT["warmup.py"])
    (tmp_path / "out" / name).mkdir(parents=True)
    done = autograder("grade", tmp_path / "class", "--out", tmp_path / "out", "--jobs", 1)
    assert done.returncode == 3
    assert done.stderr == f"autograder: {tmp_path / 'out' / name}: cannot be written (Is a directory)\n"
