"""Hidden checks of 06_language_model: cross_entropy."""

import functools

import torch
from torch import Tensor

from autograder.checking.assertions import LARGE, assert_close
from autograder.checking.samples import sample
from autograder.checking.specs import CheckText, Places, spec
from autograder.checking.student import Student
from solutions.shared.language import ROUNDED_TO_FLOAT32, VOCAB, some_ids
from solutions.shared.reference.language import cross_entropy

SURPRISE = "How surprised is the model by one target, and how many targets are there?"


FAR = torch.tensor(
    [[1e4, -1e4, 0.0], [-1e4, -1e4 + 1, -1e4 + 3], [0.0, 1e4, 1e4], [200.0, 0.0, -200.0], [0.0, 1e4, -1e4]]
)
SHARED = torch.tensor([[200.0, 200.0, 0.0], [0.0, 150.0, 150.0]])  # two tokens share what the target does not get
NEAR = torch.tensor([[1e4, 1e4 - 1, 1e4 - 2], [-1e4, -1e4 + 1, -1e4 + 3]])


def drawn(*leading: int, vocab_size: int, seed: int = 3) -> tuple[Tensor, Tensor]:
    """Logits and targets."""
    return sample(*leading, vocab_size, seed=seed, scale=2.0), some_ids(*leading, seed=seed, vocab_size=vocab_size)


def many_targets(student: Student) -> None:
    """More targets than any piece into which somebody may cut them."""
    for count in (130, 200):
        logits, targets = drawn(count, vocab_size=4, seed=count)
        assert_close(student.cross_entropy(logits, targets), cross_entropy(logits.double(), targets))
    logits, targets = drawn(70, 2, vocab_size=300)  # many texts, and ids that have no room in a byte
    assert_close(student.cross_entropy(logits, targets), cross_entropy(logits.double(), targets))


spec(
    "cross_entropy",
    inputs={"logits": "V", "targets": ""},
    below={"targets": "V"},
    sizes={"V": VOCAB},
    draws={"logits": functools.partial(sample, scale=2.0)},
    smallest={"V": 1},
    reference=cross_entropy,
    rounded=ROUNDED_TO_FLOAT32 / 10,  # the mean hides the rounding of one row
    without=("sizes", "extremes", "sizes_of_one", "longest"),
    more={
        "equal_sizes": Places(
            "as many tokens, texts or positions as entries in the vocabulary: no dimension is taken for another",
            "Count dimensions from the end: the vocabulary is the last one.",
            0.2,
            [
                drawn(*shape, vocab_size=size)
                for *shape, size in ((4, 5, 5), (4, 5, 4), (4, 4, 4), (3, 1, 3), (1, 3, 3))
            ],
            for_message="a dimension of the same size is the likely reason",
        ),
        "large_logits": Places(
            "logits of ±1e4 give the right finite loss",
            "What is the logarithm of a probability that was rounded to 0?",
            0.3,
            (
                *((FAR, torch.tensor(ids)) for ids in ([0, 2, 1, 0, 1], [1, 0, 0, 2, 2], [2, 1, 2, 1, 0])),
                (NEAR, torch.tensor([1, 0])),
                (SHARED, torch.tensor([2, 0])),
            ),
            "robustness",
            LARGE,
            forgives=drawn(3, 5, vocab_size=VOCAB, seed=2),
        ),
    },
    checks={
        "values": CheckText("the mean surprise of a batch", SURPRISE, points=0.6),
        "leading": CheckText(
            "any leading dimensions, one target included, and many",
            "The mean is taken over all targets, wherever they stand.",
            points=0.35,
            also=(many_targets,),
        ),
        "gradient": CheckText(
            "gradients of the logits",
            "Every logit of a row has a part in the loss: stay in torch, and detach nothing.",
            points=0.75,
        ),
        "second_call": CheckText(
            "every call has the loss of its own logits and targets",
            "Nothing is kept from one call to the next.",
            points=0.45,
            id="repeated",
        ),
        "width_and_device": CheckText("a scalar of the dtype and on the device of the logits", points=0.2),
        "leaves_alone": CheckText(
            "logits and targets stay as they are, however they lie in memory", "Write into a new tensor.", points=0.1
        ),
        "names": CheckText(points=0.05),
    },
)
