"""Hidden checks of 03_multihead: MultiHeadAttention, under odd scores, widths, devices, inputs and sizes."""

import torch
from torch import Tensor

from autograder.checks.api import check
from autograder.checks.fused import D_MODEL, HEADS, asked, asked_in, expected, layers
from autograder.checks.judge import agree, agree_tensor, as_tensor, hold
from autograder.checks.modules import Weights, in_width
from autograder.checks.robust import agree_each, agree_in_each_width, agree_on_meta, draws_anew, leaves_alone
from autograder.checks.sizes import B, T, numbers
from autograder.checks.student import Student
from autograder.checks.tolerances import FLOAT32


@check(
    "MultiHeadAttention.large_scores",
    "scores of ±1e4 give the right finite result, masked and not",
    points=0.6,
    level="robustness",
    hint="How large may an exponent be before exp overflows, and how small must a masked score be?",
)
def test_multihead_large_scores(student: Student) -> None:
    weights, x = layers(10), torch.zeros(1, 6, 10)
    x[0, torch.arange(6), [0, 0, 1, 0, 5, 6]] = torch.tensor([1.0, 0.8, -1.0, -1.0, 1.0, 1.0])
    for sign in (1.0, -1.0):  # with -1, a token's score with itself is below -1e4 and all that it may not see is larger
        steep = weights | {"W_Q.weight": 200 * torch.eye(10), "W_K.weight": sign * 200 * torch.eye(10)}
        for causal in (False, True):
            agree(asked(student, steep, 2, causal=causal).call(x), expected(x, steep, 2, causal=causal))


def agree_in_width(student: Student, weights: Weights, x: Tensor, *, causal: bool) -> None:
    """The same question in float64 and bfloat16."""
    ask = asked_in(student, weights, causal=causal)
    agree_in_each_width(
        lambda dtype: ask(dtype).call(x.to(dtype)),
        lambda dtype: expected(x.to(dtype), in_width(weights, dtype), HEADS, causal=causal),
    )


@check(
    "MultiHeadAttention.width_and_device",
    "dtype and device follow input and layers",
    points=0.5,
    level="robustness",
    hint="Whatever forward creates belongs where x is.",
)
def test_multihead_width_and_device(student: Student) -> None:
    weights, x = layers(D_MODEL), numbers(B, T, D_MODEL, seed=11, scale=0.5)
    for causal in (False, True):
        agree_in_width(student, weights, x, causal=causal)
        question = student.MultiHeadAttention(D_MODEL, HEADS, causal=causal).to(device="meta")
        agree_on_meta(question.call(x.to("meta")), B, T, D_MODEL)


@check(
    "MultiHeadAttention.leaves_alone",
    "the input stays as it is, however it lies in memory, in either mode",
    points=0.4,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_multihead_leaves_alone(student: Student) -> None:
    weights, x = layers(D_MODEL), numbers(B, D_MODEL, T, seed=12).mT
    for mode in (True, False):
        answer = asked(student, weights, HEADS, causal=True).train(mode).call(x)
        agree(answer, expected(x, weights, HEADS, causal=True))
        leaves_alone(answer)
    draws_anew(student.MultiHeadAttention(D_MODEL, HEADS), "W_Q.weight")


@check(
    "MultiHeadAttention.second_call",
    "further inputs of other lengths",
    points=0.3,
    level="robustness",
    hint="Nothing is kept from one call to the next, and no length is the greatest.",
)
def test_multihead_second_call(student: Student) -> None:
    weights = layers(6)
    inputs = [numbers(b, t, 6, seed=13 + t) for b, t in ((B, T), (3, 4), (B, T + 2))]
    inputs.insert(1, inputs[0].flip(0))  # the same shape twice in a row, with other numbers
    for causal in (False, True):
        answer = asked(student, weights, 2, causal=causal).calls(*((x,) for x in inputs))
        agree_each(answer, [expected(x, weights, 2, causal=causal) for x in inputs])
    long = numbers(1, 130, 6, seed=14)
    answer = asked(student, weights, 2, causal=True).call(long)
    out = as_tensor(answer.value, answer.called)
    told = f"{answer.called} has shape {tuple(out.shape)}, expected {tuple(long.shape)}"
    hold(out.shape == long.shape, told, "wrong shape")
    first = expected(long[:, :3], weights, 2, causal=True)
    agree_tensor(out[:, :3], first, FLOAT32, called=answer.called, what="its first tokens")


@check(
    "MultiHeadAttention.sizes_of_one",
    "one sentence, one token, one head, heads of one: every dimension stays",
    points=0.2,
    level="robustness",
    hint="Does the result have the shape of the input?",
)
def test_multihead_sizes_of_one(student: Student) -> None:
    for b, t, h, d_h in ((1, 4, 2, 3), (3, 1, 2, 3), (2, 4, 1, 3), (2, 4, 3, 1), (1, 1, 1, 1)):
        weights, x = layers(h * d_h), numbers(b, t, h * d_h, seed=15)
        for causal in (False, True):
            agree(asked(student, weights, h, causal=causal).call(x), expected(x, weights, h, causal=causal))
