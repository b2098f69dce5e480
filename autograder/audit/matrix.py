"""Which check rejects which wrong program, and which checks are redundant."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from autograder.audit.judge import GradedProgram
from autograder.checking.recording import RecordedCheck
from autograder.checking.registry import CheckInfo
from autograder.execution.prewarm import RecordedChecks
from autograder.wording import first_of

MOST_NAMED = 3  # checks in a note


@dataclass(frozen=True)
class Matrix:
    """Wrong programs of one exercise against its checks."""

    assignment: str
    exercise: str
    costs: Mapping[str, int]  # number of requests by check, in the order of the checks
    levels: Mapping[str, str]  # core or robustness, by check
    for_message: frozenset[str]  # checks that exist for their message
    specified: frozenset[str]  # checks that are there whatever programs there are: of a specification, plain functions
    evidence: frozenset[str]  # checks that say what is right where all others ask the solution
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
        """Checks by hand to delete: cheaper ones reject the same wrong programs, and nothing else speaks for them.

        Where only checks by hand know what is right without the solution, they stay even if they reject nothing.
        """
        idle = [name for name in self._rejecting_nothing if name not in self.specified]
        return [] if self.evidence and self.evidence <= set(idle) else idle

    @property
    def untried(self) -> list[str]:
        """Checks of the specification, and plain functions, that no wrong program needs."""
        return [name for name in self._rejecting_nothing if name in self.specified]

    @property
    def _rejecting_nothing(self) -> list[str]:
        """Checks that reject no wrong program which a cheaper one lets pass, and are not there for their message."""
        return [name for name in self.costs if not self.first[name] and name not in self.for_message]

    @property
    def notes(self) -> list[str]:
        """What an author may want to know: which of these checks no wrong program has tried."""
        names = [name.partition(".")[2] for name in self.untried]
        text = f"no wrong program needs these checks: {first_of(names, MOST_NAMED)}"
        return [text] if names else []

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
            wrong.setdefault(exercise.key, []).append(item)
    return [_matrix(*key, checks, wrong[key]) for key, checks in recorded.items() if key in wrong]


def _matrix(assignment: str, exercise: str, checks: Sequence[RecordedCheck], wrong: Sequence[GradedProgram]) -> Matrix:
    infos = [item.check.info for item in checks]
    return Matrix(
        assignment,
        exercise,
        {item.check.info.id: sum(len(case.requests) for case in item.examples) for item in checks},
        {info.id: info.level for info in infos},
        frozenset(item.check.info.id for item in checks if item.check.for_message),
        frozenset(info.id for info in infos if info.from_specification or info.is_plain),
        frozenset(info.id for info in infos if not info.from_specification) if _asks_solution(infos) else frozenset(),
        wrong,
    )


def _asks_solution(infos: Sequence[CheckInfo]) -> bool:
    """Whether a specification takes what is right from the solution, so that only checks by hand know it themselves."""
    specified = [info for info in infos if info.from_specification]
    return bool(specified) and all(info.from_solution for info in specified)
