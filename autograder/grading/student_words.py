"""Limits the text in a result that the submission produced: a program sees the checks' inputs and could print them.

This concerns all text that a program can choose while it runs: the text of an exception, the last word that a process
printed, the name of a type or of a parameter, the line where a program stopped (`sandbox.host.student_text` marks it).
The checks of an exercise share a small number of characters. The first failure comes first, so that an honest exception
is shown in full. A text is counted once, because one mistake often fails many checks with the same text.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from autograder.printable import printable_lines
from autograder.results.failure import LEFT_OUT
from autograder.results.model import Anomaly, CheckResult, ExerciseResult
from autograder.sandbox.host.student_text import CLOSE, MARKED, OPEN

ROOM = 400  # characters for an exercise: two exceptions, each with its text and its line of code
LONGEST = 300  # characters of one text: enough for a long message, and leaves some for its line of code
LEAST = 20  # characters: a shorter beginning of a text says nothing
MARK = re.compile(f"[{OPEN}{CLOSE}]")
LONG_NUMBER = re.compile(r"\d{20,}")  # longer than any number in our messages


class StudentWords:
    """Limits the submission's own text in one exercise.

    Args:
        whole: show everything, for instructors.
        room: how many characters may be shown.
    """

    def __init__(self, *, whole: bool = False, room: int = ROOM) -> None:
        self._whole = whole
        self._room = room
        self._shown: dict[str, str] = {"": ""}

    def sentence(self, text: str) -> str:
        """Return a message as it is published: printable, with the marked text limited."""
        pieces = MARKED.split(text)  # alternately ours and the student's
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
        """Return a result with all texts limited; those of the check `first` come first."""
        note, why = self.sentence(result.note), self.sentence(result.needs_person)
        if first is not None:
            self._check(first)
        return replace(result, checks=tuple(map(self._check, result.checks)), note=note, needs_person=why)

    def anomalies(self, anomalies: Sequence[Anomaly]) -> list[Anomaly]:
        """Return anomalies with their evidence limited to what the checks have left."""
        return [replace(item, evidence=self.sentence(item.evidence)) for item in anomalies]

    def _check(self, check: CheckResult) -> CheckResult:
        return replace(
            check,
            message=self.sentence(check.message),
            failure=None if check.failure is None else check.failure.limited(self.sentence),
            hint=self.sentence(check.hint),
            diagnosis=tuple(self._plain(item) for item in check.diagnosis),
            counterexample=self._plain(check.counterexample),
        )

    def _plain(self, value: Any) -> Any:
        """Apply `sentence` to all texts in a JSON value."""
        if isinstance(value, str):
            return self.sentence(value)
        if isinstance(value, dict):
            return {name: self._plain(item) for name, item in value.items()}
        return [self._plain(item) for item in value] if isinstance(value, list) else value


def _ours(text: str) -> str:
    """Make our own part of a message safe too, because it contains numbers that the submission returned."""
    if text.isascii() and text.isprintable() and len(text) < 20:
        return text
    text = LONG_NUMBER.sub(lambda match: f"{match[0][:4]}…", MARK.sub("", text))
    return printable_lines(text)
