"""Every awkward arrival is graded or refused, with its note, and leaves nothing behind."""

import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake.read import read_class
from autograder.intake.submission import Submission
from tests import arrivals as made
from tests.arrivals import CODE, FORMULAS

BOTH = {"02_causal/causal.py": CODE, "02_causal/derivations.py": FORMULAS}
ONE = {"02_causal/causal.py": CODE}


def of_ada(name: str, data: bytes) -> Callable[[Path], Path]:
    """A class in which ada hands in one file, and ben does as he is told."""
    return lambda path: made.folder(path, {f"ada/{name}": data, "ben/02_causal/causal.py": CODE})


def alone(name: str, data: bytes) -> Callable[[Path], Path]:
    """An archive that is named on the command line."""
    return lambda path: made.folder(path, {name: data}) / name


GRADED: dict[str, tuple[Callable[[Path], Path], set[str], str]] = {
    "zip": (of_ada("work.zip", made.zipped(BOTH)), {"causal.py", "derivations.py"}, ""),
    "zip in upper case": (of_ada("WORK.ZIP", made.zipped(ONE)), {"causal.py"}, ""),
    "zip without folders": (of_ada("02_causal.zip", made.zipped({"causal.py": CODE})), {"causal.py"}, "taken for 02"),
    "zip that stores": (of_ada("w.zip", made.zipped(ONE, compression=0)), {"causal.py"}, ""),
    "zip with bzip2": (of_ada("w.zip", made.zipped(ONE, compression=12)), {"causal.py"}, ""),
    "tar": (of_ada("work.tar", made.tarred(BOTH)), {"causal.py", "derivations.py"}, ""),
    "tar.gz": (of_ada("work.tar.gz", made.tarred(ONE, "gz")), {"causal.py"}, ""),
    "tgz": (of_ada("work.tgz", made.tarred(ONE, "gz")), {"causal.py"}, ""),
    "tar.bz2": (of_ada("work.tar.bz2", made.tarred(ONE, "bz2")), {"causal.py"}, ""),
    "tar.xz": (of_ada("work.tar.xz", made.tarred(ONE, "xz")), {"causal.py"}, ""),
    "tar called zip": (of_ada("work.zip", made.tarred(ONE, "gz")), {"causal.py"}, ""),
    "zip in a zip": (of_ada("work.zip", made.nested(2, ONE)), {"causal.py"}, ""),
    "zip in a zip in a zip": (of_ada("work.zip", made.nested(3, ONE)), {"causal.py"}, ""),
    "zip in a tar": (of_ada("w.tar.gz", made.tarred({"w.zip": made.zipped(ONE)}, "gz")), {"causal.py"}, ""),
    "wrapped twice": (of_ada("w.zip", made.zipped({"my work/new/02_causal/causal.py": CODE})), {"causal.py"}, ""),
    "backslashes": (of_ada("w.zip", made.zipped({"02_causal\\causal.py": CODE})), {"causal.py"}, ""),
    "made by a Mac": (
        of_ada("w.zip", made.zipped({**ONE, "__MACOSX/02_causal/._causal.py": b"\0", "02_causal/.DS_Store": b"\0"})),
        {"causal.py"},
        "",
    ),
    "branch of GitHub": (
        of_ada("w.zip", made.zipped({"02-causal-main/causal.py": CODE})),
        {"causal.py"},
        "02-causal-main",
    ),
    "whole repository": (
        of_ada("w.zip", made.zipped({"c-main/assignments/02_causal/causal.py": CODE})),
        {"causal.py"},
        "",
    ),
    "copy of a browser": (of_ada("w.zip", made.zipped({"02_causal/causal (2).py": CODE})), {"causal.py"}, "(2).py was"),
    "Canvas copy": (of_ada("02_causal/causal-1.py", CODE), {"causal.py"}, "causal-1.py was taken for causal.py"),
    "wrong case": (of_ada("w.zip", made.zipped({"02_CAUSAL/CAUSAL.PY": CODE})), {"causal.py"}, "CAUSAL.PY was taken"),
    "another alphabet": (of_ada("02_causal/\u0441ausal.py", CODE), {"causal.py"}, "was taken for causal.py"),
    "full width": (of_ada("02_causal/\uff43ausal.py", CODE), {"causal.py"}, "was taken for causal.py"),
    "another name": (
        of_ada(
            "02_causal/hw2_ada.py",
            CODE + b"".join(b"def %s(): pass\n" % name for name in (b"additive_causal_mask", b"mask_and_renormalize")),
        ),
        {"causal.py"},
        "because of what it defines",
    ),
    "BOM": (
        of_ada("w.zip", made.zipped({"02_causal/causal.py": b"\xef\xbb\xbf" + CODE})),
        {"causal.py"},
        "BOM removed",
    ),
    "UTF-16": (of_ada("02_causal/causal.py", CODE.decode().encode("utf-16")), {"causal.py"}, "read as UTF-16"),
    "CRLF": (of_ada("02_causal/causal.py", CODE.replace(b"\n", b"\r\n")), {"causal.py"}, "line ends repaired"),
    "handed in twice in one zip": (
        of_ada("w.zip", made.zipped_twice("02_causal/causal.py", b"old = 1\n", CODE)),
        {"causal.py"},
        "causal.py was handed in 2 times",
    ),
    "names that differ in case": (
        of_ada("w.zip", made.zipped({"02_causal/Causal.py": b"old = 1\n", "02_causal/causal.py": CODE})),
        {"causal.py"},
        "(Causal.py, causal.py); causal.py counts",
    ),
    "loose files": (
        of_ada("w.zip", made.zipped({"causal.py": CODE, "derivations.py": FORMULAS})),
        {"causal.py", "derivations.py"},
        "",
    ),
    "derivations by their content": (of_ada("derivations.py", FORMULAS), {"derivations.py"}, ""),
    "one student's zip": (alone("ada.zip", made.zipped(BOTH)), {"causal.py", "derivations.py"}, ""),
    "one student's zip, wrapped": (alone("ada.zip", made.zipped({"ada/02_causal/causal.py": CODE})), {"causal.py"}, ""),
    "class zip": (
        alone("all.zip", made.zipped({f"class/{who}/02_causal/causal.py": CODE for who in ("ada", "ben")})),
        {"causal.py"},
        "",
    ),
    "class zip of zips": (
        alone("all.zip", made.zipped({f"{who}.zip": made.zipped(ONE) for who in ("ada", "ben")})),
        {"causal.py"},
        "",
    ),
    "class tar": (
        alone("all.tar.gz", made.tarred({f"{who}/02_causal/causal.py": CODE for who in ("ada", "ben")}, "gz")),
        {"causal.py"},
        "",
    ),
    "assignment above students": (
        lambda path: made.folder(path, {f"02_causal/{who}/causal.py": CODE for who in ("ada", "ben")}),
        {"causal.py"},
        "",
    ),
    "nbgrader": (
        lambda path: made.folder(
            path,
            {
                "submitted/ada/02_causal/02_causal.ipynb": made.notebook(CODE.decode()),
                "submitted/ada/02_causal/timestamp.txt": b"2026-03-01 10:00:00 UTC",
            },
        ),
        {"causal.py"},
        "taken from 02_causal.ipynb",
    ),
}

REFUSED: dict[str, tuple[Callable[[Path], Path], str]] = {
    "encrypted zip": (of_ada("w.zip", made.encrypted(made.zipped(ONE))), "is encrypted; pack it without a password"),
    "zip cut off": (of_ada("02_causal/w.zip", made.zipped(ONE)[:-30]), "w.zip: is damaged or cut off"),
    "tar cut off": (
        of_ada("02_causal/w.tar", made.tarred({"causal.py": CODE * 99})[:1500]),
        "w.tar: is damaged or cut off",
    ),
    "gz cut off": (of_ada("02_causal/w.tgz", made.tarred(ONE, "gz")[:-40]), "w.tgz: is damaged or cut off"),
    "xz cut off": (of_ada("02_causal/w.tar.xz", made.tarred(ONE, "xz")[:120]), "w.tar.xz: is damaged or cut off"),
    "damaged member": (
        of_ada("02_causal/w.zip", made.damaged(made.zipped({"causal.py": CODE}))),
        "damaged in its archive",
    ),
    "lying size": (
        of_ada("02_causal/w.zip", made.lying(made.zipped({"causal.py": CODE}), 10**9)),
        "954 MB, more than the 1 MB",
    ),
    "small lie": (
        of_ada("w.zip", made.lying(made.zipped({"02_causal/causal.py": bytes(1 << 24)}), 9)),
        "is damaged in its archive",
    ),
    "zip bomb": (
        of_ada("w.zip", made.zipped({"02_causal/causal.py": bytes(1 << 26)})),
        "has 64 MB, more than the 1 MB",
    ),
    "zip with LZMA": (of_ada("w.zip", made.zipped(ONE, compression=14)), "a method that is not read here"),
    "too deep": (of_ada("02_causal/w.zip", made.nested(5, ONE)), "lies too deep in other archives"),
    "too many files": (
        of_ada("02_causal/w.zip", made.zipped({f"{n}.txt": b"" for n in range(20_001)})),
        "too many files",
    ),
    "RAR": (of_ada("02_causal/w.rar", b"Rar!\x1a\x07\x01\0"), "w.rar: is a RAR archive; hand in a zip"),
    "7z": (of_ada("02_causal/w.7z", b"7z\xbc\xaf\x27\x1c"), "w.7z: is a 7z archive; hand in a zip"),
    "RAR called zip": (of_ada("02_causal/w.zip", b"Rar!\x1a\x07\x01\0"), "w.zip: is a RAR archive; hand in a zip"),
    "text called zip": (of_ada("02_causal/w.zip", b"later"), "w.zip: is no archive; hand in a zip"),
    "empty zip": (of_ada("02_causal/w.zip", b""), "w.zip: is no archive; hand in a zip"),
    "zip slip": (of_ada("02_causal/w.zip", made.zipped({"../../causal.py": CODE})), "leads out of its archive"),
    "absolute path": (of_ada("02_causal/w.zip", made.zipped({"/tmp/causal.py": CODE})), "leads out of its archive"),
    "drive letter": (of_ada("02_causal/w.zip", made.zipped({"C:\\work\\causal.py": CODE})), "leads out of its archive"),
    "tar slip": (of_ada("02_causal/w.tar", made.tarred({"../causal.py": CODE})), "leads out of its archive"),
    "link in a zip": (of_ada("w.zip", made.zipped_special("02_causal/causal.py", made.LINK)), "is a link"),
    "pipe in a zip": (of_ada("w.zip", made.zipped_special("02_causal/causal.py", made.PIPE)), "is no ordinary file"),
    "link in a tar": (of_ada("w.tar", made.tarred_special("02_causal/causal.py", tarfile.SYMTYPE)), "is a link"),
    "hard link in a tar": (of_ada("w.tar", made.tarred_special("02_causal/causal.py", tarfile.LNKTYPE)), "is a link"),
    "device in a tar": (
        of_ada("w.tar", made.tarred_special("02_causal/causal.py", tarfile.CHRTYPE)),
        "no ordinary file",
    ),
    "tar with an endless header": (of_ada("02_causal/w.tgz", made.tar_with_long_header(1 << 26)), "w.tgz: is damaged"),
    "xz with a huge dictionary": (
        of_ada("02_causal/w.tar.xz", made.xz_with_large_dictionary()),
        "w.tar.xz: is damaged",
    ),
    "tar bomb": (
        of_ada("02_causal/w.tgz", made.tar_of_zeros("big.bin", 1 << 26, "gz")),
        "more than 200 times its size",
    ),
    "large file": (of_ada("02_causal/causal.py", bytes(2 << 20)), "has 2 MB, more than the 1 MB allowed"),
    "broken notebook": (of_ada("02_causal/02_causal.ipynb", b'{"cells": ['), "is no notebook that can be read"),
    "nothing of use in a notebook": (
        of_ada("02_causal/02_causal.ipynb", made.notebook("x = 1")),
        "defines no exercise of",
    ),
    "Word document": (of_ada("02_causal/causal.py", b"PK\x03\x04" + b"\0" * 30), ""),
}


def ada_of(path: Path, course: Course) -> Submission:
    found = {s.student: s for s in read_class(path, course, (course.assignment("02"),)).submissions}
    return found["ada"]


def everything(path: Path) -> list[tuple[str, int]]:
    return sorted((str(p), p.lstat().st_mtime_ns) for p in path.rglob("*"))


@pytest.mark.parametrize(("make", "files", "note"), GRADED.values(), ids=GRADED)
def test_what_can_be_repaired_is_graded(
    make: Callable[[Path], Path], files: set[str], note: str, tmp_path: Path, course: Course
) -> None:
    path = make(tmp_path / "class")
    before = everything(tmp_path)
    ada = ada_of(path, course)
    assert set(ada.sources) == files
    assert any(note in line for line in ada.notes) if note else ada.notes == ()
    if "derivations.py" in files:
        assert ada.sources["derivations.py"] == FORMULAS
    assert b"old" not in ada.sources.get("causal.py", b"")
    assert everything(tmp_path) == before


@pytest.mark.parametrize(("make", "note"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_repaired_is_refused_with_a_reason_and_the_rest_of_the_class_is_graded(
    make: Callable[[Path], Path], note: str, tmp_path: Path, course: Course
) -> None:
    path = make(tmp_path / "class")
    before = everything(tmp_path)
    found = {s.student: s for s in read_class(path, course, ()).submissions if s.assignment == "02_causal"}
    assert note in found["ada"].why_missing("causal.py") if note else set(found["ada"].sources) == {"causal.py"}
    assert found["ben"].sources == {"causal.py": CODE}
    assert everything(tmp_path) == before
