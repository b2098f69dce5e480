"""Wrong programs that pass all public tests: those without a reason are noted, and no reason outlives its program."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.audit.programs import Program
from autograder.course import Course, CourseError, Exercise
from autograder.verification.public_reasons import LIST, passing_notes, read_reasons, stale_reasons
from autograder.verification.public_verdicts import Outcome
from tests.helpers.zoo import programs

Written = Callable[[str], Course]


@pytest.fixture
def exercise(course: Course) -> Exercise:
    return course.exercise("00_warmup", "row_sums")


@pytest.fixture
def written(course: Course, tmp_path: Path) -> Written:
    """The course with another list of reasons."""

    def write(text: str) -> Course:
        (tmp_path / "solutions/shared").mkdir(parents=True)
        (tmp_path / "solutions/shared" / LIST).write_text(text, encoding="utf-8")
        return dataclasses.replace(course, folder=tmp_path)

    return write


def wrong(exercise: Exercise, name: str) -> Program:
    return Program("wrong", name, exercise, "", "", b"", level="core")


def test_a_program_without_a_reason_is_noted(exercise: Exercise, written: Written) -> None:
    subjects = [wrong(exercise, "seen"), wrong(exercise, "unseen"), wrong(exercise, "excused")]
    outcomes = [Outcome("test", item.key, "wrong values" if item.cell_name == "seen" else "") for item in subjects]
    course = written('["too long"]\nprograms = ["00_warmup/row_sums__excused"]\n')
    (note,) = passing_notes(course, subjects, outcomes)
    words = f"wrong programs that pass all public tests, without a reason in {LIST}"
    assert str(note) == f"00_warmup.row_sums: {words}: unseen"
    assert list(stale_reasons(course, subjects, outcomes)) == []


@pytest.mark.parametrize("name", ["seen", "gone"])
def test_a_reason_for_a_program_that_does_not_pass_is_a_problem(
    name: str, exercise: Exercise, written: Written
) -> None:
    subjects = [wrong(exercise, "seen")]
    course = written(f'["too long"]\nprograms = ["00_warmup/row_sums__{name}", "02_causal/causal_mask__other"]\n')
    (problem,) = stale_reasons(course, subjects, [Outcome("test", subjects[0].key, "wrong values")])
    assert problem.exercise == "00_warmup.row_sums"
    assert f"has a reason for 00_warmup/row_sums__{name}, which is no program that passes" in problem.text


def test_a_program_has_one_reason(written: Written) -> None:
    course = written('["a"]\nprograms = ["x"]\n["b"]\nprograms = ["x"]\n')
    with pytest.raises(CourseError, match=f"{LIST}: x is listed twice"):
        read_reasons(course.shared_folder)


@pytest.mark.zoo
def test_every_reason_is_about_a_wrong_program_of_the_course(course: Course) -> None:
    assert set(read_reasons(course.shared_folder)) <= {item.name for item in programs("wrong") if item.level == "core"}
