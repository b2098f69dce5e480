"""A messy class: whatever was handed in is graded, refused with a reason, or named; nothing vanishes.

A row is a hand-in: its files, and what becomes of it. `graded` lists the files of the part that are graded; `says` are
words that the student reads, `instructor` words that the instructor reads about this student. Files that neither are
graded nor named fail the last test.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake.names import is_junk, is_provided
from autograder.intake.read import read_class
from autograder.intake.submission import Intake, Submission
from tests.helpers import archives
from tests.helpers.archives import CODE, FORMULAS, notebook, zipped
from tests.helpers.grading import autograder

pytestmark = pytest.mark.process

PART = "02_causal"
BOTH = frozenset({"causal.py", "derivations.py"})
CAUSAL, DERIVATIONS = frozenset({"causal.py"}), frozenset({"derivations.py"})
NOTHING: frozenset[str] = frozenset()
RAR, PDF, WORD = b"Rar!\x1a\x07\x01\0", b"%PDF-1.7\n", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
CELLS = notebook("# my notes", CODE.decode(), FORMULAS.decode())


@dataclass(frozen=True)
class HandIn:
    """What one student handed in, and what becomes of it."""

    files: Mapping[str, bytes]
    graded: frozenset[str] = BOTH
    says: str = ""
    instructor: str = ""


def one(name: str, data: bytes, graded: frozenset[str] = CAUSAL, says: str = "", instructor: str = "") -> HandIn:
    return HandIn({name: data}, graded, says, instructor)


MOODLE = {  # a folder for each student; Moodle keeps folders inside it
    "Ada Lovelace": HandIn({"causal.py": CODE, "derivations.py": FORMULAS}),
    "Zoë Ångström": HandIn({"causal.py": CODE, "derivations.py": FORMULAS}),
    "李 小龙": HandIn({"causal.py": CODE, "derivations.py": FORMULAS}),
    "Anne-Marie d'Arc": one("causal.py", CODE),
    "Jean_Luc Picard": one("causal.py", CODE),
    "Bo": one("Causal.PY", CODE, says="Causal.PY was used as causal.py"),
    "Cy Copy": one("causal (1).py", CODE, says="was used as causal.py"),
    "Di Draft": HandIn({"causal.py": b"old = 1\n", "causal_final.py": CODE}, CAUSAL, "causal.py was handed in 2 times"),
    "Ed Text": one("causal.py.txt", CODE, says="causal.py.txt was used as causal.py"),
    "Fi Prefix": one("fi_causal.py", CODE, says="fi_causal.py was used as causal.py"),
    "Gil Zip": one("homework.zip", zipped({"causal.py": CODE, "derivations.py": FORMULAS}), BOTH),
    "Ha Deep": one("w.zip", zipped({"a/b/c/02_causal/causal.py": CODE}), CAUSAL),
    "Ida Zipzip": one("w.zip", zipped({"inner.zip": zipped({"causal.py": CODE})}), CAUSAL),
    "Jo Rar": one("causal.rar", RAR, NOTHING, "causal.rar: is a RAR archive; hand in a zip"),
    "Kim Seven": one("work.7z", b"7z\xbc\xaf\x27\x1c", NOTHING, "is a 7z archive; hand in a zip"),
    "Lo Pdf": one("report.pdf", PDF, NOTHING, instructor="report.pdf was received and not used"),
    "Mo Word": one("causal.docx", WORD, NOTHING, instructor="causal.docx was received and not used"),
    "Ned Picture": one(
        "screenshot.png", b"\x89PNG\r\n", NOTHING, instructor="screenshot.png was received and not used"
    ),
    "Ole Empty": one("causal.py", b"", NOTHING, "causal.py: is empty; hand in the file with your work"),
    "Una Blank": one(
        "causal.py", b"\xef\xbb\xbf \r\n\t\n", NOTHING, "causal.py: is empty; hand in the file with your work"
    ),
    "Nia Blank": one("02_causal.ipynb", b"", NOTHING, "02_causal.ipynb: is empty; hand in the file with your work"),
    "Ira Half": HandIn(
        {"causal.py": b"", "derivations.py": FORMULAS}, frozenset({"derivations.py"}), "causal.py: is empty"
    ),
    "Pat Blank": one("causal.py", b"\n\n   \n", NOTHING, "causal.py: is empty; hand in the file with your work"),
    "Quin Mac": HandIn({"causal.py": CODE, "__MACOSX/._causal.py": b"\0\5", ".DS_Store": b"\0"}, CAUSAL),
    "Rae Notebook": one("02_causal.ipynb", CELLS, BOTH, "was taken from 02_causal.ipynb"),
    "Sam Mynotes": one("my notebook.ipynb", CELLS, BOTH, "was taken from my notebook.ipynb"),
    "Tea Broken": one("02_causal.ipynb", b'{"cells": [', NOTHING, "02_causal.ipynb"),
    "Uma Jsontxt": one("02_causal.ipynb.txt", CELLS, BOTH),
    "Vic Cut": one("w.zip", zipped({"causal.py": CODE * 99})[:-40], NOTHING, "w.zip: is damaged or cut off"),
    "Wes Locked": one("w.zip", archives.encrypted(zipped({"causal.py": CODE})), NOTHING, "is encrypted"),
    "Xi Typed": HandIn({}, NOTHING, instructor="is text typed into a form; hand in a file"),
}
CANVAS = {  # a file for each upload
    "lovelacebo": HandIn({"causal.py": CODE, "derivations.py": FORMULAS}),
    "again": HandIn({"causal.py": b"old = 1\n", "causal-1.py": CODE}, CAUSAL, "causal.py was handed in 2 times"),
    "müllerjörg": one("causal.py", CODE),
    "o_neill": one("causal.py", CODE),
    "smith-jones": one("causal.py", CODE),
    "utf16": one("causal.py", CODE.decode().encode("utf-16"), says="causal.py: read as UTF-16"),
    "bom": one("causal.py", b"\xef\xbb\xbf" + CODE, says="causal.py: BOM removed"),
    "windows": one("causal.py", CODE.replace(b"\n", b"\r\n"), says="line endings normalised"),
    "latin": one("causal.py", b"# caf\xe9\n" + CODE, NOTHING, "causal.py: is not text in UTF-8"),
    "saidlatin": one("causal.py", b"# coding: latin-1\n# caf\xe9\n" + CODE),
    "syntax": one("causal.py", b"def causal_mask(T:\n"),
    "tabs": one("causal.py", b"def causal_mask(T):\n\treturn T\n        x = 1\n"),
    "python2": one("causal.py", b"print 'hello'\n" + CODE),
    "huge": one("causal.py", b"#" * (2 << 20), NOTHING, "has 2 MB, more than the 1 MB allowed"),
    "tar": one("work.tar.gz", archives.tarred({"causal.py": CODE}, "gz"), CAUSAL),
    "slip": one("w.zip", zipped({"../../causal.py": CODE}), NOTHING, "leads out of its archive"),
    "link": one("w.zip", archives.zipped_special("causal.py", archives.LINK), NOTHING, "is a link"),
    "large": one("causal.py", b"#" * ((1 << 20) + 9), NOTHING, "causal.py: has more than the 1 MB allowed"),
    "bomb": one("w.zip", zipped({"causal.py": bytes(1 << 26)}), NOTHING, "has 64 MB, more than the 1 MB"),
    "notazip": one("w.zip", b"later", NOTHING, "w.zip: is not an archive"),
    "wholecourse": one(
        "all.zip",
        zipped({"01_self_attention/self_attention.py": b"def softmax(z):\n    return z\n", f"{PART}/causal.py": CODE}),
    ),
    "wrongpart": one(
        "self_attention.py",
        b"def softmax(z, dim=-1):\n    return z\n",
        NOTHING,
        instructor="self_attention.py was handed in for 02_causal, and is of 01",
    ),
    "helper": HandIn({"causal.py": b"from tools import two\n" + CODE, "tools.py": b"two = 2\n"}, CAUSAL),
    "library": one("w.zip", zipped({"causal.py": CODE, "site-packages/x.py": b"", "venv/y.py": b""}), CAUSAL),
    "tests": HandIn({"causal.py": CODE, "test_causal.py": b"assert True\n"}, CAUSAL),
    "othername": one("solution.py", CODE + b"\n".join(b"def f%d(): pass" % i for i in range(3)), NOTHING),
    "onlyone": one("derivations.py", FORMULAS, DERIVATIONS),
    "image": HandIn({"causal.py": CODE, "plot.png": b"\x89PNG"}, CAUSAL, "plot.png was received and not used"),
}
FOLDERS = {  # folders and archives beside the downloads, for those who sent a mail
    "mail-ada": HandIn({f"{PART}/causal.py": CODE, f"{PART}/derivations.py": FORMULAS}),
    "mail-number": HandIn({"2/causal.py": CODE}, CAUSAL, "the folder 2 was used as 02_causal"),
    "mail-homework": HandIn({"hw02/causal.py": CODE}, CAUSAL, "the folder hw02 was used as 02_causal"),
    "mail-attempts": HandIn(
        {f"{PART}/attempt 1/causal.py": b"old = 1\n", f"{PART}/attempt 2/causal.py": CODE},
        CAUSAL,
        "attempts were handed in",
    ),
    "mail-old": HandIn({f"{PART}/old/causal.py": b"old = 1\n", f"{PART}/causal.py": CODE}, CAUSAL, "counts"),
    "mail-src": HandIn({f"{PART}/src/causal.py": CODE}, CAUSAL),
    "mail-flat": HandIn({"causal.py": CODE}, CAUSAL),
    "mail-empty": HandIn({f"{PART}/": b""}, NOTHING, "causal.py: was not handed in"),
    "mail-strange": HandIn({"project/notes.txt": b"hello"}, NOTHING, instructor="mail-strange"),
    "mail-case": HandIn({"02_CAUSAL/CAUSAL.py": CODE}, CAUSAL),
    "mail-space": HandIn({"02 causal/causal.py": CODE}, CAUSAL),
    "mail-cyrillic": HandIn({f"{PART}/\u0441ausal.py": CODE}, CAUSAL),
    "mail-folderpy": HandIn({f"{PART}/causal.py/x.txt": b"x"}, NOTHING),
    "mail-split": HandIn({f"{PART}/part_a.py": CODE, f"{PART}/part_b.py": FORMULAS}, NOTHING),
    "mail-hidden": HandIn({".work/causal.py": CODE}, NOTHING, instructor=".work: begins with a dot"),
}


def student_of(name: str) -> str:
    """The id of a student of Moodle: the name, as Moodle writes it, without blanks."""
    return name.replace("_", " ").replace(" ", "_")


def messy_class(folder: Path) -> Path:
    """Two downloads, folders of single students, and files of nobody."""
    moodle = {
        f"{name.replace('_', ' ')}_{number}_assignsubmission_file/{file}": data
        for number, (name, hand_in) in enumerate(MOODLE.items(), start=300)
        for file, data in hand_in.files.items()
    }
    moodle["Xi Typed_999_assignsubmission_onlinetext/onlinetext.html"] = b"<p>my code</p>"
    canvas = {
        f"{name}_{'LATE_' if number % 7 == 0 else ''}{4700 + number}_{90000 + 10 * number + place}_{file}": data
        for number, (name, hand_in) in enumerate(CANVAS.items())
        for place, (file, data) in enumerate(hand_in.files.items())
    }
    others = {
        f"{name}/{file}": data
        for name, hand_in in FOLDERS.items()
        for file, data in hand_in.files.items()
        if data or file[-1] != "/"
    }
    (folder / "mail-empty" / PART).mkdir(parents=True)
    strays = {"readme.txt": b"hello", "grades.csv": b"a,b\n", "03_multihead.zip": RAR}
    downloads = {
        "CS101-Causal attention-77.zip": zipped(moodle),
        "cs101-causal-attention_submissions.zip": zipped(canvas),
    }
    return archives.folder(folder, downloads | others | strays)


def expected() -> dict[str, HandIn]:
    """Every hand-in by the id of its student."""
    canvas = {f"{name}_{4700 + number}": hand_in for number, (name, hand_in) in enumerate(CANVAS.items())}
    return {student_of(name): hand_in for name, hand_in in MOODLE.items()} | canvas | FOLDERS


@pytest.fixture(scope="module")
def intake(tmp_path_factory: pytest.TempPathFactory, course: Course) -> Intake:
    return read_class(messy_class(tmp_path_factory.mktemp("messy") / "class"), course, (course.assignment("02"),))


@pytest.fixture(scope="module")
def by_student(intake: Intake) -> dict[str, Submission]:
    return {item.student: item for item in intake.submissions}


def sentences(submission: Submission) -> str:
    return "\n".join((*submission.notes, *submission.missing.values()))


def test_it_is_a_messy_class() -> None:
    assert len(expected()) == len(MOODLE) + len(CANVAS) + len(FOLDERS) >= 60


def test_nobody_is_missing_and_nobody_is_invented(by_student: dict[str, Submission]) -> None:
    assert set(by_student) == set(expected())


@pytest.mark.parametrize("student", expected())
def test_every_hand_in_is_graded_refused_or_named(
    student: str, by_student: dict[str, Submission], intake: Intake
) -> None:
    submission, hand_in = by_student[student], expected()[student]
    assert set(submission.sources) >= hand_in.graded
    about = "\n".join(line for line in intake.ignored if line.startswith((f"{student}:", f"{student}/")))
    assert hand_in.says in sentences(submission)
    assert hand_in.instructor in about
    if not submission.sources:
        assert sentences(submission) or about, "nothing is graded, and nobody is told why"


@pytest.mark.parametrize("student", expected())
def test_no_file_vanishes(student: str, by_student: dict[str, Submission], intake: Intake) -> None:
    submission, hand_in = by_student[student], expected()[student]
    about = sentences(submission) + "\n".join(line for line in intake.ignored if line.startswith(student))
    if submission.refused:
        return  # with a reason, which another test compares
    contents = list(submission.sources.values())
    for path, data in hand_in.files.items():
        parts = tuple(path.split("/"))
        if any(map(is_junk, parts)) or is_provided(parts) or data in contents or path.endswith("/"):
            continue
        packed = parts[-1].endswith((".zip", ".tar.gz", ".ipynb", ".txt"))
        used = bool(contents) and (packed or parts[-1] in submission.sources)
        assert used or any(part in about for part in (parts[-1], parts[0])), path


def test_what_belongs_to_nobody_is_named(intake: Intake) -> None:
    for name in ("readme.txt", "grades.csv", "03_multihead.zip"):
        assert any(line.startswith(f"{name}: ") for line in intake.ignored)
    assert [line.partition(":")[0] for line in intake.remarks] == [
        "CS101-Causal attention-77.zip",
        "cs101-causal-attention_submissions.zip",
    ]


def test_late_is_who_was_marked_late(by_student: dict[str, Submission]) -> None:
    late = {f"{name}_{4700 + number}" for number, name in enumerate(CANVAS) if number % 7 == 0}
    found = {student for student, item in by_student.items() if item.late}
    assert found == {student for student in late if by_student[student].sources or student in found}


def test_the_class_is_graded_to_its_end(tmp_path: Path) -> None:
    path = messy_class(tmp_path / "class")
    done = autograder("grade", path, "--assignment", "02", "--out", tmp_path / "out", "--jobs", 2)
    assert done.returncode == 0, done.stderr  # what is refused has its verdict; the student hands in again
    with (tmp_path / "out/grades.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["student"].removeprefix("'"): row for row in csv.DictReader(file)}
    assert set(rows) >= set(expected())
    for student, hand_in in expected().items():
        row = rows[student]
        assert bool(row["score"]) == (row["status"] in ("graded", "graded in part", "not submitted")), student
        assert row["remark"] or row["status"] not in ("refused", "unreadable"), student
        in_part = row["status"] == "graded in part" and set(hand_in.files) > hand_in.graded
        assert row["status"] == "graded" or in_part or not hand_in.graded, student
        assert row["status"] != "not submitted" or not any(hand_in.files.values()), student
    assert rows["latin_4708"]["status"] == "unreadable"
    assert float(rows["saidlatin_4709"]["score"]) > 0
