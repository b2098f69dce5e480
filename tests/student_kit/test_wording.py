"""What is said about an error that stopped a test."""

from pathlib import Path

from assignments._support.loading import Folder
from assignments._support.wording import message

TEST = """
import pytest

def test(student):
    with pytest.raises(ValueError, match="3"):
        student(10, 3)

def test_plain(student):
    student(10, 3)
"""


def said(tmp_path: Path, name: str) -> list[str]:
    """The message of a test that a TypeError stopped."""
    file = tmp_path / "test_part.py"
    file.write_text(TEST)
    names: dict = {}
    exec(compile(TEST, str(file), "exec"), names)

    def student(*_: int) -> None:
        raise TypeError("3 heads do not share 10 columns")

    try:
        names[name](student)
    except TypeError as error:
        return message(error, Folder(tmp_path / "nothing"), str(file), "student")
    raise AssertionError


def test_where_another_error_is_expected_that_is_said(tmp_path: Path) -> None:
    assert said(tmp_path, "test")[2:4] == [
        "raised      TypeError: 3 heads do not share 10 columns",
        "expected    ValueError is raised",
    ]


def test_elsewhere_nothing_is_expected(tmp_path: Path) -> None:
    assert not [line for line in said(tmp_path, "test_plain") if line.startswith("expected")]
