"""Hidden checks of 01_self_attention: SelfAttention."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import LARGE, PRINTED, assert_close
from autograder.checking.describe import describe_one_call
from autograder.checking.layers import assert_layer_gradients, assert_parameters, in_width, with_weights
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
from autograder.checking.registry import PLAIN_VALUES, check
from autograder.checking.robustness import assert_each, assert_on_meta, assert_unseeded
from autograder.checking.samples import D_IN, D_K, D_V, MOST_TOKENS, B, T, non_contiguous, one_at_a_time, sample
from autograder.checking.student import Question, Student
from solutions.shared.figures import EMBEDDED_SENTENCE, ONE_VALUE_OUTPUT, SELF_ATTENTION_OUTPUT
from solutions.shared.reference.attention import self_attention

SIZE = st.integers(2, 5)


def matrices(d_in: int, d_k: int, d_v: int) -> dict[str, Tensor]:
    """Signed weights that keep scores of order 1."""
    shapes = {"W_query": (d_in, d_k), "W_key": (d_in, d_k), "W_value": (d_in, d_v)}
    return {name: sample(*shape, seed=10 + place, scale=0.5) for place, (name, shape) in enumerate(shapes.items())}


def asked(student: Student, weights: dict[str, Tensor], dtype: torch.dtype | None = None) -> Question:
    """The student's module with these weights."""
    d_in, d_k = weights["W_query"].shape
    question: Question = student.SelfAttention(d_in, d_k, weights["W_value"].shape[1])
    return with_weights(question, weights, dtype)


def expected(x: Tensor, weights: dict[str, Tensor]) -> Tensor:
    """Context vectors of the reference."""
    return self_attention(x, *weights.values())[0]


@check(
    "SelfAttention.values",
    "context vectors of a batch, all sizes different",
    points=0.6,
    hint="Follow the sizes: (B, T, d_in), then d_out_kq, then d_out_v.",
    for_message=PLAIN_VALUES,
)
def test_self_attention_values(student: Student) -> None:
    weights = matrices(D_IN, D_K, D_V)
    for length in (T, MOST_TOKENS):
        x = sample(B, length, D_IN, seed=1)
        assert_close(asked(student, weights).call(x), expected(x, weights))


@check(
    "SelfAttention.gradient",
    "gradients of the input and of every matrix",
    points=1.0,
    hint="All three matrices are learned: stay in torch from input to output.",
)
def test_self_attention_gradient(student: Student) -> None:
    weights = in_width(matrices(D_IN, D_K, D_V), torch.float64)
    x, cotangent = sample(B, T, D_IN, seed=2).double(), sample(B, T, D_V, seed=3).double()
    assert_layer_gradients(
        lambda dtype: asked(student, weights, dtype),
        lambda *leaves: self_attention(*leaves)[0],
        [x],
        weights,
        cotangent,
    )


@check("SelfAttention.leading", "any leading dimensions", points=0.3, hint="Which two dimensions change places?")
@given(leading=st.sampled_from(([], [3], [2, 3], [2, 3, 2])), t=SIZE)
def test_self_attention_leading(student: Student, leading: list[int], t: int) -> None:
    weights, x = matrices(4, D_K, D_V), sample(*leading, t, 4, seed=4)
    assert_close(asked(student, weights).call(x), expected(x, weights))


@check(
    "SelfAttention.order",
    "tokens that change places take their context vectors with them, batches do not mix",
    points=0.3,
    hint="Without a mask no position is special, and nothing is remembered from call to call.",
)
@given(b=st.integers(2, 3), t=SIZE, widths=st.tuples(SIZE, SIZE, SIZE))
def test_self_attention_order(student: Student, b: int, t: int, widths: tuple[int, int, int]) -> None:
    weights, x = matrices(*widths), sample(b, t, widths[0], seed=5)
    other = torch.cat([x[:1], sample(b - 1, t, widths[0], seed=6)]).flip(1)
    answer = asked(student, weights).calls((x,), (x.flip(1),), (other,))
    assert_each(answer, [expected(x, weights), expected(x, weights).flip(1), expected(other, weights)])


@check(
    "SelfAttention.structure",
    "three matrices with the names, shapes and order of the text",
    points=0.3,
    hint="Compare names and shapes with the text.",
)
def test_self_attention_structure(student: Student) -> None:
    shapes = {"W_query": (D_IN, D_K), "W_key": (D_IN, D_K), "W_value": (D_IN, D_V)}
    answer = student.SelfAttention(D_IN, D_K, D_V).call(sample(B, T, D_IN, seed=7))
    assert_parameters(answer, shapes)


@check(
    "SelfAttention.printed",
    "the article's output at the article's seed",
    points=0.1,
    hint="The given construction draws the matrices with torch.rand, in the order of the text.",
)
def test_self_attention_printed(student: Student) -> None:
    assert_close(student.SelfAttention(3, 2, 4).seeded(123).call(EMBEDDED_SENTENCE), SELF_ATTENTION_OUTPUT, PRINTED)


def plain_context(student: Student) -> Plain:
    """What the student's module does with a small input."""
    weights, x = matrices(D_IN, D_K, D_V), sample(B, T, D_IN, seed=1)
    return plain(asked(student, weights).call(x), expected(x, weights))


@check(
    "SelfAttention.large_scores",
    "scores of ±1e4 give the right finite context vectors",
    points=0.1,
    level="robustness",
    hint="How large may an exponent be before exp overflows?",
)
def test_self_attention_large_scores(student: Student) -> None:
    alike, values = torch.eye(3, D_K), sample(3, D_V, seed=8) * torch.tensor([[0.01], [1.0], [1.0]])
    weights = {"W_query": alike, "W_key": alike, "W_value": values}
    x = torch.tensor([[100.0, 1, 0], [100, 0, 1], [100, -1, 0], [0, 0, 0], [-100, 1, 0]])  # 10001, 10000, 9999, 0, …
    known = plain_context(student)
    assert_elsewhere(asked(student, weights).call(x[None]), known, expected(x[None], weights), LARGE)


@check(
    "SelfAttention.width_and_device",
    "dtype and device follow input and matrices",
    points=0.1,
    level="robustness",
    hint="Whatever forward creates belongs where x is.",
)
def test_self_attention_width_and_device(student: Student) -> None:
    names, values = zip(*matrices(D_IN, D_K, D_V).items(), strict=True)
    weights = dict(zip(names, rounded(*values), strict=True))
    (x,) = rounded(sample(B, T, D_IN, seed=9, scale=0.5))
    known = plain(asked(student, weights).call(x), expected(x, weights))
    assert_in_widths(lambda dtype: asked(student, weights, dtype).call(x.to(dtype)), known)
    assert_on_meta(student.SelfAttention(D_IN, D_K, D_V).to(device="meta").call(x.to("meta")), B, T, D_V)


@check(
    "SelfAttention.leaves_alone",
    "input, state dict, mode and torch's settings stay as they are, however the input lies in memory",
    points=0.1,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_self_attention_leaves_alone(student: Student) -> None:
    weights, x = matrices(D_IN, D_K, D_V), non_contiguous(sample(B, T, D_IN, seed=1))
    known = plain(asked(student, weights).call(x.contiguous()), expected(x, weights))
    for mode in (True, False):
        answer = assert_call_is_pure(asked(student, weights).train(mode), x)
        assert_value_again(answer.values[0], known, called=describe_one_call(answer.request, 0))
    assert_unseeded(student.SelfAttention(D_IN, D_K, D_V), "W_query")


@check(
    "SelfAttention.second_call",
    "train and eval mode agree, and each call is answered from its own input and the weights of the moment",
    points=1.0,
    hint="Nothing is kept from one call to the next, and the mode plays no part.",
)
def test_self_attention_second_call(student: Student) -> None:
    inputs = [sample(*sizes, D_IN, seed=seed) for seed, sizes in ((11, (B, T)), (12, (B, T)), (13, (3, T + 2)))]
    assert_calls_as_fresh(lambda weights: asked(student, weights), expected, matrices(D_IN, D_K, D_V), inputs)


@check(
    "SelfAttention.sizes_of_one",
    "one sentence, one token, one dimension: every dimension stays",
    points=0.05,
    level="robustness",
    hint="Does the result have as many dimensions as the input?",
)
def test_self_attention_sizes_of_one(student: Student) -> None:
    known = plain_context(student)
    for b, t, *widths in one_at_a_time(B, T, D_IN, D_K, D_V):
        weights, x = matrices(*widths), sample(b, t, widths[0], seed=14)
        assert_elsewhere(asked(student, weights).call(x), known, expected(x, weights))
    answer = student.SelfAttention(3, 2, 1).seeded(123).call(EMBEDDED_SENTENCE)
    assert_elsewhere(answer, known, ONE_VALUE_OUTPUT, PRINTED)


@check(
    "SelfAttention.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_self_attention_names(student: Student) -> None:
    x, weights = sample(B, T, D_IN, seed=1), matrices(D_IN, D_K, D_V)
    question = student.SelfAttention(d_out_v=D_V, d_out_kq=D_K, d_in=D_IN).state(weights)
    assert_by_name(question.call(x=x), asked(student, weights).call(x))
