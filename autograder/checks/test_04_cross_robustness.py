"""Hidden checks of 04_cross: CrossAttention, under odd scores, widths, devices, inputs and sizes."""

import torch

from autograder.checks.api import check
from autograder.checks.cross import T_1, T_2, asked, expected, matrices
from autograder.checks.judge import agree
from autograder.checks.modules import in_width
from autograder.checks.robust import agree_each, agree_in_each_width, agree_on_meta, draws_anew, leaves_alone
from autograder.checks.sizes import D_IN, D_K, D_V, B, numbers
from autograder.checks.student import Student


@check(
    "CrossAttention.large_scores",
    "scores of ±1e4 give the right finite context vectors",
    points=0.4,
    level="robustness",
    hint="How large may an exponent be before exp overflows?",
)
def test_cross_large_scores(student: Student) -> None:
    large = 100 * torch.eye(3, D_K)
    weights = {"W_query": large, "W_key": large, "W_value": numbers(3, D_V, seed=14)}
    x_1 = torch.tensor([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0]])
    x_2 = torch.tensor([[1.0, 0.0, 0.0], [0.8, 0.0, 0.0], [0.0, 1.0, 0.0]])
    agree(asked(student, weights).call(x_1[None], x_2[None]), expected(x_1[None], x_2[None], weights))


@check(
    "CrossAttention.width_and_device",
    "dtype and device follow inputs and matrices",
    points=0.3,
    level="robustness",
    hint="Whatever forward creates belongs where the inputs are.",
)
def test_cross_width_and_device(student: Student) -> None:
    weights = matrices(D_IN, D_K, D_V)
    x_1, x_2 = numbers(B, T_1, D_IN, seed=15, scale=0.5), numbers(B, T_2, D_IN, seed=16, scale=0.5)
    agree_in_each_width(
        lambda dtype: asked(student, weights, dtype).call(x_1.to(dtype), x_2.to(dtype)),
        lambda dtype: expected(x_1.to(dtype), x_2.to(dtype), in_width(weights, dtype)),
    )
    on_meta = student.CrossAttention(D_IN, D_K, D_V).to(device="meta")
    agree_on_meta(on_meta.call(x_1.to("meta"), x_2.to("meta")), B, T_1, D_V)


@check(
    "CrossAttention.leaves_alone",
    "both inputs stay as they are, however they lie in memory, in either mode",
    points=0.3,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_cross_leaves_alone(student: Student) -> None:
    weights = matrices(D_IN, D_K, D_V)
    x_1, x_2 = numbers(B, D_IN, T_1, seed=17).mT, numbers(T_2, B, D_IN, seed=18).transpose(0, 1)
    for mode in (True, False):
        answer = asked(student, weights).train(mode).call(x_1, x_2)
        agree(answer, expected(x_1, x_2, weights))
        leaves_alone(answer)
    draws_anew(student.CrossAttention(D_IN, D_K, D_V), "W_query")


@check(
    "CrossAttention.second_call",
    "further pairs of other lengths",
    points=0.3,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
)
def test_cross_second_call(student: Student) -> None:
    weights, sizes = matrices(D_IN, D_K, D_V), ((B, T_1, T_2), (B, T_1, T_2), (B, T_1, T_2 + 1), (3, 2, 9))
    pairs = [
        (numbers(b, t_1, D_IN, seed=19 + place), numbers(b, t_2, D_IN, seed=29 + place))
        for place, (b, t_1, t_2) in enumerate(sizes)
    ]
    answer = asked(student, weights).calls(*pairs)
    agree_each(answer, [expected(x_1, x_2, weights) for x_1, x_2 in pairs])


@check(
    "CrossAttention.sizes_of_one",
    "one sentence, one token on either side, one value: every dimension stays",
    points=0.2,
    level="robustness",
    hint="Does the result have as many dimensions as x_1?",
)
def test_cross_sizes_of_one(student: Student) -> None:
    for b, t_1, t_2, d_in in ((1, 4, 3, 2), (3, 1, 4, 2), (3, 4, 1, 2), (1, 1, 1, 1)):
        weights = matrices(d_in, 1, 1)
        x_1, x_2 = numbers(b, t_1, d_in, seed=33), numbers(b, t_2, d_in, seed=34)
        agree(asked(student, weights).call(x_1, x_2), expected(x_1, x_2, weights))
