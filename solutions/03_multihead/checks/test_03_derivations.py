"""Hidden checks of 03_multihead: what heads cost in parameters, work and memory."""

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.formulas import SIZES, TEXT_NAMES, assert_count
from autograder.checking.registry import check
from autograder.checking.specs import CheckText, count
from autograder.checking.student import Student
from solutions.shared.reference.counting import (
    attention_operations,
    bytes_of_weights,
    head_width,
    multihead_parameters,
    wrapper_parameters,
)

SHAPES = "Write down the shape of every matrix, and how often it is there."
WORK = "How many entries does each of the two products have, and how many terms does an entry sum?"
MEMORY = "Write down the shape of the weights of a whole batch."
FEW = st.integers(1, 12)

count(
    "n_params_wrapper",
    arguments="d_in d_out_kq d_out_v num_heads",
    places=((7, 3, 11, 5), (5, 13, 2, 3), (3, 2, 1, 4)),
    large=((12_289, 1031, 997, 97),),
    hint=SHAPES,
    reference=wrapper_parameters,
    ranges={"num_heads": (1, 12)},
    checks={"names": CheckText(hint=TEXT_NAMES)},
)
count(
    "n_params_multihead",
    arguments="d_model",
    places=((7,), (12,), (64,)),
    large=((4099,), (32_771,)),
    hint=SHAPES,
    reference=multihead_parameters,
    checks={
        "unequal_sizes": CheckText("the count at several widths"),
        "any_sizes": CheckText("the count at any width", id="any_size"),
        "large_sizes": CheckText("a large width, given by name, is counted exactly", id="large_size"),
        "names": CheckText("the argument has the name of the text", TEXT_NAMES),
    },
)
count(
    "attention_matmul_flops",
    arguments="T d_model",
    places=((5, 12), (7, 3), (10, 64)),
    large=((4099, 12_288), (900_001, 12_289)),
    exact=False,
    hint=WORK,
    reference=attention_operations,
    checks={
        "unequal_sizes": CheckText("the count, both sizes different", points=0.4),
        "any_sizes": CheckText(points=0.4),
        "large_sizes": CheckText("a long text and a wide model are counted exactly", points=0.1),
        "names": CheckText(hint=TEXT_NAMES, points=0.1),
    },
)
count(
    "weights_bytes",
    arguments="B T num_heads bytes_per_element",
    places=((2, 7, 5, 4), (3, 5, 1, 8), (5, 3, 7, 2)),
    large=((33, 4099, 97, 2),),
    hint=MEMORY,
    reference=bytes_of_weights,
    ranges={"B": (1, 12), "num_heads": (1, 12), "bytes_per_element": (1, 8)},
    checks={
        "unequal_sizes": CheckText("the memory, all sizes different", points=0.2),
        "any_sizes": CheckText("the memory at any sizes", points=0.15),
        "large_sizes": CheckText(points=0.1),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)


count(
    "head_dim",
    arguments="d_model num_heads",
    places=((15, 3), (42, 7), (64, 16)),
    large=((12_288, 96), (3 * (2**40 + 1), 3)),
    exact=False,
    hint="What do all heads have together?",
    reference=head_width,
    checks={
        "unequal_sizes": CheckText("the width at several sizes", points=0.1),
        "large_sizes": CheckText("large sizes are divided exactly", points=0.03),
        "names": CheckText(hint=TEXT_NAMES, points=0.02),
    },
)


@check("head_dim.any_sizes", "the width at any sizes", points=0.1, hint="What do all heads have together?")
@given(width=SIZES, num_heads=FEW)
def test_head_dim_any_sizes(student: Student, width: int, num_heads: int) -> None:
    assert_count(student.head_dim(width * num_heads, num_heads), width)
