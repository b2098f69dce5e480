"""Hidden checks of 01_self_attention: TokenEmbedding."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import PRINTED, assert_close
from autograder.checking.own_values import (
    assert_elsewhere,
    plain,
)
from autograder.checking.registry import check
from autograder.checking.robustness import (
    assert_unseeded,
)
from autograder.checking.samples import sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.student import Student
from solutions.shared.figures import EMBEDDED_SENTENCE, SENTENCE_IDS


def rows_of(chosen: Tensor, weight: Tensor) -> Tensor:
    """One row of the table for each id."""
    return torch.stack([weight[int(number)] for number in chosen.reshape(-1)]).reshape(*chosen.shape, -1)


spec(
    "TokenEmbedding",
    inputs={"ids": "T"},
    below={"ids": "vocab_size"},
    weights={"embedding.weight": "vocab_size embed_dim"},
    init={"vocab_size": "vocab_size", "embed_dim": "embed_dim"},
    sizes={"T": 7, "vocab_size": 10, "embed_dim": 5},
    reference=rows_of,
    without=("leading", "sizes", "equal_sizes", "extremes"),
    checks={
        "values": CheckText(
            "each id becomes its row of the table, in every call and in either mode",
            "What does id i look up?",
            points=0.25,
            also=("longest", "second_call"),
        ),
        "gradient": CheckText(
            "gradients flow to every row that was looked up",
            "Every row of the table is learned, and a row used twice learns from both.",
            points=0.25,
        ),
        "structure": CheckText(
            "one table, called embedding, with a row for each word", "Which two sizes does the table have?", points=0.1
        ),
        "width_and_device": CheckText(
            "dtype and device follow the table, sizes of one stay, and the call leaves everything as it was",
            "Let the table decide where the result lives.",
            points=0.1,
            also=("leaves_alone", "sizes_of_one"),
        ),
        "names": CheckText(points=0.05),
    },
)


@check(
    "TokenEmbedding.any_shape", "ids of any shape", points=0.2, hint="The result has one dimension more than the ids."
)
@given(shape=st.lists(st.integers(1, 3), max_size=3), vocab_size=st.integers(2, 9), embed_dim=st.integers(2, 5))
def test_embedding_any_shape(student: Student, shape: list[int], vocab_size: int, embed_dim: int) -> None:
    weight = sample(vocab_size, embed_dim, seed=2, scale=40.0)  # the table is used as it is, however long its rows
    chosen = (sample(*shape, seed=3).abs() * 100).long() % vocab_size
    question = student.TokenEmbedding(vocab_size, embed_dim).weights(embedding__weight=weight)
    assert_close(question.call(chosen), rows_of(chosen, weight))


@check(
    "TokenEmbedding.printed",
    "the article's sentence at the article's seed",
    points=0.05,
    level="robustness",
    hint="Nothing but the table draws random numbers.",
)
def test_embedding_printed(student: Student) -> None:
    assert_unseeded(student.TokenEmbedding(5, 3), "embedding.weight")
    answer = student.TokenEmbedding(50_000, 3).seeded(123).call(torch.tensor(SENTENCE_IDS))
    weight, chosen = sample(6, 3, seed=5), torch.tensor([5, 0, 2, 2])
    plainly = student.TokenEmbedding(6, 3).weights(embedding__weight=weight).call(chosen)
    assert_elsewhere(answer, plain(plainly, rows_of(chosen, weight)), EMBEDDED_SENTENCE, PRINTED)
