"""Hidden checks of 06_language_model: FeedForward and TransformerBlock."""

import torch
from torch import Tensor

from autograder.checking.assertions import LARGE, as_tensor, require
from autograder.checking.own_values import assert_elsewhere, plain
from autograder.checking.registry import check
from autograder.checking.robustness import (
    assert_same_beside_another,
    assert_shape,
    assert_stateless,
    difference,
)
from autograder.checking.samples import MOST_TOKENS, B, T, one_at_a_time, sample
from autograder.checking.specs import CheckText, Example, Places, spec
from autograder.checking.student import Student
from solutions.shared.language import (
    D_HIDDEN,
    D_MODEL,
    HEADS,
    OF_A_BLOCK,
    ROUNDED_TO_FLOAT32,
    around_one,
    block_weights,
)
from solutions.shared.reference.language import block, feed_forward

BEND = "Which three things happen to a token vector, and which width does it have in between?"
FURTHER = "further inputs and other weights, in either mode: the result depends on nothing else"
NOTHING_KEPT = "Nothing is kept from one call to the next, and no mode changes what is computed."
WEIGHTS = block_weights(D_MODEL, D_HIDDEN)
NO_ATTENTION = {"attention.W_O.weight": torch.zeros(D_MODEL, D_MODEL)}
NO_THOUGHT = {
    "feed_forward.down.weight": torch.zeros(D_MODEL, D_HIDDEN),
    "feed_forward.down.bias": torch.zeros(D_MODEL),
}
ROADS = "Draw the two roads of the block: what is normalised, and what is added to what?"


def larger(*shape: int, seed: int) -> Tensor:
    """Numbers for which the approximation by tanh differs by up to 5e-4."""
    return sample(*shape, seed=seed, scale=2.0)


def little(*shape: int, seed: int) -> Tensor:
    """Weights of a half that adds little, so that rounding to bfloat16 does not add up."""
    return sample(*shape, seed=seed, scale=0.12)


spec(
    "FeedForward",
    inputs={"x": "T d_model"},
    weights={
        "up.weight": "d_hidden d_model",
        "up.bias": "d_hidden",
        "down.weight": "d_model d_hidden",
        "down.bias": "d_model",
    },
    init={"d_model": "d_model", "d_hidden": "d_hidden"},
    sizes={"T": 7, "d_model": 6, "d_hidden": 10},
    draws={"x": larger},
    smallest={"d_model": 1, "d_hidden": 1},
    reference=feed_forward,
    rounded=ROUNDED_TO_FLOAT32,
    without=("sizes", "equal_sizes", "sizes_of_one"),
    checks={
        "values": CheckText("each token widened, bent and brought back", BEND, points=0.25),
        "leading": CheckText(hint=BEND, points=0.15),
        "gradient": CheckText(
            "gradients of the input and of both layers",
            "Both layers are learned, weights and biases: stay in torch from input to output.",
            points=0.4,
        ),
        "second_call": CheckText(FURTHER, NOTHING_KEPT, points=0.35),
        "structure": CheckText(
            "two layers with biases, with the names, shapes and order of the text",
            "Compare names, shapes and biases with the text.",
            points=0.15,
        ),
        "width_and_device": CheckText(
            "dtype and device follow input and layers, and everything else stays as it is",
            "Calling a module changes nothing and draws nothing.",
            points=0.15,
            also=("leaves_alone", "longest", "extremes"),
        ),
        "names": CheckText(points=0.05),
    },
)
spec(
    "TransformerBlock",
    inputs={"x": "T h*d_h"},
    weights=OF_A_BLOCK,
    init={"d_model": "h*d_h", "num_heads": "h", "d_hidden": "d_hidden"},
    leading="one",
    sizes={"T": 7, "h": 3, "d_h": 2, "d_hidden": 10},
    draws={
        **{f"norm_{place}.weight": around_one for place in (1, 2)},
        **dict.fromkeys(("attention.W_O.weight", "feed_forward.down.weight"), little),
    },
    smallest={"T": 1, "h": 1, "d_h": 1, "d_hidden": 1},
    reference=block,
    rounded=ROUNDED_TO_FLOAT32,
    without=("equal_sizes", "extremes", "sizes_of_one", "longest"),
    more={
        "silent_halves": Places(
            "a half that adds nothing changes nothing",
            "What should a block return whose attention and feed-forward layer give zeros?",
            0.25,
            [
                Example((sample(B, T, D_MODEL, seed=2),), init=(D_MODEL, HEADS, D_HIDDEN), weights=WEIGHTS | silent)
                for silent in (NO_ATTENTION, NO_THOUGHT, NO_ATTENTION | NO_THOUGHT)
            ],
            for_message="without one half, the other one is seen alone",
        ),
    },
    checks={
        "values": CheckText("both halves, each on the normalised input and added", ROADS, points=0.5),
        "sizes": CheckText("any batch, length, number of heads and width", ROADS, points=0.25),
        "gradient": CheckText(
            "gradients of the input and of all its parts",
            "Gradients reach the input on both roads: detach nothing.",
            points=0.75,
        ),
        "structure": CheckText(
            "the four parts that are given, and nothing else",
            "Compare names, shapes and order with the text.",
            points=0.2,
        ),
        "width_and_device": CheckText(
            "dtype and device follow input and layers", "Whatever forward creates belongs where x is.", points=0.15
        ),
        "leaves_alone": CheckText(
            "the input stays as it is, however it lies in memory, and so does the block",
            "`+=` writes into the tensor on its left.",
            points=0.2,
        ),
        "names": CheckText(points=0.05),
    },
)


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
    question = student.TransformerBlock(4, 2, 5).state(weights)
    usual = sample(2, 5, 4, seed=2)
    known = plain(question.call(usual), block(usual, *weights.values(), num_heads=2))
    steep = 1e3 * usual  # what is added is not normalised: nothing cuts off large numbers
    assert_elsewhere(question.call(steep), known, block(steep, *weights.values(), num_heads=2), LARGE)
    long, nudged = question.in_use().call(x), question.call(other)
    assert_elsewhere(long, known, block(x, *weights.values(), num_heads=2))
    got, moved = (as_tensor(answer.value, answer.called) for answer in (long, nudged))
    require(not difference(moved[:, :-1], got[:, :-1]), f"{long.called}: tokens before the last one change with it")
    for b, t, h, d_h in one_at_a_time(2, 4, 2, 3):
        question = student.TransformerBlock(h * d_h, h, 3).state(block_weights(h * d_h, 3))
        assert_shape(question.call(sample(b, t, h * d_h, seed=10)), b, t, h * d_h)


@check("TransformerBlock.second_call", FURTHER, points=0.55, hint=NOTHING_KEPT)
def test_block_second_call(student: Student) -> None:
    """By hand, because a block that changes its input gives something else for it again: here that is no trifle."""
    x, other = sample(B, T, D_MODEL, seed=20), sample(3, 4, D_MODEL, seed=17)
    question = student.TransformerBlock(D_MODEL, HEADS, D_HIDDEN).state(WEIGHTS)
    others = {name: value.flip(0) for name, value in WEIGHTS.items()}
    assert_stateless(
        question,
        [(x,), (x.flip(0),), (other,)],
        question.state(others),
        lambda x, weights: block(x, *weights.values(), num_heads=HEADS),
    )
    assert_same_beside_another(student, question.call(x), (D_MODEL, HEADS, D_HIDDEN))
