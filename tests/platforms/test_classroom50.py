"""Classroom 50: its roster, clones, tags and groups are read, its tests are public, and its scores are filled in."""

import dataclasses
import json
import os
import subprocess
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from autograder.__main__ import main
from autograder.course import Course
from autograder.intake import clones
from autograder.intake.clones import Clones, submit_tags
from autograder.intake.groups import read_groups
from autograder.intake.read import read_class
from autograder.intake.roster import read_roster
from autograder.intake.submission import Intake
from autograder.platforms.handout.contents import github_documents
from autograder.results.model import json_text
from tests.helpers import archives
from tests.helpers.archives import CODE
from tests.helpers.graded_class import export, result
from tests.helpers.grading import complaints

HOME = "cs-02-causal_submissions_2026_03_02_T_10_00_00"
ROSTER = """username,first_name,last_name,email,section,github_id,role
ada-l,Ada,Lovelace,ada@x.org,A,101,student
ada-m,Ada,Mei,mei@x.org,A,102,student
,,,invited@x.org,B,,
"""
DUE = {"02_causal": datetime.fromisoformat("2026-03-01T23:59")}


@pytest.fixture
def course(course: Course) -> Course:
    """The course of a class in UTC."""
    return dataclasses.replace(course, policies=dataclasses.replace(course.policies, own_zone=ZoneInfo("UTC")))


def git(folder: Path, *words: str, date: str = "2026-03-01T10:00:00Z") -> str:
    environment = {**os.environ, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_CONFIG_GLOBAL": os.devnull}
    command = ["git", "-c", "user.name=x", "-c", "user.email=x", "-c", "init.defaultBranch=main", *words]
    return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


def clone(top: Path, login: str, *tags: str) -> Path:
    """A clone with one commit of work, the tags, and what `gh teacher download` adds."""
    folder = archives.folder(top / HOME / f"cs-02-causal-{login}", {"assignments/02_causal/causal.py": CODE})
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "work")
    for tag in tags:
        git(folder, "tag", tag)
    archives.folder(folder, {"result.json": b"{}", "results.json": b"[]", ".classroom50.yaml": b"x: 1"})
    return folder


def read(top: Path, course: Course, **more: Any) -> Intake:
    (top / "roster.csv").write_text(ROSTER)
    return read_class(top / HOME, course, (), read_roster(top / "roster.csv"), DUE, **more)


@pytest.mark.process
def test_clones_are_of_the_people_in_the_roster(tmp_path: Path, course: Course) -> None:
    clone(tmp_path, "ada-l")
    clone(tmp_path, "ada-m")
    intake = read(tmp_path, course)
    assert {item.student: set(item.sources) for item in intake.submissions} == {
        "ada-l": {"causal.py"},
        "ada-m": {"causal.py"},
    }
    assert intake.ignored == ()


def test_a_roster_of_classroom_50_knows_full_names(tmp_path: Path) -> None:
    (tmp_path / "students.csv").write_text(ROSTER)
    roster = read_roster(tmp_path / "students.csv")
    assert roster.students == ("ada-l", "ada-m")
    assert [roster.find([name]) for name in ("Ada Mei", "101", "mei@x.org", "Ada")] == ["ada-m", "ada-l", "ada-m", None]


@pytest.mark.process
def test_a_tag_that_is_older_than_its_commit_is_no_time(tmp_path: Path, course: Course) -> None:
    folder = clone(tmp_path, "ada-l", "submit/2026-03-01T11-00-00Z-a1b2c3d")
    archives.folder(folder, {"assignments/02_causal/causal.py": CODE + b"# more\n"})
    git(folder, "commit", "-qam", "more", date="2026-03-05T12:00:00Z")
    git(folder, "tag", "submit/2026-02-01T09-30-00Z-b2c3d4e")
    (ada, _) = read(tmp_path, course).submissions
    assert (ada.late, ada.handed_in) == (True, "2026-03-05T12:00:00")


@pytest.mark.process
def test_the_first_tag_after_the_last_change_is_the_time(tmp_path: Path, course: Course) -> None:
    folder = clone(tmp_path, "ada-l", "submit/2026-03-01T11-00-00Z-a1b2c3d", "submit/regrade-me")
    archives.folder(folder, {"assignments/02_causal/causal.py": CODE + b"# more\n"})
    git(folder, "commit", "-qam", "more", date="2026-03-01T12:00:00Z")
    git(folder, "tag", "submit/2026-03-02T09-30-00Z-b2c3d4e")
    archives.folder(folder, {"notes.txt": b"mine"})
    git(folder, "add", "notes.txt")
    git(folder, "commit", "-qm", "notes", date="2026-03-05T12:00:00Z")
    git(folder, "tag", "-a", "-m", "x", "submit/2026-03-06T09-30-00Z-c3d4e5f")
    for pack in (False, True):
        if pack:
            git(folder, "pack-refs", "--all")
        (ada, _) = read(tmp_path, course).submissions
        assert (ada.late, ada.handed_in) == (True, "2026-03-02T09:30:00")
        assert [str(tag) for tag, _ in submit_tags(folder / ".git", ZoneInfo("UTC"))] == [
            "2026-03-01 11:00:00+00:00",
            "2026-03-02 09:30:00+00:00",
            "2026-03-06 09:30:00+00:00",
        ]


@pytest.mark.process
def test_of_many_tags_those_next_to_the_change_are_asked_about(
    tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = clone(tmp_path, "ada-l")
    other = git(folder, "commit-tree", "-m", "other", "HEAD^{tree}").strip()
    tags = [f"submit/2026-0{month}-02T09-{minute}-00Z" for month in (1, 4) for minute in range(10, 40)]
    lines = [f"{other} refs/tags/{tag}" for tag in tags]
    (folder / ".git/packed-refs").write_text(
        "\n".join([*lines, f"{git(folder, 'rev-parse', 'HEAD').strip()} refs/tags/submit/2026-03-02T09-30-00Z"])
    )
    asked: list[str] = []
    monkeypatch.setattr(Clones, "_git", asking(asked, Clones._git))
    assert read(tmp_path, course).submissions[0].handed_in == "2026-03-02T09:30:00"
    assert len([word for word in asked if word == "rev-list"]) <= 20


def asking(asked: list[str], answer: Callable[..., str]) -> Callable[..., str]:
    """Note the questions to git before it answers."""

    def ask(clones: Clones, root: Path, *words: str) -> str:
        asked.append(words[0])
        return answer(clones, root, *words)

    return ask


@pytest.mark.process
@pytest.mark.parametrize("limit", ["SECONDS", "MEMORY"])
def test_git_reads_a_clone_within_limits(
    limit: str, tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = clone(tmp_path, "ada-l")
    if limit == "MEMORY":
        (folder / ".git/message").write_bytes(b"a" * (80 << 20))
        git(folder, "-c", "core.compression=1", "commit", "-q", "--amend", "--cleanup=verbatim", "-F", ".git/message")
    assert read(tmp_path, course).submissions[0].time
    monkeypatch.setattr(clones, limit, 64 if limit == "MEMORY" else 0)
    assert read(tmp_path, course).submissions[0].time == ""


@pytest.mark.process
def test_what_was_changed_after_the_last_tag_has_the_time_of_its_commit(tmp_path: Path, course: Course) -> None:
    folder = clone(tmp_path, "ada-l", "submit/2026-03-01T11-00-00Z-a1b2c3d")
    archives.folder(folder, {"assignments/02_causal/causal.py": CODE + b"# more\n"})
    git(folder, "commit", "-qam", "more", date="2026-03-04T12:00:00Z")
    assert read(tmp_path, course).submissions[0].handed_in == "2026-03-04T12:00:00"


@pytest.mark.process
@pytest.mark.parametrize("tag", ["submit/9999-12-31T23-59-59Z", "submit/2026-99-99T00-00-00Z"])
def test_a_tag_that_is_no_time_in_the_zone_of_the_class_is_none(tag: str, tmp_path: Path, course: Course) -> None:
    berlin = dataclasses.replace(
        course, policies=dataclasses.replace(course.policies, own_zone=ZoneInfo("Europe/Berlin"))
    )
    clone(tmp_path, "ada-l", tag)
    assert read(tmp_path, berlin).submissions[0].time == "2026-03-01T11:00:00+01:00"


def entry(owner: str, score: int = 0, maximum: int = 0, **more: object) -> dict[str, Any]:
    submission = {
        "schema": "classroom50/result/v1",
        "owner": owner,
        "submission": "submit/2026-03-01T11-00-00Z-a1b2c3d",
        "datetime": "2026-03-01T10:00:00Z",
        "score": score,
        "max-score": maximum,
        "tests": [],
    }
    return {"owner": owner, "submissions": [submission, submission | {"score": 1, "max-score": 9}]} | more


def scores(path: Path, *entries: dict[str, Any], slug: str = "02-causal") -> Path:
    bucket = {"type": "individual", "entries": list(entries), "collected_at": "2026-03-02T00:00:00Z"}
    other = {"type": "individual", "entries": [entry("ada-l", 3, 4)]}
    path.write_text(
        json.dumps({"schema": "classroom50/scores/v1", "assignments": {slug: bucket, "final-project": other}})
    )
    return path


@pytest.mark.process
def test_members_of_a_shared_repository_are_a_group(tmp_path: Path, course: Course) -> None:
    clone(tmp_path, "ada-l")
    path = scores(tmp_path / "scores.json", entry("ada-l", member_usernames=["ada-l", "ada-m"]))
    intake = read(tmp_path, course, groups=read_groups(path, course))
    assert {item.student: set(item.sources) for item in intake.submissions} == {
        "ada-l": {"causal.py"},
        "ada-m": {"causal.py"},
    }


def graded(folder: Path, course: Course, **shares: float) -> Path:
    for student, share in shares.items():
        item = result(course, student.replace("_", "-"), "02", share)
        place = folder / "graded" / str(item["student"]) / "02_causal"
        place.mkdir(parents=True)
        (place / "result.json").write_text(json_text(item))
    return folder / "graded"


def entries(path: Path, slug: str = "02-causal") -> dict[str, dict[str, Any]]:
    return {item["owner"]: item for item in json.loads(path.read_text())["assignments"][slug]["entries"]}


def test_scores_are_entered_into_the_newest_submission_and_nothing_else_changes(tmp_path: Path, course: Course) -> None:
    into = scores(tmp_path / "scores.json", entry("Ada-L", note="kept"), entry("zed", 2, 3))
    before = json.loads(into.read_text())
    assert export(graded(tmp_path, course, ada_l=1), "--format", "classroom50", "--into", into) == 0
    after = json.loads((tmp_path / "graded/scores.json").read_text())
    ada = after["assignments"]["02-causal"]["entries"][0]
    assert (ada["submissions"][0]["score"], ada["submissions"][0]["max-score"], ada["override"]) == (2700, 2700, True)
    assert sum(row["max-score"] for row in ada["submissions"][0]["tests"]) == 2700
    assert {row["test-name"] for row in ada["submissions"][0]["tests"]} >= {"causal_mask", "first_row"}
    assert all(set(row) == {"test-name", "passed", "score", "max-score"} for row in ada["submissions"][0]["tests"])
    before["assignments"]["02-causal"]["entries"][0]["submissions"][0] = ada["submissions"][0]
    added = {"override": True, "graded_by": {"by": "autograder", "score": 2700, "max-score": 2700}}
    before["assignments"]["02-causal"]["entries"][0] |= added
    assert after == before


def test_the_override_of_a_teacher_stays_and_ours_is_renewed(
    tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    into = scores(tmp_path / "scores.json", entry("ada-l"), entry("ada-m", 20, 27, override=True))
    out = graded(tmp_path, course, ada_l=1, ada_m=1)
    assert export(out, "--format", "classroom50", "--into", into) == 0
    assert "02-causal, ada-m: a teacher's override stays, 20 of 27" in capsys.readouterr().out
    first = out / "scores.json"
    first.replace(tmp_path / "second.json")
    (out / "ada-l/02_causal/result.json").write_text(json_text(result(course, "ada-l", "02", 0)))
    assert export(out, "--format", "classroom50", "--into", tmp_path / "second.json") == 0
    assert entries(first)["ada-l"]["submissions"][0]["score"] == 0
    content = json.loads(first.read_text())
    content["assignments"]["02-causal"]["entries"][0]["submissions"][0]["score"] = 2500  # by a teacher, on the page
    (tmp_path / "third.json").write_text(json.dumps(content))
    assert export(out, "--format", "classroom50", "--into", tmp_path / "third.json") == 0
    assert entries(out / "scores.json")["ada-l"]["submissions"][0]["score"] == 2500
    assert "ada-l: a teacher's override stays, 2500 of 2700" in capsys.readouterr().out


def test_points_that_are_no_whole_numbers_are_times_100(
    tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    into = scores(tmp_path / "scores.json", entry("ada-l"), entry("ada-m"))
    out = graded(tmp_path, course, ada_l=0.5, ada_m=1)
    assert export(out, "--format", "classroom50", "--into", into) == 0
    found = entries(out / "scores.json")
    assert [found[name]["submissions"][0]["score"] for name in ("ada-l", "ada-m")] == [1350, 2700]
    assert "02-causal: Classroom 50 keeps whole numbers" in capsys.readouterr().out


def test_a_dry_run_lists_changes_and_writes_nothing(
    tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    into = scores(tmp_path / "scores.json", entry("ada-l"))
    out = graded(tmp_path, course, ada_l=1, eve=1)
    assert export(out, "--format", "classroom50", "--into", into, "--dry-run") == 3
    printed = capsys.readouterr().out
    assert "ada-l: 02-causal: empty -> 2700 of 2700" in printed
    assert "eve: not found in" in printed
    assert not (out / "scores.json").exists()


def test_members_with_different_scores_are_named(
    tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    into = scores(tmp_path / "scores.json", entry("ada-l", member_usernames=["ada-l", "ada-m"]))
    out = graded(tmp_path, course, ada_l=1, ada_m=0)
    assert export(out, "--format", "classroom50", "--into", into) == 0
    assert "02-causal, ada-l: the members have different scores" in capsys.readouterr().out
    assert "override" not in entries(out / "scores.json")["ada-l"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "--into: name the scores.json of the classroom"),
        ("[]", "is no scores.json of Classroom 50"),
        ('{"schema": "classroom50/scores/v9"}', "has the schema 'classroom50/scores/v9'"),
    ],
)
def test_a_file_that_cannot_be_filled_in_is_one_sentence(
    text: str | None, sentence: str, tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "s.json").write_text(text or "")
    words = ["--into", str(tmp_path / "s.json")] if text else []
    out = graded(tmp_path, course, ada_l=1)
    assert main(["export", str(out), "--format", "classroom50", *words]) == 2
    error = complaints(capsys.readouterr().err)
    assert sentence in error
    assert error.count("\n") == 1


def test_the_template_has_public_tests_that_are_worth_nothing(course: Course) -> None:
    files = github_documents(course)
    tests = json.loads(files[".github/classroom50/02_causal.json"])
    assert [test["name"] for test in tests] == ["setup", "public tests"]
    assert all(test["type"] == "run" and test["points"] == 0 and 1 <= test["timeout"] <= 600 for test in tests)
    assert tests[1]["run"] == "python3 -m pytest assignments/02_causal"
