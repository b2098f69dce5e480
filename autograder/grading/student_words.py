"""How much of a result is in the student's own words: a program sees the checks' inputs, and could spell them out.

The text of an exception, the last word that a process printed, the name of a type or of a parameter, the line where a
program stopped: whatever a program can choose while it answers counts (`sandbox.host.student_text` marks it). All
checks of an exercise share one small room for it, and the first failure comes first, so an honest exception is read in
full. What was said before costs nothing again: one mistake mostly fails many checks with the same words.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from autograder.printable import printable_lines
from autograder.results.model import Anomaly, CheckResult, ExerciseResult
from autograder.sandbox.host.student_text import CLOSE, MARKED, OPEN

ROOM = 400  # letters of all checks of an exercise: two exceptions, each with its text and the line where it was raised
LONGEST = 300  # letters of one text: enough for a long message, and some room is left for the line that it comes from
LEAST = 20  # letters: a shorter beginning of a text says nothing
LEFT_OUT = "[text left out]"
MARK = re.compile(f"[{OPEN}{CLOSE}]")
LONG_NUMBER = re.compile(r"\d{20,}")  # no figure of ours is so long


class StudentWords:
    """What may still be shown of them in one exercise; `whole`: everything, for an instructor who looks into it."""

    def __init__(self, *, whole: bool = False, room: int = ROOM) -> None:
        self._whole = whole
        self._room = room
        self._shown: dict[str, str] = {"": ""}

    def sentence(self, text: str) -> str:
        """A sentence of ours as it is published, printable throughout."""
        pieces = MARKED.split(text)  # ours, a student's, ours, …
        return "".join(self._of_student(piece) if place % 2 else _ours(piece) for place, piece in enumerate(pieces))

    def _of_student(self, text: str) -> str:
        if self._whole:
            return text
        if text not in self._shown:
            self._shown[text] = self._fitting(text)
        return self._shown[text]

    def _fitting(self, text: str) -> str:
        most = min(LONGEST, self._room)
        if len(text) > most and most < LEAST:
            return LEFT_OUT
        shown = text if len(text) <= most else f"{text[: most - 1]}…"
        self._room -= len(shown)
        return shown

    def exercise(self, result: ExerciseResult, first: CheckResult | None) -> ExerciseResult:
        """The result in words that may be published; those of the check `first` are chosen first."""
        note, why = self.sentence(result.note), self.sentence(result.needs_person)
        if first is not None:
            self._check(first)
        return replace(result, checks=tuple(map(self._check, result.checks)), note=note, needs_person=why)

    def anomalies(self, found: Sequence[Anomaly]) -> list[Anomaly]:
        """The evidence of them in what room the checks have left."""
        return [replace(item, evidence=self.sentence(item.evidence)) for item in found]

    def _check(self, check: CheckResult) -> CheckResult:
        return replace(
            check,
            message=self.sentence(check.message),
            hint=self.sentence(check.hint),
            diagnosis=tuple(self._plain(item) for item in check.diagnosis),
            counterexample=self._plain(check.counterexample),
        )

    def _plain(self, value: Any) -> Any:
        """The same for all texts in plain values."""
        if isinstance(value, str):
            return self.sentence(value)
        if isinstance(value, dict):
            return {name: self._plain(item) for name, item in value.items()}
        return [self._plain(item) for item in value] if isinstance(value, list) else value


def _ours(text: str) -> str:
    """What a check has written: numbers that came back are in it, so even that is made sure of."""
    if text.isascii() and text.isprintable() and len(text) < 20:
        return text
    text = LONG_NUMBER.sub(lambda found: f"{found[0][:4]}…", MARK.sub("", text))
    return printable_lines(text)
