"""Downloads of several parts beside each other, as Canvas and Moodle pack them, become one class."""

import os
import resource
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.errors import IntakeError
from autograder.intake.downloads import part_of_download
from autograder.intake.entries import MB, ReadBudget
from autograder.intake.read import read_class
from autograder.intake.roster import read_roster
from autograder.intake.submission import Intake
from tests.helpers import archives
from tests.helpers.archives import CODE, FORMULAS, zipped

FIRST = b"def softmax(z, dim=-1):\n    return z\n"
PARTS = {
    "01_self_attention": {"self_attention.py": FIRST},
    "02_causal": {"causal.py": CODE, "derivations.py": FORMULAS},
}
PEOPLE = ("Ada Lovelace", "Ben Ba")
EVERYTHING = {(student, part): set(files) for student in ("Ada_Lovelace", "Ben_Ba") for part, files in PARTS.items()}


def moodle(part: str, number: int, form: str = "{}_{}_assignsubmission_file/{}") -> bytes:
    """A zip of Moodle, which numbers everybody anew for each assignment."""
    return zipped(
        {
            form.format(name, number + place, file): data
            for place, name in enumerate(PEOPLE)
            for file, data in PARTS[part].items()
        }
    )


def canvas(part: str, upload: int) -> bytes:
    return zipped(
        {
            f"{''.join(reversed(name.lower().split()))}_{4711 + place}_{upload + 10 * place + file}_{label}": data
            for place, name in enumerate(PEOPLE)
            for file, (label, data) in enumerate(PARTS[part].items())
        }
    )


def received(intake: Intake) -> dict[tuple[str, str], set[str]]:
    return {(item.student, item.assignment): set(item.sources) for item in intake.submissions if item.sources}


MOODLE_FOLDERS = {
    "named after the parts": {
        "01_self_attention.zip": moodle("01_self_attention", 100),
        "02_causal.zip": moodle("02_causal", 200),
    },
    "named as Moodle does": {
        "CS101-Self-attention-1233.zip": moodle("01_self_attention", 100),
        "CS101-Causal attention-1234.zip": moodle("02_causal", 200),
    },
    "named by nobody": {"download.zip": moodle("01_self_attention", 100), "download (1).zip": moodle("02_causal", 200)},
    "in a folder, with other files": {
        "term/hw1.zip": moodle("01_self_attention", 100),
        "term/hw2.zip": moodle("02_causal", 200),
        "term/notes.txt": b"mine",
    },
    "one zip of both zips, named after nothing": {
        "all.zip": zipped({"1.zip": moodle("01_self_attention", 100), "2.zip": moodle("02_causal", 200)})
    },
    "unpacked": {
        f"{top}/{name}_{number}_assignsubmission_file_/{file}": data
        for top, part, number in (("CS-Self-attention-3", "01_self_attention", 5), ("CS-Causal-4", "02_causal", 7))
        for name in PEOPLE
        for file, data in PARTS[part].items()
    },
}


@pytest.mark.parametrize("files", MOODLE_FOLDERS.values(), ids=MOODLE_FOLDERS)
def test_downloads_of_moodle_beside_each_other_are_one_class(
    files: dict[str, bytes], tmp_path: Path, course: Course
) -> None:
    intake = read_class(archives.folder(tmp_path / "class", files), course, ())
    assert received(intake) == EVERYTHING
    assert len(intake.remarks) == 2
    assert all("a download of 2 students, read as" in line for line in intake.remarks)


CANVAS_FOLDERS = {
    "as the browser saves them": ("submissions.zip", "submissions (1).zip"),
    "as Canvas names them": ("cs101-self-attention_submissions.zip", "cs101-causal-attention_submissions.zip"),
    "in folders of parts": ("01_self_attention/submissions.zip", "02_causal/submissions.zip"),
    "with numbers": ("1.zip", "2.zip"),
}


@pytest.mark.parametrize("names", CANVAS_FOLDERS.values(), ids=CANVAS_FOLDERS)
def test_downloads_of_canvas_beside_each_other_are_one_class(
    names: tuple[str, str], tmp_path: Path, course: Course
) -> None:
    files = {name: canvas(part, number) for name, part, number in zip(names, PARTS, (90_000, 95_000), strict=True)}
    intake = read_class(archives.folder(tmp_path / "class", files), course, ())
    people = {"Ada_Lovelace": "lovelaceada_4711", "Ben_Ba": "baben_4712"}
    assert received(intake) == {(people[student], part): files for (student, part), files in EVERYTHING.items()}


def test_one_download_in_a_folder_is_a_class(tmp_path: Path, course: Course) -> None:
    intake = read_class(archives.folder(tmp_path / "class", {"02_causal.zip": moodle("02_causal", 1)}), course, ())
    assert {student for student, _ in received(intake)} == {"Ada_Lovelace", "Ben_Ba"}


def test_a_zip_of_folders_of_students_is_a_download(tmp_path: Path, course: Course) -> None:
    files = {"02_causal.zip": zipped({"ada/causal.py": CODE, "ben/causal.py": CODE})}
    intake = read_class(archives.folder(tmp_path / "class", files), course, ())
    assert {student for student, _ in received(intake)} == {"ada", "ben"}


def test_one_students_folders_in_a_zip_are_no_students(tmp_path: Path, course: Course) -> None:
    files = {"02_causal.zip": zipped({"functions/causal.py": CODE, "formulas/derivations.py": FORMULAS})}
    intake = read_class(archives.folder(tmp_path / "ada", files), course, ())
    assert received(intake) == {("ada", "02_causal"): {"causal.py", "derivations.py"}}


def test_a_student_whose_zips_are_named_after_parts_is_one_student(tmp_path: Path, course: Course) -> None:
    files = {f"{part}.zip": zipped(contents) for part, contents in PARTS.items()}
    intake = read_class(archives.folder(tmp_path / "ada", files), course, ())
    assert {student for student, _ in received(intake)} == {"ada"}


def test_what_is_beside_downloads_is_read_or_named(tmp_path: Path, course: Course) -> None:
    files = {
        "02_causal.zip": moodle("02_causal", 1),
        "01_self_attention.zip": b"Rar!\x1a\x07\x01\0",
        "carl.zip": zipped({"02_causal/causal.py": CODE}),
        "01_self_attention/dora/self_attention.py": FIRST,
        "01_self_attention/Ada Lovelace/self_attention.py": FIRST,
        "causal.py": CODE,
        "grades.csv": b"a,b\n",
    }
    intake = read_class(archives.folder(tmp_path / "class", files), course, ())
    assert received(intake) == {
        ("Ada_Lovelace", "01_self_attention"): {"self_attention.py"},
        ("Ada_Lovelace", "02_causal"): {"causal.py", "derivations.py"},
        ("Ben_Ba", "02_causal"): {"causal.py", "derivations.py"},
        ("carl", "02_causal"): {"causal.py"},
        ("dora", "01_self_attention"): {"self_attention.py"},
    }
    assert sorted(intake.ignored) == [
        "01_self_attention.zip: is a RAR archive; hand in a zip",
        "causal.py: not a folder of a student, ignored",
        "grades.csv: not a folder of a student, ignored",
    ]


def test_an_archive_named_after_a_part_beside_students_is_named(tmp_path: Path, course: Course) -> None:
    files = {
        "ada/02_causal/causal.py": CODE,
        "ben.zip": zipped({"causal.py": CODE}),
        "02_causal.zip": zipped({"causal.py": CODE}),
    }
    intake = read_class(archives.folder(tmp_path / "class", files), course, ())
    assert {student for student, _ in received(intake)} == {"ada", "ben"}
    assert intake.ignored == (
        "02_causal.zip: named after an assignment and not after a student, ignored; put it into its student's folder",
    )


def test_the_later_of_two_downloads_of_a_part_counts(tmp_path: Path, course: Course) -> None:
    later = zipped({"Ada Lovelace_9_assignsubmission_file_/causal.py": CODE})
    earlier = zipped(
        {f"{name}_9{place}_assignsubmission_file_/causal.py": b"old = 1\n" for place, name in enumerate(PEOPLE)}
    )
    files = {"02_causal.zip": earlier, "02_causal (1).zip": later}
    intake = read_class(archives.folder(tmp_path / "class", files), course, ())
    assert {item.student: item.sources["causal.py"] for item in intake.submissions} == {
        "Ada_Lovelace": CODE,
        "Ben_Ba": b"old = 1\n",
    }


@pytest.mark.process
@pytest.mark.parametrize("second", ["submissions (1).zip", "submissions(2).zip", "downloads (1).zip"])
def test_a_late_download_of_one_student_is_no_student(second: str, tmp_path: Path, course: Course) -> None:
    canvas = {f"{name}_471{place}_9000{place}_causal.py": CODE for place, name in enumerate(("lovelaceada", "baben"))}
    late = zipped({"baben_LATE_4711_90050_causal-1.py": b"new = 1\n"})
    intake = read_class(
        archives.folder(tmp_path / "class", {"submissions.zip": zipped(canvas), second: late}), course, ()
    )
    assert received(intake).keys() == {("lovelaceada_4710", "02_causal"), ("baben_4711", "02_causal")}
    (ben,) = (item for item in intake.submissions if item.student == "baben_4711")
    assert ben.sources["causal.py"] == b"new = 1\n"


def test_namesakes_keep_the_numbers_of_moodle(tmp_path: Path, course: Course) -> None:
    names = ("Ada Lee_7", "Ada Lee_8", "Ben Ba_9", "Participant_10")
    files = {"02_causal.zip": zipped({f"{name}_assignsubmission_file_/causal.py": CODE for name in names})}
    intake = read_class(archives.folder(tmp_path / "class", files), course, ())
    assert {student for student, _ in received(intake)} == {"Ada_Lee_7", "Ada_Lee_8", "Ben_Ba", "Participant_10"}


def test_a_number_of_moodle_is_no_ones_id(tmp_path: Path, course: Course) -> None:
    (tmp_path / "roster.csv").write_text("student,name\n17,Ben Ba\n")
    archives.folder(tmp_path / "class", {"Ada Lovelace_17_assignsubmission_file_/causal.py": CODE})
    intake = read_class(tmp_path / "class", course, (), read_roster(tmp_path / "roster.csv"))
    assert {student for student, _ in received(intake)} == {"Ada_Lovelace"}


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("CS101-Causal attention-4711.zip", "02_causal"),
        ("CS101-Self-attention-4711.zip", "01_self_attention"),
        ("cs101-multi-head-attention_submissions.zip", "03_multihead"),
        ("ML-Homework 2-99.zip", "02_causal"),
        ("2026-02_causal-99", "02_causal"),
        ("CS101-Final project-2.zip", None),
        ("CS101-Attention-7.zip", None),
        ("submissions.zip", None),
    ],
)
def test_the_name_of_a_download_says_its_part(name: str, part: str | None, course: Course) -> None:
    found = part_of_download(name, course)
    assert (found and found.id) == part


def test_names_that_macos_packs_are_read_as_utf_8(tmp_path: Path, course: Course) -> None:
    packed = zipped({"M??ller/02_causal/causal.py": CODE}).replace(b"M??ller", "Müller".encode())  # without the flag
    path = archives.folder(tmp_path, {"all.zip": packed}) / "all.zip"
    assert {student for student, _ in received(read_class(path, course, ()))} == {"Müller"}


def test_archives_of_students_do_not_stay_open(tmp_path: Path, course: Course) -> None:
    files = {f"student{number}.zip": zipped({"02_causal/causal.py": CODE}) for number in range(60)}
    path = archives.folder(tmp_path / "class", files | {"02_causal.zip": moodle("02_causal", 1)})
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/dev/fd")) + 30, limits[1]))
    try:
        assert len(received(read_class(path, course, ()))) == 62
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def test_files_in_archives_of_students_are_counted_for_each_student(
    tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = ReadBudget(members=100, bytes_kept=MB, bytes_unpacked=MB)
    for module in ("read", "downloads"):
        monkeypatch.setattr(f"autograder.intake.{module}.class_budget", lambda: replace(small))
    packed = zipped({"02_causal/causal.py": CODE} | {f"lib/{number}.txt": b"" for number in range(90)})
    path = archives.folder(tmp_path / "class", {f"student{number}.zip": packed for number in range(3)})
    assert len(received(read_class(path, course, ()))) == 3


@pytest.mark.parametrize("packed", [True, False], ids=["the zip", "the zip in a folder"])
def test_a_broken_archive_in_a_download_of_one_part_is_unreadable_there_only(
    packed: bool, tmp_path: Path, course: Course
) -> None:
    whole = zipped({"causal.py": CODE})
    files = {"Ada L_17_assignsubmission_file_/w.zip": whole[:-30], "Ben B_18_assignsubmission_file_/causal.py": CODE}
    archives.folder(tmp_path / "class", {"ML26-Causal attention-2231.zip": zipped(files)})
    path = tmp_path / "class/ML26-Causal attention-2231.zip" if packed else tmp_path / "class"
    parts = tuple(course.assignment(number) for number in ("01", "02", "03"))
    intake = read_class(path, course, parts)
    ada = {item.assignment: item for item in intake.submissions if item.student == "Ada_L"}
    assert [name for name, item in ada.items() if item.unreadable] == ["02_causal"]
    assert all(item.is_absent for name, item in ada.items() if name != "02_causal")


def test_a_download_that_is_cut_off_is_downloaded_again(tmp_path: Path, course: Course) -> None:
    whole = moodle("02_causal", 30)
    files = {"CS1-Causal attention-2.zip": whole[:-30], "CS1-Self-attention-1.zip": moodle("01_self_attention", 20)}
    ignored = read_class(archives.folder(tmp_path / "class", files), course, ()).ignored
    assert any(line.endswith("attention-2.zip: is damaged or cut off; download it again") for line in ignored)
    with pytest.raises(IntakeError, match="is damaged or cut off; download or pack it again"):
        read_class(tmp_path / "class/CS1-Causal attention-2.zip", course, ())
