"""Four weeks in one folder, every command killed on the way: each number is explained, and nothing replaced unasked."""

import shutil
from collections.abc import Callable

import pytest

from tests.helpers.kills import killed, ok, undisturbed
from tests.helpers.term import CORE_SHARE, Term

pytestmark = [pytest.mark.sandbox, pytest.mark.full]

KILLS = (1, 4, 8)  # after so many writes
LATER_SHARE = 0.5


class Ledger:
    """What a table should say, worked out from what was handed in and corrected.

    Attributes:
        scores: by student and number of the assignment.
    """

    def __init__(self, term: Term) -> None:
        self._course = term.course
        self.scores: dict[tuple[str, str], float] = {}

    def hand_in(self, student: str, part: str, *marks: str, share: float = CORE_SHARE) -> None:
        self.scores[student, part] = round(
            sum(
                0.0
                if f"wrong: {item.name}" in marks
                else round(item.points * share, 2)
                if f"fragile: {item.name}" in marks
                else item.points
                for item in self._course.assignment(part).exercises
            ),
            2,
        )

    def correct(self, student: str, part: str, points: float) -> None:
        self.scores[student, part] += points

    def remove(self, student: str) -> None:
        self.scores = {key: score for key, score in self.scores.items() if key[0] != student}


class KilledTerm:
    """Runs each command undisturbed, and again after it was killed; compares the table with the ledger.

    Args:
        term: the folders.
        monkeypatch: that of the test.
    """

    def __init__(self, term: Term, monkeypatch: pytest.MonkeyPatch) -> None:
        self._term = term
        self._monkeypatch = monkeypatch
        self.ledger = Ledger(term)
        self.kills = 0

    def run(self, *arguments: object, status: int = 0) -> None:
        def command() -> None:
            got, said = self._term.run(*arguments)
            if "was undone already" in said:  # killed after that, before the pages were written
                got, said = self._term.run("adjust", self._term.out)
            assert got == status, said

        self._check(command)

    def grade(self, week: str, *arguments: object) -> None:
        self.run("grade", self._term.folder / week, "--out", self._term.out, "--jobs", 1, *arguments)

    def _check(self, command: Callable[[], None]) -> None:
        out, start = self._term.out, self._term.folder / "start"
        out.mkdir(exist_ok=True)
        expected = undisturbed(self._term, command)
        shutil.copytree(out, start)
        for writes in KILLS:
            shutil.rmtree(out)
            shutil.copytree(start, out)
            self.kills += killed(command, self._monkeypatch, writes, power=False)
            command()
            assert dict(self._term.left_behind()) == expected
        shutil.rmtree(start)
        written = {key: float(score) for key, score in self._term.scores().items() if score}
        assert written == pytest.approx(self.ledger.scores)


def test_a_term_of_four_weeks(term: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGRADER_AUTHOR", "C. Curie")
    monkeypatch.setattr("autograder.cli.adjust._written", lambda time: "2026-03-02 10:00")
    weeks = KilledTerm(term, monkeypatch)
    ledger, out = weeks.ledger, term.out

    for student, mark in (("ada", "wrong: softmax"), ("ben", "fragile: softmax"), ("cem", ""), ("bne", "")):
        term.hand_in("week1", student, "01", mark)
        ledger.hand_in(student, "01", mark)
    weeks.grade("week1")

    for student, mark in (("ada", ""), ("ben", "wrong: causal_mask"), ("cem", "fragile: causal_mask")):
        term.hand_in("week2", student, "02", mark)
        ledger.hand_in(student, "02", mark)
    term.hand_in("week2", "ada", "01", "fragile: softmax")  # again
    ledger.hand_in("ada", "01", "fragile: softmax")
    weeks.grade("week2")

    weeks.grade("week1")  # an older download replaces nothing
    ledger.remove("bne")
    weeks.run("remove", out, "--student", "bne")
    weeks.grade("week1")  # and brings nobody back

    term.hand_in("week3", "ben", "02")
    ledger.hand_in("ben", "02")
    weeks.grade("week3")
    ledger.correct("cem", "02", -1)
    weeks.run("adjust", out, "--student", "cem", "--exercise", "causal_mask", "--points", "-1", "--reason", "copied")

    term.use_checks(LATER_SHARE)  # nobody loses points by new checks unless it is allowed
    weeks.run("regrade", out, "--apply", "--jobs", 1, status=1)
    ledger.hand_in("ada", "01", "fragile: softmax", share=LATER_SHARE)
    ledger.hand_in("ben", "01", "fragile: softmax", share=LATER_SHARE)
    ledger.hand_in("cem", "02", "fragile: causal_mask", share=LATER_SHARE)
    ledger.correct("cem", "02", -1)
    weeks.run("regrade", out, "--apply", "--allow-lower", "--jobs", 1)

    ledger.correct("cem", "02", 1)  # an appeal
    weeks.run("adjust", out, "--undo", 1)
    term.hand_in("week4", "cem", "01", "wrong: softmax")  # worse, and newer
    ledger.hand_in("cem", "01", "wrong: softmax", share=LATER_SHARE)
    weeks.grade("week4")
    for week in ("week2", "week3", "week1"):
        weeks.grade(week)
    assert weeks.kills >= 2 * 10
    assert {student for student, _ in term.rows()} == {"ada", "ben", "cem"}
    ok(term, "export", out, "--format", "csv")
