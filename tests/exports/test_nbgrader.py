"""nbgrader's own gradebook shows the same scores, and is changed as a whole or not at all."""

import csv
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from autograder.__main__ import main
from tests.helpers.extras import needs
from tests.helpers.graded_class import result
from tests.helpers.grading import complaints

pytestmark = [
    needs("nbgrader"),
    pytest.mark.sandbox,
    pytest.mark.filterwarnings("ignore:Object of type <Submitted", "ignore:datetime.datetime.utcnow"),
]


def export(graded: Path, *arguments: object) -> int:
    return main(["export", str(graded), "--format", "nbgrader", *map(str, arguments)])


@contextmanager
def book(path: Path) -> Iterator[Any]:
    from nbgrader.api import Gradebook  # noqa: PLC0415 - slow

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        opened = Gradebook(f"sqlite:///{path}")
    with closing(opened):
        yield opened


def test_scores_and_comments_are_read_back(graded: Path) -> None:
    assert export(graded) == 0
    with book(graded / "gradebook.db") as opened:
        assert opened.find_submission("02_causal", "lovelaceada_4711").score == 13.5
        assert opened.find_submission("02_causal", "ben").score == 27
        assert opened.find_assignment("02_causal").max_score == 27
        grade = opened.find_grade("masked_softmax", "02_causal", "02_causal", "lovelaceada_4711")
        assert (grade.auto_score, grade.manual_score, grade.needs_manual_grade) == (2, None, False)
        comment = opened.find_comment("code-masked_softmax", "02_causal", "02_causal", "lovelaceada_4711")
        assert comment.auto_comment == "wrong values"
        assert {s.student.id for s in opened.assignment_submissions("00_warmup")} == {"ben", "lovelaceada_4711"}


@pytest.mark.full
def test_grading_again_changes_what_differs_and_keeps_a_persons_grade(
    graded: Path, course: object, capsys: pytest.CaptureFixture[str]
) -> None:
    from autograder.results.model import json_text  # noqa: PLC0415 - only here

    export(graded)
    with book(graded / "gradebook.db") as opened:
        opened.find_grade("masked_softmax", "02_causal", "02_causal", "ben").extra_credit = 1
        opened.db.commit()
    again = result(course, "lovelaceada_4711", "02", 1)  # type: ignore[arg-type]
    (graded / "lovelaceada_4711/02_causal/result.json").write_text(json_text(again))
    capsys.readouterr()
    before = (graded / "gradebook.db").read_bytes()
    assert export(graded, "--dry-run") == 0
    assert (graded / "gradebook.db").read_bytes() == before
    assert "lovelaceada_4711: 02_causal: 13.5 -> 27" in capsys.readouterr().out
    assert export(graded) == 0
    with book(graded / "gradebook.db") as opened:
        assert opened.find_submission("02_causal", "lovelaceada_4711").score == 27
        assert opened.find_submission("02_causal", "ben").score == 28


def test_a_submission_that_is_created_again_keeps_what_a_person_entered(graded: Path) -> None:
    place = ("02_causal", "02_causal", "ben")
    export(graded)
    with book(graded / "gradebook.db") as opened:
        opened.find_grade("masked_softmax", *place).manual_score = 1.5
        opened.find_grade("masked_softmax", *place).needs_manual_grade = False
        opened.find_comment("code-masked_softmax", *place).manual_comment = "Look at the mask"
        opened.db.delete(opened.find_grade("first_row", *place))  # as if the course had no such exercise then
        opened.db.commit()
    assert export(graded) == 0
    with book(graded / "gradebook.db") as opened:
        grade = opened.find_grade("masked_softmax", *place)
        assert (grade.auto_score, grade.manual_score, grade.needs_manual_grade) == (4, 1.5, False)
        assert opened.find_comment("code-masked_softmax", *place).manual_comment == "Look at the mask"
        assert opened.find_submission("02_causal", "ben").score == 24.5


def test_cells_of_a_released_notebook_keep_their_names(graded: Path) -> None:
    with book(graded / "gradebook.db") as opened:
        opened.add_assignment("02_causal")
        opened.add_notebook("02_causal", "02_causal")
        opened.add_solution_cell("code-masked_softmax", "02_causal", "02_causal")
        opened.add_student("ben")
        opened.add_submission("02_causal", "ben")
    assert export(graded) == 0
    with book(graded / "gradebook.db") as opened:
        assert opened.find_submission("02_causal", "ben").score == 27


RULES = """[policies]
drop = ["02_causal.masked_softmax"]
bonus = ["02_causal.first_row"]
[policies.late]
per_day = 10
"""


def exported(opened: Any, path: Path) -> dict[tuple[str, str], dict[str, str]]:
    """What nbgrader's own export says of every submission."""
    from nbgrader.plugins.export import CsvExportPlugin  # noqa: PLC0415 - slow

    plugin = CsvExportPlugin()
    plugin.to = str(path)
    plugin.export(opened)
    with path.open(newline="") as file:
        return {(row["assignment"], row["student_id"]): row for row in csv.DictReader(file)}


def test_rules_reach_the_gradebook_with_lateness_as_its_own_penalty(
    graded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = graded.parent / "rules.toml"
    rules.write_text(RULES)
    assert export(graded, "--policies", rules) == 0
    with book(graded / "gradebook.db") as opened:
        rows = exported(opened, graded.parent / "export.csv")
    late, in_time = rows["02_causal", "lovelaceada_4711"], rows["02_causal", "ben"]
    told = ("raw_score", "late_submission_penalty", "score", "max_score")
    assert [float(late[name]) for name in told] == [11.5, 1.15, 10.35, 22.5]
    assert [float(in_time[name]) for name in told] == [23, 0, 23, 22.5]
    capsys.readouterr()
    assert export(graded, "--policies", rules, "--dry-run") == 0
    assert capsys.readouterr().out.startswith("cells: 0 filled, 0 changed, 5 as before")


@pytest.mark.full
def test_without_a_rule_for_lateness_nbgraders_own_penalty_stays(graded: Path) -> None:
    assert export(graded) == 0
    place = ("02_causal", "02_causal", "lovelaceada_4711")
    with book(graded / "gradebook.db") as opened:
        opened.find_submission_notebook(*place).late_submission_penalty = 3
        opened.db.commit()
    assert export(graded) == 0
    with book(graded / "gradebook.db") as opened:
        assert opened.find_submission_notebook(*place).late_submission_penalty == 3
    rules = graded.parent / "rules.toml"
    rules.write_text("[policies.late]\nper_day = 0\n")
    assert export(graded, "--policies", rules) == 0
    with book(graded / "gradebook.db") as opened:
        assert opened.find_submission_notebook(*place).late_submission_penalty == 0


@pytest.fixture
def other_database(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "other.db")) as made:
        made.execute("create table assignment (name text)")
        made.commit()
    return tmp_path / "other.db"


def test_what_is_no_gradebook_is_one_sentence_and_stays_as_it_is(
    graded: Path, other_database: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (graded / "text.db").write_text("no database at all, and long enough to be looked at\n" * 50)
    for path in (graded / "text.db", other_database):
        before = path.read_bytes()
        assert export(graded, "--out", path) == 2
        assert path.read_bytes() == before
        assert not list(path.parent.glob(f".{path.name}*"))
        assert complaints(capfd.readouterr().err).startswith(f"autograder: {path}: ")
