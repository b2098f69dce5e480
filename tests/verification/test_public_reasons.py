"""Wrong programs that pass all public tests: the head of each says what kind of question finds it, and of no others."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.audit.only_when_graded import ONLY_WHEN_GRADED, questions_when_graded
from autograder.audit.programs import Program, read_programs
from autograder.course import Course, CourseError, Exercise, load_course
from autograder.edits.program_cells import parse_cells
from autograder.verification.public_reasons import passing_notes, stale_reasons
from autograder.verification.public_verdicts import RIGHT_KINDS, Outcome, public_problems, run_public, subjects_of
from tests.helpers.zoo import programs

Written = Callable[[str], Course]


@pytest.fixture
def exercise(course: Course) -> Exercise:
    return course.exercise("00_warmup", "row_sums")


@pytest.fixture
def written(course: Course, tmp_path: Path) -> Written:
    """The course with other kinds of questions."""

    def write(text: str) -> Course:
        (tmp_path / "solutions/shared").mkdir(parents=True)
        (tmp_path / "solutions/shared" / ONLY_WHEN_GRADED).write_text(text, encoding="utf-8")
        return dataclasses.replace(course, folder=tmp_path)

    return write


def wrong(exercise: Exercise, name: str, kind: str = "") -> Program:
    return Program("wrong", name, exercise, "", "", b"", level="robustness", public=kind)


def test_a_program_that_passes_without_a_kind_is_noted(exercise: Exercise, written: Written) -> None:
    subjects = [wrong(exercise, "seen"), wrong(exercise, "unseen"), wrong(exercise, "excused", "length")]
    outcomes = [Outcome("test", item.key, "wrong values" if item.cell_name == "seen" else "") for item in subjects]
    (note,) = passing_notes(written('[length]\ntitle = "length"\nwhy = "too long"\n'), subjects, outcomes)
    words = f"wrong programs that pass all public tests; give each `public:` and a kind of {ONLY_WHEN_GRADED}"
    assert str(note) == f"00_warmup.row_sums: {words}: unseen"
    assert list(stale_reasons(subjects, outcomes)) == []


def test_a_course_without_kinds_is_told_of_none(exercise: Exercise, written: Written) -> None:
    subject = wrong(exercise, "unseen")
    assert list(passing_notes(written(""), [subject], [Outcome("test", subject.key, "")])) == []


def test_a_kind_of_a_program_that_does_not_pass_is_a_problem(exercise: Exercise) -> None:
    subjects = [wrong(exercise, "seen", "length")]
    (problem,) = stale_reasons(subjects, [Outcome("test", subjects[0].key, "wrong values")])
    assert str(problem) == "00_warmup.row_sums: seen has `public: length`, and a public test finds it"


def test_only_a_wrong_program_has_a_kind() -> None:
    with pytest.raises(CourseError, match="cell plain: the head must be"):
        parse_cells("# %% plain | right | public: length\n# a sum\ndef f(): ...\n", ())


def test_a_kind_is_one_of_the_course(course: Course, exercise: Exercise, monkeypatch: pytest.MonkeyPatch) -> None:
    known = questions_when_graded(course)
    assert {item.public for item in read_programs(course, [course.assignment("00_warmup")])} - {""} <= known.keys()
    monkeypatch.setattr("autograder.audit.programs.questions_when_graded", lambda _: {"length": None})
    with pytest.raises(CourseError, match=f"kind in {ONLY_WHEN_GRADED}: is "):
        read_programs(course, [course.assignment(exercise.assignment)])


@pytest.mark.full
@pytest.mark.zoo
@pytest.mark.process
@pytest.mark.parametrize("part", [item.id for item in load_course()])
def test_at_home_right_programs_pass_and_every_wrong_one_that_does_says_so(part: str, course: Course) -> None:
    own = course.assignment(part)
    of_all_kinds = [item for kind in ("wrong", *RIGHT_KINDS) for item in programs(kind)]
    subjects = [item for exercise in own.exercises for item in subjects_of(course, exercise, of_all_kinds)]
    outcomes = run_public(course, own, subjects)
    assert [*public_problems(subjects, outcomes)] == []
    assert [*passing_notes(course, subjects, outcomes), *stale_reasons(subjects, outcomes)] == []
