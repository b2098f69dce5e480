"""Hidden checks of 00_warmup."""

import torch
from torch import Tensor

from autograder.checking.specs import CheckText, spec


def sums(x: Tensor) -> Tensor:
    """Column added to column."""
    return torch.stack(x.unbind(-1), 0).sum(0)


spec(
    "row_sums",
    inputs={"x": "n"},
    reference=sums,
    without=("sizes", "equal_sizes", "extremes"),
    checks={
        "values": CheckText(
            "the sum of each row, in every call",
            "Which dimension disappears when a row is summed?",
            points=0.7,
            also=("longest", "second_call"),
        ),
        "leading": CheckText(
            "any number of leading dimensions, none included",
            "Counted from which end is the last dimension always the same?",
            points=0.4,
            also=("sizes_of_one",),
        ),
        "gradient": CheckText("gradients flow to the input", points=0.5),
        "width_and_device": CheckText("dtype and device follow the input", points=0.2),
        "leaves_alone": CheckText(
            "the input stays as it is, however it lies in memory", "Write into a new tensor.", 0.15
        ),
        "names": CheckText("the argument has the name of the text", points=0.05),
    },
)
