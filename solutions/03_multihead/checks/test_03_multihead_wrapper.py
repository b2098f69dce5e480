"""Hidden checks of 03_multihead: MultiHeadAttentionWrapper."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import PRINTED, assert_close
from autograder.checking.layers import assert_layer_gradients, assert_parameters, in_width, with_weights
from autograder.checking.registry import PLAIN_VALUES, check
from autograder.checking.robustness import (
    assert_any_layout,
    assert_keeps_device,
    assert_keeps_dtype,
    assert_pure,
    assert_repeats_short_text,
    assert_shape,
    assert_state_dict_unchanged,
    assert_stateless,
    assert_tensor_by_name,
    assert_unseeded,
    coarse,
    shifted,
)
from autograder.checking.samples import D_IN, D_K, D_V, LONG, TILES, B, T, non_contiguous, one_at_a_time, sample, tiling
from autograder.checking.student import Question, Student
from solutions.shared.figures import EMBEDDED_SENTENCE, WRAPPER_OUTPUT
from solutions.shared.reference.attention import side_by_side

HEADS = 4  # other than all sizes of `sizes`
SIZE = st.integers(2, 4)


def shapes(d_in: int, d_k: int, d_v: int, num_heads: int) -> dict[str, tuple[int, int]]:
    """Names and shapes of all matrices, in order."""
    of_one = {"W_query": (d_in, d_k), "W_key": (d_in, d_k), "W_value": (d_in, d_v)}
    return {f"heads.{head}.{name}": shape for head in range(num_heads) for name, shape in of_one.items()}


def matrices(d_in: int, d_k: int, d_v: int, num_heads: int) -> dict[str, Tensor]:
    """Signed weights that keep scores of order 1, different in each head."""
    wanted = shapes(d_in, d_k, d_v, num_heads).items()
    return {name: sample(*shape, seed=10 + place, scale=0.5) for place, (name, shape) in enumerate(wanted)}


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
    points=0.4,
    hint="How wide is the output of one head, and which columns belong to it?",
    for_message=PLAIN_VALUES,
)
def test_wrapper_values(student: Student) -> None:
    weights = matrices(D_IN, D_K, D_V, HEADS)
    for length in (T, LONG):
        x = sample(B, length, D_IN, seed=1)
        assert_close(asked(student, weights).call(x), expected(x, weights))


@check(
    "MultiHeadAttentionWrapper.gradient",
    "gradients of the input and of every matrix of every head",
    points=1,
    hint="Every head learns: stay in torch from input to output.",
)
def test_wrapper_gradient(student: Student) -> None:
    weights = in_width(matrices(D_IN, D_K, D_V, HEADS), torch.float64)
    x, cotangent = sample(B, T, D_IN, seed=2).double(), sample(B, T, HEADS * D_V, seed=3).double()
    assert_layer_gradients(
        lambda dtype: asked(student, weights, dtype),
        lambda x, *rest: side_by_side(x, rest),
        [x],
        weights,
        cotangent,
    )


@check(
    "MultiHeadAttentionWrapper.leading",
    "any leading dimensions",
    points=0.25,
    hint="Counted from which end is the dimension of the columns always the same?",
)
@given(leading=st.sampled_from(([], [3], [2, 3], [2, 3, 2])), t=SIZE)
def test_wrapper_leading(student: Student, leading: list[int], t: int) -> None:
    weights, x = matrices(5, D_K, 2, 3), sample(*leading, t, 5, seed=4)
    assert_close(asked(student, weights).call(x), expected(x, weights))


@check(
    "MultiHeadAttentionWrapper.sizes",
    "any number of heads and any widths, batches do not mix",
    points=0.25,
    hint="Each head sees the same input and works by itself.",
)
@given(h=st.integers(2, 5), b=st.integers(2, 3), t=SIZE, widths=st.tuples(SIZE, SIZE, SIZE))
def test_wrapper_sizes(student: Student, h: int, b: int, t: int, widths: tuple[int, int, int]) -> None:
    weights, x = matrices(*widths, h), sample(b, t, widths[0], seed=5)
    assert_close(asked(student, weights).call(x), expected(x, weights))


@check(
    "MultiHeadAttentionWrapper.structure",
    "heads with the names, shapes and order of the text",
    points=0.4,
    hint="Does PyTorch see the parameters of every head, and nothing else?",
)
def test_wrapper_structure(student: Student) -> None:
    wanted = shapes(D_IN, D_K, D_V, HEADS)
    question = student.MultiHeadAttentionWrapper(D_IN, D_K, D_V, HEADS)
    answer = question.call(sample(B, T, D_IN, seed=6))
    assert_parameters(answer, wanted)


@check(
    "MultiHeadAttentionWrapper.printed",
    "the article's output at the article's seed: heads are drawn one after the other",
    points=0.3,
    hint="Every head is created anew, in order, and nothing is drawn between them.",
)
def test_wrapper_printed(student: Student) -> None:
    question = student.MultiHeadAttentionWrapper(3, 2, 1, 4).seeded(123)
    assert_close(question.call(EMBEDDED_SENTENCE), WRAPPER_OUTPUT, PRINTED)


@check(
    "MultiHeadAttentionWrapper.second_call",
    "further inputs and other weights, in either mode: the result depends on nothing else",
    points=1,
    hint="Nothing is kept from one call to the next, and no mode changes what attention is.",
)
def test_wrapper_second_call(student: Student) -> None:
    weights, sizes = matrices(D_IN, D_K, D_V, HEADS), ((B, T), (B, T), (3, 4), (B, T + 2))
    inputs = [(sample(b, t, D_IN, seed=9 + place),) for place, (b, t) in enumerate(sizes)]
    others = {name: value.flip(0) for name, value in weights.items()}
    assert_stateless(asked(student, weights), inputs, asked(student, others), expected)


@check(
    "MultiHeadAttentionWrapper.width_and_device",
    "dtype and device follow input and matrices",
    points=0.1,
    level="robustness",
    hint="Whatever forward creates belongs where x is.",
)
def test_wrapper_width_and_device(student: Student) -> None:
    x = coarse(sample(B, T, D_IN, seed=7, scale=0.5))
    weights = {name: coarse(value) for name, value in matrices(D_IN, D_K, D_V, HEADS).items()}
    assert_keeps_dtype(lambda dtype, step: asked(student, weights, dtype).call(shifted(x, dtype, step)))
    on_meta = student.MultiHeadAttentionWrapper(D_IN, D_K, D_V, HEADS).to(device="meta")
    assert_keeps_device(on_meta.call(x.to("meta")), asked(student, weights).call(x))


@check(
    "MultiHeadAttentionWrapper.leaves_alone",
    "the input stays as it is, however it lies in memory, and so does the layer",
    points=0.1,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_wrapper_leaves_alone(student: Student) -> None:
    weights, x = matrices(D_IN, D_K, D_V, HEADS), non_contiguous(sample(B, T, D_IN, seed=1))
    assert_any_layout(asked(student, weights).call(x), asked(student, weights).call(x.contiguous()))
    for mode in (True, False):
        answer = asked(student, weights).train(mode).watched().calls((x,), (x[:, :3],))
        assert_pure(answer)
        assert_state_dict_unchanged(answer)
    assert_unseeded(student.MultiHeadAttentionWrapper(D_IN, D_K, D_V, HEADS), "heads.1.W_query")


@check(
    "MultiHeadAttentionWrapper.sizes_of_one",
    "each size alone is one, and all are: every dimension stays",
    points=0.1,
    level="robustness",
    hint="Does the result have as many dimensions as the input?",
)
def test_wrapper_sizes_of_one(student: Student) -> None:
    sizes = (2, 4, 3, 2, 5, 2)
    for b, t, d_in, d_k, d_v, num_heads in one_at_a_time(*sizes):
        weights, x = matrices(d_in, d_k, d_v, num_heads), sample(b, t, d_in, seed=14)
        assert_shape(asked(student, weights).call(x), b, t, num_heads * d_v)


@check(
    "MultiHeadAttentionWrapper.longest",
    "a text of 200 tokens",
    points=0.05,
    level="robustness",
    hint="Nothing in the layer knows how long a text may be.",
)
def test_wrapper_longest(student: Student) -> None:
    weights, x = matrices(D_IN, D_K, D_V, 2), sample(B, TILES, D_IN, seed=15)
    assert_repeats_short_text(asked(student, weights).call(x[:, tiling()]), asked(student, weights).call(x), 1)


@check(
    "MultiHeadAttentionWrapper.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint="Compare the names of the arguments with the text.",
)
def test_wrapper_names(student: Student) -> None:
    weights, x = matrices(D_IN, D_K, D_V, HEADS), sample(B, T, D_IN, seed=1)
    named = student.MultiHeadAttentionWrapper(d_in=D_IN, d_out_kq=D_K, d_out_v=D_V, num_heads=HEADS)
    assert_tensor_by_name(named.state(weights).call(x=x), asked(student, weights).call(x))
