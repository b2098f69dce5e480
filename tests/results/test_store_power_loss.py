"""Power that fails: whatever part of a write was on disk, the store is read, or it says what to do."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.execution.publisher import Publisher, ScoreRules, write_class_files
from autograder.exports.class_results import ExportError, read_class_results, require_same_policies
from autograder.results.files import write_text
from autograder.results.model import Json, json_text
from autograder.results.store import STORE_DIR, PublishedState, Store, StoreError
from autograder.results.summary import summarize
from tests.helpers.graded_class import complete, result

STEPS = 60  # places at which each file is cut
KEY = ("ada", "02_causal")


def kept(number: int) -> Json:
    words = " ".join(str(number * place % 9973) for place in range(1500))  # too long for one page
    return {"student": f"s{number}", "assignment": "02", "submission": {"sha256": str(number)}, "words": words}


def filled(out: Path, count: int = 5) -> Path:
    with Store(out) as store:
        store.begin_run("grade", {})
        for number in range(count):
            grading = store.add(str(number), kept(number))
            state = PublishedState(grading, str(number), "look", "digest")
            store.set_published((f"s{number}", "02"), state, {"score": number})
    return out / STORE_DIR / "store.db"


def everything(out: Path) -> tuple[list[Json], dict[str, Json]]:
    """All that the store can tell."""
    with Store(out) as store:
        shown = {student: store.summary(found) for (student, _), found in store.published().items()}
        numbers = store._rows("SELECT max(id) FROM grading GROUP BY address")
        return [store.result(number) for (number,) in numbers], shown


def whole(count: int = 5) -> tuple[list[Json], dict[str, Json]]:
    return [kept(number) for number in range(count)], {f"s{number}": {"score": number} for number in range(count)}


def cuts(size: int) -> Iterator[int]:
    yield from range(0, size, max(1, size // STEPS))
    yield from (place for page in range(4096, size, 8 * 4096) for place in (page - 1, page))


@pytest.fixture
def torn(tmp_path: Path) -> tuple[Path, bytes, bytes, bytes]:
    """A store; its file before a transaction, and file and journal as they are on disk in the middle of it."""
    path = filled(tmp_path / "out")
    before = path.read_bytes()
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        for setting in (
            "journal_mode=TRUNCATE",
            "synchronous=FULL",
            "cache_size=3",
        ):  # so small that it must write early
            writer.execute(f"PRAGMA {setting}")
        writer.execute("BEGIN")
        writer.execute("UPDATE shown SET brief = zeroblob(3000)")
        for number in range(20):
            row = (f"more{number}", os.urandom(9000))
            writer.execute("INSERT INTO grading (run, address, student, text) VALUES (1, ?, '', ?)", row)
        middle, journal = path.read_bytes(), path.with_name("store.db-journal").read_bytes()
        writer.execute("ROLLBACK")
    assert middle != before
    assert journal.startswith(b"\xd9\xd5\x05\xf9")
    return path, before, middle, journal


def test_a_write_that_reached_the_disk_in_part_is_taken_back(torn: tuple[Path, bytes, bytes, bytes]) -> None:
    path, before, middle, journal = torn
    for cut in cuts(len(middle)):
        path.write_bytes(middle[:cut] + before[cut:])
        path.with_name("store.db-journal").write_bytes(journal)
        assert everything(path.parents[1]) == whole()


def test_a_journal_that_reached_the_disk_in_part_does_no_harm(torn: tuple[Path, bytes, bytes, bytes]) -> None:
    path, before, _, journal = torn
    for cut in cuts(len(journal)):  # the file itself is written after the journal only
        path.write_bytes(before)
        path.with_name("store.db-journal").write_bytes(journal[:cut])
        assert everything(path.parents[1]) == whole()


def test_a_store_cut_off_at_any_byte_is_empty_or_named(tmp_path: Path) -> None:
    path = filled(tmp_path / "out")
    data, named = path.read_bytes(), 0
    for cut in cuts(len(data)):
        path.write_bytes(data[:cut])
        try:
            assert everything(tmp_path / "out") == ([], {})  # everything is graded again
        except StoreError as error:
            told = str(error)
            assert told.startswith(f"{path}: cannot be read (")
            assert told.endswith("move it away, and everything is graded anew")
            named += 1
    assert named > STEPS // 2


def test_a_store_that_has_rotted_is_named(tmp_path: Path) -> None:
    path = filled(tmp_path / "out")
    with closing(sqlite3.connect(path)) as store:
        store.execute("UPDATE grading SET text = substr(text, 1, 40) WHERE id = 2")
        store.execute("UPDATE shown SET brief = x'00' WHERE id = 3")
        store.commit()
    with Store(tmp_path / "out") as opened:
        damaged = opened.published()["s2", "02"]
        for read in (lambda: opened.result(2), lambda: opened.summary(damaged), lambda: opened.result(99)):
            with pytest.raises(StoreError, match=r"cannot be read .*; move it away"):
                read()


def test_a_file_of_a_student_cut_off_at_any_byte_is_written_again(tmp_path: Path, course: Course) -> None:
    with Store(tmp_path) as store:
        store.begin_run("grade", {})
        publisher = Publisher(tmp_path, ScoreRules(course), store, ["ada"])
        graded = complete(result(course, *KEY, 0.5))
        publisher.publish_new(store.add("address", graded), graded)
        files = {path: path.read_bytes() for path in tmp_path.glob("*/*/*") if path.is_file()}
        assert len(files) == 3
        for path, data in files.items():
            for cut in range(0, len(data), len(data) // 15):
                path.write_bytes(data[:cut])
                publisher.publish(KEY, 1)
                assert path.read_bytes() == data


def test_a_class_whose_files_are_cut_off_is_exported_whole_or_not_at_all(tmp_path: Path, course: Course) -> None:
    path = tmp_path / KEY[0] / KEY[1] / "result.json"
    write_text(path, json_text(complete(result(course, *KEY, 0.5))))
    write_class_files(tmp_path, [summarize(complete(result(course, *KEY, 0.5)))], [], {"jobs": 1}, ScoreRules(course))
    for file in (path, tmp_path / "grades.csv", tmp_path / "run.json"):
        data = file.read_bytes()
        for cut in range(0, len(data) - 1, max(1, len(data) // 40)):
            file.write_bytes(data[:cut])
            with pytest.raises(ExportError, match=r"cannot be read.*; grade|has no results"):
                read_class_results(tmp_path), require_same_policies(tmp_path, "")
        file.write_bytes(data)
        assert len(read_class_results(tmp_path).results) == 1
        require_same_policies(tmp_path, "")


def test_a_class_is_on_disk_when_the_run_has_ended(
    tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: list[set[str]] = []
    really = os.sync
    monkeypatch.setattr(os, "sync", lambda: (there.append({path.name for path in tmp_path.iterdir()}), really()))
    write_class_files(tmp_path, [summarize(complete(result(course, *KEY, 0.5)))], [], {}, ScoreRules(course))
    assert there == [{"grades.csv", "totals.csv", "class.html", "run.json"}]


def test_content_is_on_disk_before_the_name_and_the_name_before_the_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def named(handle: int) -> None:
        done.append(Path(f"/proc/self/fd/{handle}").readlink().name[:6])
        fsync(handle)

    monkeypatch.setattr(os, "fsync", named)
    monkeypatch.setattr(os, "replace", lambda *names: (done.append("rename"), replace(*names)))
    write_text(tmp_path / "grades" / "a.csv", "1\n", durable=True)
    assert done == [".a.csv", "rename", "grades"]


def test_a_new_store_is_in_a_folder_that_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr("autograder.results.store.sync_path", synced.append)
    filled(tmp_path / "out")
    assert synced == [tmp_path / "out", tmp_path]
    shutil.copytree(tmp_path / "out", tmp_path / "copy")
    filled(tmp_path / "copy", 0)
    assert len(synced) == 2
