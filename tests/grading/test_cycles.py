"""Two exercises that are made of one another solve neither; who merely calls another one loses nothing by it."""

from collections.abc import Callable

import pytest

from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.results.model import ExerciseResult
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from tests.helpers.grading import by_name, grade_sources, solution

Grade = Callable[[str], dict[str, ExerciseResult]]
PART = "01_self_attention"

PAIR = """
def n_params_single_head(embed_dim):
    return n_qkv_weights(embed_dim) + 3 * embed_dim

def n_qkv_weights(embed_dim):
    return n_params_single_head(embed_dim) - 3 * embed_dim
"""
THROUGH_HELPERS = """
def n_params_single_head(embed_dim):
    return with_biases(embed_dim)

def with_biases(embed_dim):
    return globals()["n_qkv" + "_weights"](embed_dim) + 3 * embed_dim

n_qkv_weights = lambda embed_dim: n_params_single_head(embed_dim) - 3 * embed_dim
"""
THREE = """
def n_params_self_attention(d_in, d_out_kq, d_out_v):
    return n_qkv_weights(d_in) * (2 * d_out_kq + d_out_v) // (3 * d_in)

def n_params_single_head(embed_dim):
    return n_params_self_attention(embed_dim, embed_dim, embed_dim) + 3 * embed_dim

def n_qkv_weights(embed_dim):
    return n_params_single_head(embed_dim) - 3 * embed_dim
"""
ONE_LEFT_OUT = """
def n_params_single_head(embed_dim):
    raise NotImplementedError

def n_qkv_weights(embed_dim):
    return n_params_single_head(embed_dim) - 3 * embed_dim
"""
CALLS_ITSELF = """
def n_params_single_head(embed_dim):
    return n_params_single_head(embed_dim)

def n_qkv_weights(embed_dim):
    return n_params_single_head(embed_dim) - 3 * embed_dim
"""
IN_TURNS = """
def n_params_single_head(embed_dim, weights_only=False):
    return 3 * embed_dim**2 if weights_only else n_qkv_weights(embed_dim) + 3 * embed_dim

def n_qkv_weights(embed_dim):
    return n_params_single_head(embed_dim, weights_only=True)
"""
IN_TURNS_WRONG = IN_TURNS.replace("**2", "**3")
CLASS = """
def softmax(z, dim=-1):
    head = SelfAttention(z.shape[-1], z.shape[-1], z.shape[-1])
    return head(z.movedim(dim, -1)).movedim(-1, dim)
"""


@pytest.fixture
def graded(
    fork_servers: Callable[[Level], ForkServer], course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> Grade:
    def grade(text: str) -> dict[str, ExerciseResult]:
        file = "derivations" if "n_params" in text else "self_attention"
        source = solution(PART, f"{file}.py") + text.encode()
        return by_name(
            grade_sources(fork_servers(Level.LANDLOCK), course, recorded_checks(PART), PART, **{file: source})
        )

    return grade


@pytest.mark.parametrize("cycle", [PAIR, THROUGH_HELPERS])
def test_a_cycle_of_two_earns_nothing(cycle: str, graded: Grade) -> None:
    results = graded(cycle)
    assert {results[name].score for name in ("n_params_single_head", "n_qkv_weights")} == {0}
    assert results["n_params_self_attention"].outcome == "right"
    assert "call one another" in results["n_qkv_weights"].note


def test_a_cycle_of_three_earns_nothing(graded: Grade) -> None:
    results = graded(THREE)
    assert (
        sum(results[f"n_{name}"].score for name in ("params_self_attention", "params_single_head", "qkv_weights")) == 0
    )


@pytest.mark.parametrize("callee", [ONE_LEFT_OUT, CALLS_ITSELF])
def test_who_calls_an_exercise_that_is_wrong_by_itself_is_right(callee: str, graded: Grade) -> None:
    results = graded(callee)
    assert results["n_params_single_head"].score == 0
    assert results["n_qkv_weights"].outcome == "right"


def test_two_that_call_one_another_and_come_to_an_end_are_right(graded: Grade) -> None:
    results = graded(IN_TURNS)
    assert {results[name].outcome for name in ("n_params_single_head", "n_qkv_weights")} == {"right"}


def test_a_mistake_in_one_of_them_is_no_cycle(graded: Grade) -> None:
    results = graded(IN_TURNS_WRONG)
    assert not any("call one another" in result.note for result in results.values())


def test_a_cycle_through_a_class_earns_nothing(graded: Grade) -> None:
    results = graded(CLASS)
    assert results["softmax"].score == results["SelfAttention"].score == 0
    assert results["context_vectors"].outcome == "right"
