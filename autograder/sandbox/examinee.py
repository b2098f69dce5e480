"""Who can be asked: a submission behind the wall, or, for authors, one file in this very process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from autograder.sandbox.box import wire
from autograder.sandbox.student_text import StudentText

Recipe = dict[str, Any]
Report = Mapping[str, Any]


class Encoded(dict[str, Any]):
    """A recipe and the frame that carries it: made once, sent for every submission."""

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe)
        self.frame = wire.encode(dict(recipe), _plain_text)


def _plain_text(value: Any, encoder: wire.Encoder) -> Any:
    """A text that an answer gave goes back as the string that it was."""
    if isinstance(value, StudentText):
        return encoder.node(str.__str__(value), 0)
    return {"foreign": type(value).__name__}


def frame_of(recipe: Recipe) -> bytes:
    """The frame that carries a recipe."""
    return (recipe if isinstance(recipe, Encoded) else Encoded(recipe)).frame


@dataclass(frozen=True)
class Lost:
    """No report came: the process `crashed`, `timed out` or `broke the protocol`."""

    kind: str
    evidence: str


class Examinee(Protocol):
    """Answers recipes, each complete in itself, in order."""

    def ask(self, recipes: Sequence[Recipe]) -> list[Report | Lost]:
        """One report (or loss) for each recipe."""
        ...
