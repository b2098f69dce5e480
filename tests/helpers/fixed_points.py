"""The course as it is for tests that count points by hand: what is added to it later changes none of their numbers."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.checking.registry import checks_of
from autograder.course import Assignment, Course, load, load_course

# The exercises that these tests know, and their points. Any part that is not here is what it is in the course.
POINTS = {
    "00_warmup": {
        "row_sums": 2,
    },
    "01_self_attention": {
        "build_vocab": 1,
        "to_ids": 1,
        "TokenEmbedding": 1,
        "softmax": 4,
        "attention_scores": 2,
        "attention_weights": 3,
        "context_vectors": 2,
        "SelfAttention": 4,
        "SingleHeadAttention": 3,
        "n_params_self_attention": 0.25,
        "n_params_single_head": 0.25,
        "n_qkv_weights": 0.25,
        "dot_product_variance": 0.75,
        "scaled_score_std": 0.5,
        "softmax_jacobian": 1.25,
        "saturating_queries_keys": 1,
        "asymmetric_scores": 0.75,
    },
    "02_causal": {
        "causal_mask": 3,
        "padding_mask": 1,
        "additive_causal_mask": 1.5,
        "mask_and_renormalize": 2.5,
        "masked_softmax": 4,
        "SingleHeadSelfAttention": 6,
        "CausalSelfAttention": 4,
        "n_params_causal": 0.25,
        "n_params_with_embedding": 0.25,
        "n_visible_pairs": 0.5,
        "first_row": 0.5,
        "uniform_causal_weights": 1,
        "key_bias_shift": 1.25,
        "query_bias_counterexample": 1.25,
    },
    "03_multihead": {
        "MultiHeadAttentionWrapper": 4,
        "split_heads": 4,
        "merge_heads": 3,
        "MultiHeadAttention": 8.75,
        "n_params_wrapper": 0.25,
        "n_params_multihead": 0.25,
        "head_dim": 0.25,
        "attention_matmul_flops": 1,
        "weights_bytes": 0.5,
    },
}


def of_these_tests(course: Course) -> Course:
    """Return the course with these exercises only, at these points."""
    return replace(course, assignments=tuple(map(_trimmed, course.assignments)))


def _trimmed(part: Assignment) -> Assignment:
    known = POINTS.get(part.id)
    if known is None:
        return part
    named = [exercise for exercise in part.exercises if exercise.name in known]
    return replace(part, exercises=tuple(replace(item, points=known[item.name]) for item in named))


@pytest.fixture
def fixed_points(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In this process the course has these exercises only, at these points."""
    read, real = load._load, load_course()
    trimmed = of_these_tests(real)

    def read_trimmed(folder: Path) -> Course:
        return trimmed if folder == real.folder else read(folder)

    read_trimmed.cache_clear = read.cache_clear  # type: ignore[attr-defined]
    monkeypatch.setattr(load, "_load", read_trimmed)
    yield
    checks_of.cache_clear()  # of the trimmed course
