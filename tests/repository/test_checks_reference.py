"""The examples of docs/reference/checks_reference.md pass on the file that it shows, and fail on a wrong one."""

from pathlib import Path
from typing import Any

import pytest

from autograder.checking.failures import CheckFailedError
from autograder.checking.registry import GRADING
from autograder.checking.student import Student
from autograder.sandbox.host.in_process import InProcess
from tests.helpers.documents import blocks

DOCUMENT = "docs/reference/checks_reference.md"
WRONG = {
    "x / 2": "x.mul_(0.5).detach().cpu() * 1.01",
    "x.amax(0)": "x.amin(0)",
    "x * self.factors": "x + self.factors",
    "self.factors = ": "self.w = ",
}


def checks() -> dict[str, Any]:
    """The checks of the document, which build on one another from the first block to the last."""
    names: dict[str, Any] = {"__name__": "checks_reference"}
    for block in blocks(DOCUMENT):
        if block.language == "python" and not block.title:
            exec(block.text, names)
    return {item.check.id: item for item in names.values() if hasattr(item, "check") and callable(item)}


def student_of(folder: Path, text: str) -> Student:
    (folder / "heads.py").write_text(text)
    return Student(InProcess(folder, "heads.py"))


@pytest.fixture
def shown() -> str:
    (block,) = [block for block in blocks(DOCUMENT) if block.title == "heads.py"]
    return block.text


@pytest.mark.parametrize("name", checks())
def test_an_example_passes_on_the_file_that_is_shown_and_fails_on_a_wrong_one(
    name: str, shown: str, tmp_path: Path
) -> None:
    function = checks()[name]
    run = GRADING(function) if hasattr(function, "hypothesis") else function
    run(student=student_of(tmp_path, shown))
    wrong = shown
    for right, other in WRONG.items():
        assert right in wrong
        wrong = wrong.replace(right, other)
    with pytest.raises(CheckFailedError):
        run(student=student_of(tmp_path, wrong))


def test_the_names_of_the_vocabulary_are_listed() -> None:
    text = (Path(__file__).parents[2] / DOCUMENT).read_text()
    for name in (
        "`check(name, title, points, level, hint, for_message)`",
        "`assert_close(",
        "`Question.weights(**weights)`",
    ):
        assert name in text
