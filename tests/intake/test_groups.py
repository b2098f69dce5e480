"""Groups hand in together: one submission counts for all members, with exceptions."""

from pathlib import Path

import pytest

from autograder.course import Course
from autograder.errors import IntakeError
from autograder.intake.groups import read_groups
from autograder.intake.read import read_class
from autograder.intake.roster import read_roster
from autograder.intake.submission import Intake
from tests.helpers import archives
from tests.helpers.archives import CODE, FORMULAS, zipped

FIRST, OTHER = b"def softmax(z, dim=-1):\n    return z\n", b"other = 1\n"
GROUPS = "group,student\nGroup A,ada\nGroup A,ben\nGroup B,cy\n"


def read(folder: Path, course: Course, groups: str, roster: str = "") -> Intake:
    (folder / "groups.csv").write_text(groups)
    (folder / "roster.csv").write_text(roster)
    names = read_roster(folder / "roster.csv") if roster else None
    return read_class(folder / "class", course, (), names, groups=read_groups(folder / "groups.csv", course))


def sources(intake: Intake, assignment: str = "02_causal") -> dict[str, bytes | None]:
    return {s.student: s.sources.get("causal.py") for s in intake.submissions if s.assignment == assignment}


def test_what_one_member_hands_in_counts_for_all(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE, "cy/02_causal/causal.py": OTHER})
    intake = read(tmp_path, course, GROUPS)
    assert sources(intake) == {"ada": CODE, "ben": CODE, "cy": OTHER}
    assert {item.group for item in intake.submissions} == {"Group A", "Group B"}
    assert "handed in by the group Group A" in intake.submissions[1].notes


FOLDERS = {
    "Moodle since 4.1": {"Group A_7_assignsubmission_file/causal.py": CODE},
    "Canvas": {"groupa_4711_90001_causal.py": CODE},
    "GitHub": {"group-a/02_causal/causal.py": CODE, "group-a/.git/HEAD": b"ref"},
    "a zip": {"Group A.zip": zipped({"02_causal/causal.py": CODE})},
}


@pytest.mark.parametrize("files", FOLDERS.values(), ids=FOLDERS)
def test_a_folder_may_have_the_name_of_the_group(files: dict[str, bytes], tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", files | {"cy/02_causal/causal.py": OTHER})
    assert sources(read(tmp_path, course, GROUPS)) == {"ada": CODE, "ben": CODE, "cy": OTHER}


def test_members_are_found_by_any_name_and_get_the_id_of_the_roster(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"Ada Lovelace_17_assignsubmission_file/causal.py": CODE})
    groups = "name,login_id,group_name\nAda Lovelace,al,One\nBen Ba,bb,One\n"
    intake = read(tmp_path, course, groups, "student,name,login\ns1,Ada Lovelace,al\ns2,Ben Ba,bb\n")
    assert sources(intake) == {"s1": CODE, "s2": CODE}
    assert intake.ignored == ()


def test_a_member_who_is_alone_keeps_the_own_work(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE, "ben/02_causal/causal.py": OTHER})
    groups = "group,student,alone\nA,ada,\nA,ben,yes\nA,cy,\nA,dan,yes\n"
    assert sources(read(tmp_path, course, groups)) == {"ada": CODE, "ben": OTHER, "cy": CODE, "dan": None}


def test_groups_may_be_of_one_assignment(tmp_path: Path, course: Course) -> None:
    files = {"ada/02_causal/causal.py": CODE, "ada/01_self_attention/self_attention.py": FIRST}
    archives.folder(tmp_path / "class", files)
    intake = read(tmp_path, course, "group,student,assignment\nA,ada,02\nA,ben,02\n")
    found = {(item.student, item.assignment) for item in intake.submissions if item.sources}
    assert found == {("ada", "01_self_attention"), ("ada", "02_causal"), ("ben", "02_causal")}


def test_different_files_of_members_are_named_and_each_ones_own_count(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE, "ben/02_causal/causal.py": OTHER})
    intake = read(tmp_path, course, GROUPS)
    assert sources(intake) == {"ada": CODE, "ben": OTHER, "cy": None}
    assert "Group A, 02_causal: ada and ben handed in different files, and it is not known" in intake.ignored[0]


def test_the_last_of_different_files_counts_if_times_are_known(tmp_path: Path, course: Course) -> None:
    files = {"ada/02_causal/causal.py": CODE, "ada/02_causal/timestamp.txt": b"2026-03-02 10:00:00"}
    files |= {"ben/02_causal/causal.py": OTHER, "ben/02_causal/timestamp.txt": b"2026-03-01 10:00:00"}
    archives.folder(tmp_path / "class", files)
    intake = read(tmp_path, course, GROUPS)
    assert sources(intake) == {"ada": CODE, "ben": CODE, "cy": None}
    assert intake.ignored == ("Group A, 02_causal: ada and ben handed in different files; the last, of ada, counts",)


def contested(intake: Intake) -> dict[str, str]:
    return {item.student: item.contested for item in intake.submissions if item.contested}


@pytest.mark.parametrize("files", FOLDERS.values(), ids=FOLDERS)
def test_other_work_beside_the_folder_of_the_group_needs_a_person(
    files: dict[str, bytes], tmp_path: Path, course: Course
) -> None:
    archives.folder(tmp_path / "class", files | {"ben/02_causal/causal.py": OTHER, "cy/02_causal/causal.py": OTHER})
    intake = read(tmp_path, course, GROUPS)
    assert sources(intake) == {"ada": None, "ben": None, "cy": OTHER}
    why = "the folder Group A has other files than ben handed in; move what does not count away"
    assert contested(intake) == {"ada": why, "ben": why}


def test_the_same_work_beside_the_folder_of_the_group_counts(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"Group A/02_causal/causal.py": CODE, "ben/02_causal/causal.py": CODE})
    assert sources(read(tmp_path, course, GROUPS)) == {"ada": CODE, "ben": CODE, "cy": None}


@pytest.mark.parametrize("name", ["groupa", "GROUP A", "group-a"])
def test_a_folder_that_is_only_called_like_the_group_needs_a_person(name: str, tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {f"{name}.zip": zipped({"02_causal/causal.py": CODE}), "cy/causal.py": OTHER})
    intake = read(tmp_path, course, GROUPS)
    assert sources(intake) == {"ada": None, "ben": None, "cy": OTHER}
    assert all("may be the folder of Group A or of a student" in why for why in contested(intake).values())
    assert contested(intake).keys() == {"ada", "ben"}


def test_what_was_refused_of_a_group_is_refused_for_all(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"ada/02_causal/w.rar": b"Rar!\x1a\x07\x01\0", "cy/02_causal/causal.py": CODE})
    ben = next(item for item in read(tmp_path, course, GROUPS).submissions if item.student == "ben")
    assert "is a RAR archive" in ben.why_missing("causal.py")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("student\nada\n", "has no column called group"),
        ("group,student\nA,ada\nB,ada\n", r"line 3: ada is in a group already \(line 2\)"),
    ],
)
def test_groups_that_cannot_be_used_are_one_sentence(text: str, sentence: str, tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {"ada/02_causal/causal.py": CODE})
    with pytest.raises(IntakeError, match=sentence):
        read(tmp_path, course, text)


@pytest.mark.parametrize(
    ("names", "students"),
    [
        (("Group 1-Ada Lee", "Group 1-Ben Ba", "Default group-Cy Co"), {"Ada_Lee", "Ben_Ba", "Cy_Co"}),
        (("Anne-Marie Curie", "Jean-Luc Picard"), {"Anne-Marie_Curie", "Jean-Luc_Picard"}),
        (("Lab A-Ada Lee", "Ben Ba"), {"Lab_A-Ada_Lee", "Ben_Ba"}),
    ],
)
def test_a_group_before_a_name_is_no_part_of_it(
    names: tuple[str, ...], students: set[str], tmp_path: Path, course: Course
) -> None:
    files = {f"{name}_{number}_assignsubmission_file_/causal.py": CODE for number, name in enumerate(names)}
    intake = read_class(archives.folder(tmp_path / "class", files), course, ())
    assert {item.student for item in intake.submissions} == students


def test_first_names_that_all_begin_alike_are_no_groups_if_the_roster_has_them(tmp_path: Path, course: Course) -> None:
    names = ("Anne-Marie Curie", "Anne-Marie Lee")
    files = {f"{name}_{number}_assignsubmission_file_/causal.py": CODE for number, name in enumerate(names)}
    path = archives.folder(tmp_path, {"students.csv": b"student,name\nmc,Anne-Marie Curie\nml,Anne-Marie Lee\n"})
    roster = read_roster(path / "students.csv")
    intake = read_class(archives.folder(tmp_path / "class", files), course, (), roster=roster)
    assert {item.student for item in intake.submissions if item.sources} == {"mc", "ml"}


def test_a_group_without_a_file_of_groups_is_graded_under_its_name(tmp_path: Path, course: Course) -> None:
    files = {f"{name}_assignsubmission_file/derivations.py": FORMULAS for name in ("Group A_7", "Default group")}
    path = archives.folder(tmp_path, {"02_causal.zip": zipped(files)}) / "02_causal.zip"
    assert {item.student for item in read_class(path, course, ()).submissions} == {"Group_A", "Default_group"}
