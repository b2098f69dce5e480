"""Hidden checks of 02_causal: what is counted, and what the mask alone decides."""

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.formulas import (
    assert_contents,
    assert_pure_floats,
)
from autograder.checking.own_values import KEEP_NAMES, assert_by_name
from autograder.checking.registry import check
from autograder.checking.samples import MOST_TOKENS
from autograder.checking.specs import CheckText, count
from autograder.checking.student import Student
from solutions.shared.reference.counting import causal_parameters, parameters_with_embedding, visible_pairs
from solutions.shared.reference.formulas import equal_causal_weights, first_causal_row

SHAPES = "Write down the shape of every table and matrix first."
PAIRS = "How many keys does each of the queries see?"
ROWS = "Which tokens does this row see, and what does the row sum to?"

count(
    "n_params_causal",
    arguments="embed_dim head_dim",
    places=((7, 3), (5, 11), (4, 4)),
    large=((5003, 4001), (50_021, 40_009)),
    hint=SHAPES,
    reference=causal_parameters,
    checks={"unequal_sizes": CheckText("the count, both sizes different")},
)
count(
    "n_params_with_embedding",
    arguments="vocab_size embed_dim head_dim",
    places=((13, 7, 3), (2, 5, 11), (4, 4, 4)),
    large=((50_257, 769, 65), (250_007, 20_011, 20_021)),
    hint=SHAPES,
    reference=parameters_with_embedding,
)
count(
    "n_visible_pairs",
    arguments="T",
    places=((1,), (2,), (5,), (12,)),
    large=((3001,), (100_003,)),
    hint=PAIRS,
    reference=visible_pairs,
    checks={
        "unequal_sizes": CheckText("the count for several lengths", points=0.2, id="several_lengths"),
        "any_sizes": CheckText("the count for any length", points=0.2, id="any_length"),
        "large_sizes": CheckText("a long text is counted exactly", points=0.05, id="long_text"),
        "names": CheckText("the argument has the name of the text", points=0.05),
    },
)


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
