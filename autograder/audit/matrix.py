"""Which check rejects which wrong program, and which checks are redundant."""

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
    costs: Mapping[str, int]  # number of requests by check, in the order of the checks
    levels: Mapping[str, str]  # core or robustness, by check
    for_message: frozenset[str]  # checks that exist for their message
    wrong: Sequence[GradedProgram]

    @cached_property
    def failed(self) -> dict[str, list[str]]:
        """The checks that reject each wrong program: those of its own level first, then the cheapest first."""
        return {item.program.name: self._failed(item) for item in self.wrong}

    def _failed(self, item: GradedProgram) -> list[str]:
        failed = [check.id for check in item.own.checks if check.outcome != "right" and check.id in self.costs]
        level = item.program.level  # a robustness check cannot replace a core check: it costs no core points
        return sorted(failed, key=lambda name: (self.levels[name] != level, self.costs[name]))

    @cached_property
    def rejects(self) -> Counter[str]:
        """How many wrong programs each check rejects."""
        return Counter(name for names in self.failed.values() for name in names)

    @cached_property
    def unique_kills(self) -> Counter[str]:
        """How many wrong programs each check rejects that no other check rejects."""
        return Counter(names[0] for names in self.failed.values() if len(names) == 1)

    @cached_property
    def first(self) -> Counter[str]:
        """How many wrong programs each check rejects that no cheaper check rejects."""
        return Counter(names[0] for names in self.failed.values() if names)

    @property
    def redundant(self) -> list[str]:
        """Checks to delete: cheaper ones reject the same wrong programs, and they are not there for their message."""
        return [name for name in self.costs if not self.first[name] and name not in self.for_message]

    def lines(self) -> Iterator[str]:
        """Yield one line per check."""
        for name, cost in self.costs.items():
            counts = f"rejects {self.rejects[name]}, {self.unique_kills[name]} of them alone"
            yield f"{name} ({cost} questions): {counts}, {self.first[name]} that no cheaper check rejects"


def build_matrices(graded: Sequence[GradedProgram], recorded: RecordedChecks) -> list[Matrix]:
    """Return one matrix for each exercise that has wrong programs among those graded."""
    wrong: dict[tuple[str, str], list[GradedProgram]] = {}
    for item in graded:
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
        for key, checks in recorded.items()
        if key in wrong
    ]
