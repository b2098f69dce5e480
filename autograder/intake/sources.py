"""Code files of a student, wherever they are, and whether the exercises in them may be used for an assignment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from autograder.intake.attempts import bare_name, recency
from autograder.intake.draft import Draft
from autograder.intake.entries import Entry
from autograder.intake.names import NOTEBOOK, strip_extensions
from autograder.intake.outline import FileKey, Handout, Outline


@dataclass(frozen=True)
class CodeFile:
    """A code file that a student handed in, under any name and in any place.

    Attributes:
        entry: the file.
        data: its content.
        names: exercises that it seems to define.
        home: the assignment that it, or its folder, is named after; empty where there is none.
        places: the files that it is used as.
        has_expected_name: whether one of them has its name.
        outline: the exercises that it solves, once it was parsed.
    """

    entry: Entry
    data: bytes
    names: frozenset[str]
    home: str = ""
    places: frozenset[FileKey] = frozenset()
    has_expected_name: bool = False
    outline: Outline = field(default_factory=Outline)

    @property
    def notebook(self) -> bool:
        """Whether it is a notebook."""
        return bool(NOTEBOOK.search(self.entry.name))

    @property
    def is_guess(self) -> bool:
        """Whether it is a Python file that is used as a file with another name."""
        return not self.notebook and bool(self.places) and self.entry.name not in {file for _, file in self.places}

    @property
    def series(self) -> tuple[object, ...]:
        """A key that all copies of a file in one folder share."""
        return self.entry.parts[:-1], bare_name(self.entry.name), self.notebook

    @property
    def solved(self) -> set[tuple[FileKey, str]]:
        """Every exercise that it solves, with its file."""
        return {(place, name) for place, names in self.outline.solved.items() for name in names}


class Labels:
    """Labels of files in messages: the name, or the path where several files have the same name."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        names = [entry.name for entry in entries]
        self._several = {name for name in names if names.count(name) > 1}

    def __call__(self, entry: Entry) -> str:
        """Return the label of a file."""
        return "/".join(entry.parts) if entry.name in self._several else entry.name


def without_earlier_copies(sources: Sequence[CodeFile]) -> list[CodeFile]:
    """Drop earlier copies of a file that solve the same exercise; copies that share no exercise are two halves."""
    ranked = sorted(sources, key=lambda source: recency(source.entry.parts))
    return [
        source
        for place, source in enumerate(ranked)
        if not any(source.series == later.series and source.solved & later.solved for later in ranked[place + 1 :])
    ]


class Ownership:
    """Decides which assignment an exercise in a source is meant for, or whether it is only a helper of another one's.

    The other exercises of the source, its folder and its name decide; what remains ambiguous is not used.

    Args:
        handouts: all stubs of the course.
        given: for each stub, the names that it defines besides its exercises.
        expected: assignments of which something was handed in, or the only one that is graded.
        imported: modules that a file in use imports.
    """

    def __init__(
        self,
        handouts: Sequence[Handout],
        given: Mapping[FileKey, frozenset[str]],
        expected: set[str],
        imported: set[str],
    ) -> None:
        self._handouts = handouts
        self._expected = expected
        self._imported = imported
        self._meanings: dict[str, set[str]] = {}
        for handout in handouts:
            for name in (*handout.exercises, *given[handout.place]):
                self._meanings.setdefault(name, set()).add(handout.assignment)

    def allow(self, source: CodeFile, assignment: str) -> bool:
        """Whether exercises of an assignment may be taken from this source."""
        if source.home == assignment or any(owner == assignment for owner, _ in source.places):
            return True
        decisive = self._decisive(source, assignment)
        if self._is_most_of_a_file(decisive, assignment):
            return True
        if source.has_expected_name or strip_extensions(source.entry.name) in self._imported:
            return False
        return bool(decisive) and (assignment in self._expected or not self._expected)

    def _decisive(self, source: CodeFile, assignment: str) -> set[str]:
        """Return the exercises that no exercise of another assignment depends on and that have no other meaning."""
        outline = source.outline
        return {
            name
            for name in outline.of(assignment)
            if not outline.needed_by.get(name) and not self._rivals(source, name, assignment)
        }

    def _rivals(self, source: CodeFile, name: str, assignment: str) -> list[str]:
        """Return the other assignments that a name may belong to, where nothing else in the source is for this one."""
        if source.outline.of(assignment) - {name}:
            return []
        others = self._meanings[name] - {assignment}
        return sorted(other for other in others if source.outline.of(other) - {name})

    def _is_most_of_a_file(self, names: set[str], assignment: str) -> bool:
        files = (set(item.exercises) for item in self._handouts if item.assignment == assignment)
        return any(2 * len(names & own) >= len(own) for own in files)

    def ambiguous(self, sources: Sequence[CodeFile], drafts: Mapping[str, Draft]) -> Iterator[tuple[Draft, str]]:
        """Yield a sentence for each exercise that is not used because it may be meant for several assignments."""
        label = Labels(source.entry for source in sources)
        for source in sources:
            for assignment in sorted(source.outline.assignments):
                for name in sorted(source.outline.of(assignment)):
                    rivals = self._rivals(source, name, assignment)
                    if not rivals or self.allow(source, assignment):
                        continue
                    owners = [assignment, *rivals]
                    note = f"{name} in {label(source.entry)} could be for {' or for '.join(owners)}, and is not used"
                    yield from ((drafts[owner], note) for owner in owners if owner in drafts)
