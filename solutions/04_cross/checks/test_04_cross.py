"""Hidden checks of 04_cross: CrossAttention."""

from torch import Tensor

from autograder.checking.assertions import PRINTED
from autograder.checking.formulas import TEXT_NAMES
from autograder.checking.specs import CheckText, Example, Places, spec
from solutions.shared.figures import CROSS_OUTPUT, EMBEDDED_SENTENCE, SECOND_SEQUENCE
from solutions.shared.reference.attention import attend, project


def cross_attention(x_1: Tensor, x_2: Tensor, W_query: Tensor, W_key: Tensor, W_value: Tensor) -> Tensor:
    """Queries from x_1, keys and values from x_2 (Vaswani et al. 2017, section 3.2.3)."""
    return attend(project(x_1, W_query), project(x_2, W_key), project(x_2, W_value))[0]


spec(
    "CrossAttention",
    inputs={"x_1": "T_1 d_in", "x_2": "T_2 d_in"},
    weights={"W_query": "d_in d_k", "W_key": "d_in d_k", "W_value": "d_in d_v"},
    init={"d_in": "d_in", "d_out_kq": "d_k", "d_out_v": "d_v"},
    sizes={"d_k": 5, "T_2": 6},
    reference=cross_attention,
    more={
        "printed": Places(
            "the article's output at the article's seed",
            "The matrices are drawn with torch.rand, in the order of the text.",
            0.2,
            [Example((EMBEDDED_SENTENCE, SECOND_SEQUENCE), CROSS_OUTPUT, (3, 2, 4), seed=123)],
            tolerance=PRINTED,
        ),
    },
    checks={
        "values": CheckText(
            "two sequences of different length, all sizes different, the longer one first and second",
            "Which sequence asks, and which one answers?",
            points=0.6,
        ),
        "gradient": CheckText(
            "gradients of both sequences and of every matrix",
            "All three matrices are learned: stay in torch from input to output.",
            points=1.5,
        ),
        "leading": CheckText(hint="Which two dimensions change places?", points=0.3),
        "equal_sizes": CheckText(
            "two different sequences of the same length, and a sequence with itself",
            "Equal shapes do not make equal sequences; and when they are one, this is self-attention.",
            points=0.4,
            id="equal_lengths",
        ),
        "sizes": CheckText(
            "the order of x_2 plays no part, that of x_1 is the order of the result, batches do not mix",
            "Without a mask, every token of x_1 sees every token of x_2.",
            points=0.3,
            id="order",
        ),
        "second_call": CheckText(
            "further pairs and other weights, in either mode: the result depends on nothing else",
            "Nothing is kept from one call to the next, and no mode changes what attention is.",
            points=1.5,
        ),
        "structure": CheckText("three matrices with the names, shapes and order of the text", points=0.5),
        "extremes": CheckText(
            "scores of ±1e4 give the right finite context vectors",
            "How large may an exponent be before exp overflows?",
            points=0.2,
            id="large_scores",
        ),
        "width_and_device": CheckText(
            "dtype and device follow inputs and matrices",
            "Whatever forward creates belongs where the inputs are.",
            0.15,
        ),
        "leaves_alone": CheckText(
            "both inputs stay as they are, however they lie in memory, and so does the layer",
            "Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
            points=0.1,
        ),
        "sizes_of_one": CheckText(
            "each size alone is one, and all are: every dimension stays",
            "Does the result have as many dimensions as x_1?",
            points=0.1,
        ),
        "longest": CheckText(
            "200 tokens on either side and on both",
            "Does anything in the layer depend on how long a sequence may be?",
            points=0.1,
        ),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)
