"""Hidden checks of 04_cross: CrossAttention, under odd scores, widths, devices, inputs and sizes."""

import torch

from autograder.checking.answer import Answer
from autograder.checking.assertions import assert_close
from autograder.checking.registry import check
from autograder.checking.robustness import (
    UNLIKE_SHORT,
    assert_any_layout,
    assert_keeps_device,
    assert_keeps_dtype,
    assert_pure,
    assert_repeats_short_text,
    assert_same_as_own,
    assert_shape,
    assert_state_dict_unchanged,
    assert_tensor_by_name,
    assert_unseeded,
    coarse,
    shifted,
)
from autograder.checking.samples import D_IN, D_K, D_V, TILES, B, non_contiguous, one_at_a_time, sample, tiling
from autograder.checking.student import Student
from solutions.shared.cross import T_1, T_2, asked, expected, matrices


@check(
    "CrossAttention.large_scores",
    "scores of ±1e4 give the right finite context vectors",
    points=0.2,
    level="robustness",
    hint="How large may an exponent be before exp overflows?",
)
def test_cross_large_scores(student: Student) -> None:
    large = 100 * torch.eye(3, D_K)
    weights = {"W_query": large, "W_key": large, "W_value": sample(3, D_V, seed=14)}
    x_1 = torch.tensor([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0]])
    x_2 = torch.tensor([[1.0, 0.0, 0.0], [0.8, 0.0, 0.0], [0.0, 1.0, 0.0]])
    assert_close(asked(student, weights).call(x_1[None], x_2[None]), expected(x_1[None], x_2[None], weights))


@check(
    "CrossAttention.width_and_device",
    "dtype and device follow inputs and matrices",
    points=0.15,
    level="robustness",
    hint="Whatever forward creates belongs where the inputs are.",
)
def test_cross_width_and_device(student: Student) -> None:
    weights = {name: coarse(value) for name, value in matrices(D_IN, D_K, D_V).items()}
    x_1, x_2 = (coarse(sample(B, t, D_IN, seed=8 + t, scale=0.5)) for t in (T_1, T_2))

    def ask(dtype: torch.dtype, step: float) -> Answer:
        return asked(student, weights, dtype).call(shifted(x_1, dtype, step), shifted(x_2, dtype, step))

    assert_keeps_dtype(ask)
    on_meta = student.CrossAttention(D_IN, D_K, D_V).to(device="meta")
    assert_keeps_device(on_meta.call(x_1.to("meta"), x_2.to("meta")), asked(student, weights).call(x_1, x_2))


@check(
    "CrossAttention.leaves_alone",
    "both inputs stay as they are, however they lie in memory, and so does the layer",
    points=0.1,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_cross_leaves_alone(student: Student) -> None:
    question = asked(student, matrices(D_IN, D_K, D_V))
    x_1 = non_contiguous(sample(B, T_1, D_IN, seed=1))
    x_2 = non_contiguous(sample(B, T_2, D_IN, seed=2), (0, 1))
    assert_any_layout(question.call(x_1, x_2), question.call(x_1.contiguous(), x_2.contiguous()))
    for mode in (True, False):
        answer = question.train(mode).watched().calls((x_1, x_2), (x_1[:, :3], x_2[:, :2]))
        assert_pure(answer)
        assert_state_dict_unchanged(answer)
    assert_unseeded(student.CrossAttention(D_IN, D_K, D_V), "W_query")


@check(
    "CrossAttention.sizes_of_one",
    "each size alone is one, and all are: every dimension stays",
    points=0.1,
    level="robustness",
    hint="Does the result have as many dimensions as x_1?",
)
def test_cross_sizes_of_one(student: Student) -> None:
    for b, t_1, t_2, d_in, d_k, d_v in one_at_a_time(2, 4, 3, 3, 2, 5):
        x_1, x_2 = sample(b, t_1, d_in, seed=33), sample(b, t_2, d_in, seed=34)
        assert_shape(asked(student, matrices(d_in, d_k, d_v)).call(x_1, x_2), b, t_1, d_v)


@check(
    "CrossAttention.longest",
    "200 tokens on either side and on both",
    points=0.1,
    level="robustness",
    hint="Nothing in the layer knows how long a sequence may be.",
)
def test_cross_longest(student: Student) -> None:
    question = asked(student, matrices(D_IN, D_K, D_V))
    x_1, x_2 = (sample(B, TILES, D_IN, seed=seed) for seed in (35, 36))
    short, x_2_long = question.call(x_1, x_2), x_2[:, tiling()]
    assert_same_as_own(question.call(x_1, x_2_long), short, UNLIKE_SHORT)
    for other in (x_2, x_2_long):
        assert_repeats_short_text(question.call(x_1[:, tiling()], other), short, 1)


@check(
    "CrossAttention.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint="Compare the names of the arguments with the text.",
)
def test_cross_names(student: Student) -> None:
    weights, x_1, x_2 = matrices(D_IN, D_K, D_V), sample(B, T_1, D_IN, seed=1), sample(B, T_2, D_IN, seed=2)
    named = student.CrossAttention(d_in=D_IN, d_out_kq=D_K, d_out_v=D_V).state(weights)
    assert_tensor_by_name(named.call(x_2=x_2, x_1=x_1), asked(student, weights).call(x_1, x_2))
