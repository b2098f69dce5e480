"""Hidden checks of 01_self_attention: SingleHeadAttention."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import LARGE, assert_close
from autograder.checking.describe import describe_one_call
from autograder.checking.layers import (
    assert_creation_order,
    assert_distinct_initial_weights,
    assert_layer_gradients,
    assert_parameter_shapes,
    assert_trainable,
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
from autograder.checking.robustness import assert_each, assert_on_meta, assert_state_dict, assert_unseeded
from autograder.checking.samples import MOST_TOKENS, B, T, non_contiguous, one_at_a_time, sample
from autograder.checking.student import Question, Student
from solutions.shared.reference.attention import self_attention_with_biases

WIDTH = 5  # like d_k elsewhere: every mistake of scale shows
NAMES = ("W_q", "W_k", "W_v")


def layers(width: int) -> dict[str, Tensor]:
    """Weights and biases of the three layers; each matrix `(d_out, d_in)`, as `nn.Linear` keeps it."""
    found: dict[str, Tensor] = {}
    for place, name in enumerate(NAMES):
        found[f"{name}.weight"] = sample(width, width, seed=20 + place, scale=0.6)
        found[f"{name}.bias"] = sample(width, seed=30 + place)
    return found


def asked(student: Student, weights: dict[str, Tensor], dtype: torch.dtype | None = None) -> Question:
    """The student's module with these weights."""
    question: Question = student.SingleHeadAttention(weights["W_q.bias"].shape[0])
    return with_weights(question, weights, dtype)


def reference(x: Tensor, *weights: Tensor) -> Tensor:
    """Context vectors of the reference; weights in the order of `layers`."""
    query, key, value = zip(weights[::2], weights[1::2], strict=True)
    return self_attention_with_biases(x, query, key, value)[0]


@check(
    "SingleHeadAttention.values",
    "context vectors of a batch",
    points=0.5,
    hint="Three layers, then scores, weights and context vectors.",
)
def test_single_head_values(student: Student) -> None:
    weights = layers(WIDTH)
    for length in (T, MOST_TOKENS):
        x = sample(B, length, WIDTH, seed=1)
        assert_close(asked(student, weights).call(x), reference(x, *weights.values()))


@check(
    "SingleHeadAttention.gradient",
    "gradients of the input and of every weight and bias",
    points=0.75,
    hint="All three layers are learned: stay in torch from input to output.",
)
def test_single_head_gradient(student: Student) -> None:
    weights = in_width(layers(WIDTH), torch.float64)
    x, cotangent = (sample(B, T, WIDTH, seed=seed).double() for seed in (2, 3))
    assert_layer_gradients(lambda dtype: asked(student, weights, dtype), reference, [x], weights, cotangent)


@check(
    "SingleHeadAttention.order",
    "tokens that change places take their context vectors with them, batches do not mix",
    points=0.3,
    hint="Without a mask no position is special, and nothing is remembered from call to call.",
)
@given(b=st.integers(2, 4), t=st.integers(2, 6), width=st.sampled_from((5, 2, 3, 7, 8)))
def test_single_head_order(student: Student, b: int, t: int, width: int) -> None:
    weights, x = layers(width), sample(b, t, width, seed=4)
    other = torch.cat([x[:1], sample(b - 1, t, width, seed=5)]).flip(1)
    answer = asked(student, weights).calls((x,), (x.flip(1),), (other,))
    ordered = reference(x, *weights.values())
    assert_each(answer, [ordered, ordered.flip(1), reference(other, *weights.values())])


@check(
    "SingleHeadAttention.structure",
    "three layers with biases, with the names and order of the text, each with first weights of its own",
    points=0.35,
    hint="Compare names, shapes and the presence of biases with the text.",
)
def test_single_head_structure(student: Student) -> None:
    shapes = {f"{name}.{kind}": shape for name in NAMES for kind, shape in (("weight", (6, 6)), ("bias", (6,)))}
    answer = student.SingleHeadAttention(6).call(sample(B, T, 6, seed=6))
    assert_parameter_shapes(answer, shapes)
    assert_creation_order(answer, list(dict.fromkeys(name.split(".")[0] for name in answer.parameters)), NAMES)
    assert_state_dict(answer, shapes)
    assert_trainable(answer)
    assert_distinct_initial_weights(student.SingleHeadAttention(6), *(f"{name}.weight" for name in NAMES))


def plain_context(student: Student) -> Plain:
    """What the student's module does with a small input."""
    weights, x = layers(WIDTH), sample(B, T, WIDTH, seed=1)
    return plain(asked(student, weights).call(x), reference(x, *weights.values()))


@check(
    "SingleHeadAttention.large_scores",
    "scores of ±1e4 give the right finite context vectors",
    points=0.1,
    level="robustness",
    hint="How large may an exponent be before exp overflows?",
)
def test_single_head_large_scores(student: Student) -> None:
    weights = layers(WIDTH)
    for name in ("W_q", "W_k"):
        weights |= {f"{name}.weight": torch.eye(WIDTH), f"{name}.bias": torch.zeros(WIDTH)}
    weights["W_v.weight"][:, 0] /= 100
    x = torch.tensor([[100.0, 1, 0, 0, 0], [100, 0, 1, 0, 0], [100, -1, 0, 0, 0], [0, 0, 0, 1, 0], [-100, 1, 0, 0, 1]])
    known = plain_context(student)
    assert_elsewhere(asked(student, weights).call(x[None]), known, reference(x[None], *weights.values()), LARGE)


@check(
    "SingleHeadAttention.width_and_device",
    "dtype and device follow input and layers",
    points=0.1,
    level="robustness",
    hint="Whatever forward creates belongs where x is.",
)
def test_single_head_width_and_device(student: Student) -> None:
    weights = {name: rounded(value * 0.7)[0] for name, value in layers(WIDTH).items()}
    (x,) = rounded(sample(B, T, WIDTH, seed=7, scale=0.5))
    known = plain(asked(student, weights).call(x), reference(x, *weights.values()))
    assert_in_widths(lambda dtype: asked(student, weights, dtype).call(x.to(dtype)), known)
    assert_on_meta(student.SingleHeadAttention(WIDTH).to(device="meta").call(x.to("meta")), B, T, WIDTH)


@check(
    "SingleHeadAttention.leaves_alone",
    "input, state dict, mode and torch's settings stay as they are, however the input lies in memory",
    points=0.05,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_single_head_leaves_alone(student: Student) -> None:
    weights, x = layers(WIDTH), non_contiguous(sample(B, T, WIDTH, seed=1))
    known = plain(asked(student, weights).call(x.contiguous()), reference(x, *weights.values()))
    for mode in (True, False):
        answer = assert_call_is_pure(asked(student, weights).train(mode), x)
        assert_value_again(answer.values[0], known, called=describe_one_call(answer.request, 0))
    assert_unseeded(student.SingleHeadAttention(WIDTH), "W_q.weight")


@check(
    "SingleHeadAttention.second_call",
    "train and eval mode agree, and each call is answered from its own input and the weights of the moment",
    points=0.75,
    hint="Nothing is kept from one call to the next, and the mode plays no part.",
)
def test_single_head_second_call(student: Student) -> None:
    inputs = [sample(*sizes, WIDTH, seed=seed) for seed, sizes in ((9, (B, T)), (10, (B, T)), (11, (3, T + 2)))]
    assert_calls_as_fresh(
        lambda weights: asked(student, weights),
        lambda x, weights: reference(x, *weights.values()),
        layers(WIDTH),
        inputs,
        idle=[f"{name}.bias" for name in NAMES],
    )


@check(
    "SingleHeadAttention.sizes_of_one",
    "one sentence, one token, one dimension: every dimension stays",
    points=0.05,
    level="robustness",
    hint="Does the result have the shape of the input?",
)
def test_single_head_sizes_of_one(student: Student) -> None:
    known = plain_context(student)
    for b, t, width in (*one_at_a_time(B, T, WIDTH), (1, 3, 64)):  # (1, 3, 64): the lesson's "two plus three"
        weights, x = layers(width), sample(b, t, width, seed=12, scale=1 / width)
        assert_elsewhere(asked(student, weights).call(x), known, reference(x, *weights.values()))


@check(
    "SingleHeadAttention.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_single_head_names(student: Student) -> None:
    weights, x = layers(WIDTH), sample(B, T, WIDTH, seed=1)
    assert_by_name(
        student.SingleHeadAttention(embed_dim=WIDTH).state(weights).call(x=x), asked(student, weights).call(x)
    )
