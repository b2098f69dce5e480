"""Rules in a file of the instructor's own: `--policies FILE`."""

import random
from datetime import timedelta
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.course import Course, CourseError
from autograder.course.model import Policies
from autograder.course.policies import with_policies_file
from autograder.execution.publisher import Publisher, ScoreRules
from autograder.policies import policy_hash, score_policy_hash
from autograder.results.model import json_text
from autograder.results.store import Store
from tests.helpers.forked_command import forked_autograder
from tests.helpers.graded_class import export, rows_of
from tests.helpers.grading import complaints, solution

LATE = "[policies]\ndue = { 02_causal = 2026-03-01T23:59:00 }\n[policies.late]\nper_day = 10\n"
DROPPED = '[policies]\ndrop = ["00_warmup.row_sums"]\n'


def file_of(folder: Path, text: str) -> Path:
    path = folder / "rules.toml"
    path.write_text(text)
    return path


def test_the_file_takes_the_place_of_all_rules_of_the_course(tmp_path: Path, course: Course) -> None:
    ruled = with_policies_file(course, file_of(tmp_path, "\ufeff" + DROPPED))
    zone = course.policies.own_zone
    assert ruled.policies == Policies(drop=frozenset({("00_warmup", "row_sums")}), own_zone=zone)
    assert with_policies_file(ruled, file_of(tmp_path, "[policies]")).policies == Policies(own_zone=zone)
    assert with_policies_file(ruled, None) is ruled


MISTAKES = {
    "no table": ("", "has no table [policies]; begin with that line"),
    "no line for it": (
        "grace_hours = 2",
        "unknown key 'grace_hours'; a file of policies contains time_zone and the table [policies] only",
    ),
    "more than rules": (
        DROPPED + "[limits]\n",
        "unknown key 'limits'; a file of policies contains time_zone and the table [policies] only",
    ),
    "no table at all": ("policies = 3", "policies: is 3, expected a table"),
    "no TOML": ("[policies", "is not a TOML file ("),
    "a mistake in a rule": ("[policies]\ngrace_hours = -1", "policies.grace_hours: is -1, expected a number"),
}


@pytest.mark.parametrize(("text", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_sentence_that_names_the_file(
    text: str, sentence: str, tmp_path: Path, course: Course
) -> None:
    path = file_of(tmp_path, text)
    with pytest.raises(CourseError) as caught:
        with_policies_file(course, path)
    assert str(caught.value).startswith(f"{path}: {sentence}")
    assert "\n" not in str(caught.value)


COMMANDS = (
    "grade CLASS --out OUT",
    "regrade CLASS CLASS",
    "intake CLASS",
    "export CLASS --format csv",
    "gradescope a.zip",
)


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize(("name", "sentence"), [("none.toml", "No such file"), ("bytes.toml", "is not a TOML file")])
def test_every_command_that_shows_points_says_what_is_wrong_with_the_file(
    words: str, name: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "CLASS").mkdir()
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    arguments = [str(tmp_path / word) if word in ("CLASS", "OUT", "a.zip") else word for word in words.split()]
    assert main([*arguments, "--policies", str(tmp_path / name)]) == 2
    told = complaints(capsys.readouterr().err)
    assert told.startswith(f"autograder: {tmp_path / name}: ")
    assert sentence in told
    assert told.count("\n") == 1


def test_an_export_is_made_under_the_rules_of_the_grading_only(
    graded: Path,
    course: Course,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = file_of(graded.parent, LATE)
    rules = with_policies_file(course, path).policies
    (graded / "run.json").write_text(json_text({"policies": score_policy_hash(rules)}))
    assert export(graded, "--format", "csv") == 2
    assert "graded: was graded under other rules; name the file of rules that was used" in capsys.readouterr().err
    assert not (graded / "csv.csv").exists()
    assert export(graded, "--format", "csv", "--policies", path) == 0
    ada = next(row for row in rows_of(graded / "csv.csv") if row["student"] == "lovelaceada_4711")
    assert float(ada["02_causal"]) == 12.15  # 13.5, and a day by the platform's word


def test_rules_are_the_same_in_whatever_order_they_are_written(course: Course) -> None:
    names = [(item.assignment, item.name) for part in course for item in part.exercises]
    chance = random.Random(1)

    def shuffled() -> Policies:
        chance.shuffle(names)
        days = {("ada", part): timedelta(days=len(part)) for part, _ in names}
        return Policies(extensions=days, drop=frozenset(names[:0] + sorted(names)[:5]), grace=timedelta(hours=1))

    assert len({policy_hash(shuffled()) for _ in range(5)}) == 1
    hidden = Policies(visibility={"core.after_due": "nothing"})
    assert policy_hash(Policies()) == score_policy_hash(hidden) == "" != policy_hash(hidden)
    assert score_policy_hash(Policies(grace=timedelta(hours=2))) != score_policy_hash(
        Policies(grace=timedelta(hours=1))
    )


def test_pages_are_written_anew_when_the_file_changes(tmp_path: Path, course: Course) -> None:
    with Store(tmp_path / "out") as store:
        looks = {
            Publisher(tmp_path, ScoreRules(with_policies_file(course, file_of(tmp_path, text))), store, ())._page_hash
            for text in (LATE, DROPPED, LATE.replace("10", "20"), LATE)
        }
    assert len(looks) == 3


@pytest.mark.sandbox
def test_a_class_is_graded_under_a_file_of_rules_and_nobody_is_graded_again(tmp_path: Path) -> None:
    for student in ("ada", "ben"):
        (tmp_path / "class" / student / "00_warmup").mkdir(parents=True)
        (tmp_path / "class" / student / "00_warmup/warmup.py").write_bytes(solution("00_warmup", "warmup.py"))
    extension = '[[policies.extension]]\nstudent = "adda"\nassignment = "00_warmup"\ndays = 3\n'
    path, out = file_of(tmp_path, DROPPED + extension), tmp_path / "out"
    assert forked_autograder("grade", tmp_path / "class", "--out", out, "--jobs", 1).returncode == 0
    done = forked_autograder("grade", tmp_path / "class", "--out", out, "--jobs", 1, "--policies", path)
    assert "0 submissions graded, 2 were already" in done.stdout
    assert "policies.extension of adda: no student in this class has this name" in done.stdout
    assert (
        '"ada","00_warmup",0,0,"graded",,,2,"2 − 2 for row_sums (dropped, rule drop) = 0 of 0"'
        in (out / "grades.csv").read_text()
    )
    refused = forked_autograder("export", out, "--format", "csv", "--policies", "none")
    assert (refused.returncode, refused.stderr.count("was graded under other rules")) == (2, 1)
    assert forked_autograder("regrade", out, tmp_path / "class", "--apply", "--policies", path).returncode == 0
    assert forked_autograder("export", out, "--format", "csv").returncode == 0, "the rules are kept"
    assert rows_of(out / "csv.csv")[0]["score"] == "0"
