"""Hidden checks of 06_language_model: LayerNorm."""

from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import FLOAT32, LARGE, Tolerance, as_tensor, require
from autograder.checking.layers import Weights, assert_parameters, in_width, with_weights
from autograder.checking.own_values import assert_elsewhere, plain
from autograder.checking.registry import check
from autograder.checking.robustness import coarse, difference, in_float64
from autograder.checking.samples import B, T, leaf, sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.student import Question, Student
from autograder.sandbox.host.student_text import as_call
from solutions.shared.language import D_MODEL, ROUNDED_TO_FLOAT32, around_one, norm_weights
from solutions.shared.reference.language import layer_norm

VECTOR = "Which numbers does the mean of one token count, and which of them does the variance divide by?"


def spread(x: Tensor) -> Tensor:
    """The same with columns so far apart that no eps shows: a wrong one costs the points of one check."""
    return x + 15 * (torch.arange(x.shape[-1]) % D_MODEL)


def far_apart(*shape: int, seed: int) -> Tensor:
    """Numbers with a mean that is not 0 and a variance that is not 1, in which no eps shows."""
    return spread(sample(*shape, seed=seed, scale=2.0) + 0.5)


def asked(student: Student, weights: Weights, dtype: torch.dtype | None = None, *options: Any) -> Question:
    """The student's layer with these weights."""
    return with_weights(student.LayerNorm(len(weights["weight"]), *options), weights, dtype)


def expected(x: Tensor, weights: Weights, eps: float = 1e-5) -> Tensor:
    """What the reference gives."""
    return layer_norm(x, *weights.values(), eps=eps)


def tiny_variances(student: Student) -> None:
    """The eps of the text in every dtype: where the variance is as small, nothing else says what comes out."""
    weights = {name: coarse(value) for name, value in norm_weights(D_MODEL).items()}
    usual, small = (coarse(sample(B, T, D_MODEL, seed=5, scale=scale)) for scale in (2.0, 3e-3))
    known = plain(asked(student, weights).call(usual), expected(usual, weights))
    for dtype, tolerance in ((torch.float64, FLOAT32), (torch.bfloat16, Tolerance(0.1, 0.1))):
        answer = asked(student, weights, dtype).call(small.to(dtype))
        assert_elsewhere(answer, known, expected(small, weights), tolerance)


def equal_entries(student: Student) -> None:
    """Gradients where a token has the same number everywhere, and the variance is 0."""
    weights = in_width(norm_weights(D_MODEL), torch.float64)
    x, cotangent = (sample(B, T, D_MODEL, seed=seed, dtype=torch.float64) for seed in (15, 16))
    x[:, 2], x[:, 4] = 0.0, 1.5

    def ask(dtype: torch.dtype) -> Answer:
        return asked(student, weights, dtype).call(leaf(x, dtype), cotangents=[cotangent.to(dtype)])

    answer = in_float64(ask)
    finite = all(grad is None or bool(grad.isfinite().all()) for grad in answer.input_grads)
    require(finite, f"{answer.called}: the gradient is not finite where a token has equal entries", "not finite")


spec(
    "LayerNorm",
    inputs={"x": "T d_model"},
    weights={"weight": "d_model", "bias": "d_model"},
    init={"d_model": "d_model", "eps": 1e-5},
    sizes={"T": 7, "d_model": 6},
    draws={"x": far_apart, "weight": around_one},
    reference=layer_norm,
    rounded=ROUNDED_TO_FLOAT32,
    without=("sizes", "equal_sizes", "extremes"),
    checks={
        "values": CheckText("each token normalised, scaled and shifted", VECTOR, points=0.4),
        "leading": CheckText(hint=VECTOR, points=0.25, also=("sizes_of_one", "longest")),
        "gradient": CheckText(
            "gradients of the input, the scale and the shift",
            "Mean and variance depend on the input too: stay in torch, and detach nothing.",
            points=0.75,
        ),
        "second_call": CheckText(
            "further inputs and other weights, in either mode: the result depends on nothing else",
            "Nothing is kept from one call to the next, and no mode changes what is normalised.",
            points=0.55,
        ),
        "width_and_device": CheckText(
            "dtype and device follow input and layer, and eps is the same in every dtype",
            "Which dtype and which device has whatever forward creates?",
            points=0.2,
            also=(tiny_variances,),
        ),
        "leaves_alone": CheckText(
            "the input stays as it is, however it lies in memory, and so does the layer",
            "Calling a module changes nothing and draws nothing.",
            points=0.1,
        ),
        "names": CheckText(points=0.05),
    },
)


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
    tiny = sample(B, T, D_MODEL, seed=5, scale=1e-4)
    same = torch.full((B, T, D_MODEL), 2.0)
    for x in (small, tiny, same):
        assert_elsewhere(asked(student, weights).call(x), known, expected(x, weights))
    x = sample(B, T, D_MODEL, seed=6, scale=0.5)
    answers = [asked(student, weights, None, eps).call(x) for eps in (0.25, 1e-3, 0.0)]
    for eps, answer in zip((0.25, 1e-3, 0.0), answers, strict=True):
        assert_elsewhere(answer, known, expected(x, weights, eps))
    large, little = (as_tensor(answer.value, answer.called) for answer in answers[:2])
    require(difference(large, little), f"{answers[0].called} and {answers[1].called} give the same")


@check(
    "LayerNorm.structure",
    "a weight of ones and a bias of zeros, with the names and the order of the text",
    points=0.25,
    hint="Which two things are learned, and with what do they begin?",
)
def test_norm_structure(student: Student) -> None:
    answer = student.LayerNorm(7).reading().call(sample(B, T, 7, seed=7))
    assert_parameters(answer, {"weight": (7,), "bias": (7,)})
    called = as_call("LayerNorm(7)")
    for name, number in (("weight", 1.0), ("bias", 0.0)):
        values = answer.weights[name]
        require(bool((values == number).all()), f"{called}: {name} does not begin with {number:g} everywhere")


@check(
    "LayerNorm.offset",
    "large entries, large offsets, and equal entries",
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
    assert_elsewhere(
        asked(student, weights).in_use().call(large), known, expected(large, weights), Tolerance(1e-4, 1e-3)
    )
    wide, x = norm_weights(64), sample(B, T, 64, seed=9)
    x[..., 5] = 1e3  # alone far from the others, nearly eight standard deviations from the mean
    assert_elsewhere(asked(student, wide).call(x), known, expected(x, wide))
    equal_entries(student)
