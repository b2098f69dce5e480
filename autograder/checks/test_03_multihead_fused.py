"""Hidden checks of 03_multihead: MultiHeadAttention."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checks.answer import Answer
from autograder.checks.api import check
from autograder.checks.judge import FLOAT32, PRINTED, agree, agree_raised, agree_tensor, as_tensor, hold
from autograder.checks.robust import (
    agree_each,
    agree_gradients_in_double,
    agree_in_each_width,
    agree_on_meta,
    draws_anew,
    holds_only,
    leaves_alone,
)
from autograder.checks.sizes import LONG, B, T, leaf, numbers
from autograder.checks.student import Question, Student
from autograder.oracle.gradients import gradients
from autograder.oracle.heads import multi_head_attention

HEADS, D_H = 3, 5
D_MODEL = HEADS * D_H
NAMES = ("W_Q", "W_K", "W_V", "W_O")


def layers(d_model: int) -> dict[str, Tensor]:
    """A weight for each of the four layers, `(d_out, d_in)`, that keeps scores of order 1."""
    scale = 1.2 / d_model**0.5
    return {
        f"{name}.weight": numbers(d_model, d_model, seed=20 + place, scale=scale) for place, name in enumerate(NAMES)
    }


def asked(
    student: Student, weights: dict[str, Tensor], num_heads: int, *, causal: bool, dtype: torch.dtype | None = None
) -> Question:
    """The student's module with these weights; the default of `causal` is left to do its work."""
    d_model = len(weights["W_Q.weight"])
    more = {"causal": True} if causal else {}
    question: Question = student.MultiHeadAttention(d_model, num_heads, **more)
    return (question.to(dtype=dtype) if dtype else question).state(weights)


def expected(x: Tensor, weights: dict[str, Tensor], num_heads: int, *, causal: bool) -> Tensor:
    """What the reference gives."""
    return multi_head_attention(x, *weights.values(), num_heads=num_heads, causal=causal)


@check(
    "MultiHeadAttention.values",
    "a batch without a mask, all sizes different",
    points=0.8,
    hint="Follow the shapes: (B, T, d_model), (B, h, T, d_h), (B, h, T, T), and back.",
)
def test_multihead_values(student: Student) -> None:
    weights = layers(D_MODEL)
    for length in (T, LONG):
        x = numbers(B, length, D_MODEL, seed=1)
        agree(asked(student, weights, HEADS, causal=False).call(x), expected(x, weights, HEADS, causal=False))


@check(
    "MultiHeadAttention.causal",
    "the same with causal=True",
    points=0.8,
    hint="Which scores must not count, and what becomes of them in the softmax?",
)
def test_multihead_causal(student: Student) -> None:
    weights = layers(D_MODEL)
    for length in (T, LONG):
        x = numbers(B, length, D_MODEL, seed=2)
        agree(asked(student, weights, HEADS, causal=True).call(x), expected(x, weights, HEADS, causal=True))


@check(
    "MultiHeadAttention.gradient",
    "gradients of the input and of all four matrices",
    points=1.2,
    hint="All four layers are learned: stay in torch from input to output.",
)
def test_multihead_gradient(student: Student) -> None:
    weights = {name: value.double() for name, value in layers(D_MODEL).items()}
    x, cotangent = (numbers(B, T, D_MODEL, seed=seed).double() for seed in (3, 4))
    for causal in (False, True):
        on_x, *on_weights = gradients(
            lambda *leaves, causal=causal: multi_head_attention(*leaves, num_heads=HEADS, causal=causal),
            [x, *weights.values()],
            [cotangent],
        )

        def ask(dtype: torch.dtype, *, causal: bool = causal) -> Answer:
            rounded = leaf(x, dtype)
            question = asked(student, weights, HEADS, causal=causal, dtype=dtype)
            return question.call(rounded, cotangents=[cotangent.to(dtype)])

        agree_gradients_in_double(ask, [on_x], dict(zip(weights, on_weights, strict=True)))


@check(
    "MultiHeadAttention.equal_sizes",
    "as many sentences or tokens as heads: no dimension is taken for another",
    points=0.6,
    hint="Count dimensions from the end, and note the shape behind each line.",
)
def test_multihead_equal_sizes(student: Student) -> None:
    for b, t, h, d_h in ((3, 5, 3, 2), (2, 3, 3, 5), (2, 5, 3, 5), (3, 3, 3, 3)):
        weights, x = layers(h * d_h), numbers(b, t, h * d_h, seed=5)
        for causal in (False, True):
            agree(asked(student, weights, h, causal=causal).call(x), expected(x, weights, h, causal=causal))


@check(
    "MultiHeadAttention.sizes",
    "any number of heads of any width, one included",
    points=0.6,
    hint="What does a score of one head sum up, and what does its scale depend on?",
)
@given(
    b=st.integers(2, 3),
    t=st.integers(2, 5),
    h=st.integers(1, 4),
    d_h=st.sampled_from((2, 1, 3, 5, 9)),
    causal=st.booleans(),
)
def test_multihead_sizes(student: Student, b: int, t: int, h: int, d_h: int, causal: bool) -> None:
    weights, x = layers(h * d_h), numbers(b, t, h * d_h, seed=6)
    agree(asked(student, weights, h, causal=causal).call(x), expected(x, weights, h, causal=causal))


@check(
    "MultiHeadAttention.order",
    "what comes later changes nothing before it; without a mask, order plays no part",
    points=0.5,
    hint="Which tokens may a token see, with and without the mask?",
)
@given(b=st.integers(2, 3), t=st.integers(2, 6), seen=st.integers(1, 5), d_h=st.integers(2, 3))
def test_multihead_order(student: Student, b: int, t: int, seen: int, d_h: int) -> None:
    weights, x = layers(2 * d_h), numbers(b, t, 2 * d_h, seed=7)
    later = torch.arange(t)[None, :, None] >= min(seen, t - 1)
    nudged = torch.where(later, x + numbers(b, t, 2 * d_h, seed=8), x)
    for item in (x, nudged):
        agree(asked(student, weights, 2, causal=True).call(item), expected(item, weights, 2, causal=True))
    free = expected(x, weights, 2, causal=False)
    for item, wanted in ((x, free), (x.flip(1), free.flip(1))):
        agree(asked(student, weights, 2, causal=False).call(item), wanted)


@check(
    "MultiHeadAttention.structure",
    "four layers without bias, with the names, shapes and order of the text",
    points=0.6,
    hint="Compare names, shapes and the absence of biases with the text.",
)
def test_multihead_structure(student: Student) -> None:
    shapes = {f"{name}.weight": (D_MODEL, D_MODEL) for name in NAMES}
    for num_heads, causal in ((HEADS, True), (D_H, False)):
        question = student.MultiHeadAttention(d_model=D_MODEL, num_heads=num_heads, causal=causal)
        answer = question.call(x=numbers(B, T, D_MODEL, seed=9))
        hold(answer.parameters == shapes, f"MultiHeadAttention has the parameters {answer.parameters}")
        hold(list(answer.parameters) == list(shapes), f"the layers are created as {', '.join(answer.parameters)}")
        holds_only(answer, shapes)
        hold(all(answer.trainable.values()), f"not all parameters ask for gradients: {answer.trainable}")


@check(
    "MultiHeadAttention.does_not_divide",
    "ValueError at construction, exactly where num_heads does not divide d_model",
    points=0.6,
    hint="What is left over when d_model is shared out among the heads?",
)
def test_multihead_does_not_divide(student: Student) -> None:
    for d_model, num_heads in ((6, 6), (10, 5), (9, 3), (7, 1)):
        x = numbers(B, 4, d_model, seed=10)
        weights = layers(d_model)
        agree(asked(student, weights, num_heads, causal=False).call(x), expected(x, weights, num_heads, causal=False))
    for d_model, num_heads in ((10, 3), (9, 2), (3, 6), (12, 5), (8, 7), (8, 6), (10, 4)):
        agree_raised(student.MultiHeadAttention(d_model, num_heads).construct(), "ValueError")


@check(
    "MultiHeadAttention.printed",
    "the example worked by hand, in one head and in two",
    points=0.3,
    hint="With all four matrices equal to the identity, each head sees its own columns of x.",
    for_message="figures that can be worked out by hand or read in the source",
)
def test_multihead_printed(student: Student) -> None:
    """The mygpt tutorial, chapter 6: tokens (1, 0), (0, 1), (1, 1) and what causal attention makes of them."""
    x = torch.tensor([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]] * B)
    out = torch.tensor([[[1.0, 0.0], [0.3302, 0.6698], [0.7517, 0.7517]]] * B)
    for heads in (1, 2):
        weights = {f"{name}.weight": torch.eye(2 * heads) for name in NAMES}
        answer = asked(student, weights, heads, causal=True).call(torch.cat([x] * heads, -1))
        agree(answer, torch.cat([out] * heads, -1), PRINTED)


@check(
    "MultiHeadAttention.large_scores",
    "scores of ±1e4 give the right finite result, masked and not",
    points=0.6,
    level="robustness",
    hint="How large may an exponent be before exp overflows, and how small must a masked score be?",
)
def test_multihead_large_scores(student: Student) -> None:
    weights, x = layers(10), torch.zeros(1, 6, 10)
    x[0, torch.arange(6), [0, 0, 1, 0, 5, 6]] = torch.tensor([1.0, 0.8, -1.0, -1.0, 1.0, 1.0])
    for sign in (1.0, -1.0):  # with -1, a token's score with itself is below -1e4 and all that it may not see is larger
        steep = weights | {"W_Q.weight": 200 * torch.eye(10), "W_K.weight": sign * 200 * torch.eye(10)}
        for causal in (False, True):
            agree(asked(student, steep, 2, causal=causal).call(x), expected(x, steep, 2, causal=causal))


@check(
    "MultiHeadAttention.width_and_device",
    "dtype and device follow input and layers",
    points=0.5,
    level="robustness",
    hint="Whatever forward creates belongs where x is.",
)
def test_multihead_width_and_device(student: Student) -> None:
    weights, x = layers(D_MODEL), numbers(B, T, D_MODEL, seed=11, scale=0.5)
    for causal in (False, True):
        agree_in_width(student, weights, x, causal=causal)
        question = student.MultiHeadAttention(D_MODEL, HEADS, causal=causal).to(device="meta")
        agree_on_meta(question.call(x.to("meta")), B, T, D_MODEL)


def agree_in_width(student: Student, weights: dict[str, torch.Tensor], x: torch.Tensor, *, causal: bool) -> None:
    """The same question in float64 and bfloat16."""

    def narrowed(dtype: torch.dtype) -> dict[str, torch.Tensor]:
        return {name: value.to(dtype) for name, value in weights.items()}

    agree_in_each_width(
        lambda dtype: asked(student, weights, HEADS, causal=causal, dtype=dtype).call(x.to(dtype)),
        lambda dtype: expected(x.to(dtype), narrowed(dtype), HEADS, causal=causal),
    )


@check(
    "MultiHeadAttention.leaves_alone",
    "the input stays as it is, however it lies in memory, in either mode",
    points=0.4,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_multihead_leaves_alone(student: Student) -> None:
    weights, x = layers(D_MODEL), numbers(B, D_MODEL, T, seed=12).mT
    for mode in (True, False):
        answer = asked(student, weights, HEADS, causal=True).train(mode).call(x)
        agree(answer, expected(x, weights, HEADS, causal=True))
        leaves_alone(answer)
    draws_anew(student.MultiHeadAttention(D_MODEL, HEADS), "W_Q.weight")


@check(
    "MultiHeadAttention.second_call",
    "further inputs of other lengths",
    points=0.3,
    level="robustness",
    hint="Nothing is kept from one call to the next, and no length is the greatest.",
)
def test_multihead_second_call(student: Student) -> None:
    weights = layers(6)
    inputs = [numbers(b, t, 6, seed=13 + t) for b, t in ((B, T), (3, 4), (B, T + 2))]
    inputs.insert(1, inputs[0].flip(0))  # the same shape twice in a row, with other numbers
    for causal in (False, True):
        answer = asked(student, weights, 2, causal=causal).calls(*((x,) for x in inputs))
        agree_each(answer, [expected(x, weights, 2, causal=causal) for x in inputs])
    long = numbers(1, 130, 6, seed=14)
    answer = asked(student, weights, 2, causal=True).call(long)
    out = as_tensor(answer.value, answer.called)
    hold(out.shape == long.shape, f"{answer.called} has shape {tuple(out.shape)}", "wrong shape")
    first = expected(long[:, :3], weights, 2, causal=True)
    agree_tensor(out[:, :3], first, FLOAT32, called=answer.called, what="its first tokens")


@check(
    "MultiHeadAttention.sizes_of_one",
    "one sentence, one token, one head, heads of one: every dimension stays",
    points=0.2,
    level="robustness",
    hint="Does the result have the shape of the input?",
)
def test_multihead_sizes_of_one(student: Student) -> None:
    for b, t, h, d_h in ((1, 4, 2, 3), (3, 1, 2, 3), (2, 4, 1, 3), (2, 4, 3, 1), (1, 1, 1, 1)):
        weights, x = layers(h * d_h), numbers(b, t, h * d_h, seed=15)
        for causal in (False, True):
            agree(asked(student, weights, h, causal=causal).call(x), expected(x, weights, h, causal=causal))
