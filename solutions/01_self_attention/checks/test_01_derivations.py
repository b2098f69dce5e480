"""Hidden checks of 01_self_attention: what is counted, and how far scores spread."""

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import assert_number
from autograder.checking.formulas import RELATIVE, SIZES, WHOLE_NUMBERS, assert_count, assert_formula
from autograder.checking.own_values import KEEP_NAMES, assert_by_name
from autograder.checking.registry import check
from autograder.checking.student import Student
from solutions.shared.reference.chance import scaled_score_deviation, score_variance
from solutions.shared.reference.counting import qkv_weights, self_attention_parameters, single_head_parameters

SHAPES = "Write down the shape of every matrix and of every bias first."
SIGMAS = st.integers(1, 12).map(lambda quarters: quarters / 4)


@check("n_params_self_attention.unequal_sizes", "the count, all sizes different", points=0.1, hint=SHAPES)
def test_n_params_self_attention_unequal_sizes(student: Student) -> None:
    assert_formula(student.n_params_self_attention, self_attention_parameters, (7, 3, 11), (5, 13, 2), (3, 2, 4))


@check("n_params_self_attention.any_sizes", "the count at any sizes", points=0.1, hint=SHAPES)
@given(d_in=SIZES, d_out_kq=SIZES, d_out_v=SIZES)
def test_n_params_self_attention_any_sizes(student: Student, d_in: int, d_out_kq: int, d_out_v: int) -> None:
    expected = self_attention_parameters(d_in, d_out_kq, d_out_v)
    assert_count(student.n_params_self_attention(d_in, d_out_kq, d_out_v), expected)


@check(
    "n_params_self_attention.large_sizes",
    "large sizes are counted exactly",
    points=0.03,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_n_params_self_attention_large_sizes(student: Student) -> None:
    for sizes in ((12_289, 1031, 997), (122_891, 20_011, 30_011)):  # the second count has no room in 32 bits
        assert_count(student.n_params_self_attention(*sizes), self_attention_parameters(*sizes))


@check(
    "n_params_self_attention.names",
    "the arguments have the names of the text",
    points=0.02,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_n_params_self_attention_names(student: Student) -> None:
    assert_by_name(
        student.n_params_self_attention(d_out_v=3, d_out_kq=2, d_in=5), student.n_params_self_attention(5, 2, 3)
    )


@check("n_params_single_head.unequal_sizes", "the count at several widths", points=0.1, hint=SHAPES)
def test_n_params_single_head_unequal_sizes(student: Student) -> None:
    assert_formula(student.n_params_single_head, single_head_parameters, (7,), (5,), (64,))


@check("n_params_single_head.any_size", "the count at any width", points=0.1, hint=SHAPES)
@given(embed_dim=SIZES)
def test_n_params_single_head_any_size(student: Student, embed_dim: int) -> None:
    assert_count(student.n_params_single_head(embed_dim), single_head_parameters(embed_dim))


@check(
    "n_params_single_head.large_size",
    "a large width is counted exactly",
    points=0.03,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_n_params_single_head_large_size(student: Student) -> None:
    for width in (4097, 100_003):  # the second count has no room in 32 bits
        assert_count(student.n_params_single_head(width), single_head_parameters(width))


@check(
    "n_params_single_head.names",
    "the argument has the name of the text",
    points=0.02,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_n_params_single_head_names(student: Student) -> None:
    assert_by_name(student.n_params_single_head(embed_dim=9), student.n_params_single_head(9))


@check("n_qkv_weights.unequal_sizes", "the count at several widths", points=0.1, hint=SHAPES)
def test_n_qkv_weights_unequal_sizes(student: Student) -> None:
    assert_formula(student.n_qkv_weights, qkv_weights, (7,), (5,), (64,))


@check("n_qkv_weights.any_size", "the count at any width", points=0.1, hint=SHAPES)
@given(embed_dim=SIZES)
def test_n_qkv_weights_any_size(student: Student, embed_dim: int) -> None:
    assert_count(student.n_qkv_weights(embed_dim), qkv_weights(embed_dim))


@check(
    "n_qkv_weights.large_size",
    "the width of a large model is counted exactly",
    points=0.03,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_n_qkv_weights_large_size(student: Student) -> None:
    for width in (12_288, 4099, 100_003):  # the last count has no room in 32 bits
        assert_count(student.n_qkv_weights(width), qkv_weights(width))


@check(
    "n_qkv_weights.names",
    "the argument has the name of the text",
    points=0.02,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_n_qkv_weights_names(student: Student) -> None:
    assert_by_name(student.n_qkv_weights(embed_dim=9), student.n_qkv_weights(9))


@check(
    "dot_product_variance.unequal_sizes",
    "the variance for several widths and spreads",
    points=0.3,
    hint="What is the variance of one product, and how many products are added?",
)
def test_dot_product_variance_unequal_sizes(student: Student) -> None:
    assert_formula(student.dot_product_variance, score_variance, (7, 0.5), (3, 1.5), (5, 3.0), (16, 1.0))


@check(
    "dot_product_variance.any_sizes",
    "the variance for any width and spread",
    points=0.35,
    hint="Which power of sigma does a product of two entries bring in?",
)
@given(d_h=st.integers(1, 12), sigma=SIGMAS)
def test_dot_product_variance_any_sizes(student: Student, d_h: int, sigma: float) -> None:
    assert_number(student.dot_product_variance(d_h, sigma), score_variance(d_h, sigma))


@check(
    "dot_product_variance.far_sizes",
    "small and large spreads keep their digits",
    points=0.05,
    level="robustness",
    hint="Return the number as it is.",
)
def test_dot_product_variance_far_sizes(student: Student) -> None:
    for d_h, sigma in ((1, 0.02), (48, 0.05), (2, 300)):
        assert_number(student.dot_product_variance(d_h, sigma), score_variance(d_h, sigma), RELATIVE)


@check(
    "dot_product_variance.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_dot_product_variance_names(student: Student) -> None:
    assert_by_name(student.dot_product_variance(sigma=0.5, d_h=3), student.dot_product_variance(3, 0.5))


@check(
    "scaled_score_std.unequal_sizes",
    "the standard deviation for several widths and spreads",
    points=0.2,
    hint="What does dividing by a constant do to a standard deviation, and what to a variance?",
)
def test_scaled_score_std_unequal_sizes(student: Student) -> None:
    assert_formula(student.scaled_score_std, scaled_score_deviation, (7, 0.5), (3, 1.5), (5, 3.0), (16, 2.0))


@check(
    "scaled_score_std.any_sizes",
    "the standard deviation for any width and spread",
    points=0.2,
    hint="Which of the two arguments is left after the division?",
)
@given(d_h=st.integers(1, 12), sigma=SIGMAS)
def test_scaled_score_std_any_sizes(student: Student, d_h: int, sigma: float) -> None:
    assert_number(student.scaled_score_std(d_h, sigma), scaled_score_deviation(d_h, sigma))


@check(
    "scaled_score_std.far_sizes",
    "small and large spreads keep their digits",
    points=0.05,
    level="robustness",
    hint="Return the number as it is.",
)
def test_scaled_score_std_far_sizes(student: Student) -> None:
    for d_h, sigma in ((1, 0.02), (48, 0.004), (2, 300)):
        assert_number(student.scaled_score_std(d_h, sigma), scaled_score_deviation(d_h, sigma), RELATIVE)


@check(
    "scaled_score_std.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_scaled_score_std_names(student: Student) -> None:
    assert_by_name(student.scaled_score_std(sigma=0.5, d_h=3), student.scaled_score_std(3, 0.5))
