"""A command killed at any write: repeated, it leaves what an undisturbed one leaves; nothing is lost, nothing twice."""

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator

import pytest

from autograder.results import files
from autograder.results.store import STORE_DIR, Store
from tests.helpers.term import Term

Command = Callable[[], None]
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


def kill_after(monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    """Kill this process when it is about to begin its next write to the disk after so many."""
    left = [writes]

    def counted(original: Callable[..., object]) -> Callable[..., object]:
        def write(*arguments: object, **named: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return original(*arguments, **named)

        return write

    monkeypatch.setattr(files, "atomic_replace", counted(files.atomic_replace))
    monkeypatch.setattr(Store, "_commit", counted(Store._commit))


def killed(command: Command, monkeypatch: pytest.MonkeyPatch, writes: int) -> bool:
    """Run a command in a child that is killed after so many writes; return whether it was."""
    child = os.fork()
    if child == 0:
        kill_after(monkeypatch, writes)
        try:
            command()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def every_kill(term: Term, command: Command, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Kill a command before each of its writes, each time from the same start; the results are as it left them."""
    start = term.folder / "start"
    shutil.copytree(term.out, start)
    for writes in range(1000):
        shutil.rmtree(term.out)
        shutil.copytree(start, term.out)
        if not killed(command, monkeypatch, writes):
            return
        yield writes


def undisturbed(term: Term, command: Command) -> dict[str, bytes]:
    kept = shutil.copytree(term.out, term.folder / "kept")
    command()
    left = dict(term.left_behind())
    shutil.rmtree(term.out)
    shutil.move(kept, term.out)
    return left


def check_every_kill(term: Term, command: Command, monkeypatch: pytest.MonkeyPatch, *, least: int) -> None:
    expected = undisturbed(term, command)
    kills = 0
    for _ in every_kill(term, command, monkeypatch):
        command()
        assert dict(term.left_behind()) == expected
        assert counts(term) <= 1
        kills += 1
    assert kills >= least


def counts(term: Term) -> int:
    """How often the most frequent grading of one submission under one set of checks is in the store."""
    store = sqlite3.connect(term.out / STORE_DIR / "store.db")
    rows = store.execute("SELECT count(*) FROM grading GROUP BY address").fetchall()
    store.close()
    return max(count for (count,) in rows)


def test_adjust(graded: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    check_every_kill(graded, lambda: ok(graded, "adjust", graded.out, *CORRECTION), monkeypatch, least=7)


def test_undo(graded: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    ok(graded, "adjust", graded.out, *CORRECTION)

    def undo() -> None:
        status, said = graded.run("adjust", graded.out, "--undo", 1)
        assert status == 0 or "was undone already" in said
        ok(graded, "adjust", graded.out)

    check_every_kill(graded, undo, monkeypatch, least=7)


def test_grade(graded: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    ok(graded, "adjust", graded.out, *CORRECTION)
    command = ("grade", graded.folder / "week2", "--out", graded.out, "--jobs", 1)
    check_every_kill(graded, lambda: ok(graded, *command), monkeypatch, least=9)


def test_regrade(graded: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    ok(graded, "adjust", graded.out, *CORRECTION)
    graded.use_checks(0.5)
    command = ("regrade", graded.out, graded.folder / "week1", "--apply", "--allow-lower", "--jobs", 1)
    check_every_kill(graded, lambda: ok(graded, *command), monkeypatch, least=9)


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


def ok(term: Term, *arguments: object) -> None:
    status, said = term.run(*arguments)
    assert status == 0, said


def test_remove(graded: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    check_every_kill(graded, lambda: ok(graded, "remove", graded.out, "--student", "ben"), monkeypatch, least=5)
