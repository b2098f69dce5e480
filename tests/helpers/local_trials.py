"""Trials of programs that are trusted and judged in the process of the test."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from autograder.diagnosis.mistakes import Diagnosis
from autograder.repair.enumeration import Program, Ways, ranked_program
from autograder.repair.likeness import Undoing
from autograder.repair.trials import Verdict

Check = Callable[[Any], bool]
MINUS_FOR_PLUS = Undoing("total = a - b", "total = a + b")


@dataclass
class LocalTrials:
    """Trials of a trusted program, whose checks are functions of its `f`."""

    source: bytes
    all_checks: list[Check]
    tried: int = 0
    texts: list[str] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)

    def judge(self, text: str | None = None) -> Verdict:
        passed = frozenset(place for place, check in enumerate(self.all_checks) if self._passes(text, check))
        failing = dict.fromkeys(set(range(len(self.all_checks))) - passed, 0)
        return Verdict(passed, len(passed) == len(self.all_checks), failing)

    def set_screens(self, verdict: Verdict, telling: int | None = None) -> None:
        self.failed = sorted(verdict.failing, key=lambda place: place != telling)

    def confirm_screens(self, text: str) -> None:
        """All checks have one example."""

    def diagnose(self, text: str) -> tuple[Verdict, tuple[Diagnosis, ...]]:
        return self.judge(text), ()

    def close(self) -> None:
        """Nothing is shared."""

    @property
    def checks(self) -> int:
        return len(self.all_checks)

    @property
    def screens(self) -> int:
        return len(self.failed)

    def screen(self, text: str, *, to_end: bool = False) -> int:
        self.tried += 1
        self.texts.append(text)
        passed = [self._passes(text, self.all_checks[place]) for place in self.failed]
        return sum(passed) if to_end else [*passed, False].index(False)

    def _passes(self, text: str | None, check: Check) -> bool:
        names: dict[str, Any] = {}
        try:
            exec(self.source.decode() if text is None else text, names)
            return check(names["f"])
        except Exception:  # noqa: BLE001 - an edit may make any mistake
            return False


@dataclass(frozen=True)
class LocalEnumerator:
    donors: tuple[str, ...] = ()

    def program(self, data: bytes, ways: Ways, most: int | None) -> Program:
        return ranked_program(data, "f", frozenset(), self.donors, ways=ways, most=most)


def adds(f: Any) -> bool:
    return bool(f(2, 3) == 5 and f(7, 1) == 8)
