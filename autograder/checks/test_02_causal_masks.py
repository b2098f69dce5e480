"""Hidden checks of 02_causal: causal_mask and additive_causal_mask."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks.api import check
from autograder.checks.causal_figures import ADDITIVE_MASK
from autograder.checks.judge import agree
from autograder.checks.robust import agree_each, agree_on_meta, leaves_alone
from autograder.checks.sizes import LONG, T
from autograder.checks.student import Student, device
from autograder.oracle.causal import additive, is_hidden

SEED = 8_341  # a generator seeded with the usual 0, 42 or 123 is not where it was
LENGTH = st.integers(1, 9)


@check(
    "causal_mask.values",
    "True exactly where the key is later than the query",
    points=1.4,
    hint="Rows are queries, columns are keys. What may token 0 see, what may the last token see?",
)
def test_mask_values(student: Student) -> None:
    for length in (T, 3 * LONG):
        agree(student.causal_mask(length), is_hidden(length)[None, None])


@check(
    "causal_mask.lengths",
    "any number of tokens, one included",
    points=1.0,
    hint="What is hidden from a token that is alone?",
)
@given(length=LENGTH)
def test_mask_lengths(student: Student, length: int) -> None:
    agree(student.causal_mask(T=length), is_hidden(length)[None, None])


@check(
    "causal_mask.device",
    "the mask is made on the device that is asked for",
    points=0.4,
    level="robustness",
    hint="Where does a new tensor live if nothing is said?",
)
def test_mask_device(student: Student) -> None:
    for place in ("meta", device("meta")):
        agree(student.causal_mask(T, device=place), is_hidden(T)[None, None].to("meta"))
    agree(student.causal_mask(5, device("cpu")), is_hidden(5)[None, None])
    agree(student.causal_mask(5, None), is_hidden(5)[None, None])


@check(
    "causal_mask.repeated",
    "every call gives its own length and device, and nothing is drawn",
    points=0.2,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
)
def test_mask_repeated(student: Student) -> None:
    lengths = (T, 3, T + 4)
    answer = student.definition("causal_mask").seeded(SEED).calls(*((length,) for length in lengths))
    agree_each(answer, [is_hidden(length)[None, None] for length in lengths])
    leaves_alone(answer)
    again = student.definition("causal_mask").calls((T,), (T, device("meta")))
    agree(again, is_hidden(T)[None, None].to("meta"))


@check(
    "additive_causal_mask.values",
    "0 where the key may be seen, -inf where it is later",
    points=0.9,
    hint="What must be added to a score so that its exponential is exactly 0?",
)
def test_additive_values(student: Student) -> None:
    for length in (T, 3 * LONG):
        agree(student.additive_causal_mask(length), additive(length))
    agree(student.additive_causal_mask(5), ADDITIVE_MASK)


@check(
    "additive_causal_mask.lengths",
    "any number of tokens, one included",
    points=0.7,
    hint="What is hidden from a token that is alone?",
)
@given(length=LENGTH)
def test_additive_lengths(student: Student, length: int) -> None:
    agree(student.additive_causal_mask(T=length), additive(length))


@check(
    "additive_causal_mask.width_and_device",
    "float32, on the device that is asked for",
    points=0.3,
    level="robustness",
    hint="Of which dtype and where is a new tensor if nothing is said?",
)
def test_additive_width_and_device(student: Student) -> None:
    agree(student.additive_causal_mask(T), additive(T), dtype=torch.float32)
    for place in ("meta", device("meta")):
        agree(student.additive_causal_mask(T, device=place), additive(T).to("meta"), dtype=torch.float32)
    agree(student.additive_causal_mask(5, device("cpu")), additive(5))


@check(
    "additive_causal_mask.repeated",
    "every call gives its own length, and nothing is drawn",
    points=0.1,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
)
def test_additive_repeated(student: Student) -> None:
    lengths = (T, 3, T + 4)
    answer = student.definition("additive_causal_mask").seeded(SEED).calls(*((length,) for length in lengths))
    agree_each(answer, [additive(length) for length in lengths])
    leaves_alone(answer)
    agree_on_meta(student.definition("additive_causal_mask").calls((T,), (T, device("meta"))), T, T)
