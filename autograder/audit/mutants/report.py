"""What a run of mutants says: survivors with their change, counts, and entries of the list that are not needed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.audit.mutants.equivalent import stale
from autograder.audit.mutants.generate import Mutant


@dataclass(frozen=True)
class Harvest:
    """All mutants of a run, those that no check rejects, and the reviewed list."""

    mutants: Sequence[Mutant]
    survived: Sequence[Mutant]
    equivalents: dict[tuple[str, str], str]

    @property
    def holes(self) -> list[Mutant]:
        """Survivors that nobody has called equivalent."""
        return [mutant for mutant in self.survived if _key(mutant) not in self.equivalents]

    @property
    def stale(self) -> list[str]:
        """Entries of the list that this run does not need."""
        judged = [_key(mutant)[0] for mutant in self.mutants]
        return stale(list(self.equivalents), judged, [_key(mutant) for mutant in self.survived])

    def lines(self) -> Iterator[str]:
        """Survivors, stale entries, one line per exercise, and the sum."""
        for mutant in self.holes:
            yield f"survives: {_key(mutant)[0]}: {mutant.change}\n{mutant.diff}\n"
        yield from (f"stale in equivalent.toml: {entry}" for entry in self.stale)
        made, alive, open_ = (
            Counter(_key(mutant)[0] for mutant in some) for some in (self.mutants, self.survived, self.holes)
        )
        for name, count in made.items():
            yield f"{name}: {_counts(count, alive[name], open_[name])}"
        yield f"all: {_counts(made.total(), alive.total(), open_.total())}"


def _key(mutant: Mutant) -> tuple[str, str]:
    return f"{mutant.exercise.assignment}/{mutant.exercise.name}", mutant.change


def _counts(made: int, alive: int, holes: int) -> str:
    wrong = made - alive + holes
    rate = f"{(made - alive) / wrong:.1%}" if wrong else "none wrong"
    return f"{made} mutants, {alive - holes} equivalent, {made - alive} killed, {holes} survive ({rate})"
