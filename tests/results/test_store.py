"""The store alone: what is in it stays, whenever the process that writes it is killed."""

import itertools
import os
import random
import shutil
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from autograder.execution.cache_key import GradingEnvironment, cache_key
from autograder.intake.submission import Submission
from autograder.results.model import GraderVersion, Json
from autograder.results.store import STORE_DIR, PublishedState, Store, StoreError
from autograder.sandbox.host.isolation import Level

ENVIRONMENT = GradingEnvironment(Level.BWRAP, GraderVersion("1", "checks", "2.13.0"), "ground")
ADA = Submission("ada", "02_causal", {"causal.py": b"x = 1"})
KILLS = 40


def result(student: str = "ada", score: float = 1) -> Json:
    return {"student": student, "assignment": "02_causal", "score": score, "submission": {"sha256": student}}


def begun(store: Store) -> Store:
    store.begin_run("grade", ENVIRONMENT.to_json())
    return store


def test_a_grading_is_found_by_its_cache_key_after_the_store_was_closed(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        begun(store)
        number = store.add(cache_key(ADA, ENVIRONMENT), result())
    with Store(tmp_path) as store:
        assert store.latest_grading(cache_key(ADA, ENVIRONMENT)) == number
        assert store.result(number) == result()


OTHERS = {
    "content": Submission("ada", "02_causal", {"causal.py": b"x = 2"}),
    "file": Submission("ada", "02_causal", {"derivations.py": b"x = 1"}),
    "student": Submission("ben", "02_causal", ADA.sources),
    "part": Submission("ada", "03_multihead", ADA.sources),
    "notes": Submission("ada", "02_causal", ADA.sources, ("BOM removed",)),
    "missing": Submission("ada", "02_causal", ADA.sources, (), {"derivations.py": "is damaged"}),
    "refused": Submission("ada", "02_causal", ADA.sources, refused=frozenset({"derivations.py"})),
    "attempts": Submission("ada", "02_causal", ADA.sources, attempts=2),
    "received": Submission("ada", "02_causal", ADA.sources, received=("report.pdf",)),
    "unreadable": Submission("ada", "02_causal", ADA.sources, unreadable=("work.zip: is damaged",)),
}
OTHER_TERMS = {
    "level": GradingEnvironment(Level.LANDLOCK, ENVIRONMENT.grader, "ground"),
    "checks": GradingEnvironment(Level.BWRAP, GraderVersion("1", "others", "2.13.0"), "ground"),
    "torch": GradingEnvironment(Level.BWRAP, GraderVersion("1", "checks", "2.14.0"), "ground"),
    "version": GradingEnvironment(Level.BWRAP, GraderVersion("2", "checks", "2.13.0"), "ground"),
    "ground": GradingEnvironment(Level.BWRAP, ENVIRONMENT.grader, "another"),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_whatever_a_result_depends_on_changes_its_cache_key(other: Submission) -> None:
    assert cache_key(other, ENVIRONMENT) != cache_key(ADA, ENVIRONMENT)


def test_a_new_due_date_grades_nobody_again() -> None:
    late = Submission("ada", "02_causal", ADA.sources, ("handed in late: 2026-03-02 10:00",), late=True)
    assert cache_key(late, ENVIRONMENT) == cache_key(ADA, ENVIRONMENT)


@pytest.mark.parametrize("other", OTHER_TERMS.values(), ids=OTHER_TERMS)
def test_whatever_a_verdict_rests_on_changes_its_cache_key(other: GradingEnvironment) -> None:
    assert cache_key(ADA, other) != cache_key(ADA, ENVIRONMENT)


def test_the_order_of_files_does_not_change_the_cache_key() -> None:
    files = {"causal.py": b"a", "derivations.py": b"b"}
    turned = dict(reversed(files.items()))
    assert cache_key(Submission("a", "02", files), ENVIRONMENT) == cache_key(Submission("a", "02", turned), ENVIRONMENT)


def test_a_result_comes_back_in_its_order(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        number = begun(store).add("a", result() | {"counterexample": {"t": "1", "d_k": "2"}})
        assert list(store.result(number)["counterexample"]) == ["t", "d_k"], "a page that is made again is the same"


def test_history_is_kept_when_something_else_is_shown(tmp_path: Path) -> None:
    key = ("ada", "02_causal")
    with Store(tmp_path) as store:
        begun(store)
        first = store.add("a", result(score=1))
        store.set_published(key, PublishedState(first, "ada", "look", "digest"), {"score": 1})
        second = store.add("b", result(score=2))
        store.set_published(key, PublishedState(second, "ada", "look", "digest"), {"score": 2})
        assert store.summary(store.published()[key]) == {"score": 2}
        assert store.result(first)["score"] == 1


def test_moves_are_told_as_long_as_they_stand(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        begun(store)
        number = store.add("a", result())
        store.set_published(("ada", "02_causal"), PublishedState(number, "ada", "", ""), {})
        store.add_score_change(number, {"after": 1})
        assert store.score_changes() == [{"after": 1}]
        store.set_published(("ada", "02_causal"), PublishedState(store.add("b", result()), "ada", "", ""), {})
        assert store.score_changes() == []


@pytest.mark.process
def test_two_runs_do_not_write_into_one_folder(tmp_path: Path) -> None:
    with Store(tmp_path):
        child = os.fork()
        if child == 0:
            try:
                Store(tmp_path).__enter__()
            except StoreError as error:
                os._exit(7 if "another run is writing there" in str(error) else 8)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


@pytest.mark.parametrize("size", [100, 5000])
def test_a_damaged_store_is_named_with_what_to_do(tmp_path: Path, size: int) -> None:
    (tmp_path / STORE_DIR).mkdir()
    (tmp_path / STORE_DIR / "store.db").write_bytes(b"?" * size)
    with pytest.raises(StoreError, match=r"store\.db: cannot be read .*; move it away"), Store(tmp_path):
        pass


@pytest.mark.process
def test_nothing_that_was_acknowledged_is_lost_when_the_writer_is_killed(tmp_path: Path) -> None:
    chance = random.Random(5)
    acknowledged: list[int] = []
    for _ in range(KILLS):
        acknowledged += killed_writer(tmp_path, chance.uniform(0, 0.02))
        with Store(tmp_path) as store:
            kept = {store.result(number)["score"] for number in all_gradings(store)}
            assert kept >= set(acknowledged)
    assert len(acknowledged) > KILLS
    check = sqlite3.connect(tmp_path / STORE_DIR / "store.db")
    assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    check.close()


def killed_writer(out: Path, seconds: float) -> list[int]:
    """What a process says it has kept until it is killed, some time after the first."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        write_for_ever(out, write_end)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as told:
        first = told.readline()
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        lines = (first + told.read()).decode()
    return [int(line) for line in lines.split("\n")[:-1]]


def all_gradings(store: Store) -> list[int]:
    """The number of the latest grading of each cache key."""
    return [number for (number,) in store._rows("SELECT max(id) FROM grading GROUP BY address")]


def write_for_ever(out: Path, told: int) -> None:
    with Store(out) as store:
        begun(store)
        number = len(all_gradings(store))
        for size in itertools.cycle((1, 2, 32, 5)):
            group = range(number, number + size)
            store.add_all((str(each), result(score=each)) for each in group)
            os.write(told, "".join(f"{each}\n" for each in group).encode())
            number += size


def test_a_folder_that_was_removed_meanwhile_is_named(tmp_path: Path) -> None:
    sentence = "out: was removed while results were written there; the same command makes it anew"
    with Store(tmp_path / "out") as store:
        begun(store)
        shutil.rmtree(tmp_path / "out")
        with pytest.raises(StoreError, match=sentence):
            store.add(cache_key(ADA, ENVIRONMENT), result())
