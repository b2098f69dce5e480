"""Whatever stands in a student's folder becomes a submission, or a sentence."""

import os
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.errors import IntakeError
from autograder.intake.entries import normalise_text
from autograder.intake.read import read_class


def put(path: Path, data: bytes = b"x = 1\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_folders_become_submissions(tmp_path: Path, course: Course) -> None:
    put(tmp_path / "ada/00_warmup/warmup.py")
    put(tmp_path / "ben/02_causal/causal.py")
    intake = read_class(tmp_path, course, ())
    found = {(s.student, s.assignment): set(s.sources) for s in intake.submissions}
    assert found == {
        ("ada", "00_warmup"): {"warmup.py"},
        ("ada", "02_causal"): set(),
        ("ben", "00_warmup"): set(),
        ("ben", "02_causal"): {"causal.py"},
    }


@pytest.mark.process
@pytest.mark.parametrize(
    "name", ["Causal.py", "causal (2).py", "causal-1.py", "CAUSAL.PY", "ada_causal.py", "causal.py.txt"]
)
def test_a_file_that_was_renamed_on_its_way_is_found_and_noted(name: str, tmp_path: Path, course: Course) -> None:
    put(tmp_path / "ada/02_causal" / name)
    (submission,) = read_class(tmp_path, course, ()).submissions
    assert set(submission.sources) == {"causal.py"}
    assert submission.notes == (f"{name} was used as causal.py",)


@pytest.mark.parametrize("name", ["02-causal", "02_Causal", "02", "2", "02 causal"])
def test_a_folder_under_a_similar_name_is_found_and_noted(name: str, tmp_path: Path, course: Course) -> None:
    put(tmp_path / "ada" / name / "causal.py")
    (submission,) = read_class(tmp_path, course, ()).submissions
    assert submission.assignment == "02_causal"
    assert submission.notes == (f"the folder {name} was used as 02_causal",)


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (b"\xef\xbb\xbfx = 1\n", "BOM removed"),
        ("x = 1\n".encode("utf-16"), "read as UTF-16"),
        (b"x = 1\r\n", "line endings normalised"),
        (b"x = 1\r", "line endings normalised"),
    ],
)
def test_dressed_up_text_becomes_plain(data: bytes, note: str) -> None:
    assert normalise_text(data) == (b"x = 1\n", [note])


def test_a_folder_in_place_of_a_file_is_named_and_the_rest_is_taken(tmp_path: Path, course: Course) -> None:
    (tmp_path / "ada/02_causal/causal.py").mkdir(parents=True)
    put(tmp_path / "ada/02_causal/derivations.py")
    (submission,) = read_class(tmp_path, course, ()).submissions
    assert set(submission.sources) == {"derivations.py"}
    assert submission.why_missing("causal.py") == "causal.py: is a folder; hand in a file with this name"


def test_a_link_is_not_followed(tmp_path: Path, course: Course) -> None:
    secret = put(tmp_path / "elsewhere/secret.py")
    (tmp_path / "class/ada/00_warmup").mkdir(parents=True)
    (tmp_path / "class/ada/00_warmup/warmup.py").symlink_to(secret)
    (submission,) = read_class(tmp_path / "class", course, ()).submissions
    assert submission.sources == {}
    assert submission.why_missing("warmup.py") == "warmup.py: is a link, which is not followed; hand in the file itself"


def test_a_pipe_is_not_waited_for(tmp_path: Path, course: Course) -> None:
    (tmp_path / "ada/00_warmup").mkdir(parents=True)
    os.mkfifo(tmp_path / "ada/00_warmup/warmup.py")
    (submission,) = read_class(tmp_path, course, ()).submissions
    assert (
        submission.why_missing("warmup.py") == "warmup.py: is not a regular file; hand in a regular file with this name"
    )


def test_public_tests_beside_the_file_are_not_taken_for_it(tmp_path: Path, course: Course) -> None:
    put(tmp_path / "ada/02_causal/test_causal.py")
    put(tmp_path / "ada/02_causal/causal.py", b"mine = 1\n")
    (submission,) = read_class(tmp_path, course, ()).submissions
    assert submission.sources == {"causal.py": b"mine = 1\n"}
    assert submission.notes == ()


def test_what_is_no_assignment_is_ignored_with_a_sentence(tmp_path: Path, course: Course) -> None:
    put(tmp_path / "ada/00_warmup/warmup.py")
    put(tmp_path / "ada/holiday/photos.py")
    put(tmp_path / "notes.txt")
    assert read_class(tmp_path, course, ()).ignored == (
        "notes.txt: not a folder of a student, ignored",
        "ada/holiday: no assignment of the course has this name, ignored",
    )


@pytest.mark.parametrize("make", [lambda p: None, lambda p: p.write_text(""), lambda p: p.mkdir()])
def test_what_is_no_class_is_one_sentence(make: object, tmp_path: Path, course: Course) -> None:
    make(tmp_path / "class")  # type: ignore[operator]
    with pytest.raises(IntakeError, match=r"class: (not a folder|contains no folder)"):
        read_class(tmp_path / "class", course, ())
