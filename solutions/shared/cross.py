"""What the checks of CrossAttention share: its three matrices, and the reference with the same weights."""

import torch
from torch import Tensor

from autograder.checking.layers import Weights, with_weights
from autograder.checking.samples import sample
from autograder.checking.student import Question, Student
from solutions.shared.reference.attention import attend, project

T_1, T_2 = 7, 4


def matrices(d_in: int, d_k: int, d_v: int) -> Weights:
    """Signed weights that keep scores of order 1."""
    shapes = {"W_query": (d_in, d_k), "W_key": (d_in, d_k), "W_value": (d_in, d_v)}
    return {name: sample(*shape, seed=10 + place, scale=0.5) for place, (name, shape) in enumerate(shapes.items())}


def asked(student: Student, weights: Weights, dtype: torch.dtype | None = None) -> Question:
    """The student's module with these weights."""
    d_in, d_k = weights["W_query"].shape
    question: Question = student.CrossAttention(d_in, d_k, weights["W_value"].shape[1])
    return with_weights(question, weights, dtype)


def cross_attention(x_1: Tensor, x_2: Tensor, W_query: Tensor, W_key: Tensor, W_value: Tensor) -> Tensor:
    """Queries from x_1, keys and values from x_2 (Vaswani et al. 2017, section 3.2.3)."""
    return attend(project(x_1, W_query), project(x_2, W_key), project(x_2, W_value))[0]


def expected(x_1: Tensor, x_2: Tensor, weights: Weights) -> Tensor:
    """What the reference gives."""
    return cross_attention(x_1, x_2, *weights.values())
