"""Hidden checks of 02_causal: causal_mask, padding_mask and additive_causal_mask."""

from collections.abc import Callable
from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import as_tensor, assert_close
from autograder.checking.own_values import KEEP_NAMES, assert_by_name, assert_calls_as_alone
from autograder.checking.registry import check
from autograder.checking.robustness import assert_pure
from autograder.checking.samples import MOST_TOKENS, T
from autograder.checking.student import Question, Student, device
from solutions.shared.figures import ADDITIVE_MASK
from solutions.shared.reference.attention import additive, is_hidden, is_padding

SEED = 8_341  # a generator seeded with the usual 0, 42 or 123 is not where it was
LENGTH = st.integers(1, 9)
Call = tuple[int, str | None]  # length and device; without a device, that is left to its default


def arguments(calls: list[Call]) -> list[tuple[Any, ...]]:
    """The arguments of each call."""
    return [(length,) if place is None else (length, device(place)) for length, place in calls]


def assert_repeatable(question: Question, right: Callable[[int], Tensor], other: str) -> None:
    """Require the right mask in each of several calls with different lengths and devices, without side effects.

    Args:
        question: for a function of a length and a device.
        right: the right mask for a length.
        other: the name of a device other than the CPU.
    """
    first: list[Call] = [(T, None), (3, None), (T + 4, None), (T, None), (3, "cpu")]
    second: list[Call] = [(T, None), (5, None), (T, other), (3, other), (3, None)]
    for calls in (first, second):
        masks = [right(length).to(place or "cpu") for length, place in calls]
        assert_pure(assert_calls_as_alone(question.seeded(SEED), *arguments(calls), right=masks))


@check(
    "causal_mask.values",
    "True exactly where the key is later than the query",
    points=1.2,
    hint="Rows are queries, columns are keys. What may token 0 see, what may the last token see?",
)
def test_mask_values(student: Student) -> None:
    for length in (T, MOST_TOKENS):
        assert_close(student.causal_mask(length), is_hidden(length)[None, None])


@check(
    "causal_mask.lengths",
    "any number of tokens, one included",
    points=0.7,
    hint="Draw the masks of one, two and three tokens by hand: what is hidden from a token that is alone?",
)
@given(length=LENGTH)
def test_mask_lengths(student: Student, length: int) -> None:
    assert_close(student.causal_mask(length), is_hidden(length)[None, None])


@check(
    "causal_mask.device",
    "the mask is made on the device that is asked for",
    points=0.3,
    level="robustness",
    hint="Where does a new tensor live if nothing is said?",
)
def test_mask_device(student: Student) -> None:
    answer = student.causal_mask(T)
    own = as_tensor(answer.value, answer.called)
    for place in ("meta", device("meta")):
        assert_close(student.causal_mask(T, place), own.to("meta"))
    assert_close(student.causal_mask(T, device("cpu")), own.to("cpu"))
    assert_close(student.causal_mask(T, None), own.to("cpu"))


@check(
    "causal_mask.repeated",
    "every call gives its own length and device, and leaves torch as it was",
    points=0.75,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
)
def test_mask_repeated(student: Student) -> None:
    assert_repeatable(student.definition("causal_mask"), lambda length: is_hidden(length)[None, None], "meta")


@check(
    "causal_mask.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_mask_names(student: Student) -> None:
    assert_by_name(student.causal_mask(device="cpu", T=T), student.causal_mask(T))


def assert_padding(student: Student, lengths: list[int], T: int) -> None:
    """Require the right mask for sentences of these lengths."""
    assert_close(student.padding_mask(torch.tensor(lengths), T), is_padding(lengths, T))


@check(
    "padding_mask.values",
    "True exactly at and behind the length of each sentence",
    points=0.35,
    hint="Which is the first position that a sentence of length 2 does not have?",
)
def test_padding_values(student: Student) -> None:
    assert_padding(student, [2, 5, 1], 5)
    assert_padding(student, [1, MOST_TOKENS, 77], MOST_TOKENS)


@check(
    "padding_mask.any_lengths",
    "any number of sentences and tokens, one included",
    points=0.2,
    hint="Take one sentence and two tokens: which entries of the mask are True for length 1, and at which index is each?",
)
@given(lengths=st.lists(st.integers(1, 6), min_size=1, max_size=5), T=st.integers(1, 6))
def test_padding_any_lengths(student: Student, lengths: list[int], T: int) -> None:
    assert_padding(student, [min(length, T) for length in lengths], T)


@check(
    "padding_mask.edges",
    "a length of 0 masks every key, one above T none",
    points=0.1,
    hint="Compare positions with lengths: then no length is a special case.",
)
def test_padding_edges(student: Student) -> None:
    assert_padding(student, [0, 5, 9, 3], 5)
    assert_padding(student, [0, 8], 3)


@check(
    "padding_mask.device",
    "the mask is on the device of the lengths",
    points=0.05,
    level="robustness",
    hint="Where does a new tensor live if nothing is said?",
)
def test_padding_device(student: Student) -> None:
    ends = torch.tensor([3, 1, 5])
    own = student.padding_mask(ends, 6)
    there = as_tensor(own.value, own.called).to("meta")
    assert_close(student.padding_mask(ends.to("meta"), 6), there)


@check(
    "padding_mask.repeated",
    "every call counts by itself, changes no lengths, and leaves torch as it was",
    points=0.25,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
)
def test_padding_repeated(student: Student) -> None:
    calls = [([5, 2, 3], 5), ([1, 4], 6), ([3, 3, 2], 5), ([5, 2, 3], 7), ([5, 2, 3], 5)]
    question = student.definition("padding_mask").seeded(SEED)
    arguments_of = [(torch.tensor(lengths), length) for lengths, length in calls]
    assert_pure(assert_calls_as_alone(question, *arguments_of, right=[is_padding(*call) for call in calls]))


@check(
    "padding_mask.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_padding_names(student: Student) -> None:
    lengths = torch.tensor([1, 3, 2])
    assert_by_name(student.padding_mask(T=4, lengths=lengths), student.padding_mask(lengths, 4))


@check(
    "additive_causal_mask.values",
    "0 where the key may be seen, -inf where it is later",
    points=0.5,
    hint="What must be added to a score so that its exponential is exactly 0?",
)
def test_additive_values(student: Student) -> None:
    for length in (T, MOST_TOKENS):
        assert_close(student.additive_causal_mask(length), additive(length))
    assert_close(student.additive_causal_mask(5), ADDITIVE_MASK)


@check(
    "additive_causal_mask.lengths",
    "any number of tokens, one included",
    points=0.4,
    hint="Write down the masks of one, two and three tokens by hand, and compare them with yours.",
)
@given(length=LENGTH)
def test_additive_lengths(student: Student, length: int) -> None:
    assert_close(student.additive_causal_mask(length), additive(length))


@check(
    "additive_causal_mask.width_and_device",
    "float32, on the device that is asked for",
    points=0.15,
    level="robustness",
    hint="Of which dtype and where is a new tensor if nothing is said?",
)
def test_additive_width_and_device(student: Student) -> None:
    answer = student.additive_causal_mask(T)
    own = as_tensor(answer.value, answer.called)
    for place in ("meta", device("meta")):
        assert_close(student.additive_causal_mask(T, place), own.to("meta"), dtype=torch.float32)
    on_cpu = student.additive_causal_mask(T, device("cpu"))
    as_tensor(on_cpu.value, on_cpu.called)


@check(
    "additive_causal_mask.repeated",
    "every call gives its own length, and leaves torch as it was",
    points=0.4,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
)
def test_additive_repeated(student: Student) -> None:
    assert_repeatable(student.definition("additive_causal_mask"), additive, "meta")


@check(
    "additive_causal_mask.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_additive_names(student: Student) -> None:
    assert_by_name(student.additive_causal_mask(device="cpu", T=T), student.additive_causal_mask(T))
