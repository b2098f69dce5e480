"""A file of code that a student handed in, whatever it is called and wherever it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from autograder.intake.attempts import recency
from autograder.intake.entries import Entry
from autograder.intake.names import NOTEBOOK, plain, stem, without_copies
from autograder.intake.outline import Outline, Place


@dataclass(frozen=True)
class Source:
    """What can be seen of it from outside, and its outline where it was parsed."""

    entry: Entry
    data: bytes
    names: frozenset[str]  # exercises that it seems to define
    home: str = ""  # the assignment that its name or its folder says
    places: frozenset[Place] = frozenset()  # the files that it was taken for
    firm: bool = False  # one of them under a name of the contract
    outline: Outline = field(default_factory=Outline)

    @property
    def notebook(self) -> bool:
        """Whether its code is in cells."""
        return bool(NOTEBOOK.search(self.entry.name))

    @property
    def is_guess(self) -> bool:
        """Whether it is a Python file that was taken for one with another name."""
        return not self.notebook and bool(self.places) and self.entry.name not in {file for _, file in self.places}

    @property
    def series(self) -> tuple[object, ...]:
        """The same for all copies of a file in one folder."""
        return self.entry.parts[:-1], plain(without_copies(stem(self.entry.name))[0]), self.notebook

    @property
    def solved(self) -> set[tuple[Place, str]]:
        """Every exercise that it solves."""
        return {(place, name) for place, names in self.outline.solved.items() for name in names}


class Labels:
    """What files are called in sentences: by their names, and by their paths where a name is not enough."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        names = [entry.name for entry in entries]
        self._several = {name for name in names if names.count(name) > 1}

    def __call__(self, entry: Entry) -> str:
        """The label of a file."""
        return "/".join(entry.parts) if entry.name in self._several else entry.name


def without_earlier_copies(sources: Sequence[Source]) -> list[Source]:
    """Of copies of a file that solve the same exercise, only the last; copies that share nothing are two halves."""
    ranked = sorted(sources, key=lambda source: recency(source.entry.parts))
    return [
        source
        for place, source in enumerate(ranked)
        if not any(source.series == later.series and source.solved & later.solved for later in ranked[place + 1 :])
    ]
