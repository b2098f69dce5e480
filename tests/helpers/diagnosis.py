"""How tests ask for a diagnosis, and a layer with slots for mistakes."""

from collections.abc import Callable, Iterable

from autograder.course import Exercise
from tests.helpers.paths import ROOT

SOLUTIONS = ROOT / "solutions"
Said = Callable[[Exercise, bytes], list[tuple[str, str]]]  # family and name of every mistake that is named


def solution_with(exercise: Exercise, code: str) -> bytes:
    text = (SOLUTIONS / exercise.assignment / exercise.file).read_text(encoding="utf-8")
    return f"{text}\n\n{code}\n".encode()


def families(found: Iterable[tuple[str, str]]) -> set[str]:
    return {family for family, _ in found}


TEMPLATE = """
class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x):
        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value
        scores = {scores} / {scale}
        weights = {weights}
        return {result}
"""
RIGHT = {
    "scores": "q @ k.mT",
    "scale": "k.shape[-1] ** 0.5",
    "weights": "torch.softmax(scores, dim=-1)",
    "result": "weights @ v",
}
