"""Hidden checks of 02_causal: SingleHeadSelfAttention without dropout."""

import functools

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import LARGE, PRINTED, Pair, as_pair, assert_gradients, require
from autograder.checking.describe import describe_one_call
from autograder.checking.layers import gradients, in_width, with_weights
from autograder.checking.own_values import (
    assert_call_is_pure,
    assert_value_again,
    plain,
)
from autograder.checking.registry import check
from autograder.checking.robustness import (
    assert_keeps_device,
    assert_keeps_dtype,
    assert_unseeded,
    coarse,
    in_float64,
    own_tolerance,
    shifted,
)
from autograder.checking.samples import D_IN, D_K, UNUSUAL_SEED, B, T, leaf, non_contiguous, sample
from autograder.checking.specs import CheckText, Example, Places, spec
from autograder.checking.student import UNRECORDED, Question, Student
from solutions.shared.causal import UNIT_VECTORS, assert_pairs, hides_the_future, layers, nudged_from, stretched
from solutions.shared.figures import BY_HAND_INPUT, BY_HAND_OUTPUT, BY_HAND_WEIGHTS
from solutions.shared.reference.attention import causal_attention

NAMES, OUTPUTS = ("q", "k", "v"), ("out", "weights")
AS_IT_IS = {f"{name}.weight": torch.eye(2) for name in NAMES}


def asked(student: Student, weights: dict[str, Tensor], dtype: torch.dtype | None = None) -> Question:
    """The student's head with these weights."""
    d_k, d_model = weights["q.weight"].shape
    question: Question = student.SingleHeadSelfAttention(d_model, d_k)
    return with_weights(question, weights, dtype)


def expected(x: Tensor, weights: dict[str, Tensor]) -> Pair:
    """Out and weights of the reference."""
    return causal_attention(x, *weights.values())


spec(
    "SingleHeadSelfAttention",
    inputs={"x": "T d_model"},
    outputs=OUTPUTS,
    weights={f"{name}.weight": "d_k d_model" for name in NAMES},
    init={"d_model": "d_model", "d_k": "d_k", "dropout": 0.0, "trace_shapes": False},
    leading="one",
    reference=causal_attention,
    without=("gradient", "sizes", "equal_sizes", "extremes", "leaves_alone", "width_and_device"),
    more={
        "printed": Places(
            "the attention that a source works by hand",
            "There, queries, keys and values are the input itself.",
            0.1,
            [Example((BY_HAND_INPUT[None],), (BY_HAND_OUTPUT[None], BY_HAND_WEIGHTS[None]), (2, 2), AS_IT_IS)],
            tolerance=PRINTED,
        ),
        "large_scores": Places(
            "scores of ±1e4 give the right finite weights",
            "How large may an exponent be before exp overflows, and what is small enough to hide any score?",
            0.1,
            (
                Example((UNIT_VECTORS,), init=(D_K, D_K), weights=stretched(*NAMES, key_sign=1.0, width=D_K)),
                Example((torch.ones(1, 4, 1),), init=(1, 1), weights=stretched(*NAMES, key_sign=-1.0, width=1)),
            ),
            "robustness",
            LARGE,
            forgives=True,
        ),
    },
    checks={
        "values": CheckText(
            "out and weights of a batch, all sizes different",
            "Follow the sizes: (B, T, d_model), then d_k; what has the shape (B, T, T)?",
            points=0.7,
            also=("longest",),
        ),
        "structure": CheckText(
            "three layers without bias, with the names of the text, each with first weights of its own",
            "The given construction has everything that is learned.",
            points=0.2,
        ),
        "second_call": CheckText(
            "without dropout, train and eval mode agree, and each call is answered from its own input and the weights "
            "it has",
            "Nothing is kept from one call to the next, no length is built in, and the mode decides about dropout only.",
            points=1.5,
        ),
        "sizes_of_one": CheckText(
            "one sentence, one token, one dimension: every dimension stays",
            "Do the results have as many dimensions as the text says?",
            points=0.05,
            for_message="sizes of one, one at a time",
        ),
        "names": CheckText(points=0.05),
    },
)


@check(
    "SingleHeadSelfAttention.gradient",
    "gradients of the input and of every layer, from out and from the weights, with dropout too",
    points=1.5,
    hint="Both results are part of the graph: stay in torch from input to output.",
    for_message="gradients without dropout, before those with it",
)
def test_single_gradient(student: Student) -> None:
    weights = in_width(layers(*NAMES, d_in=D_IN, d_out=D_K), torch.float64)
    x = sample(3, 4, D_IN, seed=2, dtype=torch.float64)
    cotangents: list[Tensor | None] = [sample(3, 4, size, seed=size, dtype=torch.float64) for size in (D_K, 4)]

    def ask(chosen: list[Tensor | None], used: bool, dtype: torch.dtype) -> Answer:
        rounded = [None if cotangent is None else cotangent.to(dtype) for cotangent in chosen]
        question = asked(student, weights, dtype).train(not used).followed_by_gradients(rounded)
        before = [(x.to(dtype),)] if used else []
        return question.calls(*before, (leaf(x, dtype),), states=[UNRECORDED] * len(before))

    for chosen, used in ((cotangents, False), ([None, cotangents[1]], False), (cotangents, True)):
        answer = in_float64(functools.partial(ask, chosen, used))
        as_pair(answer.value, answer.called)
        on_x, *on_weights = gradients(causal_attention, [x, *weights.values()], chosen)
        named = dict(zip(weights, on_weights, strict=True))
        assert_gradients(answer, [on_x], named, own_tolerance(answer.value))
    question = student.SingleHeadSelfAttention(D_IN, D_K, 0.25).state(layers(*NAMES, d_in=D_IN, d_out=D_K))
    on_out: list[Tensor | None] = [sample(3, 4, D_K, seed=10), None]
    reaches_every_layer(question.train().call(leaf(x, torch.float32), cotangents=on_out))


def reaches_every_layer(answer: Answer) -> None:
    """Out depends on every layer, whatever dropout has left."""
    for name in NAMES:
        gradient = answer.parameter_grads.get(f"{name}.weight")
        require(gradient is not None and gradient.any(), f"{answer.called}: no gradient reaches {name}.weight")


@check(
    "SingleHeadSelfAttention.future",
    "later tokens get weights of exactly 0 and change nothing before them, batches do not mix",
    points=0.35,
    hint="Which keys may a query see? Nothing is remembered from call to call.",
)
@given(b=st.integers(1, 3), t=st.integers(1, 6), widths=st.tuples(st.integers(2, 5), st.integers(2, 5)))
def test_single_future(student: Student, b: int, t: int, widths: tuple[int, int]) -> None:
    weights, x = layers(*NAMES, d_in=widths[0], d_out=widths[1]), sample(b, t, widths[0], seed=3)
    inputs = (x, nudged_from(x, t // 2), torch.cat([x[:1], sample(b - 1, t, widths[0], seed=4)]))
    answer = asked(student, weights).calls(*((item,) for item in inputs))
    assert_pairs(answer, [expected(item, weights) for item in inputs])
    for value in answer.values:
        hides_the_future(as_pair(value, answer.called)[1], answer.called)


@check(
    "SingleHeadSelfAttention.width_and_device",
    "dtype and device follow input and layers",
    points=0.15,
    level="robustness",
    hint="Whatever forward creates belongs where x is, and is of its kind.",
)
def test_single_width_and_device(student: Student) -> None:
    """In evaluation mode: dropout that rounds a random number may drop something at p = 0 in bfloat16."""
    weights = {name: coarse(value) for name, value in layers(*NAMES, d_in=D_IN, d_out=D_K).items()}
    x = coarse(sample(B, T, D_IN, seed=6, scale=0.5))
    for place in range(len(OUTPUTS)):

        def ask(dtype: torch.dtype, step: float, place: int = place) -> Answer:
            question = asked(student, weights, dtype).eval().output(OUTPUTS, place)
            return question.call(shifted(x, dtype, step))

        assert_keeps_dtype(ask)
    question = asked(student, weights).eval()
    assert_keeps_device(question.on_stand_in().call(x), question.call(x))


@check(
    "SingleHeadSelfAttention.leaves_alone",
    "input, state dict, mode and torch's settings stay as they are, however the input lies in memory",
    points=0.1,
    level="robustness",
    hint="Without dropout, calling a module changes nothing and draws nothing.",
)
def test_single_leaves_alone(student: Student) -> None:
    weights, x = layers(*NAMES, d_in=D_IN, d_out=D_K), non_contiguous(sample(B, T, D_IN, seed=1))
    known = plain(asked(student, weights).call(x.contiguous()), expected(x, weights))
    for mode, dropout, recorded in ((True, 0.0, True), (False, 0.6, True), (False, 0.6, False)):
        question = student.SingleHeadSelfAttention(D_IN, D_K, dropout).state(weights).train(mode)
        question = question if recorded else question.unrecorded()
        answer = assert_call_is_pure(question.seeded(UNUSUAL_SEED), x, may_draw=mode)
        assert_value_again(answer.values[0], known, called=describe_one_call(answer.request, 0))
    assert_unseeded(student.SingleHeadSelfAttention(D_IN, D_K), "q.weight")
