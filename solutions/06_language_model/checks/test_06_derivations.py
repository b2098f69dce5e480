"""Hidden checks of 06_language_model: sizes of a model, what a loss means, and the step between positions."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import Tolerance, assert_number, require
from autograder.checking.formulas import (
    TEXT_NAMES,
    assert_contents,
    assert_formula,
    assert_pure_floats,
)
from autograder.checking.registry import PLAIN_VALUES, check
from autograder.checking.robustness import assert_result_by_name
from autograder.checking.specs import CheckText, count
from autograder.checking.student import Student
from solutions.shared.reference.counting import block_parameters, bytes_of_cache, tiny_gpt_parameters
from solutions.shared.reference.language import (
    equally_likely,
    loss_of_equal_logits,
    step_of_positions,
)

PARTS = "List every parameter with its shape, biases included where there are any."
KEPT = "Which two tensors does each layer keep, and of which shape are they?"
EQUAL = "What is the probability of one token, and what is minus its logarithm?"
BACK = "Which number of equally likely tokens has this loss?"
TURN = "Write the sine and the cosine of a sum of two angles with those of each angle."
FEW = st.integers(1, 6)

count(
    "n_params_block",
    arguments="d_model d_hidden",
    places=((7, 3), (5, 13), (32, 64)),
    large=((24_593, 98_317),),
    hint=PARTS,
    reference=block_parameters,
    checks={"unequal_sizes": CheckText("the count, both sizes different"), "names": CheckText(hint=TEXT_NAMES)},
)
count(
    "n_params_tiny_gpt",
    arguments="vocab_size d_model d_hidden num_layers max_tokens",
    places=((11, 6, 10, 2, 9), (5, 13, 3, 4, 7), (65, 32, 64, 2, 16)),
    large=((50_257, 12_289, 49_157, 97, 2049),),
    hint=PARTS,
    reference=tiny_gpt_parameters,
    ranges={"num_layers": (0, 5)},
    checks={
        "unequal_sizes": CheckText(points=0.2),
        "any_sizes": CheckText("the count at any sizes, also without a block", points=0.15),
        "large_sizes": CheckText(points=0.1),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)
count(
    "cache_bytes",
    arguments="B T d_model num_layers bytes_per_element",
    places=((2, 7, 5, 3, 4), (3, 5, 11, 1, 8), (5, 3, 7, 4, 2)),
    large=((33, 131_071, 12_289, 97, 2),),
    hint=KEPT,
    reference=bytes_of_cache,
    ranges={"B": (1, 6), "num_layers": (1, 6), "bytes_per_element": (1, 8)},
    checks={
        "unequal_sizes": CheckText("the memory, all sizes different", points=0.2),
        "any_sizes": CheckText("the memory at any sizes", points=0.15),
        "large_sizes": CheckText(points=0.1),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)


@check("uniform_loss.values", "the loss of equal probabilities", points=0.25, hint=EQUAL)
def test_uniform_loss_values(student: Student) -> None:
    assert_formula(student.uniform_loss, loss_of_equal_logits, (2,), (7,), (65,), (50_257,))


@check("uniform_loss.any_size", "the loss for any vocabulary, one token included", points=0.1, hint=EQUAL)
@given(vocab_size=st.integers(1, 300))
def test_uniform_loss_any_size(student: Student, vocab_size: int) -> None:
    assert_number(student.uniform_loss(vocab_size), loss_of_equal_logits(vocab_size))


@check(
    "uniform_loss.digits",
    "the loss keeps its digits",
    points=0.1,
    level="robustness",
    hint="Return the number as it is.",
)
def test_uniform_loss_digits(student: Student) -> None:
    for vocab_size in (3, 1009, 100_003):
        assert_number(student.uniform_loss(vocab_size), loss_of_equal_logits(vocab_size), Tolerance(0.0, 1e-6))


@check(
    "uniform_loss.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_uniform_loss_names(student: Student) -> None:
    assert_result_by_name(student, "uniform_loss", vocab_size=65)


@check("perplexity.values", "as unsure as a choice among how many tokens", points=0.1, hint=BACK)
def test_perplexity_values(student: Student) -> None:
    assert_formula(student.perplexity, equally_likely, (0.0,), (2.0,), (1.5,), (4.1744,))


@check("perplexity.any_loss", "the same for any loss", points=0.1, hint=BACK)
@given(loss=st.integers(0, 40).map(lambda quarters: quarters / 4))
def test_perplexity_any_loss(student: Student, loss: float) -> None:
    assert_number(student.perplexity(loss), equally_likely(loss))


@check(
    "perplexity.small_and_large",
    "small losses, large ones and whole numbers keep their digits",
    points=0.03,
    level="robustness",
    hint="Return the number as it is.",
)
def test_perplexity_small_and_large(student: Student) -> None:
    for loss in (1e-3, 11, 30.0):
        assert_number(student.perplexity(loss), equally_likely(loss), Tolerance(0.0, 1e-6))


@check(
    "perplexity.names",
    "the argument has the name of the text",
    points=0.02,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_perplexity_names(student: Student) -> None:
    assert_result_by_name(student, "perplexity", loss=1.5)


@check(
    "shifted_positions.values",
    "a rotation for each pair of columns",
    points=0.75,
    hint=TURN,
    for_message=PLAIN_VALUES,
)
def test_shifted_positions_values(student: Student) -> None:
    for k, d_model in ((1, 2), (3, 6), (7, 8)):
        assert_contents(student.shifted_positions(k, d_model), step_of_positions(k, d_model))


@check("shifted_positions.any_step", "any step and any even width, no step included", points=0.5, hint=TURN)
@given(k=st.integers(0, 30), pairs=st.integers(1, 6))
def test_shifted_positions_any_step(student: Student, k: int, pairs: int) -> None:
    assert_contents(student.shifted_positions(k, 2 * pairs), step_of_positions(k, 2 * pairs))


@check(
    "shifted_positions.float64",
    "long steps, float64, and nothing else changes",
    points=0.2,
    level="robustness",
    hint="Of which dtype is a new tensor if nothing is said?",
)
def test_shifted_positions_float64(student: Student) -> None:
    for k, d_model in ((1000, 4), (199, 64)):
        assert_contents(student.shifted_positions(k, d_model), step_of_positions(k, d_model))
    answer = student.shifted_positions(2, 6)
    assert_pure_floats(answer)
    dtype = answer.value.dtype
    require(dtype is torch.float64, f"{answer.called} has dtype {dtype}, expected float64", "wrong dtype")


@check(
    "shifted_positions.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_shifted_positions_names(student: Student) -> None:
    assert_result_by_name(student, "shifted_positions", k=3, d_model=6)
