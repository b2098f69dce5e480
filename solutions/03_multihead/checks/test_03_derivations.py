"""Hidden checks of 03_multihead: what heads cost in parameters, work and memory."""

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.formulas import SIZES, TEXT_NAMES, WHOLE_NUMBERS, assert_count, assert_formula
from autograder.checking.registry import check
from autograder.checking.robustness import assert_result_by_name
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


@check("n_params_wrapper.unequal_sizes", "the count, all sizes different", points=0.1, hint=SHAPES)
def test_n_params_wrapper_unequal_sizes(student: Student) -> None:
    assert_formula(student.n_params_wrapper, wrapper_parameters, (7, 3, 11, 5), (5, 13, 2, 3), (3, 2, 1, 4))


@check("n_params_wrapper.any_sizes", "the count at any sizes", points=0.1, hint=SHAPES)
@given(d_in=SIZES, d_out_kq=SIZES, d_out_v=SIZES, num_heads=FEW)
def test_n_params_wrapper_any_sizes(student: Student, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
    expected = wrapper_parameters(d_in, d_out_kq, d_out_v, num_heads)
    assert_count(student.n_params_wrapper(d_in, d_out_kq, d_out_v, num_heads), expected)


@check(
    "n_params_wrapper.large_sizes",
    "large sizes are counted exactly",
    points=0.03,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_n_params_wrapper_large_sizes(student: Student) -> None:
    sizes = (12_289, 1031, 997, 97)
    assert_count(student.n_params_wrapper(*sizes), wrapper_parameters(*sizes))


@check(
    "n_params_wrapper.names",
    "the arguments have the names of the text",
    points=0.02,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_n_params_wrapper_names(student: Student) -> None:
    assert_result_by_name(student, "n_params_wrapper", d_in=7, d_out_kq=3, d_out_v=11, num_heads=5)


@check("n_params_multihead.unequal_sizes", "the count at several widths", points=0.1, hint=SHAPES)
def test_n_params_multihead_unequal_sizes(student: Student) -> None:
    assert_formula(student.n_params_multihead, multihead_parameters, (7,), (12,), (64,))


@check("n_params_multihead.any_size", "the count at any width", points=0.1, hint=SHAPES)
@given(d_model=SIZES)
def test_n_params_multihead_any_size(student: Student, d_model: int) -> None:
    assert_count(student.n_params_multihead(d_model), multihead_parameters(d_model))


@check(
    "n_params_multihead.large_size",
    "a large width, given by name, is counted exactly",
    points=0.03,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_n_params_multihead_large_size(student: Student) -> None:
    for d_model in (4099, 32_771):  # the second one gives more than 2**32
        assert_count(student.n_params_multihead(d_model), multihead_parameters(d_model))


@check(
    "n_params_multihead.names",
    "the argument has the name of the text",
    points=0.02,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_n_params_multihead_names(student: Student) -> None:
    assert_result_by_name(student, "n_params_multihead", d_model=12)


@check("head_dim.unequal_sizes", "the width at several sizes", points=0.1, hint="What do all heads have together?")
def test_head_dim_unequal_sizes(student: Student) -> None:
    assert_formula(student.head_dim, head_width, (15, 3), (42, 7), (64, 16))


@check("head_dim.any_sizes", "the width at any sizes", points=0.1, hint="What do all heads have together?")
@given(width=SIZES, num_heads=FEW)
def test_head_dim_any_sizes(student: Student, width: int, num_heads: int) -> None:
    assert_count(student.head_dim(width * num_heads, num_heads), width)


@check(
    "head_dim.large_sizes",
    "large sizes are divided exactly",
    points=0.03,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_head_dim_large_sizes(student: Student) -> None:
    assert_count(student.head_dim(12_288, 96), head_width(12_288, 96))
    assert_count(student.head_dim(3 * (2**40 + 1), 3), 2**40 + 1)


@check(
    "head_dim.names",
    "the arguments have the names of the text",
    points=0.02,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_head_dim_names(student: Student) -> None:
    assert_result_by_name(student, "head_dim", d_model=42, num_heads=7)


@check("attention_matmul_flops.unequal_sizes", "the count, both sizes different", points=0.6, hint=WORK)
def test_attention_matmul_flops_unequal_sizes(student: Student) -> None:
    assert_formula(student.attention_matmul_flops, attention_operations, (5, 12), (7, 3), (10, 64))


@check("attention_matmul_flops.any_sizes", "the count at any sizes", points=0.6, hint=WORK)
@given(T=SIZES, d_model=SIZES)
def test_attention_matmul_flops_any_sizes(student: Student, T: int, d_model: int) -> None:
    assert_count(student.attention_matmul_flops(T, d_model), attention_operations(T, d_model))


@check(
    "attention_matmul_flops.large_sizes",
    "a long text and a wide model are counted exactly",
    points=0.2,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_attention_matmul_flops_large_sizes(student: Student) -> None:
    assert_count(student.attention_matmul_flops(4099, 12_288), attention_operations(4099, 12_288))


@check(
    "attention_matmul_flops.names",
    "the arguments have the names of the text",
    points=0.1,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_attention_matmul_flops_names(student: Student) -> None:
    assert_result_by_name(student, "attention_matmul_flops", T=5, d_model=12)


@check("weights_bytes.unequal_sizes", "the memory, all sizes different", points=0.3, hint=MEMORY)
def test_weights_bytes_unequal_sizes(student: Student) -> None:
    assert_formula(student.weights_bytes, bytes_of_weights, (2, 7, 5, 4), (3, 5, 1, 8), (5, 3, 7, 2))


@check("weights_bytes.any_sizes", "the memory at any sizes", points=0.25, hint=MEMORY)
@given(B=FEW, T=SIZES, num_heads=FEW, bytes_per_element=st.sampled_from([1, 2, 4, 8]))
def test_weights_bytes_any_sizes(student: Student, B: int, T: int, num_heads: int, bytes_per_element: int) -> None:
    expected = bytes_of_weights(B, T, num_heads, bytes_per_element)
    assert_count(student.weights_bytes(B, T, num_heads, bytes_per_element), expected)


@check(
    "weights_bytes.large_sizes",
    "large sizes are counted exactly",
    points=0.15,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_weights_bytes_large_sizes(student: Student) -> None:
    assert_count(student.weights_bytes(33, 4099, 97, 2), bytes_of_weights(33, 4099, 97, 2))


@check(
    "weights_bytes.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_weights_bytes_names(student: Student) -> None:
    assert_result_by_name(student, "weights_bytes", B=2, T=7, num_heads=5, bytes_per_element=4)
