"""Hidden checks of 01_self_attention: what is counted, and how far scores spread."""

from hypothesis import strategies as st

from autograder.checking.specs import CheckText, count, formula
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


formula(
    "dot_product_variance",
    arguments="d_h sigma",
    places=((7, 0.5), (3, 1.5), (5, 3.0), (16, 1.0)),
    drawn={"d_h": st.integers(1, 12), "sigma": SIGMAS},
    far=((1, 0.02), (48, 0.05), (2, 300), (3, 0.002), (5, 0.0)),
    hint="What is the variance of one product, and how many products are added?",
    reference=score_variance,
    checks={
        "values": CheckText("the variance for several widths and spreads", points=0.3, id="unequal_sizes"),
        "any_values": CheckText(
            "the variance for any width and spread",
            "Which power of sigma does a product of two entries bring in?",
            points=0.35,
            id="any_sizes",
        ),
        "far_values": CheckText("small and large spreads keep their digits", points=0.05, id="far_sizes"),
        "names": CheckText(points=0.05),
    },
)


formula(
    "scaled_score_std",
    arguments="d_h sigma",
    places=((7, 0.5), (3, 1.5), (5, 3.0), (16, 2.0)),
    drawn={"d_h": st.integers(1, 12), "sigma": SIGMAS},
    far=((1, 0.02), (48, 0.004), (2, 300)),
    hint="What does dividing by a constant do to a standard deviation, and what to a variance?",
    reference=scaled_score_deviation,
    checks={
        "values": CheckText("the standard deviation for several widths and spreads", points=0.2, id="unequal_sizes"),
        "any_values": CheckText(
            "the standard deviation for any width and spread",
            "Which of the two arguments is left after the division?",
            points=0.2,
            id="any_sizes",
        ),
        "far_values": CheckText("small and large spreads keep their digits", points=0.05, id="far_sizes"),
        "names": CheckText(points=0.05),
    },
)
