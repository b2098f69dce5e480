"""Commands that are killed at any write, or that lose what was not on the disk when the power failed."""

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.results import files
from autograder.results.store import STORE_DIR, Store
from tests.helpers.term import Term

Command = Callable[[], None]


def kill_after(monkeypatch: pytest.MonkeyPatch, writes: int, *, power: bool) -> None:
    """Kill this process when it is about to begin its next write to the disk after so many.

    With `power`, what was renamed and was not synced is empty afterwards, as file systems may leave it.
    """
    left = [writes]
    at_risk: set[Path] = set()
    replace = files.atomic_replace

    def replaced(finished: Path, path: Path, *, durable: bool) -> None:
        replace(finished, path, durable=durable)
        (at_risk.discard if durable else at_risk.add)(path)

    def counted(original: Callable[..., object]) -> Callable[..., object]:
        def write(*arguments: object, **named: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                for path in at_risk if power else ():
                    path.write_bytes(b"")
                os.kill(os.getpid(), signal.SIGKILL)
            return original(*arguments, **named)

        return write

    monkeypatch.setattr(files, "atomic_replace", counted(replaced))
    monkeypatch.setattr("autograder.execution.publisher.sync_all", counted(at_risk.clear))
    monkeypatch.setattr(Store, "_commit", counted(Store._commit))


def killed(command: Command, monkeypatch: pytest.MonkeyPatch, writes: int, *, power: bool) -> bool:
    """Run a command in a child that is killed after so many writes; return whether it was."""
    child = os.fork()
    if child == 0:
        kill_after(monkeypatch, writes, power=power)
        try:
            command()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def every_kill(term: Term, command: Command, monkeypatch: pytest.MonkeyPatch, *, power: bool = False) -> Iterator[int]:
    """Kill a command before each of its writes, each time from the same start; the results are as it left them."""
    start = term.folder / "start"
    shutil.copytree(term.out, start)
    for writes in range(1000):
        shutil.rmtree(term.out)
        shutil.copytree(start, term.out)
        if not killed(command, monkeypatch, writes, power=power):
            return
        yield writes


def undisturbed(term: Term, command: Command) -> dict[str, bytes]:
    kept = shutil.copytree(term.out, term.folder / "kept")
    command()
    left = dict(term.left_behind())
    shutil.rmtree(term.out)
    shutil.move(kept, term.out)
    return left


def check_every_kill(
    term: Term, command: Command, monkeypatch: pytest.MonkeyPatch, *, least: int, power: bool = False
) -> None:
    """Repeat a command after each kill: it leaves what an undisturbed one leaves, and nothing is graded twice."""
    expected = undisturbed(term, command)
    kills = 0
    for _ in every_kill(term, command, monkeypatch, power=power):
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


def ok(term: Term, *arguments: object) -> None:
    status, said = term.run(*arguments)
    assert status == 0, said
