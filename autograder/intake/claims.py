"""Whether an exercise that a source defines is meant for an assignment, or is a helper of another one's."""

from collections.abc import Iterator, Mapping, Sequence

from autograder.intake.draft import Draft
from autograder.intake.names import stem
from autograder.intake.outline import Handout, Place
from autograder.intake.source import Labels, Source


class Claims:
    """Judges by the other exercises of a source, by its folder and by its name; what stays ambiguous is not used."""

    def __init__(
        self,
        handouts: Sequence[Handout],
        given: Mapping[Place, frozenset[str]],
        expected: set[str],
        imported: set[str],
    ) -> None:
        self._handouts = handouts
        self._expected = expected  # assignments of which something was handed in, or that alone are graded
        self._imported = imported  # modules that a file in use imports
        self._meanings: dict[str, set[str]] = {}
        for handout in handouts:
            for name in (*handout.exercises, *given[handout.place]):
                self._meanings.setdefault(name, set()).add(handout.assignment)

    def allow(self, source: Source, assignment: str) -> bool:
        """Whether exercises of an assignment are taken from this source."""
        if source.home == assignment or any(owner == assignment for owner, _ in source.places):
            return True
        telling = self._telling(source, assignment)
        if self._is_most_of_a_file(telling, assignment):
            return True
        if source.firm or stem(source.entry.name) in self._imported:
            return False
        return bool(telling) and (assignment in self._expected or not self._expected)

    def _telling(self, source: Source, assignment: str) -> set[str]:
        """Exercises that no exercise of another assignment builds on, and that are nothing else elsewhere."""
        found = source.outline
        return {
            name
            for name in found.of(assignment)
            if not found.needed_by.get(name) and not self._rivals(source, name, assignment)
        }

    def _rivals(self, source: Source, name: str, assignment: str) -> list[str]:
        """The assignments that a name could belong to as well, where nothing else in the source is for this one."""
        if source.outline.of(assignment) - {name}:
            return []
        others = self._meanings[name] - {assignment}
        return sorted(other for other in others if source.outline.of(other) - {name})

    def _is_most_of_a_file(self, names: set[str], assignment: str) -> bool:
        files = (set(item.exercises) for item in self._handouts if item.assignment == assignment)
        return any(2 * len(names & own) >= len(own) for own in files)

    def ambiguous(self, sources: Sequence[Source], drafts: Mapping[str, Draft]) -> Iterator[tuple[Draft, str]]:
        """A sentence for each exercise that was left where it is because it could be meant for several assignments."""
        label = Labels(source.entry for source in sources)
        for source in sources:
            for assignment in sorted(source.outline.assignments):
                for name in sorted(source.outline.of(assignment)):
                    rivals = self._rivals(source, name, assignment)
                    if not rivals or self.allow(source, assignment):
                        continue
                    owners = [assignment, *rivals]
                    told = f"{name} in {label(source.entry)} could be for {' or for '.join(owners)}, and is not used"
                    yield from ((drafts[owner], told) for owner in owners if owner in drafts)
