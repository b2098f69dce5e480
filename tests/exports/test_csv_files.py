"""All CSV files that people bring are read in one way, and one that cannot be read is named in one sentence."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.csv_files import read_csv_file
from autograder.errors import AutograderError
from autograder.exports.csv_table import read_csv_table
from autograder.exports.feedback_archives import read_worksheet
from autograder.intake.groups import read_groups
from autograder.intake.roster import read_roster
from autograder.intake.times import read_times
from autograder.results.adjustments import FILE_NAME, read_adjustments

Reader = Callable[[Path, Course], object]
READERS: dict[str, Reader] = {
    "roster": lambda path, course: read_roster(path).students,
    "groups": lambda path, course: len(read_groups(path, course)._members),
    "times": lambda path, course: len(read_times([f"02={path}"], course, [])._last),
    "platform": lambda path, course: read_csv_table(path).rows,
    "worksheet": lambda path, course: read_worksheet(path, {})._rows,
    "corrections": lambda path, course: read_adjustments(path.parent, course.exercise_names).all,
}
GOOD = {
    "roster": ["student,name", '"ada","Lovelace, Ada"'],
    "groups": ["group,student", "g1,ada"],
    "times": ["student,submitted", "ada,2026-03-01 12:00"],
    "platform": ["Student,ID", "Ada,7"],
    "worksheet": ["Identifier,Full name", "Participant 17,Ada"],
    "corrections": [
        "student,assignment,exercise,points,score,reason,comment,author,date,undone",
        "ada,02_causal,,1,,paper,,,,",
    ],
}


@pytest.fixture(params=READERS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / FILE_NAME


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_file_may_come_from_any_spreadsheet(
    kind: str, separator: str, end: str, path: Path, course: Course
) -> None:
    path.write_bytes(("\n".join(GOOD[kind]) + "\n").encode())
    plain = READERS[kind](path, course)
    lines = (line if '"' in line else line.replace(",", separator) for line in GOOD[kind])
    text = "".join(f"{line}{end}" for line in lines)
    path.write_bytes(text.replace('","', f'"{separator}"').encode("utf-8-sig"))
    assert plain
    assert READERS[kind](path, course) == plain


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"student;name\nada;M\xfcller\n", r": is not UTF-8 text; save (it|the \w+) as CSV UTF-8$"),
        (b'student,name\n"ada"x,b\n', r": is not a CSV file \(.*\); save it again as CSV UTF-8$"),
        (b"student,name\n" + b"x" * 200_000, r": is not a CSV file \(.*limit.*\); save it again as CSV UTF-8$"),
    ],
    ids=["latin-1", "stray quote", "endless cell"],
)
def test_a_file_that_is_no_csv_is_named_in_one_sentence(
    kind: str, data: bytes, sentence: str, path: Path, course: Course
) -> None:
    path.write_bytes(data)
    with pytest.raises(AutograderError, match=sentence) as error:
        READERS[kind](path, course)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_a_file_that_cannot_be_opened_is_named_in_one_sentence(kind: str, path: Path, course: Course) -> None:
    path.mkdir()
    with pytest.raises(AutograderError, match=r": cannot be read \(Is a directory\)"):
        READERS[kind](path, course)


def test_rows_have_the_number_of_their_line_and_a_cell_for_each_column(path: Path) -> None:
    path.write_text('a,b\n\n"x\ny"\n,\n1,2,3\n', encoding="utf-8")
    assert list(read_csv_file(path, AutograderError).records()) == [
        (4, {"a": "x\ny", "b": ""}),
        (6, {"a": "1", "b": "2"}),
    ]


def test_an_empty_file_has_no_header_and_no_rows(path: Path) -> None:
    path.write_bytes(b"")
    read = read_csv_file(path, AutograderError)
    assert (read.header, list(read.records())) == ([], [])


@pytest.mark.parametrize(
    "text",
    ['"Name, first";student\n"Lovelace, Ada";7\n', '\n;;\n"Name, first";student\n"Lovelace, Ada";7\n'],
    ids=["separators in quotes", "empty lines before it"],
)
def test_the_separator_is_that_of_the_first_line_with_a_name(text: str, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(text, encoding="utf-8")
    table = read_csv_file(path, AutograderError)
    assert [record for _, record in table.records()] == [{"Name, first": "Lovelace, Ada", "student": "7"}]
