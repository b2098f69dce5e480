"""What a change concerns: the exercises whose text, checks, tests or programs differ, and those that call them."""

import subprocess
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.verification.selection import (
    affected,
    changed_names,
    changed_selection,
    named_selection,
    whole_selection,
)
from tests.helpers.paths import ROOT

SOURCE = "solutions/01_self_attention/self_attention.py"
CHECKS = """
FIRST = 1
@check("softmax.values", "t", points=1)
def test_softmax(student): ...
@check("to_ids.values", "t", points=1)
def test_to_ids(student): ...
"""
NAMES = ["softmax", "to_ids", "build_vocab"]


def names(course: Course, path: str, before: str | None) -> list[str]:
    return [exercise.name for exercise in affected(course, path, before)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("points=1)\ndef test_softmax", "points=2)\ndef test_softmax", {"softmax"}),
        ("def test_to_ids(student): ...", "def test_to_ids(student): pass", {"to_ids"}),
        ("FIRST = 1", "FIRST = 2", {"softmax", "to_ids"}),
        ("FIRST = 1", "# a comment\nFIRST = 1", set()),
        ("def test_to_ids", "def (", set(NAMES)),
    ],
    ids=["declaration", "body", "helper", "comment", "no Python"],
)
def test_a_check_concerns_the_exercise_that_it_names(old: str, new: str, expected: set[str]) -> None:
    assert old in CHECKS
    assert changed_names(CHECKS, CHECKS.replace(old, new), NAMES) == expected


def test_a_solution_concerns_those_that_call_it(course: Course) -> None:
    text = (ROOT / SOURCE).read_text()
    line = next(line for line in text.split("# ## `softmax`")[1].splitlines() if line.startswith("def softmax"))
    found = names(course, SOURCE, text.replace(line, f"{line}\n    # once"))
    assert found[0] == "softmax"
    assert {"attention_weights", "SelfAttention"} <= set(found)
    assert not {"build_vocab", "attention_scores"} & set(found)


def test_the_imports_of_a_file_concern_all_its_exercises(course: Course) -> None:
    text = (ROOT / SOURCE).read_text()
    of_file = [exercise.name for exercise in course.assignment("01").of_file("self_attention.py")]
    assert names(course, SOURCE, text.replace("import torch\n", "import math\nimport torch\n", 1)) == of_file
    assert names(course, SOURCE, text.replace("# # 01", "# # 1", 1)) == []


def test_programs_concern_their_exercise(course: Course) -> None:
    folder = "solutions/03_multihead/programs"
    assert names(course, f"{folder}/MultiHeadAttention__heads.py", "") == ["MultiHeadAttention"]
    assert names(course, f"{folder}/split_heads.py", None) == ["split_heads"]


def test_an_entry_of_the_course_file_concerns_its_exercise(course: Course) -> None:
    text = (ROOT / "course.toml").read_text()
    assert names(course, "course.toml", text.replace('"row_sums", points', '"row_sums", points = 9, x', 1)) != []
    points = f'{{ name = "row_sums", points = {course.exercise("00_warmup", "row_sums").points:g} }}'
    assert names(course, "course.toml", text.replace(points, '{ name = "row_sums", points = 9 }')) == ["row_sums"]
    rule = text.replace("the exercise is to write the loss itself", "do it")
    by_rule = [
        item.name for part in course for item in part.exercises if item.forbidden and item.forbidden.name == "loss"
    ]
    assert names(course, "course.toml", rule) == by_rule != []


@pytest.mark.parametrize("path", ["README.md", "assignments/00_warmup/warmup.py", "solutions/00_warmup/mistakes.toml"])
def test_what_is_generated_or_words_concerns_no_exercise(course: Course, path: str) -> None:
    assert names(course, path, "") == []


def test_code_of_several_parts_concerns_everything(course: Course) -> None:
    everything = [exercise.name for exercise in whole_selection(course).exercises]
    assert names(course, "solutions/shared/causal.py", "") == everything
    assert names(course, "solutions/course.py", "") == everything


@pytest.mark.process
def test_without_git_everything_is_verified(course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    selection = changed_selection(course)
    assert selection.exercises == whole_selection(course).exercises
    assert selection.why == "everything, because the course has no commit in git"


def test_a_part_or_an_exercise_can_be_named(course: Course) -> None:
    assert named_selection(course, "04").parts == ("04_cross",)
    assert [item.name for item in named_selection(course, "04", "CrossAttention").exercises] == ["CrossAttention"]


@pytest.mark.process
def test_files_that_git_does_not_know_count_as_changed(tmp_path: Path) -> None:
    from autograder.verification.selection import _changed_files  # noqa: PLC0415

    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner/old ü.py").write_text("1\n")
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *command], check=True)
    (tmp_path / "inner/old ü.py").write_text("2\n")
    (tmp_path / "inner/new.py").write_text("3\n")
    (tmp_path / "outside.py").write_text("4\n")
    assert _changed_files(tmp_path / "inner") == ["old ü.py", "new.py"]
