"""Edits of labelled steps: what they make of a program, how they combine, and what a mistake in them is told."""

from pathlib import Path

import pytest

from autograder.course import Course, CourseError, load_course
from autograder.diagnosis.evidence import agrees, read_observed
from autograder.diagnosis.predictions import check_edits, compute, model_of
from autograder.edits.patch import PatchError
from autograder.edits.step_edits import StepEdits, StepProgram, check_step_edits, fit_together, read_step_edits
from autograder.sandbox.host.in_process import InProcess

PARTS = [assignment.id for assignment in load_course()]
SOURCE = """
def softmax(z, dim=-1):
    scores = z / 2  # scale
    if dim:
        weights = scores.softmax(dim)  # normalisation
    return weights
"""
FILE = """
[[edits]]
exercises = ["softmax"]
alone = ["one-hot"]

[edits.normalisation]
sign-turned = "(-scores).softmax(dim)"
one-hot = { normalisation = "...\\nweights = weights.round()" }
"""


@pytest.fixture
def program() -> StepProgram:
    return StepProgram(SOURCE, "softmax")


def read(folder: Path, text: str) -> dict[str, StepEdits]:
    (folder / "some.toml").write_text(text, encoding="utf-8")
    return read_step_edits(folder, ["softmax"])


def test_an_expression_replaces_what_is_assigned(program: StepProgram) -> None:
    assert "    scores = -z\n" in program.edited([{"scale": "-z"}])


def test_other_text_replaces_the_line_and_keeps_its_indentation(program: StepProgram) -> None:
    assert "        weights = scores\n        weights += 1\n" in program.edited(
        [{"normalisation": "weights = scores\nweights += 1"}]
    )


def test_lines_can_be_put_around_the_old_one(program: StepProgram) -> None:
    text = program.edited([{"normalisation": "dim = 0\n...\nweights = weights.mT"}])
    lines = [line.strip() for line in text.split("\n")]
    place = lines.index("weights = scores.softmax(dim)")
    assert lines[place - 1 : place + 2 : 2] == ["dim = 0", "weights = weights.mT"]


def test_the_old_line_can_become_part_of_a_block(program: StepProgram) -> None:
    assert "    while True:\n        scores = z / 2" in program.edited([{"scale": "while True:\n    ..."}])


def test_a_replaced_line_and_lines_around_it_combine_in_any_order(program: StepProgram) -> None:
    around, replaced = {"scale": "z = z + 1\n..."}, {"scale": "z"}
    assert fit_together(around, replaced)
    assert program.edited([around, replaced]) == program.edited([replaced, around])
    assert "    z = z + 1\n    scores = z\n" in program.edited([around, replaced])


def test_two_changes_of_one_line_do_not_fit_together(program: StepProgram) -> None:
    changes = [{"scale": "z"}, {"scale": "-z"}]
    assert not fit_together(*changes)
    with pytest.raises(PatchError, match="two changes replace the step `scores = z / 2`"):
        program.edited(changes)


def test_without_labels_the_last_line_is_a_step() -> None:
    program = StepProgram("def double(n):\n    return 2 * n", "double", "formula")
    assert program.edited([{"formula": "3 * n"}]) == "def double(n):\n    return 3 * n"


def test_a_file_names_its_exercises_stages_and_edits(tmp_path: Path) -> None:
    edits = read(tmp_path, FILE)["softmax"]
    assert edits.stages["normalisation"]["sign-turned"] == {"normalisation": "(-scores).softmax(dim)"}
    assert edits.alone == {"one-hot"}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("exercises = ", "exercise = ", "exercises"),
        ('["softmax"]', '["sofmax"]', "sofmax"),
        ('"(-scores).softmax(dim)"', "3", "expected a text in quotes or a table"),
        ("[[edits]]", "[[edit]]", "edits"),
    ],
)
def test_a_wrong_file_is_named_with_what_is_wrong(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=sentence) as caught:
        read(tmp_path, FILE.replace(old, new))
    assert "some.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("stages", "sentence"),
    [
        ({"scale": {"no-such-name": {"scale": "z"}}}, "scale.no-such-name: the course has no mistake of this name"),
        ({"scale": {"no-scale": {"factor": "z"}}}, "scale.no-scale: no step factor"),
        ({"scale": {"no-scale": {"scale": "z = (\n..."}}}, "scale.no-scale: "),
    ],
)
def test_an_edit_that_does_not_fit_is_named(
    stages: dict[str, dict[str, dict[str, str]]], sentence: str, program: StepProgram
) -> None:
    with pytest.raises(CourseError, match=sentence):
        check_step_edits(StepEdits(stages), program, ["no-scale"])


@pytest.mark.zoo
def test_every_edit_of_the_course_fits_and_names_a_mistake(course: Course) -> None:
    for assignment in course:
        for exercise in assignment.exercises:
            check_edits(exercise)


@pytest.mark.parametrize("part", PARTS)
def test_every_right_program_with_steps_returns_what_the_solution_returns(part: str, course: Course) -> None:
    for exercise in course.assignment(part).exercises:
        if model := model_of(exercise):
            solution = InProcess(course.solutions_folder / part, exercise.file)
            for place, response in enumerate(solution.ask([probe.request for probe in model.plan.probes])):
                expected = read_observed(response)
                assert expected is not None, exercise.name
                assert agrees(compute(model, place, ()), expected), exercise.name
