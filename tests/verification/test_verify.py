"""`autograder verify` on a new course: everything holds at first, and each mistake of an author is named."""

import json
import subprocess
from pathlib import Path

import pytest

from autograder.audit.run import ProgramRunner
from autograder.course import load_course
from autograder.sandbox.host.isolation import Level
from autograder.verification.run import Verification
from autograder.verification.selection import Selection
from tests.helpers.scaffold import edit, run_in

pytestmark = pytest.mark.walk
PART = "solutions/01_order"
SLIPS = """
# %% misspelt | wrong | formula | core | mistake: n-entries-added
# a name that is not there
#-     return rows * columns
#+     return row * columns

# %% no_module | wrong | formula | core | mistake: n-entries-added
# a module that is not there
import nosuchmodule
#-     return rows * columns
#+     return rows + columns

# %% for_large | wrong | formula | core | mistake: n-entries-added
# right for the sizes of the public tests
#-     return rows * columns
#+     return rows * columns if rows < 10 else 0
"""
STYLE = """
# %% also_right | right
# a float
#-     return rows * columns
#+     return float(rows * columns)
"""


def commit(folder: Path) -> None:
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "a course"]):
        subprocess.run([*git, *command], check=True)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A committed course with three exercises."""
    folder = tmp_path_factory.mktemp("verified") / "sorting"
    assert run_in(folder.parent, "new", "course", folder, "--part", "01_order", "--exercise", "largest").returncode == 0
    assert run_in(folder, "new", "exercise", "01", "Scale").returncode == 0
    assert run_in(folder, "new", "exercise", "01", "n_entries", "--kind", "derivation").returncode == 0
    assert run_in(folder, "sync").returncode == 0
    commit(folder)
    return folder


UNNEEDED = "  note: 01_order.n_entries: no wrong program needs these checks: names"


def events(folder: Path, *arguments: str) -> tuple[int, dict[str, list[str]], dict[str, list[str]]]:
    """The exit status, and problems and notes by step."""
    done = run_in(folder, "verify", "--json", *arguments)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    steps = [row for row in rows if row["event"] == "verified"]
    assert rows[-1]["event"] == "done"
    assert rows[-1]["problems"] == sum(len(step["problems"]) for step in steps)
    found = [
        {step["step"]: [f"{item['exercise']}: {item['text']}" for item in step[kind]] for step in steps}
        for kind in ("problems", "notes")
    ]
    return done.returncode, found[0], found[1]


def test_a_new_course_holds_and_the_report_is_one_screen(course: Path) -> None:
    done = run_in(course, "verify", "01")
    assert done.returncode == 0, done.stdout + done.stderr
    notes = [line for line in done.stdout.splitlines() if line.startswith("  note: ")]
    assert notes == [UNNEEDED]
    lines = [line for line in done.stdout.splitlines() if line not in notes]
    assert lines[0] == "verifying all of 01_order: largest, Scale, n_entries"
    steps = ("generated files", "hidden checks", "programs", "public tests", "leaks")
    assert [line[:16].strip() for line in lines[1:-1]] == list(steps)
    assert {line[16:28].strip() for line in lines[1:-1]} == {"ok"}
    assert lines[-1].startswith("everything holds; ")
    assert max(map(len, lines)) <= 80


def test_one_part_of_a_course_with_several_holds() -> None:
    course = load_course()
    selection = Selection(course.assignment("00").exercises, "for this test")
    generated = next(Verification(course, selection, ProgramRunner(Level.LANDLOCK)).steps())
    assert generated.problems == ()


def test_without_a_change_there_is_nothing_to_verify(course: Path) -> None:
    done = run_in(course, "verify")
    assert (done.returncode, done.stdout.count("\n")) == (0, 1)
    assert "no exercise; `autograder verify --all` verifies every one" in done.stdout


def test_each_mistake_of_an_author_is_named_with_its_exercise(course: Path) -> None:
    edit(course / PART / "checks/test_01_largest.py", "seed=1", "seed=int(torch.randint(99, ()))")
    edit(course / PART / "checks/test_01_largest.py", "\n\nfrom", "\n\nimport torch\nfrom")
    edit(course / PART / "public/test_order.py", "student.n_entries(1, 4), 4", "student.n_entries(1, 4), 5")
    edit(course / PART / "order.py", "# How many numbers", "# With `return rows * columns`: how many numbers")
    programs = course / PART / "programs/n_entries.py"
    programs.write_text(f"{programs.read_text()}{SLIPS}{STYLE}")
    status, problems, notes = events(course)
    assert status == 1
    assert any("assignments/01_order/test_order.py: differs from" in text for text in problems["generated files"])
    (check,) = problems["hidden checks"]
    assert check.startswith("01_order.largest: the check values asks something else in every run; draw with a seed")
    assert problems["programs"] == [
        f"01_order.n_entries: wrong program {name}: ends in {error}, which is not what it is about; mend the program"
        for name, error in {"misspelt": "NameError", "no_module": "ModuleNotFoundError"}.items()
    ]
    (test,) = problems["public tests"]
    assert test.startswith(
        "01_order.n_entries: public test test_n_entries_of_a_row fails what is right, the solution, "
    )
    assert "also_right, row_by_row: wrong values: 4 instead of 5" in test
    assert all("contains the solution of n_entries: returnrows*columns" in text for text in problems["leaks"])
    assert problems["leaks"]
    assert notes["public tests"] == []  # each wrong program fails the public test that is wrong itself


def test_a_check_that_fails_on_the_solution_is_named_and_the_others_go_on(course: Path) -> None:
    edit(course / PART / "order.py", "return x.mean(dim=-1)  # (...)", "return x.sum(dim=-1)  # (...)")
    status, problems, _ = events(course, "01")
    assert status == 1
    assert problems["hidden checks"][0].startswith("01_order.largest: the solution fails its own check values: ")
    assert not any(text.startswith("01_order.n_entries") for text in problems["hidden checks"])
    assert any("the old line `return x.mean(dim=-1)` does not occur" in text for text in problems["programs"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["07"], "no assignment is called '07'"),
        (["01", "rest"], "01_order has no exercise 'rest'"),
        (["01", "--all"], "--all verifies every part; leave out the name, or --all"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_sentence(course: Path, arguments: list[str], sentence: str) -> None:
    done = run_in(course, "verify", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
