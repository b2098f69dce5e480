"""A submission while it is put together: its files, where they came from, and the notes about them."""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from autograder.course import Assignment
from autograder.intake.attempts import SelectedAttempt
from autograder.intake.entries import MAX_FILE, Entry, UnreadableError, normalise_text

SHOWN = 8  # exercises that one message lists
FROM = re.compile(rb"^[ \t]*from[ \t]+(\w+)[ \t]+import\b", re.MULTILINE)
PACKAGE = re.compile(rb"^[ \t]*(?:from|import)[ \t]+(\w+)", re.MULTILINE)
IMPORT = re.compile(rb"^[ \t]*import[ \t]+([\w., \t]+)", re.MULTILINE)
LIBRARIES = sys.stdlib_module_names | {"torch", "numpy", "pytest", "hypothesis"}
MAX_MODULES = 8  # of one assignment


@dataclass
class Draft:
    """One assignment of one student while it is put together.

    Attributes:
        assignment: the assignment.
        selected: the attempt that counts.
        sources: the files so far.
        notes: sentences for the student.
        missing: why a file is missing, by file.
        refused: of the missing files, those that were handed in but cannot be read.
        origins: the entry that each file was read from.
        origin_notes: the note about the origin, by file.
        others: the entries that single exercises came from.
        time: when it was handed in, late or not; empty if that is not known.
        zone: the zone of the class by whose clocks `time` was read; empty if it had an offset or a zone of its own.
        reported: whether a platform says so, and not only what was handed in.
        marked: whether the platform marked it as late.
        question: what a person should settle; empty if nothing.
    """

    assignment: Assignment
    selected: SelectedAttempt
    sources: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    origins: dict[str, Entry] = field(default_factory=dict)
    origin_notes: dict[str, str] = field(default_factory=dict)
    others: list[Entry] = field(default_factory=list)
    time: str = ""
    zone: str = ""
    reported: bool = False
    marked: bool = False
    question: str = ""

    def place(self, file: str, data: bytes, entry: Entry, note: str = "") -> None:
        """Add or replace a file, and the note about its origin.

        Args:
            file: the name of the file in the assignment.
            data: its content.
            entry: what it was read from.
            note: a sentence about its origin, if there is something to say.
        """
        if (before := self.origin_notes.pop(file, "")) in self.notes:
            self.notes.remove(before)
        self.sources[file] = data
        self.origins[file] = entry
        self.missing.pop(file, None)
        self.refused.discard(file)
        if note:
            self.origin_notes[file] = note
            self.notes.append(note)

    def unplace(self, file: str) -> None:
        """Remove a file and the note about its origin."""
        del self.sources[file], self.origins[file]
        if (note := self.origin_notes.pop(file, "")) in self.notes:
            self.notes.remove(note)

    def has_expected_name(self, file: str) -> bool:
        """Whether a file was recognised by its name, so that no other source replaces work in it."""
        candidate = self.selected.files.get(file)
        return candidate is not None and not candidate.why and self.origins.get(file) is candidate.entry

    @property
    def entries(self) -> list[Entry]:
        """Every entry that it was made from."""
        return [*self.origins.values(), *self.others]


def join_names(names: Sequence[str], most: int = SHOWN) -> str:
    """Join names as `a, b and c`; beyond *most*, the first ones and how many more there are."""
    shown = [*names[:most], *([f"{len(names) - most} more"] if len(names) > most else [])]
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def source_note(names: Sequence[str], label: str, *, no: bool = False) -> str:
    """Say where exercises were taken from, or with *no* that they were not."""
    return f"{join_names(names)} {'were' if len(names) > 1 else 'was'} {'not ' if no else ''}taken from {label}"


def rivals_note(names: Sequence[str], labels: Sequence[str], counts: str) -> str:
    """Say which of several definitions of exercises counts."""
    places = " and ".join(f"in {label}" for label in labels)
    are, ones, count = ("are", "ones", "count") if len(names) > 1 else ("is", "one", "counts")
    return f"{join_names(names)} {are} defined {places}; the {ones} in {counts} {count}"


def modules_imported_by(data: bytes) -> set[str]:
    """Return the modules that a program seems to import, without libraries."""
    modules = {name.decode() for name in FROM.findall(data)}
    for names in IMPORT.findall(data):
        modules |= {part.split()[0] for part in names.decode().split(",") if part.strip()}
    return {name for name in modules if name not in LIBRARIES and "." not in name}


def add_imported_modules(draft: Draft, entries: Sequence[Entry]) -> None:
    """Add the student's own modules that the files of a draft import, and those that these import.

    Args:
        draft: the submission so far; changed in place.
        entries: the files of the student.
    """
    pending = list(draft.sources)
    while pending and len(draft.sources) < MAX_MODULES + len(draft.assignment.files):
        file = pending.pop(0)
        for module in sorted(modules_imported_by(draft.sources[file])):
            name = f"{module}.py"
            if name in draft.sources or name in draft.assignment.files:
                continue
            if source := _module(name, entries, draft):
                entry, data = source
                draft.sources[name] = data
                draft.origins[name] = entry
                draft.notes.append(f"{name} was included, because {file} imports it")
                pending.append(name)
    for file in draft.sources:
        draft.notes += _package_notes(file, draft, entries)


def _package_notes(file: str, draft: Draft, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield a sentence for each folder of the student's with modules that a file imports, which are not included."""
    packages = {name.decode() for name in PACKAGE.findall(draft.sources[file])} - LIBRARIES
    for package in sorted(name for name in packages if f"{name}.py" not in draft.sources):
        modules = sorted("/".join(item.parts[-2:]) for item in entries if item.parts[-2:-1] == (package,))
        if modules := [name for name in modules if name.endswith(".py")]:
            advice = f"a module of your own has to be a file beside {file}"
            yield f"{join_names(modules)} {'were' if len(modules) > 1 else 'was'} not included: {advice}"


def _module(name: str, entries: Sequence[Entry], draft: Draft) -> tuple[Entry, bytes] | None:
    """Return the file of this name: one beside the graded files, or else the only one."""
    candidates = list(_readable([entry for entry in entries if entry.name == name and not entry.folder]))
    beside = [item for item in candidates if any(item[0].parts[:-1] == used.parts[:-1] for used in draft.entries)]
    candidates = beside or candidates
    return candidates[0] if len({data for _, data in candidates}) == 1 else None


def _readable(entries: Sequence[Entry]) -> Iterator[tuple[Entry, bytes]]:
    for entry in entries:
        try:
            yield entry, normalise_text(entry.read(MAX_FILE))[0]
        except UnreadableError:
            continue
