"""Hidden checks of 01_self_attention: TokenEmbedding."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import PRINTED, assert_close
from autograder.checking.layers import assert_parameters, gradients
from autograder.checking.own_values import (
    KEEP_NAMES,
    assert_by_name,
    assert_call_is_pure,
    assert_elsewhere,
    assert_in_widths,
    plain,
    rounded,
)
from autograder.checking.registry import check
from autograder.checking.robustness import (
    assert_each,
    assert_gradients_in_double,
    assert_on_meta,
    assert_unseeded,
)
from autograder.checking.samples import MOST_TOKENS, sample
from autograder.checking.student import Question, Student
from solutions.shared.figures import EMBEDDED_SENTENCE, SENTENCE_IDS


def rows_of(weight: Tensor, chosen: Tensor) -> Tensor:
    """One row of the table for each id."""
    return torch.stack([weight[int(number)] for number in chosen.reshape(-1)]).reshape(*chosen.shape, -1)


@check(
    "TokenEmbedding.values",
    "each id becomes its row of the table, in every call and in either mode",
    points=0.25,
    hint="What does id i look up?",
)
def test_embedding_values(student: Student) -> None:
    weight, chosen = sample(9, 5, seed=1, scale=2.0), torch.tensor([[3, 0, 8], [3, 1, 7]])
    question = student.TokenEmbedding(9, 5).weights(embedding__weight=weight)
    assert_close(question.call(chosen), rows_of(weight, chosen))
    assert_close(question.eval().call(chosen), rows_of(weight, chosen))
    many = torch.arange(MOST_TOKENS).remainder(9)
    assert_each(
        question.calls((chosen,), (8 - chosen,), (many,)), [rows_of(weight, ids) for ids in (chosen, 8 - chosen, many)]
    )


@check(
    "TokenEmbedding.any_shape", "ids of any shape", points=0.2, hint="The result has one dimension more than the ids."
)
@given(shape=st.lists(st.integers(1, 3), max_size=3), vocab_size=st.integers(2, 9), embed_dim=st.integers(2, 5))
def test_embedding_any_shape(student: Student, shape: list[int], vocab_size: int, embed_dim: int) -> None:
    weight = sample(vocab_size, embed_dim, seed=2)
    chosen = (sample(*shape, seed=3).abs() * 100).long() % vocab_size
    question = student.TokenEmbedding(vocab_size, embed_dim).weights(embedding__weight=weight)
    assert_close(question.call(chosen), rows_of(weight, chosen))


@check(
    "TokenEmbedding.gradient",
    "gradients flow to every row that was looked up",
    points=0.25,
    hint="Every row of the table is learned, and a row used twice learns from both.",
)
def test_embedding_gradient(student: Student) -> None:
    chosen = torch.tensor([[0, 2, 2, 6], [6, 1, 2, 0]])
    weight, cotangent = sample(7, 3, seed=4, dtype=torch.float64), sample(2, 4, 3, seed=5, dtype=torch.float64)
    (expected,) = gradients(lambda table: rows_of(table, chosen), [weight], [cotangent])

    def ask(dtype: torch.dtype) -> Answer:
        question: Question = student.TokenEmbedding(7, 3).to(dtype=dtype).weights(embedding__weight=weight)
        return question.call(chosen, cotangents=[cotangent.to(dtype)])

    assert_gradients_in_double(ask, [], {"embedding.weight": expected})


@check(
    "TokenEmbedding.structure",
    "one table, called embedding, with a row for each word",
    points=0.1,
    hint="Which two sizes does the table have?",
)
def test_embedding_structure(student: Student) -> None:
    answer = student.TokenEmbedding(11, 4).call(torch.tensor([1, 10]))
    assert_parameters(answer, {"embedding.weight": (11, 4)})


@check(
    "TokenEmbedding.width_and_device",
    "dtype and device follow the table, sizes of one stay, and the call leaves everything as it was",
    points=0.1,
    level="robustness",
    hint="Let the table decide where the result lives.",
)
def test_embedding_width_and_device(student: Student) -> None:
    weight, chosen = rounded(sample(6, 3, seed=5))[0], torch.tensor([5, 0, 2, 2])
    question = student.TokenEmbedding(6, 3)
    known = plain(question.weights(embedding__weight=weight).call(chosen), rows_of(weight, chosen))
    assert_in_widths(
        lambda dtype: question.to(dtype=dtype).weights(embedding__weight=weight).call(chosen),
        known,
    )
    assert_call_is_pure(question.weights(embedding__weight=weight), chosen)
    for rows, width, ids in ((6, 1, chosen), (1, 3, torch.tensor([0, 0])), (6, 3, torch.tensor([4]))):
        one = student.TokenEmbedding(rows, width).weights(embedding__weight=weight[:rows, :width]).call(ids)
        assert_elsewhere(one, known, rows_of(weight[:rows, :width], ids))
    assert_on_meta(question.to(device="meta").call(chosen.to("meta")), 4, 3)


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
    assert_elsewhere(answer, plain(plainly, rows_of(weight, chosen)), EMBEDDED_SENTENCE, PRINTED)


@check(
    "TokenEmbedding.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_embedding_names(student: Student) -> None:
    weight, ids = sample(4, 3, seed=6), torch.tensor([2, 0])
    named = student.TokenEmbedding(embed_dim=3, vocab_size=4).weights(embedding__weight=weight).call(ids=ids)
    assert_by_name(named, student.TokenEmbedding(4, 3).weights(embedding__weight=weight).call(ids))
