"""A file that is not run to its end: what it defines is judged all the same, and its author is told what stopped it."""

from collections.abc import Callable

import pytest

from autograder.classroom.rehearse import Rehearsals
from autograder.course import Course
from autograder.results.model import Result
from autograder.sandbox.choose import choose
from autograder.sandbox.launch import Level
from autograder.sandbox.zygote import Zygote
from tests.grading import by_name, grade_sources, solution

Grade = Callable[[bytes], Result]
FILE = solution("04_cross", "cross.py")


@pytest.fixture(scope="module")
def grade(zygotes: Callable[[Level], Zygote], course: Course, rehearsals: Callable[[str], Rehearsals]) -> Grade:
    def graded(source: bytes) -> Result:
        return grade_sources(zygotes(choose(None)), course, rehearsals("04_cross"), "04_cross", cross=source)

    return graded


STOPS = {
    "a library that is not here": (
        b"import seaborn",
        "ModuleNotFoundError while the file was loaded: No module named 'seaborn'",
    ),
    "a mistake in what is tried out": (
        b"print(1 / 0)",
        "ZeroDivisionError while the file was loaded: division by zero",
    ),
    "a line of many": (
        b"rows = [\n    1,\n    1 / 0,\n]",
        "ZeroDivisionError while the file was loaded: division by zero",
    ),
    "a decorator": (
        b"@unheard_of\ndef aside(): pass",
        "NameError while the file was loaded: name 'unheard_of' is not defined",
    ),
    "two of them": (
        b"import seaborn\nx = 1 / 0",
        "ModuleNotFoundError while the file was loaded: No module named 'seaborn'",
    ),
}


@pytest.mark.parametrize("what", STOPS)
def test_what_stops_a_file_costs_no_definition_below_it(what: str, grade: Grade) -> None:
    source, told = STOPS[what]
    result = grade(b"import torch\n" + source + b"\n" + FILE)
    assert [item.name for item in result.exercises if item.file == "cross.py" and item.score != item.max_score] == []
    (note,) = result.notes
    assert note.startswith("cross.py, line ")
    assert note.endswith(f": {told}; what the file defines was judged all the same")


def test_what_could_not_be_defined_is_told_by_the_error_that_prevented_it(grade: Grade) -> None:
    result = grade(
        b"import seaborn\n" + FILE.replace(b"class CrossAttention(nn.Module)", b"class CrossAttention(seaborn.Module)")
    )
    message = by_name(result)["CrossAttention"].checks[0].message
    assert message.startswith("cross.py, line 1: ModuleNotFoundError while the file was loaded")


def test_how_a_file_is_read_holds_for_what_is_below_too(grade: Grade) -> None:
    assert b"-> Tensor" in FILE
    lazily = b"from __future__ import annotations\nimport seaborn\n" + FILE.replace(b"-> Tensor", b"-> seaborn.Plot")
    assert by_name(grade(lazily))["CrossAttention"].outcome == "right"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (b"while True: pass", "cross.py: no answer within the time limit while the file was loaded"),
        (b"import os; os._exit(3)", "cross.py: the process ended itself with exit status 3 while the file was loaded"),
    ],
)
def test_who_hangs_or_ends_the_process_is_told_so(source: bytes, told: str, grade: Grade) -> None:
    result = grade(source + b"\n" + FILE)
    assert by_name(result)["CrossAttention"].outcome == "right"
    assert result.notes == (f"{told}; what it defines was judged all the same",)


def test_nothing_is_told_of_a_file_that_is_run_to_its_end(grade: Grade) -> None:
    assert grade(FILE).notes == ()
