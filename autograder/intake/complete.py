"""One file of a draft, completed with the exercises that other sources define."""

from collections.abc import Sequence

from autograder.intake.assemble import Assembled, Piece
from autograder.intake.attempts import recency
from autograder.intake.draft import Draft, rivals_note, taken_note
from autograder.intake.entries import Entry
from autograder.intake.names import plain, stem, without_copies
from autograder.intake.notebook import NotebookReader
from autograder.intake.outline import Handout, Outline
from autograder.intake.source import Labels, Source


class Completion:
    """Which source each exercise of a file comes from; None stands for the file as it was placed."""

    def __init__(
        self, draft: Draft, handout: Handout, placed: Outline, offers: Sequence[Source], label: Labels
    ) -> None:
        self._draft = draft
        self._handout = handout
        self._placed = placed
        self._offers = sorted(offers, key=lambda source: self._rank(source.entry))
        self._label = label
        self._placed_from = draft.origins.get(handout.file)
        self._chosen = {name: source for name in handout.exercises for source in self._choice(name)}

    def _choice(self, name: str) -> list[Source | None]:
        """The source that counts, in a list; empty where nobody has solved the exercise."""
        file, place = self._handout.file, self._handout.place
        solving = [source for source in self._offers if name in source.outline.solved[place]]
        placed = name in self._placed.solved.get(place, {}) or name in self._placed.imported
        if not placed:
            return [*solving[-1:]]
        if not solving or self._draft.is_firm(file):
            return [None]
        later = self._rank(solving[-1].entry) > self._rank(self._draft.origins[file])
        return [solving[-1] if later else None]

    def _rank(self, entry: Entry) -> tuple[bool, tuple[object, ...]]:
        """Which of several files counts: one that is called as the file or its part, and of these the last."""
        own_names = {self._handout.file.removesuffix(".py"), self._handout.assignment}
        return plain(without_copies(stem(entry.name))[0]) in own_names, recency(entry.parts)

    def _called(self, source: Source) -> str:
        """The name of a source, with its folder where it is called as the file that it completes."""
        entry = source.entry
        return "/".join(entry.parts) if entry.name == self._handout.file else self._label(entry)

    def _names_from(self, source: Source | None) -> tuple[str, ...]:
        return tuple(name for name, chosen in self._chosen.items() if chosen is source)

    def carry_out(self, notebooks: NotebookReader, handouts: tuple[Handout, ...]) -> None:
        """Put the file together, and say so."""
        donors = [source for source in self._offers if self._names_from(source)]
        if donors:
            made = notebooks.assemble(self._pieces(donors), self._handout, handouts)
            self._take(made, donors)
        for note in self._rivals():
            self._draft.notes.append(note)

    def _pieces(self, donors: Sequence[Source]) -> tuple[Piece, ...]:
        """The file as it was placed, or the stub for what nobody has solved, and then the others."""
        file, kept = self._handout.file, self._names_from(None)
        first = (
            Piece(file, self._draft.sources[file], kept, whole=True) if kept else Piece(file, self._handout.stub, ())
        )
        others = (
            Piece(self._called(source), source.data, self._names_from(source), notebook=source.notebook)
            for source in donors
        )
        return (first, *others)

    def _take(self, made: Assembled, donors: Sequence[Source]) -> None:
        draft, file = self._draft, self._handout.file
        refused = dict(made.refused)
        for source in donors:
            if why := refused.get(self._called(source)):
                draft.notes.append(f"{taken_note(self._names_from(source), self._called(source), no=True)}: {why}")
        used = [source for source in donors if made.source and self._called(source) not in refused]
        if not used:
            return
        draft.others += [source.entry for source in used]
        draft.notes += [f"{self._called(item)}: {note}" for item in used for note in item.outline.notes]
        notes = [taken_note(self._names_from(source), self._called(source)) for source in used]
        if self._names_from(None):
            draft.sources[file] = made.source
            draft.notes += notes
        elif len(used) > 1:
            draft.place(file, made.source, used[-1].entry)
            draft.notes += notes
        else:
            stub = f", because {file} is the stub as it was" if draft.is_firm(file) else ""
            draft.place(file, made.source, used[0].entry, f"{file} was taken from {self._called(used[0])}{stub}")

    def _rivals(self) -> list[str]:
        """A sentence for exercises that several sources define in different ways."""
        groups: dict[tuple[tuple[str, ...], str], list[str]] = {}
        for name, chosen in self._chosen.items():
            found = self._definitions(name)
            if len(set(found.values())) > 1:
                groups.setdefault((tuple(found), self._where(chosen)), []).append(name)
        return [rivals_note(names, labels, counts) for (labels, counts), names in groups.items()]

    def _where(self, chosen: Source | None) -> str:
        if chosen is not None:
            return self._called(chosen)
        return self._label(self._placed_from) if self._placed_from else self._handout.file

    def _definitions(self, name: str) -> dict[str, str]:
        """The digest of an exercise in each source that solves it, by label; the file as it was placed comes first."""
        place = self._handout.place
        outlines = [(self._called(source), source.outline) for source in self._offers]
        if self._placed_from is not None:
            last = self._chosen[name] is None and not self._draft.is_firm(self._handout.file)
            outlines.insert(len(outlines) if last else 0, (self._label(self._placed_from), self._placed))
        found = ((label, outline.solved.get(place, {}).get(name)) for label, outline in outlines)
        return {label: digest for label, digest in found if digest}
