"""Two mistakes at once, and what shows only beside ordinary inputs."""

from collections import Counter

import pytest

from autograder.course import load_course
from tests.helpers.diagnosis import RIGHT, TEMPLATE, Said, families, solution_with

FAULTS = [
    ("scale", "scale", "1"),
    ("scale", "scale", "k.shape[-1]"),
    ("scale", "scale", "k.shape[-2] ** 0.5"),
    ("scale", "scale", "(k.shape[-1] / 2)"),
    ("projection", "scores", "k @ q.mT"),
    ("projection", "scores", "q @ q.mT"),
    ("projection", "scores", "k @ k.mT"),
    ("axis", "weights", "torch.softmax(scores, dim=-2)"),
    ("axis", "weights", "torch.softmax(scores, dim=0)"),
    ("axis", "weights", "torch.softmax(scores.flatten(-2), dim=-1).reshape(scores.shape)"),
    ("normalisation", "weights", "scores / scores.sum(-1, keepdim=True)"),
    ("normalisation", "weights", "torch.softmax(scores, dim=-1).softmax(dim=-1)"),
    ("normalisation", "weights", "torch.sigmoid(scores)"),
    ("mask", "weights", "torch.softmax(scores.masked_fill(torch.ones_like(scores).triu(1) > 0, -torch.inf), dim=-1)"),
    ("projection", "result", "weights @ v + v"),
]
PAIRS = [(one, two) for place, one in enumerate(FAULTS) for two in FAULTS[place + 1 :] if one[1] != two[1]]


@pytest.mark.zoo
def test_two_mistakes_at_once_are_both_found(said_about: Said) -> None:
    exercise = load_course().exercise("01_self_attention", "SelfAttention")
    counts: Counter[str] = Counter()
    for one, two in PAIRS:
        code = TEMPLATE.format(**RIGHT | {one[1]: one[2], two[1]: two[2]})
        said = families(said_about(exercise, solution_with(exercise, code)))
        counts["both"] += said == {one[0], two[0]}
        counts["wrong"] += bool(said - {one[0], two[0]})
    assert counts["both"] >= 0.7 * len(PAIRS), counts
    assert counts["wrong"] <= 0.02 * len(PAIRS), counts


def test_one_mistake_at_a_time_is_found(said_about: Said) -> None:
    exercise = load_course().exercise("01_self_attention", "SelfAttention")
    for family, part, code in FAULTS:
        source = solution_with(exercise, TEMPLATE.format(**RIGHT | {part: code}))
        assert families(said_about(exercise, source)) == {family}, code


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"scale": "7.3"}, {"other-scale"}),
        ({"scale": "7.3", "weights": "torch.softmax(scores, dim=-2)"}, {"over-queries", "other-scale"}),
        ({"scores": "q @ q.mT", "result": "0.3 * weights @ v"}, {"scores-of-queries", "result-scaled"}),
    ],
)
def test_a_scale_of_any_size_is_found_beside_another_mistake(
    changes: dict[str, str], expected: set[str], said_about: Said
) -> None:
    exercise = load_course().exercise("01_self_attention", "SelfAttention")
    found = said_about(exercise, solution_with(exercise, TEMPLATE.format(**RIGHT | changes)))
    assert {name for _, name in found} == expected


def test_a_slip_of_writing_is_no_mistake_of_attention(said_about: Said) -> None:
    exercise = load_course().exercise("01_self_attention", "SelfAttention")
    code = TEMPLATE.format(**RIGHT | {"scores": "q * k if q.shape == v.shape else unknown"})
    assert said_about(exercise, solution_with(exercise, code)) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x.unflatten(-1, (num_heads, -1)).transpose(1, 2).roll(1, -1)", [("heads", "heads-rearranged")]),
        ("x.roll(1, 0).unflatten(-1, (num_heads, -1)).transpose(1, 2)", [("axis", "batch-mixed")]),
        ("x.unflatten(-1, (num_heads, -1)).transpose(1, 2) + 1", []),
    ],
)
def test_entries_at_other_places_are_told_from_other_entries(
    body: str, expected: list[tuple[str, str]], said_about: Said
) -> None:
    exercise = load_course().exercise("03_multihead", "split_heads")
    assert (
        said_about(exercise, solution_with(exercise, f"def split_heads(x, num_heads):\n    return {body}")) == expected
    )


def test_a_filling_that_is_too_weak_shows_at_large_scores(said_about: Said) -> None:
    exercise = load_course().exercise("02_causal", "masked_softmax")
    code = """
def masked_softmax(scores, d_k):
    later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    return torch.softmax((scores / d_k**0.5).masked_fill(later, {value}), dim=-1)
"""
    assert said_about(exercise, solution_with(exercise, code.format(value="-100"))) == [("mask", "mask-too-weak")]
    assert said_about(exercise, solution_with(exercise, code.format(value="-1e9"))) == []


def test_what_a_constructor_refuses_is_asked_for_last(said_about: Said) -> None:
    exercise = load_course().exercise("03_multihead", "MultiHeadAttention")
    code = """
Strict = MultiHeadAttention

class MultiHeadAttention(Strict):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__(d_model, num_heads if d_model % num_heads == 0 else 1, causal)
"""
    assert said_about(exercise, solution_with(exercise, code)) == [("heads", "heads-not-refused")]
