"""Pages go back to the students in the form that Canvas and Moodle take."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.course import Course
from autograder.results.model import json_text
from tests.helpers import archives
from tests.helpers.archives import CODE, notebook, zipped
from tests.helpers.graded_class import result
from tests.helpers.grading import complaints


def graded(folder: Path, course: Course, *students: str, assignment: str = "02", **more: object) -> Path:
    """An output folder in which each student's page contains the student's name only."""
    for student in students:
        item = result(course, student, assignment, 1) | more
        place = folder / "graded" / student / str(item["assignment"])
        place.mkdir(parents=True)
        (place / "result.json").write_text(json_text(item))
        (place / "feedback.html").write_text(f"<p>page of {student}</p>")
        (place / "feedback.md").write_text(f"page of {student}\n\nsecond line\n")
    return folder / "graded"


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def moodle_user(member: str) -> str:
    """The participant that Moodle reads from a path: the second of four words between underscores."""
    words = member.split("/", maxsplit=1)[0].split("_", 4)
    assert len(words) >= 4
    assert words[2:4] == ["assignsubmission", "file"]
    return words[1]


def canvas_file(member: str) -> tuple[str, str]:
    """The person and the file that Canvas reads from a name: the first two numbers between underscores."""
    person, file = [word for word in member.split("_") if re.fullmatch(r"\d+", word)][:2]
    return person, file


def test_moodle_finds_every_student(tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]) -> None:
    people = {"Ada Lovelace": 17, "Ben Ba": 18}
    files = {f"{name}_{number}_assignsubmission_file/causal.py": CODE for name, number in people.items()}
    path = archives.folder(tmp_path, {"02.zip": zipped(files)}) / "02.zip"
    out = graded(tmp_path, course, "Ada_Lovelace", "Ben_Ba")
    assert main(["feedback", str(out), str(path)]) == 0
    packed = members(out / "feedback/02_causal-moodle.zip")
    assert {moodle_user(name): data for name, data in packed.items()} == {
        "17": b"<p>page of Ada_Lovelace</p>",
        "18": b"<p>page of Ben_Ba</p>",
    }
    assert "02_causal-moodle.zip: 2 pages" in " ".join(capsys.readouterr().out.split())


def test_each_part_of_several_downloads_has_its_own_archive_and_numbers(tmp_path: Path, course: Course) -> None:
    downloads = {
        "01.zip": zipped({"Ada Lee_17_assignsubmission_file/self_attention.py": CODE}),
        "02.zip": zipped({"Ada Lee_99_assignsubmission_file/causal.py": CODE}),
    }
    archives.folder(tmp_path / "class", downloads)
    out = graded(tmp_path, course, "Ada_Lee", assignment="01")
    graded(tmp_path, course, "Ada_Lee", assignment="02")
    assert main(["feedback", str(out), str(tmp_path / "class")]) == 0
    found = {path.name: [*map(moodle_user, members(path))] for path in (out / "feedback").iterdir()}
    assert found == {"01_self_attention-moodle.zip": ["17"], "02_causal-moodle.zip": ["99"]}


CANVAS_FORMS = {
    "causal.py": lambda data: data.decode() == "# page of adalee_4711\n#\n# second line\n",
    "02.ipynb": lambda data: "page of adalee_4711" in json.loads(data)["cells"][0]["source"],
    "work.zip": lambda data: zipfile.ZipFile(io.BytesIO(data)).read("feedback.html") == b"<p>page of adalee_4711</p>",
    "notes.txt": lambda data: data == b"page of adalee_4711\n\nsecond line\n",
}


@pytest.mark.parametrize("name", CANVAS_FORMS)
def test_canvas_gets_a_file_that_fits_the_name_of_what_was_handed_in(name: str, tmp_path: Path, course: Course) -> None:
    data = {"02.ipynb": notebook("x = 1"), "work.zip": zipped({"causal.py": CODE})}.get(name, CODE)
    path = archives.folder(
        tmp_path / "02_causal", {f"adalee_LATE_4711_90001_{name}": data, "benba_4712_90002_causal.py": CODE}
    )
    out = graded(tmp_path, course, "adalee_4711", "benba_4712")
    assert main(["feedback", str(out), str(path), "--assignment", "02"]) == 0
    packed = {canvas_file(member): data for member, data in members(out / "feedback/02_causal-canvas.zip").items()}
    assert CANVAS_FORMS[name](packed["4711", "90001"])
    assert b"page of benba_4712" in packed["4712", "90002"]


def test_of_several_files_the_last_attempt_is_named_since_canvas_knows_no_other(tmp_path: Path, course: Course) -> None:
    files = {"ada_4711_90001_causal.py": CODE, "ada_4711_90007_causal-1.py": CODE, "ben_4712_90002_causal.py": CODE}
    path = archives.folder(tmp_path / "02_causal", files)
    out = graded(tmp_path, course, "ada_4711")
    assert main(["feedback", str(out), str(path)]) == 0
    assert [*map(canvas_file, members(out / "feedback/02_causal-canvas.zip"))] == [("4711", "90007")]


def test_no_place_holds_another_students_page(tmp_path: Path, course: Course) -> None:
    names = [f"Student {letter}" for letter in "ABCDEFGH"]
    files = {f"{name}_{number}_assignsubmission_file/causal.py": CODE for number, name in enumerate(names, start=30)}
    path = archives.folder(tmp_path, {"02.zip": zipped(files)}) / "02.zip"
    out = graded(tmp_path, course, *(name.replace(" ", "_") for name in names))
    assert main(["feedback", str(out), str(path)]) == 0
    for member, data in members(out / "feedback/02_causal-moodle.zip").items():
        name = names[int(moodle_user(member)) - 30]
        assert data == f"<p>page of {name.replace(' ', '_')}</p>".encode()


def test_every_page_is_packed_or_named(tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"ada_4711_90001_causal.py": CODE, "ben_4712_90002_report.pdf": b"%PDF", "dan_4713_90003_causal.py": CODE}
    path = archives.folder(tmp_path / "02_causal", files)
    out = graded(tmp_path, course, "ada_4711", "ben_4712", "cy")
    graded(tmp_path, course, "dan_4713", score=None)
    assert main(["feedback", str(out), str(path)]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("ben_4712, 02_causal: Canvas gives a file back under the name") for line in lines)
    assert any(line.startswith("cy, 02_causal: not found in the downloads; of two with one name") for line in lines)
    assert "dan_4713, 02_causal: waits for a person; the page is in no archive" in lines
    assert [*map(canvas_file, members(out / "feedback/02_causal-canvas.zip"))] == [("4711", "90001")]


def test_a_page_that_says_why_nothing_was_accepted_is_packed(tmp_path: Path, course: Course) -> None:
    arrived = zipped({"Dan Do_31_assignsubmission_file/report.docx": b"PK"})
    path = archives.folder(tmp_path, {"02.zip": arrived}) / "02.zip"
    refused = {"sha256": "", "files": [], "notes": [], "status": "refused"}
    out = graded(tmp_path, course, "Dan_Do", score=None, submission=refused)
    assert main(["feedback", str(out), str(path)]) == 0
    assert [*members(out / "feedback/02_causal-moodle.zip").values()] == [b"<p>page of Dan_Do</p>"]


WORKSHEET = "Identifier,Full name,Email address\nParticipant 31,Ada Lee,ada@x.org\nParticipant 32,Ben Ba,ben@x.org\n"


def test_the_number_of_a_team_is_never_taken_for_a_students(
    tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"Group A_31_assignsubmission_file/causal.py": CODE}
    path = archives.folder(tmp_path, {"02.zip": zipped(files)}) / "02.zip"
    (tmp_path / "groups.csv").write_text("group,student\nGroup A,Ada Lee\nGroup A,Ben Ba\n")
    (tmp_path / "worksheet.csv").write_text(WORKSHEET, encoding="utf-8-sig")
    out = graded(tmp_path, course, "Ada Lee", "Ben Ba")
    command = ["feedback", str(out), str(path), "--assignment", "02", "--groups", str(tmp_path / "groups.csv")]
    assert main(command) == 3
    assert "Ben Ba, 02_causal: Moodle needs the number of each member" in capsys.readouterr().out
    assert not (out / "feedback/02_causal-moodle.zip").exists()
    assert main([*command, "--worksheet", str(tmp_path / "worksheet.csv")]) == 0
    packed = {moodle_user(name): data for name, data in members(out / "feedback/02_causal-moodle.zip").items()}
    assert packed == {"31": b"<p>page of Ada Lee</p>", "32": b"<p>page of Ben Ba</p>"}


def test_namesakes_get_their_pages_by_the_worksheet_which_a_line_asks_for(
    tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = {f"John Smith_{number}_assignsubmission_file/causal.py": CODE for number in (65, 66)}
    downloads = archives.folder(tmp_path / "downloads", folders)
    out = graded(tmp_path, course, "js1", "js2")
    roster, worksheet = tmp_path / "class.csv", tmp_path / "worksheet.csv"
    roster.write_text("student,name,email\njs1,John Smith,john@x.org\njs2,John Smith,smith@x.org\n")
    rows = "Participant 66,John Smith,john@x.org\nParticipant 65,John Smith,smith@x.org\n"
    worksheet.write_text(f"Identifier,Full name,Email address\n{rows}")
    words = ["feedback", str(out), str(downloads), "--assignment", "02", "--roster", str(roster)]
    assert main(words) == 3
    said = capsys.readouterr().out
    why = "several students in the roster are called John Smith; name Moodle's grading worksheet, which has their mails"
    assert said.count(f"02_causal: {why}, with --worksheet; the page is in no archive") == 2
    assert main([*words, "--worksheet", str(worksheet)]) == 0
    packed = members(out / "feedback/02_causal-moodle.zip")
    assert {moodle_user(name): data for name, data in packed.items()} == {
        "66": b"<p>page of js1</p>",
        "65": b"<p>page of js2</p>",
    }


def test_a_group_on_canvas_gets_one_page_if_all_pages_say_the_same(
    tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"groupa_4711_90001_causal.py": CODE, "cy_4713_90002_causal.py": CODE}
    path = archives.folder(tmp_path / "02_causal", files)
    (tmp_path / "groups.csv").write_text("group,student\nGroup A,ada\nGroup A,ben\n")
    out = graded(tmp_path, course, "ada", "ben")
    command = ["feedback", str(out), str(path), "--groups", str(tmp_path / "groups.csv")]
    assert main(command) == 3
    assert "ben, 02_causal: the members' pages differ" in capsys.readouterr().out
    assert not (out / "feedback").exists()
    (out / "ben/02_causal/feedback.md").write_text((out / "ada/02_causal/feedback.md").read_text())
    assert main(command) == 3
    assert "ben, 02_causal: the same page is in groupa_4711_90001_causal.py" in capsys.readouterr().out
    assert b"page of ada" in members(out / "feedback/02_causal-canvas.zip")["groupa_4711_90001_causal.py"]


def test_no_member_of_a_group_gets_a_page_in_the_place_of_another(tmp_path: Path, course: Course) -> None:
    path = (
        archives.folder(tmp_path, {"02.zip": zipped({"Zoe Zed_31_assignsubmission_file/causal.py": CODE})}) / "02.zip"
    )
    (tmp_path / "groups.csv").write_text("group,student\nBest friends,Ada Lee\nBest friends,Zoe Zed\n")
    out = graded(tmp_path, course, "Ada Lee", "Zoe_Zed")
    assert main(["feedback", str(out), str(path), "--groups", str(tmp_path / "groups.csv")]) == 3
    assert [*members(out / "feedback/02_causal-moodle.zip").values()] == [b"<p>page of Zoe_Zed</p>"]


def test_who_handed_in_nothing_that_can_be_graded_gets_the_page_that_says_so(tmp_path: Path, course: Course) -> None:
    path = (
        archives.folder(tmp_path, {"02.zip": zipped({"Ada Lee_31_assignsubmission_file/report.pdf": b"%PDF"})})
        / "02.zip"
    )
    item = result(course, "x", "02", 0)
    exercises = [exercise | {"outcome": "not submitted"} for exercise in item["exercises"]]  # type: ignore[attr-defined]
    out = graded(tmp_path, course, "Ada_Lee", "Ben_Ba", exercises=exercises)
    assert main(["feedback", str(out), str(path), "--assignment", "02"]) == 0
    assert [*map(moodle_user, members(out / "feedback/02_causal-moodle.zip"))] == ["31"]


def test_the_same_pages_give_the_same_archive(tmp_path: Path, course: Course) -> None:
    path = archives.folder(tmp_path / "02_causal", {"ada_4711_90001_causal.py": CODE, "ben_4712_90002_causal.py": CODE})
    out = graded(tmp_path, course, "ada_4711")
    contents = []
    for _ in range(2):
        main(["feedback", str(out), str(path)])
        contents.append((out / "feedback/02_causal-canvas.zip").read_bytes())
    assert contents[0] == contents[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--worksheet", "x.csv"], "--worksheet: is of one assignment; name it with --assignment"),
        (["--worksheet", "x.csv", "--assignment", "02"], "x.csv: cannot be read"),
        (["--out", "{download}/returned"], "is inside the submissions; name a folder outside"),
    ],
)
def test_bad_arguments_get_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    path = archives.folder(tmp_path / "02_causal", {"ada_4711_90001_causal.py": CODE, "ben_4712_90002_causal.py": CODE})
    words = [word.format(download=path) for word in words]
    assert main(["feedback", str(graded(tmp_path, course, "ada_4711")), str(path), *words]) == 2
    error = complaints(capsys.readouterr().err)
    assert sentence in error
    assert error.count("\n") == 1


def test_pages_that_no_platform_takes_are_packed_for_mail(
    tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    moodle = {
        f"{name}_{number}_assignsubmission_file/causal.py": CODE for name, number in (("Ada L", 17), ("Ben B", 18))
    }
    files = {"02_causal.zip": zipped(moodle), "mails/cy/causal.py": CODE, "mails/dan/causal.py": CODE}
    out = graded(tmp_path, course, "Ada_L", "Ben_B", "cy", "dan")
    words = ["feedback", str(out), str(archives.folder(tmp_path / "class", files)), "--assignment", "02"]
    assert main(words) == 0
    assert members(out / "feedback/02_causal-mail.zip") == {
        "cy.html": b"<p>page of cy</p>",
        "dan.html": b"<p>page of dan</p>",
    }
    assert len(members(out / "feedback/02_causal-moodle.zip")) == 2
    said = "02_causal-mail.zip: 2 pages; no platform takes them in an archive (Gradescope, nbgrader, mail): send each"
    assert said in capsys.readouterr().out
