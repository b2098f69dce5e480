"""Hidden checks of 01_self_attention: from words to vectors."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.answer import Answer
from autograder.checking.assertions import Tolerance, as_number, assert_close, assert_raised, require
from autograder.checking.describe import describe_type, describe_value
from autograder.checking.own_values import KEEP_NAMES, assert_by_name
from autograder.checking.registry import check
from autograder.checking.robustness import assert_pure
from autograder.checking.samples import MOST_TOKENS
from autograder.checking.student import Student, helper
from autograder.sandbox.host.student_text import detail
from solutions.shared.figures import SENTENCE, SENTENCE_IDS, SENTENCE_VOCAB
from solutions.shared.reference.vocabulary import ids, vocabulary

WORDS = ("a", "B", "b", "cat", "Cat", "dog", "eel", "42", "it's", "end.")
LONG_WORDS = "internationally international internationalise responsibility responsible attention attentive attentions"
LOOK_ALIKES = "caf\u00e9 cafe\u0301 fit \ufb01t x\u00b2 x2 \u0130stanbul istanbul Stra\u00dfe Strasse"
BLANKS = (" ", "  ", "\n", "\t ", ", ", " ,")


def assert_vocab(answer: Answer, expected: dict[str, int]) -> None:
    """The same words with the same numbers, whatever the order of the dictionary."""
    got = answer.value
    require(isinstance(got, dict), f"{answer.called} is {describe_type(got)}, expected a dict", "wrong type")
    more, missing = sorted(map(str, set(got) - set(expected))), sorted(set(expected) - set(got))
    require(not more, f"{answer.called} has entries that are no words of the sentence: {detail(describe_value(more))}")
    require(not missing, f"{answer.called} lacks words of the sentence: {detail(describe_value(missing))}")
    numbers = {word: as_number(number, f"{answer.called}: the number of {word!r}") for word, number in got.items()}
    first = min(numbers.values(), default=0)
    require(first == 0, f"{answer.called}: the smallest number is {detail(describe_value(first))}, expected 0")
    for word, value in numbers.items():
        gives = f"gives {detail(repr(word))} the number {detail(value)}"
        told = f"{answer.called} {gives}, which is not its place in the sorted order"
        require(value == expected[word], told)


@check(
    "build_vocab.values",
    "the words are numbered in sorted order",
    points=0.3,
    hint="Sort three words by hand: which number does the first one get?",
)
def test_build_vocab_values(student: Student) -> None:
    for sentence in ("the end", "one two, three, four", "rose is a rose is a rose", "Zoe and adam, and Eve"):
        assert_vocab(student.build_vocab(sentence), vocabulary(sentence))


@check(
    "build_vocab.any_sentence",
    "a word counts once, and white space of any kind ends it",
    points=0.35,
    hint="Which numbers are left when a word repeats, and what ends a word?",
)
@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), blank=st.sampled_from(BLANKS))
def test_build_vocab_any_sentence(student: Student, words: list[str], blank: str) -> None:
    sentence = blank.join(words)
    assert_vocab(student.build_vocab(sentence), vocabulary(sentence))


@check("build_vocab.commas", "commas are removed wherever they stand", points=0.1, hint="Look at 1,000.")
def test_build_vocab_commas(student: Student) -> None:
    for sentence in ("pay 1,000 now, please,", ",first , last", "1" + ",000" * 40):
        assert_vocab(student.build_vocab(sentence), vocabulary(sentence))


@check(
    "build_vocab.printed", "the article's sentence gets the article's numbers", points=0.1, hint="Python's own order."
)
def test_build_vocab_printed(student: Student) -> None:
    assert_vocab(student.build_vocab(SENTENCE), SENTENCE_VOCAB)


@check(
    "build_vocab.long_text",
    "long words, long texts and other alphabets; every call gives a dictionary of its own",
    points=0.1,
    level="robustness",
    hint="Nothing in the task depends on English or on a length.",
)
def test_build_vocab_long_text(student: Student) -> None:
    text = " ".join(f"{stem}{number}" for stem in ("wort", "Ängste", "слово", "ὕδωρ", "水") for number in range(40))
    for sentence in (LONG_WORDS, f"{text}\n{text}", " outer\u00a0blanks ", LOOK_ALIKES):
        assert_vocab(student.build_vocab(sentence), vocabulary(sentence))
    assert_pure(student.definition("build_vocab").calls((LONG_WORDS,), (LONG_WORDS,)))


@check(
    "build_vocab.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_build_vocab_names(student: Student) -> None:
    assert_by_name(student.build_vocab(sentence="up and down"), student.build_vocab("up and down"))


@check("to_ids.values", "each token becomes its number, in order", points=0.25, hint="Which number stands for a token?")
def test_to_ids_values(student: Student) -> None:
    vocab = {"sun": 4, "moon": 17, "star": 0, "sky": 3}
    tokens = ["moon", "sky", "moon", "star", "sun"]
    for asked in (tokens, tokens * (MOST_TOKENS // len(tokens))):
        assert_close(student.to_ids(asked, vocab), torch.tensor(ids(asked, vocab)))


@check("to_ids.any_tokens", "any order and any repetition", points=0.3, hint="How long is the result?")
@given(places=st.lists(st.integers(0, 9), min_size=2, max_size=6), first=st.integers(0, 50))
def test_to_ids_any_tokens(student: Student, places: list[int], first: int) -> None:
    vocab = {word: first + 3 * place for place, word in enumerate(WORDS)}
    tokens = [WORDS[place] for place in places]
    assert_close(student.to_ids(tokens, vocab), torch.tensor(ids(tokens, vocab)))


@check(
    "to_ids.unknown",
    "an unknown token raises KeyError with its name",
    points=0.2,
    hint="What does a dictionary do with a key that it does not have?",
)
def test_to_ids_unknown(student: Student) -> None:
    vocab = {"sun": 0, "moon": 1, "star": 2}
    assert_close(student.to_ids(["sun", "star"], vocab), torch.tensor([0, 2]))
    strange = (
        (["sun", "zebra"], "zebra"),
        (["Sun", "moon"], "Sun"),
        (["star", "moon,"], "moon,"),
        ([" sun"], "sun"),
        (["star!", "sun"], "star!"),
        (["moon", "unpronounceable"], "unpronounceable"),
    )
    for tokens, unknown in strange:
        assert_raised(student.to_ids(tokens, vocab), "KeyError", mention=unknown)
    earlier = student.definition("to_ids").calls((["dawn"], {"dawn": 3}), (["sun", "dawn"], vocab))
    assert_raised(earlier, "KeyError", mention="dawn")


@check("to_ids.printed", "the article's sentence", points=0.1, hint="Compare with the printed ids.")
def test_to_ids_printed(student: Student) -> None:
    assert_close(student.to_ids(SENTENCE.replace(",", "").split(), SENTENCE_VOCAB), torch.tensor(SENTENCE_IDS))


@check(
    "to_ids.dtype",
    "the result is int64 and has one dimension, for tuples, single tokens and any mapping",
    points=0.05,
    level="robustness",
    hint="An embedding takes int64.",
)
def test_to_ids_dtype(student: Student) -> None:
    vocab = {"a": 5, "b": 2**40, "c": 2**40 + 1}
    for tokens in (("b", "a", "b"), ["b"], ["c", "b"]):
        answer, right = student.to_ids(tokens, vocab), torch.tensor(ids(tokens, vocab))
        assert_close(answer, right, Tolerance(0.0, 0.0), dtype=torch.int64)
    answer = student.to_ids(["b", "a"], helper("mapping", items=vocab))
    assert_close(answer, torch.tensor(ids(["b", "a"], vocab)), Tolerance(0.0, 0.0), dtype=torch.int64)


@check(
    "to_ids.leaves_alone",
    "tokens and vocabulary stay as they are, and every call gives a tensor of its own",
    points=0.05,
    level="robustness",
    hint="A list and a dictionary belong to whoever calls.",
)
def test_to_ids_leaves_alone(student: Student) -> None:
    arguments = (["b", "c", "b"], {"c": 3, "a": 0, "b": 1})
    assert_pure(student.definition("to_ids").calls(arguments, arguments))


@check(
    "to_ids.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_to_ids_names(student: Student) -> None:
    tokens, vocab = ["b", "a"], {"a": 0, "b": 1}
    assert_by_name(student.to_ids(vocab=vocab, tokens=tokens), student.to_ids(tokens, vocab))
