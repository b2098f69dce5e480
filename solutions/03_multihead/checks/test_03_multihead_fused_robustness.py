"""Hidden checks of 03_multihead: MultiHeadAttention, under odd scores, widths, devices, inputs and sizes."""

import torch

from autograder.checking.answer import Answer
from autograder.checking.assertions import as_tensor, assert_close, require
from autograder.checking.registry import check
from autograder.checking.robustness import (
    UNLIKE_SHORT,
    assert_any_layout,
    assert_keeps_device,
    assert_keeps_dtype,
    assert_pure,
    assert_repeats_short_text,
    assert_shape,
    assert_state_dict_unchanged,
    assert_tensor_by_name,
    assert_unseeded,
    coarse,
    difference,
    shifted,
)
from autograder.checking.samples import TILES, B, T, non_contiguous, one_at_a_time, sample, tiling
from autograder.checking.student import Student
from solutions.shared.fused import D_MODEL, HEADS, asked, expected, layers


@check(
    "MultiHeadAttention.large_scores",
    "scores of ±1e4 give the right finite result, masked and not",
    points=0.3,
    level="robustness",
    hint="How large may an exponent be before exp overflows, and how small must a masked score be?",
)
def test_multihead_large_scores(student: Student) -> None:
    weights, x = layers(10), torch.zeros(1, 6, 10)
    x[0, torch.arange(6), [0, 0, 1, 0, 5, 6]] = torch.tensor([1.0, 0.8, -1.0, -1.0, 1.0, 1.0])
    for sign in (1.0, -1.0):  # with -1, a token's score with itself is below -1e4 and all that it may not see is larger
        steep = weights | {"W_Q.weight": 200 * torch.eye(10), "W_K.weight": sign * 200 * torch.eye(10)}
        for causal in (False, True):
            assert_close(asked(student, steep, 2, causal=causal).call(x), expected(x, steep, 2, causal=causal))


@check(
    "MultiHeadAttention.width_and_device",
    "dtype and device follow input and layers",
    points=0.2,
    level="robustness",
    hint="Whatever forward creates belongs where x is.",
)
def test_multihead_width_and_device(student: Student) -> None:
    weights = {name: coarse(value) for name, value in layers(D_MODEL).items()}
    x = coarse(sample(B, T, D_MODEL, seed=11, scale=0.5))
    for causal in (False, True):

        def ask(dtype: torch.dtype, step: float, causal: bool = causal) -> Answer:
            return asked(student, weights, HEADS, causal=causal, dtype=dtype).call(shifted(x, dtype, step))

        assert_keeps_dtype(ask)
        question = asked(student, weights, HEADS, causal=causal)
        assert_keeps_device(
            student.MultiHeadAttention(D_MODEL, HEADS, causal).to(device="meta").call(x.to("meta")), question.call(x)
        )


@check(
    "MultiHeadAttention.leaves_alone",
    "the input stays as it is, however it lies in memory, and so does the layer",
    points=0.2,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_multihead_leaves_alone(student: Student) -> None:
    weights, x = layers(D_MODEL), non_contiguous(sample(B, T, D_MODEL, seed=1))
    question = asked(student, weights, HEADS, causal=True)
    assert_any_layout(question.call(x), question.call(x.contiguous()))
    for mode in (True, False):
        answer = question.train(mode).watched().calls((x,), (x[:, :3],))
        assert_pure(answer)
        assert_state_dict_unchanged(answer)
    assert_unseeded(student.MultiHeadAttention(D_MODEL, HEADS), *weights)


@check(
    "MultiHeadAttention.sizes_of_one",
    "each size alone is one, and all are: every dimension stays",
    points=0.1,
    level="robustness",
    hint="Does the result have the shape of the input?",
)
def test_multihead_sizes_of_one(student: Student) -> None:
    for b, t, h, d_h in one_at_a_time(2, 4, 2, 3):
        weights, x = layers(h * d_h), sample(b, t, h * d_h, seed=15)
        for causal in (False, True):
            assert_shape(asked(student, weights, h, causal=causal).call(x), b, t, h * d_h)


@check(
    "MultiHeadAttention.longest",
    "a text of 200 tokens: every token that counts is seen, and none that is later",
    points=0.1,
    level="robustness",
    hint="Nothing in the layer knows how long a text may be: not even its mask.",
)
def test_multihead_longest(student: Student) -> None:
    weights, x = layers(6), sample(1, TILES, 6, seed=14)
    text, other = x[:, tiling()], x[:, tiling()].clone()
    other[:, -1] += 1
    free, causal = (asked(student, weights, 2, causal=causal) for causal in (False, True))
    assert_repeats_short_text(free.call(text), free.call(x), 1)
    long, nudged, short = (causal.call(item) for item in (text, other, x))
    got, moved, few = (as_tensor(answer.value, answer.called) for answer in (long, nudged, short))
    assert_shape(long, *text.shape)
    require(not difference(got[:, :TILES], few), f"{long.called} {UNLIKE_SHORT}: its first tokens")
    require(not difference(got[:, -1], few[:, -1]), f"{long.called} {UNLIKE_SHORT}: its last token, which sees all")
    require(not difference(moved[:, :-1], got[:, :-1]), f"{long.called}: tokens before the last one see it")


@check(
    "MultiHeadAttention.names",
    "the arguments have the names of the text",
    points=0.1,
    level="robustness",
    hint="Compare the names of the arguments with the text.",
)
def test_multihead_names(student: Student) -> None:
    weights, x = layers(D_MODEL), sample(B, T, D_MODEL, seed=1)
    for causal in (True, False):
        named = student.MultiHeadAttention(d_model=D_MODEL, num_heads=HEADS, causal=causal).state(weights)
        assert_tensor_by_name(named.call(x=x), asked(student, weights, HEADS, causal=causal).call(x))
