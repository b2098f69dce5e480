"""What a group hands in is graded once, and every member gets the result."""

import json
import re
from pathlib import Path

import pytest

from autograder.execution.shared_work import SharedWork
from autograder.intake.submission import Submission
from autograder.results.model import GradingFailure
from tests.helpers import archives
from tests.helpers.grading import autograder, solution


def submission(student: str, group: str = "A", **more: object) -> Submission:
    return Submission(student, "02_causal", {"causal.py": b"x = 1\n"}, group=group, **more)  # type: ignore[arg-type]


def test_members_with_the_same_submission_are_graded_once_and_all_get_the_outcome() -> None:
    shared = SharedWork([submission("ada"), submission("ben"), submission("cy", ""), submission("dan", "")])
    assert [item.student for item in shared.graded] == ["ada", "cy", "dan"]
    outcomes = [GradingFailure(item.student, item.assignment, "lost") for item in shared.graded]
    assert [item.student for item in shared.outcomes(outcomes)] == ["ada", "ben", "cy", "dan"]


def test_members_with_sizes_of_their_own_are_graded_on_their_own() -> None:
    shared = SharedWork([submission("ada", sizes={"f": {"n": 3}}), submission("ben", sizes={"f": {"n": 4}})])
    assert len(shared.graded) == 2


@pytest.mark.sandbox
def test_a_group_in_a_real_run(tmp_path: Path) -> None:
    path = archives.folder(tmp_path / "class", {"ada/00_warmup/warmup.py": solution("00_warmup", "warmup.py")})
    (tmp_path / "groups.csv").write_text("group,student\nA,ada\nA,ben\n")
    done = autograder("grade", path, "--out", tmp_path / "out", "--jobs", 1, "--groups", tmp_path / "groups.csv")
    assert done.returncode == 0, done.stderr
    ada, ben = (json.loads((tmp_path / f"out/{name}/00_warmup/result.json").read_text()) for name in ("ada", "ben"))
    assert ben == ada | {"student": "ben"}
    assert ben["score"] == 2
    page = (tmp_path / "out/ben/00_warmup/feedback.html").read_text()
    assert "handed in by the group A" in page
    assert re.search(r"\bada\b", page) is None
