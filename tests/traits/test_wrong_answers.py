"""What is said of a graded exercise whose mistake has no name."""

from collections.abc import Callable

import pytest

from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import run_checks
from autograder.diagnosis.edited_answers import FirstAnswers
from autograder.sandbox.host.in_process import TrustedNames
from autograder.traits.wrong_answers import traits_of

Recorded = Callable[[str], dict[str, tuple[RecordedCheck, ...]]]


def told_of(recorded: tuple[RecordedCheck, ...], source: str) -> tuple[str, ...]:
    names: dict[str, object] = {}
    exec("import math\nimport torch\nfrom torch import nn\n" + source, names)
    target = FirstAnswers(TrustedNames(names, {}))
    findings = run_checks(recorded, target)
    failed = [(check, found) for check, found in zip(recorded, findings, strict=True) if found.failure is not None]
    return traits_of(failed, target.answers, target, known={"T", "t", "h"})


PROGRAMS = {
    "rounded": (
        "02_causal",
        "n_visible_pairs",
        "def n_visible_pairs(T):\n    return T * T // 2 + T // 2",
        ("the number is 1 too small", "Small examples are wrong where T is odd, and right elsewhere"),
    ),
    "moved": (
        "01_self_attention",
        "softmax",
        "def softmax(z, dim=-1):\n    return z.movedim(dim, -1).softmax(-1)",
        ("the numbers are right, but the dimensions are in another order",),
    ),
    "unpacked in another order": (
        "03_multihead",
        "merge_heads",
        "def merge_heads(x):\n    B, T, h, d = x.shape\n    return x.transpose(1, 2).reshape(B, T, h * d)",
        ("arranged in another way", "Small examples are right where t = h, and wrong elsewhere"),
    ),
    "the scale is a constant for the gradient": (
        "01_self_attention",
        "softmax",
        "def softmax(z, dim=-1):\n    e = (z - z.amax(dim, True)).exp()\n    return e / e.detach().sum(dim, True)",
        ("The results are right, and only gradients are wrong",),
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_wrong_answers_have_in_common(name: str, recorded_checks: Recorded) -> None:
    part, exercise, source, words = PROGRAMS[name]
    sentences = told_of(recorded_checks(part)[part, exercise], source)
    assert len(sentences) == len(words)
    assert all(expected in sentence for expected, sentence in zip(words, sentences, strict=True))


HEADS_MIXED = """
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads:
            raise ValueError
        self.h, self.causal = num_heads, causal
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = (w(x).view(B, T, self.h, -1).transpose(1, 2) for w in (self.W_Q, self.W_K, self.W_V))
        scores = torch.einsum("bhqd,bgkd->bhqk", q, k) / (C // self.h) ** 0.5
        if self.causal:
            scores = scores.masked_fill(torch.ones(T, T, device=x.device).triu(1) == 1, -torch.inf)
        return self.W_O((scores.softmax(-1) @ v).transpose(1, 2).reshape(B, T, C))
"""


def test_what_is_said_of_all_wrong_results_is_true_of_the_call_that_is_shown(recorded_checks: Recorded) -> None:
    sentences = told_of(recorded_checks("03_multihead")["03_multihead", "MultiHeadAttention"], HEADS_MIXED)
    assert not any("12 wrong results, the first row is right" in sentence for sentence in sentences), sentences
