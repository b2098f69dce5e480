"""Hidden checks of 03_multihead: MultiHeadAttentionWrapper."""

from torch import Tensor

from autograder.checking.assertions import PRINTED
from autograder.checking.formulas import TEXT_NAMES
from autograder.checking.specs import CheckText, Example, Places, spec
from solutions.shared.figures import EMBEDDED_SENTENCE, WRAPPER_OUTPUT
from solutions.shared.reference.attention import side_by_side


def heads_together(x: Tensor, *matrices: Tensor) -> Tensor:
    """All heads of the reference, side by side."""
    return side_by_side(x, matrices)


spec(
    "MultiHeadAttentionWrapper",
    inputs={"x": "T d_in"},
    weights={
        "heads.{num_heads}.W_query": "d_in d_k",
        "heads.{num_heads}.W_key": "d_in d_k",
        "heads.{num_heads}.W_value": "d_in d_v",
    },
    init={"d_in": "d_in", "d_out_kq": "d_k", "d_out_v": "d_v", "num_heads": "num_heads"},
    sizes={"T": 7, "d_in": 8, "d_k": 5, "d_v": 3, "num_heads": 4},
    reference=heads_together,
    without=("equal_sizes", "extremes"),
    more={
        "printed": Places(
            "the article's output at the article's seed: heads are drawn one after the other",
            "Every head is created anew, in order, and nothing is drawn between them.",
            0.3,
            [Example((EMBEDDED_SENTENCE,), WRAPPER_OUTPUT, (3, 2, 1, 4), seed=123)],
            tolerance=PRINTED,
        ),
    },
    checks={
        "values": CheckText(
            "the outputs of all heads side by side, all sizes different",
            "How wide is the output of one head, and which columns belong to it?",
            points=0.4,
        ),
        "gradient": CheckText(
            "gradients of the input and of every matrix of every head",
            "Every head learns: stay in torch from input to output.",
            points=1,
        ),
        "leading": CheckText(
            hint="Counted from which end is the dimension of the columns always the same?", points=0.25
        ),
        "sizes": CheckText(
            "any number of heads and any widths, batches do not mix",
            "Each head sees the same input and works by itself.",
            points=0.25,
        ),
        "structure": CheckText(
            "heads with the names, shapes and order of the text",
            "Does PyTorch see the parameters of every head, and nothing else?",
            points=0.4,
        ),
        "second_call": CheckText(
            "further inputs and other weights, in either mode: the result depends on nothing else",
            "Nothing is kept from one call to the next, and no mode changes what attention is.",
            points=1,
        ),
        "width_and_device": CheckText(
            "dtype and device follow input and matrices", "Whatever forward creates belongs where x is.", points=0.1
        ),
        "leaves_alone": CheckText(
            "the input stays as it is, however it lies in memory, and so does the layer",
            "Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
            points=0.1,
        ),
        "sizes_of_one": CheckText(
            "each size alone is one, and all are: every dimension stays",
            "Does the result have as many dimensions as the input?",
            points=0.1,
        ),
        "longest": CheckText(
            "a text of 200 tokens", "Does anything in the layer depend on how long a text may be?", points=0.05
        ),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)
