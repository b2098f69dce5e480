"""Hidden checks of 01_self_attention: SelfAttention."""

from torch import Tensor

from autograder.checking.assertions import PRINTED
from autograder.checking.specs import CheckText, Example, Places, spec
from solutions.shared.figures import EMBEDDED_SENTENCE, SELF_ATTENTION_OUTPUT
from solutions.shared.reference.attention import self_attention


def context(x: Tensor, W_query: Tensor, W_key: Tensor, W_value: Tensor) -> Tensor:
    """Context vectors of the reference."""
    return self_attention(x, W_query, W_key, W_value)[0]


spec(
    "SelfAttention",
    inputs={"x": "T d_in"},
    weights={"W_query": "d_in d_k", "W_key": "d_in d_k", "W_value": "d_in d_v"},
    init={"d_in": "d_in", "d_out_kq": "d_k", "d_out_v": "d_v"},
    reference=context,
    without=("equal_sizes",),
    more={
        "printed": Places(
            "the article's output at the article's seed",
            "The given construction draws the matrices with torch.rand, in the order of the text.",
            0.1,
            [Example((EMBEDDED_SENTENCE,), SELF_ATTENTION_OUTPUT, (3, 2, 4), seed=123)],
            tolerance=PRINTED,
        ),
    },
    checks={
        "values": CheckText(
            "context vectors of a batch, all sizes different",
            "Follow the sizes: (B, T, d_in), then d_out_kq, then d_out_v.",
            points=0.6,
            also=("longest",),
        ),
        "gradient": CheckText(
            "gradients of the input and of every matrix",
            "All three matrices are learned: stay in torch from input to output.",
            points=1.0,
        ),
        "leading": CheckText(hint="Which two dimensions change places?", points=0.3),
        "sizes": CheckText(
            "tokens that change places take their context vectors with them, batches do not mix",
            "Without a mask no position is special, and nothing is remembered from call to call.",
            points=0.3,
            id="order",
        ),
        "structure": CheckText("three matrices with the names, shapes and order of the text", points=0.3),
        "extremes": CheckText(
            "scores of ±1e4 give the right finite context vectors",
            "How large may an exponent be before exp overflows?",
            points=0.1,
            id="large_scores",
        ),
        "width_and_device": CheckText(
            "dtype and device follow input and matrices", "Whatever forward creates belongs where x is.", points=0.1
        ),
        "leaves_alone": CheckText(
            "input, state dict, mode and torch's settings stay as they are, however the input lies in memory",
            "Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
            points=0.1,
        ),
        "second_call": CheckText(
            "train and eval mode agree, and each call is answered from its own input and the weights of the moment",
            "Nothing is kept from one call to the next, and the mode plays no part.",
            points=1.0,
        ),
        "sizes_of_one": CheckText(
            "one sentence, one token, one dimension: every dimension stays",
            "Does the result have as many dimensions as the input?",
            points=0.05,
        ),
        "names": CheckText(points=0.05),
    },
)
