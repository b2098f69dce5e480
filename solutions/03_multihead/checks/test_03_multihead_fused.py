"""Hidden checks of 03_multihead: MultiHeadAttention."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import PRINTED, assert_close, assert_raised
from autograder.checking.formulas import TEXT_NAMES
from autograder.checking.registry import check
from autograder.checking.samples import LONG, B, T, sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.student import Student
from solutions.shared.fused import D_MODEL, HEADS, NAMES, asked, expected, layers
from solutions.shared.reference.attention import multi_head_attention

spec(
    "MultiHeadAttention",
    inputs={"x": "T h*d_h"},
    weights={f"{name}.weight": "h*d_h h*d_h" for name in NAMES},
    init={"d_model": "h*d_h", "num_heads": "h"},
    cases=({}, {"causal": True}),
    leading="one",
    sizes={"T": 7, "h": 3, "d_h": 5},
    reference=multi_head_attention,
    smallest={"h": 1, "d_h": 1},
    without=("extremes",),
    checks={
        "gradient": CheckText(
            "gradients of the input and of all four matrices",
            "All four layers are learned: stay in torch from input to output.",
            points=2.2,
        ),
        "equal_sizes": CheckText(
            "as many sentences or tokens as heads: no dimension is taken for another",
            "Count dimensions from the end, and note the shape behind each line.",
            points=0.3,
        ),
        "sizes": CheckText(
            "any number of heads of any width, one included",
            "What does a score of one head sum up, and what does its scale depend on?",
            points=0.3,
        ),
        "second_call": CheckText(
            "further inputs and other weights, in either mode: the result depends on nothing else",
            "Nothing is kept from one call to the next, and no mode changes what a token may see.",
            points=2.2,
        ),
        "structure": CheckText(
            "four layers without bias, with the names, shapes and order of the text, each with weights of its own",
            "Compare names, shapes and the absence of biases with the text.",
            points=0.4,
        ),
        "width_and_device": CheckText(
            "dtype and device follow input and layers", "Whatever forward creates belongs where x is.", points=0.2
        ),
        "leaves_alone": CheckText(
            "the input stays as it is, however it lies in memory, and so does the layer",
            "Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
            points=0.2,
        ),
        "sizes_of_one": CheckText(
            "each size alone is one, and all are: every dimension stays",
            "Does the result have the shape of the input?",
            points=0.1,
        ),
        "longest": CheckText(
            "a text of 200 tokens: every token that counts is seen, and none that is later",
            "Does anything in the layer, its mask included, depend on how long a text may be?",
            points=0.1,
        ),
        "names": CheckText(hint=TEXT_NAMES, points=0.1),
    },
)


@check(
    "MultiHeadAttention.values",
    "a batch without a mask, all sizes different",
    points=0.75,
    hint="Follow the shapes: (B, T, d_model), (B, h, T, d_h), (B, h, T, T), and back.",
)
def test_multihead_values(student: Student) -> None:
    weights = layers(D_MODEL)
    for length in (T, LONG):
        x, question = sample(B, length, D_MODEL, seed=1), asked(student, weights, HEADS, causal=False)
        if length == LONG:
            x[:, 3], question = 0.0, question.in_use()
        assert_close(question.call(x), expected(x, weights, HEADS, causal=False))


@check(
    "MultiHeadAttention.causal",
    "the same with causal=True",
    points=0.9,
    hint="Which scores must not count, and what becomes of them in the softmax?",
)
def test_multihead_causal(student: Student) -> None:
    weights = layers(D_MODEL)
    for length in (T, LONG):
        x, question = sample(B, length, D_MODEL, seed=2), asked(student, weights, HEADS, causal=True)
        question = question.in_use() if length == LONG else question
        assert_close(question.call(x), expected(x, weights, HEADS, causal=True))


@check(
    "MultiHeadAttention.order",
    "what comes later changes nothing before it; without a mask, order plays no part",
    points=0.2,
    hint="Which tokens may a token see, with and without the mask?",
)
@given(b=st.integers(2, 3), t=st.integers(2, 6), seen=st.integers(1, 5), d_h=st.integers(2, 3))
def test_multihead_order(student: Student, b: int, t: int, seen: int, d_h: int) -> None:
    weights, x = layers(2 * d_h), sample(b, t, 2 * d_h, seed=7)
    later = torch.arange(t)[None, :, None] >= min(seen, t - 1)
    nudged = torch.where(later, x + sample(b, t, 2 * d_h, seed=8), x)
    for item in (x, nudged):
        assert_close(asked(student, weights, 2, causal=True).call(item), expected(item, weights, 2, causal=True))
    free = expected(x, weights, 2, causal=False)
    for item, wanted in ((x, free), (x.flip(1), free.flip(1))):
        assert_close(asked(student, weights, 2, causal=False).call(item), wanted)


@check(
    "MultiHeadAttention.does_not_divide",
    "ValueError where num_heads does not divide d_model, and right values where it does",
    points=0.4,
    hint="What is left over when d_model is shared out among the heads?",
)
def test_multihead_does_not_divide(student: Student) -> None:
    for d_model, num_heads in ((10, 3), (9, 2), (3, 6), (12, 5), (8, 7), (8, 6), (10, 4)):
        assert_raised(student.MultiHeadAttention(d_model, num_heads).construct(), "ValueError")
    for d_model, num_heads in ((6, 6), (10, 5), (9, 3), (7, 1)):
        x = sample(B, 4, d_model, seed=10)
        weights = layers(d_model)
        assert_close(
            asked(student, weights, num_heads, causal=False).call(x), expected(x, weights, num_heads, causal=False)
        )


@check(
    "MultiHeadAttention.printed",
    "the example worked by hand, in one head and in two",
    points=0.1,
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
        assert_close(answer, torch.cat([out] * heads, -1), PRINTED)


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
            question, right = asked(student, steep, 2, causal=causal), expected(x, steep, 2, causal=causal)
            for state in (question, question.in_use()):
                assert_close(state.call(x), right)
