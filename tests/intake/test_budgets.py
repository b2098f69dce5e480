"""What reading costs is limited: for all files of a student, and for a class of students who need more than usual."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake import parser_process
from autograder.intake.attempts import SelectedAttempt
from autograder.intake.entries import Entry
from autograder.intake.parser_process import FAIR_SECONDS, STUDENT_SECONDS, IntakeParser
from autograder.intake.read import read_class
from autograder.intake.sorting import Candidate
from tests.helpers import archives

pytestmark = pytest.mark.process

HONEST = b"def row_sums(x):\n    return x.sum(dim=-1)\n"


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch) -> Iterator[IntakeParser]:
    """A parser that gives a student a second, 0.4 of it in any case, and a class a second more."""
    for name, seconds in (("STUDENT_SECONDS", 1.0), ("FAIR_SECONDS", 0.4), ("CLASS_SECONDS", 1.0)):
        monkeypatch.setattr(parser_process, name, seconds)
    with IntakeParser() as made:
        yield made


def compute(seconds: float) -> str:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return "done"


def tried(parser: IntakeParser, *seconds: float) -> list[str]:
    parser.begin_student()
    return [parser.run(compute, (each,), "lost") for each in seconds]


def test_a_students_files_share_their_time(parser: IntakeParser) -> None:
    assert tried(parser, 0.02, 0.6, 0.02, 0.6, 0.02) == ["done", "done", "done", "lost", "lost"]
    assert tried(parser, 0.01) == ["done"], "the next student has time of their own"


def test_a_class_of_slow_students_leaves_everybody_what_is_fair(parser: IntakeParser) -> None:
    for _ in range(2):
        tried(parser, 9)
    assert tried(parser, 0.6) == ["lost"], "what the class had beyond that is used up"
    assert tried(parser, 0.02, 0.02) == ["done", "done"]
    parser.begin_class()
    assert tried(parser, 0.6) == ["done"]


def test_archives_of_one_student_unpack_to_a_bounded_size_together(tmp_path: Path, course: Course) -> None:
    zeros = archives.tar_of_zeros("zeros.bin", 15 << 20, "gz")
    files = {f"{number}.tar.gz": zeros for number in range(60)}
    everything = {"eve.zip": archives.zipped(files), "ada/00_warmup/warmup.py": HONEST}
    begun = time.process_time()
    intake = read_class(archives.folder(tmp_path / "class", everything), course, (course.assignment("00"),))
    assert time.process_time() - begun < 4, "34 archives are within the limit"
    assert any("is in archives that unpack to too much together" in line for line in intake.ignored)
    assert [item.student for item in intake.submissions if item.sources] == ["ada"]


@pytest.mark.parametrize("name", ["notes{}.txt", "n{}.ipynb", "part{}.py"])
def test_looking_into_files_counts_into_the_time_of_their_student(
    name: str, tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    inspected: list[str] = []

    def look(entry: Entry) -> set[str]:
        inspected.append(entry.name)
        compute(0.02)
        return set()

    for module in ("readable", "sorting"):
        monkeypatch.setattr(f"autograder.intake.{module}.names_defined_by", look)
    monkeypatch.setattr(parser_process, "STUDENT_SECONDS", 0.1)
    files = {name.format(number): b"x = 1\n" for number in range(60)}
    path = archives.folder(tmp_path / "class", {"eve.zip": archives.zipped(files), "ada/00_warmup/warmup.py": HONEST})
    intake = read_class(path, course, (course.assignment("00"),))
    assert 2 <= len(inspected) <= 6
    assert [item.student for item in intake.submissions if "warmup.py" in item.sources] == ["ada"]


@pytest.mark.parametrize("name", ["_" * 230 + "{}", "{}" + "(2)" * 70 + "x", "{}" + "_v" * 100, " - " * 70 + "{}.txt"])
def test_no_name_takes_more_than_its_length(name: str, tmp_path: Path, course: Course) -> None:
    files = {f"w/{name.format(number)}": b"" for number in range(2500)}
    path = archives.folder(tmp_path / "class", {"eve.tgz": archives.tarred(files, "gz")})
    begun = time.process_time()
    read_class(path, course, (course.assignment("00"),))
    assert time.process_time() - begun < 4, "a pattern that tries all starts and ends takes 20 s"


def test_many_attempts_are_not_compared_one_by_one(course: Course) -> None:
    entries = [Entry((f"attempt {number}", "warmup.py")) for number in range(15_000)]
    earlier = tuple(Candidate(course.assignment("00"), "warmup.py", entry) for entry in entries)
    selected = SelectedAttempt({}, (), 1, (), earlier)
    begun = time.process_time()
    assert all(map(selected.supersedes, entries))
    assert not any(selected.supersedes(replace(entry)) for entry in entries)
    assert time.process_time() - begun < 2


def test_of_many_problems_of_one_kind_the_first_are_told(tmp_path: Path, course: Course) -> None:
    inside = {f"{number}.zip": b"x" for number in range(300)}
    inside |= {f"try {number}/timestamp.txt": b"then" for number in range(300)}
    inside |= {f".mine{number}/warmup.py": HONEST for number in range(300)}
    path = archives.folder(tmp_path / "class", {"eve/00_warmup/w.zip": archives.zipped(inside)})
    intake = read_class(path, course, (course.assignment("00"),))
    (eve,) = intake.submissions
    assert "eve: and 295 more unreadable archives" in intake.ignored
    assert len(intake.ignored) < 25
    assert sum(map(len, (*eve.missing.values(), *eve.received, *eve.unreadable, *eve.notes))) < 6000


def slow(number: int) -> bytes:
    """A file of 170 KB whose names lead from one to the next, so that following them takes seconds."""
    chain = "".join(f"z{place + 1} = z{place}\n" for place in range(9000))
    return f"z0 = 0\n{chain}z = z9000 + {number}\ndef row_sums(x):\n    return x.sum(dim=-1) + 0 * z\n".encode()


@pytest.mark.full
@pytest.mark.usefixtures("real_parser")
def test_slow_files_of_one_student_hold_up_nobody(tmp_path: Path, course: Course) -> None:
    files = {f"eve/00_warmup/part{number}.py": slow(number) for number in range(40)}
    folder = archives.folder(tmp_path / "class", files | {"ada/00_warmup/warmup.py": HONEST})
    begun = time.monotonic()
    intake = read_class(folder, course, ())
    assert time.monotonic() - begun < 3 * (STUDENT_SECONDS + FAIR_SECONDS)
    assert {item.student for item in intake.submissions} == {"ada", "eve"}


@pytest.fixture
def real_parser(monkeypatch: pytest.MonkeyPatch, parse_in_one_process: Callable[..., None]) -> None:
    monkeypatch.setattr("autograder.intake.read.IntakeParser", IntakeParser)
