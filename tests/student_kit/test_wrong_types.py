"""A list or nothing where a test goes on with a tensor: what came back is told, not what Python says about it."""

from pathlib import Path

import pytest

from tests.helpers.student_folder import Handout, block

pytestmark = pytest.mark.process

WRONG = """

def first_row(T):
    return [1] + [0] * (T - 1)


def query_bias_counterexample():
    return None, None, None, None


def uniform_causal_weights(T):
    torch.ones(T, T)


def key_bias_shift(queries, key_bias):
    return (queries @ key_bias).shapes
"""


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("types")
    handout = Handout(folder)
    handout.append({"02_causal/derivations.py": WRONG})
    return handout.pytest("assignments/02_causal/test_derivations.py", "--all")[1]


def test_a_list_is_no_tensor(screen: str) -> None:
    assert block(screen, "test_first_row_has_one_weight_per_token")[1:5] == [
        "wrong type",
        "called      first_row(T=5)",
        "got         [1, 0, 0, 0, 0]",
        "expected    a tensor",
    ]


def test_a_part_that_is_none_is_told_with_the_call_that_gave_it(screen: str) -> None:
    lines = block(screen, "test_query_bias_counterexample_changes_the_weights")
    assert "called      query_bias_counterexample()" in lines
    assert "got         None (nothing is returned)" in lines


def test_nothing_of_which_a_part_is_chosen_is_told(screen: str) -> None:
    assert block(screen, "test_uniform_causal_weights_of_the_second_token")[-4:-1] == [
        "called      uniform_causal_weights(3)",
        "got         None (nothing is returned)",
        "expected    a result",
    ]


def test_a_mistake_in_the_students_own_line_stays_what_it_is(screen: str) -> None:
    lines = block(screen, "test_key_bias_shift_by_hand")
    assert "raised      AttributeError: 'Tensor' object has no attribute 'shapes'" in lines
    assert "wrong type" not in lines
