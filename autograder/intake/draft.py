"""A submission while it is put together, and the sentences about where its exercises come from."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from autograder.course import Assignment
from autograder.intake.attempts import Choice
from autograder.intake.entries import Entry

SHOWN = 8  # exercises that one sentence names


@dataclass
class Draft:
    """What is known of one assignment of one student while it is put together."""

    assignment: Assignment
    choice: Choice
    sources: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    origins: dict[str, Entry] = field(default_factory=dict)  # what each file was read from
    claims: dict[str, str] = field(default_factory=dict)  # the note that says so, by file
    others: list[Entry] = field(default_factory=list)  # what single exercises or imported modules came from
    handed_in: str = ""
    due: str = ""

    def place(self, file: str, data: bytes, entry: Entry, note: str = "") -> None:
        """Take a file from an entry; a note about an earlier one of the same name is no longer true."""
        if (before := self.claims.pop(file, "")) in self.notes:
            self.notes.remove(before)
        self.sources[file] = data
        self.origins[file] = entry
        self.missing.pop(file, None)
        self.refused.discard(file)
        if note:
            self.claims[file] = note
            self.notes.append(note)

    def take_back(self, file: str) -> None:
        """Leave a file open again."""
        del self.sources[file], self.origins[file]
        if (note := self.claims.pop(file, "")) in self.notes:
            self.notes.remove(note)

    def is_firm(self, file: str) -> bool:
        """Whether a file came under a name of the contract, so that nothing else replaces work in it."""
        candidate = self.choice.files.get(file)
        return candidate is not None and not candidate.why and self.origins.get(file) is candidate.entry

    @property
    def entries(self) -> list[Entry]:
        """Everything that it is made of."""
        return [*self.origins.values(), *self.others]


def listed(names: Sequence[str], most: int = SHOWN) -> str:
    """`a`, `a and b`, `a, b and c`; beyond *most*, the first ones and how many more there are."""
    shown = [*names[:most], *([f"{len(names) - most} more"] if len(names) > most else [])]
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def taken_note(names: Sequence[str], label: str, *, no: bool = False) -> str:
    """Where exercises were taken from, or were not."""
    return f"{listed(names)} {'were' if len(names) > 1 else 'was'} {'not ' if no else ''}taken from {label}"


def rivals_note(names: Sequence[str], labels: Sequence[str], counts: str) -> str:
    """Which of several definitions counts."""
    places = " and ".join(f"in {label}" for label in labels)
    are, ones, count = ("are", "ones", "count") if len(names) > 1 else ("is", "one", "counts")
    return f"{listed(names)} {are} defined {places}; the {ones} in {counts} {count}"
