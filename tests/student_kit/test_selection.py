"""`-k` with the name of an exercise selects its tests and no others; anything else selects as pytest does."""

import re

import pytest

from tests.helpers.student_folder import Handout

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def handout(tmp_path_factory: pytest.TempPathFactory) -> Handout:
    return Handout(tmp_path_factory.mktemp("selection"))


def selected(handout: Handout, *arguments: str) -> set[str]:
    """The names of the tests that would run, without their values."""
    _, screen = handout.pytest("--collect-only", "-q", *arguments)
    return set(re.findall(r"::(test_\w+)", screen))


def test_the_name_of_an_exercise_selects_it_alone(handout: Handout) -> None:
    names = selected(handout, "assignments/02_causal", "-k", "causal_mask")
    assert names
    assert all(name.startswith("test_causal_mask") for name in names)


def test_in_the_whole_course_softmax_is_softmax(handout: Handout) -> None:
    names = selected(handout, "assignments", "-k", "softmax")
    assert names
    assert not {name for name in names if "masked" in name or "jacobian" in name}


def test_several_exercises_are_joined_with_or(handout: Handout) -> None:
    names = selected(handout, "assignments/02_causal", "-k", "causal_mask or padding_mask")
    own = selected(handout, "assignments/02_causal", "-k", "causal_mask")
    assert own < names
    assert all(name.startswith("test_padding_mask") for name in names - own)


@pytest.mark.parametrize("expression", ["mask", "softmax", "causal_mask and shape", "not causal_mask"])
def test_other_expressions_are_pytests(handout: Handout, expression: str) -> None:
    """In part 02 no exercise is called softmax."""
    names = selected(handout, "assignments/02_causal", "-k", expression)
    words = {name for name in names if "additive_causal_mask" in name or "masked_softmax" in name}
    assert words


def test_what_is_left_out_is_counted(handout: Handout) -> None:
    _, screen = handout.pytest("assignments/02_causal", "-k", "causal_mask")
    assert re.search(r"\d+ deselected", screen)
