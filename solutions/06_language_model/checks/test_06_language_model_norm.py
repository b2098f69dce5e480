"""Hidden checks of 06_language_model: LayerNorm."""

from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import LARGE, Tolerance, as_tensor, assert_close, require
from autograder.checking.layers import Weights, assert_layer_gradients, assert_parameters, in_width, with_weights
from autograder.checking.own_values import KEEP_NAMES, assert_elsewhere, plain
from autograder.checking.registry import PLAIN_VALUES, check
from autograder.checking.robustness import (
    assert_any_layout,
    assert_keeps_device,
    assert_keeps_dtype,
    assert_pure,
    assert_state_dict_unchanged,
    assert_stateless,
    assert_tensor_by_name,
    coarse,
    difference,
    shifted,
)
from autograder.checking.samples import LONG, B, T, non_contiguous, sample
from autograder.checking.student import Question, Student
from solutions.shared.language import D_MODEL, ROUNDED_TO_FLOAT32, norm_weights
from solutions.shared.reference.language import layer_norm

VECTOR = "Which numbers does the mean of one token count, and which of them does the variance divide by?"


def asked(student: Student, weights: Weights, dtype: torch.dtype | None = None, *options: Any) -> Question:
    """The student's layer with these weights."""
    return with_weights(student.LayerNorm(len(weights["weight"]), *options), weights, dtype)


def expected(x: Tensor, weights: Weights, eps: float = 1e-5) -> Tensor:
    """What the reference gives."""
    return layer_norm(x, *weights.values(), eps=eps)


def spread(x: Tensor) -> Tensor:
    """The same with columns so far apart that no eps shows: a wrong one costs the points of one check."""
    return x + 15 * torch.arange(x.shape[-1])


@check(
    "LayerNorm.values",
    "each token normalised, scaled and shifted",
    points=0.4,
    hint=VECTOR,
    for_message=PLAIN_VALUES,
)
def test_norm_values(student: Student) -> None:
    weights = norm_weights(D_MODEL)
    for length, scale in ((T, 1.0), (T, 5.0), (LONG, 1.0)):
        x = sample(B, length, D_MODEL, seed=1, scale=scale) + 0.5
        assert_close(asked(student, weights).call(x), expected(x, weights))


@check("LayerNorm.leading", "any leading dimensions", points=0.25, hint=VECTOR)
@given(leading=st.lists(st.integers(1, 3), max_size=4), width=st.integers(2, 6))
def test_norm_leading(student: Student, leading: list[int], width: int) -> None:
    weights, x = norm_weights(width), spread(sample(*leading, width, seed=2))
    assert_close(asked(student, weights).call(x), expected(x, weights))


@check(
    "LayerNorm.gradient",
    "gradients of the input, the scale and the shift",
    points=0.75,
    hint="Mean and variance depend on the input too: stay in torch, and detach nothing.",
)
def test_norm_gradient(student: Student) -> None:
    weights = in_width(norm_weights(D_MODEL), torch.float64)
    x, cotangent = spread(sample(B, T, D_MODEL, seed=3)).double(), 10 * sample(B, T, D_MODEL, seed=4).double()
    assert_layer_gradients(lambda dtype: asked(student, weights, dtype), layer_norm, [x], weights, cotangent)


@check(
    "LayerNorm.epsilon",
    "eps is added to the variance under the root, and is 1e-5 unless another is given",
    points=0.25,
    hint="What does a vector become whose entries are all the same, and one whose entries hardly differ?",
)
def test_norm_epsilon(student: Student) -> None:
    weights, usual = norm_weights(D_MODEL), spread(sample(B, T, D_MODEL, seed=1))
    known = plain(asked(student, weights).call(usual), expected(usual, weights))
    small = sample(B, T, D_MODEL, seed=5, scale=3e-3)
    same = torch.full((B, T, D_MODEL), 2.0)
    for x in (small, same):
        assert_elsewhere(asked(student, weights).call(x), known, expected(x, weights))
    x = sample(B, T, D_MODEL, seed=6, scale=0.5)
    answers = [asked(student, weights, None, eps).call(x) for eps in (0.25, 1e-3)]
    for eps, answer in zip((0.25, 1e-3), answers, strict=True):
        assert_elsewhere(answer, known, expected(x, weights, eps))
    large, little = (as_tensor(answer.value, answer.called) for answer in answers)
    require(difference(large, little), f"{answers[0].called} and {answers[1].called} give the same")


@check(
    "LayerNorm.second_call",
    "further inputs and other weights, in either mode: the result depends on nothing else",
    points=0.55,
    hint="Nothing is kept from one call to the next, and no mode changes what is normalised.",
)
def test_norm_second_call(student: Student) -> None:
    weights = norm_weights(D_MODEL)
    inputs = [(sample(b, t, D_MODEL, seed=13 + t),) for b, t in ((B, T), (3, 4), (B, T + 2))]
    inputs.insert(1, (inputs[0][0].flip(0) * 3,))
    others = {name: value.flip(0) for name, value in weights.items()}
    assert_stateless(asked(student, weights), inputs, asked(student, others), expected)


@check(
    "LayerNorm.structure",
    "a weight of ones and a bias of zeros, with the names and the order of the text",
    points=0.25,
    hint="Which two things are learned, and with what do they begin?",
)
def test_norm_structure(student: Student) -> None:
    answer = student.LayerNorm(7).reading().call(sample(B, T, 7, seed=7))
    assert_parameters(answer, {"weight": (7,), "bias": (7,)})
    for name, number in (("weight", 1.0), ("bias", 0.0)):
        values = answer.weights[name]
        require(bool((values == number).all()), f"LayerNorm(7): {name} does not begin with {number:g} everywhere")


@check(
    "LayerNorm.offset",
    "large entries and large offsets",
    points=0.2,
    level="robustness",
    hint="What does each step make of entries around 10000: is a small difference lost, or a large entry cut off?",
)
def test_norm_offset(student: Student) -> None:
    weights, x = norm_weights(D_MODEL), sample(B, T, D_MODEL, seed=8)
    known = plain(asked(student, weights).call(x), expected(x, weights))
    for moved in (x + 1e4, x - 1e4):
        assert_elsewhere(asked(student, weights).call(moved), known, expected(moved, weights), LARGE)
    large = 1e4 * x
    assert_elsewhere(asked(student, weights).call(large), known, expected(large, weights), Tolerance(1e-4, 1e-3))


@check(
    "LayerNorm.width_and_device",
    "dtype and device follow input and layer",
    points=0.2,
    level="robustness",
    hint="Which dtype and which device has whatever forward creates?",
)
def test_norm_width_and_device(student: Student) -> None:
    weights = {name: coarse(value) for name, value in norm_weights(D_MODEL).items()}
    x = coarse(sample(B, T, D_MODEL, seed=11))

    def ask(dtype: torch.dtype, step: float) -> Answer:
        return asked(student, weights, dtype).call(shifted(x, dtype, step))

    assert_keeps_dtype(ask, ROUNDED_TO_FLOAT32)
    on_meta = student.LayerNorm(D_MODEL).to(device="meta").call(x.to("meta"))
    assert_keeps_device(on_meta, asked(student, weights).call(x))


@check(
    "LayerNorm.leaves_alone",
    "the input stays as it is, however it lies in memory, and so does the layer",
    points=0.1,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing.",
)
def test_norm_leaves_alone(student: Student) -> None:
    question, x = asked(student, norm_weights(D_MODEL)), non_contiguous(sample(B, T, D_MODEL, seed=12))
    assert_any_layout(question.call(x), question.call(x.contiguous()))
    for mode in (True, False):
        answer = question.train(mode).watched().calls((x,), (x[:, :3],))
        assert_pure(answer)
        assert_state_dict_unchanged(answer)


@check(
    "LayerNorm.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_norm_names(student: Student) -> None:
    weights, x = norm_weights(D_MODEL), sample(B, T, D_MODEL, seed=1)
    named = student.LayerNorm(eps=0.5, d_model=D_MODEL).state(weights).call(x=x)
    assert_tensor_by_name(named, student.LayerNorm(D_MODEL, 0.5).state(weights).call(x))
