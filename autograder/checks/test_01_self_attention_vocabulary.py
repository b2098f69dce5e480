"""Hidden checks of 01_self_attention: from words to vectors."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checks.answer import Answer
from autograder.checks.api import check
from autograder.checks.figures import EMBEDDED_SENTENCE, SENTENCE, SENTENCE_IDS, SENTENCE_VOCAB
from autograder.checks.judge import PRINTED, agree, agree_raised, as_number, hold
from autograder.checks.robust import agree_gradients_in_double, agree_in_each_width, agree_on_meta, leaves_alone
from autograder.checks.sizes import numbers
from autograder.checks.student import Student
from autograder.oracle.gradients import gradients
from autograder.oracle.vocabulary import ids, vocabulary

WORDS = ("a", "B", "b", "cat", "Cat", "dog", "eel", "42", "it's", "end.")
BLANKS = (" ", "  ", "\n", "\t ", ", ", " ,")


def agree_vocab(answer: Answer, expected: dict[str, int]) -> None:
    """The same words with the same numbers, whatever the order of the dictionary."""
    got = answer.value
    hold(isinstance(got, dict), f"{answer.called} is not a dict", "wrong type")
    hold(set(got) == set(expected), f"{answer.called} has {len(got)} words: {sorted(map(str, got))[:8]}")
    for word, number in got.items():
        value = as_number(number, f"{answer.called}: the number of {word!r}")
        hold(value == expected[word], f"{answer.called} gives {word!r} the number {value}")


@check("build_vocab.values", "the words are numbered in sorted order", points=0.3, hint="Is every word there once?")
def test_build_vocab_values(student: Student) -> None:
    for sentence in ("the end", "one two, three, four", "rose is a rose is a rose", "Zoe and adam, and Eve"):
        agree_vocab(student.build_vocab(sentence), vocabulary(sentence))


@check(
    "build_vocab.any_sentence",
    "a word counts once, and white space of any kind ends it",
    points=0.4,
    hint="Which numbers are left when a word repeats, and what ends a word?",
)
@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), blank=st.sampled_from(BLANKS))
def test_build_vocab_any_sentence(student: Student, words: list[str], blank: str) -> None:
    sentence = blank.join(words)
    agree_vocab(student.build_vocab(sentence), vocabulary(sentence))


@check("build_vocab.commas", "commas are removed wherever they stand", points=0.1, hint="Look at 1,000.")
def test_build_vocab_commas(student: Student) -> None:
    for sentence in ("pay 1,000 now, please,", ",first , last"):
        agree_vocab(student.build_vocab(sentence), vocabulary(sentence))


@check(
    "build_vocab.printed", "the article's sentence gets the article's numbers", points=0.1, hint="Python's own order."
)
def test_build_vocab_printed(student: Student) -> None:
    agree_vocab(student.build_vocab(SENTENCE), SENTENCE_VOCAB)


@check(
    "build_vocab.long_text",
    "long texts and other alphabets work too",
    points=0.1,
    level="robustness",
    hint="Nothing in the task depends on English or on a length.",
)
def test_build_vocab_long_text(student: Student) -> None:
    text = " ".join(f"{stem}{number}" for stem in ("wort", "Ängste", "слово", "ὕδωρ", "水") for number in range(40))
    for sentence in (f"{text}\n{text}", " outer\u00a0blanks "):
        agree_vocab(student.build_vocab(sentence), vocabulary(sentence))


@check("to_ids.values", "each token becomes its number, in order", points=0.3, hint="Which number stands for a token?")
def test_to_ids_values(student: Student) -> None:
    vocab = {"sun": 4, "moon": 17, "star": 0, "sky": 3}
    tokens = ["moon", "sky", "moon", "star", "sun"]
    agree(student.to_ids(tokens, vocab), torch.tensor(ids(tokens, vocab)))


@check("to_ids.any_tokens", "any order and any repetition", points=0.3, hint="How long is the result?")
@given(places=st.lists(st.integers(0, 9), min_size=2, max_size=6), first=st.integers(0, 50))
def test_to_ids_any_tokens(student: Student, places: list[int], first: int) -> None:
    vocab = {word: first + 3 * place for place, word in enumerate(WORDS)}
    tokens = [WORDS[place] for place in places]
    agree(student.to_ids(tokens, vocab), torch.tensor(ids(tokens, vocab)))


@check(
    "to_ids.unknown",
    "an unknown token raises KeyError with its name",
    points=0.2,
    hint="What does a dictionary do with a key that it does not have?",
)
def test_to_ids_unknown(student: Student) -> None:
    vocab = {"sun": 0, "moon": 1, "star": 2}
    agree(student.to_ids(["sun", "star"], vocab), torch.tensor([0, 2]))
    for tokens in (["sun", "zebra"], ["zebra", "moon", "sun"]):
        agree_raised(student.to_ids(tokens, vocab), "KeyError", mention="zebra")


@check("to_ids.printed", "the article's sentence", points=0.1, hint="Compare with the printed ids.")
def test_to_ids_printed(student: Student) -> None:
    agree(student.to_ids(SENTENCE.replace(",", "").split(), SENTENCE_VOCAB), torch.tensor(SENTENCE_IDS))


@check(
    "to_ids.dtype",
    "the result is int64 and has one dimension, for tuples and single tokens too",
    points=0.1,
    level="robustness",
    hint="An embedding takes int64.",
)
def test_to_ids_dtype(student: Student) -> None:
    for tokens in (("b", "a", "b"), ["b"]):
        answer = student.to_ids(tokens, {"a": 5, "b": 2**40})
        agree(answer, torch.tensor(ids(tokens, {"a": 5, "b": 2**40})), dtype=torch.int64)


def rows_of(weight: Tensor, chosen: Tensor) -> Tensor:
    """One row of the table for each id."""
    return torch.stack([weight[int(number)] for number in chosen.reshape(-1)]).reshape(*chosen.shape, -1)


@check("TokenEmbedding.values", "each id becomes its row of the table", points=0.3, hint="What does id i look up?")
def test_embedding_values(student: Student) -> None:
    weight, chosen = numbers(9, 5, seed=1, scale=2.0), torch.tensor([[3, 0, 8], [3, 1, 7]])
    agree(student.TokenEmbedding(9, 5).weights(embedding__weight=weight).call(chosen), rows_of(weight, chosen))


@check(
    "TokenEmbedding.any_shape", "ids of any shape", points=0.2, hint="The result has one dimension more than the ids."
)
@given(shape=st.lists(st.integers(1, 3), max_size=3), vocab_size=st.integers(2, 9), embed_dim=st.integers(2, 5))
def test_embedding_any_shape(student: Student, shape: list[int], vocab_size: int, embed_dim: int) -> None:
    weight = numbers(vocab_size, embed_dim, seed=2)
    chosen = (numbers(*shape, seed=3).abs() * 100).long() % vocab_size
    question = student.TokenEmbedding(vocab_size, embed_dim).weights(embedding__weight=weight)
    agree(question.call(chosen), rows_of(weight, chosen))


@check(
    "TokenEmbedding.gradient",
    "gradients flow to every row that was looked up",
    points=0.2,
    hint="Every row of the table is learned, and a row used twice learns from both.",
)
def test_embedding_gradient(student: Student) -> None:
    chosen = torch.tensor([[0, 2, 2, 6], [6, 1, 2, 0]])
    weight, cotangent = (numbers(*shape, seed=4, dtype=torch.float64) for shape in ((7, 3), (2, 4, 3)))
    (expected,) = gradients(lambda table: rows_of(table, chosen), [weight], [cotangent])

    def ask(dtype: torch.dtype) -> Answer:
        question = student.TokenEmbedding(7, 3).to(dtype=dtype).weights(embedding__weight=weight)
        return question.call(chosen, cotangents=[cotangent.to(dtype)])

    agree_gradients_in_double(ask, [], {"embedding.weight": expected})


@check(
    "TokenEmbedding.structure",
    "one table, called embedding, with a row for each word",
    points=0.1,
    hint="Which two sizes does the table have?",
)
def test_embedding_structure(student: Student) -> None:
    answer = student.TokenEmbedding(11, 4).call(torch.tensor([1, 10]))
    hold(answer.parameters == {"embedding.weight": (11, 4)}, f"the parameters are {answer.parameters}")
    hold(answer.state == ["embedding.weight"], f"the state dict holds {answer.state}")
    hold(answer.trainable["embedding.weight"], "embedding.weight does not ask for gradients")


@check(
    "TokenEmbedding.width_and_device",
    "dtype and device follow the table, and the ids stay as they are",
    points=0.1,
    level="robustness",
    hint="Let the table decide where the result lives.",
)
def test_embedding_width_and_device(student: Student) -> None:
    weight, chosen = numbers(6, 3, seed=5), torch.tensor([5, 0, 2, 2])
    question = student.TokenEmbedding(6, 3)
    agree_in_each_width(
        lambda dtype: question.to(dtype=dtype).weights(embedding__weight=weight).call(chosen),
        lambda dtype: rows_of(weight.to(dtype), chosen),
    )
    leaves_alone(question.call(chosen))
    agree_on_meta(question.to(device="meta").call(chosen.to("meta")), 4, 3)


@check(
    "TokenEmbedding.printed",
    "the article's sentence at the article's seed",
    points=0.1,
    level="robustness",
    hint="Nothing but the table draws random numbers.",
)
def test_embedding_printed(student: Student) -> None:
    answer = student.TokenEmbedding(50_000, 3).seeded(123).call(torch.tensor(SENTENCE_IDS))
    agree(answer, EMBEDDED_SENTENCE, PRINTED)
