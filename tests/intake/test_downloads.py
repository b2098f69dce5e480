"""Downloads of learning platforms, repositories, attempts, dates and rosters."""

import time
from datetime import datetime
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake.options import IntakeOptions, read_intake
from autograder.intake.read import read_class
from tests.helpers import archives
from tests.helpers.archives import CODE, FORMULAS
from tests.helpers.submission_cases import submissions_of_causal


@pytest.mark.process
def test_canvas_names_give_student_late_flag_and_the_last_copy(tmp_path: Path, course: Course) -> None:
    archives.folder(
        tmp_path / "class",
        {
            "lovelaceada_LATE_4711_90001_causal.py": b"old = 1\n",
            "lovelaceada_LATE_4711_90003_causal-1.py": CODE,
            "lovelaceada_LATE_4711_90002_derivations.py": FORMULAS,
            "babbage-benben_4712_90004_02_causal.zip": archives.zipped({"causal.py": CODE}),
            "o_reilly_4713_text.html": b"<p>later</p>",
        },
    )
    found = submissions_of_causal(tmp_path / "class", course)
    ada = found["lovelaceada_4711"]
    assert ada.sources == {"causal.py": CODE, "derivations.py": FORMULAS}
    assert ada.late
    assert "handed in late" in ada.notes
    assert found["babbage-benben_4712"].sources == {"causal.py": CODE}
    assert not found["babbage-benben_4712"].late
    assert "is text typed into a form; hand in a file" in found["o_reilly_4713"].why_missing("causal.py")


def test_an_anonymous_download_of_canvas_gives_student_and_late_flag(tmp_path: Path, course: Course) -> None:
    archives.folder(
        tmp_path / "class",
        {
            "anon_k3Xb9_90001_causal.py": CODE,
            "LATE_anon_Qw7Lz_90002_causal.py": CODE,
            "LATE_anon_Qw7Lz_90003_derivations.py": FORMULAS,
            "LATE_anon_12345_90004_02_causal.zip": archives.zipped({"causal.py": CODE}),
            "LATE_anon_v8RtP_text.html": b"<p>later</p>",
        },
    )
    found = submissions_of_causal(tmp_path / "class", course)
    assert {name: (item.late, set(item.sources)) for name, item in found.items()} == {
        "anon_k3Xb9": (False, {"causal.py"}),
        "anon_Qw7Lz": (True, {"causal.py", "derivations.py"}),
        "anon_12345": (True, {"causal.py"}),
        "anon_v8RtP": (False, set()),
    }
    assert "is text typed into a form; hand in a file" in found["anon_v8RtP"].why_missing("causal.py")


def test_a_roster_knows_an_anonymous_student_by_the_code(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"LATE_anon_Qw7Lz_90002_causal.py": CODE, "anon_k3Xb9_90001_causal.py": CODE})
    (tmp_path / "roster.csv").write_text("student,canvas\nada,Qw7Lz\nben,k3Xb9\n")
    found = submissions_of_causal(tmp_path / "class", course, tmp_path / "roster.csv")
    assert {name: item.late for name, item in found.items()} == {"ada": True, "ben": False}


def test_a_canvas_zip_is_a_class_too(tmp_path: Path, course: Course) -> None:
    files = {"lovelaceada_1_2_causal.py": CODE, "benben_3_4_causal.py": CODE}
    path = archives.folder(tmp_path, {"submissions.zip": archives.zipped(files)}) / "submissions.zip"
    assert set(submissions_of_causal(path, course)) == {"lovelaceada_1", "benben_3"}


@pytest.mark.process
@pytest.mark.parametrize(
    "form", ["{}_assignsubmission_file_/{}", "{}_assignsubmission_file/{}", "{}_assignsubmission_file_{}"]
)
def test_moodle_names_give_the_student(form: str, tmp_path: Path, course: Course) -> None:
    files = {form.format("Ada O'Byron_17", "causal.py"): CODE, form.format("Ben Ba_18", "causal-1.py"): CODE}
    path = archives.folder(tmp_path, {"02 causal.zip": archives.zipped(files)}) / "02 causal.zip"
    found = submissions_of_causal(path, course)
    assert {name: set(s.sources) for name, s in found.items()} == {
        "Ada_O'Byron": {"causal.py"},
        "Ben_Ba": {"causal.py"},
    }


@pytest.mark.parametrize("name", ["{}_assignsubmission_file_.zip", "{}_assignsubmission_file.zip"])
def test_moodle_names_that_are_whole_archives_lose_nothing(name: str, tmp_path: Path, course: Course) -> None:
    files = {name.format(who): archives.zipped({"causal.py": CODE}) for who in ("Ada Lee_17", "Ben Ba_18")}
    found = submissions_of_causal(archives.folder(tmp_path / "class", files), course)
    assert {who: set(s.sources) for who, s in found.items()} == {
        "Ada_Lee": {"causal.py"},
        "Ben_Ba": {"causal.py"},
    }


def test_clones_of_github_classroom_lose_what_all_names_begin_with(tmp_path: Path, course: Course) -> None:
    files = {f"02-causal-{who}/assignments/02_causal/causal.py": CODE for who in ("ada-l", "ada-m")}
    git = {f"02-causal-{who}/.git/HEAD": b"ref" for who in ("ada-l", "ada-m")}
    found = submissions_of_causal(archives.folder(tmp_path / "02-causal-submissions", files | git), course)
    assert set(found) == {"ada-l", "ada-m"}
    assert all(s.sources == {"causal.py": CODE} for s in found.values())


def test_logins_that_begin_alike_keep_their_beginning(tmp_path: Path, course: Course) -> None:
    files = {f"02-causal-{who}/{name}": CODE for who in ("ada-l", "ada-m") for name in ("causal.py", ".git/HEAD")}
    assert set(submissions_of_causal(archives.folder(tmp_path / "clones", files), course)) == {"ada-l", "ada-m"}


ATTEMPTS = {
    "folders": ("attempt 1/causal.py", "attempt 2/causal.py"),
    "tenth after ninth": ("attempt 9/causal.py", "attempt 10/causal.py"),
    "times": ("2026-03-01T10-00/causal.py", "2026-03-02T09-00/causal.py"),
    "archives": ("work.zip", "work (1).zip"),
    "browser's copies": ("causal.py", "causal (1).py"),
    "an old folder": ("old/causal.py", "causal.py"),
    "a copy beside it": ("causal copy.py", "causal.py"),
}


@pytest.mark.process
@pytest.mark.parametrize(("first", "last"), ATTEMPTS.values(), ids=ATTEMPTS)
def test_of_several_attempts_the_last_counts_and_it_is_said(
    first: str, last: str, tmp_path: Path, course: Course
) -> None:
    def data(name: str, code: bytes) -> bytes:
        return archives.zipped({"causal.py": code}) if name.endswith("zip") else code

    files = {f"ada/02_causal/{first}": data(first, b"old = 1\n"), f"ada/02_causal/{last}": data(last, CODE)}
    (ada,) = submissions_of_causal(archives.folder(tmp_path / "class", files), course).values()
    assert ada.sources == {"causal.py": CODE}
    assert any("counts" in note for note in ada.notes)


def test_a_file_of_an_earlier_attempt_is_not_mixed_in(tmp_path: Path, course: Course) -> None:
    files = {"ada/02_causal/attempt 1/derivations.py": FORMULAS, "ada/02_causal/attempt 1/causal.py": b"old = 1\n"}
    archives.folder(tmp_path / "class", files | {"ada/02_causal/attempt 2/causal.py": CODE})
    (ada,) = submissions_of_causal(tmp_path / "class", course).values()
    assert set(ada.sources) == {"causal.py"}
    assert ada.attempts == 2


@pytest.mark.parametrize(("stamp", "late"), [("2026-03-01 23:58:00", False), ("2026-03-02 00:10:00", True)])
def test_a_timestamp_after_the_date_is_late(stamp: str, late: bool, tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class/ada/02_causal", {"causal.py": CODE, "timestamp.txt": stamp.encode()})
    options = IntakeOptions(tmp_path / "class", ["02"], due=["02=2026-03-01T23:59"])
    (ada,) = read_intake(options, course).submissions
    assert ada.late is late
    assert any("handed in late: 2026-03-02 00:10, due 2026-03-01 23:59" in note for note in ada.notes) is late


def test_a_timestamp_in_utc_is_read_in_the_time_of_the_class(
    tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    archives.folder(tmp_path / "class/ada/02_causal", {"causal.py": CODE, "timestamp.txt": b"2026-03-01 23:30:00 UTC"})
    due = {"02_causal": datetime.fromisoformat("2026-03-01T23:59")}
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        (ada,) = read_class(tmp_path / "class", course, (), None, due).submissions
    finally:
        monkeypatch.undo()
        time.tzset()
    assert ada.handed_in == "2026-03-02T00:30:00"


@pytest.mark.parametrize("name", ["..", "a/../../b", "x\n", "a" * 300, "CON:", "=cmd()"])
def test_no_student_name_leads_out_of_the_results(name: str, tmp_path: Path, course: Course) -> None:
    path = archives.folder(
        tmp_path, {"all.zip": archives.zipped({f"{name}/02_causal/causal.py": CODE, "ben/02_causal/causal.py": CODE})}
    )
    for student in submissions_of_causal(path / "all.zip", course):
        assert "/" not in student
        assert not student.startswith(".")
        assert student.isprintable()
        assert 0 < len(student.encode()) <= 120


@pytest.mark.parametrize("names", [("1", "2", "3"), ("Cross", "Causal", "ada"), ("01", "hw2", "17")])
def test_students_may_be_called_like_parts_of_the_course(
    names: tuple[str, ...], tmp_path: Path, course: Course
) -> None:
    files = {f"{name}/02_causal/causal.py": CODE for name in names}
    assert set(submissions_of_causal(archives.folder(tmp_path / "class", files), course)) == set(names)
    wrapped = {f"class/{name}/02_causal/causal.py": CODE for name in names}
    path = archives.folder(tmp_path, {"all.zip": archives.zipped(wrapped)}) / "all.zip"
    assert set(submissions_of_causal(path, course)) == set(names)


def test_attempts_in_one_students_zip_are_no_students(tmp_path: Path, course: Course) -> None:
    files = {"02_causal/attempt 1/causal.py": b"old = 1\n", "02_causal/attempt 2/causal.py": CODE}
    found = submissions_of_causal(archives.folder(tmp_path, {"ada.zip": archives.zipped(files)}) / "ada.zip", course)
    assert {student: s.sources for student, s in found.items()} == {"ada": {"causal.py": CODE}}


@pytest.mark.parametrize("mark", ["LATE", "late"])
def test_the_mark_of_lateness_of_canvas_may_be_in_lower_case(mark: str, tmp_path: Path, course: Course) -> None:
    files = {f"lovelaceada_{mark}_4711_90001_causal.py": CODE, "baben_4712_90002_causal.py": CODE}
    intake = read_class(archives.folder(tmp_path / "class", files), course, (course.assignment("02"),))
    assert {item.student: item.late for item in intake.submissions} == {"lovelaceada_4711": True, "baben_4712": False}
