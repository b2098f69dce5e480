"""Hidden checks of 02_causal: what is counted, and what the mask alone decides."""

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.formulas import (
    SIZES,
    WHOLE_NUMBERS,
    assert_contents,
    assert_count,
    assert_formula,
    assert_pure_floats,
)
from autograder.checking.own_values import KEEP_NAMES, assert_by_name
from autograder.checking.registry import check
from autograder.checking.samples import MOST_TOKENS
from autograder.checking.student import Student
from solutions.shared.reference.counting import causal_parameters, parameters_with_embedding, visible_pairs
from solutions.shared.reference.formulas import equal_causal_weights, first_causal_row

SHAPES = "Write down the shape of every table and matrix first."
PAIRS = "How many keys does each of the queries see?"
ROWS = "Which tokens does this row see, and what does the row sum to?"


@check("n_params_causal.unequal_sizes", "the count, both sizes different", points=0.1, hint=SHAPES)
def test_n_params_causal_unequal_sizes(student: Student) -> None:
    assert_formula(student.n_params_causal, causal_parameters, (7, 3), (5, 11), (4, 4))


@check("n_params_causal.any_sizes", "the count at any sizes", points=0.1, hint=SHAPES)
@given(embed_dim=SIZES, head_dim=SIZES)
def test_n_params_causal_any_sizes(student: Student, embed_dim: int, head_dim: int) -> None:
    assert_count(student.n_params_causal(embed_dim, head_dim), causal_parameters(embed_dim, head_dim))


@check(
    "n_params_causal.large_sizes",
    "large sizes are counted exactly",
    points=0.03,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_n_params_causal_large_sizes(student: Student) -> None:
    for sizes in ((5003, 4001), (50_021, 40_009)):  # the second count has no room in 32 bits
        assert_count(student.n_params_causal(*sizes), causal_parameters(*sizes))


@check(
    "n_params_causal.names",
    "the arguments have the names of the text",
    points=0.02,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_n_params_causal_names(student: Student) -> None:
    assert_by_name(student.n_params_causal(head_dim=3, embed_dim=7), student.n_params_causal(7, 3))


@check("n_params_with_embedding.unequal_sizes", "the count, all sizes different", points=0.1, hint=SHAPES)
def test_n_params_with_embedding_unequal_sizes(student: Student) -> None:
    assert_formula(student.n_params_with_embedding, parameters_with_embedding, (13, 7, 3), (2, 5, 11), (4, 4, 4))


@check("n_params_with_embedding.any_sizes", "the count at any sizes", points=0.1, hint=SHAPES)
@given(vocab_size=SIZES, embed_dim=SIZES, head_dim=SIZES)
def test_n_params_with_embedding_any_sizes(student: Student, vocab_size: int, embed_dim: int, head_dim: int) -> None:
    expected = parameters_with_embedding(vocab_size, embed_dim, head_dim)
    assert_count(student.n_params_with_embedding(vocab_size, embed_dim, head_dim), expected)


@check(
    "n_params_with_embedding.large_sizes",
    "large sizes are counted exactly",
    points=0.03,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_n_params_with_embedding_large_sizes(student: Student) -> None:
    for sizes in ((50_257, 769, 65), (250_007, 20_011, 20_021)):  # the second count has no room in 32 bits
        assert_count(student.n_params_with_embedding(*sizes), parameters_with_embedding(*sizes))


@check(
    "n_params_with_embedding.names",
    "the arguments have the names of the text",
    points=0.02,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_n_params_with_embedding_names(student: Student) -> None:
    named = student.n_params_with_embedding(head_dim=3, embed_dim=7, vocab_size=13)
    assert_by_name(named, student.n_params_with_embedding(13, 7, 3))


@check("n_visible_pairs.several_lengths", "the count for several lengths", points=0.2, hint=PAIRS)
def test_n_visible_pairs_several_lengths(student: Student) -> None:
    assert_formula(student.n_visible_pairs, visible_pairs, (1,), (2,), (5,), (12,))


@check("n_visible_pairs.any_length", "the count for any length", points=0.2, hint=PAIRS)
@given(T=SIZES)
def test_n_visible_pairs_any_length(student: Student, T: int) -> None:
    assert_count(student.n_visible_pairs(T), visible_pairs(T))


@check(
    "n_visible_pairs.long_text",
    "a long text is counted exactly",
    points=0.05,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_n_visible_pairs_long_text(student: Student) -> None:
    for T in (3001, 100_003):  # the second count has no room in 32 bits
        assert_count(student.n_visible_pairs(T), visible_pairs(T))


@check(
    "n_visible_pairs.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_n_visible_pairs_names(student: Student) -> None:
    assert_by_name(student.n_visible_pairs(T=12), student.n_visible_pairs(12))


@check("first_row.values", "the row for several lengths", points=0.2, hint=ROWS)
def test_first_row_values(student: Student) -> None:
    for T in (5, 2, 7, MOST_TOKENS):
        assert_contents(student.first_row(T), first_causal_row(T))


@check("first_row.any_length", "the row for any length", points=0.2, hint=ROWS)
@given(T=st.integers(2, 20))
def test_first_row_any_length(student: Student, T: int) -> None:
    assert_contents(student.first_row(T), first_causal_row(T))


@check(
    "first_row.floats",
    "floats, for one token too, and no random numbers",
    points=0.05,
    level="robustness",
    hint="Weights are floats.",
)
def test_first_row_floats(student: Student) -> None:
    for T in (1, 3):
        answer = student.first_row(T)
        assert_contents(answer, first_causal_row(T))
        assert_pure_floats(answer)


@check(
    "first_row.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_first_row_names(student: Student) -> None:
    assert_by_name(student.first_row(T=3), student.first_row(3))


@check("uniform_causal_weights.values", "the matrix for several lengths", points=0.4, hint=ROWS)
def test_uniform_causal_weights_values(student: Student) -> None:
    for T in (5, 2, 7, MOST_TOKENS):
        assert_contents(student.uniform_causal_weights(T), equal_causal_weights(T))


@check("uniform_causal_weights.any_length", "the matrix for any length", points=0.4, hint=ROWS)
@given(T=st.integers(2, 20))
def test_uniform_causal_weights_any_length(student: Student, T: int) -> None:
    assert_contents(student.uniform_causal_weights(T), equal_causal_weights(T))


@check(
    "uniform_causal_weights.floats",
    "floats, for one token too, and no random numbers",
    points=0.15,
    level="robustness",
    hint="Equal scores need no chance.",
)
def test_uniform_causal_weights_floats(student: Student) -> None:
    for T in (1, 3):
        answer = student.uniform_causal_weights(T)
        assert_contents(answer, equal_causal_weights(T))
        assert_pure_floats(answer)


@check(
    "uniform_causal_weights.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_uniform_causal_weights_names(student: Student) -> None:
    assert_by_name(student.uniform_causal_weights(T=3), student.uniform_causal_weights(3))
