"""The files that were graded: kept in the store by the hash of the submission, for review pages and appeals."""

import sqlite3
from contextlib import closing
from pathlib import Path

from autograder.intake.submission import Submission
from autograder.results.store import STORE_DIR, Store

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
