"""Hidden checks of 02_causal: what is counted, and what the mask alone decides."""

from hypothesis import strategies as st

from autograder.checking.assertions import SHARES
from autograder.checking.formulas import assert_contents
from autograder.checking.samples import MOST_TOKENS
from autograder.checking.specs import CheckText, count, formula
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
    exact=False,
    hint=PAIRS,
    reference=visible_pairs,
    checks={
        "unequal_sizes": CheckText("the count for several lengths", points=0.2, id="several_lengths"),
        "any_sizes": CheckText("the count for any length", points=0.2, id="any_length"),
        "large_sizes": CheckText("a long text is counted exactly", points=0.05, id="long_text"),
        "names": CheckText("the argument has the name of the text", points=0.05),
    },
)


formula(
    "first_row",
    arguments="T",
    places=((5,), (2,), (7,), (MOST_TOKENS,)),
    drawn={"T": st.integers(2, 20)},
    far=((1,), (3,)),
    hint=ROWS,
    reference=first_causal_row,
    checks={
        "values": CheckText("the row for several lengths", points=0.2),
        "any_values": CheckText("the row for any length", points=0.2, id="any_length"),
        "far_values": CheckText(
            "floats, for one token too, and no random numbers", "Weights are floats.", points=0.05, id="floats"
        ),
        "names": CheckText("the argument has the name of the text", points=0.05),
    },
)


def unrounded(student: Student) -> None:
    """Require shares of a long row to the last digits of float32."""
    assert_contents(student.uniform_causal_weights(37), equal_causal_weights(37), SHARES)


formula(
    "uniform_causal_weights",
    arguments="T",
    places=((5,), (2,), (7,), (MOST_TOKENS,)),
    drawn={"T": st.integers(2, 20)},
    far=((1,), (3,)),
    hint=ROWS,
    reference=equal_causal_weights,
    checks={
        "values": CheckText("the matrix for several lengths", points=0.4),
        "any_values": CheckText("the matrix for any length", points=0.4, id="any_length"),
        "far_values": CheckText(
            "floats, for one token too, and no random numbers",
            "Equal scores need no chance.",
            points=0.15,
            id="floats",
            also=(unrounded,),
        ),
        "names": CheckText("the argument has the name of the text", points=0.05),
    },
)
