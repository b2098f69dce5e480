"""Hidden checks of 03_multihead: MultiHeadAttentionWrapper."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checks.api import PLAIN_VALUES, check
from autograder.checks.figures import EMBEDDED_SENTENCE, WRAPPER_OUTPUT
from autograder.checks.judge import agree
from autograder.checks.modules import agree_layer_gradients, has_parameters, in_width, with_weights
from autograder.checks.robust import (
    agree_each,
    agree_in_each_width,
    agree_on_meta,
    draws_anew,
    leaves_alone,
)
from autograder.checks.sizes import D_IN, D_K, D_V, LONG, B, T, numbers
from autograder.checks.student import Question, Student
from autograder.checks.tolerances import PRINTED
from autograder.oracle.heads import side_by_side

HEADS = 4  # other than all sizes of `sizes`
SIZE = st.integers(2, 4)


def shapes(d_in: int, d_k: int, d_v: int, num_heads: int) -> dict[str, tuple[int, int]]:
    """Names and shapes of all matrices, in order."""
    of_one = {"W_query": (d_in, d_k), "W_key": (d_in, d_k), "W_value": (d_in, d_v)}
    return {f"heads.{head}.{name}": shape for head in range(num_heads) for name, shape in of_one.items()}


def matrices(d_in: int, d_k: int, d_v: int, num_heads: int) -> dict[str, Tensor]:
    """Signed weights that keep scores of order 1, different in each head."""
    wanted = shapes(d_in, d_k, d_v, num_heads).items()
    return {name: numbers(*shape, seed=10 + place, scale=0.5) for place, (name, shape) in enumerate(wanted)}


def asked(student: Student, weights: dict[str, Tensor], dtype: torch.dtype | None = None) -> Question:
    """The student's module with these weights."""
    (d_in, d_k), d_v = weights["heads.0.W_query"].shape, weights["heads.0.W_value"].shape[1]
    question: Question = student.MultiHeadAttentionWrapper(d_in, d_k, d_v, len(weights) // 3)
    return with_weights(question, weights, dtype)


def expected(x: Tensor, weights: dict[str, Tensor]) -> Tensor:
    """All heads of the reference."""
    return side_by_side(x, list(weights.values()))


@check(
    "MultiHeadAttentionWrapper.values",
    "the outputs of all heads side by side, all sizes different",
    points=0.6,
    hint="How wide is the output of one head, and which columns belong to it?",
    for_message=PLAIN_VALUES,
)
def test_wrapper_values(student: Student) -> None:
    weights = matrices(D_IN, D_K, D_V, HEADS)
    for length in (T, LONG):
        x = numbers(B, length, D_IN, seed=1)
        agree(asked(student, weights).call(x), expected(x, weights))


@check(
    "MultiHeadAttentionWrapper.gradient",
    "gradients of the input and of every matrix of every head",
    points=0.7,
    hint="Every head learns: stay in torch from input to output.",
)
def test_wrapper_gradient(student: Student) -> None:
    weights = in_width(matrices(D_IN, D_K, D_V, HEADS), torch.float64)
    x, cotangent = numbers(B, T, D_IN, seed=2).double(), numbers(B, T, HEADS * D_V, seed=3).double()
    agree_layer_gradients(
        lambda dtype: asked(student, weights, dtype),
        lambda x, *rest: side_by_side(x, rest),
        [x],
        weights,
        cotangent,
    )


@check(
    "MultiHeadAttentionWrapper.leading",
    "any leading dimensions",
    points=0.4,
    hint="Counted from which end is the dimension of the columns always the same?",
)
@given(leading=st.sampled_from(([], [3], [2, 3], [2, 3, 2])), t=SIZE)
def test_wrapper_leading(student: Student, leading: list[int], t: int) -> None:
    weights, x = matrices(5, D_K, 2, 3), numbers(*leading, t, 5, seed=4)
    agree(asked(student, weights).call(x), expected(x, weights))


@check(
    "MultiHeadAttentionWrapper.sizes",
    "any number of heads and any widths, batches do not mix",
    points=0.4,
    hint="Each head sees the same input and works by itself.",
)
@given(h=st.integers(2, 5), b=st.integers(2, 3), t=SIZE, widths=st.tuples(SIZE, SIZE, SIZE))
def test_wrapper_sizes(student: Student, h: int, b: int, t: int, widths: tuple[int, int, int]) -> None:
    weights, x = matrices(*widths, h), numbers(b, t, widths[0], seed=5)
    agree(asked(student, weights).call(x), expected(x, weights))


@check(
    "MultiHeadAttentionWrapper.structure",
    "heads with the names, shapes and order of the text",
    points=0.5,
    hint="Does PyTorch see the parameters of every head, and nothing else?",
)
def test_wrapper_structure(student: Student) -> None:
    wanted = shapes(D_IN, D_K, D_V, HEADS)
    question = student.MultiHeadAttentionWrapper(d_in=D_IN, d_out_kq=D_K, d_out_v=D_V, num_heads=HEADS)
    answer = question.call(x=numbers(B, T, D_IN, seed=6))
    has_parameters(answer, wanted)


@check(
    "MultiHeadAttentionWrapper.printed",
    "the article's output at the article's seed: heads are drawn one after the other",
    points=0.4,
    hint="Every head is created anew, in order, and nothing is drawn between them.",
)
def test_wrapper_printed(student: Student) -> None:
    question = student.MultiHeadAttentionWrapper(3, 2, 1, num_heads=4).seeded(123)
    agree(question.call(EMBEDDED_SENTENCE), WRAPPER_OUTPUT, PRINTED)


@check(
    "MultiHeadAttentionWrapper.width_and_device",
    "dtype and device follow input and matrices",
    points=0.3,
    level="robustness",
    hint="Whatever forward creates belongs where x is.",
)
def test_wrapper_width_and_device(student: Student) -> None:
    weights, x = matrices(D_IN, D_K, D_V, HEADS), numbers(B, T, D_IN, seed=7, scale=0.5)
    agree_in_each_width(
        lambda dtype: asked(student, weights, dtype).call(x.to(dtype)),
        lambda dtype: expected(x.to(dtype), in_width(weights, dtype)),
    )
    on_meta = student.MultiHeadAttentionWrapper(D_IN, D_K, D_V, HEADS).to(device="meta")
    agree_on_meta(on_meta.call(x.to("meta")), B, T, HEADS * D_V)


@check(
    "MultiHeadAttentionWrapper.leaves_alone",
    "the input stays as it is, however it lies in memory, in either mode",
    points=0.3,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_wrapper_leaves_alone(student: Student) -> None:
    weights, x = matrices(D_IN, D_K, D_V, HEADS), numbers(B, D_IN, T, seed=8).transpose(-2, -1)
    for mode in (True, False):
        answer = asked(student, weights).train(mode).call(x)
        agree(answer, expected(x, weights))
        leaves_alone(answer)
    draws_anew(student.MultiHeadAttentionWrapper(D_IN, D_K, D_V, HEADS), "heads.1.W_query")


@check(
    "MultiHeadAttentionWrapper.second_call",
    "a second input of another length, and scores of ±1e4",
    points=0.2,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
)
def test_wrapper_second_call(student: Student) -> None:
    weights = matrices(D_IN, D_K, D_V, HEADS)
    sizes = ((B, T, 1.0), (B, T, 1.0), (3, 4, 1.0), (B, T + 2, 1.0), (B, T, 50.0))
    inputs = [numbers(b, t, D_IN, seed=9 + place, scale=scale) for place, (b, t, scale) in enumerate(sizes)]
    answer = asked(student, weights).calls(*((x,) for x in inputs))
    agree_each(answer, [expected(x, weights) for x in inputs])


@check(
    "MultiHeadAttentionWrapper.sizes_of_one",
    "one sentence, one token, one value, one head: every dimension stays",
    points=0.2,
    level="robustness",
    hint="Does the result have as many dimensions as the input?",
)
def test_wrapper_sizes_of_one(student: Student) -> None:
    for b, t, d_in, num_heads in ((1, 4, 3, 2), (3, 1, 4, 2), (2, 3, 4, 1), (1, 1, 1, 1)):
        weights, x = matrices(d_in, 2, 1, num_heads), numbers(b, t, d_in, seed=14)
        agree(asked(student, weights).call(x), expected(x, weights))
