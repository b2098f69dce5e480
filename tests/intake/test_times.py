"""When a submission was handed in: reports of platforms, commits of clones, and marks of lateness."""

import dataclasses
import os
import re
import subprocess
import time
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from autograder.__main__ import main
from autograder.course import Course
from autograder.course.policies import with_policies_file
from autograder.errors import IntakeError
from autograder.intake.options import due_dates
from autograder.intake.read import read_class
from autograder.intake.submission import Intake, Submission
from autograder.intake.time_text import parse_time
from autograder.intake.times import read_times
from tests.helpers import archives
from tests.helpers.archives import CODE, FORMULAS
from tests.helpers.grading import complaints

BERLIN = ZoneInfo("Europe/Berlin")
DUE = {"02_causal": datetime.fromisoformat("2026-03-01T23:59")}
WORKSHEET = """Identifier,Full name,Email address,Status,Grade,Last modified (submission)
Participant 17,Ada Lovelace,ada@x.org,Submitted,,"Monday, 2 March 2026, 1:14 AM"
Participant 18,Ben Ba,ben@x.org,Submitted,,"Sunday, 1 March 2026, 11:58 PM"
Participant 19,Cy Co,cy@x.org,No submission,,-
"""


def read(path: Path, course: Course, *times: str) -> Intake:
    return read_class(path, course, (), None, DUE, times=read_times(times, course, ()))


def by_student(intake: Intake) -> dict[str, Submission]:
    return {item.student: item for item in intake.submissions}


def test_a_grading_worksheet_of_moodle_says_who_is_late(tmp_path: Path, course: Course) -> None:
    (tmp_path / "Grades-CS101-Causal attention-1234.csv").write_text(WORKSHEET, encoding="utf-8-sig")
    names = ("Ada Lovelace_17", "Ben Ba_18")
    archives.folder(tmp_path / "class", {f"{name}_assignsubmission_file_/causal.py": CODE for name in names})
    intake = read(tmp_path / "class", course, str(tmp_path / "Grades-CS101-Causal attention-1234.csv"))
    found = by_student(intake)
    assert (found["Ada_Lovelace"].late, found["Ada_Lovelace"].handed_in) == (True, "2026-03-02T01:14:00")
    assert "handed in late: 2026-03-02 01:14, due 2026-03-01 23:59 (Europe/Berlin)" in found["Ada_Lovelace"].notes
    assert not found["Ben_Ba"].late
    assert intake.remarks == ()


def test_a_report_of_canvas_overrides_its_mark(tmp_path: Path, course: Course) -> None:
    (tmp_path / "late.csv").write_text(
        "Student Name,Student ID,Assignment Name,Submitted Date\n"
        '"Lovelace, Ada",4711,Causal attention,2026-03-01T22:58:00Z\n'
        '"Ba, Ben",4712,Causal attention,2026-03-01T23:00:00Z\n'
        '"Ba, Ben",4712,Self-attention,2026-05-01T23:00:00Z\n'
    )
    files = {"lovelaceada_LATE_4711_90001_causal.py": CODE, "baben_4712_90002_causal.py": CODE}
    found = by_student(read(archives.folder(tmp_path / "class", files), course, str(tmp_path / "late.csv")))
    assert {name: item.late for name, item in found.items()} == {"lovelaceada_4711": False, "baben_4712": True}
    assert found["baben_4712"].handed_in == "2026-03-02T00:00:00"


def test_of_several_rows_the_last_counts(tmp_path: Path, course: Course) -> None:
    (tmp_path / "t.csv").write_text("student,handed_in\nada,2026-03-02 10:00\nada,2026-03-01 10:00\n")
    path = archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE})
    assert by_student(read(path, course, f"02={tmp_path / 't.csv'}"))["ada"].handed_in == "2026-03-02T10:00:00"


def test_who_handed_in_by_the_report_and_is_missing_is_named(tmp_path: Path, course: Course) -> None:
    (tmp_path / "02.csv").write_text("student,handed_in\nada,2026-03-01 10:00\neve,2026-03-01 11:00\n")
    path = archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE})
    (line,) = read(path, course, str(tmp_path / "02.csv")).ignored
    assert line.endswith("02.csv, line 3: eve handed in 02_causal, and nothing of it is in the submissions")


def test_namesakes_in_a_report_are_told_apart(tmp_path: Path, course: Course) -> None:
    rows = ["name,email,handed_in", *(f"Eve Ek,{number}@x.org,2026-03-01 10:00" for number in (1, 2))]
    (tmp_path / "02.csv").write_text("\n".join(rows) + "\n")
    path = archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE})
    lines = read(path, course, str(tmp_path / "02.csv")).ignored
    assert [line.partition(" handed in")[0].partition(": ")[2] for line in lines] == [
        "Eve Ek (1@x.org)",
        "Eve Ek (2@x.org)",
    ]


def test_a_time_that_two_students_may_have_counts_for_neither(tmp_path: Path, course: Course) -> None:
    names = [f"mustermax_{number}_{number}_causal.py" for number in (4717, 4718)]
    (tmp_path / "hw.zip").write_bytes(archives.zipped(dict.fromkeys(names, CODE)))
    report = tmp_path / "times.csv"
    report.write_text('Student,Submitted\n"Muster, Max",2026-03-05 10:00\n', encoding="utf-8")
    intake = read(tmp_path / "hw.zip", course, f"02={report}")
    assert [item.student for item in intake.submissions] == ["mustermax_4717", "mustermax_4718"]
    assert not any(item.late for item in intake.submissions)
    assert (
        f"{report}, line 2: Muster, Max may be mustermax_4717 or mustermax_4718, so the time counts for none; "
        "add a column with their ids"
    ) in intake.ignored


def test_how_many_times_are_not_known_is_said(tmp_path: Path, course: Course) -> None:
    files = {"ada/02_causal/causal.py": CODE, "ben_LATE_4712_90002_causal.py": CODE, "cy/02_causal/causal.py": CODE}
    files["cy/02_causal/timestamp.txt"] = b"2026-03-01 12:00:00"
    (line,) = read(archives.folder(tmp_path / "class", files), course).remarks
    assert line.startswith(
        "due 02_causal: no time is known for 2 of 3, of which the platform marked 1 as late; --times"
    )


def test_a_time_that_a_student_can_choose_does_not_undo_the_mark(tmp_path: Path, course: Course) -> None:
    name = "ada_LATE_4711_90001_02_causal.zip"
    work = archives.zipped({"2026-02-01T10-00/causal.py": CODE, "2026-02-01T10-00/timestamp.txt": b"2026-02-01 10:00"})
    (ada,) = by_student(read(archives.folder(tmp_path / "class", {name: work}), course)).values()
    assert ada.late
    assert "handed in late" in ada.notes


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-03-01 23:58", "2026-03-01T23:58"),
        ("2026-03-01T22:58:00Z", "2026-03-01T23:58"),
        ("2026-03-01 14:58:00 -0800", "2026-03-01T23:58"),
        ("2026-03-01 22:58:00 UTC", "2026-03-01T23:58"),
        ("Sunday, 1 March 2026, 11:58 PM", "2026-03-01T23:58"),
        ("Sunday, March 1, 2026, 11:58 PM", "2026-03-01T23:58"),
        ("1 March 2026, 12:30 AM", "2026-03-01T00:30"),
        ("Mar 1, 2026 at 23:58", "2026-03-01T23:58"),
        ("2026. március 1., 23:58", None),
        ("31 February 2026, 10:00 AM", None),
        ("2026-03-01", None),
        ("soon", None),
    ],
)
def test_times_are_read_as_platforms_write_them(text: str, time: str | None) -> None:
    assert parse_time(text, BERLIN) == (datetime.fromisoformat(f"{time}+01:00") if time else None)


ONE_INSTANT = {  # in each form in which a platform, a program or a person may write it
    "offset": "2026-03-01T17:30:00-05:00",
    "short offset": "2026-03-01 17:30:00 -05",
    "utc": "2026-03-01 22:30:00.123456 UTC",
    "zulu": "2026-03-01T22:30:00Z",
    "name": "2026-03-01 17:30:00 America/New_York",
    "own short name": "2026-03-01 23:30:00 CET",
    "own": "2026-03-01 23:30",
    "moodle": "Sunday, 1 March 2026, 11:30 PM",
}


@pytest.mark.parametrize("text", ONE_INSTANT.values(), ids=ONE_INSTANT.keys())
@pytest.mark.parametrize("machine", ["UTC", "America/New_York", "Asia/Kolkata"])
def test_an_instant_is_the_same_in_every_form_on_every_machine(
    text: str, machine: str, tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", machine)
    time.tzset()
    try:
        (tmp_path / "02.csv").write_text(f'student,handed_in\nben,"{text}"\n')
        files = {"ada/02_causal/causal.py": CODE, "ada/02_causal/timestamp.txt": text.encode()}
        folder = archives.folder(tmp_path / "class", files | {"ben/02_causal/causal.py": CODE})
        due = {"02_causal": datetime.fromisoformat("2026-03-01T23:00")}
        reports = read_times([str(tmp_path / "02.csv")], course, ())
        intake = read_class(folder, course, (), None, due, times=reports)
    finally:
        monkeypatch.undo()
        time.tzset()
    for student in by_student(intake).values():
        assert (student.late, student.time[:16]) == (True, "2026-03-01T23:30")
        assert "handed in late: 2026-03-01 23:30, due 2026-03-01 23:00 (Europe/Berlin)" in student.notes


@pytest.mark.parametrize("second", ["2026-10-25T01:10:00Z", "2026-10-25 02:10:00 +0100"])
def test_the_hour_that_comes_twice_in_autumn_is_two_hours(second: str, tmp_path: Path, course: Course) -> None:
    first = "2026-10-25T00:45:00Z"
    assert [str(parse_time(text, BERLIN)) for text in (first, second)] == [
        "2026-10-25 02:45:00+02:00",
        "2026-10-25 02:10:00+01:00",
    ]
    for number, text in ((2, first), (1, second)):
        own = {"causal.py": CODE, "timestamp.txt": text.encode()}
        archives.folder(tmp_path / f"class/ada/02_causal/attempt {number}", own)
    (tmp_path / "02.csv").write_text(f'student,handed_in\nada,"{second}"\nada,"{first}"\n')
    for times in ((), (str(tmp_path / "02.csv"),)):
        due = {"02_causal": datetime.fromisoformat("2026-10-25T02:50")}
        reports = read_times(times, course, ())
        (ada,) = read_class(tmp_path / "class", course, (), None, due, times=reports).submissions
        assert (ada.time, ada.late) == ("2026-10-25T02:10:00+01:00", True)
        assert "2 attempts were handed in; the last one, in 02_causal/attempt 1, counts" in ada.notes


STRANGE = ["03/01/2026 11:30 PM", "2026-03-01 23:30 XYZT", "", "tomorrow", "2026-06-01 10:00 UTC+99"]
STRANGE += ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "9999-12-31 23:59 America/New_York"]


@pytest.mark.process
@pytest.mark.parametrize(
    ("name", "late"), [("20261130_causal.py", False), ("a9f20261130bc0.py", False), ("2026-11-30 causal.py", True)]
)
def test_a_number_in_a_name_is_no_date(name: str, late: bool, tmp_path: Path, course: Course) -> None:
    (ada,) = by_student(read(archives.folder(tmp_path / "class", {f"ada/02_causal/{name}": CODE}), course)).values()
    assert ada.late is late


@pytest.mark.parametrize("text", STRANGE)
def test_a_timestamp_that_cannot_be_read_is_named_with_its_file(text: str, tmp_path: Path, course: Course) -> None:
    files = {"ada/02_causal/causal.py": CODE, "ada/02_causal/timestamp.txt": text.encode()}
    intake = read(archives.folder(tmp_path / "class", files), course)
    assert not by_student(intake)["ada"].late
    (said,) = [line for line in intake.ignored if "timestamp.txt" in line]
    assert said.startswith(f"ada/02_causal/timestamp.txt: {text!r} is no time that is understood; write 2026-03-01")


def test_dates_with_an_offset_are_those_of_the_class(tmp_path: Path, course: Course) -> None:
    (tmp_path / "rules.toml").write_text("[policies]\ndue = { 02_causal = 2026-03-01T17:00:00-05:00 }\n")
    assert with_policies_file(course, tmp_path / "rules.toml").policies.due == {
        "02_causal": datetime.fromisoformat("2026-03-01T23:00")
    }
    assert due_dates(["02=2026-03-01T22:00Z"], course) == {"02_causal": datetime.fromisoformat("2026-03-01T23:00")}
    (tmp_path / "rules.toml").write_text(
        'time_zone = "America/New_York"\n[policies]\ndue = { 02_causal = 2026-03-01T22:00:00Z }\n'
    )
    policies = with_policies_file(course, tmp_path / "rules.toml").policies
    assert (str(policies.zone), policies.due["02_causal"]) == (
        "America/New_York",
        datetime.fromisoformat("2026-03-01T17:00"),
    )


def test_without_a_zone_of_the_class_it_is_said_that_dates_are_in_utc(tmp_path: Path, course: Course) -> None:
    nowhere = dataclasses.replace(course, policies=dataclasses.replace(course.policies, own_zone=None))
    intake = read(archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE}), nowhere)
    assert intake.remarks[0].startswith("time_zone: course.toml has none, so that all dates are read as UTC")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("student,score\nada,3\n", "has no column with times; expected one of handed_in"),
        ("student,handed_in\nada,soon\n", "line 2: 'soon' is no time that is understood; write 2026-03-01 23:59"),
    ],
)
def test_a_report_that_cannot_be_used_is_one_sentence(text: str, sentence: str, tmp_path: Path, course: Course) -> None:
    (tmp_path / "02.csv").write_text(text)
    with pytest.raises(IntakeError, match=sentence):
        read_times([str(tmp_path / "02.csv")], course, ())


def test_a_report_about_an_unknown_part_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "times.csv").write_text("student,handed_in\nada,2026-03-01\n")
    path = archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE})
    assert main(["intake", str(path), "--times", str(tmp_path / "times.csv")]) == 2
    error = complaints(capsys.readouterr().err)
    assert "does not say which assignment it is about; name it: --times 02=" in error
    assert error.count("\n") == 1


def git(folder: Path, *words: str, date: str = "") -> bytes:
    environment = {**os.environ, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_CONFIG_GLOBAL": os.devnull}
    who = ["-c", "user.name=x", "-c", "user.email=x"]
    done = subprocess.run(["git", *who, *words], cwd=folder, env=environment, check=True, capture_output=True)
    return done.stdout.strip()


def clone(folder: Path) -> None:
    """A clone in which part 02 was committed in time, and part 01 later."""
    archives.folder(folder, {"02_causal/causal.py": CODE, "02_causal/derivations.py": FORMULAS})
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "02", date="2026-03-01T22:00:00Z")
    archives.folder(folder, {"01_self_attention/self_attention.py": CODE})
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "01", date="2026-04-01T22:00:00Z")


@pytest.mark.process
@pytest.mark.parametrize("packed", [False, True])
def test_the_time_of_a_part_in_a_clone_is_that_of_its_last_commit(packed: bool, tmp_path: Path, course: Course) -> None:
    clone(tmp_path / "class/ada")
    if packed:
        git(tmp_path / "class/ada", "gc", "-q")
    due = DUE | {"01_self_attention": datetime.fromisoformat("2026-03-31T23:59")}
    intake = read_class(tmp_path / "class", course, (), None, due)
    found = {item.assignment: item for item in intake.submissions}
    assert (found["02_causal"].late, found["02_causal"].time) == (False, "2026-03-01T23:00:00+01:00")
    assert found["01_self_attention"].handed_in == "2026-04-02T00:00:00"


@pytest.mark.process
def test_work_that_was_not_committed_is_named(tmp_path: Path, course: Course) -> None:
    clone(tmp_path / "class/ada")
    clone(tmp_path / "class/ben")
    archives.folder(tmp_path / "class/ada", {"02_causal/causal.py": CODE + b"# later\n"})
    archives.folder(tmp_path / "class/ben", {"02_causal/causal.py": CODE.replace(b"\n", b"\r\n")})
    (line,) = [text for text in read(tmp_path / "class", course).ignored if "commit" in text]
    assert line.startswith("ada: causal.py: not as in the last commit, so that it is not known when this was handed in")


@pytest.mark.process
def test_a_commit_may_name_any_number_of_seconds(tmp_path: Path, course: Course) -> None:
    for student in ("ada", "ben"):
        clone(tmp_path / f"class/{student}")
    ada = tmp_path / "class/ada"
    commit = re.sub(rb"(committer .*) \d+ ", rb"\1 99999999999999 ", git(ada, "cat-file", "commit", "HEAD"))
    (ada / ".git/commit").write_bytes(commit)
    changed = git(ada, "hash-object", "-t", "commit", "-w", "--literally", ".git/commit").decode()
    git(ada, "reset", "-q", changed)
    due = {"01_self_attention": datetime.fromisoformat("2026-03-31T23:59")}
    intake = read_class(tmp_path / "class", course, (course.assignment("01"),), None, due)
    assert {item.student: item.time for item in intake.submissions} == {"ada": "", "ben": "2026-04-02T00:00:00+02:00"}
    assert any("no time is known for 1 of 2" in line for line in intake.remarks)


@pytest.mark.process
def test_settings_of_a_clone_run_nothing(tmp_path: Path, course: Course) -> None:
    clone(tmp_path / "class/ada")
    trap = tmp_path / "trap"
    for name in ("gpg.program", "core.fsmonitor", "core.pager", "core.sshCommand"):
        git(tmp_path / "class/ada", "config", name, f"touch {trap}")
    git(tmp_path / "class/ada", "config", "log.showSignature", "true")
    found = read_class(tmp_path / "class", course, (), None, DUE).submissions
    assert all(item.time for item in found)
    assert not trap.exists()


@pytest.mark.process
def test_the_repository_around_the_class_is_no_clone(tmp_path: Path, course: Course) -> None:
    clone(tmp_path / "mine")
    path = archives.folder(tmp_path / "mine/class", {"ada/02_causal/causal.py": CODE})
    git(tmp_path / "mine", "add", ".")
    git(tmp_path / "mine", "commit", "-qm", "theirs", date="2026-05-01T22:00:00Z")
    (ada,) = read_class(path, course, (), None, DUE).submissions
    assert (ada.late, ada.time) == (False, "")


@pytest.mark.process
def test_no_file_in_a_clone_excuses_a_late_commit(tmp_path: Path, course: Course) -> None:
    clone(tmp_path / "class/ada")
    archives.folder(tmp_path / "class/ada/01_self_attention", {"timestamp.txt": b"2026-01-01 10:00"})
    due = {"01_self_attention": datetime.fromisoformat("2026-03-31T23:59")}
    found = {item.assignment: item for item in read_class(tmp_path / "class", course, (), None, due).submissions}
    assert found["01_self_attention"].handed_in == "2026-04-02T00:00:00"


@pytest.mark.parametrize(
    "text",
    [
        "Sonntag, 1. März 2026, 23:59",
        "dimanche 1 mars 2026, 23:59",
        "domingo, 1 de marzo de 2026, 23:59",
        "domingo, 1 de março de 2026, 23:59",
        "domenica, 1 marzo 2026, 23:59",
        "zondag, 1 maart 2026, 23:59",
        "niedziela, 1 marca 2026, 23:59",
        "quarta-feira, 1 de março de 2026, 23:59",
    ],
)
def test_moodle_writes_times_in_the_language_of_its_site(text: str) -> None:
    assert parse_time(text, ZoneInfo("Europe/Berlin")) == datetime(2026, 3, 1, 23, 59, tzinfo=ZoneInfo("Europe/Berlin"))


def test_french_months_that_begin_alike_are_told_apart() -> None:
    times = [parse_time(f"1 {month} 2026, 10:00", ZoneInfo("UTC")) for month in ("juin", "juillet")]
    assert [time.month for time in times if time] == [6, 7]


@pytest.mark.parametrize("name", ["report.pdf", "w.zip"])
def test_who_handed_in_what_cannot_be_graded_is_not_missing(name: str, tmp_path: Path, course: Course) -> None:
    (tmp_path / "02.csv").write_text("student,handed_in\nada,2026-03-01 10:00\neve,2026-03-01 11:00\n")
    empty = archives.zipped({})
    path = archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE, f"eve/{name}": empty})
    ignored = read(path, course, str(tmp_path / "02.csv")).ignored
    assert not [line for line in ignored if "nothing of it is in the submissions" in line]
