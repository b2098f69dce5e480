"""Hidden checks of 02_causal: causal_mask, padding_mask and additive_causal_mask."""

from typing import Any

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import assert_close
from autograder.checking.own_values import assert_calls_as_alone
from autograder.checking.registry import check
from autograder.checking.robustness import assert_keeps_device, assert_pure
from autograder.checking.samples import MOST_TOKENS, UNUSUAL_SEED, T
from autograder.checking.specs import CheckText, Drawn, Example, Places, formula
from autograder.checking.student import UNRECORDED, Student
from solutions.shared.figures import ADDITIVE_MASK
from solutions.shared.reference.attention import additive, is_hidden, is_padding

LENGTH = st.integers(1, 9)


def hidden_keys(T: int) -> Tensor:
    """The mask of the reference, with its two leading dimensions."""
    return is_hidden(T)[None, None]


formula(
    "causal_mask",
    arguments="T",
    places=((T,), (3,), (1,), (T + 4,), (MOST_TOKENS,)),
    drawn={"T": LENGTH},
    device=True,
    hint="Rows are queries, columns are keys. What may token 0 see, what may the last token see?",
    reference=hidden_keys,
    checks={
        "values": CheckText("True exactly where the key is later than the query", points=1.2),
        "any_values": CheckText(
            "any number of tokens, one included",
            "Draw the masks of one, two and three tokens by hand: what is hidden from a token that is alone?",
            points=0.7,
            id="lengths",
        ),
        "device": CheckText("the mask is made on the device that is asked for", points=0.3),
        "repeated": CheckText("every call gives its own length and device, and leaves torch as it was", points=0.75),
        "names": CheckText(points=0.05),
    },
)
formula(
    "additive_causal_mask",
    arguments="T",
    places=((T,), (3,), (1,), (T + 4,), (MOST_TOKENS,)),
    drawn={"T": LENGTH},
    device=True,
    dtype=torch.float32,
    hint="What must be added to a score so that its exponential is exactly 0?",
    reference=additive,
    more={
        "values": Places(
            "0 where the key may be seen, -inf where it is later",
            "What must be added to a score so that its exponential is exactly 0?",
            0.5,
            ((T,), (MOST_TOKENS,), Example((5,), ADDITIVE_MASK)),
        ),
    },
    checks={
        "any_values": CheckText(
            "any number of tokens, one included",
            "Write down the masks of one, two and three tokens by hand, and compare them with yours.",
            points=0.4,
            id="lengths",
        ),
        "device": CheckText(
            "float32, on the device that is asked for",
            "Of which dtype and where is a new tensor if nothing is said?",
            points=0.15,
            id="width_and_device",
        ),
        "repeated": CheckText("every call gives its own length, and leaves torch as it was", points=0.4),
        "names": CheckText(points=0.05),
    },
)


def padded(lengths: Tensor, T: int) -> Tensor:
    """The mask of the reference."""
    return is_padding(lengths.tolist(), T)


formula(
    "padding_mask",
    arguments="lengths T",
    places=(
        (torch.tensor([2, 5, 1]), 5),
        (torch.tensor([1, MOST_TOKENS, 77]), MOST_TOKENS),
        (torch.tensor([2, 1, 3, 1, 2, 1]), 4),  # more sentences than tokens
    ),
    hint="Which is the first position that a sentence of length 2 does not have?",
    reference=padded,
    checks={
        "values": CheckText("True exactly at and behind the length of each sentence", points=0.35),
        "names": CheckText(points=0.05),
    },
    more={
        "any_lengths": Drawn(
            "any number of sentences and tokens, one included",
            "Take one sentence and two tokens: which entries of the mask are True for length 1, and at which index is each?",
            0.2,
            {"lengths": st.lists(st.integers(1, 6), min_size=1, max_size=5), "T": st.integers(1, 6)},
            lambda lengths, T: (torch.tensor([min(length, T) for length in lengths]), T),
        ),
        "edges": Places(
            "a length of 0 masks every key, one above T none",
            "Compare positions with lengths: then no length is a special case.",
            0.1,
            (
                (torch.tensor([0, 5, 9, 3]), 5),
                (torch.tensor([0, 8]), 3),
                (torch.tensor([0, 1, 2]), 1),
                (torch.tensor([2, 257, 2**32 + 3]), 6),  # lengths that have no room in a narrower type
            ),
        ),
    },
)


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
    assert_keeps_device(student.definition("padding_mask").on_stand_in().call(ends, 6), own)


@check(
    "padding_mask.repeated",
    "every call counts by itself, changes no lengths, and leaves torch as it was",
    points=0.25,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
)
def test_padding_repeated(student: Student) -> None:
    column = torch.tensor([[4, 1], [0, 2], [2, 3]])[:, 0]  # of a table
    assert_close(student.padding_mask(column, 4), is_padding(column.tolist(), 4))
    many = [place % 9 for place in range(MOST_TOKENS)]
    calls = [([5, 2, 3], 5), ([1, 4], 6), ([3, 9, 2], 5), ([5, 2, 3], 7), ([9, 0, 5], 5), ([5, 2, 3], 5), (many, 7)]
    question = student.definition("padding_mask").seeded(UNUSUAL_SEED)
    arguments_of = [(torch.tensor(lengths), length) for lengths, length in calls]
    arguments_of[4] = (torch.tensor([[9, 1], [0, 2], [5, 3]])[:, 0], 5)  # a column of a table, one of its two
    states: list[dict[str, Any]] = [{}, {}, {}, UNRECORDED, UNRECORDED]
    right = [is_padding(*call) for call in calls]
    assert_pure(assert_calls_as_alone(question, *arguments_of, right=right, states=states))
