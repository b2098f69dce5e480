"""Hidden checks of 02_causal: CausalSelfAttention."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import LARGE, PRINTED, as_tensor, assert_close, require
from autograder.checking.describe import describe_one_call
from autograder.checking.layers import (
    assert_distinct_initial_weights,
    assert_layer_gradients,
    assert_parameters,
    in_width,
    with_weights,
)
from autograder.checking.own_values import (
    KEEP_NAMES,
    Plain,
    assert_by_name,
    assert_call_is_pure,
    assert_calls_as_fresh,
    assert_elsewhere,
    assert_in_widths,
    assert_value_again,
    plain,
    rounded,
)
from autograder.checking.registry import check
from autograder.checking.robustness import assert_each, assert_on_meta, assert_unseeded
from autograder.checking.samples import D_IN, D_K, MOST_TOKENS, B, T, non_contiguous, one_at_a_time, sample
from autograder.checking.student import Question, Student
from solutions.shared.causal import layers, nudged_from, stretched
from solutions.shared.figures import RUNNING_W_K, RUNNING_W_Q, RUNNING_WEIGHTS, RUNNING_X
from solutions.shared.reference.attention import causal_self_attention

NAMES = ("W_Q", "W_K", "W_V", "W_O")


def matrices(embed_dim: int, head_dim: int) -> dict[str, Tensor]:
    """Weights of the four layers."""
    inner = layers(*NAMES[:3], d_in=embed_dim, d_out=head_dim)
    return inner | {"W_O.weight": sample(embed_dim, head_dim, seed=50, scale=0.5)}


def asked(student: Student, weights: dict[str, Tensor], dtype: torch.dtype | None = None) -> Question:
    """The student's module with these weights."""
    head_dim, embed_dim = weights["W_Q.weight"].shape
    question: Question = student.CausalSelfAttention(embed_dim, head_dim)
    return with_weights(question, weights, dtype)


def expected(x: Tensor, weights: dict[str, Tensor]) -> Tensor:
    """What the reference gives."""
    return causal_self_attention(x, *weights.values())


@check(
    "CausalSelfAttention.values",
    "the result for a batch, all sizes different",
    points=0.7,
    hint="Follow the sizes: (B, T, embed_dim), then head_dim, then embed_dim again.",
)
def test_causal_values(student: Student) -> None:
    weights = matrices(D_IN, D_K)
    for length in (T, MOST_TOKENS):
        x = sample(B, length, D_IN, seed=1)
        assert_close(asked(student, weights).call(x), expected(x, weights))


@check(
    "CausalSelfAttention.gradient",
    "gradients of the input and of every layer",
    points=1.0,
    hint="All four layers are learned: stay in torch from input to output.",
)
def test_causal_gradient(student: Student) -> None:
    weights = in_width(matrices(D_IN, D_K), torch.float64)
    x, cotangent = (sample(3, 4, D_IN, seed=seed, dtype=torch.float64) for seed in (2, 3))
    assert_layer_gradients(lambda dtype: asked(student, weights, dtype), causal_self_attention, [x], weights, cotangent)


@check(
    "CausalSelfAttention.future",
    "later tokens change nothing before them, batches do not mix",
    points=0.5,
    hint="Which keys may a query see? Nothing is remembered from call to call.",
)
@given(b=st.integers(1, 3), t=st.integers(1, 6), widths=st.tuples(st.integers(2, 5), st.integers(2, 5)))
def test_causal_future(student: Student, b: int, t: int, widths: tuple[int, int]) -> None:
    weights, x = matrices(*widths), sample(b, t, widths[0], seed=4)
    inputs = (x, nudged_from(x, t // 2), torch.cat([x[:1], sample(b - 1, t, widths[0], seed=5)]))
    answer = asked(student, weights).calls(*((item,) for item in inputs))
    assert_each(answer, [expected(item, weights) for item in inputs])


@check(
    "CausalSelfAttention.structure",
    "four layers without bias, with the names and order of the text, each with first weights of its own",
    points=0.3,
    hint="Compare names, shapes and the absence of biases with the text.",
)
def test_causal_structure(student: Student) -> None:
    shapes = {f"{name}.weight": (D_K, D_IN) for name in NAMES[:3]} | {"W_O.weight": (D_IN, D_K)}
    x = sample(B, T, D_IN, seed=6)
    answer = student.CausalSelfAttention(D_IN, D_K).call(x)
    shape = tuple(as_tensor(answer.value, answer.called).shape)
    require(shape == x.shape, f"{answer.called} has shape {shape}, expected {tuple(x.shape)}", "wrong shape")
    assert_parameters(answer, shapes)
    assert_distinct_initial_weights(student.CausalSelfAttention(D_IN, D_K), *shapes)


@check(
    "CausalSelfAttention.printed",
    "the weights that the tutorial prints for its running example",
    points=0.1,
    hint="Here the values are the identity matrix, so that the result is the weights themselves.",
)
def test_causal_printed(student: Student) -> None:
    weights = {"W_Q.weight": RUNNING_W_Q, "W_K.weight": RUNNING_W_K}
    weights |= {"W_V.weight": torch.linalg.inv(RUNNING_X).T, "W_O.weight": torch.eye(4)}
    assert_close(asked(student, weights).call(RUNNING_X[None]), RUNNING_WEIGHTS[None], PRINTED)


def plain_result(student: Student) -> Plain:
    """What the student's module does with a small input."""
    weights, x = matrices(D_IN, D_K), sample(B, T, D_IN, seed=1)
    return plain(asked(student, weights).call(x), expected(x, weights))


@check(
    "CausalSelfAttention.large_scores",
    "scores of ±1e4 give the right finite result",
    points=0.1,
    level="robustness",
    hint="How large may an exponent be before exp overflows, and what is small enough to hide any score?",
)
def test_causal_large_scores(student: Student) -> None:
    known = plain_result(student)
    x = torch.tensor([[1.0, 0, 0, 0, 0], [0, -1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 0], [-1, 1, 0, 0, 0]])[None]
    positive = stretched(*NAMES, key_sign=1.0, width=D_K)
    assert_elsewhere(asked(student, positive).call(x), known, expected(x, positive), LARGE)
    # Values 1, -1, 0.5, 0 under equal scores of -1e4: a leak of later values shows.
    x, negative = torch.tensor([[[1.0, 1.0], [1.0, -1.0], [1.0, 0.5], [1.0, 0.0]]]), first_column_only()
    assert_elsewhere(asked(student, negative).call(x), known, expected(x, negative), LARGE)


def first_column_only() -> dict[str, Tensor]:
    """Layers of width 1: scores of -1e4 from the first column, values from the second."""
    first, second = torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 1.0]])
    query_key = {"W_Q.weight": 100 * first, "W_K.weight": -100 * first}
    return query_key | {"W_V.weight": second, "W_O.weight": second.T}


@check(
    "CausalSelfAttention.width_and_device",
    "dtype and device follow input and layers",
    points=0.1,
    level="robustness",
    hint="Whatever forward creates belongs where x is, and is of its kind.",
)
def test_causal_width_and_device(student: Student) -> None:
    weights = {name: rounded(value)[0] for name, value in matrices(D_IN, D_K).items()}
    (x,) = rounded(sample(B, T, D_IN, seed=7, scale=0.5))
    known = plain(asked(student, weights).call(x), expected(x, weights))
    assert_in_widths(lambda dtype: asked(student, weights, dtype).call(x.to(dtype)), known)
    assert_on_meta(student.CausalSelfAttention(D_IN, D_K).to(device="meta").call(x.to("meta")), B, T, D_IN)


@check(
    "CausalSelfAttention.leaves_alone",
    "input, state dict, mode and torch's settings stay as they are, however the input lies in memory",
    points=0.1,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_causal_leaves_alone(student: Student) -> None:
    weights, x = matrices(D_IN, D_K), non_contiguous(sample(B, T, D_IN, seed=1))
    known = plain(asked(student, weights).call(x.contiguous()), expected(x, weights))
    for mode in (True, False):
        answer = assert_call_is_pure(asked(student, weights).seeded(8_341).train(mode), x)  # no seed that programs use
        assert_value_again(answer.values[0], known, called=describe_one_call(answer.request, 0))
    assert_unseeded(student.CausalSelfAttention(D_IN, D_K), "W_Q.weight")


@check(
    "CausalSelfAttention.second_call",
    "train and eval mode agree, and each call is answered from its own input and the weights of the moment",
    points=1.0,
    hint="Nothing is kept from one call to the next, no length is built in, and the mode plays no part.",
)
def test_causal_second_call(student: Student) -> None:
    shapes = ((9, (B, T)), (12, (B, T)), (13, (3, 4)), (14, (B, T + 4)))
    inputs = [sample(*sizes, D_IN, seed=seed) for seed, sizes in shapes]
    assert_calls_as_fresh(lambda weights: asked(student, weights), expected, matrices(D_IN, D_K), inputs)


@check(
    "CausalSelfAttention.sizes_of_one",
    "one sentence, one token, one dimension: every dimension stays",
    points=0.05,
    level="robustness",
    hint="Does the result have the shape of the input?",
)
def test_causal_sizes_of_one(student: Student) -> None:
    known = plain_result(student)
    for b, t, embed_dim, head_dim in one_at_a_time(B, T, D_IN, D_K):
        weights, x = matrices(embed_dim, head_dim), sample(b, t, embed_dim, seed=10)
        assert_elsewhere(asked(student, weights).call(x), known, expected(x, weights))


@check(
    "CausalSelfAttention.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_causal_names(student: Student) -> None:
    weights, x = matrices(D_IN, D_K), sample(B, T, D_IN, seed=1)
    named = student.CausalSelfAttention(head_dim=D_K, embed_dim=D_IN).state(weights).call(x=x)
    assert_by_name(named, asked(student, weights).call(x))
