"""Completes submissions with exercises that are not in the expected file but elsewhere in what a student handed in."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from autograder.course import Assignment, Course
from autograder.intake.assemble import Assembled, Piece
from autograder.intake.attempts import SelectedAttempt, bare_name, recency
from autograder.intake.draft import Draft, modules_imported_by, rivals_note, source_note
from autograder.intake.entries import MAX_FILE, MAX_NOTEBOOK, MB, Entry, UnreadableError, normalise_text
from autograder.intake.names import NOTEBOOK, is_code, is_provided
from autograder.intake.outline import FileKey, Handout, Outline, read_handouts
from autograder.intake.parser_process import IntakeParser
from autograder.intake.sorting import MAX_INSPECTED, Sorter, names_defined_in
from autograder.intake.sources import CodeFile, Labels, Ownership, without_earlier_copies

MAX_SOURCES = 24 * MB  # of one student in memory


class DraftCompleter:
    """Completes the drafts of any number of students.

    Args:
        course: the course.
        hint: the only assignment that is graded, if there is one.
        sorter: recognises the assignment of a file.
        parser: parses files.
    """

    def __init__(self, course: Course, hint: Assignment | None, sorter: Sorter, parser: IntakeParser) -> None:
        self._course = course
        self._hint = hint
        self._sorter = sorter
        self._parser = parser
        self._handouts = read_handouts(course)
        self._exercises = {name for item in self._handouts for name in item.exercises}
        self._given = {
            item.place: frozenset(names_defined_in(item.stub)) - set(item.exercises) for item in self._handouts
        }

    def complete(self, entries: Sequence[Entry], drafts: dict[str, Draft]) -> None:
        """Complete every draft, and start one for each assignment of which everything is elsewhere.

        Args:
            entries: all files of the student.
            drafts: the drafts so far, by assignment; changed in place.
        """
        sources = self._sources(entries, drafts)
        if not any(self._surplus(source) or source.is_guess for source in sources):
            return
        outlined = [
            _unplace_mixed(replace(source, outline=self._outline(source.data, notebook=source.notebook)), drafts)
            for source in sources
        ]
        sources = without_earlier_copies(outlined)
        imported = {
            name for draft in drafts.values() for data in draft.sources.values() for name in modules_imported_by(data)
        }
        expected = set(drafts) | ({self._hint.id} if self._hint else set())
        ownership = Ownership(self._handouts, self._given, expected, imported)
        label = Labels(source.entry for source in sources)
        for handout in self._handouts:
            offers = [source for source in sources if self._offers(source, handout, drafts, ownership)]
            if offers:
                self._complete(drafts, handout, offers, label)
        for draft, note in ownership.ambiguous(sources, drafts):
            draft.notes.append(note)

    def _complete(self, drafts: dict[str, Draft], handout: Handout, offers: Sequence[CodeFile], label: Labels) -> None:
        assignment = self._course.assignment(handout.assignment)
        draft = drafts.get(assignment.id) or Draft(assignment, SelectedAttempt({}, (), 1, ()))
        data = draft.sources.get(handout.file)
        placed = Outline() if data is None else self._outline(data)
        if not placed.problem:
            drafts[assignment.id] = draft
            FileCompletion(draft, handout, placed, offers, label).apply(self._parser, self._handouts)

    def _offers(self, source: CodeFile, handout: Handout, drafts: Mapping[str, Draft], ownership: Ownership) -> bool:
        """Whether a source may contribute exercises to a file that it is not used as."""
        if not source.outline.solved.get(handout.place) or handout.place in source.places:
            return False
        draft = drafts.get(handout.assignment)
        outdated = draft is not None and draft.selected.supersedes(source.entry)
        return not outdated and ownership.allow(source, handout.assignment)

    def _sources(self, entries: Sequence[Entry], drafts: Mapping[str, Draft]) -> list[CodeFile]:
        """Return all files that may contain code of the student, those that are in use first."""
        places: dict[int, set[FileKey]] = {}
        for draft in drafts.values():
            for file, entry in draft.origins.items():
                places.setdefault(id(entry), set()).add((draft.assignment.id, file))
        outdated = {id(item.entry) for draft in drafts.values() for item in draft.selected.earlier}
        programs = [
            entry for entry in entries if id(entry) in places or (id(entry) not in outdated and _is_program(entry))
        ]
        programs.sort(key=lambda entry: id(entry) not in places)
        expected_names = {
            id(draft.origins[file])
            for draft in drafts.values()
            for file in draft.origins
            if draft.has_expected_name(file)
        }
        sources: list[CodeFile] = []
        for entry in programs[:MAX_INSPECTED]:
            source = self._source(
                entry, frozenset(places.get(id(entry), ())), has_expected_name=id(entry) in expected_names
            )
            if source is not None and sum(len(item.data) for item in [*sources, source]) <= MAX_SOURCES:
                sources.append(source)
        return sources

    def _source(self, entry: Entry, places: frozenset[FileKey], *, has_expected_name: bool) -> CodeFile | None:
        nothing: tuple[bytes | None, set[str]] = (None, set())
        data, defined = self._parser.here(_text_and_names, (entry,), nothing)
        if data is None:
            return None
        names = frozenset(defined) & self._exercises
        return CodeFile(
            entry, data, names, self._sorter.named_assignment(entry), places, has_expected_name=has_expected_name
        )

    def _surplus(self, source: CodeFile) -> set[str]:
        """Return the exercises that a source seems to define beyond those of the files that it is used as."""
        used = [item for item in self._handouts if item.place in source.places]
        own = {name for item in used for name in (*item.exercises, *self._given[item.place])}
        return set(source.names) - own

    def _outline(self, data: bytes, *, notebook: bool = False) -> Outline:
        return self._parser.outline(data, self._handouts, notebook=notebook)


def _text_and_names(entry: Entry) -> tuple[bytes | None, set[str]]:
    """Return what is in a file, and the names that it seems to define; nothing if it cannot be read."""
    try:
        data = normalise_text(entry.read(MAX_NOTEBOOK if NOTEBOOK.search(entry.name) else MAX_FILE))[0]
    except UnreadableError:
        return None, set()
    return data, names_defined_in(data)


def _unplace_mixed(source: CodeFile, drafts: Mapping[str, Draft]) -> CodeFile:
    """Stop using a script as a file if its exercises must be extracted, because it cannot be graded as it is.

    Such a script parses only cell by cell, or contains exercises of several assignments and, under the name of one, the
    code that another assignment is handed out with.
    """
    if source.notebook:
        return source
    left = source.places if source.is_guess and source.outline.in_cells else source.places & source.outline.mixed
    for assignment, file in left:
        drafts[assignment].unplace(file)
    return replace(source, places=source.places - left)


def _is_program(entry: Entry) -> bool:
    """Whether an entry may be a program that the student wrote."""
    return not (entry.folder or entry.problem or is_provided(entry.parts)) and is_code(entry.name)


class FileCompletion:
    """Chooses the source of each exercise of one file and assembles the file; None means the file as it was placed.

    Args:
        draft: the submission so far; changed by `apply`.
        handout: the file as it was handed out.
        placed: the outline of the file as it was placed.
        offers: sources that may contribute exercises.
        label: labels of files in messages.
    """

    def __init__(
        self, draft: Draft, handout: Handout, placed: Outline, offers: Sequence[CodeFile], label: Labels
    ) -> None:
        self._draft = draft
        self._handout = handout
        self._placed = placed
        self._offers = sorted(offers, key=lambda source: self._rank(source.entry))
        self._label = label
        self._placed_from = draft.origins.get(handout.file)
        self._chosen = {name: source for name in handout.exercises for source in self._candidates_for(name)}

    def _candidates_for(self, name: str) -> list[CodeFile | None]:
        """Return the source that counts, in a list; empty where none solves the exercise."""
        file, place = self._handout.file, self._handout.place
        solving = [source for source in self._offers if name in source.outline.solved[place]]
        placed = name in self._placed.solved.get(place, {}) or name in self._placed.imported
        if not placed:
            return [*solving[-1:]]
        if not solving or self._draft.has_expected_name(file):
            return [None]
        later = self._rank(solving[-1].entry) > self._rank(self._draft.origins[file])
        return [solving[-1] if later else None]

    def _rank(self, entry: Entry) -> tuple[bool, tuple[object, ...]]:
        """Return a sort key: files named after the file or its assignment come last, and among them the latest."""
        own_names = {self._handout.file.removesuffix(".py"), self._handout.assignment}
        return bare_name(entry.name) in own_names, recency(entry.parts)

    def _label_of(self, source: CodeFile) -> str:
        """Return the label of a source; its path where it has the name of the file that it completes."""
        entry = source.entry
        return "/".join(entry.parts) if entry.name == self._handout.file else self._label(entry)

    def _names_from(self, source: CodeFile | None) -> tuple[str, ...]:
        return tuple(name for name, chosen in self._chosen.items() if chosen is source)

    def apply(self, parser: IntakeParser, handouts: tuple[Handout, ...]) -> None:
        """Assemble the file and add notes about it to the draft."""
        donors = [source for source in self._offers if self._names_from(source)]
        if donors:
            made = parser.assemble(self._pieces(donors), self._handout, handouts)
            self._place(made, donors)
        for note in self._rivals():
            self._draft.notes.append(note)

    def _pieces(self, donors: Sequence[CodeFile]) -> tuple[Piece, ...]:
        """Return the file as it was placed, or the stub for unsolved exercises, followed by the other sources."""
        file, kept = self._handout.file, self._names_from(None)
        first = (
            Piece(file, self._draft.sources[file], kept, whole=True) if kept else Piece(file, self._handout.stub, ())
        )
        others = (
            Piece(self._label_of(source), source.data, self._names_from(source), notebook=source.notebook)
            for source in donors
        )
        return (first, *others)

    def _place(self, made: Assembled, donors: Sequence[CodeFile]) -> None:
        draft, file = self._draft, self._handout.file
        refused = dict(made.refused)
        for source in donors:
            if why := refused.get(self._label_of(source)):
                draft.notes.append(f"{source_note(self._names_from(source), self._label_of(source), no=True)}: {why}")
        used = [source for source in donors if made.source and self._label_of(source) not in refused]
        if not used:
            return
        draft.others += [source.entry for source in used]
        draft.notes += [f"{self._label_of(item)}: {note}" for item in used for note in item.outline.notes]
        notes = [source_note(self._names_from(source), self._label_of(source)) for source in used]
        if self._names_from(None):
            draft.sources[file] = made.source
            draft.notes += notes
        elif len(used) > 1:
            draft.place(file, made.source, used[-1].entry)
            draft.notes += notes
        else:
            stub = f", because {file} is the unchanged stub" if draft.has_expected_name(file) else ""
            draft.place(file, made.source, used[0].entry, f"{file} was taken from {self._label_of(used[0])}{stub}")

    def _rivals(self) -> list[str]:
        """Return a sentence for exercises that several sources define in different ways."""
        groups: dict[tuple[tuple[str, ...], str], list[str]] = {}
        for name, chosen in self._chosen.items():
            definitions = self._definitions(name)
            if len(set(definitions.values())) > 1:
                groups.setdefault((tuple(definitions), self._where(chosen)), []).append(name)
        return [rivals_note(names, labels, counts) for (labels, counts), names in groups.items()]

    def _where(self, chosen: CodeFile | None) -> str:
        if chosen is not None:
            return self._label_of(chosen)
        return self._label(self._placed_from) if self._placed_from else self._handout.file

    def _definitions(self, name: str) -> dict[str, str]:
        """Return the hash of an exercise in each source that solves it, by label; the placed file comes first."""
        place = self._handout.place
        outlines = [(self._label_of(source), source.outline) for source in self._offers]
        if self._placed_from is not None:
            last = self._chosen[name] is None and not self._draft.has_expected_name(self._handout.file)
            outlines.insert(len(outlines) if last else 0, (self._label(self._placed_from), self._placed))
        digests = ((label, outline.solved.get(place, {}).get(name)) for label, outline in outlines)
        return {label: digest for label, digest in digests if digest}
