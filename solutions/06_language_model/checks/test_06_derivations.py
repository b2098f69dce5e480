"""Hidden checks of 06_language_model: sizes of a model, what a loss means, and the step between positions."""

import torch
from hypothesis import strategies as st

from autograder.checking.formulas import (
    TEXT_NAMES,
)
from autograder.checking.registry import PLAIN_VALUES
from autograder.checking.specs import CheckText, count, formula
from solutions.shared.reference.counting import block_parameters, bytes_of_cache, tiny_gpt_parameters
from solutions.shared.reference.language import (
    equally_likely,
    loss_of_equal_logits,
    step_of_positions,
)

PARTS = "List every parameter with its shape, biases included where there are any."
KEPT = "Which two tensors does each layer keep, and of which shape are they?"
EQUAL = "What is the probability of one token, and what is minus its logarithm?"
BACK = "Which number of equally likely tokens has this loss?"
TURN = "Write the sine and the cosine of a sum of two angles with those of each angle."
FEW = st.integers(1, 6)

count(
    "n_params_block",
    arguments="d_model d_hidden",
    places=((7, 3), (5, 13), (32, 64)),
    large=((24_593, 98_317),),
    hint=PARTS,
    reference=block_parameters,
    checks={"unequal_sizes": CheckText("the count, both sizes different"), "names": CheckText(hint=TEXT_NAMES)},
)
count(
    "n_params_tiny_gpt",
    arguments="vocab_size d_model d_hidden num_layers max_tokens",
    places=((11, 6, 10, 2, 9), (5, 13, 3, 4, 7), (65, 32, 64, 2, 16)),
    large=((50_257, 12_289, 49_157, 97, 2049),),
    hint=PARTS,
    reference=tiny_gpt_parameters,
    ranges={"num_layers": (0, 5)},
    checks={
        "unequal_sizes": CheckText(points=0.2),
        "any_sizes": CheckText("the count at any sizes, also without a block", points=0.15),
        "large_sizes": CheckText(points=0.1),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)
count(
    "cache_bytes",
    arguments="B T d_model num_layers bytes_per_element",
    places=((2, 7, 5, 3, 4), (3, 5, 11, 1, 8), (5, 3, 7, 4, 2)),
    large=((33, 131_071, 12_289, 97, 2),),
    hint=KEPT,
    reference=bytes_of_cache,
    ranges={"B": (1, 6), "num_layers": (1, 6), "bytes_per_element": (1, 8)},
    checks={
        "unequal_sizes": CheckText("the memory, all sizes different", points=0.2),
        "any_sizes": CheckText("the memory at any sizes", points=0.15),
        "large_sizes": CheckText(points=0.1),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)


formula(
    "uniform_loss",
    arguments="vocab_size",
    places=((2,), (7,), (65,), (50_257,)),
    drawn={"vocab_size": st.integers(1, 300)},
    far=((3,), (1009,), (100_003,)),
    hint=EQUAL,
    reference=loss_of_equal_logits,
    checks={
        "values": CheckText("the loss of equal probabilities", points=0.25),
        "any_values": CheckText("the loss for any vocabulary, one token included", points=0.1, id="any_size"),
        "far_values": CheckText("the loss keeps its digits", points=0.1, id="digits"),
        "names": CheckText("the argument has the name of the text", TEXT_NAMES, points=0.05),
    },
)


formula(
    "perplexity",
    arguments="loss",
    places=((0.0,), (2.0,), (1.5,), (4.1744,)),
    drawn={"loss": st.integers(0, 40).map(lambda quarters: quarters / 4)},
    far=((1e-3,), (11,), (30.0,), (100.0,)),
    hint=BACK,
    reference=equally_likely,
    checks={
        "values": CheckText("as unsure as a choice among how many tokens", points=0.1),
        "any_values": CheckText("the same for any loss", points=0.1, id="any_loss"),
        "far_values": CheckText(
            "small losses, large ones and whole numbers keep their digits", points=0.03, id="small_and_large"
        ),
        "names": CheckText("the argument has the name of the text", TEXT_NAMES, points=0.02),
    },
)


formula(
    "shifted_positions",
    arguments="k d_model",
    places=((3, 6), (1, 2), (7, 8)),
    drawn={"k": st.integers(0, 30), "d_model": st.integers(1, 6).map(lambda pairs: 2 * pairs)},
    far=((1000, 4), (199, 64), (2, 6), (1_000_003, 6)),
    dtype=torch.float64,
    hint=TURN,
    reference=step_of_positions,
    checks={
        "values": CheckText("a rotation for each pair of columns", points=0.75, for_message=PLAIN_VALUES),
        "any_values": CheckText("any step and any even width, no step included", points=0.5, id="any_step"),
        "far_values": CheckText(
            "long steps, float64, and nothing else changes",
            "Of which dtype is a new tensor if nothing is said?",
            points=0.2,
            id="float64",
        ),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)
