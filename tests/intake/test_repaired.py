"""Every awkward submission that can be read is graded, with a note on what was done, and leaves nothing behind."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake.read import read_class
from autograder.intake.submission import Submission
from tests.helpers import archives
from tests.helpers.archives import BOTH, CODE, FORMULAS, ONE, alone, everything, of_ada

pytestmark = pytest.mark.process

GRADED: dict[str, tuple[Callable[[Path], Path], set[str], str]] = {
    "zip": (of_ada("work.zip", archives.zipped(BOTH)), {"causal.py", "derivations.py"}, ""),
    "zip in upper case": (of_ada("WORK.ZIP", archives.zipped(ONE)), {"causal.py"}, ""),
    "zip without folders": (of_ada("02_causal.zip", archives.zipped({"causal.py": CODE})), {"causal.py"}, "used as 02"),
    "zip that stores": (of_ada("w.zip", archives.zipped(ONE, compression=0)), {"causal.py"}, ""),
    "zip with bzip2": (of_ada("w.zip", archives.zipped(ONE, compression=12)), {"causal.py"}, ""),
    "tar": (of_ada("work.tar", archives.tarred(BOTH)), {"causal.py", "derivations.py"}, ""),
    "tar.gz": (of_ada("work.tar.gz", archives.tarred(ONE, "gz")), {"causal.py"}, ""),
    "tgz": (of_ada("work.tgz", archives.tarred(ONE, "gz")), {"causal.py"}, ""),
    "tar.bz2": (of_ada("work.tar.bz2", archives.tarred(ONE, "bz2")), {"causal.py"}, ""),
    "tar.xz": (of_ada("work.tar.xz", archives.tarred(ONE, "xz")), {"causal.py"}, ""),
    "tar called zip": (of_ada("work.zip", archives.tarred(ONE, "gz")), {"causal.py"}, ""),
    "zip in a zip": (of_ada("work.zip", archives.nested(2, ONE)), {"causal.py"}, ""),
    "zip in a zip in a zip": (of_ada("work.zip", archives.nested(3, ONE)), {"causal.py"}, ""),
    "zip in a tar": (of_ada("w.tar.gz", archives.tarred({"w.zip": archives.zipped(ONE)}, "gz")), {"causal.py"}, ""),
    "wrapped twice": (of_ada("w.zip", archives.zipped({"my work/new/02_causal/causal.py": CODE})), {"causal.py"}, ""),
    "backslashes": (of_ada("w.zip", archives.zipped({"02_causal\\causal.py": CODE})), {"causal.py"}, ""),
    "made by a Mac": (
        of_ada(
            "w.zip", archives.zipped({**ONE, "__MACOSX/02_causal/._causal.py": b"\0", "02_causal/.DS_Store": b"\0"})
        ),
        {"causal.py"},
        "",
    ),
    "branch of GitHub": (
        of_ada("w.zip", archives.zipped({"02-causal-main/causal.py": CODE})),
        {"causal.py"},
        "02-causal-main",
    ),
    "whole repository": (
        of_ada("w.zip", archives.zipped({"c-main/assignments/02_causal/causal.py": CODE})),
        {"causal.py"},
        "",
    ),
    "copy of a browser": (
        of_ada("w.zip", archives.zipped({"02_causal/causal (2).py": CODE})),
        {"causal.py"},
        "(2).py was",
    ),
    "Canvas copy": (of_ada("02_causal/causal-1.py", CODE), {"causal.py"}, "causal-1.py was used as causal.py"),
    "wrong case": (
        of_ada("w.zip", archives.zipped({"02_CAUSAL/CAUSAL.PY": CODE})),
        {"causal.py"},
        "CAUSAL.PY was used as",
    ),
    "another alphabet": (of_ada("02_causal/\u0441ausal.py", CODE), {"causal.py"}, "was used as causal.py"),
    "full width": (of_ada("02_causal/\uff43ausal.py", CODE), {"causal.py"}, "was used as causal.py"),
    "another name": (
        of_ada(
            "02_causal/hw2_ada.py",
            CODE
            + b"".join(
                b"def %s(): pass\n" % name for name in (b"padding_mask", b"additive_causal_mask", b"masked_softmax")
            ),
        ),
        {"causal.py"},
        "because of what it defines",
    ),
    "BOM": (
        of_ada("w.zip", archives.zipped({"02_causal/causal.py": b"\xef\xbb\xbf" + CODE})),
        {"causal.py"},
        "BOM removed",
    ),
    "UTF-16": (of_ada("02_causal/causal.py", CODE.decode().encode("utf-16")), {"causal.py"}, "read as UTF-16"),
    "CRLF": (of_ada("02_causal/causal.py", CODE.replace(b"\n", b"\r\n")), {"causal.py"}, "line endings normalised"),
    "handed in twice in one zip": (
        of_ada("w.zip", archives.zipped_twice("02_causal/causal.py", b"old = 1\n", CODE)),
        {"causal.py"},
        "causal.py was handed in 2 times",
    ),
    "names that differ in case": (
        of_ada("w.zip", archives.zipped({"02_causal/Causal.py": b"old = 1\n", "02_causal/causal.py": CODE})),
        {"causal.py"},
        "(Causal.py, causal.py); causal.py counts",
    ),
    "loose files": (
        of_ada("w.zip", archives.zipped({"causal.py": CODE, "derivations.py": FORMULAS})),
        {"causal.py", "derivations.py"},
        "",
    ),
    "derivations by their content": (of_ada("derivations.py", FORMULAS), {"derivations.py"}, ""),
    "one student's zip": (alone("ada.zip", archives.zipped(BOTH)), {"causal.py", "derivations.py"}, ""),
    "one student's zip, wrapped": (
        alone("ada.zip", archives.zipped({"ada/02_causal/causal.py": CODE})),
        {"causal.py"},
        "",
    ),
    "class zip": (
        alone("all.zip", archives.zipped({f"class/{who}/02_causal/causal.py": CODE for who in ("ada", "ben")})),
        {"causal.py"},
        "",
    ),
    "class zip of zips": (
        alone("all.zip", archives.zipped({f"{who}.zip": archives.zipped(ONE) for who in ("ada", "ben")})),
        {"causal.py"},
        "",
    ),
    "class tar": (
        alone("all.tar.gz", archives.tarred({f"{who}/02_causal/causal.py": CODE for who in ("ada", "ben")}, "gz")),
        {"causal.py"},
        "",
    ),
    "assignment above students": (
        lambda path: archives.folder(path, {f"02_causal/{who}/causal.py": CODE for who in ("ada", "ben")}),
        {"causal.py"},
        "",
    ),
    "nbgrader": (
        lambda path: archives.folder(
            path,
            {
                "submitted/ada/02_causal/02_causal.ipynb": archives.notebook(CODE.decode()),
                "submitted/ada/02_causal/timestamp.txt": b"2026-03-01 10:00:00 UTC",
            },
        ),
        {"causal.py"},
        "taken from 02_causal.ipynb",
    ),
}


def ada_of(path: Path, course: Course) -> Submission:
    found = {s.student: s for s in read_class(path, course, (course.assignment("02"),)).submissions}
    return found["ada"]


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
