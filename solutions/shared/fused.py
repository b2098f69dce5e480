"""What the checks of MultiHeadAttention share: its four layers, and the reference with the same weights."""

from collections.abc import Callable

import torch
from torch import Tensor

from autograder.checking.layers import Weights, with_weights
from autograder.checking.samples import sample
from autograder.checking.student import Question, Student
from solutions.shared.reference.attention import multi_head_attention

HEADS, D_H = 3, 5
D_MODEL = HEADS * D_H
NAMES = ("W_Q", "W_K", "W_V", "W_O")


def layers(d_model: int) -> Weights:
    """A weight for each of the four layers, `(d_out, d_in)`, that keeps scores of order 1."""
    scale = 1.2 / d_model**0.5
    return {
        f"{name}.weight": sample(d_model, d_model, seed=20 + place, scale=scale) for place, name in enumerate(NAMES)
    }


def asked(
    student: Student, weights: Weights, num_heads: int, *, causal: bool, dtype: torch.dtype | None = None
) -> Question:
    """The student's module with these weights; the default of `causal` is left to do its work."""
    d_model = len(weights["W_Q.weight"])
    question: Question = student.MultiHeadAttention(d_model, num_heads, *([True] if causal else []))
    return with_weights(question, weights, dtype)


def asked_in(student: Student, weights: Weights, *, causal: bool) -> Callable[[torch.dtype], Question]:
    """The same in any width."""
    return lambda dtype: asked(student, weights, HEADS, causal=causal, dtype=dtype)


def reference(*, causal: bool) -> Callable[..., Tensor]:
    """The reference as a function of the input and the four weights."""
    return lambda *leaves: multi_head_attention(*leaves, num_heads=HEADS, causal=causal)


def expected(x: Tensor, weights: Weights, num_heads: int, *, causal: bool) -> Tensor:
    """What the reference gives."""
    return multi_head_attention(x, *weights.values(), num_heads=num_heads, causal=causal)
