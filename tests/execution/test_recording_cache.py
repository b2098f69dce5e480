"""Recorded checks are kept for the next run; a file that is stale, damaged or not ours is never used."""

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.checking.reference_cache import MEMORY
from autograder.course import Assignment, Course
from autograder.execution import prewarm
from autograder.execution.prewarm import RecordedChecks, record_checks
from autograder.execution.recording_cache import FOLDER, KEPT, RecordingCache
from autograder.results.files import CACHE_HOME
from tests.helpers.grading import autograder, solution


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_HOME, str(tmp_path))
    monkeypatch.setattr(MEMORY, "results", {})
    return tmp_path / FOLDER


@pytest.fixture
def warmup(course: Course) -> Assignment:
    return course.assignment("00")


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the checks that are run on the solution."""
    ids: list[str] = []
    record = prewarm.record_check

    def noted(check: prewarm.Check, target: prewarm.InProcess) -> object:
        ids.append(check.info.id)
        return record(check, target)

    monkeypatch.setattr(prewarm, "record_check", noted)
    return ids


def record(assignment: Assignment, fingerprint: str = "this version") -> RecordedChecks:
    """Record as a new process does, which has computed no references."""
    MEMORY.results.clear()
    return record_checks([assignment], cache=RecordingCache(fingerprint))


def asked(checks: RecordedChecks) -> dict[tuple[str, str], list[tuple[str, bytes]]]:
    return {name: [(item.check.info.id, item.digest) for item in items] for name, items in checks.items()}


def test_checks_are_recorded_once(warmup: Assignment, recorded: list[str]) -> None:
    first, results = asked(record(warmup)), set(MEMORY.results)
    assert len(recorded) == sum(map(len, first.values()))
    recorded.clear()
    assert asked(record(warmup)) == first
    assert recorded == []
    assert set(MEMORY.results) == results
    assert results


@pytest.mark.process
def test_in_several_processes_the_same_is_kept(warmup: Assignment, recorded: list[str]) -> None:
    first = asked(record_checks([warmup], processes=3, cache=RecordingCache("")))
    recorded.clear()
    assert asked(record(warmup, "")) == first
    assert recorded == []


def test_results_that_other_checks_have_asked_for_before_are_kept_too(course: Course) -> None:
    cross = course.assignment("04")
    record_checks([cross])  # as another assignment with the same references would
    record_checks([cross], cache=RecordingCache("this version"))
    record(cross)
    loaded = set(MEMORY.results)
    record_checks([cross])
    assert set(MEMORY.results) == loaded, "nothing had to be computed"


def test_another_version_records_anew(warmup: Assignment, recorded: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    record(warmup)
    count = len(recorded)
    record(warmup, "another version")
    assert len(recorded) == 2 * count
    monkeypatch.setattr("torch.backends.cpu.get_cpu_capability", lambda: "another processor")
    record(warmup)
    assert len(recorded) == 3 * count


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def flip(path: Path, place: float) -> None:
    data = bytearray(path.read_bytes())
    data[int(place * (len(data) - 1))] ^= 1
    path.write_bytes(data)


def replace_by_link(path: Path) -> None:
    path.rename(path.with_suffix(".moved"))
    path.symlink_to(path.with_suffix(".moved"))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "first bit": lambda path: flip(path, 0.0),
    "some bit": lambda path: flip(path, 0.6),
    "last bit": lambda path: flip(path, 1.0),
    "others may write it": lambda path: path.chmod(0o620),
    "others may write its folder": lambda path: path.parent.chmod(0o770),
    "a link": replace_by_link,
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_file_that_cannot_be_trusted_is_recorded_anew(
    damage: Callable[[Path], object], warmup: Assignment, recorded: list[str], folder: Path
) -> None:
    first = asked(record(warmup))
    damage(only_file(folder))
    recorded.clear()
    assert asked(record(warmup)) == first
    assert recorded


def test_the_file_of_another_version_is_not_used_under_this_name(
    warmup: Assignment, recorded: list[str], folder: Path
) -> None:
    record(warmup, "another version")
    other = only_file(folder)
    record(warmup)
    (ours,) = set(folder.iterdir()) - {other}
    other.replace(ours)
    recorded.clear()
    record(warmup)
    assert recorded


class Calls:
    """When it is loaded, a folder is made."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.path),)


def test_a_file_that_would_call_something_is_not_run(warmup: Assignment, folder: Path, tmp_path: Path) -> None:
    cache = RecordingCache("this version")
    cache.store(warmup.id, {})
    assert cache.load(warmup.id) == {}
    data = pickle.dumps({"check": ((), Calls(tmp_path / "made"))})
    only_file(folder).write_bytes(cache._digest(warmup.id, memoryview(data)) + data)
    assert cache.load(warmup.id) is None
    assert not (tmp_path / "made").exists()


def test_only_this_user_can_read_the_answers(warmup: Assignment, folder: Path) -> None:
    record(warmup)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert only_file(folder).stat().st_mode & 0o777 == 0o600


def test_where_nothing_can_be_written_checks_are_recorded_all_the_same(
    warmup: Assignment, recorded: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(CACHE_HOME, str(tmp_path / "file"))
    assert record(warmup)
    assert recorded


def test_recordings_of_single_exercises_are_not_kept(warmup: Assignment, folder: Path) -> None:
    record_checks([warmup], exercises=["row_sums"], cache=RecordingCache(""))
    assert not folder.exists()


def test_few_versions_are_kept(warmup: Assignment, folder: Path) -> None:
    for number in range(KEPT + 2):
        RecordingCache(str(number)).store(warmup.id, {})
        RecordingCache("in use").store("02_causal", {})
    assert sorted(path.name[:2] for path in folder.iterdir()) == ["00"] * KEPT + ["02"]
    assert RecordingCache(str(KEPT + 1)).load(warmup.id) == {}


@pytest.mark.full
@pytest.mark.sandbox
def test_verdicts_do_not_depend_on_whether_recordings_were_there(tmp_path: Path, folder: Path) -> None:
    part = "02_causal"
    wrong = solution(part, "causal.py").replace(b"-1", b"-2").replace(b"triu", b"tril")
    for name, source in (("ada", solution(part, "causal.py")), ("ben", wrong)):
        (tmp_path / "class" / name / part).mkdir(parents=True)
        (tmp_path / "class" / name / part / "causal.py").write_bytes(source)
    results = []
    for out in (tmp_path / "cold", tmp_path / "warm"):
        done = autograder("grade", tmp_path / "class", "--out", out, "--jobs", 1)
        assert done.returncode == 0, done.stderr
        results.append([path.read_bytes() for path in sorted(out.glob("*/*/*"))])
    assert len(list(folder.iterdir())) == 1
    assert results[0] == results[1]
    assert {json.loads(text)["score"] for text in results[0] if text.startswith(b"{")} != {0}
