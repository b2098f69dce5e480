"""A command killed at any write, or by a power failure: repeated, it leaves what an undisturbed one leaves."""

import pytest

from tests.helpers.kills import check_every_kill, every_kill, ok, undisturbed
from tests.helpers.term import Term

pytestmark = pytest.mark.sandbox

CORRECTION = ("--student", "ben", "--exercise", "causal_mask", "--points", "+1", "--reason", "the mask was right")


@pytest.fixture
def graded(term: Term, monkeypatch: pytest.MonkeyPatch) -> Term:
    monkeypatch.setenv("AUTOGRADER_AUTHOR", "C. Curie")
    monkeypatch.setattr("autograder.cli.adjust._written", lambda time: "2026-03-02 10:00")
    term.hand_in("week1", "ada", "02")
    term.hand_in("week1", "ben", "02", "wrong: causal_mask")
    term.hand_in("week2", "cem", "02", "fragile: causal_mask")
    term.hand_in("week2", "ben", "02", "fragile: causal_mask")
    term.grade("week1")
    return term


ENDS = pytest.mark.parametrize(
    "power", [False, pytest.param(True, marks=pytest.mark.full)], ids=["killed", "power failure"]
)


@ENDS
def test_adjust(graded: Term, monkeypatch: pytest.MonkeyPatch, *, power: bool) -> None:
    check_every_kill(graded, lambda: ok(graded, "adjust", graded.out, *CORRECTION), monkeypatch, least=7, power=power)


def test_undo(graded: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    ok(graded, "adjust", graded.out, *CORRECTION)

    def undo() -> None:
        status, said = graded.run("adjust", graded.out, "--undo", 1)
        assert status == 0 or "was undone already" in said
        ok(graded, "adjust", graded.out)

    check_every_kill(graded, undo, monkeypatch, least=7)


@ENDS
def test_grade(graded: Term, monkeypatch: pytest.MonkeyPatch, *, power: bool) -> None:
    ok(graded, "adjust", graded.out, *CORRECTION)
    command = ("grade", graded.folder / "week2", "--out", graded.out, "--jobs", 1)

    def grade() -> None:
        status, said = graded.run(*command)
        assert status == (3 if "made for an older hand-in, counts for this one too" in said else 0), said

    check_every_kill(graded, grade, monkeypatch, least=9, power=power)


@ENDS
def test_regrade(graded: Term, monkeypatch: pytest.MonkeyPatch, *, power: bool) -> None:
    ok(graded, "adjust", graded.out, *CORRECTION)
    graded.use_checks(0.5)
    command = ("regrade", graded.out, graded.folder / "week1", "--apply", "--allow-lower", "--jobs", 1)
    check_every_kill(graded, lambda: ok(graded, *command), monkeypatch, least=9, power=power)


def test_any_other_command_finishes_what_a_killed_correction_began(
    graded: Term, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = undisturbed(graded, lambda: ok(graded, "adjust", graded.out, *CORRECTION))

    def correct() -> None:
        ok(graded, "adjust", graded.out, *CORRECTION)

    for _ in every_kill(graded, correct, monkeypatch):
        written = (graded.out / "adjustments.csv").exists()
        graded.grade("week1")
        assert (dict(graded.left_behind()) == expected) is written


@ENDS
def test_remove(graded: Term, monkeypatch: pytest.MonkeyPatch, *, power: bool) -> None:
    check_every_kill(
        graded, lambda: ok(graded, "remove", graded.out, "--student", "ben"), monkeypatch, least=5, power=power
    )
