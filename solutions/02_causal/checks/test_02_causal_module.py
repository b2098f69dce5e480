"""Hidden checks of 02_causal: CausalSelfAttention."""

import torch

from autograder.checking.assertions import LARGE, PRINTED
from autograder.checking.samples import D_K
from autograder.checking.specs import CheckText, Example, Places, spec
from solutions.shared.causal import UNIT_VECTORS, stretched
from solutions.shared.figures import RUNNING_W_K, RUNNING_W_Q, RUNNING_WEIGHTS, RUNNING_X
from solutions.shared.reference.attention import causal_self_attention

NAMES = ("W_Q", "W_K", "W_V", "W_O")
AS_PRINTED = {
    "W_Q.weight": RUNNING_W_Q,
    "W_K.weight": RUNNING_W_K,
    "W_V.weight": torch.linalg.inv(RUNNING_X).T,
    "W_O.weight": torch.eye(4),
}
# Values 1, -1, 0.5, 0 under equal scores of -1e4: a leak of later values shows.
FALLING = torch.tensor([[[1.0, 1.0], [1.0, -1.0], [1.0, 0.5], [1.0, 0.0]]])
FIRST_COLUMN_ONLY = {  # scores from the first column, values from the second
    "W_Q.weight": torch.tensor([[100.0, 0.0]]),
    "W_K.weight": torch.tensor([[-100.0, 0.0]]),
    "W_V.weight": torch.tensor([[0.0, 1.0]]),
    "W_O.weight": torch.tensor([[0.0], [1.0]]),
}

spec(
    "CausalSelfAttention",
    inputs={"x": "T embed_dim"},
    weights={
        "W_Q.weight": "head_dim embed_dim",
        "W_K.weight": "head_dim embed_dim",
        "W_V.weight": "head_dim embed_dim",
        "W_O.weight": "embed_dim head_dim",
    },
    init={"embed_dim": "embed_dim", "head_dim": "head_dim"},
    leading="one",
    smallest={"T": 1},
    reference=causal_self_attention,
    without=("equal_sizes", "extremes"),
    more={
        "printed": Places(
            "the weights that the tutorial prints for its running example",
            "Here the values are the identity matrix, so that the result is the weights themselves.",
            0.1,
            [Example((RUNNING_X[None],), RUNNING_WEIGHTS[None], (4, 4), AS_PRINTED)],
            tolerance=PRINTED,
        ),
        "large_scores": Places(
            "scores of ±1e4 give the right finite result",
            "How large may an exponent be before exp overflows, and what is small enough to hide any score?",
            0.1,
            (
                Example((UNIT_VECTORS,), init=(D_K, D_K), weights=stretched(*NAMES, key_sign=1.0, width=D_K)),
                Example((FALLING,), init=(2, 1), weights=FIRST_COLUMN_ONLY),
            ),
            "robustness",
            LARGE,
            forgives=True,
        ),
    },
    checks={
        "values": CheckText(
            "the result for a batch, all sizes different",
            "Follow the sizes: (B, T, embed_dim), then head_dim, then embed_dim again.",
            points=0.7,
            also=("longest",),
        ),
        "gradient": CheckText(
            "gradients of the input and of every layer",
            "All four layers are learned: stay in torch from input to output.",
            points=1.0,
        ),
        "sizes": CheckText(
            "later tokens change nothing before them, batches do not mix",
            "Which keys may a query see? Nothing is remembered from call to call.",
            points=0.5,
            id="future",
        ),
        "structure": CheckText(
            "four layers without bias, with the names and order of the text, each with first weights of its own",
            "Compare names, shapes and the absence of biases with the text.",
            points=0.3,
        ),
        "width_and_device": CheckText(
            "dtype and device follow input and layers",
            "Whatever forward creates belongs where x is, and is of its kind.",
            points=0.1,
        ),
        "leaves_alone": CheckText(
            "input, state dict, mode and torch's settings stay as they are, however the input lies in memory",
            "Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
            points=0.1,
        ),
        "second_call": CheckText(
            "train and eval mode agree, and each call is answered from its own input and the weights of the moment",
            "Nothing is kept from one call to the next, no length is built in, and the mode plays no part.",
            points=1.0,
        ),
        "sizes_of_one": CheckText(
            "one sentence, one token, one dimension: every dimension stays",
            "Does the result have the shape of the input?",
            points=0.05,
        ),
        "names": CheckText(points=0.05),
    },
)
