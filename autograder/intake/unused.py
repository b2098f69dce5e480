"""Names what was received and not used: to the student in a note, to the instructor in a line."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from autograder.intake.draft import Draft, listed
from autograder.intake.entries import Entry
from autograder.intake.names import is_handed_out, is_junk

SHOWN = 5  # beyond these, files are counted


class Unused:
    """The files of one student that are in no draft and in no sentence so far."""

    def __init__(
        self,
        entries: Sequence[Entry],
        drafts: Mapping[str, Draft],
        problems: Sequence[str],
        folder_of: Callable[[Entry], str],  # the assignment of a file, by its folder
    ) -> None:
        self._drafts = drafts
        self._folder_of = folder_of
        used = {id(entry) for draft in drafts.values() for entry in draft.entries}
        self._taken = {entry.name for draft in drafts.values() for entry in draft.entries}
        told = [*problems, *(text for draft in drafts.values() for text in (*draft.notes, *draft.missing.values()))]
        self.entries = [
            entry
            for entry in entries
            if id(entry) not in used
            and not entry.folder
            and not any(map(is_junk, entry.parts))
            and not is_handed_out(entry.parts)
            and not any(draft.choice.outdates(entry) for draft in drafts.values())
            and entry.name != f"{folder_of(entry)}.ipynb"  # the notebook of the exercises, which nobody has to use
            and not self._is_named(entry, told)
        ]

    def tell_student(self) -> None:
        """A note in the draft of the assignment that a file is beside, or in all where it is beside none."""
        groups: dict[str, list[str]] = {name: [] for name in self._drafts}
        for entry in self.entries:
            home = self._folder_of(entry)
            for name in [home] if home in self._drafts else self._drafts:
                plain = home == name and entry.name not in self._taken
                groups[name].append(entry.name if plain else "/".join(entry.parts))
        for name, files in groups.items():
            self._drafts[name].notes += [unused_note(sorted(files))] if files else []

    def _is_named(self, entry: Entry, told: Sequence[str]) -> bool:
        name = "/".join(entry.parts) if entry.name in self._taken else entry.name
        return any(name in text for text in told)

    def lines(self, student: str, folders: Iterable[str]) -> list[str]:
        """For the instructor; *folders* at the top that are no assignment's are named themselves."""
        strange = set(folders)
        paths = sorted("/".join(entry.parts) for entry in self.entries if entry.parts[0] not in strange)
        return [f"{student}: {unused_note(paths)}"] if paths else []


def unused_note(files: Sequence[str]) -> str:
    """One sentence for all files."""
    was = "were" if len(files) > 1 else "was"
    return f"{listed(files, SHOWN)} {was} received and not used"
