"""The files of a class are on disk while it is graded, and nothing of them stays there."""

import multiprocessing
import os
import pickle
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.errors import IntakeError
from autograder.intake.read import read_class
from autograder.intake.spool import SourceSpool, SpooledFiles, files_hash, spool_beside
from autograder.intake.submission import Submission
from tests.helpers import archives

ADA = {"causal.py": b"x = 1\n", "derivations.py": b""}
BEN = {"causal.py": b"x = 2\n" * 1000}


def test_files_come_back_as_they_were_put_in(tmp_path: Path) -> None:
    spool = SourceSpool(tmp_path)
    ada, ben = spool.put(ADA), spool.put(BEN)
    assert (dict(ada), dict(ben)) == (ADA, BEN)
    assert ada == ADA
    assert list(ada) == list(ADA)
    with pytest.raises(KeyError):
        ben["derivations.py"]


def test_submissions_have_the_hash_of_their_files_wherever_these_are(tmp_path: Path) -> None:
    spooled = Submission("ada", "02_causal", SourceSpool(tmp_path).put(ADA))
    assert spooled.sha256 == Submission("ada", "02_causal", ADA).sha256 == files_hash(ADA)


def test_nothing_is_visible_on_disk_and_the_file_is_closed_with_its_last_submission(tmp_path: Path) -> None:
    before = len(os.listdir("/dev/fd"))
    files = SourceSpool(tmp_path).put(ADA)
    assert list(tmp_path.iterdir()) == []
    assert len(os.listdir("/dev/fd")) == before + 1
    assert files["causal.py"] == ADA["causal.py"]
    del files
    assert len(os.listdir("/dev/fd")) == before


@pytest.mark.process
def test_no_program_that_is_started_gets_the_file(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import os; print(len(os.listdir('/dev/fd')))"]
    before = subprocess.run(command, close_fds=False, capture_output=True, check=True).stdout
    files = SourceSpool(tmp_path).put(ADA)
    assert subprocess.run(command, close_fds=False, capture_output=True, check=True).stdout == before
    assert files == ADA


def test_another_process_gets_the_files_themselves(tmp_path: Path) -> None:
    sent = pickle.loads(pickle.dumps(Submission("ada", "02_causal", SourceSpool(tmp_path).put(ADA))))
    assert type(sent.sources) is dict
    assert sent.sources == ADA


@pytest.mark.process
def test_processes_that_share_the_file_do_not_disturb_one_another(tmp_path: Path) -> None:
    spool = SourceSpool(tmp_path)
    files = [spool.put({"causal.py": f"x = {number}\n".encode() * 500}) for number in range(20)]
    expected = [dict(item) for item in files]
    with multiprocessing.get_context("fork").Pool(2, _keep, (files,)) as pool:
        assert pool.map(_read, [*range(20)] * 5) == expected * 5
    assert [dict(item) for item in files] == expected


KEPT: list[list[SpooledFiles]] = []


def _keep(files: list[SpooledFiles]) -> None:
    KEPT.append(files)


def _read(number: int) -> dict[str, bytes]:
    return dict(KEPT[-1][number])


def test_the_file_is_on_the_disk_of_the_output_folder_and_makes_no_folder(tmp_path: Path) -> None:
    out = tmp_path / "graded/today"
    spool_beside(out).put(ADA)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    assert dict(SourceSpool(tmp_path / "missing").put(ADA)) == ADA


def test_a_full_disk_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "pwrite", full)
    with pytest.raises(IntakeError, match="No space left on device"):
        SourceSpool(tmp_path).put(ADA)


def test_a_class_on_disk_is_the_class_in_memory(tmp_path: Path, course: Course) -> None:
    files = {f"{name}/02_causal/causal.py": f"x = '{name}'\n".encode() for name in ("ada", "ben")}
    path = archives.folder(tmp_path / "class", files)
    on_disk = read_class(path, course, (), spool=SourceSpool(tmp_path))
    assert all(isinstance(item.sources, SpooledFiles) for item in on_disk.submissions)
    assert on_disk == read_class(path, course, ())


def test_the_memory_of_a_class_does_not_grow_with_what_was_handed_in(tmp_path: Path, course: Course) -> None:
    files = {f"s{number:02}/02_causal/causal.py": f"x = {number}\n".encode() * 15_000 for number in range(40)}
    path = archives.folder(tmp_path / "class", files)
    tracemalloc.start()
    intake = read_class(path, course, (), spool=SourceSpool(tmp_path))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(intake.submissions) == 40
    assert kept < sum(map(len, files.values())) / 4
