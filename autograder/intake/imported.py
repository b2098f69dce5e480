"""Modules of a student's own that a graded file imports come along with it."""

import re
import sys
from collections.abc import Iterator, Sequence

from autograder.intake.draft import Draft
from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.limits import MAX_FILE
from autograder.intake.text import repair

FROM = re.compile(rb"^[ \t]*from[ \t]+(\w+)[ \t]+import\b", re.MULTILINE)
IMPORT = re.compile(rb"^[ \t]*import[ \t]+([\w., \t]+)", re.MULTILINE)
LIBRARIES = sys.stdlib_module_names | {"torch", "numpy", "pytest", "hypothesis"}
MOST = 8  # modules for one assignment


def modules_in(data: bytes) -> set[str]:
    """The modules that a program seems to import, without those of libraries."""
    found = {name.decode() for name in FROM.findall(data)}
    for names in IMPORT.findall(data):
        found |= {part.split()[0] for part in names.decode().split(",") if part.strip()}
    return {name for name in found if name not in LIBRARIES and "." not in name}


def take_along(draft: Draft, entries: Sequence[Entry]) -> None:
    """Add the modules that the files of a draft import, and those that these import."""
    left = list(draft.sources)
    while left and len(draft.sources) < MOST + len(draft.assignment.files):
        file = left.pop(0)
        for module in sorted(modules_in(draft.sources[file])):
            name = f"{module}.py"
            if name in draft.sources or name in draft.assignment.files:
                continue
            if found := _module(name, entries, draft):
                entry, data = found
                draft.sources[name] = data
                draft.origins[name] = entry
                draft.notes.append(f"{name} was taken along, because {file} imports it")
                left.append(name)


def _module(name: str, entries: Sequence[Entry], draft: Draft) -> tuple[Entry, bytes] | None:
    """The file of this name: beside the files that are graded, or else the only one that there is."""
    found = list(_readable([entry for entry in entries if entry.name == name and not entry.folder]))
    beside = [item for item in found if any(item[0].parts[:-1] == used.parts[:-1] for used in draft.entries)]
    found = beside or found
    return found[0] if len({data for _, data in found}) == 1 else None


def _readable(entries: Sequence[Entry]) -> Iterator[tuple[Entry, bytes]]:
    for entry in entries:
        try:
            yield entry, repair(entry.read(MAX_FILE))[0]
        except UnreadableError:
            continue
