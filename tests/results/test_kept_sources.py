"""The files that were graded: kept in the store by the hash of the submission, for review pages and appeals."""

import fcntl
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from autograder.intake.submission import Submission
from autograder.results.store import STORE_DIR, Store, StoreError

ODD = {"causal.py": bytes(range(256)), "helpers.py": "x = 'é\u202e'\r\n".encode()}
ADA = Submission("ada", "02_causal", ODD)


def test_every_byte_of_a_submission_is_kept(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add_sources([(ADA.sha256, ADA.sources)])
    with Store(tmp_path) as store:
        assert store.sources(ADA.sha256) == ODD
        assert store.kept_sources() == {ADA.sha256}


def test_what_is_kept_already_is_not_written_again(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add_sources([(ADA.sha256, ADA.sources), (ADA.sha256, ADA.sources)])
        store.add_sources([(ADA.sha256, {"causal.py": b"another"})])
        assert store.sources(ADA.sha256) == ODD


def test_of_a_submission_without_files_nothing_is_kept(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add_sources([("0", {})])
        assert store.kept_sources() == frozenset()
        assert store.sources("0") == {}


def test_a_store_of_an_older_version_gets_the_table_for_files(tmp_path: Path) -> None:
    with Store(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / STORE_DIR / "store.db")) as older:
        older.execute("DROP TABLE source")
    with Store(tmp_path) as store:
        assert store.kept_sources() == frozenset()
        store.add_sources([(ADA.sha256, ADA.sources)])
        assert store.sources(ADA.sha256) == ODD


def locked(*_: object) -> None:
    raise BlockingIOError


def state_of(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (folder, *folder.iterdir())}


def test_who_only_reads_waits_for_no_run_and_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path) as store:
        store.add_sources([(ADA.sha256, ADA.sources)])
        store.begin_run("grade", {})
        store._insert("INSERT INTO run (began) VALUES (?)", ("not committed",))
        monkeypatch.setattr(fcntl, "lockf", locked)
        with pytest.raises(StoreError, match="another run is writing there"), Store(tmp_path):
            pass
        before = state_of(tmp_path / STORE_DIR)
        with Store(tmp_path, read_only=True) as reader:
            assert reader.sources(ADA.sha256) == ODD
    assert state_of(tmp_path / STORE_DIR).keys() == before.keys()


def test_a_folder_that_cannot_be_written_can_be_read(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add_sources([(ADA.sha256, ADA.sources)])
    folder = tmp_path / STORE_DIR
    (folder / "lock").unlink()
    for path in (folder / "store.db", folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = state_of(folder)
    with Store(tmp_path, read_only=True) as reader:
        assert reader.sources(ADA.sha256) == ODD
    assert state_of(folder) == before
    folder.chmod(0o755)


def test_of_an_older_store_that_is_only_read_no_files_are_known(tmp_path: Path) -> None:
    with Store(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / STORE_DIR / "store.db")) as older:
        older.execute("DROP TABLE source")
    with Store(tmp_path, read_only=True) as reader:
        assert reader.sources(ADA.sha256) == {}


@pytest.mark.process
def test_what_a_killed_run_left_half_written_is_put_right_by_the_next_writer(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.add_sources([(ADA.sha256, ADA.sources)])
    killed = """import os, sqlite3, sys
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute("PRAGMA journal_mode=TRUNCATE")
store.execute("PRAGMA cache_size=1")
store.execute("BEGIN")
for number in range(50):
    store.execute("INSERT INTO source VALUES (?, ?)", (number, os.urandom(9000)))
os._exit(1)
"""
    subprocess.run([sys.executable, "-c", killed, str(tmp_path / STORE_DIR / "store.db")], check=False)
    reader = Store(tmp_path, read_only=True)
    with pytest.raises(StoreError, match="was killed while it wrote; `autograder adjust"), reader:
        pass
    with Store(tmp_path):
        pass
    with Store(tmp_path, read_only=True) as reader:
        assert reader.sources(ADA.sha256) == ODD
