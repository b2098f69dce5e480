"""Wrong programs that pass all public tests: the list has all of them, each in one table, and no others."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.audit.programs import Program
from autograder.authoring.asked_when_graded import LIST, read_reasons
from autograder.course import Course, CourseError, Exercise, load_course
from autograder.verification.public_reasons import passing_notes, stale_reasons
from autograder.verification.public_verdicts import RIGHT_KINDS, Outcome, public_problems, run_public, subjects_of
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
    return Program("wrong", name, exercise, "", "", b"", level="robustness")


def test_a_program_without_a_reason_is_noted(exercise: Exercise, written: Written) -> None:
    subjects = [wrong(exercise, "seen"), wrong(exercise, "unseen"), wrong(exercise, "excused")]
    outcomes = [Outcome("test", item.key, "wrong values" if item.cell_name == "seen" else "") for item in subjects]
    course = written('["length"]\nwhy = "too long"\nprograms = ["00_warmup/row_sums__excused"]\n')
    (note,) = passing_notes(course, subjects, outcomes)
    words = f"wrong programs that pass all public tests and are not in {LIST}"
    assert str(note) == f"00_warmup.row_sums: {words}: unseen"
    assert list(stale_reasons(course, subjects, outcomes)) == []


@pytest.mark.parametrize("name", ["seen", "gone"])
def test_a_reason_for_a_program_that_does_not_pass_is_a_problem(
    name: str, exercise: Exercise, written: Written
) -> None:
    subjects = [wrong(exercise, "seen")]
    course = written(
        f'["length"]\nwhy = "x"\nprograms = ["00_warmup/row_sums__{name}", "02_causal/causal_mask__other"]\n'
    )
    (problem,) = stale_reasons(course, subjects, [Outcome("test", subjects[0].key, "wrong values")])
    assert problem.exercise == "00_warmup.row_sums"
    assert f"has 00_warmup/row_sums__{name}, which is no wrong program that passes" in problem.text


def test_a_program_has_one_reason(written: Written) -> None:
    course = written('["a"]\nwhy = "y"\nprograms = ["x"]\n["b"]\nwhy = "y"\nprograms = ["x"]\n')
    with pytest.raises(CourseError, match=f"{LIST}: x is listed twice"):
        read_reasons(course.shared_folder)


@pytest.mark.zoo
def test_every_reason_is_about_a_wrong_program_of_the_course(course: Course) -> None:
    assert set(read_reasons(course.shared_folder)) <= {item.name for item in programs("wrong")}


@pytest.mark.full
@pytest.mark.zoo
@pytest.mark.process
@pytest.mark.parametrize("part", [item.id for item in load_course()])
def test_at_home_right_programs_pass_and_the_list_has_every_wrong_one_that_does(part: str, course: Course) -> None:
    own = course.assignment(part)
    of_all_kinds = [item for kind in ("wrong", *RIGHT_KINDS) for item in programs(kind)]
    subjects = [item for exercise in own.exercises for item in subjects_of(course, exercise, of_all_kinds)]
    outcomes = run_public(course, own, subjects)
    assert [*public_problems(subjects, outcomes)] == []
    assert [*passing_notes(course, subjects, outcomes), *stale_reasons(course, subjects, outcomes)] == []
