"""A roster gives everybody the id of the class, whatever a download calls them."""

from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake.entries import IntakeError
from autograder.intake.read import read_class
from autograder.intake.roster import read_roster
from tests.helpers import archives
from tests.helpers.archives import CODE
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
    ],
)
def test_a_roster_that_cannot_be_used_is_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(text)
    with pytest.raises(IntakeError, match=sentence):
        read_roster(tmp_path / "roster.csv")
