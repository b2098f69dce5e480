"""What cannot be read is refused with its reason, the rest of the class is graded, and nothing is left behind."""

import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from autograder.course import Course
from autograder.intake.layout import StudentBundle
from autograder.intake.read import read_class
from autograder.intake.student import StudentReader, StudentSubmissions
from tests.helpers import archives
from tests.helpers.archives import CODE, ONE, everything, of_ada


def bomb(folder: Path, size: int) -> Path:
    return of_ada("w.zip", archives.zipped({"02_causal/causal.py": bytes(size)}))(folder)


def of_many_files(folder: Path) -> Path:
    return of_ada("02_causal/w.zip", archives.zipped({f"{n}.txt": b"" for n in range(20_001)}))(folder)


REFUSED: dict[str, tuple[Callable[[Path], Path], str]] = {
    "encrypted zip": (
        of_ada("w.zip", archives.encrypted(archives.zipped(ONE))),
        "is encrypted; pack it without a password",
    ),
    "zip cut off": (of_ada("02_causal/w.zip", archives.zipped(ONE)[:-30]), "w.zip: is damaged or cut off"),
    "tar cut off": (
        of_ada("02_causal/w.tar", archives.tarred({"causal.py": CODE * 99})[:1500]),
        "w.tar: is damaged or cut off",
    ),
    "gz cut off": (of_ada("02_causal/w.tgz", archives.tarred(ONE, "gz")[:-40]), "w.tgz: is damaged or cut off"),
    "xz cut off": (of_ada("02_causal/w.tar.xz", archives.tarred(ONE, "xz")[:120]), "w.tar.xz: is damaged or cut off"),
    "damaged member": (
        of_ada("02_causal/w.zip", archives.damaged(archives.zipped({"causal.py": CODE}))),
        "damaged in its archive",
    ),
    "lying size": (
        of_ada("02_causal/w.zip", archives.lying(archives.zipped({"causal.py": CODE}), 10**9)),
        "954 MB, more than the 1 MB",
    ),
    "small lie": (
        of_ada("w.zip", archives.lying(archives.zipped({"02_causal/causal.py": bytes(1 << 24)}), 9)),
        "is damaged in its archive",
    ),
    "zip bomb": (
        lambda folder: bomb(folder, 1 << 26),
        "has 64 MB, more than the 1 MB",
    ),
    "zip with LZMA": (of_ada("w.zip", archives.zipped(ONE, compression=14)), "unsupported compression method"),
    "too deep": (of_ada("02_causal/w.zip", archives.nested(5, ONE)), "is nested too deeply in other archives"),
    "too many files": (
        of_many_files,
        "too many files",
    ),
    "RAR": (of_ada("02_causal/w.rar", b"Rar!\x1a\x07\x01\0"), "w.rar: is a RAR archive; hand in a zip"),
    "7z": (of_ada("02_causal/w.7z", b"7z\xbc\xaf\x27\x1c"), "w.7z: is a 7z archive; hand in a zip"),
    "RAR called zip": (of_ada("02_causal/w.zip", b"Rar!\x1a\x07\x01\0"), "w.zip: is a RAR archive; hand in a zip"),
    "text called zip": (of_ada("02_causal/w.zip", b"later"), "w.zip: is not an archive; hand in a zip"),
    "empty zip": (of_ada("02_causal/w.zip", b""), "w.zip: is not an archive; hand in a zip"),
    "zip slip": (of_ada("02_causal/w.zip", archives.zipped({"../../causal.py": CODE})), "leads out of its archive"),
    "absolute path": (of_ada("02_causal/w.zip", archives.zipped({"/tmp/causal.py": CODE})), "leads out of its archive"),
    "drive letter": (
        of_ada("02_causal/w.zip", archives.zipped({"C:\\work\\causal.py": CODE})),
        "leads out of its archive",
    ),
    "tar slip": (of_ada("02_causal/w.tar", archives.tarred({"../causal.py": CODE})), "leads out of its archive"),
    "link in a zip": (of_ada("w.zip", archives.zipped_special("02_causal/causal.py", archives.LINK)), "is a link"),
    "pipe in a zip": (
        of_ada("w.zip", archives.zipped_special("02_causal/causal.py", archives.PIPE)),
        "is not a regular file",
    ),
    "link in a tar": (of_ada("w.tar", archives.tarred_special("02_causal/causal.py", tarfile.SYMTYPE)), "is a link"),
    "hard link in a tar": (
        of_ada("w.tar", archives.tarred_special("02_causal/causal.py", tarfile.LNKTYPE)),
        "is a link",
    ),
    "device in a tar": (
        of_ada("w.tar", archives.tarred_special("02_causal/causal.py", tarfile.CHRTYPE)),
        "not a regular file",
    ),
    "tar with an endless header": (
        of_ada("02_causal/w.tgz", archives.tar_with_long_header(1 << 26)),
        "w.tgz: is damaged",
    ),
    "tar with chained names": (
        of_ada("02_causal/w.tgz", archives.tar_with_chained_headers(tarfile.GNUTYPE_LONGNAME)),
        "w.tgz: is damaged or cut off",
    ),
    "tar with chained headers": (
        of_ada("02_causal/w.tgz", archives.tar_with_chained_headers(tarfile.XHDTYPE)),
        "w.tgz: is damaged or cut off",
    ),
    "member beyond 64 bits": (
        of_ada("w.zip", archives.zip_beyond_64_bits("02_causal/causal.py")),
        "causal.py: is damaged in its archive",
    ),
    "xz with a huge dictionary": (
        of_ada("02_causal/w.tar.xz", archives.xz_with_large_dictionary()),
        "w.tar.xz: is damaged",
    ),
    "tar bomb": (
        of_ada("02_causal/w.tgz", archives.tar_of_zeros("big.bin", 1 << 26, "gz")),
        "more than 200 times its size",
    ),
    "large file": (of_ada("02_causal/causal.py", bytes(2 << 20)), "has 2 MB, more than the 1 MB allowed"),
    "broken notebook": (of_ada("02_causal/02_causal.ipynb", b'{"cells": ['), "is not a readable notebook"),
    "nothing of use in a notebook": (
        of_ada("02_causal/02_causal.ipynb", archives.notebook("x = 1")),
        "defines no exercise of",
    ),
    "Word document": (of_ada("02_causal/causal.py", b"PK\x03\x04" + b"\0" * 30), "causal.py: is not text, but has NUL"),
    "random bytes": (of_ada("02_causal/causal.py", b"\x9d\xf1\xc3(" * 9), "causal.py: is not text in UTF-8; open it"),
    "UTF-16 without a mark": (of_ada("02_causal/causal.py", "x = 1\n".encode("utf-16-le")), "has NUL bytes; open it"),
    "Latin letters": (of_ada("02_causal/causal.py", b"# caf\xe9\nx = 1\n"), "causal.py: is not text in UTF-8; open it"),
    "an encoding of bytes": (
        of_ada("02_causal/causal.py", b"# coding: hex\n# caf\xe9\n"),
        "is not text in UTF-8; open",
    ),
}


@pytest.mark.process
@pytest.mark.parametrize(("make", "note"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_repaired_is_refused_with_a_reason_and_the_rest_of_the_class_is_graded(
    make: Callable[[Path], Path], note: str, tmp_path: Path, course: Course
) -> None:
    path = make(tmp_path / "class")
    before = everything(tmp_path)
    found = {s.student: s for s in read_class(path, course, ()).submissions if s.assignment == "02_causal"}
    assert note in found["ada"].why_missing("causal.py")
    assert not found["ada"].sources
    assert found["ben"].sources == {"causal.py": CODE}
    assert everything(tmp_path) == before


@pytest.mark.parametrize("place", ["student.StudentReader.read", "archives.zip_entries"])
def test_an_error_that_nobody_foresaw_costs_one_student_and_is_named(
    place: str, tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = StudentReader.read

    def fail(*given: object) -> NoReturn:
        raise ZeroDivisionError(given)

    def fail_for_ada(self: StudentReader, bundle: StudentBundle, student: str) -> StudentSubmissions:
        return fail() if student == "ada" else reader(self, bundle, student)

    monkeypatch.setattr(f"autograder.intake.{place}", fail_for_ada if place.startswith("student") else fail)
    path = of_ada("02_causal/causal.py", CODE)(tmp_path / "class")
    archives.folder(path, {"downloads.zip": archives.zipped({"cy/02_causal/causal.py": CODE})})
    intake = read_class(path, course, ())
    why = "cannot be read (ZeroDivisionError); hand in the files of the exercise only, in one zip"
    assert any(line.endswith(why) for line in intake.ignored)
    assert any(text.endswith(why) for item in intake.submissions for text in item.unreadable)
    assert "ben" in {item.student for item in intake.submissions if item.sources}


def test_of_two_files_the_one_that_is_text_is_graded(tmp_path: Path, course: Course) -> None:
    files = {"ada/02_causal/causal.py": b"\x9d\xf1\0" * 9, "ada/02_causal/derivations.py": b"x = 1\n"}
    archives.folder(tmp_path / "class", files)
    (ada,) = [item for item in read_class(tmp_path / "class", course, ()).submissions if item.assignment == "02_causal"]
    assert set(ada.sources) == {"derivations.py"}
    assert (ada.refused, ada.unreadable) == ({"causal.py"}, ())


def test_bytes_with_the_name_of_a_program_are_unreadable(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": b"\x9d\xf1\0" * 9})
    (ada,) = [item for item in read_class(tmp_path / "class", course, ()).submissions if item.assignment == "02_causal"]
    (sentence,) = ada.unreadable
    assert (
        sentence
        == "causal.py: is not text, but has NUL bytes; open it in your editor, save it as UTF-8, and hand it in again"
    )
