"""Hidden checks of 02_causal: masked_softmax."""

import functools

import torch
from hypothesis import strategies as st

from autograder.checking.assertions import LARGE, PRINTED, SHARES
from autograder.checking.own_values import assert_elsewhere, plain
from autograder.checking.samples import D_K, B, T, sample
from autograder.checking.specs import CheckText, Drawn, Example, Places, spec
from autograder.checking.student import Student
from solutions.shared.causal import blind_to_the_future
from solutions.shared.figures import ATTENTION_SCORES, BY_HAND_SCORES, BY_HAND_WEIGHTS, CAUSAL_WEIGHTS, UNIFORM_ROWS
from solutions.shared.reference.attention import is_hidden, masked_softmax

SCORES = sample(3, 3, 3, seed=16, scale=2.0)
MOVED = torch.where(is_hidden(3), SCORES + sample(3, 3, 3, seed=17), SCORES)
ROWS = [[-1e4, 1e4, 0.0, 1e4], [-1e4, -1e4 + 4, 1e4, 1e4], [1e4, 1e4 - 4, 1e4 + 4, -1e4], [-1e4, 0.0, 4.0, 8.0]]
# The largest visible score is the first, or neither the first nor the last: only a row's own maximum keeps exp finite.
EARLIER_ROWS = [[1e4, -1e4, 0.0, 1e4], [1e4, -1e4, 1e4, 0.0], [-1e4, 1e4, 0.0, -1e4], [1e4 - 4, 1e4, 0.0, -1e4]]
LARGE_SCORES = torch.tensor([ROWS, EARLIER_ROWS, [[-1e4] * 4] * 4])


def small_shares(student: Student) -> None:
    """Compare weights down to 1e-9, which are not rounded away in float64."""
    scores = sample(B, T, T, seed=18, scale=8.0)
    known = plain(student.masked_softmax(SCORES, D_K), masked_softmax(SCORES, D_K))
    assert_elsewhere(student.masked_softmax(scores.double(), D_K), known, masked_softmax(scores, D_K), SHARES)


spec(
    "masked_softmax",
    inputs={"scores": "T T"},
    arguments={"d_k": "d_k"},
    sizes={"T": 7, "d_k": 5},
    draws={"scores": functools.partial(sample, scale=2.0)},
    reference=masked_softmax,
    without=("sizes", "equal_sizes", "extremes"),
    more={
        "scale": Drawn(
            "the scale follows d_k",
            "How does a score grow with d_k?",
            0.4,
            {"d_k": st.sampled_from((5, 2, 3, 7, 10, 24, 64)), "t": st.integers(1, 5)},
            lambda d_k, t: (sample(2, t, t, seed=12, scale=d_k**0.5), d_k),
        ),
        "future": Places(
            "later scores get weights of exactly 0 and matter to nothing",
            "Which number gives exactly 0 under the exponential?",
            0.4,
            [Example((scores, D_K), masked_softmax(SCORES, D_K)) for scores in (SCORES, MOVED)],
            compare=blind_to_the_future,
        ),
        "printed": Places(
            "the weights that the sources print",
            "Work one row of the example out by hand; d_k is 2.",
            0.1,
            (
                Example((ATTENTION_SCORES, 2), CAUSAL_WEIGHTS),
                Example((BY_HAND_SCORES, 2), BY_HAND_WEIGHTS),
                Example((torch.full((3, 3), 0.7), 3), UNIFORM_ROWS),
            ),
            tolerance=PRINTED,
        ),
        "large_scores": Places(
            "scores of ±1e4, and a width of 10,000, give the right finite weights",
            "How large may an exponent be before exp overflows, and what is small enough to hide any score?",
            0.3,
            ((LARGE_SCORES, 16), (LARGE_SCORES, 4), (SCORES, 10_000)),
            "robustness",
            LARGE,
            forgives=(sample(B, T, T, seed=11, scale=2.0), 16),
        ),
    },
    checks={
        "values": CheckText(
            "a distribution over the keys that are not later, in every call",
            "What is hidden before the softmax, and by which number?",
            points=1.0,
            also=("longest", "second_call"),
        ),
        "leading": CheckText(
            "any leading dimensions, each matrix masked by itself",
            "Which dimensions are the queries and the keys, whatever stands before them?",
            points=0.3,
        ),
        "gradient": CheckText(
            "gradients of the visible scores, none of the hidden ones",
            "Stay in torch, detach nothing, change nothing in place.",
            points=1.0,
        ),
        "width_and_device": CheckText(
            "dtype and device follow the scores",
            "Whatever is made on the way belongs where the scores are, and is of their kind.",
            points=0.25,
            also=(small_shares,),
        ),
        "leaves_alone": CheckText(
            "the scores stay as they are, however they lie in memory and where sizes are one",
            "Write into a new tensor, and keep every dimension.",
            points=0.2,
            also=("sizes_of_one",),
        ),
        "names": CheckText(points=0.05),
    },
)
