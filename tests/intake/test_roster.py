"""A roster gives everybody the id of the class, whatever a download calls them."""

import shutil
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.errors import IntakeError
from autograder.intake.read import read_class
from autograder.intake.roster import read_roster
from autograder.intake.times import read_times
from autograder.reports.people import ROSTER_FILE, Person, read_people
from autograder.results.store import STORE_DIR
from tests.helpers import archives
from tests.helpers.archives import CODE, zipped
from tests.helpers.submission_cases import submissions_of_causal

ROSTER = "student,name,email,canvas,github\nal1,Ada Lovelace,ada@x.org,4711,adal\nbb2,Ben Babbage,bb@x.org,4712,benb\n"


@pytest.mark.parametrize(
    "name",
    [
        "lovelaceada_4711_9_causal.py",
        "xyz_4711_9_causal.py",
        "Ada Lovelace_88_assignsubmission_file_/causal.py",
        "adal/causal.py",
        "ADAL/causal.py",
        "ada/causal.py",
        "Lovelace Ada/causal.py",
        "ada@x.org/causal.py",
    ],
)
def test_a_roster_gives_everybody_the_id_of_the_class(name: str, tmp_path: Path, course: Course) -> None:
    (tmp_path / "roster.csv").write_text(ROSTER)
    found = submissions_of_causal(archives.folder(tmp_path / "class", {name: CODE}), course, tmp_path / "roster.csv")
    assert {student: set(s.sources) for student, s in found.items()} == {"al1": {"causal.py"}, "bb2": set()}


ACCOUNTS = """student,name,email,login,github
ada01,Ada Lovelace,alovelace@x.org,alove,Ada-L
ben02,Ben Nevis,ben@x.org,bnevis,
cy03,Cy Young,cy@x.org,cyoung,ben02
"""


@pytest.mark.parametrize(
    ("login", "student"),
    [
        ("ada-l", "ada01"),
        ("bnevis", "ben02"),
        ("ben02", "cy03"),
        ("alovelace", None),
        ("alove", None),
        ("ada01", None),
        ("ben", None),
        ("adalovelace", None),
    ],
)
def test_a_clone_is_of_the_student_with_this_account(
    login: str, student: str | None, tmp_path: Path, course: Course
) -> None:
    (tmp_path / "roster.csv").write_text(ACCOUNTS)
    clone = {f"causal-submissions/causal-{login}/{file}": CODE for file in ("causal.py", ".git/HEAD")}
    archives.folder(tmp_path / "class", clone | {"causal-submissions/causal-zed/.git/HEAD": b"ref"})
    found = submissions_of_causal(tmp_path / "class", course, tmp_path / "roster.csv")
    assert {name for name, s in found.items() if s.sources} == {student or f"{login}_unlisted"}


def test_a_number_of_canvas_is_no_id_without_a_column_canvas(tmp_path: Path, course: Course) -> None:
    (tmp_path / "roster.csv").write_text("student,name\n1037,Bob Builder\n2000,Carl Sagan\n")
    archives.folder(tmp_path / "class", {"xmallory_1037_60002_causal.py": CODE, "sagancarl_2077_60001_causal.py": CODE})
    found = submissions_of_causal(tmp_path / "class", course, tmp_path / "roster.csv")
    assert {student for student, s in found.items() if s.sources} == {"xmallory_1037", "2000"}


@pytest.mark.parametrize("name", ["\uff42\uff4f\uff42", "b\u200db", "b\u00f3b"])
@pytest.mark.parametrize("file", ["/causal.py", ".zip"])
def test_letters_that_only_look_alike_make_another_name(name: str, file: str, tmp_path: Path, course: Course) -> None:
    (tmp_path / "roster.csv").write_text("student,name\nbob,Bob Builder\nbb,B B\n")
    content = zipped({"causal.py": CODE}) if file == ".zip" else CODE
    archives.folder(tmp_path / "class", {f"{name}{file}": content, "bb/causal.py": CODE})
    found = submissions_of_causal(tmp_path / "class", course, tmp_path / "roster.csv")
    (other,) = {student for student, s in found.items() if s.sources} - {"bb"}
    assert other.endswith("_unlisted")


def test_a_name_of_two_students_is_nobodys(tmp_path: Path, course: Course) -> None:
    (tmp_path / "roster.csv").write_text("student,name\na1,Ada Lee\na2,Ada Lee\n")
    archives.folder(tmp_path / "class", {"Ada Lee_7_assignsubmission_file_/causal.py": CODE})
    found = submissions_of_causal(tmp_path / "class", course, tmp_path / "roster.csv")
    assert {student for student, s in found.items() if s.sources} == {"Ada_Lee_7"}


def test_who_is_not_in_the_roster_is_graded_and_named(tmp_path: Path, course: Course) -> None:
    (tmp_path / "roster.csv").write_text(ROSTER)
    archives.folder(tmp_path / "class", {"carl/02_causal/causal.py": CODE})
    intake = read_class(tmp_path / "class", course, (), read_roster(tmp_path / "roster.csv"))
    assert "carl: not in the roster, graded under this name" in intake.ignored
    assert [s.student for s in intake.submissions] == ["al1", "bb2", "carl"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no students or no column called student"),
        ("name\nAda\n", "has no students or no column called student"),
        ("student\nada\nada\n", "line 3: 'ada' is listed twice"),
        ("student\n../ada\n", "cannot name a folder"),
        ("student,name,Name\na1,Ada,Ben\n", "has 2 columns called name; give each a name of its own"),
    ],
)
def test_a_roster_that_cannot_be_used_is_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(text)
    with pytest.raises(IntakeError, match=sentence):
        read_roster(tmp_path / "roster.csv")


@pytest.mark.parametrize(
    "header",
    [
        "Anmeldename;Vorname;Nachname;E-Mail-Adresse",
        "Nom d’utilisateur;Prénom;Nom;Adresse de courriel",
        "Nombre de usuario;Nombre;Apellido(s);Dirección de correo",
        "Número de ID;Nome;Apelido;Endereço de email",
        "Nazwa użytkownika;Imię;Nazwisko;Adres e-mail",
        "Studierende;Vorname;Nachname;E-Mail",
        "Student ID;First name;Last name;Email address",
    ],
)
def test_a_list_of_participants_in_any_language_is_a_roster(header: str, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(f"{header}\nal1;Ada;Lovelace;ada@x.org\nbb2;Ada;Babbage;bb@x.org\n")
    roster = read_roster(tmp_path / "roster.csv")
    assert roster.students == ("al1", "bb2")
    assert [roster.find([name]) for name in ("Lovelace, Ada", "Ada Babbage", "lovelaceada")] == ["al1", "bb2", "al1"]
    (tmp_path / STORE_DIR).mkdir()
    shutil.copy(tmp_path / "roster.csv", tmp_path / STORE_DIR / ROSTER_FILE)
    assert read_people(tmp_path)["al1"] == Person("Ada Lovelace", "", "ada@x.org")


NAMESAKES = "student,name,email\njs1,John Smith,john@x.org\njs2,John Smith,smith@x.org\n"


@pytest.mark.process
@pytest.mark.parametrize("word", ["Participant ", "Teilnehmer/in"])
def test_namesakes_are_told_apart_by_the_mails_of_the_worksheet_in_the_same_call(
    word: str, tmp_path: Path, course: Course
) -> None:
    folders = {f"John Smith_{number}_assignsubmission_file/causal.py": CODE + bytes([number]) for number in (65, 66)}
    path = archives.folder(tmp_path / "class", folders)
    (tmp_path / "class.csv").write_text(NAMESAKES)
    roster = read_roster(tmp_path / "class.csv")
    causal = course.assignment("02")
    intake = read_class(path, course, (causal,), roster)
    assert {item.student for item in intake.submissions if item.sources} == {"John_Smith_65", "John_Smith_66"}
    assert all(
        "name Moodle's grading worksheet, which has their mails, with --times" in line for line in intake.ignored
    )
    rows = [
        f"{word}{number},John Smith,{mail},2026-03-01 10:00"
        for number, mail in ((66, "john@x.org"), (65, "smith@x.org"))
    ]
    sheet = tmp_path / "worksheet.csv"
    sheet.write_text("\n".join(["Identifier,Full name,Email address,Last modified (submission)", *rows, ""]))
    times = read_times([str(sheet)], course, (causal,))
    intake = read_class(path, course, (causal,), roster, times=times)
    assert {item.student: item.sources["causal.py"][-1] for item in intake.submissions} == {"js1": 66, "js2": 65}
    assert {item.time for item in intake.submissions} == {"2026-03-01T10:00:00+01:00"}
    assert not intake.ignored


def test_a_worksheet_that_tells_no_namesakes_apart_says_which_column_it_lacks(tmp_path: Path, course: Course) -> None:
    folders = {f"John Smith_{number}_assignsubmission_file/causal.py": CODE + bytes([number]) for number in (65, 66)}
    path = archives.folder(tmp_path / "class", folders)
    (tmp_path / "class.csv").write_text(NAMESAKES)
    (tmp_path / "02.csv").write_text(
        "Kennung,Full name,Email address,Last modified (submission)\n"
        "Participant 65,John Smith,smith@x.org,-\nParticipant 66,John Smith,john@x.org,-\n"
    )
    causal = course.assignment("02")
    times = read_times([str(tmp_path / "02.csv")], course, (causal,))
    intake = read_class(path, course, (causal,), read_roster(tmp_path / "class.csv"), times=times)
    said = (
        "the file of --times has no row with Participant 65 in a column Identifier and a mail or number of the roster"
    )
    assert any(said in line for line in intake.ignored)
