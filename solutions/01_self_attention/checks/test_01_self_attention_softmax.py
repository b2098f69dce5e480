"""Hidden checks of 01_self_attention: softmax."""

import math
from functools import partial

import torch
from hypothesis import strategies as st

from autograder.checking.assertions import LARGE, PRINTED, as_tensor, require
from autograder.checking.own_values import (
    Plain,
    assert_elsewhere,
    plain,
)
from autograder.checking.registry import check
from autograder.checking.robustness import COPIED
from autograder.checking.samples import leaf, sample
from autograder.checking.specs import CheckText, Drawn, Example, Place, Places, spec
from autograder.checking.student import Student
from solutions.shared.figures import SOFTMAX_123
from solutions.shared.reference.attention import softmax

SMALLEST = torch.finfo(torch.float32).min
SHAPES = st.lists(st.integers(2, 4), min_size=1, max_size=4)
SMALL = sample(3, 4, seed=11)
FAR_APART = torch.tensor([[0.0, 1.0, 0.5], [900.0, 901.0, 899.0], [-800.0, -802.0, -800.0]])


def along_any_dimension(shape: list[int], back: int, negative: bool) -> Place:
    """A tensor, and one of its dimensions counted from either end."""
    dim = len(shape) - 1 - back % len(shape)
    return sample(*shape, seed=2), dim - len(shape) if negative else dim


def shifted_columns(rows: int, columns: int, shift: int) -> Example:
    """A matrix in which each column has gained or lost a constant."""
    z = sample(rows, columns, seed=5)
    return Example((z + shift * (-1.0) ** torch.arange(columns), 0), softmax(z, 0))


LARGE_ENTRIES = torch.tensor([[1e4, 1e4 - 1, -1e4, 0], [-1e4, -1e4 + 1, -1e4 + 2, -1e4], [0, 1, 1e4, 9998]])


def all_of_one_entry(student: Student) -> None:
    """A single entry gets 1, to all digits; nothing may be added to the sum."""
    answer = student.softmax(torch.tensor([[2.0]], dtype=torch.float64))
    share = as_tensor(answer.value, answer.called)
    exact = bool(((share - 1).abs() < COPIED).all())
    require(exact, f"{answer.called}: a single entry does not get exactly 1")


spec(
    "softmax",
    inputs={"z": "n_1 n_2"},
    cases=({}, {"dim": -2}),
    draws={"z": partial(sample, scale=3.0)},
    reference=softmax,
    without=("leading", "sizes", "equal_sizes", "extremes"),
    more={
        "dim": Drawn(
            "along any dimension",
            "Which entries compete with each other?",
            0.6,
            {"shape": SHAPES, "back": st.integers(0, 3), "negative": st.booleans()},
            along_any_dimension,
        ),
        "shift": Drawn(
            "a constant added to a slice changes nothing",
            "Which constant cancels out?",
            0.3,
            {"rows": st.integers(2, 4), "columns": st.integers(2, 5), "shift": st.integers(-20, 20)},
            shifted_columns,
        ),
        "printed": Places(
            "the figures for 1, 2, 3",
            "Compare with the printed figures.",
            0.1,
            [Example((torch.tensor([1.0, 2.0, 3.0]),), SOFTMAX_123)],
            tolerance=PRINTED,
        ),
        "large_entries": Places(
            "entries of ±1e4 give the right finite numbers",
            "How large may an exponent be before exp overflows?",
            0.25,
            ((LARGE_ENTRIES,), (LARGE_ENTRIES.T, 0)),
            "robustness",
            LARGE,
            forgives=(SMALL,),
        ),
        "rows_far_apart": Places(
            "slices of very different size do not disturb each other",
            "Each slice has a maximum of its own.",
            0.2,
            ((FAR_APART,), (FAR_APART.T, 0)),
            "robustness",
            LARGE,
            forgives=(SMALL,),
        ),
    },
    checks={
        "values": CheckText(
            "rows of a matrix, in every call",
            "What do the entries of one row sum to?",
            points=1.0,
            also=("longest", "second_call"),
        ),
        "gradient": CheckText("gradients along any dimension", "Stay in torch, and detach nothing.", points=1.0),
        "width_and_device": CheckText("dtype and device follow the input", points=0.1),
        "leaves_alone": CheckText(
            "the input stays as it is, however it lies in memory", "Write into a new tensor.", points=0.1
        ),
        "sizes_of_one": CheckText(
            hint="Does the result have the shape of the input? What is a number divided by itself?",
            points=0.1,
            also=(all_of_one_entry,),
        ),
        "names": CheckText(points=0.05),
    },
)


def plain_shares(student: Student) -> Plain:
    """What the student's softmax does with a small matrix."""
    return plain(student.softmax(SMALL), softmax(SMALL, -1))


@check(
    "softmax.minus_infinity",
    "-inf beside finite entries gets exactly 0, however negative they are",
    points=0.2,
    level="robustness",
    hint="What is exp of minus infinity?",
)
def test_softmax_minus_infinity(student: Student) -> None:
    known = plain_shares(student)
    rows = [[0.5, -math.inf, 1.5, -0.5], [-math.inf, -math.inf, -2.0, -1.0], [-math.inf, 3.0, 0.0, 1.0]]
    rows += [[-math.inf, SMALLEST, -math.inf, -math.inf], [SMALLEST, -math.inf, 0.0, 1.0]]
    z = torch.tensor(rows)
    for question in (student.definition("softmax"), student.definition("softmax").unrecorded()):
        answer = question.call(z)
        assert_elsewhere(answer, known, softmax(z, -1))
        require(not answer.value[torch.isinf(z)].any(), f"{answer.called}: an entry of -inf does not get exactly 0")
    double = student.softmax(z.double())  # its exponentials of -200 are not rounded to 0
    exact = not as_tensor(double.value, double.called)[torch.isinf(z)].any()
    require(exact, f"{double.called}: an entry of -inf does not get exactly 0")
    apart = torch.tensor([[0.0, -300.0, 1.0], [200.0, 0.0, 201.0]])
    vanishing = student.softmax(leaf(apart, torch.float32), cotangents=[sample(2, 3, seed=12)])
    finite = all(grad is None or bool(grad.isfinite().all()) for grad in vanishing.input_grads)
    require(finite, f"{vanishing.called}: the gradient is not finite where a share is 0", "not finite")
