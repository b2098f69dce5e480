"""docs/reference/plain_tests.md: its checks pass on the file that it shows, and its tables are true."""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch

from autograder.checking.student import Student
from autograder.sandbox.guest import wire
from autograder.sandbox.guest.wire import NumpyArray, OpaqueValue
from autograder.sandbox.host.in_process import InProcess
from tests.helpers.documents import blocks
from tests.helpers.paths import ROOT
from tests.helpers.plain_checks import findings, plain_checks

DOCUMENT = "docs/reference/plain_tests.md"
EXERCISES = ("most_frequent", "halves", "Stack")
WRONG = {"(item[1], item[0])": "item[1]", "numbers / 2": "numbers // 2", "self.items.pop()": "self.items.pop(0)"}


class Row(NamedTuple):
    one: int
    other: int


SAMPLES: dict[str, list[Any]] = {
    "`None`, `bool`, `int`, `float`, `str`, `bytes`": [None, True, 2**70, 0.5, "a", b"a"],
    "`list`, `tuple`, `dict`, `set`, `frozenset`": [[1], (1,), {b"a": 1, (b"b", 2): [3]}, {"a"}, frozenset({1})],
    "`Tensor`, `torch.Size`, `torch.dtype`": [torch.ones(2), torch.Size([2]), torch.float64],
    "`numpy.ndarray`": [np.ones((2, 3)), np.arange(3, dtype=np.uint16)],
    "numbers of numpy": [np.float64(0.5)],
    "`namedtuple`": [Row(1, 2)],
    "`Fraction`, `Decimal`": [Fraction(1, 2), Decimal("0.5")],
    "any other object": [object()],
}
LIMITS: dict[str, Callable[[], Any]] = {
    "items of a collection": lambda: [0] * 100_001,
    "values of an answer in all": lambda: [[0] * 99_999] * 3,
    "collections in one another": lambda: nested(wire.MAX_DEPTH + 1),
    "text, numbers and short byte strings in all": lambda: "x" * (4 << 20),
    "tensors, arrays, and byte strings of more than 256 bytes": lambda: [bytes(257)] * 513,
    "their bytes in all": lambda: torch.zeros((64 << 20) + 1, dtype=torch.uint8),
    "digits of a whole number": lambda: 2**1200,
}


def nested(depth: int) -> list[Any]:
    return [nested(depth - 1)] if depth else []


def rows(heading: str) -> list[list[str]]:
    """The rows of the table whose first column has this heading."""
    text = (ROOT / DOCUMENT).read_text()
    table = text.split(f"| {heading} |")[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def source(title: str) -> str:
    (block,) = [block for block in blocks(DOCUMENT) if block.title == title]
    return block.text


def test_the_checks_pass_on_the_file_that_is_shown_and_fail_on_a_wrong_one(tmp_path: Path) -> None:
    checks, right = plain_checks(source("test_pairs.py"), tmp_path, *EXERCISES), source("pairs.py")
    assert {check.info.exercise for check in checks} == set(EXERCISES)
    assert all(finding.failure is None for finding in findings(checks, right, right, tmp_path).values())
    wrong = right
    for old, new in WRONG.items():
        assert old in wrong
        wrong = wrong.replace(old, new)
    failed = {name for name, item in findings(checks, right, wrong, tmp_path).items() if item.failure is not None}
    assert failed == {"ties", "of_an_array", "last_in_first_out"}


@pytest.fixture(scope="module")
def echo(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """A call to a program that returns its argument, or what it makes of the number of a sample."""
    folder = tmp_path_factory.mktemp("echo")
    (folder / "echo.py").write_text(
        "from tests.repository.test_plain_tests_page import LIMITS, SAMPLES\n"
        "def same(x): return x, type(x).__name__\n"
        "def sample(kind, place): return SAMPLES[kind][place]\n"
        "def large(kind): return LIMITS[kind]()\n"
    )
    student = Student(InProcess(folder, "echo.py"))
    return lambda name, *args: getattr(student, name)(*args)


def is_same(one: Any, other: Any) -> bool:
    if isinstance(one, torch.Tensor | np.ndarray):
        return type(one) is type(other) and bool((one == other).all())
    return type(one) is type(other) and bool(one == other)


@pytest.mark.parametrize("row", rows("type"), ids=lambda row: row[0])
def test_a_type_crosses_as_the_table_says(row: list[str], echo: Callable[..., Any]) -> None:
    kind, sent, returned = row
    for place, value in enumerate(SAMPLES[kind]):
        if sent.startswith("refused"):
            with pytest.raises(wire.WireError, match=f"an argument of type {type(value).__name__} cannot cross"):
                echo("same", value)
        else:
            _, name = echo("same", value).value
            assert name == (type(value.item()) if isinstance(value, np.generic) else type(value)).__name__
        came = echo("sample", kind, place).value
        if returned == "as it is":
            assert is_same(came, value)
        elif "NumpyArray" in returned:
            assert isinstance(came, NumpyArray)
            assert is_same(came.values.numpy(), value)
        elif returned.startswith("stays there"):
            assert isinstance(came, OpaqueValue)
        else:
            assert came == value
            assert type(came) in (int, float, tuple)


def test_every_type_and_limit_has_a_sample() -> None:
    assert [row[0] for row in rows("type")] == list(SAMPLES)
    assert [row[0] for row in rows("limit")] == list(LIMITS)


@pytest.mark.parametrize("row", rows("limit"), ids=lambda row: row[0])
def test_above_a_limit_the_sentence_is_that_of_the_table(row: list[str], echo: Callable[..., Any]) -> None:
    kind, _, sentence = row
    answer = echo("large", kind)
    with pytest.raises(AssertionError, match="returned something too large or too odd to be looked at") as error:
        answer.value  # noqa: B018 - raises
    assert re.search(rf": {re.escape(sentence)}", error.value.explanation)


def test_a_vocabulary_of_thousands_of_byte_strings_crosses(echo: Callable[..., Any]) -> None:
    vocabulary = {place: place.to_bytes(2, "big") for place in range(20_000)}
    assert echo("same", vocabulary).value[0] == vocabulary
