"""Hidden checks of 02_causal: CausalSelfAttention."""

import torch
from torch import Tensor

from autograder.checking.assertions import LARGE, PRINTED, assert_close
from autograder.checking.own_values import assert_elsewhere, plain
from autograder.checking.registry import check
from autograder.checking.samples import D_IN, D_K, B, T, sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.student import Question, Student
from solutions.shared.causal import layers, stretched
from solutions.shared.figures import RUNNING_W_K, RUNNING_W_Q, RUNNING_WEIGHTS, RUNNING_X
from solutions.shared.reference.attention import causal_self_attention

NAMES = ("W_Q", "W_K", "W_V", "W_O")

spec(
    "CausalSelfAttention",
    inputs={"x": "T embed_dim"},
    weights={
        "W_Q.weight": "head_dim embed_dim",
        "W_K.weight": "head_dim embed_dim",
        "W_V.weight": "head_dim embed_dim",
        "W_O.weight": "embed_dim head_dim",
    },
    init={"embed_dim": "embed_dim", "head_dim": "head_dim"},
    leading="one",
    smallest={"T": 1},
    reference=causal_self_attention,
    without=("equal_sizes", "extremes"),
    checks={
        "values": CheckText(
            "the result for a batch, all sizes different",
            "Follow the sizes: (B, T, embed_dim), then head_dim, then embed_dim again.",
            points=0.7,
            also=("longest",),
        ),
        "gradient": CheckText(
            "gradients of the input and of every layer",
            "All four layers are learned: stay in torch from input to output.",
            points=1.0,
        ),
        "sizes": CheckText(
            "later tokens change nothing before them, batches do not mix",
            "Which keys may a query see? Nothing is remembered from call to call.",
            points=0.5,
            id="future",
        ),
        "structure": CheckText(
            "four layers without bias, with the names and order of the text, each with first weights of its own",
            "Compare names, shapes and the absence of biases with the text.",
            points=0.3,
        ),
        "width_and_device": CheckText(
            "dtype and device follow input and layers",
            "Whatever forward creates belongs where x is, and is of its kind.",
            points=0.1,
        ),
        "leaves_alone": CheckText(
            "input, state dict, mode and torch's settings stay as they are, however the input lies in memory",
            "Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
            points=0.1,
        ),
        "second_call": CheckText(
            "train and eval mode agree, and each call is answered from its own input and the weights of the moment",
            "Nothing is kept from one call to the next, no length is built in, and the mode plays no part.",
            points=1.0,
        ),
        "sizes_of_one": CheckText(
            "one sentence, one token, one dimension: every dimension stays",
            "Does the result have the shape of the input?",
            points=0.05,
        ),
        "names": CheckText(points=0.05),
    },
)


@check(
    "CausalSelfAttention.printed",
    "the weights that the tutorial prints for its running example",
    points=0.1,
    hint="Here the values are the identity matrix, so that the result is the weights themselves.",
)
def test_causal_printed(student: Student) -> None:
    weights = {"W_Q.weight": RUNNING_W_Q, "W_K.weight": RUNNING_W_K}
    weights |= {"W_V.weight": torch.linalg.inv(RUNNING_X).T, "W_O.weight": torch.eye(4)}
    assert_close(student.CausalSelfAttention(4, 4).state(weights).call(RUNNING_X[None]), RUNNING_WEIGHTS[None], PRINTED)


def matrices(embed_dim: int, head_dim: int) -> dict[str, Tensor]:
    """Weights of the four layers."""
    inner = layers(*NAMES[:3], d_in=embed_dim, d_out=head_dim)
    return inner | {"W_O.weight": sample(embed_dim, head_dim, seed=50, scale=0.5)}


def asked(student: Student, weights: dict[str, Tensor]) -> Question:
    """The student's module with these weights."""
    head_dim, embed_dim = weights["W_Q.weight"].shape
    question: Question = student.CausalSelfAttention(embed_dim, head_dim)
    return question.state(weights)


def expected(x: Tensor, weights: dict[str, Tensor]) -> Tensor:
    """What the reference gives."""
    return causal_self_attention(x, *weights.values())


@check(
    "CausalSelfAttention.large_scores",
    "scores of ±1e4 give the right finite result",
    points=0.1,
    level="robustness",
    hint="How large may an exponent be before exp overflows, and what is small enough to hide any score?",
)
def test_causal_large_scores(student: Student) -> None:
    weights, plain_x = matrices(D_IN, D_K), sample(B, T, D_IN, seed=1)
    known = plain(asked(student, weights).call(plain_x), expected(plain_x, weights))
    x = torch.tensor([[1.0, 0, 0, 0, 0], [0, -1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 0], [-1, 1, 0, 0, 0]])[None]
    positive = stretched(*NAMES, key_sign=1.0, width=D_K)
    assert_elsewhere(asked(student, positive).call(x), known, expected(x, positive), LARGE)
    # Values 1, -1, 0.5, 0 under equal scores of -1e4: a leak of later values shows.
    x, negative = torch.tensor([[[1.0, 1.0], [1.0, -1.0], [1.0, 0.5], [1.0, 0.0]]]), first_column_only()
    assert_elsewhere(asked(student, negative).call(x), known, expected(x, negative), LARGE)


def first_column_only() -> dict[str, Tensor]:
    """Layers of width 1: scores of -1e4 from the first column, values from the second."""
    first, second = torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 1.0]])
    query_key = {"W_Q.weight": 100 * first, "W_K.weight": -100 * first}
    return query_key | {"W_V.weight": second, "W_O.weight": second.T}
