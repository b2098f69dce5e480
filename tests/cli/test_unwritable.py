"""A file or folder that cannot be written is named as it was written, before any work is done for it."""

from pathlib import Path

import pytest

from autograder.results.files import write_text
from tests.helpers.forked_command import forked_autograder

BELOW_A_FILE = "a file is where one of its folders should be"


@pytest.mark.process
@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("audit 00 --html {folder}", "{folder}: is a folder; name a file with --html"),
        ("audit 00 --results {folder}", "{folder}: is a folder; name a file with --results"),
        (
            "audit 00 --html {file}/page.html",
            "{file}/page.html: cannot be written ({below_a_file})",
        ),
        ("audit 00 --results /proc/nowhere/x", "/proc/nowhere/x: cannot be written (No such file or directory)"),
        (
            "handout {file}/handout",
            "{file}/handout: cannot be read or written ({below_a_file})",
        ),
        ("handout /proc/handout", "/proc/handout: cannot be read or written (No such file or directory)"),
        ("nbgrader build /proc/course", "/proc/course: cannot be read or written (No such file or directory)"),
    ],
)
def test_where_nothing_can_be_written_is_said_in_one_sentence(tmp_path: Path, command: str, sentence: str) -> None:
    places = {"folder": str(tmp_path), "file": str(tmp_path / "file"), "below_a_file": BELOW_A_FILE}
    (tmp_path / "file").touch()
    done = forked_autograder(*command.format(**places).split())
    assert done.returncode == 2
    assert done.stderr == f"autograder: {sentence.format(**places)}\n"


def test_an_error_names_the_file_and_not_the_temporary_one(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as raised:
        write_text(tmp_path, "text")
    assert raised.value.filename == str(tmp_path)
