"""One rule at work on the points of one student and assignment, and the line that tells all of them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from autograder.results.model import Json, number


@dataclass(frozen=True)
class Step:
    """What a rule did; `text` says it with the rule's name, as `− 10 % late (2 days, rule late.per_day)`."""

    rule: str
    text: str
    score: float  # after it
    max_score: float

    def to_json(self) -> Json:
        """As it stands beside the points."""
        return asdict(self) | {"score": number(self.score), "max_score": number(self.max_score)}


def trace(score: float, max_score: float, steps: Sequence[Step]) -> str:
    """From the graded points to those that count: `27 − 10 % late (2 days, rule late.per_day) = 24.3`."""
    line, maximum = f"{score:g}", max_score
    for step in steps:
        line += f" {step.text} = {step.score:g}"
        if step.max_score != maximum:
            line += f" of {step.max_score:g}"
            maximum = step.max_score
    return line
