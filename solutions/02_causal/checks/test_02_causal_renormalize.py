"""Hidden checks of 02_causal: mask_and_renormalize."""

import math

import torch
from torch import Tensor

from autograder.checking.assertions import PRINTED
from autograder.checking.layers import gradients
from autograder.checking.registry import check
from autograder.checking.samples import B, T, leaf, sample
from autograder.checking.specs import CheckText, Example, Places, spec
from autograder.checking.student import Student
from solutions.shared.causal import assert_gradient_within_rows, blind_to_the_future
from solutions.shared.figures import ATTENTION_WEIGHTS, CAUSAL_WEIGHTS, UNIFORM_ROWS
from solutions.shared.reference.attention import mask_and_renormalize, softmax


def stochastic(*shape: int, seed: int) -> Tensor:
    """Weights whose rows sum to 1; no row has little left to see, because that has a check of its own."""
    on_itself = math.log(shape[-1]) * torch.eye(shape[-1])
    return softmax(sample(*shape, seed=seed) + on_itself).float()


WEIGHTS = stochastic(3, 3, 3, seed=5)  # as many matrices as rows: sums along the wrong dimension fit unnoticed
MOVED = WEIGHTS.clone()
MOVED[:, 0, 1:] = WEIGHTS[:, 0, 1:].flip(-1)

spec(
    "mask_and_renormalize",
    inputs={"weights": "T T"},
    draws={"weights": stochastic},
    smallest={"T": 1},
    reference=mask_and_renormalize,
    without=("sizes", "equal_sizes", "extremes", "gradient"),
    more={
        "printed": Places(
            "the article's six by six causal weights",
            "There, the unmasked weights of the article are cut and renormalised.",
            0.1,
            (
                Example((ATTENTION_WEIGHTS,), CAUSAL_WEIGHTS),
                Example((torch.full((3, 3), 1 / 3),), UNIFORM_ROWS),
            ),
            tolerance=PRINTED,
        ),
        "future": Places(
            "later weights become 0 and matter to nothing",
            "What may row i of the result depend on?",
            0.35,
            [Example((weights,), mask_and_renormalize(WEIGHTS)) for weights in (WEIGHTS, MOVED)],
            compare=blind_to_the_future,
            for_message="names the rows that see too much",
        ),
        "small_sums": Places(
            "rows with little visible weight sum to 1 as well",
            "What does a row of very small numbers become when it is divided by its sum?",
            0.1,
            [
                (torch.tensor([[1e-4, 1 - 1e-4, 0], [2e-5, 3e-5, 1 - 5e-5], [0.25, 0, 0.75]], dtype=torch.float64),),
                (torch.tensor([[9e-6, 1 - 9e-6, 0], [4e-6, 5e-6, 1 - 9e-6], [0.25, 0, 0.75]], dtype=torch.float64),),
            ],
            "robustness",
            forgives=(stochastic(B, T, T, seed=1),),
        ),
    },
    checks={
        "values": CheckText(
            "the lower triangle, each row summing to 1 again, in every call",
            "Over which dimension does a row sum to 1?",
            points=0.65,
            also=("longest", "second_call"),
        ),
        "leading": CheckText(
            "any leading dimensions, each row on its own",
            "Which dimensions are the queries and the keys, whatever stands before them?",
            points=0.3,
        ),
        "width_and_device": CheckText(
            "dtype and device follow the weights",
            "Whatever is made on the way belongs where the weights are, and is of their kind.",
            points=0.15,
        ),
        "leaves_alone": CheckText(
            "the weights stay as they are, however they lie in memory and where sizes are one",
            "Write into a new tensor, and keep every dimension.",
            points=0.15,
            also=("sizes_of_one",),
        ),
        "names": CheckText("the argument has the name of the text", points=0.05),
    },
)


@check(
    "mask_and_renormalize.gradient",
    "gradients of the weights, through the sum too",
    points=0.65,
    hint="A row's sum depends on every visible weight of the row.",
)
def test_renormalize_gradient(student: Student) -> None:
    weights, cotangent = softmax(sample(B, T, T, seed=3, scale=0.3)), sample(B, T, T, seed=4, dtype=torch.float64)
    (expected,) = gradients(mask_and_renormalize, [weights], [cotangent])
    assert_gradient_within_rows(
        lambda dtype: student.mask_and_renormalize(leaf(weights, dtype), cotangents=[cotangent.to(dtype)]),
        expected,
    )
