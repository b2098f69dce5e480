"""An export of Gradescope says in a file whose each folder is, and when it was handed in."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from autograder.course import Course
from autograder.intake.gradescope import parse_metadata
from autograder.intake.read import read_class
from autograder.intake.roster import read_roster
from autograder.intake.submission import Intake
from tests.helpers import archives
from tests.helpers.archives import CODE, zipped

pytestmark = pytest.mark.process
ADA, BEN = ("Ada Lovelace", "07", "ada@x.org"), ("Ben Ba", "08", "ben@x.org")
LEE, OTHER_LEE = ("Jo Lee", "11", "jo@x.org"), ("Jo Lee", "12", "lee@x.org")
DUE = {"02_causal": datetime(2026, 3, 1, 18)}  # noqa: DTZ001 - of the class
NOON, EVENING = "2026-03-01 11:00:00.938335000 Z", "2026-03-01 20:00:00.000000000 Z"


def code(text: str) -> bytes:
    return f"def causal_mask(T, device=None):\n    return {text!r}\n".encode()


def record(folder: str, *people: tuple[str, str, str], time: str = NOON, history: tuple[str, ...] = ()) -> str:
    """A record as Ruby writes it, with what a test printed, which looks like another record."""
    lines = [f"{folder}:", "  :submitters:"]
    for name, sid, email in people:
        lines += [f"  - :name: {name}", f"    :sid: '{sid}'", f"    :email: {email}"]
    lines += [f"  :created_at: {time}", "  :score: 0.0", "  :status: processed", "  :results:"]
    lines += ["    tests:", "    - output: |-", "        submission_99999:", "          :submitters:"]
    lines += ["          - :name: Eve"]
    lines += ["  :history:", *(f"  - :submitters: []\n    :created_at: {item}\n    :id: 1" for item in history)]
    return "\n".join(lines if history else [*lines[:-1], "  :history: []"])


def export(*records: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {"submission_metadata.yml": "\n".join(["---", *records, ""]).encode(), **files}


def read(path: Path, course: Course, **options: Any) -> Intake:
    return read_class(path, course, (course.assignment("02"),), **options)


def received(intake: Intake) -> dict[str, bytes]:
    return {item.student: item.sources["causal.py"] for item in intake.submissions if item.sources}


TWO = export(
    record("submission_10001", ADA),
    record("submission_10002", BEN, time=EVENING),
    files={"submission_10001/causal.py": code("ada"), "submission_10002/part/causal.py": code("ben")},
)
FORMS = {
    "the folder": TWO,
    "the folder in a folder": {f"assignment_1234567_export/{name}": data for name, data in TWO.items()},
    "the zip": {
        "assignment_1234567_export.zip": zipped({f"assignment_1234567_export/{name}": TWO[name] for name in TWO})
    },
}


@pytest.mark.parametrize("files", FORMS.values(), ids=FORMS)
def test_names_and_times_are_those_of_the_metadata(files: dict[str, bytes], tmp_path: Path, course: Course) -> None:
    intake = read(archives.folder(tmp_path / "class", files), course, due=DUE)
    assert received(intake) == {"Ada_Lovelace": code("ada"), "Ben_Ba": code("ben")}
    assert {item.student: item.late for item in intake.submissions} == {"Ada_Lovelace": False, "Ben_Ba": True}
    assert not intake.ignored


def test_what_a_student_puts_into_the_folder_changes_neither_owner_nor_time(tmp_path: Path, course: Course) -> None:
    planted = {
        "submission_10002/2026-02-01T10-00/causal.py": code("early"),
        "submission_10002/timestamp.txt": b"2026-02-01 10:00 UTC",
        "submission_10002/submission_metadata.yml": TWO["submission_metadata.yml"],
        "submission_10002/submission_10001/causal.py": code("not ada"),
    }
    intake = read(archives.folder(tmp_path, TWO | planted), course, due=DUE)
    assert received(intake)["Ada_Lovelace"] == code("ada")
    assert {item.student: item.late for item in intake.submissions} == {"Ada_Lovelace": False, "Ben_Ba": True}


def test_a_group_is_graded_for_each_member_and_compared_once(tmp_path: Path, course: Course) -> None:
    files = export(record("submission_10001", ADA, BEN), files={"submission_10001/causal.py": CODE})
    intake = read(archives.folder(tmp_path, files), course)
    assert received(intake) == {"Ada_Lovelace": CODE, "Ben_Ba": CODE}
    assert {item.group for item in intake.submissions} == {"submission_10001"}
    assert all("handed in by a group of 2 on the platform" in item.notes for item in intake.submissions)


def test_of_several_hand_ins_of_a_person_the_newest_counts(tmp_path: Path, course: Course) -> None:
    files = export(
        record("submission_10002", ADA, time=EVENING),
        record("submission_10009", ADA, BEN, time=NOON),
        files={"submission_10002/causal.py": code("new"), "submission_10009/causal.py": code("old")},
    )
    intake = read(archives.folder(tmp_path, files), course)
    assert received(intake) == {"Ada_Lovelace": code("new"), "Ben_Ba": code("old")}
    (line,) = intake.ignored
    assert line == "Ada Lovelace handed in 2 times; the newest, submission_10002, counts, not submission_10009"


def test_a_newer_attempt_that_is_not_exported_is_named(tmp_path: Path, course: Course) -> None:
    files = export(
        record("submission_10001", ADA, history=(EVENING, "2026-02-27 09:00:00 Z")),
        files={"submission_10001/causal.py": CODE},
    )
    (line,) = read(archives.folder(tmp_path, files), course).ignored
    assert "Ada Lovelace handed in again at 2026-03-01 21:00" in line


def test_namesakes_are_told_apart_by_number_or_by_the_mails_of_the_roster(tmp_path: Path, course: Course) -> None:
    files = export(
        record("submission_10001", LEE),
        record("submission_10002", OTHER_LEE),
        files={"submission_10001/causal.py": code("11"), "submission_10002/causal.py": code("12")},
    )
    path = archives.folder(tmp_path / "class", files)
    assert received(read(path, course)) == {"Jo_Lee_11": code("11"), "Jo_Lee_12": code("12")}
    roster = tmp_path / "roster.csv"
    roster.write_text("student,name,email\njo1,Jo Lee,jo@x.org\njo2,Jo Lee,lee@x.org\n")
    assert received(read(path, course, roster=read_roster(roster))) == {"jo1": code("11"), "jo2": code("12")}
    roster.write_text("student,name,email\njo2,Jo Lee,lee@x.org\n")
    intake = read(path, course, roster=read_roster(roster))
    assert received(intake) == {"Jo_Lee_11": code("11"), "jo2": code("12")}


def test_exports_of_two_parts_and_a_second_one_of_a_part_are_one_class(tmp_path: Path, course: Course) -> None:
    first = export(
        record("submission_10001", ADA), files={"submission_10001/self_attention.py": b"def softmax(z): ...\n"}
    )
    newer = export(record("submission_10003", ADA, time=EVENING), files={"submission_10003/causal.py": code("new")})
    files = {"01.zip": zipped(first), "02.zip": zipped(newer), "02 (1).zip": zipped(TWO)}
    intake = read_class(archives.folder(tmp_path / "class", files), course, ())
    causal = {item.student: item for item in intake.submissions if item.assignment == "02_causal" and item.sources}
    assert {name: item.sources["causal.py"] for name, item in causal.items()} == {
        "Ada_Lovelace": code("new"),
        "Ben_Ba": code("ben"),
    }
    assert causal["Ada_Lovelace"].time == "2026-03-01T21:00:00+01:00"


def test_what_is_missing_on_either_side_is_named(tmp_path: Path, course: Course) -> None:
    files = export(
        record("submission_10001", ADA),
        record("submission_10002", BEN, time="yesterday"),
        files={"submission_10002/causal.py": CODE, "submission_10003/causal.py": CODE, "notes.txt": b"mine"},
    )
    intake = read(archives.folder(tmp_path, files), course)
    assert set(received(intake)) == {"Ben_Ba", "submission_10003"}
    text = "\n".join(intake.ignored)
    assert "Ada_Lovelace: submission_10001: is empty, or not in the export" in text
    assert "submission_10003: submission_metadata.yml does not say whose it is" in text
    assert "'yesterday" in text
    assert "notes.txt: not a hand-in of the export, ignored" in text
    (ada,) = (item for item in intake.submissions if item.student == "Ada_Lovelace")
    assert ada.unreadable


@pytest.mark.parametrize("text", [b"submission_10001: [", b"", b"\xff\xfe\xff", b"- 1\n- 2\n"])
def test_metadata_that_cannot_be_read_is_named_and_everything_is_graded(
    text: bytes, tmp_path: Path, course: Course
) -> None:
    intake = read(archives.folder(tmp_path, TWO | {"submission_metadata.yml": text}), course)
    assert set(received(intake)) == {"submission_10001", "submission_10002"}
    (line,) = intake.ignored
    assert line.startswith("submission_metadata.yml: ")
    assert line.endswith("graded under the names of their folders; export the submissions again")


def test_aliases_and_tags_make_no_objects(course: Course) -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    text = "\n".join([*levels, record("submission_10001", ADA), "evil: !!python/object/apply:os.system [exit]", ""])
    (hand_in,) = parse_metadata(text.encode()).hand_ins
    assert [person.name for person in hand_in.people] == ["Ada Lovelace"]


def test_a_time_with_a_zone_as_rails_writes_it_is_understood(tmp_path: Path, course: Course) -> None:
    rails = "!ruby/object:ActiveSupport::TimeWithZone\n    utc: &1 2026-03-01 20:00:00 Z\n    time: *1"
    files = export(record("submission_10001", ADA, time=rails), files={"submission_10001/causal.py": CODE})
    berlin = replace(course, policies=replace(course.policies, own_zone=None))
    (ada,) = read(archives.folder(tmp_path, files), berlin).submissions
    assert ada.time == "2026-03-01T20:00:00+00:00"


def test_an_attempt_by_mail_beside_the_export_is_a_question(tmp_path: Path, course: Course) -> None:
    archive = FORMS["the zip"]
    mail = {"mails/Ada Lovelace/hw2.zip": zipped({"hw2/causal.py": code("by mail")})}
    intake = read(archives.folder(tmp_path / "class", {**archive, **mail}), course)
    assert received(intake) == {"Ada_Lovelace": code("ada"), "Ben_Ba": code("ben")}
    ada, ben = intake.submissions
    zipped_name = "assignment_1234567_export.zip/Ada Lovelace (ada@x.org)"
    assert ada.question == (
        f"handed in as {zipped_name} and as mails/Ada Lovelace; no time is known for mails/Ada Lovelace;"
        f" {zipped_name}, the only one with a time, counts"
    )
    assert not ben.question
    assert not intake.ignored
