"""Hidden checks of 06_language_model: FeedForward and TransformerBlock."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import as_tensor, assert_close, require
from autograder.checking.layers import (
    Weights,
    assert_distinct_initial_weights,
    assert_layer_gradients,
    assert_parameters,
    in_width,
    with_weights,
)
from autograder.checking.own_values import KEEP_NAMES
from autograder.checking.registry import PLAIN_VALUES, check
from autograder.checking.robustness import (
    assert_any_layout,
    assert_keeps_device,
    assert_keeps_dtype,
    assert_pure,
    assert_shape,
    assert_state_dict_unchanged,
    assert_stateless,
    assert_tensor_by_name,
    assert_unseeded,
    coarse,
    difference,
    shifted,
)
from autograder.checking.samples import LONG, MOST_TOKENS, B, T, non_contiguous, one_at_a_time, sample
from autograder.checking.student import Question, Student
from solutions.shared.language import D_HIDDEN, D_MODEL, HEADS, ROUNDED_TO_FLOAT32, block_weights, thinking_weights
from solutions.shared.reference.language import block, feed_forward

BEND = "Which three things happen to a token vector, and which width does it have in between?"
ROADS = "Draw the two roads of the block: what is normalised, and what is added to what?"


def thinking(student: Student, weights: Weights, dtype: torch.dtype | None = None) -> Question:
    """The student's FeedForward with these weights."""
    d_hidden, d_model = weights["up.weight"].shape
    return with_weights(student.FeedForward(d_model, d_hidden), weights, dtype)


def thought(x: Tensor, weights: Weights) -> Tensor:
    """What the reference gives for it."""
    return feed_forward(x, *weights.values())


def asked(student: Student, weights: Weights, heads: int = HEADS, dtype: torch.dtype | None = None) -> Question:
    """The student's TransformerBlock with these weights."""
    d_hidden, d_model = weights["feed_forward.up.weight"].shape
    return with_weights(student.TransformerBlock(d_model, heads, d_hidden), weights, dtype)


def expected(x: Tensor, weights: Weights, heads: int = HEADS) -> Tensor:
    """What the reference gives for it."""
    return block(x, *weights.values(), num_heads=heads)


@check(
    "FeedForward.values", "each token widened, bent and brought back", points=0.25, hint=BEND, for_message=PLAIN_VALUES
)
def test_feed_forward_values(student: Student) -> None:
    weights = thinking_weights(D_MODEL, D_HIDDEN)
    for scale in (1.0, 3.0):  # the approximation by tanh differs by up to 5e-4
        x = sample(B, LONG, D_MODEL, seed=1, scale=scale)
        assert_close(thinking(student, weights).call(x), thought(x, weights))


@check("FeedForward.leading", "any leading dimensions", points=0.15, hint=BEND)
@given(leading=st.lists(st.integers(1, 3), max_size=3), sizes=st.tuples(st.integers(1, 5), st.integers(1, 7)))
def test_feed_forward_leading(student: Student, leading: list[int], sizes: tuple[int, int]) -> None:
    weights, x = thinking_weights(*sizes), sample(*leading, sizes[0], seed=2)
    assert_close(thinking(student, weights).call(x), thought(x, weights))


@check(
    "FeedForward.gradient",
    "gradients of the input and of both layers",
    points=0.4,
    hint="Both layers are learned, weights and biases: stay in torch from input to output.",
)
def test_feed_forward_gradient(student: Student) -> None:
    weights = in_width(thinking_weights(D_MODEL, D_HIDDEN), torch.float64)
    x, cotangent = (sample(B, T, D_MODEL, seed=seed).double() for seed in (3, 4))
    assert_layer_gradients(lambda dtype: thinking(student, weights, dtype), feed_forward, [x], weights, cotangent)


@check(
    "FeedForward.second_call",
    "further inputs and other weights, in either mode: the result depends on nothing else",
    points=0.35,
    hint="Nothing is kept from one call to the next, and no mode changes what is computed.",
)
def test_feed_forward_second_call(student: Student) -> None:
    weights = thinking_weights(D_MODEL, D_HIDDEN)
    inputs = [(sample(b, t, D_MODEL, seed=13 + t),) for b, t in ((B, T), (3, 4))]
    inputs.insert(1, (inputs[0][0].flip(0),))
    others = {name: value.flip(0) for name, value in weights.items()}
    assert_stateless(thinking(student, weights), inputs, thinking(student, others), thought)


@check(
    "FeedForward.structure",
    "two layers with biases, with the names, shapes and order of the text",
    points=0.15,
    hint="Compare names, shapes and biases with the text.",
)
def test_feed_forward_structure(student: Student) -> None:
    shapes = {"up.weight": (10, 6), "up.bias": (10,), "down.weight": (6, 10), "down.bias": (6,)}
    assert_parameters(student.FeedForward(6, 10).call(sample(B, T, 6, seed=5)), shapes)
    assert_distinct_initial_weights(student.FeedForward(6, 10), "up.weight", "down.weight")


@check(
    "FeedForward.width_and_device",
    "dtype and device follow input and layers, and everything else stays as it is",
    points=0.15,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing.",
)
def test_feed_forward_width_and_device(student: Student) -> None:
    weights = {name: coarse(value) for name, value in thinking_weights(D_MODEL, D_HIDDEN).items()}
    x = coarse(sample(B, T, D_MODEL, seed=6))

    def ask(dtype: torch.dtype, step: float) -> Answer:
        return thinking(student, weights, dtype).call(shifted(x, dtype, step))

    assert_keeps_dtype(ask, ROUNDED_TO_FLOAT32)
    on_meta = student.FeedForward(D_MODEL, D_HIDDEN).to(device="meta").call(x.to("meta"))
    assert_keeps_device(on_meta, thinking(student, weights).call(x))
    question, turned = thinking(student, weights), non_contiguous(x)
    assert_any_layout(question.call(turned), question.call(x))
    assert_state_dict_unchanged(question.watched().calls((x,), (x[:, :3],)))
    assert_unseeded(student.FeedForward(D_MODEL, D_HIDDEN), "up.weight", "down.weight")


@check(
    "FeedForward.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_feed_forward_names(student: Student) -> None:
    weights, x = thinking_weights(D_MODEL, D_HIDDEN), sample(B, T, D_MODEL, seed=1)
    named = student.FeedForward(d_hidden=D_HIDDEN, d_model=D_MODEL).state(weights).call(x=x)
    assert_tensor_by_name(named, thinking(student, weights).call(x))


@check(
    "TransformerBlock.values",
    "both halves, each on the normalised input and added",
    points=0.5,
    hint=ROADS,
    for_message=PLAIN_VALUES,
)
def test_block_values(student: Student) -> None:
    weights = block_weights(D_MODEL, D_HIDDEN)
    for length in (T, LONG):
        x = sample(B, length, D_MODEL, seed=1, scale=1.5)
        assert_close(asked(student, weights).call(x), expected(x, weights))


@check(
    "TransformerBlock.silent_halves",
    "a half that adds nothing changes nothing",
    points=0.25,
    hint="What should a block return whose attention and feed-forward layer give zeros?",
    for_message="without one half, the other one is seen alone",
)
def test_block_silent_halves(student: Student) -> None:
    weights, x = block_weights(D_MODEL, D_HIDDEN), sample(B, T, D_MODEL, seed=2)
    no_attention = {"attention.W_O.weight": torch.zeros(D_MODEL, D_MODEL)}
    no_thought = {"feed_forward.down.weight": torch.zeros(D_MODEL, D_HIDDEN)}
    no_thought["feed_forward.down.bias"] = torch.zeros(D_MODEL)
    for silent in (no_attention, no_thought, no_attention | no_thought):
        assert_close(asked(student, weights | silent).call(x), expected(x, weights | silent))


@check("TransformerBlock.sizes", "any batch, length, number of heads and width", points=0.25, hint=ROADS)
@given(b=st.integers(1, 3), t=st.integers(1, 5), h=st.integers(1, 3), d_h=st.integers(1, 3), d_hidden=st.integers(1, 6))
def test_block_sizes(student: Student, b: int, t: int, h: int, d_h: int, d_hidden: int) -> None:
    weights, x = block_weights(h * d_h, d_hidden), sample(b, t, h * d_h, seed=3)
    assert_close(asked(student, weights, h).call(x), expected(x, weights, h))


@check(
    "TransformerBlock.gradient",
    "gradients of the input and of all its parts",
    points=0.75,
    hint="Gradients reach the input on both roads: detach nothing.",
)
def test_block_gradient(student: Student) -> None:
    weights = in_width(block_weights(D_MODEL, D_HIDDEN), torch.float64)
    x, cotangent = (sample(B, 4, D_MODEL, seed=seed).double() for seed in (4, 5))

    def right(*leaves: Tensor) -> Tensor:
        return block(*leaves, num_heads=HEADS)

    assert_layer_gradients(lambda dtype: asked(student, weights, dtype=dtype), right, [x], weights, cotangent)


@check(
    "TransformerBlock.second_call",
    "further inputs and other weights, in either mode: the result depends on nothing else",
    points=0.55,
    hint="Nothing is kept from one call to the next, and no mode changes what is computed.",
)
def test_block_second_call(student: Student) -> None:
    weights = block_weights(D_MODEL, D_HIDDEN)
    inputs = [(sample(b, t, D_MODEL, seed=13 + t),) for b, t in ((B, T), (3, 4))]
    inputs.insert(1, (inputs[0][0].flip(0),))
    others = {name: value.flip(0) for name, value in weights.items()}
    assert_stateless(asked(student, weights), inputs, asked(student, others), expected)


@check(
    "TransformerBlock.structure",
    "the four parts that are given, and nothing else",
    points=0.2,
    hint="Compare names, shapes and order with the text.",
)
def test_block_structure(student: Student) -> None:
    weights = block_weights(D_MODEL, D_HIDDEN)
    shapes = {name: tuple(value.shape) for name, value in weights.items()}
    assert_parameters(student.TransformerBlock(D_MODEL, HEADS, D_HIDDEN).call(sample(B, T, D_MODEL, seed=6)), shapes)


@check(
    "TransformerBlock.width_and_device",
    "dtype and device follow input and layers",
    points=0.15,
    level="robustness",
    hint="Whatever forward creates belongs where x is.",
)
def test_block_width_and_device(student: Student) -> None:
    weights = {name: coarse(value) for name, value in block_weights(D_MODEL, D_HIDDEN).items()}
    weights |= {name: value / 4 for name, value in weights.items() if "W_O" in name or "down" in name}
    x = coarse(sample(B, T, D_MODEL, seed=7, scale=0.5))

    def ask(dtype: torch.dtype, step: float) -> Answer:
        return asked(student, weights, dtype=dtype).call(shifted(x, dtype, step))

    assert_keeps_dtype(ask, ROUNDED_TO_FLOAT32)
    on_meta = student.TransformerBlock(D_MODEL, HEADS, D_HIDDEN).to(device="meta").call(x.to("meta"))
    assert_keeps_device(on_meta, asked(student, weights).call(x))


@check(
    "TransformerBlock.leaves_alone",
    "the input stays as it is, however it lies in memory, and so does the block",
    points=0.2,
    level="robustness",
    hint="`+=` writes into the tensor on its left.",
)
def test_block_leaves_alone(student: Student) -> None:
    question, x = asked(student, block_weights(D_MODEL, D_HIDDEN)), non_contiguous(sample(B, T, D_MODEL, seed=8))
    assert_any_layout(question.call(x), question.call(x.contiguous()))
    for mode in (True, False):
        answer = question.train(mode).watched().calls((x,), (x[:, :3],))
        assert_pure(answer)
        assert_state_dict_unchanged(answer)


@check(
    "TransformerBlock.longest",
    "a text of 200 tokens and sizes of one: no token sees a later one, and every dimension stays",
    points=0.1,
    level="robustness",
    hint="Nothing in the block knows how long a text may be.",
)
def test_block_longest(student: Student) -> None:
    weights = block_weights(4, 5)
    x = sample(1, MOST_TOKENS, 4, seed=9)
    other = x.clone()
    other[:, -1, 0] += 2  # in one column: the norm takes away what all columns gain
    long, nudged = (asked(student, weights, 2).call(item) for item in (x, other))
    assert_shape(long, *x.shape)
    got, moved = (as_tensor(answer.value, answer.called) for answer in (long, nudged))
    require(not difference(moved[:, :-1], got[:, :-1]), f"{long.called}: tokens before the last one see it")
    for b, t, h, d_h in one_at_a_time(2, 4, 2, 3):
        question = asked(student, block_weights(h * d_h, 3), h)
        assert_shape(question.call(sample(b, t, h * d_h, seed=10)), b, t, h * d_h)


@check(
    "TransformerBlock.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_block_names(student: Student) -> None:
    weights, x = block_weights(D_MODEL, D_HIDDEN), sample(B, T, D_MODEL, seed=1)
    named = student.TransformerBlock(d_hidden=D_HIDDEN, num_heads=HEADS, d_model=D_MODEL).state(weights).call(x=x)
    assert_tensor_by_name(named, asked(student, weights).call(x))
