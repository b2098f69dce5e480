"""Trials of programs that are trusted and judged in the process of the test."""

import io
import itertools
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from typing import Any

from autograder.diagnosis.mistakes import Diagnosis
from autograder.repair.enumeration import Enumerated, Ranked, enumerate_edits, rank_edits
from autograder.repair.likeness import Undoing
from autograder.repair.tracing import TracedProgram, traced_program
from autograder.repair.trials import Verdict, recorded_values

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

    def of_program(self, text: str) -> "LocalTrials":
        return LocalTrials(text.encode(), self.all_checks)

    def close(self) -> None:
        """Nothing is shared."""

    @property
    def checks(self) -> int:
        return len(self.all_checks)

    @property
    def screens(self) -> int:
        return len(self.failed)

    def screen(self, text: str) -> int:
        self.tried += 1
        self.texts.append(text)
        return sum(self._passes(text, self.all_checks[place]) for place in self.failed)

    def passes_later_screen(self, text: str) -> bool:
        if len(self.failed) == 1:
            return False
        self.tried += 1
        self.texts.append(text)
        return any(self._passes(text, self.all_checks[place]) for place in self.failed[1:])

    def screens_in_a_row(self, text: str) -> int:
        self.tried += 1
        self.texts.append(text)
        return sum(
            1 for _ in itertools.takewhile(lambda place: self._passes(text, self.all_checks[place]), self.failed)
        )

    def trace(self, text: str) -> dict[int, frozenset[str]]:
        """The digests that a traced program prints while it is checked, by place."""
        self.tried += 1
        names: dict[str, Any] = {}
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(text, names)
            for check in self.all_checks:
                with suppress(Exception):
                    check(names["f"])
        found: dict[int, set[str]] = {}
        for place, digest in recorded_values({"printed": printed.getvalue()}):
            found.setdefault(place, set()).add(digest)
        return {place: frozenset(digests) for place, digests in found.items()}

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

    def edits_of(self, data: bytes) -> Enumerated:
        return enumerate_edits(data, "f", frozenset(), self.donors)

    def traced(self, data: bytes) -> TracedProgram:
        return traced_program(data, "f")

    def ranked(self, data: bytes, ways: tuple[tuple[Undoing, ...], ...], most: int) -> Ranked:
        return rank_edits(data, "f", frozenset(), self.donors, ways=ways, most=most)


def adds(f: Any) -> bool:
    return bool(f(2, 3) == 5 and f(7, 1) == 8)
