"""Hidden checks of 01_self_attention: what is counted, and how far scores spread."""

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import assert_number
from autograder.checking.formulas import RELATIVE, assert_formula
from autograder.checking.own_values import KEEP_NAMES, assert_by_name
from autograder.checking.registry import check
from autograder.checking.specs import CheckText, count
from autograder.checking.student import Student
from solutions.shared.reference.chance import scaled_score_deviation, score_variance
from solutions.shared.reference.counting import qkv_weights, self_attention_parameters, single_head_parameters

SHAPES = "Write down the shape of every matrix and of every bias first."
SIGMAS = st.integers(1, 12).map(lambda quarters: quarters / 4)

count(
    "n_params_self_attention",
    arguments="d_in d_out_kq d_out_v",
    places=((7, 3, 11), (5, 13, 2), (3, 2, 4)),
    large=((12_289, 1031, 997), (122_891, 20_011, 30_011)),
    hint=SHAPES,
    reference=self_attention_parameters,
)
count(
    "n_params_single_head",
    arguments="embed_dim",
    places=((7,), (5,), (64,)),
    large=((4097,), (100_003,)),
    hint=SHAPES,
    reference=single_head_parameters,
    checks={
        "unequal_sizes": CheckText("the count at several widths"),
        "any_sizes": CheckText("the count at any width", id="any_size"),
        "large_sizes": CheckText("a large width is counted exactly", id="large_size"),
        "names": CheckText("the argument has the name of the text"),
    },
)
count(
    "n_qkv_weights",
    arguments="embed_dim",
    places=((7,), (5,), (64,)),
    large=((12_288,), (4099,), (100_003,)),
    hint=SHAPES,
    reference=qkv_weights,
    checks={
        "unequal_sizes": CheckText("the count at several widths"),
        "any_sizes": CheckText("the count at any width", id="any_size"),
        "large_sizes": CheckText("the width of a large model is counted exactly", id="large_size"),
        "names": CheckText("the argument has the name of the text"),
    },
)


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
