"""`autograder explain`: through the sandbox, as an instructor calls it."""

import json
from pathlib import Path

import pytest

from tests.helpers.forked_command import forked_autograder as autograder
from tests.helpers.grading import solution

pytestmark = pytest.mark.process

PART = "00_warmup"
RIGHT = "return x.sum(dim=-1)"
WRONG = "return x.sum(dim=-2)"


def hand_in(place: Path, source: bytes) -> Path:
    folder = place / "ada" / PART
    folder.mkdir(parents=True)
    (folder / "warmup.py").write_bytes(source)
    return folder


@pytest.fixture(scope="module")
def wrong() -> bytes:
    """The solution with a mistake in one line."""
    right = solution(PART, "warmup.py")
    assert right.count(RIGHT.encode()) == 1
    return right.replace(RIGHT.encode(), WRONG.encode())


def test_the_line_of_a_mistake_is_named_and_marked_and_the_edit_is_not_shown(tmp_path: Path, wrong: bytes) -> None:
    line = next(number for number, text in enumerate(wrong.decode().split("\n"), 1) if WRONG in text)
    hostile = wrong.replace(WRONG.encode(), f"{WRONG}  # \x1b[2J".encode())
    done = autograder("explain", hand_in(tmp_path, hostile), "--exercise", "row_sums")
    assert (done.returncode, done.stderr) == (0, "")
    head, sentence, code, carets, cost = done.stdout.splitlines()
    assert head == "row_sums (warmup.py):"
    assert sentence == f"    line {line}: with another axis in place of `-2`, all checks pass"
    assert code[carets.index("^") : carets.index("^") + carets.count("^")] == "-2"
    assert code.strip().startswith(f"{WRONG}  # ?[2J"), "code cannot write to the terminal"
    assert "programs tried in" in cost
    assert "dim=-1" not in done.stdout


def test_programs_get_the_same_with_the_edit_if_they_ask_for_it(tmp_path: Path, wrong: bytes) -> None:
    folder = hand_in(tmp_path, wrong)
    done = autograder("explain", folder, "--exercise", "row_sums", "--show-edit", "--json")
    event = json.loads(done.stdout.splitlines()[-1])
    (mistake,) = event["mistakes"]
    assert (mistake["kind"], mistake["code"].strip()[: len(WRONG)]) == ("axis", WRONG)
    assert [text.strip()[: len(RIGHT)] for text in mistake["after"]] == [RIGHT]
    assert event["complete"]


def test_where_nothing_is_found_this_is_said(tmp_path: Path, wrong: bytes) -> None:
    other = wrong.replace(WRONG.encode(), b"y = x * 3\n    z = y + 1\n    return z.sum(dim=-2) - 4")
    done = autograder("explain", hand_in(tmp_path, other), "--candidates", "1")
    assert done.returncode == 3
    assert "no line found within this number of programs; --candidates allows more" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--exercise", "softmox"], "autograder: 00_warmup has no exercise 'softmox'; it has "),
        (["--candidates", "0"], "autograder: invalid value for '--candidates'"),
        (["--assignment", "09"], "autograder: no assignment is called '09'"),
    ],
)
def test_bad_arguments_end_in_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = autograder("explain", hand_in(tmp_path, b"x = 1\n"), *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert len(done.stderr.splitlines()) == 1
