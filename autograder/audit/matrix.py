"""Which check rejects which wrong program, and which checks nothing would be lost without."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from autograder.audit.run import GradedProgram
from autograder.execution.prewarm import RecordedChecks


@dataclass(frozen=True)
class Matrix:
    """Wrong programs of one exercise against its checks."""

    assignment: str
    exercise: str
    costs: Mapping[str, int]  # check → how many questions it asks, in the order of the checks
    levels: Mapping[str, str]  # check → core or robustness
    for_message: frozenset[str]  # checks that are there for what they say
    wrong: Sequence[GradedProgram]

    @cached_property
    def failed(self) -> dict[str, list[str]]:
        """Wrong program → the checks that reject it, those of its own level in front, then the cheapest first."""
        return {item.program.name: self._failed(item) for item in self.wrong}

    def _failed(self, item: GradedProgram) -> list[str]:
        found = [check.id for check in item.own.checks if check.outcome != "right" and check.id in self.costs]
        own = item.program.level  # a robustness check takes its own points only: it stands in for no core check
        return sorted(found, key=lambda name: (self.levels[name] != own, self.costs[name]))

    @cached_property
    def rejects(self) -> Counter[str]:
        """Check → how many wrong programs it rejects."""
        return Counter(name for names in self.failed.values() for name in names)

    @cached_property
    def alone(self) -> Counter[str]:
        """Check → how many wrong programs nothing else rejects."""
        return Counter(names[0] for names in self.failed.values() if len(names) == 1)

    @cached_property
    def first(self) -> Counter[str]:
        """Check → how many wrong programs no cheaper check rejects."""
        return Counter(names[0] for names in self.failed.values() if names)

    @property
    def idle(self) -> list[str]:
        """Checks to delete: cheaper ones reject every wrong program without them, and no better message keeps them."""
        return [name for name in self.costs if not self.first[name] and name not in self.for_message]

    def lines(self) -> Iterator[str]:
        """One line per check."""
        for name, cost in self.costs.items():
            counts = f"rejects {self.rejects[name]}, {self.alone[name]} of them alone"
            yield f"{name} ({cost} questions): {counts}, {self.first[name]} that no cheaper check rejects"


def build_matrices(judged: Sequence[GradedProgram], rehearsals: RecordedChecks) -> list[Matrix]:
    """One matrix for each exercise that has wrong programs among `judged`."""
    wrong: dict[tuple[str, str], list[GradedProgram]] = {}
    for item in judged:
        if item.program.kind == "wrong":
            exercise = item.program.exercise
            wrong.setdefault((exercise.assignment, exercise.name), []).append(item)
    return [
        Matrix(
            *key,
            {item.check.info.id: sum(len(case.requests) for case in item.examples) for item in checks},
            {item.check.info.id: item.check.info.level for item in checks},
            frozenset(item.check.info.id for item in checks if item.check.for_message),
            wrong[key],
        )
        for key, checks in rehearsals.items()
        if key in wrong
    ]
