"""Hidden checks of 02_causal: SingleHeadSelfAttention's dropout and what it prints."""

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import FLOAT32, Pair, as_pair, assert_gradients, assert_tensor, require
from autograder.checking.describe import describe_one_call
from autograder.checking.failures import CheckFailedError
from autograder.checking.layers import gradients
from autograder.checking.registry import check
from autograder.checking.robustness import own_tolerance
from autograder.checking.samples import D_IN, D_K, B, T, leaf, sample
from autograder.checking.student import EVALUATING, TRAINING, UNRECORDED, Question, Student
from solutions.shared.causal import NothingDroppedError, assert_pair, dropped_of, factors_of, is_shared, layers
from solutions.shared.printed_shapes import names_without_shape
from solutions.shared.reference.attention import causal_attention, context_vectors, project

NAMES = ("q", "k", "v")
WEIGHTS = layers(*NAMES, d_in=D_IN, d_out=D_K)
X = sample(4, 9, D_IN, seed=21)  # enough weights that the share of dropped ones is no accident


def asked(student: Student, dropout: float, dtype: torch.dtype = torch.float32) -> Question:
    """The student's head with given weights, in training."""
    question: Question = student.SingleHeadSelfAttention(D_IN, D_K, dropout)
    return question.to(dtype=dtype).state(WEIGHTS).train()


def expected(x: Tensor) -> Pair:
    """Out and weights of the reference, without dropout."""
    return causal_attention(x, *WEIGHTS.values())


def _dropped(out: Tensor, weights: Tensor, values: Tensor, p: float, called: str) -> Tensor:
    """Which weights are dropped; where none is, the sentence says whether out is made of these weights."""
    try:
        return dropped_of(weights, expected(X)[1], p, called)
    except NothingDroppedError as failure:
        made = context_vectors(weights.double(), values.double())
        is_made = out.shape == made.shape and torch.allclose(out.double(), made, atol=1e-4)
        remark = "and out is made of them" if is_made else "and out is not made of them"
        failure.add(f", {remark}")
        failure.mistake = "returned-weights-differ" if not is_made and _is_of_dropped_weights(out, values, p) else ""
        raise


def _is_of_dropped_weights(out: Tensor, values: Tensor, p: float) -> bool:
    """Whether out may be made of dropped weights: token 0 sees only itself, so its value is scaled or 0 as a whole."""
    first, kept = out[:, 0].double(), values[:, 0].double() / (1 - p)
    whole = torch.isclose(first, kept, atol=1e-4).all(-1)
    return bool((whole | (first == 0).all(-1)).all())


def _drops(answer: Answer, p: float) -> bool:
    """Whether the weights of an answer are dropped as they are in training."""
    try:
        dropped_of(as_pair(answer.value, answer.called)[1], expected(X)[1], p, answer.called)
    except CheckFailedError:
        return False
    return True


@check(
    "SingleHeadSelfAttention.dropout",
    "in training each weight is dropped by itself or scaled by 1 / (1 - p), and these weights make out",
    points=0.55,
    hint="On what does dropout act, and which weights are returned?",
)
def test_single_dropout(student: Student) -> None:
    p = 0.25
    tracing = student.SingleHeadSelfAttention(D_IN, D_K, p, True).state(WEIGHTS).train()
    for answer in (asked(student, p).calls((X,), (X,), states=({}, UNRECORDED)), tracing.calls((X,), (X,))):
        assert_dropped(answer, p)
    after = asked(student, p).calls((X,), (X,), states=(EVALUATING, TRAINING))
    weights = as_pair(after.value, after.called)[1]
    dropped_of(weights, expected(X)[1], p, after.called)


def assert_dropped(answer: Answer, p: float) -> None:
    """Require that both calls drop weights, each others, and that these weights make out."""
    patterns = []
    for place, value in enumerate(answer.values):
        called = describe_one_call(answer.request, place)
        out, weights = as_pair(value, called)
        values = project(X, WEIGHTS["v.weight"].T)
        dropped = _dropped(out, weights, values, p, called)
        require(not is_shared(dropped), f"{called} drops whole rows or columns, or the same weights in each sentence")
        made = context_vectors(weights, values)
        assert_tensor(out, made, FLOAT32, called=called, what="out, from the weights that are returned")
        patterns.append(dropped)
    require(not torch.equal(*patterns), f"{answer.called} drops the same weights in both of two calls")
    require(not answer.seeded, f"{answer.called} seeds the generator", symptom="generator seeded")


@check(
    "SingleHeadSelfAttention.dropout_gradient",
    "gradients flow through the weights that are left",
    points=0.2,
    hint="Dropout multiplies by numbers; what is multiplied stays in the graph.",
)
def test_single_dropout_gradient(student: Student) -> None:
    p, x = 0.5, X[:2, :5].double()
    cotangents = [sample(2, 5, size, seed=22 + size, dtype=torch.float64) for size in (D_K, 5)]

    def ask(dtype: torch.dtype) -> Answer:
        rounded = [cotangent.to(dtype) for cotangent in cotangents]
        return asked(student, p, dtype).call(leaf(x, dtype), cotangents=rounded)

    answer = ask(torch.float64)
    if answer.raised is not None:
        answer = ask(torch.float32)
    weights = as_pair(answer.value, answer.called)[1]
    factors = factors_of(dropped_of(weights, expected(x)[1], p, answer.called), p)
    leaves = [x, *(weight.double() for weight in WEIGHTS.values())]
    on_x, *on_weights = gradients(lambda x, q, k, v: causal_attention(x, q, k, v, factors), leaves, cotangents)
    assert_gradients(answer, [on_x], dict(zip(WEIGHTS, on_weights, strict=True)), own_tolerance(answer.value))


@check(
    "SingleHeadSelfAttention.no_dropout",
    "outside of training, and with dropout 0, nothing is dropped",
    points=0.2,
    hint="A module knows whether it is in training.",
)
def test_single_no_dropout(student: Student) -> None:
    p = 0.6
    answer = asked(student, p).eval().call(X)
    try:
        assert_pair(answer, expected(X))
    except CheckFailedError as failure:
        if _drops(answer, p):
            failure.mistake = "dropout-mode"
        raise
    assert_pair(asked(student, 0.0).call(X), expected(X))


@check(
    "SingleHeadSelfAttention.trace_shapes",
    "the names q, k, v, weights, out are printed with their shapes when asked for, and nothing otherwise",
    points=0.25,
    hint="Five names, each with the numbers of its shape, on stdout.",
)
def test_single_trace_shapes(student: Student) -> None:
    for d_k in (D_K, 11):
        sizes = ((B, T), (3, 4), (5, 6))
        inputs = [(sample(b, t, D_IN, seed=23),) for b, t in sizes]
        tracing = student.SingleHeadSelfAttention(D_IN, d_k, 0.0, True)
        answer = tracing.calls(*inputs, states=({}, {}, {**EVALUATING, **UNRECORDED}))  # at every call
        for place, (b, t) in enumerate(sizes):
            shapes = {name: (b, t, t if name == "weights" else d_k) for name in (*NAMES, "weights", "out")}
            missing = names_without_shape(answer.printed, shapes)
            called = describe_one_call(answer.request, place)
            text = f"{called} prints these names without their shapes, or not at all: {', '.join(missing)}"
            require(not missing, text)
    for mode in (True, False):
        quiet = student.SingleHeadSelfAttention(D_IN, D_K, 0.5).train(mode).calls((X[:, :1],), (X,))
        as_pair(quiet.value, quiet.called)
        require(not quiet.printed, f"{quiet.called} prints although trace_shapes is False")
