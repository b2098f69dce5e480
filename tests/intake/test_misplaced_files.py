"""What lies in the wrong place does not hide the class, and whatever is ignored or refused is named."""

import os
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.course import Course
from autograder.errors import IntakeError
from autograder.intake.read import read_class
from tests.helpers import archives
from tests.helpers.archives import CODE

THREE = {f"{name}/02_causal/causal.py": CODE for name in ("ada", "ben", "chen")}
REFUSED = {
    "a large file": lambda part: (part / "causal.py").write_bytes(bytes(3 << 20)),
    "a pipe": lambda part: os.mkfifo(part / "causal.py"),
    "a link": lambda part: (part / "causal.py").symlink_to("/etc/hostname"),
    "a broken notebook": lambda part: (part / "02_causal.ipynb").write_bytes(b'{"cells": ['),
    "an archive": lambda part: (part / "work.rar").write_bytes(b"Rar!\x1a\x07\x01\0"),
}


@pytest.mark.parametrize(
    ("stray", "sentence"),
    [
        ("causal.py", "causal.py: not a folder of a student, ignored"),
        ("02_causal/causal.py", "02_causal: a folder of an assignment beside folders of students, ignored"),
    ],
)
@pytest.mark.parametrize("home", ["c3", "c3/submissions", "c3/group"])
def test_a_stray_file_does_not_make_a_class_one_student(
    stray: str, sentence: str, home: str, tmp_path: Path, course: Course
) -> None:
    archives.folder(tmp_path / home, THREE | {stray: b"stray = 1\n"})
    intake = read_class(tmp_path / "c3", course, ())
    assert [(item.student, item.sources) for item in intake.submissions] == [
        (name, {"causal.py": CODE}) for name in ("ada", "ben", "chen")
    ]
    assert intake.ignored == (sentence,)


def test_attempts_beside_a_file_are_still_one_students(tmp_path: Path, course: Course) -> None:
    files = {"causal.py": b"old = 1\n", "attempt 1/causal.py": b"one = 1\n", "attempt 2/causal.py": CODE}
    (submission,) = read_class(archives.folder(tmp_path / "ada", files), course, ()).submissions
    assert submission.sources == {"causal.py": CODE}


@pytest.mark.parametrize("name", ["..emil", ".dora"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_folder_that_begins_with_a_dot_is_named(name: str, packed: bool, tmp_path: Path, course: Course) -> None:
    files = THREE | {f"{name}/02_causal/causal.py": CODE, ".git/config": b"", "__MACOSX/.x/y": b""}
    path = archives.folder(tmp_path / "class", files)
    if packed:
        path = archives.folder(tmp_path, {"class.zip": archives.zipped(files)}) / "class.zip"
    intake = read_class(path, course, ())
    assert {item.student for item in intake.submissions} == {"ada", "ben", "chen"}
    assert intake.ignored == (f"{name}: begins with a dot, as folders of tools do, and is ignored; rename it",)


def test_a_linked_folder_is_told_to_be_a_link(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", THREE)
    archives.folder(tmp_path / "elsewhere", {"causal.py": CODE})
    (tmp_path / "class/linked").mkdir()
    (tmp_path / "class/linked/02_causal").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "class/whole").symlink_to(tmp_path / "elsewhere")
    intake = read_class(tmp_path / "class", course, ())
    (linked,) = [item for item in intake.submissions if item.student == "linked"]
    assert linked.sources == {}
    assert linked.why_missing("causal.py").startswith("02_causal: is a link, which is not followed")
    assert any(line.startswith("whole: is a link, which is not followed") for line in intake.ignored)


@pytest.mark.process
@pytest.mark.parametrize("make", REFUSED.values(), ids=REFUSED)
def test_what_came_and_was_refused_is_not_taken_for_nothing(make: object, tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"ben/02_causal/causal.py": CODE})
    (tmp_path / "class/ada/02_causal").mkdir(parents=True)
    make(tmp_path / "class/ada/02_causal")  # type: ignore[operator]
    ada, ben = read_class(tmp_path / "class", course, ()).submissions
    assert "causal.py" in ada.refused
    assert ben.refused == set(), "derivations.py did not come"


def test_an_empty_name_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["grade", "", "--out", "graded"],
        ["grade", "class", "--out", ""],
        ["export", "", "--format=csv"],
    ):
        assert main(arguments) == 2
        assert "the name is empty; name a file or folder" in capsys.readouterr().err


@pytest.mark.process
@pytest.mark.parametrize("data", [b"[]", b'{"cells": [', b"\xff\xfe\xfa", b'{"cells": 3, "nbformat": 4}', b"{}"])
def test_a_broken_notebook_is_told_in_plain_words(data: bytes, tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"ada/02_causal/02_causal.ipynb": data})
    (ada,) = read_class(tmp_path / "class", course, ()).submissions
    why = ada.why_missing("causal.py")
    assert why.startswith("02_causal.ipynb: is not a readable notebook: it ")
    assert why.endswith("; open it and save it again")
    assert not any(word in why for word in ("object", "attribute", "codec", "Error", "Notebook"))


def test_a_class_of_hidden_folders_only_says_so(tmp_path: Path, course: Course) -> None:
    with pytest.raises(IntakeError, match="contains no folder of a student"):
        read_class(archives.folder(tmp_path / "class", {".dora/02_causal/causal.py": CODE}), course, ())


def test_the_packages_beside_the_exercises_do_not_refuse_them(tmp_path: Path, course: Course) -> None:
    packages = {f"course/.venv/lib/python3.11/site-packages/torch/include/ATen/ops/op{n}.h": b"" for n in range(24_000)}
    work = archives.zipped(packages | {"course/assignments/02_causal/causal.py": CODE})
    intake = read_class(archives.folder(tmp_path / "c3", {"ada.zip": work}), course, ())
    assert [(item.student, item.sources) for item in intake.submissions] == [("ada", {"causal.py": CODE})]
    assert intake.ignored == ()
