"""Exercises that are not where they belong are looked for in everything else that a student handed in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from autograder.course import Assignment, Course
from autograder.intake.attempts import Choice
from autograder.intake.claims import Claims
from autograder.intake.complete import Completion
from autograder.intake.draft import Draft
from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.imported import modules_in
from autograder.intake.limits import MAX_FILE, MAX_NOTEBOOK, MB
from autograder.intake.names import NOTEBOOK, is_code, is_handed_out
from autograder.intake.notebook import LOST, NotebookReader, handouts
from autograder.intake.outline import Handout, Outline, Place
from autograder.intake.sorting import LOOKED_INTO, Sorter, defined_in
from autograder.intake.source import Labels, Source, without_earlier_copies
from autograder.intake.text import repair

MAX_SOURCES = 24 * MB  # of one student in memory
MAX_LOST = 2  # each may take as long as the reading process is given


class Gatherer:
    """Completes the drafts of one student after the other."""

    def __init__(self, course: Course, hint: Assignment | None, sorter: Sorter, notebooks: NotebookReader) -> None:
        self._course = course
        self._hint = hint
        self._sorter = sorter
        self._notebooks = notebooks
        self._handouts = handouts(course)
        self._exercises = {name for item in self._handouts for name in item.exercises}
        self._given = {item.place: frozenset(defined_in(item.stub)) - set(item.exercises) for item in self._handouts}

    def gather(self, entries: Sequence[Entry], drafts: dict[str, Draft]) -> None:
        """Complete every draft, and begin one for an assignment of which everything is elsewhere."""
        sources = self._sources(entries, drafts)
        if not any(self._surplus(source) or source.is_guess for source in sources):
            return
        outlined = [_unplaced(source, drafts) for source in self._outlined(sources)]
        sources = without_earlier_copies(outlined)
        imported = {name for draft in drafts.values() for data in draft.sources.values() for name in modules_in(data)}
        expected = set(drafts) | ({self._hint.id} if self._hint else set())
        claims = Claims(self._handouts, self._given, expected, imported)
        label = Labels(source.entry for source in sources)
        for handout in self._handouts:
            offers = [source for source in sources if self._offers(source, handout, drafts, claims)]
            if offers:
                self._complete(drafts, handout, offers, label)
        for draft, note in claims.ambiguous(sources, drafts):
            draft.notes.append(note)

    def _complete(self, drafts: dict[str, Draft], handout: Handout, offers: Sequence[Source], label: Labels) -> None:
        assignment = self._course.assignment(handout.assignment)
        draft = drafts.get(assignment.id) or Draft(assignment, Choice({}, (), 1, ()))
        data = draft.sources.get(handout.file)
        placed = Outline() if data is None else self._outline(data)
        if not placed.problem:
            drafts[assignment.id] = draft
            Completion(draft, handout, placed, offers, label).carry_out(self._notebooks, self._handouts)

    def _offers(self, source: Source, handout: Handout, drafts: Mapping[str, Draft], claims: Claims) -> bool:
        """Whether a source may give exercises to a file that it was not taken for."""
        if not source.outline.solved.get(handout.place) or handout.place in source.places:
            return False
        draft = drafts.get(handout.assignment)
        outdated = draft is not None and draft.choice.outdates(source.entry)
        return not outdated and claims.allow(source, handout.assignment)

    def _sources(self, entries: Sequence[Entry], drafts: Mapping[str, Draft]) -> list[Source]:
        """All files that may hold code of the student's, those first that are in use."""
        places: dict[int, set[Place]] = {}
        for draft in drafts.values():
            for file, entry in draft.origins.items():
                places.setdefault(id(entry), set()).add((draft.assignment.id, file))
        outdated = {id(item.entry) for draft in drafts.values() for item in draft.choice.earlier}
        found = [
            entry for entry in entries if id(entry) in places or (id(entry) not in outdated and _is_program(entry))
        ]
        found.sort(key=lambda entry: id(entry) not in places)
        firm = {id(draft.origins[file]) for draft in drafts.values() for file in draft.origins if draft.is_firm(file)}
        sources: list[Source] = []
        for entry in found[:LOOKED_INTO]:
            source = self._source(entry, frozenset(places.get(id(entry), ())), firm=id(entry) in firm)
            if source is not None and sum(len(item.data) for item in [*sources, source]) <= MAX_SOURCES:
                sources.append(source)
        return sources

    def _source(self, entry: Entry, places: frozenset[Place], *, firm: bool) -> Source | None:
        try:
            data = repair(entry.read(MAX_NOTEBOOK if NOTEBOOK.search(entry.name) else MAX_FILE))[0]
        except UnreadableError:
            return None
        names = frozenset(defined_in(data)) & self._exercises
        return Source(entry, data, names, self._sorter.home_of(entry), places, firm=firm)

    def _surplus(self, source: Source) -> set[str]:
        """What a source seems to define beyond the files that it was taken for."""
        used = [item for item in self._handouts if item.place in source.places]
        own = {name for item in used for name in (*item.exercises, *self._given[item.place])}
        return set(source.names) - own

    def _outlined(self, sources: Sequence[Source]) -> Iterator[Source]:
        """Every source with its outline, until several were lost to the limits of time and memory."""
        lost = 0
        for source in sources:
            outline = self._outline(source.data, notebook=source.notebook) if lost < MAX_LOST else Outline(problem=LOST)
            lost += outline.problem == LOST
            yield replace(source, outline=outline)

    def _outline(self, data: bytes, *, notebook: bool = False) -> Outline:
        return self._notebooks.outline(data, self._handouts, notebook=notebook)


def _unplaced(source: Source, drafts: Mapping[str, Draft]) -> Source:
    """A script whose exercises are taken out of it, because it cannot be graded as it is.

    It parses only cell by cell, or has exercises of several parts and, under the name of one, what another part gives.
    """
    if source.notebook:
        return source
    left = source.places if source.is_guess and source.outline.in_cells else source.places & source.outline.mixed
    for assignment, file in left:
        drafts[assignment].take_back(file)
    return replace(source, places=source.places - left)


def _is_program(entry: Entry) -> bool:
    """Whether an entry may be a program of the student's own."""
    return not (entry.folder or entry.problem or is_handed_out(entry.parts)) and is_code(entry.name)
