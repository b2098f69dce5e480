"""Hidden checks of 06_language_model: CachedAttention."""

import functools
from typing import Any

import torch
from hypothesis import example, given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import BFLOAT16, FLOAT32, FLOAT64, Tolerance, assert_raised, assert_tensor, require
from autograder.checking.describe import describe_dtype
from autograder.checking.layers import (
    Weights,
    assert_distinct_initial_weights,
    assert_drawn_in_order,
    assert_parameters,
    gradients,
    in_width,
    with_weights,
)
from autograder.checking.own_values import KEEP_NAMES
from autograder.checking.registry import PLAIN_VALUES, check
from autograder.checking.robustness import (
    UNLIKE_CPU,
    assert_gradients_in_double,
    assert_places,
    assert_pure,
    assert_same_result,
    assert_state_dict_unchanged,
    assert_unseeded,
    coarse,
    difference,
)
from autograder.checking.samples import LONG, MOST_TOKENS, B, T, non_contiguous, one_at_a_time, sample
from autograder.checking.specs.solution import solution_definition
from autograder.checking.student import UNRECORDED, Question, Student, relaid, returned
from solutions.shared.language import D_H, D_MODEL, HEADS, attention_weights, in_pieces, output_and_cache, read
from solutions.shared.reference.attention import multi_head_attention

UNLIKE_CONTINUED = "continues a cache in another way when it has been continued before"
SQUARE = "Which token of the whole text is the first one of the piece, and which tokens may it see?"


def asked(student: Student, weights: Weights, heads: int = HEADS, dtype: torch.dtype | None = None) -> Question:
    """The student's layer with these weights."""
    return with_weights(student.CachedAttention(len(weights["W_Q.weight"]), heads), weights, dtype)


def expected(x: Tensor, weights: Weights, heads: int = HEADS) -> Tensor:
    """One causal pass over the whole text."""
    return multi_head_attention(x, *weights.values(), num_heads=heads, causal=True)


def assert_outputs(answer: Answer, right: Tensor, heads: int = HEADS, tolerance: Tolerance = FLOAT32) -> None:
    """Require that the pieces together are the outputs of one pass."""
    assert_tensor(read(answer, heads), right, tolerance, called=answer.called, what="the outputs of all pieces")


@check(
    "CachedAttention.whole",
    "a whole text at once, without a cache",
    points=0.4,
    hint="Without a past this is the causal attention of part 03.",
)
def test_cached_whole(student: Student) -> None:
    weights = attention_weights(D_MODEL)
    for length in (T, LONG):
        x, question = sample(B, length, D_MODEL, seed=1), asked(student, weights)
        if length == LONG:
            x[:, 3], question = 0.0, question.in_use()
        assert_outputs(question.calls((x,)), expected(x, weights))


@check(
    "CachedAttention.pieces",
    "a text in pieces of several lengths",
    points=0.6,
    hint=SQUARE,
    for_message=PLAIN_VALUES,
)
def test_cached_pieces(student: Student) -> None:
    weights, x = attention_weights(D_MODEL), sample(B, T, D_MODEL, seed=2)
    for place, lengths in enumerate(((3, 4), (4, 3), (1, 5, 1), (2, 2, 3))):
        question = asked(student, weights)
        question = question.eval() if place % 2 else question
        assert_outputs(question.calls(*in_pieces(x, *lengths)), expected(x, weights))


@check(
    "CachedAttention.one_by_one",
    "a text token by token, as a model writes it",
    points=0.3,
    hint="A single new token sees everything that came before, and itself.",
)
def test_cached_one_by_one(student: Student) -> None:
    weights, x = attention_weights(D_MODEL), sample(B, 5, D_MODEL, seed=3)
    assert_outputs(asked(student, weights).calls(*in_pieces(x, 1, 1, 1, 1, 1)), expected(x, weights))
    assert_outputs(asked(student, weights).calls(*in_pieces(x, 3, 1, 1)), expected(x, weights))


@check("CachedAttention.sizes", "any batch, number of heads and cut", points=0.3, hint=SQUARE)
@given(b=st.integers(1, 3), h=st.integers(1, 3), d_h=st.integers(1, 3), past=st.integers(1, 4), new=st.integers(1, 4))
@example(b=2, h=2, d_h=2, past=2, new=2)
def test_cached_sizes(student: Student, b: int, h: int, d_h: int, past: int, new: int) -> None:
    weights, x = attention_weights(h * d_h), sample(b, past + new, h * d_h, seed=4)
    assert_outputs(asked(student, weights, h).calls(*in_pieces(x, past, new)), expected(x, weights, h), h)


@check(
    "CachedAttention.gradient",
    "gradients of the piece and of all four matrices, also through the cache",
    points=0.8,
    hint="The keys of the past were made by W_K as well: keep them in the graph.",
)
def test_cached_gradient(student: Student) -> None:
    weights = in_width(attention_weights(D_MODEL), torch.float64)
    x, cotangent = sample(B, 6, D_MODEL, seed=5).double(), sample(B, 4, D_MODEL, seed=6).double()
    past, new = x[:, :2].contiguous(), x[:, 2:].contiguous()

    def right(piece: Tensor, *matrices: Tensor) -> Tensor:
        return multi_head_attention(torch.cat([past, piece], 1), *matrices, num_heads=HEADS, causal=True)[:, 2:]

    wanted = gradients(right, [new, *weights.values()], [cotangent])

    def ask(dtype: torch.dtype, trained: bool) -> Answer:
        piece = new.detach().to(dtype, copy=True).requires_grad_()
        question = asked(student, weights, dtype=dtype).train(trained)
        question = question.followed_by_gradients([cotangent.to(dtype)])
        return question.calls((past.to(dtype),), (piece, returned(1, name="cache")))

    for trained in (True, False):
        asking = functools.partial(ask, trained=trained)
        assert_gradients_in_double(asking, wanted[:1], dict(zip(weights, wanted[1:], strict=True)))


@check(
    "CachedAttention.second_text",
    "another text on the same object, in either mode: only the cache that is given counts",
    points=0.6,
    hint="Nothing is kept in the layer: what is remembered is in the cache.",
)
def test_cached_second_text(student: Student) -> None:
    weights = attention_weights(D_MODEL)
    x, y = sample(B, T, D_MODEL, seed=7), sample(B, T, D_MODEL, seed=8)
    calls = [*in_pieces(x, 3, 4), *in_pieces(y, 3, 4), (x,), (y[:1],)]
    states: list[dict[str, Any]] = [{}, {}, {}, {}, {}, UNRECORDED]
    for mode in (True, False):
        answer = asked(student, weights).train(mode).calls(*calls, states=states)
        texts = [answer_of(answer, first, count) for first, count in ((0, 2), (2, 2), (4, 1), (5, 1))]
        wanted = [expected(text, weights) for text in (x, y, x, y[:1])]
        if not all(not difference(text, right) for text, right in zip(texts, wanted, strict=True)):
            alone = [
                asked(student, weights).calls(*pieces) for pieces in (calls[:2], calls[2:4], calls[4:5], calls[5:])
            ]
            for text, own in zip(texts, alone, strict=True):
                unlike = difference(text, read(own, HEADS))
                require(not unlike, f"{answer.called} gives something else than a new object does: {unlike}")


def answer_of(answer: Answer, first: int, count: int) -> Tensor:
    """The outputs of some of the calls, which read one text."""
    calls = slice(first, first + count)
    part = Answer(
        {**answer.response, "calls": list(answer.response["calls"])[calls]},
        answer.called,
        answer.request | {"calls": answer.request["calls"][calls]},
    )
    return read(part, HEADS)


@check(
    "CachedAttention.empty_past",
    "a past of no tokens is the same as none",
    points=0.15,
    level="robustness",
    hint="What does concatenation make of a tensor with 0 tokens?",
)
def test_cached_empty_past(student: Student) -> None:
    weights, x = attention_weights(D_MODEL), sample(B, T, D_MODEL, seed=9)
    empty = torch.zeros(B, HEADS, 0, D_H)
    answer, plain = asked(student, weights).calls((x, (empty, empty.clone()))), asked(student, weights).calls((x, None))
    unlike = difference(read(answer, HEADS), read(plain, HEADS))
    require(not unlike, f"{answer.called} gives something else than without a cache: {unlike}")


@check(
    "CachedAttention.two_continuations",
    "a cache can be continued twice: it is what it was, and so is the input",
    points=0.2,
    level="robustness",
    hint="Join the old and the new into a new tensor.",
)
def test_cached_two_continuations(student: Student) -> None:
    weights, x = attention_weights(D_MODEL), sample(B, T, D_MODEL, seed=10)
    one, other = x[:, 3:], sample(B, 4, D_MODEL, seed=11)
    beginning = returned(1, call=0, name="cache")
    longer, end = returned(1, call=1, name="cache"), sample(B, 1, D_MODEL, seed=16)
    steps = ((x[:, :3],), (one, beginning), (other, beginning), (end, longer))
    stranger, tail = sample(B, 1, D_MODEL, seed=17), sample(B, 1, D_MODEL, seed=18)
    after_end = returned(1, call=3, name="cache")
    used = asked(student, weights).in_use().calls(*steps, (stranger, longer), (tail, after_end))
    assert_pure(used)
    answer = asked(student, weights).watched().calls(*steps)
    got = [output_and_cache(value, answer.called, (B, HEADS, 7, D_H)) for value in answer.values[1:3]]
    last = output_and_cache(answer.value, answer.called, (B, HEADS, 8, D_H))
    straight = asked(student, weights).calls(*steps[:2], (end, longer))
    unlike = difference(last, output_and_cache(straight.value, straight.called, (B, HEADS, 8, D_H)))
    require(not unlike, f"{answer.called} gives something else when another text was continued meanwhile: {unlike}")
    for place, piece in enumerate((one, other)):
        alone = read(asked(student, weights).calls((x[:, :3],), (piece, returned(1, name="cache"))), HEADS, start=1)
        unlike = difference(got[place], alone)
        require(not unlike, f"{answer.called} {UNLIKE_CONTINUED}: {unlike}")
    undisturbed = asked(student, weights).calls(*steps[:2], (end, longer), (tail, returned(1, name="cache")))
    got_end, own_end = (output_and_cache(item.value, item.called, (B, HEADS, 9, D_H)) for item in (used, undisturbed))
    unlike = difference(got_end, own_end)
    require(not unlike, f"{used.called} {UNLIKE_CONTINUED}: {unlike}")
    assert_pure(answer)
    assert_state_dict_unchanged(answer)


@check(
    "CachedAttention.width_and_device",
    "dtype and device follow input and layers, with a cache and without",
    points=0.2,
    level="robustness",
    hint="Whatever forward creates belongs where x is.",
)
def test_cached_width_and_device(student: Student) -> None:
    weights = {name: coarse(value) for name, value in attention_weights(D_MODEL).items()}
    x = coarse(sample(B, 5, D_MODEL, seed=12, scale=0.5))
    own = read(asked(student, weights).calls(*in_pieces(x, 2, 3)), HEADS)
    right = expected(x, weights)
    for dtype, tolerance in ((torch.float64, FLOAT64), (torch.bfloat16, BFLOAT16)):
        answer = asked(student, weights, dtype=dtype).calls(*in_pieces(x.to(dtype), 2, 3))
        got = read(answer, HEADS)
        require(
            got.dtype is dtype,
            f"{answer.called} has dtype {describe_dtype(got.dtype)}, expected {describe_dtype(dtype)}",
            "wrong dtype",
        )
        kept = answer.value[1] if isinstance(answer.value, list | tuple) else ()
        other = next((part for part in kept if isinstance(part, Tensor) and part.dtype is not dtype), None)
        text = f"{answer.called} keeps its cache in {describe_dtype(got.dtype if other is None else other.dtype)}"
        require(other is None, f"{text}, expected {describe_dtype(dtype)}", "wrong dtype")
        wanted = own if difference(own, right) else right
        loose = FLOAT32 if wanted is own and dtype is torch.float64 else tolerance
        unlike = difference(got, wanted, loose)
        require(
            not unlike,
            f"{answer.called} gives other values than it should in {describe_dtype(dtype)}: {unlike}",
            "wrong values",
        )
    there = asked(student, weights).on_stand_in().calls(*in_pieces(x, 2, 3))
    if there.is_asked:
        assert_places(there)
        unlike = difference(read(there, HEADS), own)
        require(not unlike, f"{there.called} {UNLIKE_CPU}: {unlike}")


@check(
    "CachedAttention.large_scores",
    "scores of ±1e4 give the right finite outputs",
    points=0.1,
    level="robustness",
    hint="How large may an exponent be before exp overflows, and how small must a masked score be?",
)
def test_cached_large_scores(student: Student) -> None:
    weights, x = attention_weights(10), torch.zeros(1, 6, 10)
    x[0, torch.arange(6), [0, 0, 1, 0, 5, 6]] = torch.tensor([1.0, 0.8, -1.0, -1.0, 1.0, 1.0])
    for sign in (1.0, -1.0):
        steep = weights | {"W_Q.weight": 200 * torch.eye(10), "W_K.weight": sign * 200 * torch.eye(10)}
        for question in (asked(student, steep, 2), asked(student, steep, 2).in_use()):
            assert_outputs(question.calls(*in_pieces(x, 2, 4)), expected(x, steep, 2), 2)


@check(
    "CachedAttention.leaves_alone",
    "given layers and errors, unchanged: four matrices of their own, and ValueError where the heads do not fit",
    points=0.15,
    level="robustness",
    hint="`__init__` is given: compare it with the text.",
)
def test_cached_leaves_alone(student: Student) -> None:
    x = sample(B, T, D_MODEL, seed=13)
    shapes = {f"{name}.weight": (D_MODEL, D_MODEL) for name in ("W_Q", "W_K", "W_V", "W_O")}
    question = student.CachedAttention(D_MODEL, HEADS)
    assert_parameters(question.calls((x,)), shapes)
    assert_distinct_initial_weights(question, *shapes)
    assert_unseeded(question, *shapes)
    for d_model, num_heads in ((10, 3), (9, 2), (3, 6)):
        assert_raised(student.CachedAttention(d_model, num_heads).construct(), "ValueError")
    weights = attention_weights(D_MODEL)
    turned, plain = (asked(student, weights).calls((item,)) for item in (non_contiguous(x), x))
    unlike = difference(read(turned, HEADS), read(plain, HEADS))
    require(not unlike, f"{turned.called} gives something else where its input has another layout in memory: {unlike}")
    layer = student.CachedAttention(D_MODEL, HEADS).state(weights)
    copied = layer.calls((x[:, :3],), (x[:, 3:], relaid(1, name="a copy of the cache")))
    known = layer.calls(*in_pieces(x, 3, 4))
    unlike = difference(read(copied, HEADS), read(known, HEADS))
    require(not unlike, f"{copied.called} gives something else than with the cache itself: {unlike}")
    assert_drawn_in_order(question, lambda: solution_definition("06_language_model", "CachedAttention")(D_MODEL, HEADS))


@check(
    "CachedAttention.longest",
    "200 tokens in pieces, and sizes of one",
    points=0.15,
    level="robustness",
    hint="Does anything in the layer depend on how long a text may be?",
)
def test_cached_longest(student: Student) -> None:
    weights, x = attention_weights(4), sample(1, MOST_TOKENS, 4, seed=14)
    one_pass, short = (asked(student, weights, 2).calls((text,)) for text in (x, x[:, :T]))
    pieces = asked(student, weights, 2).in_use().calls(*in_pieces(x, 150, 1, 49))
    right = not difference(read(short, 2), expected(x[:, :T], weights, 2))
    unlike = difference(read(pieces, 2), expected(x, weights, 2) if right else read(one_pass, 2))
    require(not unlike, f"{pieces.called}: {MOST_TOKENS} tokens in pieces are not what they should be: {unlike}")
    for b, t, h, d_h in one_at_a_time(2, 4, 2, 3):
        small = sample(b, t + 1, h * d_h, seed=15)
        read(asked(student, attention_weights(h * d_h), h).calls(*in_pieces(small, t, 1)), h)


@check(
    "CachedAttention.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_cached_names(student: Student) -> None:
    weights, x = attention_weights(D_MODEL), sample(B, T, D_MODEL, seed=1)
    question = student.CachedAttention(num_heads=HEADS, d_model=D_MODEL).state(weights)
    named, positional = question.call(cache=None, x=x), asked(student, weights).calls((x, None))
    assert_same_result(named, positional, f"gives something else than {positional.called}")
